//! Intervals of integers, whose ends may be infinite.

/// An interval of integers, both ends included. `None` is an end without a bound, or one that does not fit 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: Option<i128>,
    pub(super) high: Option<i128>,
}

impl Interval {
    pub(super) fn only(value: i128) -> Interval {
        Interval { low: Some(value), high: Some(value) }
    }

    pub(super) fn plus(self, other: Interval) -> Interval {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Interval { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    pub(super) fn times(self, other: Interval) -> Interval {
        let ends = [
            Self::product(self.low, other.low, true, true),
            Self::product(self.low, other.high, true, false),
            Self::product(self.high, other.low, false, true),
            Self::product(self.high, other.high, false, false),
        ];
        let low = ends.iter().map(|end| end.0).min().flatten();
        let high =
            ends.iter().map(|end| end.1).max_by_key(|high| high.map_or((1, 0), |it| (0, it)));
        Interval { low, high: high.flatten() }
    }

    /// Returns the product of two ends as a least and as a greatest value; `None` is infinite.
    fn product(
        a: Option<i128>,
        b: Option<i128>,
        a_is_low: bool,
        b_is_low: bool,
    ) -> (Option<i128>, Option<i128>) {
        let negative = |end: Option<i128>, is_low: bool| end.map_or(is_low, |it| it < 0);
        if a == Some(0) || b == Some(0) {
            return (Some(0), Some(0));
        }
        match a.zip(b).and_then(|(a, b)| a.checked_mul(b)) {
            Some(product) => (Some(product), Some(product)),
            // An infinite product bounds one end only. `i128::MAX` and `MIN` stand for "beyond the other end".
            None if negative(a, a_is_low) == negative(b, b_is_low) => (Some(i128::MAX), None),
            None => (None, Some(i128::MIN)),
        }
    }

    pub(super) fn to_power(self, power: u32) -> Interval {
        let all = (0..power).fold(Interval::only(1), |product, _| product.times(self));
        // An even power is not negative.
        match all.low {
            Some(low) if low >= 0 || !power.is_multiple_of(2) => all,
            _ if power.is_multiple_of(2) => Interval { low: Some(0), ..all },
            _ => all,
        }
    }

    /// Returns the interval of the quotients, rounded down, by divisors that are at least 1.
    pub(super) fn over(self, divisor: Interval) -> Interval {
        let least = divisor.low.unwrap_or(1).max(1);
        let low = self.low.map(|low| match (low < 0, divisor.high) {
            (true, _) => low.div_euclid(least),
            (false, Some(most)) => low.div_euclid(most.max(1)),
            (false, None) => 0,
        });
        let high = self.high.map(|high| match (high < 0, divisor.high) {
            (false, _) => high.div_euclid(least),
            (true, Some(most)) => high.div_euclid(most.max(1)),
            (true, None) => -1,
        });
        Interval { low, high }
    }

    /// Returns the values in both; a conflict keeps the first.
    pub(super) fn meet(self, other: Interval) -> Interval {
        let low = [self.low, other.low].into_iter().flatten().max();
        let high = [self.high, other.high].into_iter().flatten().min();
        match (low, high) {
            (Some(low), Some(high)) if low > high => self,
            _ => Interval { low, high },
        }
    }
}
