//! The checks of one map between an operand and the result of a view op.

use super::dims::{
    ensure, mapped_len, permutation, same_count, same_lengths, same_rank, shown, static_count,
};
use super::{Opaque, SliceDim, Subview, ViewMap, ViewRelations};
use crate::module::Value;
use crate::registry::DYNAMIC;

/// An operand and a result of ranked types with the same element type, and their lengths. A dynamic length is
/// [`DYNAMIC`].
#[derive(Clone, Debug)]
pub struct Pair {
    /// The operand.
    pub from: Value,
    /// The result.
    pub to: Value,
    /// The operand's lengths.
    pub before: Vec<i64>,
    /// The result's lengths.
    pub after: Vec<i64>,
}

impl Pair {
    /// Returns `true` if the operand and the result each have one dynamic dim.
    pub fn has_one_dynamic_dim(&self) -> bool {
        let dynamic = |lengths: &[i64]| lengths.iter().filter(|&&len| len == DYNAMIC).count();
        dynamic(&self.before) == 1 && dynamic(&self.after) == 1
    }

    /// Returns the relation of a result whose dim i is dim `dims[i]` of the operand.
    ///
    /// # Errors
    /// `dims` is not a permutation, or the types do not match.
    pub fn transpose(self, dims: &[i64]) -> ViewRelations {
        let dims = permutation(dims, self.before.len())?;
        let expected: Vec<i64> = dims.iter().map(|&dim| self.before[dim]).collect();
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
    /// merged.
    pub fn reshape(self, lengths: &[i64]) -> ViewRelations {
        same_lengths(lengths, &self.after, "the result")?;
        same_count(&self.before, &self.after)?;
        Ok(self.part(ViewMap::Reshape))
    }

    /// Returns the relation of a result with the operand's elements in memory order.
    ///
    /// # Errors
    /// The numbers of elements differ, or several dims are dynamic. One dynamic dim is the outermost in memory on both
    /// sides, or the tensors have no strides.
    pub fn memory(self) -> ViewRelations {
        let (before, after) = (static_count(&self.before)?, static_count(&self.after)?);
        ensure(before.0 <= 1 && after.0 <= 1, || "several dims are dynamic".to_owned())?;
        ensure(before.0 == after.0 && (before.0 == 0 || before.1 == after.1), || {
            "a dynamic dim is split or merged".to_owned()
        })?;
        if before.0 == 0 {
            same_count(&self.before, &self.after)?;
        }
        Ok(self.part(ViewMap::Memory))
    }

    /// Returns the relation of a result that has these indices of each dim of the operand.
    ///
    /// # Errors
    /// An index is out of range, or the types do not match.
    pub fn slice(self, dims: &[SliceDim]) -> ViewRelations {
        let kept = (0..dims.len()).collect();
        self.sliced(dims, kept)
    }

    /// Returns the same relation as [`Pair::slice`], but the result may omit dims of one index. As in MLIR, each dim of
    /// the result is the first remaining dim of the slice with its length.
    ///
    /// # Errors
    /// As for [`Pair::slice`].
    pub fn slice_reduced(self, dims: &[SliceDim]) -> ViewRelations {
        let mut kept = Vec::with_capacity(dims.len());
        for (dim, SliceDim { len, .. }) in dims.iter().enumerate() {
            if self.after.get(kept.len()) == Some(len) {
                kept.push(dim);
            } else {
                ensure(*len == 1, || {
                    format!("d{dim} of size {} is not a dim of the result", shown(*len))
                })?;
            }
        }
        self.sliced(dims, kept)
    }

    /// Returns the same relation as [`Pair::slice`], but the result has only the kept dims. Each other dim has one index.
    ///
    /// # Errors
    /// As for [`Pair::slice`].
    pub fn sliced(self, dims: &[SliceDim], kept: Vec<usize>) -> ViewRelations {
        same_rank(dims.len(), self.before.len(), "operand 0")?;
        let dims = dims.iter().zip(&self.before).enumerate();
        let dims: Vec<SliceDim> = dims
            .map(|(dim, (slice, &len))| in_range(*slice, dim, len))
            .collect::<Result<_, _>>()?;
        let expected: Vec<i64> = kept.iter().map(|&dim| dims[dim].len).collect();
        same_lengths(&expected, &self.after, "the result")?;
        let dims = dims.into_iter().map(|dim| SliceDim { len: mapped_len(dim.len), ..dim });
        Ok(self.part(ViewMap::Slice { dims: dims.collect(), kept }))
    }

    fn part(&self, map: ViewMap) -> Vec<Subview> {
        vec![Subview { whole: self.from, part: self.to, map }]
    }
}

/// Checks that the indices of a slice are in range for a dim of this length. Returns the slice, with step 1 if it has a
/// single index.
fn in_range(slice: SliceDim, dim: usize, length: i64) -> Result<SliceDim, Opaque> {
    let SliceDim { begin, step, len } = slice;
    if length == DYNAMIC {
        let is_whole = slice == SliceDim::whole(DYNAMIC);
        return ensure(is_whole, || format!("d{dim} is dynamic, but not kept as a whole"))
            .map(|()| slice);
    }
    let last = len.checked_sub(1).and_then(|steps| steps.checked_mul(step)?.checked_add(begin));
    let inside = last.is_some_and(|last| last < length);
    ensure(begin >= 0 && step >= 1 && len >= 1 && inside, || {
        let indices = if len == 1 { "index" } else { "indices" };
        format!(
            "slice of {len} {indices} from {begin} with step {step} exceeds d{dim} of length {length}"
        )
    })?;
    Ok(SliceDim { step: if len == 1 { 1 } else { step }, ..slice })
}
