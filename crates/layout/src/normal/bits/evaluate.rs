//! Evaluation of a layout over sums of parities.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::form::{BitForm, OffsetBit, ParitySum};
use crate::domain::{Algebra, Table};
use crate::index::Exprs;
use crate::normal::digits::IndexDigit;
use crate::pipeline::Layout;

const MAX_TERMS: usize = crate::limits::PARITY_TERMS as usize;

impl Layout {
    /// Returns the normal form over the bits of the index; `None` if the layout has none: a length is dynamic, an index
    /// is not valid, or a digit of a sum with carries is used.
    pub fn bit_form(&self) -> Option<BitForm> {
        let digits = chains(&[self])?;
        self.bit_form_over(&digits)
    }

    /// Returns the normal form over a box of indices whose lengths are powers of two, which contains all indices of the
    /// layout; `None` if the layout has no bit form. A property of all indices of the box is one of those of the layout.
    pub(crate) fn bit_form_of_box(&self) -> Option<BitForm> {
        self.bit_form_over(&boxed(self)?)
    }

    /// Returns the normal form over the digits of [`bit_form`](Self::bit_form), each split into a power of two, the fast
    /// part, and an odd digit; `None` if the layout has no such form.
    pub(crate) fn bit_form_of_powers(&self) -> Option<BitForm> {
        let lengths = self.shape().static_lengths()?.into_iter().enumerate();
        let whole = lengths.map(|(dim, length)| IndexDigit { dim, weight: 1, length });
        self.bit_form_over_powers(whole.collect())
            .or_else(|| self.bit_form_over_powers(chains(&[self])?))
    }

    fn bit_form_over_powers(&self, digits: Vec<IndexDigit>) -> Option<BitForm> {
        let parts = digits.into_iter().flat_map(|digit| {
            let power = 1 << digit.length.trailing_zeros();
            let weight = digit.weight * power;
            let odd = IndexDigit { weight, length: digit.length / power, ..digit };
            [IndexDigit { length: power, ..digit }, odd].into_iter().filter(|it| it.length > 1)
        });
        self.bit_form_over(&parts.collect::<Vec<_>>())
    }

    /// Returns the first index, in row-major order, at which this layout and another of its shape differ; `None` if they
    /// have no normal forms that decide. `Some(None)` means that they are equal.
    pub(crate) fn bitwise_difference(&self, other: &Layout) -> Option<Option<Vec<i64>>> {
        let digits = chains(&[self, other]);
        if let Some(decided) = digits.and_then(|digits| self.difference_over(other, &digits)) {
            return Some(decided);
        }
        // The first difference within the box may be outside the layouts.
        self.difference_over(other, &boxed(self)?).filter(|found| {
            found.as_ref().is_none_or(|at| {
                let lengths = self.shape().values().map(|len| len.get().unwrap_or(0));
                at.iter().zip(lengths).all(|(&component, length)| component < length)
            })
        })
    }

    fn difference_over(&self, other: &Layout, digits: &[IndexDigit]) -> Option<Option<Vec<i64>>> {
        let form = self.bit_form_over(digits)?;
        Some(form.first_difference(&other.bit_form_over(digits)?, self.shape().len()))
    }

    /// Returns the normal form over digits of the dims of the index; `None` if the layout has none.
    pub(crate) fn bit_form_over(&self, all: &[IndexDigit]) -> Option<BitForm> {
        fn is_bits(digit: &&IndexDigit) -> bool {
            digit.length.count_ones() == 1
        }
        let digits: Vec<IndexDigit> = all.iter().filter(|it| !is_bits(it)).copied().collect();
        let bits = all.iter().filter(is_bits).flat_map(|digit| {
            let weights = (0..digit.length.trailing_zeros()).map(|bit| digit.weight << bit);
            weights.map(|weight| IndexDigit { weight, length: 2, ..*digit })
        });
        let bits: Vec<IndexDigit> = bits.collect();
        if bits.len() > MAX_TERMS || self.is_empty() {
            return None;
        }
        let mut index = vec![ParitySum::default(); self.shape().len()];
        for (at, bit) in bits.iter().enumerate() {
            index[bit.dim].add_parity(1 << at, bit.weight)?;
        }
        for (at, digit) in digits.iter().enumerate() {
            index[digit.dim].add_digit(at, digit.weight)?;
        }
        let index: Vec<Option<ParitySum>> = index.into_iter().map(Some).collect();
        let mut parities = Parities { digits: &digits, is_total: true };
        let sum = self.offset_over(&index, &mut parities)?;
        let is_total = parities.is_total;
        is_total.then_some(BitForm { bits, digits, sum })
    }
}

/// Returns the digits of the components of the index over which the layouts are computed: each component whose length is
/// a power of two is one digit, and the others are split where the layouts split them. `None` if a length is dynamic, or
/// the splits do not divide each other, or are too many.
fn chains(layouts: &[&Layout]) -> Option<Vec<IndexDigit>> {
    let lengths = layouts[0].shape().static_lengths()?;
    let mut cuts = vec![BTreeSet::new(); lengths.len()];
    if lengths.iter().any(|length| length.count_ones() != 1) {
        for layout in layouts {
            let mut exprs = Exprs::new();
            let symbolic = layout.to_exprs(&mut exprs);
            exprs.collect_cuts(symbolic.offset, &mut cuts)?;
        }
    }
    let mut digits = Vec::new();
    for (dim, &length) in lengths.iter().enumerate() {
        let mut weight = 1;
        let inner = cuts[dim].iter().copied().filter(|&cut| 1 < cut && cut < length);
        let inner = inner.filter(|cut| length.count_ones() != 1 && length % cut == 0);
        for end in inner.chain([length]) {
            if end % weight != 0 {
                return None;
            }
            if end > weight {
                digits.push(IndexDigit { dim, weight, length: end / weight });
            }
            weight = end;
        }
    }
    Some(digits)
}

/// Returns the components of the index as digits whose lengths are the next powers of two; `None` if a length is dynamic.
fn boxed(layout: &Layout) -> Option<Vec<IndexDigit>> {
    let lengths = layout.shape().static_lengths()?.into_iter().enumerate();
    let digits = lengths.filter(|&(_, length)| length > 1).map(|(dim, length)| {
        let length = length.unsigned_abs().checked_next_power_of_two()?;
        Some(IndexDigit { dim, weight: 1, length: i64::try_from(length).ok()? })
    });
    digits.collect()
}

/// The domain of sums of parities and digits; `None` is a value without such a form.
struct Parities<'a> {
    digits: &'a [IndexDigit],
    /// `true` if every predicate so far holds at all indices.
    is_total: bool,
}

impl Parities<'_> {
    /// Returns bounds of a value.
    fn bounds(&self, sum: &ParitySum) -> RangeInclusive<i128> {
        let parities = sum.parities.values().map(|&weight| i128::from(weight));
        let digits = sum
            .digits
            .iter()
            .map(|(&at, &stride)| i128::from(stride) * i128::from(self.digits[at].length - 1));
        let start = i128::from(sum.constant);
        parities.chain(digits).fold(start..=start, |bounds, term| {
            bounds.start() + term.min(0)..=bounds.end() + term.max(0)
        })
    }

    /// Splits a value into its multiples of `by`, divided by it, and the rest, which is within 0 to `by - 1`; `None` if
    /// the terms of the rest carry.
    fn divided(&self, value: &ParitySum, by: i64) -> Option<(ParitySum, ParitySum)> {
        let mut quotient = ParitySum::default();
        let mut rest = ParitySum::default();
        fn is_multiple(by: i64, weight: i64) -> bool {
            weight % by == 0
        }
        for (&mask, &weight) in &value.parities {
            if is_multiple(by, weight) {
                quotient.add_parity(mask, weight / by)?;
            } else {
                rest.add_parity(mask, weight)?;
            }
        }
        for (&at, &stride) in &value.digits {
            if is_multiple(by, stride) {
                quotient.add_digit(at, stride / by)?;
            } else {
                rest.add_digit(at, stride)?;
            }
        }
        if rest.parities.len() == 1 && rest.digits.is_empty() {
            return with_carry(value.constant, quotient, rest, by);
        }
        // The rest has the least constant for which no value of it is negative.
        let constant = i128::from(value.constant);
        let turns = (constant + self.bounds(&rest).start()).div_euclid(i128::from(by));
        quotient.constant = i64::try_from(turns).ok()?;
        rest.constant = i64::try_from(constant - turns * i128::from(by)).ok()?;
        let bounds = self.bounds(&rest);
        (*bounds.start() >= 0 && *bounds.end() < i128::from(by)).then_some((quotient, rest))
    }
}

/// Adds a constant and a rest of one parity to a quotient. The rest has only two values, so its own quotient and rest are
/// sums of the same parity, even if they carry.
fn with_carry(
    constant: i64,
    mut quotient: ParitySum,
    rest: ParitySum,
    by: i64,
) -> Option<(ParitySum, ParitySum)> {
    let (&mask, &weight) = rest.parities.first_key_value()?;
    let set = constant.checked_add(weight)?;
    let mut low = ParitySum::of_constant(constant.rem_euclid(by).into())?;
    low.add_parity(mask, set.rem_euclid(by) - low.constant)?;
    quotient.constant = constant.div_euclid(by);
    quotient.add_parity(mask, set.div_euclid(by).checked_sub(quotient.constant)?)?;
    Some((quotient, low))
}

impl Algebra for Parities<'_> {
    type Value = Option<ParitySum>;

    fn linear(&mut self, constant: i64, terms: &[(i64, Self::Value)]) -> Self::Value {
        let mut sum = ParitySum::of_constant(constant.into())?;
        for (factor, value) in terms {
            sum.add(*factor, value.as_ref()?)?;
        }
        (sum.parities.len() <= MAX_TERMS).then_some(sum)
    }

    fn digit(&mut self, value: &Self::Value, divisor: i64, modulus: Option<i64>) -> Self::Value {
        let value = value.as_ref()?;
        let quotient = if divisor == 1 { value.clone() } else { self.divided(value, divisor)?.0 };
        match modulus {
            None => Some(quotient),
            Some(modulus) => Some(self.divided(&quotient, modulus)?.1),
        }
    }

    fn xor(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        let a = a.as_ref()?.bitwise()?;
        let b = b.as_ref()?.bitwise()?;
        fn bit(field: &[OffsetBit], at: usize) -> OffsetBit {
            field.get(at).copied().unwrap_or_default()
        }
        let both = (0..a.len().max(b.len())).map(|at| {
            let a = bit(&a, at);
            let b = bit(&b, at);
            OffsetBit { mask: a.mask ^ b.mask, is_inverted: a.is_inverted != b.is_inverted }
        });
        ParitySum::of_bits(&both.collect::<Vec<_>>())
    }

    fn lookup(&mut self, index: &Self::Value, table: &Table) -> Self::Value {
        let index = index.as_ref()?;
        let constant = index.parities.is_empty() && index.digits.is_empty();
        let value = table.value(index.constant).filter(|_| constant)?;
        ParitySum::of_constant(value.into())
    }

    fn require(&mut self, value: &Self::Value, low: i64, high: i64) -> Self::Value {
        let within = value.as_ref().is_some_and(|sum| {
            let bounds = self.bounds(sum);
            i128::from(low) <= *bounds.start() && *bounds.end() < i128::from(high)
        });
        self.is_total &= within;
        value.clone()
    }
}
