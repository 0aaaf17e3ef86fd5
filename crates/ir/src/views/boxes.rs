//! Concats that place their operands at offsets in the result.

use super::dims::{ViewLen, ensure, same_rank};
use super::op::ViewOp;
use super::{Opaque, SliceDim, Subview, ViewMap, ViewRelations};
use crate::diag::counted;
use crate::layout::checked_product;

impl ViewOp<'_> {
    /// Returns the relations of operands that are boxes of the only result, at these offsets.
    ///
    /// # Errors
    /// The number of offsets is not that of the operands, the boxes do not fill the result, or the types do not match.
    pub fn boxes_at(self, offsets: &[Vec<i64>]) -> ViewRelations {
        let whole = self.result()?;
        let operands = self.operands();
        let dims = laid_out(&self.lengths(whole, "the result")?);
        let Some(dims) = dims.filter(|_| offsets.len() == operands.len()) else {
            let places = offsets.len();
            let operands = counted(operands.len(), "operand");
            return Err(Opaque::new(format!(
                "the op has {operands}, but {places} offsets; or the result is dynamic"
            )));
        };
        let mut parts = Vec::with_capacity(operands.len());
        let mut boxes = Vec::new();
        for (at, (&part, offsets)) in operands.iter().zip(offsets).enumerate() {
            let what = format!("operand {at}");
            let found = laid_out(&self.lengths(part, &what)?);
            let found = found.ok_or_else(|| Opaque::new(format!("{what} exceeds the result")))?;
            self.same_element(whole, part)?;
            same_rank(dims.len(), found.len(), &what)?;
            same_rank(dims.len(), offsets.len(), &format!("offset {at}"))?;
            let slices =
                offsets.iter().zip(&found).map(|(&begin, &len)| SliceDim { begin, step: 1, len });
            let slices: Vec<SliceDim> = slices.collect();
            let fits = slices.iter().zip(&dims).all(|(dim, &length)| {
                dim.begin >= 0 && dim.begin.checked_add(dim.len).is_some_and(|end| end <= length)
            });
            ensure(fits, || format!("{what} exceeds the result"))?;
            boxes.push(slices.clone());
            let kept = (0..dims.len()).collect();
            parts.push(Subview { whole, part, map: ViewMap::Slice { dims: slices, kept } });
        }
        ensure(tiles(&boxes, &dims), || {
            "the operands overlap, or do not fill the result".to_owned()
        })?;
        Ok(parts)
    }
}

/// Returns the lengths in memory; `None` if a dim has none.
fn laid_out(lengths: &[ViewLen]) -> Option<Vec<i64>> {
    lengths.iter().map(|len| len.laid_out()).collect()
}

const MAX_BOXES: usize = crate::limits::BOXES as usize;

/// Returns `true` if boxes within a shape are disjoint and fill it. `false` if there are too many to compare.
fn tiles(boxes: &[Vec<SliceDim>], shape: &[i64]) -> bool {
    fn meets(a: &[SliceDim], b: &[SliceDim]) -> bool {
        a.iter().zip(b).all(|(a, b)| a.begin < b.begin + b.len && b.begin < a.begin + a.len)
    }
    let filled = boxes.iter().try_fold(0i64, |sum, own| {
        sum.checked_add(checked_product(own.iter().map(|dim| dim.len))?)
    });
    boxes.len() <= MAX_BOXES
        && filled.is_some()
        && filled == checked_product(shape.iter().copied())
        && (0..boxes.len()).all(|at| boxes[..at].iter().all(|other| !meets(&boxes[at], other)))
}
