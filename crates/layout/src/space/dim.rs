//! The two index spaces of a layout, as types that do not mix.
//!
//! A [`Dim`] counts the dimensions of the tensor as its op defines them. A [`MemDim`] counts the
//! dimensions of its memory, major to minor. Nothing converts one into the other but a
//! [`DimsOrder`](crate::DimsOrder), and the number inside is read by `index()` alone.

use std::fmt;

/// The greatest number of dimensions a layout has. VPUX's packed code of an order has room for no more.
pub const MAX_RANK: usize = 15;

mod sealed {
    pub trait Sealed {}
}

/// One of the two index spaces: [`Dim`] or [`MemDim`]. It is sealed, so that no third space appears.
pub trait Axis: Copy + Ord + fmt::Debug + fmt::Display + sealed::Sealed {
    /// The dimension with this number, or nothing from [`MAX_RANK`] on.
    fn new(index: usize) -> Option<Self>;

    /// The number of the dimension, below [`MAX_RANK`].
    fn index(self) -> usize;
}

macro_rules! axis {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl $name {
            /// The dimension with this number, or nothing from [`MAX_RANK`] on.
            pub const fn new(index: usize) -> Option<$name> {
                if index < MAX_RANK { Some($name(index as u8)) } else { None }
            }

            /// The number of the dimension, below [`MAX_RANK`]. This is the only way to read it.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The dimensions `0..rank`. A rank above [`MAX_RANK`] yields no more than `MAX_RANK` dimensions.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixteenth_dim_does_not_exist() {
        assert_eq!(Dim::new(14).map(Dim::index), Some(14));
        assert_eq!(Dim::new(15), None);
        assert_eq!(MemDim::new(15), None);
        assert_eq!(MemDim::new(usize::MAX), None);
        assert_eq!(Dim::all(99).count(), MAX_RANK);
    }

    #[test]
    fn the_two_spaces_print_differently() {
        assert_eq!(Dim::new(3).unwrap().to_string(), "d3");
        assert_eq!(MemDim::new(3).unwrap().to_string(), "m3");
    }
}
