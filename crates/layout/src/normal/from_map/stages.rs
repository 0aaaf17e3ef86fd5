//! The transforms of index expressions.
//!
//! Each digit becomes a dim: an `embed` joins the digits of a sum, a `merge` the digits of a value. A digit
//! that several sums contain is one dim for each of them; an `xor` whose second result is zero makes them equal.

use std::collections::BTreeMap;

use super::plan::{Content, DigitKey, DigitSum, Plan};
use crate::index::{Expr, Exprs};
use crate::pipeline::{LayoutBuilder, LayoutFault};
use crate::space::{DimId, Shape};
use crate::transform::{CyclicShift, Embed, Freeze, Insert, Merge, Offset, Slice, Xor};

impl LayoutBuilder {
    /// Returns logical dims for which dims of this builder have these components: expressions of the logical index,
    /// as [`Exprs::index_of`] numbers it.
    ///
    /// # Errors
    /// An expression contains an exclusive or, or its numbers do not fit 64 bits.
    pub(crate) fn apply_components(
        &mut self,
        shape: &Shape,
        exprs: &mut Exprs,
        components: &[Expr],
        dims: &[DimId],
    ) -> Result<Vec<DimId>, LayoutFault> {
        let plan = Plan::from_components(exprs, components).ok_or_else(|| {
            LayoutFault::new("the components of the physical index must be sums of digits")
        })?;
        let mut stages = ComponentStages { plan, builder: self, digits: BTreeMap::new() };
        for (sum, &dim) in dims.iter().enumerate() {
            stages.sum(sum, dim)?;
        }
        let mut logical = vec![Vec::new(); shape.len()];
        // A value comes after the values that it is part of.
        for value in (0..stages.plan.values.len()).rev() {
            let dims = stages.value(value)?;
            match stages.plan.values[value].content {
                Content::Var(number) => logical[number as usize].extend(dims),
                Content::Sum(sum) => {
                    let dim = stages.joined(dims, stages.plan.values[value].count)?;
                    stages.sum(sum, dim)?;
                }
            }
        }
        let dims = logical.into_iter().zip(shape.values());
        dims.map(|(found, len)| stages.logical(found, len.get().unwrap_or(i64::MAX))).collect()
    }
}

/// A layout under construction.
struct ComponentStages<'a> {
    plan: Plan,
    builder: &'a mut LayoutBuilder,
    /// The dims that must have the value of each digit.
    digits: BTreeMap<DigitKey, Vec<DimId>>,
}

impl ComponentStages<'_> {
    /// Makes a dim the value of a sum.
    fn sum(&mut self, sum: usize, mut dim: DimId) -> Result<(), LayoutFault> {
        let sum = std::mem::take(&mut self.plan.sums[sum]);
        if sum.is_parity {
            return self.parity(&sum, dim);
        }
        if sum.digits.is_empty() {
            self.builder.apply(Freeze { at: sum.constant }, &[dim])?;
            return Ok(());
        }
        if sum.constant != 0 {
            dim = self.builder.apply(Offset { by: sum.constant }, &[dim])?[0];
        }
        let keys: Vec<DigitKey> = sum.digits.keys().copied().collect();
        let lengths =
            keys.iter().map(|&(value, radix, digit)| self.plan.values[value].length(radix, digit));
        let lengths: Vec<i64> = lengths.collect();
        let strides: Vec<i64> = sum.digits.into_values().collect();
        let is_digit = strides == [1] && self.has_length(dim, lengths[0]);
        let dims = match is_digit {
            true => vec![dim],
            false => self.builder.apply(Embed { lengths, strides }, &[dim])?,
        };
        for (key, dim) in keys.into_iter().zip(dims) {
            self.digits.entry(key).or_default().push(dim);
        }
        Ok(())
    }

    /// Makes a dim the exclusive or of bits. A bit that is a dim already is added to it.
    fn parity(&mut self, sum: &DigitSum, mut dim: DimId) -> Result<(), LayoutFault> {
        if sum.constant % 2 != 0 {
            dim = self.builder.apply(CyclicShift { by: 1 }, &[dim])?[0];
        }
        let mut keys: Vec<DigitKey> = sum.digits.keys().copied().collect();
        keys.sort_by_key(|key| !self.digits.contains_key(key));
        let Some(last) = keys.pop() else {
            self.builder.apply(Freeze { at: 0 }, &[dim])?;
            return Ok(());
        };
        for key in keys {
            let known = self.digits.get_mut(&key).and_then(Vec::pop);
            let bit = match known {
                Some(bit) => self.resized(bit, 2)?,
                None => self.builder.apply(Insert { length: 2 }, &[])?[0],
            };
            let upper = self.builder.apply(Xor, &[bit, dim])?;
            self.digits.entry(key).or_default().push(upper[0]);
            dim = upper[1];
        }
        self.digits.entry(last).or_default().push(dim);
        Ok(())
    }

    /// Returns a dim for each mixed radix of a value.
    fn value(&mut self, value: usize) -> Result<Vec<DimId>, LayoutFault> {
        let mut dims = Vec::new();
        for radix in 0..self.plan.values[value].radices.len() {
            let mut lower = Vec::new();
            for digit in 0..self.plan.values[value].radices[radix].len() {
                let own = self.digits.remove(&(value, radix, digit)).unwrap_or_default();
                let length = self.plan.values[value].length(radix, digit);
                lower.push(self.joined(own, length)?);
            }
            lower.reverse();
            let merged = match lower[..] {
                [one] => one,
                _ => self.builder.apply(Merge, &lower)?[0],
            };
            let shift = self.plan.values[value].shift;
            dims.push(match shift {
                0 => merged,
                by => self.builder.apply(Offset { by }, &[merged])?[0],
            });
        }
        Ok(dims)
    }

    /// Returns one dim of a length whose index all of these dims get.
    fn joined(&mut self, dims: Vec<DimId>, length: i64) -> Result<DimId, LayoutFault> {
        let mut dims = dims.into_iter();
        let Some(first) = dims.next() else {
            return Ok(self.builder.apply(Insert { length }, &[])?[0]);
        };
        let mut joined = self.resized(first, length)?;
        for other in dims {
            let power = length.unsigned_abs().checked_next_power_of_two();
            let power = power.and_then(|power| i64::try_from(power).ok());
            let power = power.ok_or_else(|| LayoutFault::new("a length does not fit 64 bits"))?;
            let other = self.resized(other, power)?;
            let pair = self.builder.apply(Xor, &[joined, other])?;
            self.builder.apply(Freeze { at: 0 }, &pair[1..])?;
            joined = pair[0];
        }
        Ok(joined)
    }

    /// Returns `true` if a dim has a length, where a dynamic one is that of [`Exprs::index_of`].
    fn has_length(&self, dim: DimId, length: i64) -> bool {
        self.builder.length(dim).get().unwrap_or(i64::MAX) == length
    }

    /// Returns a dim of a length with the same index as another.
    fn resized(&mut self, dim: DimId, length: i64) -> Result<DimId, LayoutFault> {
        if self.has_length(dim, length) {
            return Ok(dim);
        }
        let embed = Embed { lengths: vec![length], strides: vec![1] };
        Ok(self.builder.apply(embed, &[dim])?[0])
    }

    /// Returns the logical dim of a length whose index all of these dims get.
    fn logical(&mut self, dims: Vec<DimId>, length: i64) -> Result<DimId, LayoutFault> {
        let [one] = dims[..] else { return self.joined(dims, length) };
        match self.builder.length(one).get() {
            Some(covered) if covered > length => {
                Ok(self.builder.apply(Slice { begin: 0, end: length }, &[one])?[0])
            }
            _ => self.resized(one, length),
        }
    }
}
