//! Operands that are constants.

use crate::attrs::{Attr, AttrKind, DenseData, IntValue};
use crate::context::Context;
use crate::dense::{dense_shape, element_bytes};
use crate::layout::checked_product;
use crate::module::{Def, Module, Op, Value};
use crate::registry::{OpDef, Registry, Traits};
use crate::types::{Signedness, Type, TypeKind};

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
            DenseData::Raw { bytes, splat } => dense_ints(ctx, *ty, bytes, *splat),
            DenseData::Strings(_) => None,
        },
        _ => ctx.as_int_list(attr).filter(|ints| ints.len() as u64 <= MAX_INTS),
    }
}

/// Returns the integers of a dense attribute; a splat is expanded.
fn dense_ints(ctx: &Context, ty: Type, bytes: &[u8], splat: bool) -> Option<Vec<i64>> {
    let (dims, elem) = dense_shape(ctx, ty)?;
    let lengths = dims.iter().map(|&dim| i64::try_from(dim).unwrap_or(i64::MAX));
    let count = usize::try_from(checked_product(lengths)?).ok()?;
    let count = Some(count).filter(|&count| count as u64 <= MAX_INTS)?;
    let (width, sign) = match *ctx.kind(elem) {
        // Elements of `i1` are packed bits, and are never a shape or an index.
        TypeKind::Integer { width: width @ 2..=64, sign } => (width, sign),
        TypeKind::Index => (64, Signedness::Signed),
        _ => return None,
    };
    let elements = bytes.chunks_exact(element_bytes(ctx, elem));
    let ints: Vec<i64> =
        elements.map(|element| stored_int(element, width, sign)).collect::<Option<_>>()?;
    let ints = if splat { vec![*ints.first()?; count] } else { ints };
    (ints.len() == count).then_some(ints)
}

/// Returns the value of the lowest `width` bits, 1 to 64, of up to eight little-endian bytes. `None` if the value does
/// not fit `i64`.
fn stored_int(bytes: &[u8], width: u32, sign: Signedness) -> Option<i64> {
    let mut whole = [0; 8];
    whole.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let high = u64::from_le_bytes(whole) << (64 - width);
    match sign {
        Signedness::Unsigned => i64::try_from(high >> (64 - width)).ok(),
        // A signless integer in a shape or index is signed.
        Signedness::Signed | Signedness::Signless => Some(high.cast_signed() >> (64 - width)),
    }
}
