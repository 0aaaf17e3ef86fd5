//! The types and attributes of one op that conditions and layouts depend on.

use super::ValueSelector;
use crate::data::attrs::Attr;
use crate::data::context::Context;
use crate::data::module::{Module, Op};
use crate::data::types::{Extent, Type, TypeKind};
use crate::encoding;

/// The types and attributes of an op, for conditions and layouts.
pub(super) struct OpFacts<'a> {
    module: &'a Module,
    op: Op,
    /// The types of the operands, then of the results.
    pub(super) types: Vec<Type>,
    pub(super) operands: usize,
}

impl<'a> OpFacts<'a> {
    pub(super) fn new(module: &'a Module, op: Op) -> OpFacts<'a> {
        let operands = module.operands(op);
        let values = operands.iter().copied().chain(module.results(op));
        let types = values.map(|value| module.ty(value)).collect();
        OpFacts { module, op, types, operands: operands.len() }
    }

    pub(super) fn ctx(&self) -> &'a Context {
        &self.module.ctx
    }

    pub(super) fn attr(&self, key: &str) -> Option<Attr> {
        self.module.attr(self.op, key)
    }

    /// Returns the lengths of a ranked tensor or memref. `None` for other types, or if the op does not have the value.
    pub(super) fn dims(&self, selector: ValueSelector) -> Option<&'a [Extent]> {
        shaped(self.ctx(), self.ty(selector)?).map(|(dims, _)| dims)
    }

    /// Returns the element type of a ranked tensor or memref. `None` as for [`dims`](Self::dims).
    pub(super) fn elem(&self, selector: ValueSelector) -> Option<&'a TypeKind> {
        shaped(self.ctx(), self.ty(selector)?).map(|(_, elem)| self.ctx().kind(elem))
    }

    /// Returns the lengths of a ranked tensor or memref, where a dynamic one counts as 1. `None` as for
    /// [`dims`](Self::dims).
    pub(super) fn lengths(&self, selector: ValueSelector) -> Option<Vec<u64>> {
        Some(self.dims(selector)?.iter().map(|length| length.unwrap_or(1)).collect())
    }

    /// Returns the number of bytes of a dense tensor or memref of these lengths, rounded up. `None` as for
    /// [`dims`](Self::dims), or if the width of the element type is unknown or the number does not fit 63 bits.
    pub(super) fn bytes(&self, selector: ValueSelector, lengths: &[u64]) -> Option<i64> {
        let elem = shaped(self.ctx(), self.ty(selector)?)?.1;
        let bits = encoding::elem_size(self.ctx(), elem).ok()?.bits().get();
        let bits = lengths.iter().try_fold(u128::try_from(bits).ok()?, |bits, &length| {
            bits.checked_mul(length.into())
        })?;
        i64::try_from(bits.div_ceil(8)).ok()
    }

    fn ty(&self, selector: ValueSelector) -> Option<Type> {
        let at = match selector {
            ValueSelector::Value(at) => at,
            ValueSelector::Result(at) => at.checked_add(self.operands)?,
        };
        self.types.get(at).copied()
    }
}

/// Returns the lengths and the element type of a ranked tensor or memref. `None` for other types.
fn shaped(ctx: &Context, ty: Type) -> Option<(&[Extent], Type)> {
    match ctx.kind(ty) {
        TypeKind::Tensor { dims, elem, .. } | TypeKind::MemRef { dims, elem, .. } => {
            Some((dims, *elem))
        }
        _ => None,
    }
}
