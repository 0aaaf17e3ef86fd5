//! Views of tensors, as chains of transforms over the dims of the whole.

use super::map::SubviewFault;
use crate::domain::Algebra;
use crate::space::{DimsOrder, Len, checked_product};
use crate::transform::{Embed, Freeze, Insert, Lengths, Merge, Slice, Transform, Unmerge};

/// The map from each element of a part to an element of the whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ViewMap {
    /// A permutation of the dims: logical dim i of the part is dim `dims[i]` of the whole.
    Transpose(Vec<usize>),
    /// The same elements, in row-major order of the logical dims (reshape, squeeze, flatten and similar ops).
    Reshape,
    /// The same elements, in memory order (`layout.view`: the dims of both tensors in physical order).
    Memory,
    /// Some indices of each dim of the whole.
    Slice {
        /// For each logical dim of the whole, the indices that the part contains.
        dims: Vec<SliceDim>,
        /// The dims of the whole that are dims of the part, in order. Each other dim has one index in the part.
        kept: Vec<usize>,
    },
}

impl ViewMap {
    /// Returns the view from the part back to the whole; `None` for a slice.
    pub fn inverse(&self) -> Option<ViewMap> {
        match self {
            ViewMap::Transpose(dims) => Some(ViewMap::Transpose(
                (0..dims.len())
                    .map(|dim| dims.iter().position(|&at| at == dim))
                    .collect::<Option<_>>()?,
            )),
            ViewMap::Reshape => Some(ViewMap::Reshape),
            ViewMap::Memory => Some(ViewMap::Memory),
            ViewMap::Slice { .. } => None,
        }
    }
}

/// The `len` indices `begin`, `begin + step`, and so on of a dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SliceDim {
    /// The first index, at least 0.
    pub begin: i64,
    /// The difference between adjacent indices: at least 1, and exactly 1 if there is only one index.
    pub step: i64,
    /// The number of indices, at least 1.
    pub len: i64,
}

impl SliceDim {
    /// Returns all indices of a dim of this length.
    pub fn whole(len: i64) -> SliceDim {
        SliceDim { begin: 0, step: 1, len }
    }

    /// Returns the index after the last one; `None` if there is no index, or it does not fit 64 bits.
    fn end(self) -> Option<i64> {
        let steps = self.len.checked_sub(1).filter(|&steps| steps >= 0 && self.step >= 1)?;
        self.begin.checked_add(steps.checked_mul(self.step)?)?.checked_add(1)
    }
}

/// A transform in a chain. Dims are numbers: first those of the whole, then those that transforms define.
struct ViewStage {
    transform: Transform,
    operands: Vec<usize>,
    results: Vec<usize>,
}

/// A view as transforms over the dims of its whole, which have no strides yet.
pub(super) struct ViewChain {
    /// The lengths of all dims.
    lengths: Vec<i64>,
    /// The stages, from the whole to the part.
    stages: Vec<ViewStage>,
    /// The dims of the part so far.
    dims: Vec<usize>,
    rank: usize,
}

impl ViewChain {
    /// Returns the chain of a view between tensors of these lengths. `orders` are the physical orders of the whole and
    /// the part, which only [`ViewMap::Memory`] uses.
    ///
    /// # Errors
    /// The map does not fit the lengths, or an order is missing.
    pub(super) fn new(
        map: &ViewMap,
        whole: &[i64],
        part: &[i64],
        orders: Option<(DimsOrder, DimsOrder)>,
    ) -> Result<ViewChain, SubviewFault> {
        let rank = whole.len();
        let lengths = whole.to_vec();
        let dims = (0..rank).collect();
        let mut chain = ViewChain { lengths, stages: Vec::new(), dims, rank };
        match map {
            ViewMap::Transpose(dims) => chain.transpose(dims)?,
            ViewMap::Reshape => chain.reshape(part)?,
            ViewMap::Memory => {
                let (before, after) = orders.ok_or(SubviewFault::Outside)?;
                chain.transpose(&before.indices())?;
                let memory = after.indices().into_iter().map(|dim| part.get(dim).copied());
                chain
                    .reshape(&memory.collect::<Option<Vec<i64>>>().ok_or(SubviewFault::Outside)?)?;
                chain.transpose(&after.inverse().indices())?;
            }
            ViewMap::Slice { dims, kept } => chain.slice(dims, kept)?,
        }
        let fits = chain.lengths_of(&chain.dims) == part;
        if fits { Ok(chain) } else { Err(SubviewFault::Outside) }
    }

    fn lengths_of(&self, dims: &[usize]) -> Vec<i64> {
        dims.iter().map(|&dim| self.lengths[dim]).collect()
    }

    /// Evaluates the chain over any algebra: returns the index of each dim of the whole from the components of the
    /// part's index.
    pub(super) fn evaluate<A: Algebra>(
        &self,
        index: &[A::Value],
        algebra: &mut A,
    ) -> Vec<A::Value> {
        let mut values = vec![algebra.linear(0, &[]); self.lengths.len()];
        for (&dim, value) in self.dims.iter().zip(index) {
            values[dim] = value.clone();
        }
        let mut below = Vec::new();
        for ViewStage { transform, operands, results } in self.stages.iter().rev() {
            let lengths = Lengths {
                operands: &self.lengths_of(operands),
                results: &self.lengths_of(results),
            };
            let above: Vec<A::Value> = results.iter().map(|&dim| values[dim].clone()).collect();
            transform.operand_index(lengths, &above, algebra, &mut below);
            for (&dim, value) in operands.iter().zip(below.drain(..)) {
                values[dim] = value;
            }
        }
        values.truncate(self.rank);
        values
    }

    /// Applies a transform to dims and returns its result dims.
    fn apply(
        &mut self,
        transform: impl Into<Transform>,
        operands: Vec<usize>,
    ) -> Result<Vec<usize>, SubviewFault> {
        let transform = transform.into();
        let lengths: Option<Vec<Len>> =
            operands.iter().map(|&dim| Len::new(self.lengths[dim])).collect();
        let lengths = transform.result_lengths(&lengths.ok_or(SubviewFault::Outside)?);
        let lengths = lengths.map_err(|_| SubviewFault::Outside)?;
        let results: Vec<usize> =
            (self.lengths.len()..self.lengths.len() + lengths.len()).collect();
        self.lengths.extend(lengths.into_iter().filter_map(Len::get));
        self.stages.push(ViewStage { transform, operands, results: results.clone() });
        Ok(results)
    }

    /// Applies a transform with one result dim.
    fn apply_one(
        &mut self,
        transform: impl Into<Transform>,
        operands: Vec<usize>,
    ) -> Result<usize, SubviewFault> {
        let results = self.apply(transform, operands)?;
        results.first().copied().ok_or(SubviewFault::Outside)
    }

    fn transpose(&mut self, dims: &[usize]) -> Result<(), SubviewFault> {
        let is_permutation = (0..self.dims.len()).all(|dim| dims.contains(&dim));
        if !is_permutation || dims.len() != self.dims.len() {
            return Err(SubviewFault::Outside);
        }
        self.dims = dims.iter().map(|&dim| self.dims[dim]).collect();
        Ok(())
    }

    fn slice(&mut self, slices: &[SliceDim], kept: &[usize]) -> Result<(), SubviewFault> {
        if slices.len() != self.dims.len() {
            return Err(SubviewFault::Outside);
        }
        for (at, &slice) in slices.iter().enumerate() {
            self.dims[at] = self.slice_dim(self.dims[at], slice)?;
        }
        let dropped: Vec<usize> = (0..slices.len()).filter(|at| !kept.contains(at)).collect();
        for &at in &dropped {
            self.freeze(self.dims[at])?;
        }
        if kept.iter().any(|&at| at >= slices.len()) || kept.len() + dropped.len() != slices.len() {
            return Err(SubviewFault::Outside);
        }
        self.dims = kept.iter().map(|&at| self.dims[at]).collect();
        Ok(())
    }

    fn slice_dim(&mut self, dim: usize, slice: SliceDim) -> Result<usize, SubviewFault> {
        if slice == SliceDim::whole(self.lengths[dim]) {
            return Ok(dim);
        }
        let end = slice.end().ok_or(SubviewFault::Outside)?;
        let dim = self.apply_one(Slice { begin: slice.begin, end }, vec![dim])?;
        if slice.step == 1 || slice.len == 1 {
            return Ok(dim);
        }
        self.apply_one(Embed { lengths: vec![slice.len], strides: vec![slice.step] }, vec![dim])
    }

    /// Drops a dim of length 1.
    fn freeze(&mut self, dim: usize) -> Result<(), SubviewFault> {
        match self.lengths[dim] {
            1 => self.apply(Freeze { at: 0 }, vec![dim]).map(drop),
            _ => Err(SubviewFault::Outside),
        }
    }

    /// Reinterprets the same elements, in row-major order, in dims of other lengths. Both lists of lengths are split
    /// into the shortest groups of equal products. The dims of each group are merged, and then split into the new dims.
    fn reshape(&mut self, lengths: &[i64]) -> Result<(), SubviewFault> {
        let old = self.lengths_of(&self.dims);
        if old == lengths {
            return Ok(());
        }
        fn count(lengths: &[i64]) -> Result<i64, SubviewFault> {
            checked_product(lengths.iter().copied()).ok_or(SubviewFault::TooLarge)
        }
        let before = count(&old)?;
        let after = count(lengths)?;
        if before != after {
            return Err(SubviewFault::Counts(before, after));
        }
        let mut dims = vec![usize::MAX; lengths.len()];
        for (from, to) in groups(&old, lengths) {
            let from = from.into_iter().map(|at| self.dims[at]).collect();
            let parts = to.iter().map(|&at| lengths[at]).collect();
            for (at, dim) in to.into_iter().zip(self.regroup(from, parts)?) {
                dims[at] = dim;
            }
        }
        for at in (0..old.len()).filter(|&at| old[at] == 1) {
            self.freeze(self.dims[at])?;
        }
        for dim in dims.iter_mut().filter(|dim| **dim == usize::MAX) {
            *dim = self.apply_one(Insert { length: 1 }, Vec::new())?;
        }
        self.dims = dims;
        Ok(())
    }

    /// Merges dims, and splits the result into dims of these lengths.
    fn regroup(&mut self, from: Vec<usize>, lengths: Vec<i64>) -> Result<Vec<usize>, SubviewFault> {
        let merged = match from[..] {
            [dim] => dim,
            _ => self.apply_one(Merge, from)?,
        };
        match lengths.len() {
            1 => Ok(vec![merged]),
            _ => self.apply(Unmerge { lengths }, vec![merged]),
        }
    }
}

/// Returns the shortest groups of dims with equal products, without dims of length 1. The total products must be equal.
fn groups(old: &[i64], new: &[i64]) -> Vec<(Vec<usize>, Vec<usize>)> {
    fn moving(lengths: &[i64]) -> Vec<usize> {
        (0..lengths.len()).filter(|&at| lengths[at] > 1).collect()
    }
    let mut olds = moving(old).into_iter().rev();
    let mut news = moving(new).into_iter().rev();
    let mut groups = Vec::new();
    while let Some(first) = olds.next() {
        let mut from = vec![first];
        let mut to = Vec::new();
        let mut have = i128::from(old[first]);
        let mut made = 1;
        while have != made {
            // The total products are equal, so neither list ends early.
            if made < have {
                let Some(at) = news.next() else { break };
                made *= i128::from(new[at]);
                to.push(at);
            } else {
                let Some(at) = olds.next() else { break };
                have *= i128::from(old[at]);
                from.push(at);
            }
        }
        from.reverse();
        to.reverse();
        groups.push((from, to));
    }
    groups
}
