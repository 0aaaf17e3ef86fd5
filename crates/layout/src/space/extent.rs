//! Extents of index spaces: the checked product of lengths, row-major strides, and iteration over indices.

use super::dim::Axis;
use super::per_dim::{Len, PerDim};
use super::units::Elems;
use crate::messages::joined;
use std::cmp::Reverse;

/// An integer type of lengths. Layouts use 64 bits; the lengths in a source text may need other types.
pub trait LengthInt: Copy {
    /// The product of an empty list of lengths.
    const ONE: Self;

    /// Returns the product of two lengths; `None` if it does not fit the type.
    fn times(self, other: Self) -> Option<Self>;
}

macro_rules! length_ints {
    ($($int:ty)*) => {
        $(impl LengthInt for $int {
            const ONE: $int = 1;

            fn times(self, other: $int) -> Option<$int> {
                self.checked_mul(other)
            }
        })*
    };
}

length_ints! { i64 u64 i128 u128 }

/// Returns the product of lengths; `None` if it does not fit their type. Each length is at least 1.
pub fn checked_product<T: LengthInt>(lengths: impl IntoIterator<Item = T>) -> Option<T> {
    lengths.into_iter().try_fold(T::ONE, T::times)
}

/// Returns the row-major strides of these lengths, in elements. The innermost stride is 1; each other stride is the
/// product of the later lengths. The first length has no effect. `None` if a stride is 2^63 or more.
pub fn row_major_strides(lengths: &[i64]) -> Option<Vec<i64>> {
    let mut strides: Vec<i64> = strides_inside_out(lengths).collect();
    strides.reverse();
    (strides.len() == lengths.len()).then_some(strides)
}

/// Returns the row-major strides of these lengths, innermost first. The iterator ends before a stride of 2^63 or more.
pub(crate) fn strides_inside_out(lengths: &[i64]) -> impl Iterator<Item = i64> {
    let mut next = Some(1i64);
    lengths.iter().rev().map_while(move |&length| {
        let stride = next?;
        next = stride.checked_mul(length);
        Some(stride)
    })
}

impl<K: Axis> PerDim<K, Len> {
    /// Returns the fault of static lengths whose product is 2^63 or more; `None` if it is less.
    pub fn excess(&self) -> Option<String> {
        let lengths = self.values().filter_map(|len| len.get());
        if checked_product(lengths.clone()).is_some() {
            return None;
        }
        let lengths = joined(lengths, " x ");
        Some(format!("the logical shape must have less than 2^63 elements, but has {lengths}"))
    }

    /// Returns the number of indices, which is 1 for rank zero. `None` if a length is dynamic, or the product is 2^63
    /// or more.
    pub fn num_elements(&self) -> Option<Elems> {
        checked_product(self.static_lengths()?).map(Elems::new)
    }

    /// Returns the row-major strides of this shape. `None` if a length other than the outermost one is dynamic, or a
    /// stride is 2^63 or more.
    pub fn row_major_strides(&self) -> Option<PerDim<K, Elems>> {
        let lengths: Option<Vec<i64>> = self
            .values()
            .enumerate()
            .map(|(at, len)| if at == 0 { Some(1) } else { len.get() })
            .collect();
        let strides = row_major_strides(&lengths?)?;
        Some(self.map(|dim, _| Elems::new(strides[dim.index()])))
    }
}

/// Returns the dimensions by falling stride, outermost first. Among equal strides, the longer dimension comes first: if
/// any order of the dimensions is nested, this one is. A dimension without a stride has length 1 and follows the
/// dimension before it.
pub fn dims_by_falling_strides<K: Axis>(
    shape: &PerDim<K, Len>,
    strides: &PerDim<K, Option<Elems>>,
) -> Vec<K> {
    let mut dims: Vec<K> = strides.dims().filter(|&dim| strides[dim].is_some()).collect();
    dims.sort_by_key(|&dim| Reverse((strides[dim], shape[dim].get().unwrap_or(i64::MAX))));
    for free in strides.dims().filter(|&dim| strides[dim].is_none()) {
        let before = dims.iter().position(|dim| dim.index() + 1 == free.index());
        dims.insert(before.map_or(0, |at| at + 1), free);
    }
    dims
}

/// A box of indices: the Cartesian product of one range per component, in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexSpace {
    /// The least and the greatest value of each component, both included.
    bounds: Vec<(i64, i64)>,
}

impl IndexSpace {
    /// Returns the box whose components range from the first number to the second, both included. An empty range counts
    /// as its first number alone.
    pub fn new(bounds: impl IntoIterator<Item = (i64, i64)>) -> IndexSpace {
        IndexSpace { bounds: bounds.into_iter().map(|(low, high)| (low, high.max(low))).collect() }
    }

    /// Returns the box of all indices below these lengths, which are at least 1.
    pub fn below(lengths: impl IntoIterator<Item = i64>) -> IndexSpace {
        IndexSpace::new(lengths.into_iter().map(|length| (0, length - 1)))
    }

    /// Returns the number of indices; saturates at `u128::MAX`.
    pub fn count(&self) -> u128 {
        let lengths = self.bounds.iter().map(|&(low, high)| low.abs_diff(high));
        lengths.fold(1, |count: u128, steps| count.saturating_mul(u128::from(steps) + 1))
    }

    /// Returns the first index.
    pub fn first(&self) -> Vec<i64> {
        self.bounds.iter().map(|&(low, _)| low).collect()
    }

    /// Moves an index of the box to the next one. Returns `false` after the last index, which wraps to the first.
    pub fn advance(&self, index: &mut [i64]) -> bool {
        for (component, &(low, high)) in index.iter_mut().zip(&self.bounds).rev() {
            if *component < high {
                *component += 1;
                return true;
            }
            *component = low;
        }
        false
    }

    /// Returns all indices in row-major order, each in its own `Vec`. [`advance`](Self::advance) does not allocate.
    pub fn iter(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        std::iter::successors(Some(self.first()), |index| {
            let mut next = index.clone();
            self.advance(&mut next).then_some(next)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::dim::Dim;
    use super::super::per_dim::Shape;
    use super::*;

    #[test]
    fn products_and_strides_reject_overflow() {
        assert_eq!(checked_product::<i64>([]), Some(1));
        assert_eq!(checked_product([1i64 << 31, 1 << 31]), Some(1 << 62));
        assert_eq!(checked_product([1i64 << 32, 1 << 31]), None);
        assert_eq!(row_major_strides(&[7, 3, 4]), Some(vec![12, 4, 1]));
        assert_eq!(row_major_strides(&[i64::MAX, 2]), Some(vec![2, 1]));
        assert_eq!(row_major_strides(&[1, i64::MAX, 2]), None);
        let shape = Shape::new([Len::DYNAMIC, Len::new(3).unwrap()]).unwrap();
        assert_eq!(shape.num_elements(), None);
        assert_eq!(Shape::of_static(&[2, 3]).unwrap().num_elements(), Some(Elems::new(6)));
        assert_eq!(Shape::of_static(&[i64::MAX, 2]).unwrap().num_elements(), None);
        assert_eq!(
            shape.row_major_strides(),
            Shape::of_static(&[1, 3]).unwrap().row_major_strides()
        );
        assert_eq!(
            Shape::new([Len::new(3).unwrap(), Len::DYNAMIC]).unwrap().row_major_strides(),
            None
        );
    }

    #[test]
    fn dims_without_strides_follow_the_previous_dim() {
        let order = |lengths: &[i64], strides: &[Option<i64>]| -> Vec<usize> {
            let shape = Shape::of_static(lengths).unwrap();
            let strides = PerDim::new(strides.iter().map(|it| it.map(Elems::new))).unwrap();
            dims_by_falling_strides(&shape, &strides).into_iter().map(Dim::index).collect()
        };
        assert_eq!(order(&[2, 3, 4], &[Some(1), Some(8), Some(2)]), [1, 2, 0]);
        assert_eq!(order(&[1, 3, 1, 4], &[None, Some(1), None, Some(3)]), [0, 3, 1, 2]);
        assert_eq!(order(&[1, 5], &[Some(1), Some(1)]), [1, 0]);
        assert_eq!(order(&[1, 1], &[None, None]), [0, 1]);
    }

    #[test]
    fn iteration_is_row_major() {
        let space = IndexSpace::new([(0, 1), (-1, 0)]);
        let all: Vec<Vec<i64>> = space.iter().collect();
        assert_eq!(all, [[0, -1], [0, 0], [1, -1], [1, 0]]);
        assert_eq!((IndexSpace::below([]).iter().count(), IndexSpace::below([]).count()), (1, 1));
        let space = IndexSpace::below([2, 3, 4]);
        assert_eq!((space.iter().count(), space.count()), (24, 24));
        assert_eq!(IndexSpace::below([i64::MAX; 3]).count(), u128::MAX);
    }
}
