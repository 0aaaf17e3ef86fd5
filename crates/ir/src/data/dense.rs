//! The storage of dense attributes: the same bytes as in MLIR.

use super::context::Context;
use super::types::{Signedness, Type, TypeKind};
use crate::float::FloatKind;
use layout::checked_product;

/// Returns the lengths and the element type of a tensor, vector or memref type, which a dense attribute can have.
/// `None` for another type, and for dynamic dims.
pub fn dense_shape(ctx: &Context, ty: Type) -> Option<(Vec<u64>, Type)> {
    match ctx.kind(ty) {
        TypeKind::Tensor { dims, elem, .. } | TypeKind::MemRef { dims, elem, .. } => {
            Some((dims.iter().copied().collect::<Option<_>>()?, *elem))
        }
        TypeKind::Vector { dims, elem } => Some((dims.iter().map(|dim| dim.0).collect(), *elem)),
        _ => None,
    }
}

/// Returns the [`dense_shape`] of the type of an existing dense attribute.
pub(crate) fn static_shape(ctx: &Context, ty: Type) -> (Vec<u64>, Type) {
    dense_shape(ctx, ty).expect("dense attributes have static tensor or vector types only")
}

/// Returns the bytes of one stored element: whole bytes, 8 for `index`, and two parts for complex numbers.
///
/// A splat of `i1` takes one byte. Several `i1` elements are packed; see [`is_packed`].
pub fn element_bytes(ctx: &Context, ty: Type) -> usize {
    match ctx.kind(ty) {
        TypeKind::Integer { width, .. } => (*width as usize).div_ceil(8).max(1),
        // MLIR stores the 19 bits in four bytes.
        TypeKind::Float(FloatKind::TF32) => 4,
        TypeKind::Float(kind) => (kind.width() as usize).div_ceil(8),
        TypeKind::Complex(elem) => 2 * element_bytes(ctx, *elem),
        _ => 8,
    }
}

/// Returns the integers of a dense attribute; a splat is expanded.
///
/// `None` if the elements are neither `index` nor integers of 2 to 64 bits, if an unsigned one does not fit `i64`, if there
/// are more than `most`, or if the bytes hold another number of elements than the type.
pub(crate) fn dense_ints(
    ctx: &Context,
    ty: Type,
    (bytes, splat): (&[u8], bool),
    most: u64,
) -> Option<Vec<i64>> {
    let (dims, elem) = dense_shape(ctx, ty)?;
    let lengths = dims.iter().map(|&dim| i64::try_from(dim).unwrap_or(i64::MAX));
    let count = usize::try_from(checked_product(lengths)?).ok()?;
    let count = Some(count).filter(|&count| count as u64 <= most)?;
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

/// Returns the value of the lowest `width` bits, 1 to 64, of up to eight little-endian bytes. `None` if there are more than
/// eight bytes, or if the value is unsigned and does not fit `i64`.
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

/// Returns `true` if elements of the type are packed eight to a byte: integers of one bit.
pub fn is_packed(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.kind(ty), TypeKind::Integer { width: 1, sign: _ })
}

/// Returns packed elements as bytes, one for each of `count` elements. `None` if there are fewer.
pub fn unpacked(bytes: &[u8], count: usize) -> Option<Vec<u8>> {
    let bit = |at: usize| Some(bytes.get(at / 8)? >> (at % 8) & 1);
    (0..count).map(bit).collect()
}

/// Returns bytes of one element each, 0 or not, as packed elements: the inverse of [`unpacked`].
pub fn packed(elements: &[u8]) -> Box<[u8]> {
    let byte =
        |bits: &[u8]| (0..).zip(bits).fold(0, |byte, (at, &bit)| byte | u8::from(bit != 0) << at);
    elements.chunks(8).map(byte).collect()
}

/// Returns `true` if a type is signless `i1`, whose values are `true` and `false`.
pub fn is_bool(ctx: &Context, ty: Type) -> bool {
    *ctx.kind(ty) == TypeKind::BOOL
}
