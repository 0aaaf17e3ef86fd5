//! Aliasing between tensor values.
//!
//! A *view op* (transpose, reshape, slice, concat) moves no data: its results can share the memory of its operands.
//! [`OpDef::view_relations`] returns these relations, so passes never match on op names. A view op whose shape operands are
//! not constant is reported as [`Opaque`] with the reason. [`Subview`] states that every element of `part` is also an element
//! of `whole`. The relation is a permission, not a fact: if the layouts assigned to the two values disagree, or one value
//! would need two offsets (`concat(%a, %a)`), `resolve-strides` inserts a copy or reports an error.
//!
//! [`op`] holds the readers and checks of which the function of each view op in [`crate::ops`] consists. [`constant_ints`]
//! reads operands that are constant shapes or indices through the interface [`OpDef::constant`]; [`is_none_value`]
//! recognizes the value of an absent operand by [`OpDef::is_none_value`].

use crate::attrs::{Attr, AttrKind, DenseData, IntValue};
use crate::context::Context;
use crate::dense::{dense_shape, element_bytes};
pub use crate::layout::{SliceDim, ViewMap};
use crate::module::{Def, Module, Op, Value};
use crate::ops;
use crate::registry::OpDef;
use crate::types::{Signedness, Type, TypeKind};
use std::fmt;

pub mod op;

/// The op that copies a tensor into another layout.
pub const COPY_OP: &str = "layout.reorder";

/// The op that reads the memory of a tensor as another shape.
pub const VIEW_OP: &str = "layout.view";

/// A possible alias, not a guaranteed one: every element of `part` is also an element of `whole`.
///
/// Both types are ranked and static, of one element type, with at most [`crate::layout::MAX_RANK`] dims of length 1 or more,
/// and the map is in range for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subview {
    /// The value whose memory holds both.
    pub whole: Value,
    /// The value whose elements are among those of `whole`.
    pub part: Value,
    /// Which element of the whole each element of the part is.
    pub map: ViewMap,
}

/// Why the relations of a view op are unknown: an operand is not constant, a type is not ranked or not static, an
/// attribute is missing or invalid. Passes treat such an op as one that computes its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// A clause without a capital and a full stop, such as `operand 1 is no constant list of integers`.
    pub reason: String,
}

impl Opaque {
    /// Returns the reason as an error.
    pub fn new(reason: impl Into<String>) -> Opaque {
        Opaque { reason: reason.into() }
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Opaque {}

/// The result of [`OpDef::view_relations`].
pub type ViewRelations = Result<Vec<Subview>, Opaque>;

/// The most integers that are read as a shape or an index. A splat of a hostile type claims any number of elements.
const MAX_INTS: u64 = 1 << 16;

/// Returns the integers of a constant, in row-major order. `None` if the value is not constant by [`OpDef::constant`] of the
/// builtin definitions, has other elements, more than 65536 of them, or one that does not fit 64 bits.
pub fn constant_ints(module: &Module, value: Value) -> Option<Vec<i64>> {
    let (op, def) = producer(module, value)?;
    let constant = def.constant?;
    let attr = constant.keys.iter().find_map(|key| module.attr(op, key))?;
    attr_ints(&module.ctx, attr)
}

/// Returns `true` if a value represents an absent operand.
pub fn is_none_value(module: &Module, value: Value) -> bool {
    producer(module, value).is_some_and(|(_, def)| def.is_none_value)
}

/// Returns the op that defines a value as its first result, with the op's builtin definition.
fn producer(module: &Module, value: Value) -> Option<(Op, &'static OpDef)> {
    let Def::Result(op, 0) = module.def(value) else { return None };
    let place = ops::ALL.binary_search_by(|def| def.name.cmp(module.name(op))).ok()?;
    Some((op, &ops::ALL[place]))
}

fn attr_ints(ctx: &Context, attr: Attr) -> Option<Vec<i64>> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value: IntValue::Small(value), .. } => Some(vec![*value]),
        AttrKind::Dense { ty, data: DenseData::Raw { bytes, splat } } => {
            dense_ints(ctx, *ty, bytes, *splat)
        }
        _ => ctx.as_int_list(attr).filter(|ints| ints.len() as u64 <= MAX_INTS),
    }
}

fn dense_ints(ctx: &Context, ty: Type, bytes: &[u8], splat: bool) -> Option<Vec<i64>> {
    let (dims, elem) = dense_shape(ctx, ty)?;
    let count = dims.iter().try_fold(1u64, |count, &dim| count.checked_mul(dim))?;
    let count = usize::try_from(count).ok().filter(|&count| count as u64 <= MAX_INTS)?;
    let (width, sign) = match *ctx.kind(elem) {
        // Single bits are packed, and are never a shape or an index.
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

/// Returns the value of the lowest `width` bits, 1 to 64, of up to eight little-endian bytes. `None` if it does not fit.
fn stored_int(bytes: &[u8], width: u32, sign: Signedness) -> Option<i64> {
    let mut whole = [0; 8];
    whole.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let high = u64::from_le_bytes(whole) << (64 - width);
    match sign {
        Signedness::Unsigned => i64::try_from(high >> (64 - width)).ok(),
        // A signless integer that is a shape or an index is signed.
        Signedness::Signed | Signedness::Signless => Some(high.cast_signed() >> (64 - width)),
    }
}
