//! The slots that a plan needs in the buffers of source and target.

use super::fault::{CopyPlanFault, narrow};
use super::plan::{CopyDigit, CopyPlan};

/// The number of slots up to the last one that a kernel accesses: a constant plus a factor times a dynamic length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopyEnd {
    /// The constant; negative if the last block of a dynamic length ends before its stride.
    pub constant: i64,
    /// The slots for each index of the dynamic length; 0 if all lengths are static.
    pub per_length: i64,
}

impl CopyPlan {
    /// Returns the ends of the source and of the target. They are at least those of the accesses.
    ///
    /// # Errors
    /// A number does not fit 64 bits.
    pub fn ends(&self) -> Result<[CopyEnd; 2], CopyPlanFault> {
        let source = self.end(self.source_offset, |digit| digit.source, true);
        let mut target = self.end(self.target_offset, |digit| digit.target, false);
        for fill in &self.fills {
            let mut end = i128::from(fill.start) + i128::from(fill.slots);
            for (length, stride) in &fill.over {
                let last = length.get().map_or(-1, |length| i128::from(length) - 1);
                end += last * i128::from(*stride);
            }
            target.0 = target.0.max(end);
        }
        Ok([
            CopyEnd { constant: narrow(source.0)?, per_length: source.1 },
            CopyEnd { constant: narrow(target.0)?, per_length: target.1 },
        ])
    }

    /// Returns the end of the accesses on one side, for the length 0 and for each index more.
    fn end(&self, offset: i64, stride: fn(&CopyDigit) -> i64, is_source: bool) -> (i128, i64) {
        let mut end = i128::from(offset) + 1;
        let mut per_length = 0;
        for digit in &self.digits {
            let is_guarded = digit.parts.iter().any(|part| self.dims[part.dim].is_guarded());
            match digit.length.get() {
                None => {
                    per_length = stride(digit);
                    end -= i128::from(per_length);
                }
                Some(length) if !is_guarded => {
                    end += (i128::from(length) - 1) * i128::from(stride(digit).max(0));
                }
                Some(_) => {}
            }
        }
        for (at, dim) in self.dims.iter().enumerate().filter(|(_, dim)| dim.is_guarded()) {
            let range = if is_source { dim.valued.as_ref() } else { None };
            let last = range.or(dim.written.as_ref()).map_or(i64::MAX, |range| range.end - 1);
            end += self.greatest(at, last, stride);
        }
        (end, per_length)
    }

    /// Returns the greatest sum of digits of a dim, times their strides, at positions up to `last`.
    fn greatest(&self, dim: usize, last: i64, stride: fn(&CopyDigit) -> i64) -> i128 {
        let digits: Vec<(i128, i128, i64)> = self
            .digits_of(dim)
            .iter()
            .map(|&(at, weight)| {
                let digit = &self.digits[at];
                let length = digit.length.get().unwrap_or(1);
                (i128::from(stride(digit)), i128::from(length) - 1, weight)
            })
            .collect();
        let mut greatest = None;
        let mut fixed = 0_i128;
        let mut rest = last.max(0);
        for (at, &(stride, most, weight)) in digits.iter().enumerate() {
            let value = i128::from(rest / weight).min(most);
            // A smaller value of this digit leaves all others free.
            if value > 0 {
                let inner = digits[at + 1..].iter();
                let inner: i128 = inner.map(|&(stride, most, _)| stride.max(0) * most).sum();
                let sum = fixed + stride.max(0) * (value - 1) + inner;
                greatest = greatest.max(Some(sum));
            }
            fixed += stride * value;
            rest -= i64::try_from(value).unwrap_or(0) * weight;
        }
        greatest.max(Some(fixed)).unwrap_or(0)
    }
}
