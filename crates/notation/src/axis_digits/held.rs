//! The digits of a placement by axis, for notations in which each axis is the mixed radix of its digits.

use layout::AxisName;

use super::{AxisDigit, DigitPlacement, IndexDigits};
use crate::witness::Witness;

/// A digit of the index or of the copies.
#[derive(Clone, Debug)]
pub(crate) struct HeldDigit {
    /// The digit.
    pub(crate) digit: AxisDigit,
    /// The dim of the index, 0 for the flat index; `None` for a digit of copies.
    pub(crate) dim: Option<usize>,
    /// The distance of indices with adjacent values; `None` for a digit of copies.
    pub(crate) weight: Option<i64>,
}

impl DigitPlacement {
    /// Returns all digits, sorted by axis as listed and by rising stride, for a notation in which each slot holds one index,
    /// at coordinates from 0 on these axes.
    ///
    /// # Errors
    /// The placement uses another axis, an offset or parts, or several indices share a slot: the index.
    pub(crate) fn held_by(&self, axes: &[AxisName], name: &str) -> Result<Vec<HeldDigit>, Witness> {
        let zero = vec![0; self.lengths.len()];
        if !self.parts.is_empty() {
            let reason = format!("its value is in parts, but {name} has no partial values");
            return Err(Witness::at(zero, reason));
        }
        if let Some((axis, by)) = self.offsets.iter().find(|(_, by)| *by != 0) {
            let reason = format!("its coordinate on `{axis}` is {by}, but {name} starts at 0");
            return Err(Witness::at(zero, reason));
        }
        let mut held = self.all_digits();
        for it in &held {
            let axis = it.digit.axis.as_ref().filter(|axis| axes.contains(axis));
            if it.digit.stride != 0 && axis.is_none() {
                let axis = it.digit.axis.as_ref().map_or("", AxisName::as_str);
                let reason = format!("it moves on `{axis}`, but {name} has no such axis");
                return Err(Witness::at(self.index_of(it), reason));
            }
            if it.digit.stride == 0 && it.digit.axis.is_some() {
                let reason =
                    format!("it shares a slot with another index, but {name} has one index a slot");
                return Err(Witness::at(self.index_of(it), reason));
            }
        }
        let rank = |axis: &Option<AxisName>| axes.iter().position(|it| Some(it) == axis.as_ref());
        held.sort_by_key(|it| (rank(&it.digit.axis), it.digit.stride));
        Ok(held)
    }

    /// Returns the digits of the index and of the copies.
    pub(crate) fn all_digits(&self) -> Vec<HeldDigit> {
        let flat;
        let dims = match &self.index {
            IndexDigits::ByDim(dims) => dims,
            IndexDigits::Flat(_, digits) => {
                flat = vec![digits.clone()];
                &flat
            }
        };
        let mut all = Vec::new();
        for (dim, digits) in dims.iter().enumerate() {
            let mut weight = 1i64;
            for digit in digits {
                let held = HeldDigit { digit: digit.clone(), dim: Some(dim), weight: Some(weight) };
                all.push(held);
                // Products of digits of an index fit 64 bits, but for the last, which begins no digit.
                weight = weight.saturating_mul(digit.length);
            }
        }
        let copies = self.copies.iter().cloned();
        all.extend(copies.map(|digit| HeldDigit { digit, dim: None, weight: None }));
        all
    }

    /// Returns the index at one step of a digit; index zero for a digit of copies.
    pub(crate) fn index_of(&self, held: &HeldDigit) -> Vec<i64> {
        let mut index = vec![0; self.lengths.len()];
        let Some((dim, weight)) = held.dim.zip(held.weight) else { return index };
        match &self.index {
            IndexDigits::Flat(order, _) => order.index_at(&self.lengths, weight),
            IndexDigits::ByDim(_) => {
                if let Some(component) = index.get_mut(dim) {
                    *component = weight;
                }
                index
            }
        }
    }

    /// Checks that a digit begins where the digits before it on the same axis end.
    ///
    /// # Errors
    /// It does not: the index at one step of the digit.
    pub(crate) fn check_next(
        &self,
        held: &HeldDigit,
        next: i64,
        name: &str,
    ) -> Result<(), Witness> {
        if held.digit.stride == next {
            return Ok(());
        }
        let axis = held.digit.axis.as_ref().map_or("", AxisName::as_str);
        let reason = format!(
            "a step is {} on `{axis}`, but the steps before it end at {next}: {name} has one index for each coordinate",
            held.digit.stride
        );
        Err(Witness::at(self.index_of(held), reason).unproven())
    }
}
