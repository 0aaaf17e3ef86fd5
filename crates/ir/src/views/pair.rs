//! The checks of one map between an operand and the result of a view op.

use super::dims::{
    ViewLen, dynamic_count, ensure, laid_out_count, long, permutation, same_count, same_lengths,
    same_rank, split_or_merged,
};
use super::{Opaque, SliceDim, Subview, ViewMap, ViewRelations};
use crate::layout::DimsOrder;
use crate::module::Value;

/// An operand and a result of ranked types with the same element type, and their lengths.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The operand.
    pub from: Value,
    /// The result.
    pub to: Value,
    /// The operand's lengths.
    pub before: Vec<ViewLen>,
    /// The result's lengths.
    pub after: Vec<ViewLen>,
}

impl Pair {
    /// Returns `true` if the operand and the result each have one dynamic dim.
    pub fn has_one_dynamic_dim(&self) -> bool {
        dynamic_count(&self.before) == 1 && dynamic_count(&self.after) == 1
    }

    /// Returns the relation of a result whose dim i is dim `dims[i]` of the operand.
    ///
    /// # Errors
    /// `dims` is not a permutation, or the types do not match.
    pub fn transpose(self, dims: &[i64]) -> ViewRelations {
        let dims = permutation(dims, self.before.len())?;
        let expected: Vec<ViewLen> = dims.iter().map(|&dim| self.before[dim]).collect();
        same_lengths(&expected, &self.after, "the result")?;
        Ok(self.part(ViewMap::Transpose(dims)))
    }

    /// Returns the relation of a result with the dims and elements of the operand.
    ///
    /// # Errors
    /// The lengths differ.
    pub fn same(self) -> ViewRelations {
        let dims: Vec<i64> = (0..self.before.len() as i64).collect();
        self.transpose(&dims)
    }

    /// Returns the relation of a result with these lengths and the operand's elements in row-major order. Dynamic dims
    /// are kept: the first dynamic dim of the operand must be the first of the result, and so on.
    ///
    /// # Errors
    /// The result has other lengths, operand and result differ in the number of elements, or a dynamic dim is split or
    /// merged in a way that depends on its run-time length.
    pub fn reshape(self, lengths: &[ViewLen]) -> ViewRelations {
        same_lengths(lengths, &self.after, "the result")?;
        same_count(&self.before, &self.after)?;
        Ok(self.part(ViewMap::Reshape))
    }

    /// Returns the relation of a result with the operand's elements in memory order, of which each has the same index.
    pub(super) fn whole_memory(self) -> Vec<Subview> {
        self.part(ViewMap::Memory)
    }

    /// Returns the relation of a result with the operand's elements in memory order. `orders` are those that the types of
    /// operand and result state.
    ///
    /// # Errors
    /// The numbers of elements differ, or the run-time lengths determine which elements coincide. A dynamic dim without
    /// a bound is the outermost in memory on both sides, or the tensors have no strides. The memory of a dim with a
    /// bound is known from the orders.
    pub fn memory(self, orders: [Option<DimsOrder>; 2]) -> ViewRelations {
        let before = &self.before;
        let after = &self.after;
        let dynamic = (dynamic_count(before), dynamic_count(after));
        if dynamic == (0, 0) {
            same_count(before, after)?;
        } else if before.iter().chain(after).any(|len| matches!(len, ViewLen::Bounded(_))) {
            let [Some(from), Some(to)] = orders else {
                return Err(Opaque::new(
                    "the memory of a bounded dim depends on orders that the types do not state",
                ));
            };
            bounded_memory(&in_memory(from, before), &in_memory(to, after))?;
        } else {
            ensure(dynamic.0 <= 1 && dynamic.1 <= 1, || "several dims are dynamic".to_owned())?;
            if dynamic.0 != dynamic.1 || laid_out_count(before)? != laid_out_count(after)? {
                return Err(split_or_merged());
            }
        }
        Ok(self.part(ViewMap::Memory))
    }

    /// Returns the relation of a result that has these indices of each dim of the operand.
    ///
    /// # Errors
    /// An index is out of range, or the types do not match.
    pub fn slice(self, dims: &[DimSlice]) -> ViewRelations {
        let kept = (0..dims.len()).collect();
        self.sliced(dims, kept)
    }

    /// Returns the same relation as [`Pair::slice`], but the result may omit dims of one index. As in MLIR, each dim of
    /// the result is the first remaining dim of the slice with its length.
    ///
    /// # Errors
    /// As for [`Pair::slice`].
    pub fn slice_reduced(self, dims: &[DimSlice]) -> ViewRelations {
        let mut kept = Vec::with_capacity(dims.len());
        for (dim, DimSlice { len, .. }) in dims.iter().enumerate() {
            let next = self.after.get(kept.len());
            if next.is_some_and(|next| next.laid_out() == len.laid_out()) {
                kept.push(dim);
            } else {
                ensure(*len == ViewLen::Static(1), || {
                    format!("d{dim} of size {len} is not a dim of the result")
                })?;
            }
        }
        self.sliced(dims, kept)
    }

    /// Returns the same relation as [`Pair::slice`], but the result has only the kept dims. Each other dim has one index.
    ///
    /// # Errors
    /// As for [`Pair::slice`].
    pub fn sliced(self, dims: &[DimSlice], kept: Vec<usize>) -> ViewRelations {
        same_rank(dims.len(), self.before.len(), "operand 0")?;
        let dims = dims.iter().zip(&self.before).enumerate();
        let dims: Vec<DimSlice> = dims
            .map(|(dim, (slice, &len))| in_range(*slice, dim, len))
            .collect::<Result<_, _>>()?;
        let expected: Vec<ViewLen> = kept.iter().map(|&dim| dims[dim].len).collect();
        same_lengths(&expected, &self.after, "the result")?;
        let dims = dims.into_iter().map(DimSlice::mapped);
        Ok(self.part(ViewMap::Slice { dims: dims.collect(), kept }))
    }

    fn part(&self, map: ViewMap) -> Vec<Subview> {
        vec![Subview { whole: self.from, part: self.to, map }]
    }
}

/// The indices of one dim that a slice has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DimSlice {
    /// The first index.
    pub begin: i64,
    /// The difference between adjacent indices.
    pub step: i64,
    /// The number of indices.
    pub len: ViewLen,
}

impl DimSlice {
    /// Returns all indices of a dim.
    pub fn whole(len: ViewLen) -> DimSlice {
        DimSlice { begin: 0, step: 1, len }
    }

    /// Returns the slice of the dim in the map of a view.
    pub(super) fn mapped(self) -> SliceDim {
        SliceDim { begin: self.begin, step: self.step, len: self.len.mapped() }
    }
}

/// Checks that the indices of a slice are in range for a dim of this length, which is its bound if it has one. Returns
/// the slice, with step 1 if it has a single index.
fn in_range(slice: DimSlice, dim: usize, length: ViewLen) -> Result<DimSlice, Opaque> {
    let DimSlice { begin, step, len } = slice;
    let Some(length) = length.laid_out() else {
        let is_whole = slice == DimSlice::whole(ViewLen::Dynamic);
        return ensure(is_whole, || format!("d{dim} is dynamic, but not kept as a whole"))
            .map(|()| slice);
    };
    let Some(count) = len.laid_out() else {
        return Err(Opaque::new(format!(
            "the size of d{dim} of the slice is dynamic, without a bound"
        )));
    };
    let last = count.checked_sub(1).and_then(|steps| steps.checked_mul(step)?.checked_add(begin));
    let inside = last.is_some_and(|last| last < length);
    ensure(begin >= 0 && step >= 1 && count >= 1 && inside, || {
        let indices = if count == 1 { "index" } else { "indices" };
        format!(
            "slice of {count} {indices} from {begin} with step {step} exceeds d{dim} of length {length}"
        )
    })?;
    Ok(DimSlice { step: if count == 1 { 1 } else { step }, ..slice })
}

/// Checks that two shapes, by physical dim, have the same elements in the same sequence at every run-time length.
fn bounded_memory(before: &[ViewLen], after: &[ViewLen]) -> Result<(), Opaque> {
    if long(before) == long(after) {
        return Ok(());
    }
    let is_single = dynamic_count(before) <= 1 && dynamic_count(after) <= 1;
    ensure(is_single, || "several dims are dynamic".to_owned())?;
    same_count(before, after)
}

/// Returns the lengths in the sequence of the physical dims.
fn in_memory(order: DimsOrder, lengths: &[ViewLen]) -> Vec<ViewLen> {
    order.results().filter_map(|dim| lengths.get(dim.index()).copied()).collect()
}
