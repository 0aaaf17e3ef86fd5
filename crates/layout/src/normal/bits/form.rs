//! The normal form of a layout over the bits of its index.
//!
//! Each component of the index is split into digits in mixed radix. A digit whose length is a power of two is split into
//! bits. The offset is
//!
//! ```text
//! constant + sum of weight x parity + sum of stride x digit
//! ```
//!
//! where a *parity* is the exclusive or of a set of bits. Parities of different sets are linearly independent as
//! functions, so two forms over the same digits are equal if and only if the functions are equal. Sums may carry: the
//! weights are any integers.

use std::collections::BTreeMap;

use super::matrix::BitMatrix;
use crate::normal::digits::{IndexDigit, RadixDigit};

/// The maximum number of bits of a value that is computed bit by bit.
const MAX_BITS: u32 = crate::limits::INDEX_BITS as u32;

/// A sum of weighted parities of bits and of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitForm {
    /// The bits of the index, as digits of length 2.
    pub(super) bits: Vec<IndexDigit>,
    /// The digits whose length is not a power of two.
    pub(super) digits: Vec<IndexDigit>,
    pub(super) sum: ParitySum,
}

/// The terms of a form. No weight is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ParitySum {
    pub(super) constant: i64,
    /// The weight of the exclusive or of each set of bits, which is a mask over the bits of the form.
    pub(super) parities: BTreeMap<u64, i64>,
    /// The stride of each digit, by its position in the form.
    pub(super) digits: BTreeMap<usize, i64>,
}

impl BitForm {
    /// Returns the digits whose length is not a power of two, each with its stride.
    pub fn digits(&self) -> impl Iterator<Item = (IndexDigit, i64)> + '_ {
        self.digits
            .iter()
            .enumerate()
            .map(move |(at, &digit)| (digit, self.sum.digits.get(&at).copied().unwrap_or(0)))
    }

    /// Returns the offset of index zero.
    pub(crate) fn constant(&self) -> i64 {
        self.sum.constant
    }

    /// Returns the bits and the digits of the index by dim, the fastest of each dim first.
    pub(crate) fn digits_of_index(
        &self,
    ) -> impl DoubleEndedIterator<Item = (IndexDigit, MixedDigit)> + use<> {
        let bits = self.bits.iter().enumerate().map(|(at, &bit)| (bit, MixedDigit::Bit(at)));
        let digits = self.digits.iter().enumerate().map(|(at, &digit)| {
            let length = digit.length;
            (digit, MixedDigit::Digit { at, length })
        });
        let mut all: Vec<(IndexDigit, MixedDigit)> = bits.chain(digits).collect();
        all.sort_by_key(|(digit, _)| (digit.dim, digit.weight));
        all.into_iter()
    }

    /// Returns the sets of bits whose exclusive or has a weight, and the weights. Bit j of a set is the bit at position j.
    pub fn parities(&self) -> impl ExactSizeIterator<Item = (u64, i64)> + '_ {
        self.sum.parities.iter().map(|(&mask, &weight)| (mask, weight))
    }

    /// Returns the matrix whose rows are the sets of bits, in the order of [`parities`](Self::parities); `None` if there
    /// are more than 64.
    pub fn parity_matrix(&self) -> Option<BitMatrix> {
        BitMatrix::new(self.sum.parities.keys().copied().collect(), self.bits.len())
    }

    /// Returns the rank: the number of independent parities that the offset depends on; `None` if there are more than 64
    /// parities.
    pub fn rank(&self) -> Option<usize> {
        self.parity_matrix().map(|matrix| matrix.rank())
    }

    /// Returns the map from index bits to offset bits as a matrix and a constant, which is added by exclusive or; `None`
    /// unless the offset is such a map, without other digits, and its bits are below 62.
    pub fn affine_map(&self) -> Option<(BitMatrix, u64)> {
        if self.digits.is_empty() { self.sum.affine_map(self.bits.len()) } else { None }
    }

    /// Returns the map from index bits to the low bits of an offset, as [`affine_map`](Self::affine_map). The digits only
    /// change higher bits. `None` unless all digits have such strides.
    pub(crate) fn affine_part(&self) -> Option<(BitMatrix, u64)> {
        let (matrix, constant) = self.sum.without_digits().affine_map(self.bits.len())?;
        let unit = 1i64.checked_shl(u32::try_from(matrix.rows().len()).ok()?)?;
        let is_above = self.sum.digits.values().all(|stride| stride % unit == 0);
        is_above.then_some((matrix, constant))
    }

    /// Returns the map over bits that remains without the digits, and the places of the digits; `None` unless the offset is
    /// a number in mixed radix whose digits are those of the form and bits of such a map.
    pub(crate) fn unwound(&self) -> Option<UnwoundForm> {
        let mut digits: Vec<(i64, usize)> =
            self.sum.digits.iter().map(|(&at, &stride)| (stride, at)).collect();
        if digits.len() != self.digits.len() {
            return None;
        }
        digits.sort_unstable();
        let mut sum = self.sum.without_digits();
        let mut places = Vec::new();
        for at in 0..digits.len() {
            let (stride, digit) = digits[at];
            let unit = u64::try_from(stride).ok().filter(|it| it.count_ones() == 1)?;
            let removed = RadixDigit { length: self.digits[digit].length, stride };
            sum = sum.without_constant_digit(removed)?;
            for (later, _) in &mut digits[at + 1..] {
                *later = without_digit(*later, removed)?;
            }
            places.push((unit.trailing_zeros() as usize, digit));
        }
        let (matrix, constant) = sum.affine_map(self.bits.len())?;
        Some(UnwoundForm { matrix, constant, places })
    }

    /// Returns `true` unless each parity changes bits of the offset of its own.
    pub(crate) fn carries(&self) -> bool {
        self.sum.without_digits().bitwise().is_none()
    }

    /// Returns the first index, in row-major order, at which two forms over the same digits differ; `None` if they are
    /// equal. `rank` is the number of components of the index.
    pub(crate) fn first_difference(&self, other: &BitForm, rank: usize) -> Option<Vec<i64>> {
        debug_assert!(self.bits == other.bits && self.digits == other.digits);
        let mut left = self.sum.minus(&other.sum);
        if left.is_zero() {
            return None;
        }
        // The digits of each component, the slowest first.
        let mut order: Vec<(IndexDigit, MixedDigit)> = self.digits_of_index().rev().collect();
        order.sort_by_key(|(digit, _)| digit.dim);
        let mut index = vec![0; rank];
        for (digit, at) in order {
            let with_zero = left.with_digit(at, false);
            if with_zero.is_zero() {
                index[digit.dim] += digit.weight;
                left = left.with_digit(at, true);
            } else {
                left = with_zero;
            }
        }
        Some(index)
    }
}

/// A digit of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MixedDigit {
    /// A bit, by its position in the form, which is its row or column in a matrix.
    Bit(usize),
    /// Another digit, by its position in a form.
    Digit { at: usize, length: i64 },
}

impl MixedDigit {
    /// Returns the number of values.
    pub(crate) fn length(self) -> i64 {
        match self {
            MixedDigit::Bit(_) => 2,
            MixedDigit::Digit { length, .. } => length,
        }
    }
}

/// A map over bits, and the digits that a number in mixed radix has between them.
#[derive(Clone, Debug)]
pub(crate) struct UnwoundForm {
    pub(crate) matrix: BitMatrix,
    pub(crate) constant: u64,
    /// The number of rows of the matrix below each digit, and the position of the digit in the form, from the fastest.
    pub(crate) places: Vec<(usize, usize)>,
}

/// Returns a number in mixed radix without one of its digits; `None` if the digit is not 0, or the number is negative.
fn without_digit(value: i64, digit: RadixDigit) -> Option<i64> {
    let end = digit.stride.checked_mul(digit.length)?;
    let upper = value.div_euclid(end);
    let lower = value.rem_euclid(end);
    let is_zero = value >= 0 && lower < digit.stride;
    is_zero.then(|| upper * digit.stride + lower)
}

/// A bit of an offset: the exclusive or of a set of bits of the index, inverted or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OffsetBit {
    pub(super) mask: u64,
    pub(super) is_inverted: bool,
}

/// Adds to the weight of a term, and keeps only weights that are not 0; `None` if a weight does not fit 64 bits.
fn add_term<K: Ord>(terms: &mut BTreeMap<K, i64>, key: K, weight: i64) -> Option<()> {
    let sum = terms.get(&key).copied().unwrap_or(0).checked_add(weight)?;
    if sum == 0 {
        terms.remove(&key)
    } else {
        terms.insert(key, sum)
    };
    Some(())
}

/// Subtracts the weights of terms, with wrapping, and keeps only weights that are not 0.
fn subtract<K: Ord + Copy>(terms: &mut BTreeMap<K, i64>, others: &BTreeMap<K, i64>) {
    for (&key, &weight) in others {
        let own = terms.entry(key).or_default();
        *own = own.wrapping_sub(weight);
    }
    terms.retain(|_, weight| *weight != 0);
}

impl ParitySum {
    pub(super) fn of_constant(constant: i128) -> Option<ParitySum> {
        Some(ParitySum { constant: i64::try_from(constant).ok()?, ..ParitySum::default() })
    }

    fn without_digits(&self) -> ParitySum {
        ParitySum { digits: BTreeMap::new(), ..self.clone() }
    }

    /// Returns the sum as an affine map over this number of bits; `None` if it is none.
    fn affine_map(&self, bits: usize) -> Option<(BitMatrix, u64)> {
        let field = self.bitwise()?;
        let rows = field.iter().map(|bit| bit.mask).collect();
        let ones = field.iter().enumerate().filter(|(_, bit)| bit.is_inverted);
        let constant = ones.fold(0, |constant, (at, _)| constant | 1 << at);
        Some((BitMatrix::new(rows, bits)?, constant))
    }

    fn is_zero(&self) -> bool {
        self.constant == 0 && self.parities.is_empty() && self.digits.is_empty()
    }

    /// Adds a weight to a parity; `None` if it does not fit 64 bits.
    pub(super) fn add_parity(&mut self, mask: u64, weight: i64) -> Option<()> {
        if mask == 0 { Some(()) } else { add_term(&mut self.parities, mask, weight) }
    }

    /// Adds a stride to a digit; `None` if it does not fit 64 bits.
    pub(super) fn add_digit(&mut self, at: usize, stride: i64) -> Option<()> {
        add_term(&mut self.digits, at, stride)
    }

    /// Adds a multiple of another sum; `None` if a weight does not fit 64 bits.
    pub(super) fn add(&mut self, factor: i64, other: &ParitySum) -> Option<()> {
        self.constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        for (&mask, &weight) in &other.parities {
            self.add_parity(mask, factor.checked_mul(weight)?)?;
        }
        for (&at, &stride) in &other.digits {
            self.add_digit(at, factor.checked_mul(stride)?)?;
        }
        Some(())
    }

    /// Returns the difference. Weights wrap: a difference that is a multiple of 2^64 of an offset does not occur, as
    /// offsets fit 64 bits.
    fn minus(&self, other: &ParitySum) -> ParitySum {
        let mut all = self.clone();
        all.constant = all.constant.wrapping_sub(other.constant);
        subtract(&mut all.parities, &other.parities);
        subtract(&mut all.digits, &other.digits);
        all
    }

    /// Returns the sum with one bit fixed. Weights wrap, as in [`minus`](Self::minus).
    fn with_bit(&self, bit: usize, is_set: bool) -> ParitySum {
        let mut fixed = ParitySum {
            constant: self.constant,
            digits: self.digits.clone(),
            ..ParitySum::default()
        };
        for (&mask, &weight) in &self.parities {
            let has = mask >> bit & 1 == 1;
            let rest = if has { mask ^ 1 << bit } else { mask };
            // The exclusive or with 1 inverts the parity of the other bits.
            let weight = if has && is_set {
                fixed.constant = fixed.constant.wrapping_add(weight);
                weight.wrapping_neg()
            } else {
                weight
            };
            if rest != 0 {
                let entry = fixed.parities.entry(rest).or_insert(0);
                *entry = entry.wrapping_add(weight);
            }
        }
        fixed.parities.retain(|_, weight| *weight != 0);
        fixed
    }

    /// Returns the sum without a digit that no parity changes; `None` if one does.
    fn without_constant_digit(&self, digit: RadixDigit) -> Option<ParitySum> {
        let constant = without_digit(self.constant, digit)?;
        let mut all = ParitySum { constant, ..ParitySum::default() };
        for (&mask, &weight) in &self.parities {
            let set = without_digit(self.constant.checked_add(weight)?, digit)?;
            all.add_parity(mask, set - constant)?;
        }
        Some(all)
    }

    /// Returns the sum with one digit fixed at 0 or 1. Strides wrap, as in [`minus`](Self::minus).
    fn with_digit(&self, digit: MixedDigit, is_one: bool) -> ParitySum {
        let at = match digit {
            MixedDigit::Bit(bit) => return self.with_bit(bit, is_one),
            MixedDigit::Digit { at, .. } => at,
        };
        let mut fixed = self.clone();
        let stride = fixed.digits.remove(&at).unwrap_or(0);
        if is_one {
            fixed.constant = fixed.constant.wrapping_add(stride);
        }
        fixed
    }

    /// Returns the bits of the value from the lowest; `None` unless each parity changes bits of its own without carries,
    /// and no digit takes part.
    pub(super) fn bitwise(&self) -> Option<Vec<OffsetBit>> {
        if !self.digits.is_empty() {
            return None;
        }
        fn below_limit(value: i64) -> Option<u64> {
            u64::try_from(value).ok().filter(|it| it >> MAX_BITS == 0)
        }
        let ones = below_limit(self.constant)?;
        fn length(value: u64) -> usize {
            (u64::BITS - value.leading_zeros()) as usize
        }
        let mut field = vec![OffsetBit::default(); length(ones)];
        let mut used = 0u64;
        for (&mask, &weight) in &self.parities {
            // The bits that change if this parity alone is 1.
            let changed = below_limit(self.constant.checked_add(weight)?)? ^ ones;
            if used & changed != 0 {
                return None;
            }
            used |= changed;
            field.resize(field.len().max(length(changed)), OffsetBit::default());
            let own = field.iter_mut().enumerate().filter(|(at, _)| changed >> at & 1 == 1);
            own.for_each(|(_, bit)| bit.mask = mask);
        }
        for (at, bit) in field.iter_mut().enumerate() {
            bit.is_inverted = ones >> at & 1 == 1;
        }
        Some(field)
    }

    /// Returns the value with these bits.
    pub(super) fn of_bits(field: &[OffsetBit]) -> Option<ParitySum> {
        let mut sum = ParitySum::default();
        for (at, bit) in field.iter().enumerate() {
            let weight = 1i64.checked_shl(u32::try_from(at).ok()?)?;
            if bit.is_inverted {
                sum.constant = sum.constant.checked_add(weight)?;
                sum.add_parity(bit.mask, -weight)?;
            } else {
                sum.add_parity(bit.mask, weight)?;
            }
        }
        Some(sum)
    }
}
