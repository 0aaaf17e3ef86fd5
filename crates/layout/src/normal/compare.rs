//! The affine form of a layout, and whether two layouts are the same function.
//!
//! Normal forms are compared first, which does not depend on size: expressions, then exclusive ors bit by bit, then the
//! form over bits, which decides equality and finds the first difference. If they do not decide, dims that no term of
//! either offset connects are compared apart from each other, by the same methods. Last, indices are compared one by one
//! in row-major order, so the first difference is reported.

use crate::index::{Atom, Expr, Exprs, Predicate};
use crate::pipeline::{Layout, LayoutBuilder, LayoutExprs, LayoutFault};
use crate::space::{Dim, Elems, IndexSpace, LogicalIndex, PerDim, Shape};
use crate::stride::AddressError;
use crate::transform::Freeze;

/// The maximum number of indices that are compared one by one.
const MAX_COMPARED: u64 = crate::limits::COMPARED_INDICES;

/// The number of indices that are compared one by one if there are too many for a proof of equality.
const FIRST_COMPARED: u64 = 1 << 16;

/// An offset that is affine in the logical index, and valid at every index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The stride of each logical dim, in elements; `None` for a dim of length 1, whose stride is free.
    pub strides: PerDim<Dim, Option<Elems>>,
    /// The offset of index zero.
    pub offset: Elems,
}

/// The first index, in row-major order, at which two layouts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The index.
    pub at: LogicalIndex,
    /// The offset in the first layout; `None` if the index is invalid there.
    pub a: Option<Elems>,
    /// The offset in the second layout; `None` if the index is invalid there.
    pub b: Option<Elems>,
}

/// The reason why two layouts cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompareError {
    /// Their shapes differ.
    Shapes(Shape, Shape),
    /// An offset cannot be computed, or the comparison exceeds the limit on steps.
    Address(AddressError),
}

impl_error!(CompareError {
    Self::Shapes(a, b) => "their shapes are {a} and {b}",
    Self::Address(error) => "{error}",
});

impl_from! { CompareError { Address(AddressError) } }

impl Layout {
    /// Returns the layout as strides and an offset; `None` if it is not affine, or not valid at every index.
    pub fn linear(&self) -> Option<Linear> {
        let mut exprs = Exprs::new();
        let symbolic = self.to_exprs(&mut exprs);
        if !symbolic.predicates.is_empty() {
            return None;
        }
        let (offset, terms) = exprs.as_linear(symbolic.offset)?;
        let strides = PerDim::from_fn(self.shape().len(), |dim: Dim| {
            let term = terms.iter().find(|&&(number, _)| number as usize == dim.index());
            let factor = term.map_or(0, |&(_, factor)| factor);
            (!self.shape()[dim].is_one()).then_some(Elems::new(factor))
        })
        .ok()?;
        Some(Linear { strides, offset: Elems::new(offset) })
    }

    /// Returns the first logical index at which this layout and another differ; `None` if they are the same function.
    /// Strides of dims of length 1 are ignored.
    ///
    /// # Errors
    /// The shapes differ. Or normal forms do not decide, and a length is dynamic or there are too many indices.
    pub fn difference(&self, other: &Layout) -> Result<Option<Difference>, CompareError> {
        self.difference_within(other, MAX_COMPARED)
    }

    /// Returns the same as [`difference`](Self::difference) in bounded time: if there are more indices than can be
    /// compared, only the first 2^16 are.
    ///
    /// # Errors
    /// As [`difference`](Self::difference), or the first difference is further on.
    pub fn bounded_difference(&self, other: &Layout) -> Result<Option<Difference>, CompareError> {
        let lengths = self.shape().static_lengths().ok_or(AddressError::Unresolved)?;
        let are_few = IndexSpace::below(lengths).count() <= MAX_COMPARED.into();
        self.difference_within(other, if are_few { MAX_COMPARED } else { FIRST_COMPARED })
    }

    fn difference_within(
        &self,
        other: &Layout,
        limit: u64,
    ) -> Result<Option<Difference>, CompareError> {
        if let Some(decided) = self.difference_of_forms(other)? {
            return Ok(decided);
        }
        if let Some(first) = self.difference_by_blocks(other, limit)? {
            return first.map_or(Ok(None), |at| Ok(self.difference_at(other, &at)?));
        }
        let mut evaluator = other.evaluator();
        Ok(self.difference_from(limit, |index| evaluator.offset_of_inside(index.iter().copied()))?)
    }

    /// Returns the first logical index at which the normal forms of the layouts differ; `None` if they do not decide.
    /// `Some(None)` means that the layouts are the same function. The cost does not depend on the lengths.
    ///
    /// # Errors
    /// The shapes differ, or an offset does not fit 64 bits.
    pub fn difference_of_forms(
        &self,
        other: &Layout,
    ) -> Result<Option<Option<Difference>>, CompareError> {
        if self.shape() != other.shape() {
            return Err(CompareError::Shapes(self.shape().clone(), other.shape().clone()));
        }
        let mut exprs = Exprs::new();
        let a = self.to_exprs(&mut exprs);
        let b = other.to_exprs(&mut exprs);
        if is_same(&mut exprs, &a, &b) {
            return Ok(Some(None));
        }
        if let Some(a) = self.linear()
            && let Some(b) = other.linear()
        {
            return Ok(Some(self.difference_at(other, &first_apart(&a, &b))?));
        }
        let decided = self.bitwise_difference(other);
        Ok(decided
            .map(|first| first.map_or(Ok(None), |at| self.difference_at(other, &at)))
            .transpose()?)
    }

    /// Returns the first index at which the layouts differ, from comparisons of blocks of dims; `Some(None)` if they are
    /// equal. `None` if all dims are one block, or index zero is invalid.
    ///
    /// A block is a set of dims that neither layout connects with others. If the layouts differ at an index, they differ
    /// at that index with all but one block at zero: an offset is a sum of one part for each block. So the first
    /// difference is that of a block.
    fn difference_by_blocks(
        &self,
        other: &Layout,
        limit: u64,
    ) -> Result<Option<Option<Vec<i64>>>, CompareError> {
        let blocks = blocks_of([self, other]);
        if blocks.len() < 2 || self.shape().first_dynamic().is_some() {
            return Ok(None);
        }
        let zero = vec![0; self.shape().len()];
        let start = LogicalIndex::new(zero.iter().copied()).map_err(AddressError::from)?;
        let a = self.offset_of(&start)?;
        let b = other.offset_of(&start)?;
        if a != b {
            return Ok(Some(Some(zero)));
        }
        if a.is_none() {
            return Ok(None);
        }
        let mut first: Option<Vec<i64>> = None;
        for dims in blocks {
            let a = self.restricted_to(&dims)?;
            let b = other.restricted_to(&dims)?;
            let Some(difference) = a.difference_within(&b, limit)? else { continue };
            let mut at = zero.clone();
            for (&dim, &component) in dims.iter().zip(difference.at.values()) {
                at[dim] = component;
            }
            first = Some(first.map_or(at.clone(), |first| first.min(at)));
        }
        Ok(Some(first))
    }

    /// Returns the layout of some dims, where the index of all others is zero.
    pub(crate) fn restricted_to(&self, dims: &[usize]) -> Result<Layout, AddressError> {
        // The dims exist, and a restriction has no greater offsets.
        self.restricted(dims).map_err(|_| AddressError::TooManySteps)
    }

    fn restricted(&self, dims: &[usize]) -> Result<Layout, LayoutFault> {
        let mut builder = LayoutBuilder::from_layout(self);
        let all = builder.base_dims().to_vec();
        for at in (0..all.len()).filter(|at| !dims.contains(at)) {
            builder.apply(Freeze { at: 0 }, &[all[at]])?;
        }
        builder.finish(&dims.iter().map(|&at| all[at]).collect::<Vec<_>>())
    }

    /// Returns the logical dims of each term of the offset, or of each component if not every index is valid.
    pub(crate) fn connected_dims(&self) -> Vec<Vec<usize>> {
        let mut exprs = Exprs::new();
        let symbolic = self.to_exprs(&mut exprs);
        if let Some(sum) = exprs.kind(symbolic.offset)
            && symbolic.predicates.is_empty()
        {
            let terms: Vec<Atom> = sum.terms.iter().map(|&(atom, _)| atom).collect();
            let terms: Vec<Expr> = terms.into_iter().map(|atom| exprs.of_atom(atom)).collect();
            return terms.into_iter().map(|term| exprs.vars_of(term)).collect();
        }
        self.components()
            .into_iter()
            .map(|component| {
                component
                    .cut
                    .iter()
                    .filter_map(|(dim, _)| {
                        self.logical_dims().iter().position(|found| found == dim)
                    })
                    .collect()
            })
            .collect()
    }

    /// Returns the first index at which the layout differs from a function of the index, which is evaluated at up to
    /// `limit` indices, one by one. `None` if they are the same function.
    pub(crate) fn difference_from(
        &self,
        limit: u64,
        mut other: impl FnMut(&[i64]) -> Result<Option<Elems>, AddressError>,
    ) -> Result<Option<Difference>, AddressError> {
        let lengths = self.shape().static_lengths().ok_or(AddressError::Unresolved)?;
        let space = IndexSpace::below(lengths);
        let mut evaluator = self.evaluator();
        let mut index = space.first();
        for _ in 0..limit {
            let a = evaluator.offset_of_inside(index.iter().copied())?;
            let b = other(&index)?;
            if a != b {
                return Ok(Some(Difference { at: LogicalIndex::new(index)?, a, b }));
            }
            if !space.advance(&mut index) {
                return Ok(None);
            }
        }
        Err(AddressError::TooManySteps)
    }

    fn difference_at(
        &self,
        other: &Layout,
        at: &[i64],
    ) -> Result<Option<Difference>, AddressError> {
        let at = LogicalIndex::new(at.iter().copied())?;
        let a = self.offset_of(&at)?;
        let b = other.offset_of(&at)?;
        Ok((a != b).then_some(Difference { at, a, b }))
    }
}

/// Returns the finest sets of logical dims that no component of a layout connects, each in ascending order.
fn blocks_of(layouts: [&Layout; 2]) -> Vec<Vec<usize>> {
    let rank = layouts[0].shape().len();
    let mut block: Vec<usize> = (0..rank).collect();
    for layout in layouts {
        for dims in layout.connected_dims() {
            let Some(&first) = dims.first() else { continue };
            for &dim in &dims {
                let from = block[dim];
                let to = block[first];
                block.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
            }
        }
    }
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for name in 0..rank {
        let dims: Vec<usize> = (0..rank).filter(|&dim| block[dim] == name).collect();
        blocks.extend(Some(dims).filter(|dims| !dims.is_empty()));
    }
    blocks
}

/// Returns `true` if two layouts are proven to be the same function.
fn is_same(exprs: &mut Exprs, a: &LayoutExprs, b: &LayoutExprs) -> bool {
    let is_one = a.offset != Expr::OVERFLOW && a.offset == b.offset;
    have_same_predicates(a, b) && (is_one || exprs.proves_equal_parities(a.offset, b.offset))
}

fn have_same_predicates(a: &LayoutExprs, b: &LayoutExprs) -> bool {
    fn all_in(these: &[Predicate], those: &[Predicate]) -> bool {
        these.iter().all(|it| those.contains(it))
    }
    all_in(&a.predicates, &b.predicates) && all_in(&b.predicates, &a.predicates)
}

/// Returns the first index, in row-major order, at which affine layouts of one shape differ: zero, or one step along
/// the last dim whose strides differ. Zero if they do not differ.
fn first_apart(a: &Linear, b: &Linear) -> Vec<i64> {
    let strides = a.strides.values().zip(b.strides.values());
    let mut index = vec![0; a.strides.len()];
    if a.offset == b.offset
        && let Some(last) = strides.clone().map(|(a, b)| a != b).rposition(|differs| differs)
    {
        index[last] = 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::LayoutBuilder;
    use crate::transform::*;

    fn rows(lengths: &[i64], strides: &[i64], offset: i64) -> Layout {
        let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
        let dims = builder.base_dims().to_vec();
        builder.finish(&dims).unwrap()
    }

    fn first(a: &Layout, b: &Layout) -> Option<(Vec<i64>, Option<i64>, Option<i64>)> {
        let difference = a.difference(b).unwrap()?;
        let at = difference.at.values().copied().collect();
        Some((at, difference.a.map(Elems::get), difference.b.map(Elems::get)))
    }

    #[test]
    fn split_and_merged_dim_is_identity() {
        let length = 1 << 40;
        let mut builder = LayoutBuilder::packed(&[length]).unwrap();
        let dims = builder.base_dims().to_vec();
        let digits = builder.apply(Unmerge { lengths: vec![1 << 20, 1 << 20] }, &dims).unwrap();
        let whole = builder.apply(Merge, &digits).unwrap();
        let there_and_back = builder.finish(&whole).unwrap();
        assert_eq!(first(&there_and_back, &rows(&[length], &[1], 0)), None);
        assert_eq!(
            first(&there_and_back, &rows(&[length], &[2], 0)),
            Some((vec![1], Some(1), Some(2)))
        );
        let linear = there_and_back.linear().unwrap();
        assert_eq!(linear.strides.values().collect::<Vec<_>>(), [&Some(Elems::new(1))]);
    }

    /// Returns a swizzle of 2^12 x 2^12 elements, and rows of 3 x 5 elements with virtual padding.
    fn in_blocks(low: i64, strides: &[i64; 4]) -> Layout {
        let mut builder = LayoutBuilder::strided(&[1 << 12, 1 << 12, 3, 5], strides, 0).unwrap();
        let &[m, n, p, q] = builder.base_dims() else { panic!() };
        let mixed = builder.apply(Xor, &[m, n]).unwrap();
        let p = builder.apply(Pad { low: 0, high: low }, &[p]).unwrap()[0];
        let merged = builder.apply(Merge, &[p, q]).unwrap()[0];
        builder.finish(&[mixed[0], mixed[1], merged]).unwrap()
    }

    #[test]
    fn blocks_of_dims_are_compared_apart() {
        let strides = [1 << 22, 1 << 8, 11, 2];
        let a = in_blocks(1, &strides);
        assert_eq!(first(&a, &in_blocks(1, &strides)), None);
        let longer = in_blocks(1, &[1 << 22, 1 << 8, 11, 3]);
        assert_eq!(first(&a, &longer), Some((vec![0, 0, 1], Some(2), Some(3))));
        let far = in_blocks(1, &[1 << 23, 1 << 8, 11, 2]);
        assert_eq!(
            first(&a, &far),
            Some((vec![1, 0, 0], Some((1 << 22) + 256), Some((1 << 23) + 256)))
        );
        // Too many indices are left in a block whose normal forms do not decide.
        let split = |by| {
            let mut builder = LayoutBuilder::packed(&[1 << 13, 1 << 14]).unwrap();
            let &[m, n] = builder.base_dims() else { panic!() };
            let sum = builder
                .apply(Embed { lengths: vec![1 << 13, 1 << 13], strides: vec![1, by] }, &[n])
                .unwrap();
            builder.finish(&[m, sum[0], sum[1]]).unwrap()
        };
        assert_eq!(first(&split(1), &split(1)), None);
    }

    #[test]
    fn first_difference_is_reported() {
        let a = rows(&[3, 4, 1], &[4, 1, 9], 0);
        assert_eq!(first(&a, &rows(&[3, 4, 1], &[4, 1, 0], 0)), None);
        let padded = rows(&[3, 4, 1], &[5, 1, 0], 0);
        assert_eq!(first(&a, &padded), Some((vec![1, 0, 0], Some(4), Some(5))));
        let moved = rows(&[3, 4, 1], &[4, 1, 0], 2);
        assert_eq!(first(&a, &moved), Some((vec![0, 0, 0], Some(0), Some(2))));
        let mut builder = LayoutBuilder::packed(&[2, 4]).unwrap();
        let &[m, n] = builder.base_dims() else { panic!() };
        let m = builder.apply(Pad { low: 0, high: 1 }, &[m]).unwrap()[0];
        let cut = builder.finish(&[m, n]).unwrap();
        let whole = rows(&[3, 4], &[4, 1], 0);
        assert_eq!(first(&whole, &cut), Some((vec![2, 0], Some(8), None)));
        assert_eq!(cut.linear(), None);
        assert!(matches!(whole.difference(&a), Err(CompareError::Shapes(..))));
    }
}
