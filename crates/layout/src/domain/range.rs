//! Ranges of integers.

/// The numbers from `low` to `high`, both included. A range is never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The least number.
    pub low: i64,
    /// The greatest number.
    pub high: i64,
}

impl Range {
    /// Returns the indices of a dim of this length, which is at least 1.
    pub fn below(length: i64) -> Range {
        Range { low: 0, high: length - 1 }
    }

    /// Returns the range of one number.
    pub fn only(value: i64) -> Range {
        Range { low: value, high: value }
    }

    /// Returns how many numbers the range has. No range of a layout has 2^63 or more.
    pub(crate) fn count(self) -> i64 {
        self.high.saturating_sub(self.low).saturating_add(1)
    }

    /// Returns the ends as a pair, for an [`IndexSpace`](crate::IndexSpace).
    pub(crate) fn ends(self) -> (i64, i64) {
        (self.low, self.high)
    }

    /// Returns the range moved by `by`; `None` if a bound overflows 64 bits.
    pub(crate) fn shifted(self, by: i64) -> Option<Range> {
        Some(Range { low: self.low.checked_add(by)?, high: self.high.checked_add(by)? })
    }

    /// Returns the residues of all values; `None` if the values are not within one period.
    pub(crate) fn residues(self, modulus: i64) -> Option<Range> {
        let is_one_period = self.low.div_euclid(modulus) == self.high.div_euclid(modulus);
        let Range { low, high } = self;
        is_one_period
            .then(|| Range { low: low.rem_euclid(modulus), high: high.rem_euclid(modulus) })
    }

    /// Returns `true` if the other range contains this one.
    pub fn within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Returns the intersection; `None` if it is empty.
    pub fn meet(self, other: Range) -> Option<Range> {
        let low = self.low.max(other.low);
        let high = self.high.min(other.high);
        (low <= high).then_some(Range { low, high })
    }
}
