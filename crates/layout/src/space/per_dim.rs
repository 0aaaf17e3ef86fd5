//! The container of shapes, strides and indices: one value for each dimension of one index space.
//!
//! [`Shape`], [`MemShape`], [`Strides`] and [`MemStrides`] are instances of this container with different index spaces
//! or value types. They do not convert into each other, and only the right dimension type indexes each of them.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU64;
use std::ops::{Index, IndexMut};

use super::dim::{Axis, Dim, MAX_DIMS, MAX_RANK, MemDim};
use super::units::Elems;
use crate::messages::joined;

/// The lengths of a tensor, by logical dimension.
pub type Shape = PerDim<Dim, Len>;

/// The lengths of a tensor's memory, by physical dimension, major to minor. VPUX calls it `MemSpace`.
pub type MemShape = PerDim<MemDim, Len>;

/// The strides of a tensor in elements, by logical dimension.
pub type Strides = PerDim<Dim, Elems>;

/// The strides of a tensor's memory in elements, by physical dimension, major to minor.
pub type MemStrides = PerDim<MemDim, Elems>;

/// A logical index of a tensor.
pub type LogicalIndex = PerDim<Dim, i64>;

/// An index into a tensor's memory, by physical dimension.
pub type MemIndex = PerDim<MemDim, i64>;

/// The length of a dimension: static and at least one, or dynamic (`?`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Len(Option<NonZeroU64>);

impl Len {
    /// A length that is unknown until run time.
    pub const DYNAMIC: Len = Len(None);

    /// The length that counts for a dynamic dim in a buffer. A view keeps a dynamic dim as a whole, and only the
    /// outermost dim in memory may be dynamic, so its length bounds no stride. Any length above 1 serves.
    pub const STAND_IN: i64 = 2;

    /// Returns a static length; `None` if the length is below 1.
    pub fn new(length: i64) -> Option<Len> {
        let length = u64::try_from(length).ok().and_then(NonZeroU64::new)?;
        Some(Len(Some(length)))
    }

    /// Returns the static length, which is at least 1; `None` if the length is dynamic.
    pub fn get(self) -> Option<i64> {
        self.0.map(|length| i64::try_from(length.get()).expect("`new` converted it from an i64"))
    }

    /// Returns the static length, or [`Len::STAND_IN`] for a dynamic one.
    pub fn or_stand_in(self) -> i64 {
        self.get().unwrap_or(Len::STAND_IN)
    }

    /// Returns `true` if the length is unknown until run time.
    pub fn is_dynamic(self) -> bool {
        self.0.is_none()
    }

    /// Returns `true` if the length is statically 1, so the dimension has a single index.
    pub fn is_one(self) -> bool {
        self.get() == Some(1)
    }
}

impl_display!(Len {
    Self(Some(length)) => "{length}",
    Self(None) => "?",
});

/// A value for each dimension `0..rank` of the index space `K`. The rank is at most [`MAX_DIMS`].
///
/// Indexing outside the rank panics, as it does for a slice; [`PerDim::get`] returns `None`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PerDim<K, T> {
    values: Vec<T>,
    space: PhantomData<K>,
}

impl<K: Axis, T> PerDim<K, T> {
    /// Returns the container of these values, in the order of their dimensions.
    ///
    /// # Errors
    /// [`RankError::TooMany`] if there are more than [`MAX_DIMS`] values.
    pub fn new(values: impl IntoIterator<Item = T>) -> Result<PerDim<K, T>, RankError> {
        // One value above the limit is enough to reject an endless iterator.
        let values: Vec<T> = values.into_iter().take(MAX_DIMS + 1).collect();
        if values.len() > MAX_DIMS {
            return Err(RankError::TooMany(MAX_DIMS));
        }
        Ok(PerDim { values, space: PhantomData })
    }

    /// Returns the container of `value(dim)` for each of the `rank` dimensions.
    ///
    /// # Errors
    /// [`RankError::TooMany`] if the rank is above [`MAX_DIMS`].
    pub fn from_fn(rank: usize, mut value: impl FnMut(K) -> T) -> Result<PerDim<K, T>, RankError> {
        if rank > MAX_DIMS {
            return Err(RankError::TooMany(MAX_DIMS));
        }
        Self::new(Self::dims_up_to(rank).map(&mut value))
    }

    /// Returns the container if its rank is that of a tensor.
    ///
    /// # Errors
    /// [`RankError::TooMany`] if the rank is above [`MAX_RANK`].
    pub fn of_tensor(self) -> Result<PerDim<K, T>, RankError> {
        if self.len() > MAX_RANK { Err(RankError::TooMany(MAX_RANK)) } else { Ok(self) }
    }

    /// Returns the number of dimensions.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns `true` if the rank is zero.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the value of a dimension; `None` if the dimension is outside the rank.
    pub fn get(&self, dim: K) -> Option<&T> {
        self.values.get(dim.index())
    }

    /// Returns the dimensions, in the order of their numbers.
    pub fn dims(
        &self,
    ) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + Clone + use<K, T> {
        Self::dims_up_to(self.len())
    }

    /// Returns the values, in the order of their dimensions.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        self.values.iter()
    }

    /// Returns each dimension with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &T)> {
        self.dims().zip(self.values.iter())
    }

    /// Returns the container of `value(dim, old)` for each dimension.
    pub fn map<U>(&self, mut value: impl FnMut(K, &T) -> U) -> PerDim<K, U> {
        let values = self.iter().map(|(dim, old)| value(dim, old)).collect();
        PerDim { values, space: PhantomData }
    }

    fn dims_up_to(
        rank: usize,
    ) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + Clone + use<K, T> {
        (0..rank).map(|index| K::new(index).expect("the rank was checked"))
    }
}

impl<K: Axis, T> Index<K> for PerDim<K, T> {
    type Output = T;

    fn index(&self, dim: K) -> &T {
        &self.values[dim.index()]
    }
}

impl<K: Axis, T> IndexMut<K> for PerDim<K, T> {
    fn index_mut(&mut self, dim: K) -> &mut T {
        &mut self.values[dim.index()]
    }
}

impl<K: Axis> PerDim<K, Len> {
    /// Returns a fully static shape.
    ///
    /// # Errors
    /// [`RankError::TooMany`] if the rank is above [`MAX_DIMS`], [`RankError::Length`] if a length is below 1.
    pub fn of_static(lengths: &[i64]) -> Result<PerDim<K, Len>, RankError> {
        let lengths = lengths.iter().enumerate();
        let lens: Result<Vec<Len>, RankError> = lengths
            .map(|(index, &length)| Len::new(length).ok_or(RankError::Length { index, length }))
            .collect();
        PerDim::new(lens?)
    }

    /// Returns the lengths; `None` if one is dynamic.
    pub fn static_lengths(&self) -> Option<Vec<i64>> {
        self.values().map(|len| len.get()).collect()
    }

    /// Returns the first dimension of dynamic length; `None` if all lengths are static.
    pub fn first_dynamic(&self) -> Option<K> {
        self.iter().find(|(_, len)| len.is_dynamic()).map(|(dim, _)| dim)
    }
}

impl<K: Axis, T: fmt::Display> fmt::Display for PerDim<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.values.iter().map(|value| format!("{value:#}"));
        write!(f, "[{}]", joined(values, ", "))
    }
}

impl<K: Axis, T: fmt::Debug> fmt::Debug for PerDim<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The reason why a container is invalid, or why two containers are incompatible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RankError {
    /// There are more than this many dimensions.
    TooMany(usize),
    /// Two ranks that must be equal are not.
    Mismatch {
        /// The expected rank.
        expected: usize,
        /// The actual rank.
        found: usize,
    },
    /// A length is below 1.
    Length {
        /// The index of the length, from zero.
        index: usize,
        /// The invalid length.
        length: i64,
    },
}

impl RankError {
    /// Returns an error unless both ranks are equal.
    pub(crate) fn unless_equal(expected: usize, found: usize) -> Result<(), RankError> {
        if expected == found { Ok(()) } else { Err(RankError::Mismatch { expected, found }) }
    }
}

impl_error!(RankError {
    Self::TooMany(most) => "more than {most} dims",
    Self::Mismatch { expected, found } => "expected {expected} dims, found {found}",
    Self::Length { index, length } =>
        "the length of dim {index} must be at least 1, but is {length}",
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_is_limited() {
        assert_eq!(LogicalIndex::new(std::iter::repeat(0)), Err(RankError::TooMany(64)));
        assert_eq!(LogicalIndex::new([0; 64]).map(|index| index.len()), Ok(64));
        assert_eq!(MemStrides::from_fn(65, |_| Elems::ZERO), Err(RankError::TooMany(64)));
        let of_tensor = |rank: usize| LogicalIndex::from_fn(rank, |_| 0).unwrap().of_tensor();
        assert_eq!(of_tensor(15).map(|index| index.len()), Ok(15));
        assert_eq!(of_tensor(16), Err(RankError::TooMany(15)));
    }

    #[test]
    fn lengths_below_one_are_rejected() {
        assert_eq!(Shape::of_static(&[4, 0]), Err(RankError::Length { index: 1, length: 0 }));
        assert_eq!(Len::new(-1), None);
        assert_eq!(Len::new(i64::MAX).and_then(Len::get), Some(i64::MAX));
        assert_eq!(Len::DYNAMIC.get(), None);
    }

    #[test]
    fn dim_indexes_its_value() {
        let [m0, m1] = [0, 1].map(|index| MemDim::new(index).unwrap());
        let mut strides = MemStrides::new([20, 4].map(Elems::new)).unwrap();
        strides[m0] = Elems::new(32);
        assert_eq!((strides[m0], strides[m1]), (Elems::new(32), Elems::new(4)));
        assert_eq!(strides.get(MemDim::new(2).unwrap()), None);
        assert_eq!(strides.to_string(), "[32, 4]");
        assert_eq!(format!("{strides:?}"), "{m0: Elems(32), m1: Elems(4)}");
    }

    #[test]
    fn dynamic_length_is_printed_and_found() {
        let shape = Shape::new([Len::new(2).unwrap(), Len::DYNAMIC]).unwrap();
        assert_eq!(shape.to_string(), "[2, ?]");
        assert_eq!(shape.first_dynamic(), Dim::new(1));
    }
}
