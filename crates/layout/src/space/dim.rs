//! The dimension types of the index spaces. They do not convert into each other.
//!
//! A [`Dim`] numbers the dimensions of a tensor as its op defines them. A [`MemDim`] numbers the dimensions of its
//! memory, major to minor. Only a [`DimsOrder`](crate::DimsOrder) converts between the two, and only `index()` returns
//! the number. A [`DimId`] names any dim of a pipeline of transforms, from the buffer to the logical dims.

use std::fmt;

/// The maximum rank of a tensor. VPUX packs an order into 64 bits, which hold no more dimensions.
pub const MAX_RANK: usize = crate::limits::RANK as usize;

/// The maximum number of dims of a layout, logical or in memory. A layout has less than 2^63 elements, so it has at most
/// 62 dims of two values or more.
pub const MAX_DIMS: usize = crate::limits::DIMS as usize;

mod sealed {
    pub trait Sealed {}
}

/// One of the two index spaces of containers: [`Dim`] or [`MemDim`]. The trait is sealed.
pub trait Axis: Copy + Ord + fmt::Debug + fmt::Display + sealed::Sealed {
    /// Returns the dimension with this number; `None` if the number is [`MAX_DIMS`] or more.
    fn new(index: usize) -> Option<Self>;

    /// Returns the number of the dimension, below [`MAX_DIMS`].
    fn index(self) -> usize;
}

macro_rules! axis {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl $name {
            /// Returns the dimension with this number; `None` if the number is [`MAX_DIMS`] or more.
            pub const fn new(index: usize) -> Option<$name> {
                if index < MAX_DIMS { Some($name(index as u8)) } else { None }
            }

            /// Returns the number of the dimension, below [`MAX_DIMS`]. No other function exposes it.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the dimensions `0..rank`. A rank above [`MAX_DIMS`] counts as [`MAX_DIMS`].
            pub fn all(rank: usize) -> impl DoubleEndedIterator<Item = $name> + Clone {
                (0..rank.min(MAX_DIMS) as u8).map($name)
            }
        }

        impl sealed::Sealed for $name {}

        impl Axis for $name {
            fn new(index: usize) -> Option<$name> {
                $name::new(index)
            }

            fn index(self) -> usize {
                $name::index(self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

axis!(
    /// A logical dimension, in the fixed order of the op's definition. It prints as `d0`, `d1`, and so on.
    Dim,
    "d"
);

axis!(
    /// A physical dimension, major to minor: `m0` is the outermost one. It prints as `m0`, `m1`, and so on.
    MemDim,
    "m"
);

/// A dim in a pipeline of transforms, numbered as in CK Tile. Number 0 is the buffer. The dims of the base count from
/// 1; the results of the transforms follow in text order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DimId(u32);

impl DimId {
    /// The buffer, whose index is the offset in elements.
    pub const BUFFER: DimId = DimId(0);

    /// Returns the dim with this number. A source text has fewer dims than bytes, and so fewer than 2^32.
    pub(crate) fn new(number: usize) -> DimId {
        DimId(u32::try_from(number).expect("a pipeline has fewer than 2^32 dims"))
    }

    /// Returns the number of the dim.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dims_are_limited() {
        assert_eq!(Dim::new(63).map(Dim::index), Some(63));
        assert_eq!(Dim::new(64), None);
        assert_eq!(MemDim::new(64), None);
        assert_eq!(MemDim::new(usize::MAX), None);
        assert_eq!(Dim::all(99).count(), MAX_DIMS);
    }

    #[test]
    fn index_spaces_print_differently() {
        assert_eq!(Dim::new(3).unwrap().to_string(), "d3");
        assert_eq!(MemDim::new(3).unwrap().to_string(), "m3");
    }
}
