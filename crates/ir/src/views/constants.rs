//! Operands that are constants.

use crate::attrs::{Attr, AttrKind, DenseData, IntValue};
use crate::context::Context;
use crate::dense::dense_ints;
use crate::module::{Def, Module, Op, Value};
use crate::registry::{OpDef, Registry, Traits};

/// The maximum number of integers in a shape or index. It bounds the memory for a splat, whose type may have any number
/// of elements.
const MAX_INTS: u64 = crate::limits::INTS;

/// Returns the integers of a constant, in row-major order. `None` if [`OpDef::constant`] does not declare the value
/// constant, or if it has elements of another kind, more than 65536 elements, or an element that does not fit `i64`.
pub fn constant_ints(registry: &Registry, module: &Module, value: Value) -> Option<Vec<i64>> {
    let (op, def) = producer(registry, module, value)?;
    let constant = def.constant.as_ref()?;
    let attr = constant.keys.iter().find_map(|key| module.attr(op, key))?;
    attr_ints(&module.ctx, attr)
}

/// Returns the value and the dim whose length a value is. `None` if no op with [`Traits::LENGTH`] and a constant dim
/// defines it.
pub(super) fn length_of(
    registry: &Registry,
    module: &Module,
    value: Value,
) -> Option<(Value, i64)> {
    let (op, def) = producer(registry, module, value)?;
    let &[source, dim] = module.operands(op) else { return None };
    if !def.traits.has(Traits::LENGTH) {
        return None;
    }
    match constant_ints(registry, module, dim)?[..] {
        [dim] => Some((source, dim)),
        _ => None,
    }
}

/// Returns `true` if a value represents an absent operand.
pub fn is_none_value(registry: &Registry, module: &Module, value: Value) -> bool {
    producer(registry, module, value).is_some_and(|(_, def)| def.is_none_value)
}

/// Returns the op whose first result is a value, with the op's definition. `None` if there is none.
fn producer<'a>(registry: &'a Registry, module: &Module, value: Value) -> Option<(Op, &'a OpDef)> {
    let Def::Result(op, 0) = module.def(value) else { return None };
    Some((op, registry.op_def(module, op)?))
}

/// Returns the integers of a constant's attribute.
pub(super) fn attr_ints(ctx: &Context, attr: Attr) -> Option<Vec<i64>> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value: IntValue::Small(value), .. } => Some(vec![*value]),
        AttrKind::Dense { ty, data } => match &**data {
            DenseData::Raw { bytes, splat } => dense_ints(ctx, *ty, (bytes, *splat), MAX_INTS),
            DenseData::Strings(_) => None,
        },
        _ => ctx.as_int_list(attr).filter(|ints| ints.len() as u64 <= MAX_INTS),
    }
}
