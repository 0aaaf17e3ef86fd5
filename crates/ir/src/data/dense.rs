//! The storage of dense attributes: the same bytes as in MLIR.

use super::context::Context;
use super::types::{Type, TypeKind};
use crate::float::FloatKind;

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
