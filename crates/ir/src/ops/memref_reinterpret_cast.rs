//! `memref.reinterpret_cast`: a memref with another offset, other sizes and strides. It is a reshape if the operand and
//! the result are the same memory in row-major order.

use crate::registry::DYNAMIC;
use crate::types::TypeKind;
use crate::views::ViewRelations;
use crate::views::dims::{ViewLen, ensure};
use crate::views::form::reshape;
use crate::views::op::ViewOp;

/// Returns the relations of an op.
pub(super) fn relations(view: ViewOp<'_>) -> ViewRelations {
    let view = view.on_memrefs();
    let offsets = view.required_ints("static_offsets")?;
    let strides = view.required_ints("static_strides")?;
    let pair = view.pair()?;
    ensure(matches!(view.module.kind(pair.from), TypeKind::MemRef { layout: None, .. }), || {
        "the operand is not known to be row major".to_owned()
    })?;
    ensure(offsets == [0] && is_row_major(&pair.after, &strides), || {
        "the result is not row major at offset 0".to_owned()
    })?;
    reshape(pair)
}

/// Returns `true` if strides are those of a row-major tensor of these lengths. The stride of a dim of length 1 is free.
fn is_row_major(lengths: &[ViewLen], strides: &[i64]) -> bool {
    let mut expected = Some(1i64);
    let mut dims = lengths.iter().zip(strides).rev();
    lengths.len() == strides.len()
        && dims.all(|(&len, &stride)| {
            let is_one = len == ViewLen::Static(1);
            let fits = is_one || (expected == Some(stride) && stride != DYNAMIC);
            expected = expected.zip(len.laid_out()).and_then(|(at, len)| at.checked_mul(len));
            fits
        })
}
