//! Batch evaluation: index arithmetic on many indices at once, one in each lane.
//!
//! An operation is one loop over all lanes, which the compiler can vectorize. Bounds of the values, as in interval
//! analysis, prove that a loop cannot overflow and that a predicate holds, so that most loops check nothing.

use super::algebra::Algebra;
use super::range::Range;
use super::table::Table;
use std::rc::Rc;

/// The value of an index in each lane.
#[derive(Clone, Debug)]
pub(crate) enum LaneValue {
    /// One value in all lanes.
    Same(i64),
    /// A value for each lane, and bounds of the values in lanes whose predicates hold so far.
    Each(Rc<[i64]>, Range),
}

impl LaneValue {
    /// Returns a value for each lane, with their least and greatest as bounds. There is at least one lane.
    pub(crate) fn each(values: Vec<i64>) -> LaneValue {
        let low = values.iter().copied().min().unwrap_or(0);
        let high = values.iter().copied().max().unwrap_or(0);
        LaneValue::Each(values.into(), Range { low, high })
    }

    /// Returns the value of a lane.
    pub(crate) fn lane(&self, lane: usize) -> i64 {
        match self {
            LaneValue::Same(value) => *value,
            LaneValue::Each(values, _) => values[lane],
        }
    }

    /// Returns the bounds of the values in lanes whose predicates hold.
    fn range(&self) -> Range {
        match self {
            LaneValue::Same(value) => Range::only(*value),
            LaneValue::Each(_, range) => *range,
        }
    }

    /// Calls a function for the value of each lane and an element of a list.
    pub(crate) fn zip<T>(&self, list: &mut [T], mut run: impl FnMut(&mut T, i64)) {
        match self {
            LaneValue::Same(value) => list.iter_mut().for_each(|item| run(item, *value)),
            LaneValue::Each(values, _) => {
                list.iter_mut().zip(values.iter()).for_each(|(item, &value)| run(item, value));
            }
        }
    }

    /// Returns the values of a function that wraps, and bounds of its results.
    fn map(&self, range: Range, run: impl Fn(i64) -> i64) -> LaneValue {
        match self {
            LaneValue::Same(value) => LaneValue::Same(run(*value)),
            LaneValue::Each(values, _) => {
                LaneValue::Each(values.iter().map(|&value| run(value)).collect(), range)
            }
        }
    }
}

/// The state of the evaluation of the indices of all lanes on 64-bit numbers.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    /// By lane: 0 if every predicate holds, -1 if one does not.
    pub(crate) absent: Vec<i64>,
    /// `true` if a value of a lane may not fit 64 bits, or is that of a table whose values are declared. All later values
    /// are then unspecified.
    pub(crate) may_overflow: bool,
}

impl Lanes {
    /// Returns the state before the evaluation.
    pub(crate) fn new(count: usize) -> Lanes {
        Lanes { absent: vec![0; count], may_overflow: false }
    }

    /// Returns bounds of a sum; `None` if they exceed 64 bits.
    fn sum_range(constant: i64, terms: &[(i64, LaneValue)]) -> Option<Range> {
        let (mut low, mut high) = (i128::from(constant), i128::from(constant));
        for (factor, value) in terms {
            let Range { low: first, high: last } = value.range();
            let ends = [first, last].map(|end| i128::from(*factor) * i128::from(end));
            // Products of 64 bits saturate only if there are more terms than a layout has dims.
            low = low.saturating_add(ends[0].min(ends[1]));
            high = high.saturating_add(ends[0].max(ends[1]));
        }
        Some(Range { low: low.try_into().ok()?, high: high.try_into().ok()? })
    }
}

impl Algebra for Lanes {
    type Value = LaneValue;

    fn linear(&mut self, constant: i64, terms: &[(i64, LaneValue)]) -> LaneValue {
        let Some(range) = Lanes::sum_range(constant, terms) else {
            self.may_overflow = true;
            return LaneValue::Same(0);
        };
        // The bounds fit, so the sum is exact although parts of it may wrap, as they do in lanes that are absent.
        let (mut same, mut each) = (constant, Vec::new());
        for (factor, value) in terms {
            match value {
                LaneValue::Same(value) => {
                    same = same.wrapping_add(factor.wrapping_mul(*value));
                }
                LaneValue::Each(values, _) if *factor != 0 => each.push((*factor, values)),
                LaneValue::Each(..) => {}
            }
        }
        let mut each = each.into_iter();
        let Some((factor, first)) = each.next() else { return LaneValue::Same(same) };
        let (next, scaled) = (each.next(), |value: i64| factor.wrapping_mul(value));
        let mut sums: Rc<[i64]> = match next {
            None if factor == 1 && same == 0 => return LaneValue::Each(first.clone(), range),
            None => first.iter().map(|&value| scaled(value).wrapping_add(same)).collect(),
            Some((by, second)) => {
                let pairs = first.iter().zip(second.iter());
                let sum = |(&a, &b): (&i64, &i64)| {
                    scaled(a).wrapping_add(by.wrapping_mul(b)).wrapping_add(same)
                };
                pairs.map(sum).collect()
            }
        };
        for (factor, values) in each {
            if let Some(sums) = Rc::get_mut(&mut sums) {
                for (sum, value) in sums.iter_mut().zip(values.iter()) {
                    *sum = sum.wrapping_add(factor.wrapping_mul(*value));
                }
            }
        }
        LaneValue::Each(sums, range)
    }

    fn digit(&mut self, value: &LaneValue, divisor: i64, modulus: Option<i64>) -> LaneValue {
        let Range { low, high } = value.range();
        let range = Range { low: low.div_euclid(divisor), high: high.div_euclid(divisor) };
        let quotient = match Divisor::new(divisor, value.range()) {
            Divisor::One => value.clone(),
            Divisor::Power(shift) => value.map(range, |value| value >> shift),
            Divisor::Narrow(reciprocal) => value.map(range, |value| times_high(value, reciprocal)),
            Divisor::Any => value.map(range, |value| value.div_euclid(divisor)),
        };
        let Some(modulus) = modulus.filter(|&modulus| range.low < 0 || range.high >= modulus)
        else {
            return quotient;
        };
        let below = Range { low: 0, high: modulus - 1 };
        match Divisor::new(modulus, range) {
            Divisor::One => LaneValue::Same(0),
            Divisor::Power(_) => quotient.map(below, |value| value & (modulus - 1)),
            Divisor::Narrow(reciprocal) => quotient.map(below, |value| {
                value.wrapping_sub(times_high(value, reciprocal).wrapping_mul(modulus))
            }),
            Divisor::Any => quotient.map(below, |value| value.rem_euclid(modulus)),
        }
    }

    fn xor(&mut self, a: &LaneValue, b: &LaneValue) -> LaneValue {
        let (left, right) = (a.range(), b.range());
        let range = match left.low.min(right.low) < 0 {
            true => Range { low: i64::MIN, high: i64::MAX },
            // The greatest number with as many bits as the greater one has.
            false => {
                let high = left.high.max(right.high);
                let bits = i64::BITS - high.leading_zeros();
                Range { low: 0, high: if bits == 0 { 0 } else { i64::MAX >> (63 - bits) } }
            }
        };
        match (a, b) {
            (LaneValue::Same(a), b) => b.map(range, |value| value ^ a),
            (a, LaneValue::Same(b)) => a.map(range, |value| value ^ b),
            (LaneValue::Each(a, _), LaneValue::Each(b, _)) => {
                let values = a.iter().zip(b.iter()).map(|(a, b)| a ^ b);
                LaneValue::Each(values.collect(), range)
            }
        }
    }

    fn lookup(&mut self, index: &LaneValue, table: &Table) -> LaneValue {
        self.may_overflow |= table.is_declared();
        let range = table.range_over(index.range()).unwrap_or(table.range());
        index.map(range, |at| table.value(at).unwrap_or(range.low))
    }

    fn require(&mut self, value: &LaneValue, low: i64, high: i64) -> LaneValue {
        let range = value.range();
        if range.low >= low && range.high < high {
            return value.clone();
        }
        value.zip(&mut self.absent, |absent, value| {
            *absent |= -i64::from(value < low || value >= high);
        });
        let held = Range { low: range.low.max(low), high: range.high.min(high.saturating_sub(1)) };
        match value {
            // Otherwise no predicate holds in any lane.
            LaneValue::Each(values, _) if held.low <= held.high => {
                LaneValue::Each(values.clone(), held)
            }
            value => value.clone(),
        }
    }
}

/// How a value is divided.
enum Divisor {
    One,
    /// By a shift of this many bits.
    Power(u32),
    /// By the upper half of the product with this number: values and divisor are below 2^32.
    Narrow(u64),
    Any,
}

impl Divisor {
    fn new(divisor: i64, values: Range) -> Divisor {
        let below = u32::try_from(values.high).ok().filter(|_| values.low >= 0);
        match (divisor, below, u32::try_from(divisor)) {
            (1, ..) => Divisor::One,
            (power, ..) if power.count_ones() == 1 => Divisor::Power(power.trailing_zeros()),
            // The rounded reciprocal is exact for operands of 32 bits.
            (_, Some(_), Ok(divisor)) => Divisor::Narrow(u64::MAX / u64::from(divisor) + 1),
            _ => Divisor::Any,
        }
    }
}

/// Returns the upper half of a product. That of a value which is absent is unspecified.
fn times_high(value: i64, reciprocal: u64) -> i64 {
    ((u128::from(value as u64) * u128::from(reciprocal)) >> 64) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Concrete;
    use testkit::Random;

    /// Runs random operations on numbers and on lanes, which must agree wherever predicates hold.
    fn compare(random: &mut Random, far: i64) {
        let count = 1 + random.index(9);
        let inputs: Vec<Vec<i64>> =
            (0..3).map(|_| (0..count).map(|_| random.between(-far / 8, far)).collect()).collect();
        let mut lanes = Lanes::new(count);
        let mut numbers = vec![Concrete::default(); count];
        let mut batch: Vec<LaneValue> = inputs.iter().cloned().map(LaneValue::each).collect();
        batch.push(LaneValue::Same(5));
        let mut single: Vec<Vec<i64>> = (0..count)
            .map(|lane| inputs.iter().map(|all| all[lane]).chain([5]).collect())
            .collect();
        for _ in 0..6 {
            let (a, b) = (random.index(batch.len()), random.index(batch.len()));
            let (by, to) = (random.between(-3, 4), random.between(1, far));
            let table = Table::of_values("t", vec![7, 3, 9, 1, 4]).unwrap();
            let kind = random.index(5);
            batch.push(match kind {
                0 => {
                    let terms = [(by, batch[a].clone()), (1, batch[b].clone())];
                    lanes.linear(to, &terms)
                }
                1 => lanes.digit(&batch[a].clone(), by.max(1), Some(to)),
                2 => lanes.xor(&batch[a].clone(), &batch[b].clone()),
                3 => {
                    let index = lanes.require(&batch[a].clone(), 0, 5);
                    lanes.lookup(&index, &table)
                }
                _ => lanes.require(&batch[a].clone(), by, to),
            });
            for (values, numbers) in single.iter_mut().zip(&mut numbers) {
                values.push(match kind {
                    0 => numbers.linear(to, &[(by, values[a]), (1, values[b])]),
                    1 => numbers.digit(&values[a], by.max(1), Some(to)),
                    2 => numbers.xor(&values[a], &values[b]),
                    3 => {
                        let index = numbers.require(&values[a], 0, 5);
                        numbers.lookup(&index, &table)
                    }
                    _ => numbers.require(&values[a], by, to),
                });
            }
        }
        if lanes.may_overflow {
            return;
        }
        for (at, value) in batch.iter().enumerate() {
            let mut found = vec![0; count];
            value.zip(&mut found, |to, value| *to = value);
            for lane in 0..count {
                assert_eq!(lanes.absent[lane] != 0, numbers[lane].is_invalid);
                if !numbers[lane].is_invalid {
                    assert!(!numbers[lane].overflow);
                    assert_eq!(found[lane], single[lane][at]);
                }
            }
        }
    }

    #[test]
    fn lanes_agree_with_numbers() {
        let mut random = Random::new(5);
        for far in [12, 1 << 20, 1 << 31, 1 << 40, i64::MAX / 3] {
            for _ in 0..400 {
                compare(&mut random, far);
            }
        }
    }
}
