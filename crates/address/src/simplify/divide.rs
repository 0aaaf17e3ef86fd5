//! Division by a constant: the cheapest instructions that are exact over a proven range. A divide instruction is only
//! used where the cost model is the number of operations.
//!
//! For `n < N` and a divisor `d`, `floor(n * M / 2^p) = floor(n / d)` holds exactly for the `M` of an interval:
//! - its lower bound is `M * d >= 2^p`;
//! - its upper bounds are `M * (k*d - 1) < k * 2^p` for the greatest `k*d <= N`, and
//!   `M * (N - 1) < 2^p * (floor((N - 1) / d) + 1)`. Lesser multiples of `d` are weaker bounds, because `k / (k*d - 1)`
//!   decreases with `k`.
//!
//! If the product fits a word, its low half is used, otherwise its high half.

use super::cost::{CostModel, FactorSize, MultiplyBy, Price};
use super::select::InstructionSelector;
use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::ValueId;
use layout::StridedInterval;

/// The instructions for a quotient of `x` by a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quotient {
    /// The quotient is 0.
    Zero,
    /// `x >> shift`.
    Shift(u32),
    /// The quotient is 0 or 1: `x >= d`.
    Compare,
    /// `(x * factor) >> shift`, if the product fits a word.
    Low { factor: u64, shift: u32 },
    /// `high(x * factor) >> shift`.
    High { factor: u64, shift: u32 },
    /// `x >> shift` divided by the odd part of the divisor with one of the other variants.
    Shifted { shift: u32, odd: u64 },
    /// `(h + ((x - h) >> 1)) >> shift` with `h = high(x * factor)`. Exact for all words `x`.
    Add { factor: u64, shift: u32 },
    /// A divide instruction.
    Divide,
}

/// The instructions for a quotient, and their price.
type PricedQuotient = (Quotient, Price);

/// A division of words by a constant above 1 and below 2^63.
#[derive(Clone, Copy)]
struct Division {
    /// One more than the greatest word, at most 2^bits.
    end: u128,
    /// A driver can prove that the words are below this number.
    visible: u128,
    divisor: u128,
    width: Width,
    cost: CostModel,
}

impl Division {
    /// Returns the cheapest instructions.
    fn best(self) -> PricedQuotient {
        let Division { end, divisor, cost, .. } = self;
        if end <= divisor {
            return (Quotient::Zero, 0);
        }
        if divisor.is_power_of_two() {
            return (Quotient::Shift(divisor.trailing_zeros()), cost.simple());
        }
        let compare = (end <= 2 * divisor).then(|| (Quotient::Compare, 2 * cost.simple()));
        let [low, high] = self.by_factor();
        let divide = cost.keeps_divisions().then(|| (Quotient::Divide, cost.divide()));
        let candidates = [compare, low, high, self.shifted(), divide];
        let cheapest = candidates.into_iter().flatten().min_by_key(|&(_, price)| price);
        cheapest.unwrap_or_else(|| self.add())
    }

    /// Returns the quotients by the low and by the high half of a product. Words of 64 bits use the high half only if the
    /// low half is not exact: no target computes the high half of a long product in less time.
    fn by_factor(self) -> [Option<PricedQuotient>; 2] {
        let low = self.low();
        let needs_high = low.is_none() || self.width == Width::I32;
        [low, if needs_high { self.high() } else { None }]
    }

    fn low(self) -> Option<PricedQuotient> {
        let Division { end, visible, divisor, width, cost } = self;
        let size = FactorSize::classify(end, visible, width, cost);
        let bits = width.bits();
        let fits = ((1u128 << bits) - 1) / (end - 1);
        let candidates = (1..bits).filter_map(|shift| {
            let [least, most] = factors(end, divisor, shift)?;
            let factor = Some(least).filter(|&least| least <= most.min(fits))?;
            let price = MultiplyBy::best(factor, size, width, cost).1 + cost.simple();
            Some((Quotient::Low { factor: u64::try_from(factor).ok()?, shift }, price))
        });
        candidates.min_by_key(|&(_, price)| price)
    }

    fn high(self) -> Option<PricedQuotient> {
        let Division { end, divisor, width, cost, .. } = self;
        let bits = width.bits();
        let mut exact = (0..bits).filter_map(|shift| {
            let [factor, _] = factors(end, divisor, bits + shift)?;
            let factor = u64::try_from(factor).ok().filter(|&m| u128::from(m) >> bits == 0)?;
            let last = if shift > 0 { cost.simple() } else { 0 };
            Some((Quotient::High { factor, shift }, cost.multiply(width) + last))
        });
        let first = exact.next()?;
        // The longest shift lets a driver prove the least bound of the quotient.
        let longest = if cost == CostModel::Slots { exact.next_back() } else { None };
        Some(longest.filter(|longest| longest.1 == first.1).unwrap_or(first))
    }

    fn shifted(self) -> Option<PricedQuotient> {
        let shift = self.divisor.trailing_zeros();
        if shift == 0 {
            return None;
        }
        let divisor = self.divisor >> shift;
        let end = ((self.end - 1) >> shift) + 1;
        let width = if end <= 1 << 32 { Width::I32 } else { self.width };
        let convert = if width < self.width { self.cost.convert() } else { 0 };
        let visible = (((self.visible - 1) >> shift) + 1).min(1 << width.bits());
        let rest = Division { end, visible, divisor, width, ..self }.by_factor();
        let price = rest.into_iter().flatten().map(|(_, price)| price).min()?;
        let odd = u64::try_from(divisor).ok()?;
        Some((Quotient::Shifted { shift, odd }, price + self.cost.simple() + convert))
    }

    /// Returns [`Quotient::Add`], which is exact for every word. Its true factor has one bit more than a word; the sum of
    /// the instructions supplies that bit.
    fn add(self) -> PricedQuotient {
        let d = self.divisor;
        let length = 128 - (d - 1).leading_zeros();
        let factor = (((1u128 << length) - d) << self.width.bits()) / d + 1;
        let factor =
            u64::try_from(factor).expect("the factor is below 2^bits, as 2^length - d < d");
        let price = self.cost.multiply(self.width) + 4 * self.cost.simple();
        (Quotient::Add { factor, shift: length - 1 }, price)
    }
}

/// Returns the least and the greatest factor that are exact with a shift; `None` if no factor is.
fn factors(end: u128, d: u128, shift: u32) -> Option<[u128; 2]> {
    let power = 1u128.checked_shl(shift)?;
    let least = power.div_ceil(d);
    let last = (end - 1) / d;
    let greatest_multiple = end / d;
    let mut most = bound(power, last + 1, end - 1);
    if greatest_multiple > 0 {
        most = most.min(bound(power, greatest_multiple, greatest_multiple * d - 1));
    }
    (least <= most).then_some([least, most])
}

/// Returns `true` if `floor(x * factor / 2^shift) = floor(x / d)` for all `x` below `end`, which must be above 0.
pub(super) fn exact_factor(end: u128, d: u128, shift: u32, factor: u128) -> bool {
    factors(end, d, shift).is_some_and(|[least, most]| least <= factor && factor <= most)
}

/// Returns the greatest factor with `factor * value < power * times`, or a slightly lesser one if the product
/// overflows.
fn bound(power: u128, times: u128, value: u128) -> u128 {
    if value == 0 {
        return u128::MAX;
    }
    match power.checked_mul(times) {
        Some(limit) => (limit - 1) / value,
        // `times` is about `value / d`, so this is slightly less than the exact bound.
        None => (power / value).saturating_mul(times).saturating_sub(1),
    }
}

/// Returns the factor for which `high(low(x * factor) * d)` is the remainder of `x < end` by `d`. The low half is the
/// fraction of the quotient, which the divisor then multiplies (Lemire, Kaser, Kurz 2019). `None` if words are too
/// short.
fn remainder_factor(end: u128, divisor: u64, bits: u32) -> Option<u64> {
    let fits = end.checked_mul(divisor.into())? <= 1 << bits;
    fits.then(|| u64::try_from((1u128 << bits).div_ceil(divisor.into())).ok())?
}

impl InstructionSelector<'_> {
    /// Returns the quotient by a constant above 1.
    pub(super) fn quotient(&mut self, x: ValueId, divisor: i64) -> ValueId {
        let divisor = u64::try_from(divisor).expect("divisors are above 1");
        let width = self.width(x);
        let plan = self.division(x, divisor).best().0;
        let interval = self.interval(x).quotient(divisor.into());
        let value = match plan {
            Quotient::Zero => self.number(0, Width::I32),
            Quotient::Shift(shift) => self.shift_right(x, shift),
            Quotient::Compare => {
                let by = self.number(divisor.into(), width);
                let condition = self.compare(CmpPredicate::GreaterEqual, x, by);
                self.zero_or_one(condition)
            }
            Quotient::Low { factor, shift } => {
                let product = self.times(x, factor.into(), width);
                self.shift_right(product, shift)
            }
            Quotient::High { factor, shift } => {
                let high = self.high(x, factor);
                self.shift_right(high, shift)
            }
            Quotient::Shifted { shift, odd } => {
                let upper = self.shift_right(x, shift);
                self.quotient(upper, odd.cast_signed())
            }
            Quotient::Add { factor, shift } => {
                let high = self.high(x, factor);
                let rest = self.minus(x, high, width);
                let half = self.shift_right(rest, 1);
                let sum = self.binary(WordOp::Add, high, half);
                self.shift_right(sum, shift)
            }
            Quotient::Divide => self.divided(WordOp::Div, x, divisor),
        };
        self.refined(value, interval)
    }

    fn division(&self, x: ValueId, divisor: u64) -> Division {
        Division {
            end: (self.interval(x).high + 1).unsigned_abs(),
            visible: self.visible_end(x),
            divisor: divisor.into(),
            width: self.width(x),
            cost: self.cost,
        }
    }

    /// Returns the remainder by a constant above 1.
    pub(super) fn remainder(&mut self, x: ValueId, divisor: i64) -> ValueId {
        let d = i128::from(divisor);
        let interval = self.interval(x);
        if interval.high < d {
            return x;
        }
        if divisor & (divisor - 1) == 0 {
            return self.masked(x, d - 1);
        }
        let value = self.long_remainder(x, divisor);
        self.refined(value, interval.remainder(d))
    }

    fn long_remainder(&mut self, x: ValueId, divisor: i64) -> ValueId {
        let d = u64::try_from(divisor).expect("divisors are above 1");
        let division = self.division(x, d);
        let Division { end, width, cost, .. } = division;
        // The lowest bits of the word and of the product determine those of the remainder.
        let narrow = self.narrowest(StridedInterval::range(0, i128::from(divisor) - 1));
        let size = FactorSize::classify(end / u128::from(d) + 1, 1 << narrow.bits(), narrow, cost);
        let times = MultiplyBy::best(d.into(), size, narrow, cost).1;
        let by_quotient = division.best().1 + times + cost.simple();
        let factor = remainder_factor(end, d, width.bits());
        let by_fraction = factor.map_or(Price::MAX, |_| 2 * cost.multiply(width));
        let steps = end.div_ceil(d.into()).next_power_of_two().trailing_zeros();
        let by_steps = Price::from(2 * steps) * cost.simple();
        let by_division = if cost.keeps_divisions() { cost.divide() } else { Price::MAX };
        match factor {
            _ if by_division < by_steps.min(by_quotient).min(by_fraction) => {
                self.divided(WordOp::Rem, x, d)
            }
            _ if by_steps <= by_quotient.min(by_fraction) => self.stepped(x, divisor, steps),
            Some(factor) if by_fraction < by_quotient => {
                let product = self.product(x, factor);
                let fraction = self.low_half(product);
                self.high(fraction, d)
            }
            _ => {
                let quotient = self.quotient(x, divisor);
                let product = self.times(quotient, d.into(), narrow);
                self.minus(x, product, narrow)
            }
        }
    }

    /// Returns the result of a divide instruction.
    fn divided(&mut self, op: WordOp, x: ValueId, divisor: u64) -> ValueId {
        let by = self.number(divisor.into(), self.width(x));
        self.binary(op, x, by)
    }

    /// Returns the remainder of a word below `2^steps * divisor`. Each step subtracts `2^step * divisor` if the word is
    /// not below it.
    fn stepped(&mut self, x: ValueId, divisor: i64, steps: u32) -> ValueId {
        (0..steps).rev().fold(x, |rest, step| {
            let part = i128::from(divisor) << step;
            let width = self.width(rest);
            let by = self.number(part, width);
            // If `rest` is below `part`, the difference wraps, and the minimum is `rest`.
            let less = self.binary(WordOp::Sub, rest, by);
            let high = self.interval(rest).high.min(part - 1);
            let least = Operation::Binary(WordOp::Min);
            self.word(least, &[rest, less], StridedInterval::range(0, high), width)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(bits: u32) -> Width {
        Width::new(bits).unwrap()
    }

    fn best(
        end: u128,
        visible: u128,
        divisor: u64,
        width: Width,
        cost: CostModel,
    ) -> PricedQuotient {
        Division { end, visible, divisor: divisor.into(), width, cost }.best()
    }

    fn run(plan: Quotient, x: u128, d: u128, bits: u32, cost: CostModel, end: u128) -> u128 {
        let mask = (1u128 << bits) - 1;
        match plan {
            Quotient::Zero => 0,
            Quotient::Shift(shift) => x >> shift,
            Quotient::Compare => u128::from(x >= d),
            Quotient::Low { factor, shift } => ((x * u128::from(factor)) & mask) >> shift,
            Quotient::High { factor, shift } => {
                let product = x.checked_mul(u128::from(factor)).unwrap();
                ((product >> bits) & mask) >> shift
            }
            Quotient::Shifted { shift, odd } => {
                let end = ((end - 1) >> shift) + 1;
                let bits = if end <= 1 << 32 { 32 } else { bits };
                let (plan, _) = best(end, 1 << bits, odd, width(bits), cost);
                run(plan, x >> shift, odd.into(), bits, cost, end)
            }
            Quotient::Add { factor, shift } => {
                let high = (x * u128::from(factor)) >> bits;
                ((high + ((x - high) >> 1)) & mask) >> shift
            }
            Quotient::Divide => x / d,
        }
    }

    /// Returns values next to multiples of the divisor, where an inexact quotient differs first.
    fn critical(end: u128, d: u128) -> Vec<u128> {
        let top = end / d;
        let multiples = (0..8).chain(top.saturating_sub(4)..=top).map(|k| k * d);
        let near = multiples.flat_map(|m| [m.saturating_sub(1), m, m + 1]);
        near.chain([end - 1]).filter(|&x| x < end).collect()
    }

    fn check(end: u128, d: u64, bits: u32, cost: CostModel, values: &[u128]) {
        let (plan, _) = best(end, 1 << bits, d, width(bits), cost);
        for &x in values {
            let quotient = run(plan, x, d.into(), bits, cost, end);
            assert_eq!(quotient, x / u128::from(d), "{x} / {d} below {end}: {plan:?}");
        }
        if let Some(factor) = remainder_factor(end, d, bits) {
            for &x in values {
                let low = (x * u128::from(factor)) & ((1 << bits) - 1);
                assert_eq!((low * u128::from(d)) >> bits, x % u128::from(d), "{x} mod {d}");
            }
        }
    }

    #[test]
    fn quotients_are_exact_for_small_ranges() {
        for cost in [CostModel::Weight, CostModel::Ops, CostModel::Slots] {
            for end in [2, 7, 10, 64, 100, 255, 300] {
                let all: Vec<u128> = (0..end).collect();
                (2..150).for_each(|d| check(end, d, 32, cost, &all));
            }
        }
    }

    #[test]
    fn quotients_are_exact_at_critical_values_of_large_ranges() {
        let ends = (8..32).flat_map(|bit| [(1u128 << bit) - 3, 1 << bit, (1 << bit) + 5]);
        for end in ends.chain([1 << 32]) {
            for d in
                (2..400).chain([641, 784, 6272, 50_176, 65_535, 65_537, 1_000_003, (1 << 31) + 1])
            {
                check(end, d, 32, CostModel::Weight, &critical(end, d.into()));
            }
        }
    }

    #[test]
    fn quotients_of_64_bit_words_are_exact() {
        for end in [1u128 << 20, (1 << 33) + 1, 1 << 40, (1 << 62) + 7, 1 << 63, 1 << 64] {
            for d in [3u64, 7, 10, 641, 784, 1_000_003, 6_700_417, (1 << 40) + 15, (1 << 62) + 1] {
                check(end, d, 64, CostModel::Weight, &critical(end, d.into()));
            }
        }
    }

    #[test]
    fn best_depends_on_the_exact_range() {
        let best = |end, d| best(end, 1 << 32, d, Width::I32, CostModel::Weight).0;
        assert_eq!(best(784, 784), Quotient::Zero);
        assert_eq!(best(1568, 784), Quotient::Compare);
        assert_eq!(best(150_528, 196), Quotient::High { factor: 21_913_099, shift: 0 });
        assert!(matches!(best(25_700_000, 3136), Quotient::High { shift: 4, .. }));
        assert!(matches!(best(1 << 32, 7), Quotient::Add { .. }));
        assert!(matches!(best(1 << 32, 14), Quotient::Shifted { shift: 1, odd: 7 }));
    }
}
