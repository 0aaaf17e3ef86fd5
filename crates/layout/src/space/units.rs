//! Amounts of memory, one type for each unit: [`Bits`], [`Bytes`], [`Elems`], and [`ElemSize`].
//!
//! No conversion is implicit. A conversion that would lose a remainder or overflow returns `None`. The counts are
//! signed, as the strides and offsets that a descriptor states may be negative.

use std::fmt;
use std::num::NonZeroU32;

macro_rules! unit {
    ($(#[$doc:meta])* $name:ident, $one:literal, $many:literal) => {
        $(#[$doc])*
        ///
        /// `{}` prints the count with its unit, `{:#}` the bare count.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(i64);

        impl $name {
            /// The amount zero.
            pub const ZERO: $name = $name(0);

            /// Returns the amount of `count` units.
            pub const fn new(count: i64) -> $name {
                $name(count)
            }

            /// Returns the bare count.
            pub const fn get(self) -> i64 {
                self.0
            }

            /// Returns the sum; `None` if it does not fit 64 bits.
            pub fn checked_add(self, other: $name) -> Option<$name> {
                self.0.checked_add(other.0).map($name)
            }

            /// Returns the difference; `None` if it does not fit 64 bits.
            pub fn checked_sub(self, other: $name) -> Option<$name> {
                self.0.checked_sub(other.0).map($name)
            }

            /// Returns `count` times the amount; `None` if it does not fit 64 bits.
            pub fn checked_mul(self, count: i64) -> Option<$name> {
                self.0.checked_mul(count).map($name)
            }

            /// Returns the least multiple of `to` that is not below the amount; negative amounts round up, too, towards
            /// zero. `None` if `to` is not above zero, or the result does not fit 64 bits.
            pub fn round_up(self, to: $name) -> Option<$name> {
                if to.0 <= 0 {
                    return None;
                }
                let rest = self.0.rem_euclid(to.0);
                if rest == 0 { Some(self) } else { self.0.checked_add(to.0 - rest).map($name) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match (f.alternate(), self.0) {
                    (true, count) => write!(f, "{count}"),
                    (false, 1) => f.write_str(concat!("1 ", $one)),
                    (false, count) => write!(f, concat!("{} ", $many), count),
                }
            }
        }
    };
}

unit!(
    /// A number of bits.
    Bits,
    "bit",
    "bits"
);

unit!(
    /// A number of bytes, of eight bits each.
    Bytes,
    "byte",
    "bytes"
);

unit!(
    /// A number of elements. Its size in memory depends on an [`ElemSize`].
    Elems,
    "element",
    "elements"
);

impl Bits {
    /// Returns the same amount in bytes; `None` if it is not a whole number of bytes.
    pub fn to_bytes(self) -> Option<Bytes> {
        (self.0 % 8 == 0).then_some(Bytes(self.0 / 8))
    }

    /// Returns the number of bytes that hold this many bits, rounded up to a whole byte. `None` if the rounding
    /// overflows 64 bits.
    pub fn to_bytes_up(self) -> Option<Bytes> {
        self.round_up(Bits(8))?.to_bytes()
    }
}

impl Bytes {
    /// Returns the same amount in bits; `None` if it does not fit 64 bits.
    pub fn to_bits(self) -> Option<Bits> {
        self.0.checked_mul(8).map(Bits)
    }

    /// Returns the same amount in elements; `None` if it is not a whole number of elements, or does not fit 64 bits.
    pub fn to_elems(self, elem: ElemSize) -> Option<Elems> {
        exact(i128::from(self.0) * 8, elem.0.get()).map(Elems)
    }
}

impl Elems {
    /// Returns the same amount in bits; `None` if it does not fit 64 bits.
    pub fn to_bits(self, elem: ElemSize) -> Option<Bits> {
        self.0.checked_mul(i64::from(elem.0.get())).map(Bits)
    }

    /// Returns the same amount in bytes; `None` if it is not a whole number of bytes, or does not fit 64 bits.
    pub fn to_bytes(self, elem: ElemSize) -> Option<Bytes> {
        exact(i128::from(self.0) * i128::from(elem.0.get()), 8).map(Bytes)
    }
}

/// Returns the quotient; `None` if there is a remainder, or the quotient does not fit 64 bits.
fn exact(bits: i128, unit: u32) -> Option<i64> {
    let unit = i128::from(unit);
    if bits % unit == 0 { i64::try_from(bits / unit).ok() } else { None }
}

/// The size of one element: at least one bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElemSize(NonZeroU32);

impl ElemSize {
    /// Returns the size of this many bits; `None` if the number is not from 1 to 2^32 - 1.
    pub fn new(bits: Bits) -> Option<ElemSize> {
        u32::try_from(bits.0).ok().and_then(NonZeroU32::new).map(ElemSize)
    }

    /// Returns the size in bits.
    pub fn bits(self) -> Bits {
        Bits(i64::from(self.0.get()))
    }

    /// Returns the size in bytes; `None` if it is not a whole number of bytes.
    pub fn bytes(self) -> Option<Bytes> {
        self.bits().to_bytes()
    }
}

impl fmt::Display for ElemSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bits().fmt(f)
    }
}

impl fmt::Debug for ElemSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ElemSize({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_exact_or_none() {
        assert_eq!(Bits::new(24).to_bytes(), Some(Bytes::new(3)));
        assert_eq!(Bits::new(20).to_bytes(), None);
        assert_eq!(Bits::new(20).to_bytes_up(), Some(Bytes::new(3)));
        let elem = ElemSize::new(Bits::new(12)).unwrap();
        assert_eq!(Bytes::new(i64::MAX).to_bits(), None);
        assert_eq!(Elems::new(i64::MAX).to_bits(elem), None);
        assert_eq!(Elems::new(-3).to_bits(elem), Some(Bits::new(-36)));
        assert_eq!(Elems::new(-2).to_bytes(elem), Some(Bytes::new(-3)));
        assert_eq!(Elems::new(3).to_bytes(elem), None);
        assert_eq!(Elems::new(i64::MAX).to_bytes(elem), None);
        assert_eq!(Bytes::new(3).to_elems(elem), Some(Elems::new(2)));
        assert_eq!(Bytes::new(2).to_elems(elem), None);
        // The bytes and the elements fit, though the bits would not.
        let word = ElemSize::new(Bits::new(32)).unwrap();
        assert_eq!(Bytes::new(1 << 62).to_elems(word), Some(Elems::new(1 << 60)));
        assert_eq!(Elems::new(1 << 60).to_bytes(word), Some(Bytes::new(1 << 62)));
    }

    #[test]
    fn elem_size_is_at_least_one_bit() {
        assert_eq!(ElemSize::new(Bits::ZERO), None);
        assert_eq!(ElemSize::new(Bits::new(-8)), None);
        assert_eq!(ElemSize::new(Bits::new(1 << 32)), None);
        assert_eq!(ElemSize::new(Bits::new(4)).and_then(ElemSize::bytes), None);
    }

    #[test]
    fn round_up_accepts_any_positive_step() {
        assert_eq!(Bytes::new(7).round_up(Bytes::new(3)), Some(Bytes::new(9)));
        assert_eq!(Bytes::new(9).round_up(Bytes::new(3)), Some(Bytes::new(9)));
        assert_eq!(Bytes::new(-7).round_up(Bytes::new(3)), Some(Bytes::new(-6)));
        assert_eq!(Bytes::new(7).round_up(Bytes::ZERO), None);
        assert_eq!(Bytes::new(i64::MAX).round_up(Bytes::new(2)), None);
        assert_eq!(
            Bytes::new(i64::MIN).round_up(Bytes::new(i64::MAX)),
            Some(Bytes::new(-i64::MAX))
        );
    }

    #[test]
    fn arithmetic_never_wraps() {
        let most = Elems::new(i64::MAX);
        assert_eq!(most.checked_add(Elems::new(1)), None);
        assert_eq!(Elems::new(i64::MIN).checked_sub(Elems::new(1)), None);
        assert_eq!(most.checked_mul(2), None);
    }

    #[test]
    fn amounts_print_their_unit() {
        assert_eq!(
            format!("{} {} {:#}", Bits::new(1), Bytes::new(64), Elems::new(5)),
            "1 bit 64 bytes 5"
        );
    }
}
