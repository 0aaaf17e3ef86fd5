//! Stride requirements of a tensor, by physical dimension.
//!
//! A [`StrideReqs`] is a set. Joining two sets is their union: commutative, associative, and lossless.
//! [`solve`](crate::solve) returns strides that satisfy a set, or the reason why there are none.

use std::fmt;
use std::num::NonZeroU64;

use crate::domain::lowest_terms;
use crate::messages::joined;
use crate::space::{ElemSize, MemDim};

/// The unit of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Single bits.
    Bits,
    /// Eight bits.
    Bytes,
    /// Elements, whose size is that of the tensor's element type.
    Elems,
}

impl_display!(Unit {
    Self::Bits => "bits",
    Self::Bytes => "bytes",
    Self::Elems => "elems",
});

/// An amount of memory as written in a requirement: above zero, in one of three units.
///
/// Equality compares the spelling: `8 bits` and `1 bytes` are different amounts of the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount {
    count: NonZeroU64,
    unit: Unit,
}

impl Amount {
    /// Returns this many of a unit; `None` if the count is below 1.
    pub fn new(count: i64, unit: Unit) -> Option<Amount> {
        let count = u64::try_from(count).ok().and_then(NonZeroU64::new)?;
        Some(Amount { count, unit })
    }

    /// Returns the count as written, which is above zero.
    pub fn count(self) -> i64 {
        i64::try_from(self.count.get()).expect("`new` converted it from an i64")
    }

    /// Returns the unit as written.
    pub fn unit(self) -> Unit {
        self.unit
    }

    /// Returns the amount in bits. The result fits: a count has 63 bits, and a unit is below 2^32 bits.
    pub fn to_bits(self, elem: ElemSize) -> i128 {
        let unit = match self.unit {
            Unit::Bits => 1,
            Unit::Bytes => 8,
            Unit::Elems => i128::from(elem.bits().get()),
        };
        i128::from(self.count.get()) * unit
    }

    /// Returns the least number of elements that is a multiple of the amount.
    pub(crate) fn step(self, elem: ElemSize) -> i128 {
        lowest_terms(self.to_bits(elem), elem.bits().get().into()).0
    }
}

impl_display!(Amount { Self { count, unit } => "{count} {unit}" });

/// The kind of requirement on the stride of a physical dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReqKind {
    /// No requirement.
    Any,
    /// The dense stride: the next inner stride times its length, or one element for the innermost dimension.
    Compact,
    /// A multiple of this amount, which need not be a power of two.
    Aligned(Amount),
    /// Exactly this amount.
    Fixed(Amount),
}

impl_display!(ReqKind {
    Self::Any => "any",
    Self::Compact => "compact",
    Self::Aligned(amount) => "aligned<{amount}>",
    Self::Fixed(amount) => "fixed<{amount}>",
});

/// A stride requirement on one physical dimension. It prints as in the language: `m1: aligned<64 bytes>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Req {
    /// The physical dimension.
    pub dim: MemDim,
    /// The requirement on its stride.
    pub kind: ReqKind,
}

impl_display!(Req { Self { dim, kind } => "{dim}: {kind}" });

/// A set of stride requirements. All requirements on a dimension must hold; a dimension without any is `any`.
///
/// The set is sorted and has no duplicates. It omits `Any`, which requires nothing. Therefore equal sets print equally.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StrideReqs(Vec<Req>);

impl StrideReqs {
    /// Returns the empty set.
    pub fn any() -> StrideReqs {
        StrideReqs::default()
    }

    /// Adds one requirement.
    pub fn insert(&mut self, req: Req) {
        if req.kind == ReqKind::Any {
            return;
        }
        if let Err(place) = self.0.binary_search(&req) {
            self.0.insert(place, req);
        }
    }

    /// Returns the union of both sets.
    #[must_use]
    pub fn join(&self, other: &StrideReqs) -> StrideReqs {
        self.iter().chain(other.iter()).collect()
    }

    /// Returns the requirements, by dimension, then by kind.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Req> + '_ {
        self.0.iter().copied()
    }

    /// Returns the requirements as a slice. Results of `solve` and `check` refer to its indices.
    pub fn as_slice(&self) -> &[Req] {
        &self.0
    }

    /// Returns the number of requirements.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Req> for StrideReqs {
    fn from_iter<I: IntoIterator<Item = Req>>(reqs: I) -> StrideReqs {
        let mut reqs: Vec<Req> = reqs.into_iter().filter(|req| req.kind != ReqKind::Any).collect();
        reqs.sort_unstable();
        reqs.dedup();
        StrideReqs(reqs)
    }
}

impl fmt::Display for StrideReqs {
    /// Prints `m1: aligned<64 bytes>, m3: compact`; an empty string for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(self.iter(), ", "))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn req(dim: usize, kind: ReqKind) -> Req {
        Req { dim: MemDim::new(dim).unwrap(), kind }
    }

    fn amount(count: i64, unit: Unit) -> Amount {
        Amount::new(count, unit).unwrap()
    }

    #[test]
    fn set_prints_in_the_syntax_of_the_language() {
        let reqs: StrideReqs = [
            req(3, ReqKind::Compact),
            req(1, ReqKind::Aligned(amount(64, Unit::Bytes))),
            req(1, ReqKind::Fixed(amount(3, Unit::Elems))),
            req(0, ReqKind::Any),
            req(1, ReqKind::Aligned(amount(12, Unit::Bits))),
        ]
        .into_iter()
        .collect();
        expect!["m1: aligned<12 bits>, m1: aligned<64 bytes>, m1: fixed<3 elems>, m3: compact"]
            .assert_eq(&reqs.to_string());
        assert_eq!(StrideReqs::any().to_string(), "");
    }

    #[test]
    fn join_is_the_union() {
        let left: StrideReqs =
            [req(1, ReqKind::Compact), req(0, ReqKind::Compact)].into_iter().collect();
        let right: StrideReqs =
            [req(0, ReqKind::Compact), req(0, ReqKind::Aligned(amount(6, Unit::Bytes)))]
                .into_iter()
                .collect();
        assert_eq!(left.join(&right), right.join(&left));
        assert_eq!(left.join(&right).len(), 3);
        assert_eq!(left.join(&StrideReqs::any()), left);
    }

    #[test]
    fn amount_is_above_zero() {
        assert_eq!(Amount::new(0, Unit::Bytes), None);
        assert_eq!(Amount::new(-4, Unit::Elems), None);
    }

    #[test]
    fn greatest_amount_does_not_overflow() {
        let elem = ElemSize::new(crate::space::Bits::new(u32::MAX.into())).unwrap();
        let bits = amount(i64::MAX, Unit::Elems).to_bits(elem);
        assert_eq!(bits, i128::from(i64::MAX) * i128::from(u32::MAX));
    }
}
