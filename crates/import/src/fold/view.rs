//! Views of the elements of a weight.

use super::loops::MoveLoop;
use ir::layout::{DimsOrder, Scaled, SubviewMap, ViewMap, row_major_strides};

/// Elements of a weight at strides, in elements of its row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WeightView {
    /// The number of the weight.
    pub(super) weight: usize,
    pub(super) lengths: Vec<i64>,
    pub(super) strides: Vec<i64>,
    pub(super) offset: i64,
}

impl WeightView {
    /// Returns all elements of a weight. `None` if their number overflows.
    pub(super) fn whole(weight: usize, lengths: &[i64]) -> Option<WeightView> {
        let strides = row_major_strides(lengths)?;
        Some(WeightView { weight, lengths: lengths.to_vec(), strides, offset: 0 })
    }

    /// Returns a view of the elements. `None` if its elements have no strides.
    pub(super) fn part(
        &self,
        map: &ViewMap,
        part: &[i64],
        orders: Option<(DimsOrder, DimsOrder)>,
    ) -> Option<WeightView> {
        let (map, constraints) = SubviewMap::of_view(map, &self.lengths, part, orders).ok()?;
        let at = |scaled: Scaled| scaled.times.checked_mul(*self.strides.get(scaled.var)?);
        for constraint in constraints {
            if at(constraint.outer)? != at(constraint.inner)? {
                return None;
            }
        }
        let strides = map.dims().iter().map(|dim| dim.stride().map_or(Some(0), at));
        let strides = strides.collect::<Option<Vec<i64>>>()?;
        let offset =
            map.offset().iter().try_fold(self.offset, |sum, &term| sum.checked_add(at(term)?))?;
        Some(WeightView { weight: self.weight, lengths: part.to_vec(), strides, offset })
    }

    /// Returns the loops that move the elements into row-major order. `None` if a stride is negative.
    pub(super) fn loops(&self) -> Option<Vec<MoveLoop>> {
        let packed = WeightView::whole(self.weight, &self.lengths)?;
        let dims = self.lengths.iter().zip(&self.strides).zip(&packed.strides);
        dims.map(|((&length, &source), &target)| MoveLoop::new(length, source, target)).collect()
    }
}
