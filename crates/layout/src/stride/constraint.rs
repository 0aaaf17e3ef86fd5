//! Constraints on strides, and the constraint that a requirement imposes.
//!
//! `check` evaluates constraints on given strides. [`System`](crate::System) solves them. `buffer` collects the
//! constraints of all tensors of one buffer.

use super::reqs::ReqKind;
use crate::domain::{ceil, lowest_terms};
use crate::space::ElemSize;

/// A multiple of an unknown stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scaled {
    /// The index of the unknown: a variable of a system, or a dim of a buffer.
    pub var: usize,
    /// The factor, at least 1.
    pub times: i64,
}

impl Scaled {
    /// Returns the stride itself, with factor 1.
    pub fn once(var: usize) -> Scaled {
        Scaled { var, times: 1 }
    }

    /// Returns a multiple of this multiple; `None` if the factor does not fit 64 bits.
    pub fn scaled(self, by: i64) -> Option<Scaled> {
        Some(Scaled { times: self.times.checked_mul(by)?, ..self })
    }

    /// Returns the value of the multiple in elements; `None` if `strides` has no such unknown.
    fn value(self, strides: &[i64]) -> Option<i128> {
        Some(i128::from(self.times) * i128::from(*strides.get(self.var)?))
    }
}

/// A constraint on one or two strides. Strides are whole elements; amounts are in bits.
///
/// A constraint is malformed if it refers to a variable outside the system, or has a factor below 1 or a multiple of
/// less than one bit. A malformed constraint never holds, and is reported as
/// [`Reason::Malformed`](crate::Reason::Malformed).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// Both multiples are equal.
    Equal(Scaled, Scaled),
    /// The first multiple is at least the second.
    AtLeast(Scaled, Scaled),
    /// The multiple is at least this many elements.
    AtLeastElems(Scaled, i64),
    /// The multiple is exactly this many bits. If the bits are not a whole number of elements, the constraint never
    /// holds.
    Exactly {
        /// The multiple.
        of: Scaled,
        /// The amount in bits.
        bits: i128,
    },
    /// The multiple, in bits, is itself a multiple of this amount, which may be any number above zero.
    Multiple {
        /// The multiple.
        of: Scaled,
        /// The amount in bits.
        bits: i128,
    },
    /// The multiple is at most this many bits.
    AtMost {
        /// The multiple.
        of: Scaled,
        /// The amount in bits.
        bits: i128,
    },
}

impl Constraint {
    /// Returns the constraint that a requirement imposes on a stride. `inner` is the next inner stride times its
    /// length; `None` for the innermost dimension.
    pub fn of_requirement(
        kind: ReqKind,
        of: Scaled,
        inner: Option<Scaled>,
        elem: ElemSize,
    ) -> Constraint {
        match (kind, inner) {
            (ReqKind::Any, _) => Constraint::AtLeastElems(of, 1),
            (ReqKind::Aligned(amount), _) => {
                Constraint::Multiple { of, bits: amount.to_bits(elem) }
            }
            (ReqKind::Fixed(amount), _) => Constraint::Exactly { of, bits: amount.to_bits(elem) },
            (ReqKind::Compact, Some(inner)) => Constraint::Equal(of, inner),
            (ReqKind::Compact, None) => Constraint::Exactly { of, bits: elem.bits().get().into() },
        }
    }

    /// Returns the one or two strides of the constraint.
    pub(crate) fn terms(self) -> impl Iterator<Item = Scaled> {
        let second = match self {
            Constraint::Equal(_, b) | Constraint::AtLeast(_, b) => Some(b),
            _ => None,
        };
        std::iter::once(self.target()).chain(second)
    }

    /// Returns the stride that the constraint bounds.
    pub fn target(self) -> Scaled {
        match self {
            Constraint::Equal(of, _)
            | Constraint::AtLeast(of, _)
            | Constraint::AtLeastElems(of, _)
            | Constraint::Exactly { of, .. }
            | Constraint::Multiple { of, .. }
            | Constraint::AtMost { of, .. } => of,
        }
    }

    /// Returns the number of elements that a constraint on one stride requires: its exact, least or greatest value, or
    /// its divisor. `None` for a constraint on two strides, and for an amount that no stride has.
    pub(crate) fn elems(self, elem: ElemSize) -> Option<i128> {
        let times = i128::from(self.target().times);
        let unit = times * i128::from(elem.bits().get());
        match self {
            _ if times < 1 => None,
            Constraint::Equal(..) | Constraint::AtLeast(..) => None,
            Constraint::AtLeastElems(_, elems) => Some(ceil(elems.into(), times)),
            Constraint::Exactly { bits, .. } => exact_quotient(bits, unit),
            Constraint::AtMost { bits, .. } => Some(bits.div_euclid(unit)),
            Constraint::Multiple { bits, .. } => (bits > 0).then(|| lowest_terms(bits, unit).0),
        }
    }

    /// Returns the value of the first stride, in elements, that satisfies the constraint and is closest to the given
    /// value. The second stride stays unchanged. The constraint holds if the result is the given value. `None` if no
    /// value satisfies the constraint.
    pub(crate) fn closest(self, strides: &[i64], elem: ElemSize) -> Option<i128> {
        let of = self.target();
        let stride = Scaled::once(of.var).value(strides)?;
        let times = i128::from(of.times);
        match self {
            Constraint::Equal(_, other) => exact_quotient(other.value(strides)?, times),
            Constraint::AtLeast(_, other) => Some(stride.max(ceil(other.value(strides)?, times))),
            Constraint::AtLeastElems(..) => Some(stride.max(self.elems(elem)?)),
            Constraint::Exactly { .. } => self.elems(elem),
            Constraint::AtMost { .. } => Some(stride.min(self.elems(elem)?)),
            Constraint::Multiple { .. } => {
                let step = self.elems(elem)?;
                if stride % step == 0 { Some(stride) } else { round_up(stride.max(1), step) }
            }
        }
    }
}

/// Returns the quotient; `None` if the division leaves a remainder.
fn exact_quotient(whole: i128, part: i128) -> Option<i128> {
    (whole % part == 0).then_some(whole / part)
}

/// Returns the least multiple of `step` that is at least `value`; `None` if it overflows. Both are above zero.
fn round_up(value: i128, step: i128) -> Option<i128> {
    value.checked_add(step - 1).map(|sum| sum / step * step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Bits;
    use crate::stride::{Amount, Unit};

    #[test]
    fn requirements_become_constraints() {
        let elem = ElemSize::new(Bits::new(16)).unwrap();
        let bytes = |count| Amount::new(count, Unit::Bytes).unwrap();
        let (of, inner) = (Scaled { var: 0, times: 2 }, Scaled { var: 1, times: 5 });
        let of_kind = |kind, inner| Constraint::of_requirement(kind, of, inner, elem);
        assert_eq!(of_kind(ReqKind::Any, None), Constraint::AtLeastElems(of, 1));
        assert_eq!(of_kind(ReqKind::Compact, Some(inner)), Constraint::Equal(of, inner));
        assert_eq!(of_kind(ReqKind::Compact, None), Constraint::Exactly { of, bits: 16 });
        let aligned = of_kind(ReqKind::Aligned(bytes(3)), Some(inner));
        assert_eq!(aligned, Constraint::Multiple { of, bits: 24 });
        let fixed = of_kind(ReqKind::Fixed(bytes(3)), Some(inner));
        assert_eq!(fixed, Constraint::Exactly { of, bits: 24 });
    }

    #[test]
    fn closest_value_satisfies_the_constraint() {
        let elem = ElemSize::new(Bits::new(8)).unwrap();
        let (of, other) = (Scaled { var: 0, times: 2 }, Scaled { var: 1, times: 5 });
        let closest = |constraint: Constraint| constraint.closest(&[7, 3], elem);
        assert_eq!(closest(Constraint::Equal(of, other)), None);
        assert_eq!(closest(Constraint::Equal(of, Scaled { times: 4, ..other })), Some(6));
        assert_eq!(closest(Constraint::AtLeast(of, other)), Some(8));
        assert_eq!(closest(Constraint::AtLeast(other, of)), Some(3));
        assert_eq!(closest(Constraint::AtLeastElems(of, 13)), Some(7));
        assert_eq!(closest(Constraint::AtLeastElems(of, 15)), Some(8));
        assert_eq!(closest(Constraint::Exactly { of, bits: 160 }), Some(10));
        assert_eq!(closest(Constraint::Exactly { of, bits: 24 }), None);
        assert_eq!(closest(Constraint::AtMost { of, bits: 95 }), Some(5));
        assert_eq!(closest(Constraint::Multiple { of, bits: 56 }), Some(7));
        assert_eq!(closest(Constraint::Multiple { of, bits: 48 }), Some(9));
        let huge = Constraint::Multiple { of, bits: i128::MAX };
        assert_eq!(huge.closest(&[i64::MIN, 1], elem), Some(i128::MAX));
        assert_eq!(huge.closest(&[2, 1], elem), None);
        assert_eq!(closest(Constraint::AtLeastElems(Scaled::once(7), 1)), None);
    }
}
