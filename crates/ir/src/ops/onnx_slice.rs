//! `onnx.Slice`: a strided slice of some dims, from a start up to, not including, an end.

use crate::views::dims::{ViewLen, axis_indices, ensure};
use crate::views::op::ViewOp;
use crate::views::pair::DimSlice;
use crate::views::{Opaque, ViewRelations};

/// Returns the relations of an op.
pub(super) fn relations(view: ViewOp<'_>) -> ViewRelations {
    let pair = view.pair()?;
    let starts = view.required_ints_operand(1)?;
    let ends = view.required_ints_operand(2)?;
    let axes = view.ints_operand(3)?.unwrap_or_else(|| (0..starts.len() as i64).collect());
    let steps = view.ints_operand(4)?.unwrap_or_else(|| vec![1; starts.len()]);
    for (what, ints) in [("ends", &ends), ("axes", &axes), ("steps", &steps)] {
        if ints.len() != starts.len() {
            let message = format!(
                "expected {} {what}, one for each start, found {}",
                starts.len(),
                ints.len()
            );
            return Err(Opaque::malformed(message));
        }
    }
    let mut dims: Vec<DimSlice> = pair.before.iter().copied().map(DimSlice::whole).collect();
    for (at, dim) in axis_indices(&axes, pair.before.len())?.into_iter().enumerate() {
        dims[dim] = range(starts[at], ends[at], steps[at], pair.before[dim])?;
    }
    pair.slice(&dims)
}

/// Returns the indices of a dim by the rules of ONNX: negative positions count from the end, and positions out of range
/// are clamped.
fn range(start: i64, end: i64, step: i64, length: ViewLen) -> Result<DimSlice, Opaque> {
    if step == 0 {
        return Err(Opaque::malformed("a step must not be 0"));
    }
    ensure(step >= 1, || format!("step {step} is negative"))?;
    // No tensor has 2^63 - 1 elements along a dim, so that end is that of every dim.
    if length.is_dynamic() && (start, end, step) == (0, i64::MAX, 1) {
        return Ok(DimSlice::whole(length));
    }
    let Some(most) = length.laid_out() else {
        return Err(Opaque::new("a dynamic dim is sliced"));
    };
    ensure(start >= 0 || !length.is_dynamic(), || {
        format!("index {start} counts from the end of a dynamic dim")
    })?;
    // A sum of two numbers of different signs cannot overflow.
    let [begin, end] =
        [start, end].map(|at| if at < 0 { (at + most).max(0) } else { at.min(most) });
    let span = (end - begin).max(0);
    let len = span / step + i64::from(span % step > 0);
    // At a shorter run-time length, the slice has the same first indices.
    let len = if length.is_dynamic() { ViewLen::Bounded(len) } else { ViewLen::Static(len) };
    Ok(DimSlice { begin, step, len })
}
