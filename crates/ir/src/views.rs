//! Views: which values lie in the memory of which, as their ops tell.
//!
//! An op that moves no data, such as a transpose, a reshape, a slice or a concat, answers by [`OpDef::view_relations`]
//! how the elements of its operands and results coincide; passes ask that and know no op by its name. An op that
//! cannot tell is [`Opaque`], with the reason. [`op`] is what such an answer is written with, one short function
//! for each op in [`crate::ops`].
//!
//! Operands that tell a shape or a place are constants: [`constant_ints`] reads them by the interface
//! [`OpDef::constant`], and what stands for an operand that is not there has [`OpDef::is_none_value`].

use crate::attrs::{Attr, AttrKind, DenseData, IntValue};
use crate::context::Context;
use crate::dense::{dense_shape, element_bytes};
pub use crate::layout::SliceDim;
use crate::layout::checked_product;
use crate::module::{Def, Module, Op, Value};
use crate::ops;
use crate::registry::OpDef;
use crate::types::{Signedness, Type, TypeKind};
use std::fmt;

pub mod op;

/// The op that copies a tensor into another layout.
pub const COPY_OP: &str = "layout.reorder";

/// The op that reads the memory of a tensor in another way.
pub const VIEW_OP: &str = "layout.view";

/// `part` lies in the memory of `whole`: every element of `part` is an element of `whole`.
///
/// This is what the op allows, not what is so: both values have layouts of their own, and where these do not
/// agree, or one value would lie at two places (`concat(%a, %a)`), a copy is needed. Both types are ranked and
/// static, of one element type, with at most [`crate::layout::MAX_RANK`] dims of length 1 or more; the map is in
/// range for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subview {
    /// The value whose memory it is.
    pub whole: Value,
    /// The value in it.
    pub part: Value,
    /// Which element of the whole each element of the part is.
    pub map: ViewMap,
}

/// How the elements of a part are those of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewMap {
    /// Logical dim i of the part is dim `dims[i]` of the whole: a permutation.
    Transpose(Vec<usize>),
    /// The same elements, counted in row-major order of the logical dims (reshape, squeeze, flatten and their kin).
    Reshape,
    /// The same elements, counted in the order of memory (`layout.view`: dims of both in their physical order).
    Memory,
    /// A part of each dim of the whole.
    Slice {
        /// For each logical dim of the whole, which of its indices are in the part.
        dims: Vec<SliceDim>,
        /// The dims of the whole that are dims of the part, in order; the others have length 1 in the part.
        kept: Vec<usize>,
    },
}

/// Why an op of a view's name tells nothing: an operand is no constant, a type is not ranked or not static, an
/// attribute is missing or wrong. Such an op is treated as one that nothing is known of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// A clause without a capital and a full stop, such as `operand 1 is no constant`.
    pub reason: String,
}

impl Opaque {
    /// An op that tells nothing, for this reason.
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

/// What [`OpDef::view_relations`] answers.
pub type ViewRelations = Result<Vec<Subview>, Opaque>;

/// More elements than this are no shape; a splat of a hostile type could claim any number.
const MAX_INTS: u64 = 1 << 16;

/// The integers of a value that is a constant, in row-major order; none if it is no constant, has other elements,
/// or more than 65536 of them, or one that does not fit 64 bits.
///
/// What is a constant is told by [`OpDef::constant`] of the builtin definitions.
pub fn constant_ints(module: &Module, value: Value) -> Option<Vec<i64>> {
    let (op, def) = producer(module, value)?;
    let constant = def.constant?;
    let attr = constant.keys.iter().find_map(|key| module.attr(op, key))?;
    attr_ints(&module.ctx, attr)
}

/// Whether a value stands for an operand that is not there.
pub fn is_none_value(module: &Module, value: Value) -> bool {
    producer(module, value).is_some_and(|(_, def)| def.is_none_value)
}

/// The op that makes a value, and what is known of it.
fn producer(module: &Module, value: Value) -> Option<(Op, &'static OpDef)> {
    let Def::Result(op, 0) = module.def(value) else { return None };
    Some((op, ops::by_name(module.name(op))?))
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
    let lengths = dims.iter().map(|&dim| i64::try_from(dim).unwrap_or(i64::MAX));
    let count = usize::try_from(checked_product(lengths)?).ok()?;
    let count = Some(count).filter(|&count| count as u64 <= MAX_INTS)?;
    let (width, sign) = match *ctx.kind(elem) {
        // Single bits are packed, and no one counts with them.
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

/// The value of up to eight little-endian bytes of which `width` bits, 1 to 64, count.
fn stored_int(bytes: &[u8], width: u32, sign: Signedness) -> Option<i64> {
    let mut whole = [0; 8];
    whole.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let high = u64::from_le_bytes(whole) << (64 - width);
    match sign {
        Signedness::Unsigned => i64::try_from(high >> (64 - width)).ok(),
        // What is signless is signed where it counts something.
        Signedness::Signed | Signedness::Signless => Some(high.cast_signed() >> (64 - width)),
    }
}
