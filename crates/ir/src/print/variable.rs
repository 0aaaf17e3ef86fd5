//! The writer of the special form of `tosa.variable`.

use super::printer::Printer;
use crate::data::attrs::DenseData;
use crate::data::context::sign_extend;
use crate::data::module::Op;
use crate::data::text::write_symbol;
use crate::data::types::{Extent, TypeKind};
use crate::registry::type_of_attr;
use layout::MAX_RANK;

/// The keys that the form shows outside its dictionary.
const KEYS: &[&str] = &["initial_value", "sym_name", "type", "var_shape"];

impl Printer<'_> {
    /// Writes `tosa.variable @name {attrs} = value`, or `: type` without a value. Returns `None` if the op does not fit
    /// this form.
    pub(super) fn custom_variable(&mut self, op: Op) -> Option<()> {
        let module = self.module;
        let ctx = &module.ctx;
        let name = module.symbol(op)?;
        let ty = self.variable_type(op)?;
        let value = module.attr(op, "initial_value");
        let is_plain = module.operands(op).is_empty()
            && module.results(op).len() == 0
            && module.regions(op).is_empty();
        let has_its_type = value.is_none_or(|value| {
            let own = type_of_attr(ctx, value).map(|own| ctx.kind(own));
            matches!((own, &ty), (
                Some(TypeKind::Tensor { dims, elem, .. }),
                TypeKind::Tensor { dims: shape, elem: kept, .. },
            ) if dims == shape && elem == kept)
        });
        if !is_plain || !has_its_type {
            return None;
        }
        self.op_word(op);
        self.out.push(' ');
        write_symbol(name, &mut self.out);
        self.attr_dict(op, KEYS);
        if let Some(value) = value {
            self.out.push_str(" = ");
            self.attr(value);
        } else {
            self.out.push_str(" : ");
            self.type_kind(&ty);
        }
        Some(())
    }

    /// Returns the tensor type of a variable, which the op keeps as its shape and its element type.
    fn variable_type(&self, op: Op) -> Option<TypeKind> {
        let module = self.module;
        let ctx = &module.ctx;
        let elem = ctx.as_type(module.attr(op, "type")?)?;
        let (ty, data) = ctx.as_dense(module.attr(op, "var_shape")?)?;
        let TypeKind::Tensor { dims, elem: index, encoding: None } = ctx.kind(ty) else {
            return None;
        };
        let DenseData::Raw { bytes, splat } = data else { return None };
        let &[Some(rank)] = &**dims else { return None };
        if *ctx.kind(*index) != TypeKind::Index {
            return None;
        }
        // A splat of few bytes can have any number of elements.
        let rank = usize::try_from(rank).ok().filter(|&rank| rank <= MAX_RANK)?;
        let stored: Vec<i64> = bytes.chunks_exact(size_of::<i64>()).map(sign_extend).collect();
        let shape = if *splat { vec![*stored.first()?; rank] } else { stored };
        let lengths: Option<Vec<Extent>> = shape.iter().map(|&length| extent(length)).collect();
        let dims = lengths.filter(|lengths| lengths.len() == rank)?.into();
        Some(TypeKind::Tensor { dims, elem, encoding: None })
    }
}

/// Returns the length that a shape states, where -1 is a dynamic length. `None` for another negative number.
fn extent(length: i64) -> Option<Extent> {
    if length == -1 { Some(None) } else { u64::try_from(length).ok().map(Some) }
}
