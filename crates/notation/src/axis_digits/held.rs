//! The digits of a placement by axis, for notations in which each axis is the mixed radix of its digits.

use layout::{AddressError, AxisName};

use super::{AxisDigit, DigitPlacement};
use crate::witness::Witness;

/// A digit of the index, of the copies or of the parts.
#[derive(Clone, Debug)]
pub(crate) struct HeldDigit {
    /// The digit.
    pub(crate) digit: AxisDigit,
    /// The dim of the index, 0 for the flat index, and the distance of indices with adjacent values; `None` for a digit of
    /// copies or of parts.
    pub(crate) at: Option<(usize, i64)>,
}

impl DigitPlacement {
    /// Returns all digits, sorted by axis as listed and by rising stride, for a notation in which each slot holds one index,
    /// at coordinates from 0 on these axes.
    ///
    /// # Errors
    /// The placement uses another axis, an offset or parts, or several indices share a slot: the index.
    pub(crate) fn held_by(&self, axes: &[AxisName], name: &str) -> Result<Vec<HeldDigit>, Witness> {
        self.check_no_parts(name)?;
        self.check_start(name)?;
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

    /// Checks that the value of an index is not in parts.
    ///
    /// # Errors
    /// It is: index zero.
    pub(crate) fn check_no_parts(&self, name: &str) -> Result<(), Witness> {
        if self.parts.is_empty() {
            return Ok(());
        }
        let reason = format!("its value is in parts, but {name} has no partial values");
        Err(Witness::at(vec![0; self.lengths.len()], reason))
    }

    /// Checks that index zero is at 0 on all axes.
    ///
    /// # Errors
    /// It is not: index zero.
    pub(crate) fn check_start(&self, name: &str) -> Result<(), Witness> {
        let Some((axis, by)) = self.offsets.iter().find(|(_, by)| *by != 0) else { return Ok(()) };
        let reason = format!("its coordinate on `{axis}` is {by}, but {name} starts at 0");
        Err(Witness::at(vec![0; self.lengths.len()], reason))
    }

    /// Returns the digits of the index, then those of the copies, then those of the parts.
    pub(crate) fn all_digits(&self) -> Vec<HeldDigit> {
        let mut all = Vec::new();
        for (dim, digits) in self.dims.iter().enumerate() {
            let mut weight = 1i64;
            for digit in digits {
                all.push(HeldDigit { digit: digit.clone(), at: Some((dim, weight)) });
                // Products of digits of an index fit 64 bits, but for the last, which begins no digit.
                weight = weight.saturating_mul(digit.length);
            }
        }
        let parts = self.parts.iter().map(|(digit, _)| digit);
        let others = self.copies.iter().chain(parts).cloned();
        all.extend(others.map(|digit| HeldDigit { digit, at: None }));
        all
    }

    /// Returns the index at one step of a digit; index zero for a digit of copies or of parts.
    pub(crate) fn index_of(&self, held: &HeldDigit) -> Vec<i64> {
        let mut index = vec![0; self.lengths.len()];
        let Some((dim, weight)) = held.at else { return index };
        match (self.order, index.get_mut(dim)) {
            (Some(order), _) => return order.index_at(&self.lengths, weight),
            (None, Some(component)) => *component = weight,
            (None, None) => {}
        }
        index
    }

    /// Returns the digits on an axis, each of which begins where the digits before it end.
    ///
    /// # Errors
    /// One does not: the index at one step of the digit. Or the number of coordinates does not fit 64 bits.
    pub(crate) fn on_axis<'a>(
        &self,
        held: &'a [HeldDigit],
        axis: &AxisName,
        name: &str,
    ) -> Result<Vec<&'a HeldDigit>, Witness> {
        let own: Vec<&HeldDigit> = held.iter().filter(|it| it.digit.is_on(axis)).collect();
        let mut next = 1i64;
        for it in &own {
            self.check_next(it, next, name)?;
            next = next.checked_mul(it.digit.length).ok_or(AddressError::Overflow)?;
        }
        Ok(own)
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
