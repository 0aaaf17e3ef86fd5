//! The types and attributes of one op that conditions and layouts depend on.

use super::roles::{DimMap, RolePlace, ValueRoles};
use super::{CustomLayout, LayoutName, ValueSelector};
use crate::data::attrs::Attr;
use crate::data::context::Context;
use crate::data::module::{Module, Op, Value};
use crate::data::types::{Extent, Type, TypeKind};
use crate::encoding;
use std::borrow::Cow;
use std::sync::Arc;

/// The values of a group of ops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupValues<'a> {
    pub(crate) operands: &'a [Value],
    pub(crate) result: Value,
    /// The op whose attributes conditions read, and whose roles the values have.
    pub(crate) anchor: Op,
    /// The layouts that the choices of the rule define themselves.
    pub(crate) layouts: &'a [Arc<CustomLayout>],
}

/// The types and attributes of an op, for conditions and layouts.
pub(super) struct OpFacts<'a> {
    module: &'a Module,
    op: Op,
    /// The types of the operands, then of the results.
    pub(super) types: Vec<Type>,
    pub(super) operands: usize,
    /// The roles of the values, if a rule for the kind of the op applies.
    pub(super) roles: Option<&'a ValueRoles>,
    /// The layouts that the choices of the rule define themselves.
    layouts: &'a [Arc<CustomLayout>],
}

impl<'a> OpFacts<'a> {
    pub(super) fn new(
        module: &'a Module,
        op: Op,
        roles: Option<&'a ValueRoles>,
        layouts: &'a [Arc<CustomLayout>],
    ) -> OpFacts<'a> {
        let operands = module.operands(op);
        let values = operands.iter().copied().chain(module.results(op));
        let types = values.map(|value| module.ty(value)).collect();
        OpFacts { module, op, types, operands: operands.len(), roles, layouts }
    }

    /// Returns the layout of a name in a choice; `None` if it is not defined.
    pub(super) fn custom_layout(&self, name: &LayoutName) -> Option<&'a Arc<CustomLayout>> {
        self.layouts.iter().find(|layout| layout.name() == name)
    }

    /// Returns the facts of a group of ops: the types of its operands and its result, and the attributes of one of its
    /// ops.
    pub(super) fn of_group(
        module: &'a Module,
        group: GroupValues<'a>,
        roles: Option<&'a ValueRoles>,
    ) -> OpFacts<'a> {
        let GroupValues { operands, result, anchor, layouts } = group;
        let values = operands.iter().chain(std::iter::once(&result));
        let types = values.map(|&value| module.ty(value)).collect();
        OpFacts { module, op: anchor, types, operands: operands.len(), roles, layouts }
    }

    /// Returns the numbers of operands and of results for which a choice lists layouts.
    pub(super) fn counts(&self) -> (usize, usize) {
        match self.roles {
            Some(roles) => roles.counts(),
            None => (self.operands, self.types.len() - self.operands),
        }
    }

    /// Returns the place of a value among the layouts that a choice lists; `None` for a value without a role.
    pub(super) fn place(&self, value: usize) -> Option<RolePlace> {
        let is_result = value >= self.operands;
        let number = if is_result { value - self.operands } else { value };
        match self.roles {
            Some(roles) => roles.place(is_result, number),
            None => Some(RolePlace { is_result, number }),
        }
    }

    /// Returns the dims to which layouts of a value refer.
    pub(super) fn dim_map(&self, value: usize) -> &'a DimMap {
        match (self.roles, self.place(value)) {
            (Some(roles), Some(place)) => roles.dims(place),
            _ => &DimMap::Positions,
        }
    }

    pub(super) fn ctx(&self) -> &'a Context {
        &self.module.ctx
    }

    pub(super) fn attr(&self, key: &str) -> Option<Attr> {
        self.module.attr(self.op, key)
    }

    /// Returns the lengths of a ranked tensor or memref, in the order that a choice counts. `None` for other types, or
    /// if the op does not have the value.
    pub(super) fn dims(&self, selector: ValueSelector) -> Option<Cow<'a, [Extent]>> {
        let value = self.value(selector)?;
        let dims = shaped(self.ctx(), self.types[value])?.0;
        Some(match self.dim_map(value) {
            DimMap::Positions | DimMap::Unknown => Cow::Borrowed(dims),
            map @ DimMap::Canonical(_) => Cow::Owned(map.lengths(dims)),
        })
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
        Some(self.types[self.value(selector)?])
    }

    /// Returns the number of a value over the operands, then the results. With roles, a number selects a role of an
    /// operand.
    pub(super) fn value(&self, selector: ValueSelector) -> Option<usize> {
        let mut place = match selector {
            ValueSelector::Value(number) => RolePlace { is_result: false, number },
            ValueSelector::Result(number) => RolePlace { is_result: true, number },
        };
        if let Some(roles) = self.roles {
            place.number = roles.position(place)?;
        }
        let before = if place.is_result { self.operands } else { 0 };
        let value = place.number.checked_add(before)?;
        (value < self.types.len()).then_some(value)
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
