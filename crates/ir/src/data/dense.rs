//! The storage of dense attributes: that of MLIR, so that the bytes of both agree.

use super::context::Context;
use super::types::{Signedness, Type, TypeKind};
use crate::float::FloatKind;

/// Lengths and element type of a type that a dense attribute can have: a tensor, vector or
/// memref type without dynamic dims.
pub fn dense_shape(ctx: &Context, ty: Type) -> Option<(Vec<u64>, Type)> {
    match ctx.kind(ty) {
        TypeKind::Tensor { dims, elem, .. } | TypeKind::MemRef { dims, elem, .. } => {
            Some((dims.iter().copied().collect::<Option<_>>()?, *elem))
        }
        TypeKind::Vector { dims, elem } => Some((dims.iter().map(|dim| dim.0).collect(), *elem)),
        _ => None,
    }
}

/// [`dense_shape`] of the type of an attribute that was made.
pub(crate) fn static_shape(ctx: &Context, ty: Type) -> (Vec<u64>, Type) {
    dense_shape(ctx, ty).expect("dense attributes are made with static tensor or vector types only")
}

/// Bytes of one stored element: whole bytes, `index` in 8, complex numbers as two parts.
///
/// A lone `i1` takes a byte; many are packed, see [`is_packed`].
pub fn element_bytes(ctx: &Context, ty: Type) -> usize {
    match ctx.kind(ty) {
        TypeKind::Integer { width, .. } => (*width as usize).div_ceil(8).max(1),
        // MLIR stores its 19 bits in four bytes.
        TypeKind::Float(FloatKind::TF32) => 4,
        TypeKind::Float(kind) => (kind.width() as usize).div_ceil(8),
        TypeKind::Complex(elem) => 2 * element_bytes(ctx, *elem),
        _ => 8,
    }
}

/// `true` if elements of the type are packed eight to a byte: those of one bit.
pub fn is_packed(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.kind(ty), TypeKind::Integer { width: 1, sign: _ })
}

/// `true` if a type is signless `i1`, whose values are `true` and `false`.
pub fn is_bool(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.kind(ty), TypeKind::Integer { width: 1, sign: Signedness::Signless })
}
