//! The special form of `tosa.variable`.

use super::form_state::FormState;
use crate::state::{Parse, Parser};
use ir::attrs::{Attr, AttrKind};
use ir::diag::code;
use ir::module::Op;
use ir::print::type_to_string;
use ir::registry::{AssemblyForm, type_of_attr};
use ir::source::PathStep;
use ir::types::{Extent, Type, TypeKind};

impl Parser<'_> {
    /// Reads `@name {attrs} = value` or `@name {attrs} : type`. The op keeps the shape and the element type.
    pub(super) fn custom_variable(
        &mut self,
        mut state: FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<Op> {
        let name = self.located(|| PathStep::Attr("sym_name".into()), Parser::symbol)?;
        let name = self.module.ctx.string(&name);
        self.push_attr("sym_name", name, &mut state);
        self.optional_dict(&mut state)?;
        let at = self.token_start();
        let ty = if self.eat(b'=') {
            let value = self.located(|| PathStep::Attr("initial_value".into()), Parser::attr)?;
            self.push_attr("initial_value", value, &mut state);
            type_of_attr(&self.module.ctx, value)
        } else {
            self.expect(b':', " or `=` after the name of a variable")?;
            Some(self.located(|| PathStep::Attr("type".into()), Parser::ty)?)
        };
        let has_value = self.byte(at) == b'=';
        self.variable_type(ty, has_value, at, &mut state)?;
        let types = Default::default();
        self.finish_op(state, form.name, Vec::new(), &types)
    }

    /// Adds the attributes that describe the type of a variable, whose text begins at `at`.
    fn variable_type(
        &mut self,
        ty: Option<Type>,
        has_value: bool,
        at: usize,
        state: &mut FormState,
    ) -> Parse<()> {
        let Some(ty) = ty else {
            let message = "the value of a variable must have a tensor type";
            return self.fail_span(code::TYPE, at, self.at, message);
        };
        let TypeKind::Tensor { dims, elem, encoding } = self.module.ctx.kind(ty).clone() else {
            let shown = type_to_string(&self.module, ty);
            let message =
                format!("the type of a variable must be a ranked tensor, but is `{shown}`");
            return self.fail_span(code::TYPE, at, self.at, message);
        };
        if encoding.is_some() && !has_value {
            let shown = type_to_string(&self.module, ty);
            let message = format!(
                "the type of a variable has only a shape and an element type, but `{shown}` has an encoding"
            );
            return self.fail_span(code::TYPE, at, self.at, message);
        }
        let Some(shape) = self.shape_attr(&dims) else {
            let message = "a length of a variable must be less than 2^63";
            return self.fail_span(code::NUMBER, at, self.at, message);
        };
        let elem = self.module.ctx.type_attr(elem);
        self.push_attr("type", elem, state);
        self.push_attr("var_shape", shape, state);
        Ok(())
    }

    /// Returns the lengths as `dense<...> : tensor<...xindex>`, with -1 for a dynamic one. `None` if a length exceeds
    /// 63 bits.
    fn shape_attr(&mut self, dims: &[Extent]) -> Option<Attr> {
        let mut bytes = Vec::new();
        for dim in dims {
            let length = dim.map_or(Some(-1), |length| i64::try_from(length).ok())?;
            bytes.extend(length.to_le_bytes());
        }
        let elem = self.module.ctx.index_type();
        let count = dims.len() as u64;
        let data = self.raw(bytes, elem, count);
        let shape = TypeKind::Tensor { dims: [Some(count)].into(), elem, encoding: None };
        let ty = self.module.ctx.ty(shape);
        Some(self.module.ctx.attr(AttrKind::Dense { ty, data: data.into() }))
    }
}
