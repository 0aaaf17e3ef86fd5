//! The index spaces of a layout, as types that do not mix.
//!
//! A [`Dim`] counts the dimensions of the tensor as its op defines them. A [`MemDim`] counts the dimensions of its
//! memory, major to minor. Only a [`DimsOrder`](crate::DimsOrder) converts one into the other, and only `index()`
//! reads the number inside. A [`DimId`] names any dim between memory and the user in a pipeline of transforms.

use std::fmt;

/// The greatest number of dimensions of a layout. The packed code of an order in VPUX has room for no more.
pub const MAX_RANK: usize = 15;

mod sealed {
    pub trait Sealed {}
}

/// One of the two index spaces of containers: [`Dim`] or [`MemDim`]. The trait is sealed: there is no third one.
pub trait Axis: Copy + Ord + fmt::Debug + fmt::Display + sealed::Sealed {
    /// Returns the dimension with this number; `None` from [`MAX_RANK`] on.
    fn new(index: usize) -> Option<Self>;

    /// Returns the number of the dimension, below [`MAX_RANK`].
    fn index(self) -> usize;
}

macro_rules! axis {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl $name {
            /// Returns the dimension with this number; `None` from [`MAX_RANK`] on.
            pub const fn new(index: usize) -> Option<$name> {
                if index < MAX_RANK { Some($name(index as u8)) } else { None }
            }

            /// Returns the number of the dimension, below [`MAX_RANK`]. No other function reads it.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the dimensions `0..rank`; for a rank above [`MAX_RANK`] the first `MAX_RANK`.
            pub fn all(rank: usize) -> impl DoubleEndedIterator<Item = $name> + Clone {
                (0..rank.min(MAX_RANK) as u8).map($name)
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
    /// A logical dimension, in the fixed order of the op's definition. Printed `d0`, `d1`, and so on.
    Dim,
    "d"
);

axis!(
    /// A physical dimension, major to minor: `m0` is the outermost one. Printed `m0`, `m1`, and so on.
    MemDim,
    "m"
);

/// A dim between memory and the user in a pipeline of transforms, by the number that CK Tile gives it: 0 is the buffer,
/// the dims of the base count from 1, then come the results of the transforms in text order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DimId(u32);

impl DimId {
    /// The buffer, whose index is the offset in elements.
    pub const BUFFER: DimId = DimId(0);

    /// Returns the dim with this number. A text has fewer dims than bytes, and so fewer than 2^32.
    pub(crate) fn new(number: usize) -> DimId {
        DimId(u32::try_from(number).expect("a pipeline has fewer than 2^32 dims"))
    }

    /// Returns the number.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_is_limited_to_fifteen() {
        assert_eq!(Dim::new(14).map(Dim::index), Some(14));
        assert_eq!(Dim::new(15), None);
        assert_eq!(MemDim::new(15), None);
        assert_eq!(MemDim::new(usize::MAX), None);
        assert_eq!(Dim::all(99).count(), MAX_RANK);
    }

    #[test]
    fn the_two_index_spaces_print_differently() {
        assert_eq!(Dim::new(3).unwrap().to_string(), "d3");
        assert_eq!(MemDim::new(3).unwrap().to_string(), "m3");
    }
}
