//! The affine form of a layout, and whether two layouts are the same function.
//!
//! Normal forms are compared first, which does not depend on size: expressions, then the form over bits, which decides
//! equality and finds the first difference. If they do not decide, indices are compared one by one in row-major order,
//! so the first difference is reported.

use std::fmt;

use crate::index::{Expr, Exprs, Predicate};
use crate::pipeline::{Layout, LayoutExprs};
use crate::space::{Dim, Elems, IndexSpace, LogicalIndex, PerDim, Shape};
use crate::stride::AddressError;

/// The maximum number of indices that are compared one by one.
const MOST_COMPARED: u64 = 1 << 24;

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
pub enum CompareError {
    /// Their shapes differ.
    Shapes(Shape, Shape),
    /// An offset cannot be computed, or the comparison exceeds the limit on steps.
    Address(AddressError),
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompareError::Shapes(a, b) => write!(f, "their shapes are {a} and {b}"),
            CompareError::Address(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CompareError {}

impl From<AddressError> for CompareError {
    fn from(error: AddressError) -> CompareError {
        CompareError::Address(error)
    }
}

impl Layout {
    /// Returns the layout as strides and an offset; `None` if it is not affine, or not valid at every index.
    pub fn linear(&self) -> Option<Linear> {
        let mut exprs = Exprs::new();
        let symbolic = self.to_exprs(&mut exprs);
        if !symbolic.predicates.is_empty() {
            return None;
        }
        let (offset, terms) = exprs.as_linear(symbolic.offset)?;
        let stride = |dim: Dim| {
            let term = terms.iter().find(|&&(number, _)| number as usize == dim.index());
            let factor = term.map_or(0, |&(_, factor)| factor);
            (!self.shape()[dim].is_one()).then_some(Elems::new(factor))
        };
        let strides = PerDim::from_fn(self.shape().len(), stride).ok()?;
        Some(Linear { strides, offset: Elems::new(offset) })
    }

    /// Returns the first logical index at which this layout and another differ; `None` if they are the same function.
    /// Strides of dims of length 1 are ignored.
    ///
    /// # Errors
    /// The shapes differ. Or normal forms do not decide, and a length is dynamic or there are too many indices.
    pub fn difference(&self, other: &Layout) -> Result<Option<Difference>, CompareError> {
        if self.shape() != other.shape() {
            return Err(CompareError::Shapes(self.shape().clone(), other.shape().clone()));
        }
        let mut exprs = Exprs::new();
        let (a, b) = (self.to_exprs(&mut exprs), other.to_exprs(&mut exprs));
        if is_same(&a, &b) {
            return Ok(None);
        }
        if let (Some(a), Some(b)) = (self.linear(), other.linear()) {
            return Ok(self.difference_at(other, &first_apart(&a, &b))?);
        }
        if let Some(first) = self.bitwise_difference(other) {
            return first.map_or(Ok(None), |at| Ok(self.difference_at(other, &at)?));
        }
        self.compare(other)
    }

    /// Compares the layouts index by index.
    fn compare(&self, other: &Layout) -> Result<Option<Difference>, CompareError> {
        let lengths: Option<Vec<i64>> = self.shape().values().map(|len| len.get()).collect();
        let space = IndexSpace::below(lengths.ok_or(AddressError::Unresolved)?);
        let (mut a, mut b) = (self.evaluator(), other.evaluator());
        let mut index = space.first();
        for _ in 0..MOST_COMPARED {
            let at = a.offset_of_inside(index.iter().copied())?;
            if at != b.offset_of_inside(index.iter().copied())? {
                return Ok(self.difference_at(other, &index)?);
            }
            if !space.advance(&mut index) {
                return Ok(None);
            }
        }
        Err(AddressError::TooManySteps.into())
    }

    fn difference_at(
        &self,
        other: &Layout,
        at: &[i64],
    ) -> Result<Option<Difference>, AddressError> {
        let at = LogicalIndex::new(at.iter().copied())?;
        let (a, b) = (self.offset_of(&at)?, other.offset_of(&at)?);
        Ok((a != b).then_some(Difference { at, a, b }))
    }
}

/// Returns `true` if the normal forms are the same function.
fn is_same(a: &LayoutExprs, b: &LayoutExprs) -> bool {
    let all_in =
        |these: &[Predicate], those: &[Predicate]| these.iter().all(|it| those.contains(it));
    a.offset != Expr::OVERFLOW
        && a.offset == b.offset
        && all_in(&a.predicates, &b.predicates)
        && all_in(&b.predicates, &a.predicates)
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
