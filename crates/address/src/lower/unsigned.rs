//! The algebra that writes a layout down as a program of unsigned words.
//!
//! On its way to memory an index may be negative: `offset`, `pad` and `embed` make it so. The words of a program are
//! not, and none of its operations but perhaps the last wraps, for any index inside the lengths:
//!
//! - A value is a [`WordSum`]: a constant plus words times factors. Only the constant and the factors are negative,
//!   and sums of sums are sums, so that adding and multiplying need no operation until a word is needed.
//! - A sum becomes a word as the part of what is above 0, less the part of what is below 0: one subtraction, whose
//!   operands are not negative, and whose result is not, if the sum never is.
//! - Where a sum may be negative, a division is done on the sum plus a multiple of the divisor, a remainder
//!   on the sum plus a multiple of the modulus, so that both round down; the quotient is then a word less a constant, which
//!   is a sum. A comparison with two bounds compares the sum and the bounds, all moved by the same constant.
//! - `xor` needs words. What may be negative there is so for indices that are not valid only, and then is
//!   taken to be 0, by a maximum.
//! - A predicate narrows nothing: the values after it keep to their ranges where it does not hold, too. If that is too
//!   wide for the words, the value is [clamped](PredicateMode::Clamp) to the predicate's bounds.
//!
//! The result alone may be negative, in a layout that begins before its buffer's first element. It is the two's
//! complement then, made by the last operation.

use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, Param, Program, ProgramBuilder, ValueId};
use layout::{Algebra, IntervalDomain, Range, StridedInterval};

/// A constant plus words times factors; each word once, no factor 0.
#[derive(Clone, Debug, Default)]
pub(super) struct WordSum {
    constant: i64,
    terms: Vec<(i64, ValueId)>,
}

impl WordSum {
    fn only(constant: i64) -> WordSum {
        WordSum { constant, terms: Vec::new() }
    }

    /// Returns the sum with everything times a fraction; `None` if that is not whole for each part, or leaves 64 bits.
    pub(super) fn scaled(&self, by: i64, over: i64) -> Option<WordSum> {
        let scale = |number: i64| {
            let product = i128::from(number) * i128::from(by);
            let whole = product % i128::from(over) == 0;
            i64::try_from(product / i128::from(over)).ok().filter(|_| whole)
        };
        let terms = self.terms.iter().map(|&(factor, word)| Some((scale(factor)?, word)));
        Some(WordSum { constant: scale(self.constant)?, terms: terms.collect::<Option<_>>()? })
    }
}

/// What becomes of a value after a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PredicateMode {
    /// It is used as it is.
    Pass,
    /// It is brought into the bounds, so that all that follows keeps to what valid indices reach.
    Clamp,
}

/// Writes a program of words of 64 bits.
#[derive(Debug)]
pub(super) struct UnsignedLowering {
    builder: ProgramBuilder,
    /// The range of each value before it wraps.
    ranges: Vec<Range>,
    /// `true` if a range left 64 bits: the ranges after that have no meaning.
    pub(super) overflow: bool,
    mode: PredicateMode,
    /// Whether the index is valid; `None` while no predicate was met.
    valid: Option<ValueId>,
}

impl UnsignedLowering {
    /// Returns a program without operations yet.
    pub(super) fn new(params: Vec<Param>, mode: PredicateMode) -> UnsignedLowering {
        let builder = ProgramBuilder::new(params);
        UnsignedLowering { builder, ranges: Vec::new(), overflow: false, mode, valid: None }
    }

    pub(super) fn program(&self) -> &Program {
        self.builder.program()
    }

    /// Returns whether the index is valid; `None` if no predicate was met.
    pub(super) fn valid(&self) -> Option<ValueId> {
        self.valid
    }

    /// Notes that no index is valid.
    pub(super) fn set_never_valid(&mut self) {
        self.valid = Some(self.boolean(false));
    }

    /// Returns the range of a value before it wraps.
    pub(super) fn range(&self, value: ValueId) -> Range {
        self.ranges[value.index()]
    }

    /// Returns the value of an operation on words of 64 bits; `range` is `None` if it leaves 64 bits.
    fn add(&mut self, operation: Operation, operands: &[ValueId], range: Option<Range>) -> ValueId {
        self.overflow |= range.is_none();
        self.put(Instruction::new(operation, operands, Width::I64), range.unwrap_or(Range::only(0)))
    }

    fn put(&mut self, instruction: Instruction, range: Range) -> ValueId {
        let interval = StridedInterval::range(range.low.into(), range.high.into());
        let value = self.builder.add(instruction, Some(interval));
        match self.ranges.get_mut(value.index()) {
            // Both hold, whatever led to the same instruction.
            Some(known) => *known = known.meet(range).unwrap_or(*known),
            None => self.ranges.push(range),
        }
        value
    }

    fn put_boolean(&mut self, operation: Operation, operands: &[ValueId]) -> ValueId {
        self.put(Instruction::new(operation, operands, Width::I1), Range { low: 0, high: 1 })
    }

    fn boolean(&mut self, value: bool) -> ValueId {
        self.put_boolean(Operation::Constant(value.into()), &[])
    }

    pub(super) fn constant(&mut self, value: i64) -> ValueId {
        let word = Width::I64.word(value.into());
        self.add(Operation::Constant(word), &[], Some(Range::only(value)))
    }

    /// Returns the component of the index of a dim of this length.
    pub(super) fn index(&mut self, place: u32, length: i64) -> WordSum {
        if length == 1 {
            return WordSum::only(0);
        }
        let word = self.add(Operation::Param(place), &[], Some(Range::below(length)));
        WordSum { constant: 0, terms: vec![(1, word)] }
    }

    /// The sum of two words, which is not negative.
    fn plus(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let (x, y) = (self.range(a), self.range(b));
        let range = bounds(x.low.checked_add(y.low), x.high.checked_add(y.high));
        self.add(Operation::Binary(WordOp::Add), &[a, b], range)
    }

    /// A word times a number above 0.
    fn times(&mut self, a: ValueId, factor: i64) -> ValueId {
        if factor == 1 {
            return a;
        }
        let x = self.range(a);
        let range = bounds(x.low.checked_mul(factor), x.high.checked_mul(factor));
        let factor = self.constant(factor);
        self.add(Operation::Binary(WordOp::Mul), &[a, factor], range)
    }

    /// An operation on a word and a number, whose result the caller bounds.
    fn with(&mut self, op: WordOp, a: ValueId, number: i64, range: Range) -> ValueId {
        let number = self.constant(number);
        self.add(Operation::Binary(op), &[a, number], Some(range))
    }

    fn compare(&mut self, predicate: CmpPredicate, a: ValueId, number: i64) -> ValueId {
        let number = self.constant(number);
        self.put_boolean(Operation::Compare(predicate), &[a, number])
    }

    fn range_of(&mut self, sum: &WordSum) -> Range {
        let terms: Vec<(i64, Range)> =
            sum.terms.iter().map(|&(factor, word)| (factor, self.range(word))).collect();
        let mut ranges = IntervalDomain::default();
        let range = ranges.linear(sum.constant, &terms);
        self.overflow |= ranges.overflow;
        range
    }

    /// The value, and a note of an overflow where there is none.
    fn noted<T: Default>(&mut self, value: Option<T>) -> T {
        self.overflow |= value.is_none();
        value.unwrap_or_default()
    }

    /// The sum plus a number.
    fn moved(&mut self, sum: &WordSum, by: i64) -> WordSum {
        let constant = self.noted(sum.constant.checked_add(by));
        WordSum { constant, terms: sum.terms.clone() }
    }

    /// Returns the sum as a word. It is never negative, but as the result.
    pub(super) fn word(&mut self, sum: &WordSum) -> ValueId {
        let range = self.range_of(sum);
        let above = self.part(sum, 1);
        let below = self.part(sum, -1);
        match (above, below) {
            (None, None) => self.constant(0),
            (Some(above), None) => above,
            (None, Some(_)) if sum.terms.is_empty() => self.constant(sum.constant),
            (above, Some(below)) => {
                let above = above.unwrap_or_else(|| self.constant(0));
                self.add(Operation::Binary(WordOp::Sub), &[above, below], Some(range))
            }
        }
    }

    /// The part of a sum whose constant and factors have a sign, without that sign; `None` if it has none.
    fn part(&mut self, sum: &WordSum, sign: i64) -> Option<ValueId> {
        let mut part = None;
        for &(factor, word) in sum.terms.iter().filter(|&&(factor, _)| factor.signum() == sign) {
            let term = self.magnitude(factor).map(|factor| self.times(word, factor))?;
            part = Some(part.map_or(term, |part| self.plus(part, term)));
        }
        if sum.constant.signum() != sign {
            return part;
        }
        let constant = self.magnitude(sum.constant).map(|constant| self.constant(constant))?;
        Some(part.map_or(constant, |part| self.plus(part, constant)))
    }

    /// The absolute value of a number that fits 63 bits.
    fn magnitude(&mut self, number: i64) -> Option<i64> {
        let magnitude = number.checked_abs();
        self.overflow |= magnitude.is_none();
        magnitude
    }

    /// The sum, moved so that it is never negative, as a word; and how far it was moved. Without negative terms it
    /// is moved to have no constant.
    fn lifted(&mut self, sum: &WordSum) -> (ValueId, i64) {
        let bias = if sum.terms.iter().all(|&(factor, _)| factor > 0) {
            sum.constant.checked_neg()
        } else {
            self.range_of(sum).low.min(0).checked_neg()
        };
        let bias = self.noted(bias);
        let moved = self.moved(sum, bias);
        (self.word(&moved), bias)
    }

    /// The sum less a number that a word was lifted by.
    fn lowered(&mut self, word: ValueId, bias: i64) -> WordSum {
        let constant = self.noted(bias.checked_neg());
        WordSum { constant, terms: vec![(1, word)] }
    }

    /// The sum as a word, 0 in place of what is negative.
    fn not_negative(&mut self, sum: &WordSum) -> ValueId {
        let range = self.range_of(sum);
        if range.low >= 0 {
            return self.word(sum);
        }
        if range.high < 0 {
            return self.constant(0);
        }
        let (word, bias) = self.lifted(sum);
        let high = range.high.saturating_add(bias);
        let most = self.with(WordOp::Max, word, bias, Range { low: bias, high });
        let inside = self.lowered(most, bias);
        self.word(&inside)
    }

    /// Notes a predicate.
    fn must(&mut self, holds: ValueId) {
        let Some(valid) = self.valid else {
            self.valid = Some(holds);
            return;
        };
        let program = self.program();
        self.valid = Some(match (program.constant(valid), program.constant(holds)) {
            _ if valid == holds => valid,
            (Some(1), _) | (_, Some(0)) => holds,
            (_, Some(_)) | (Some(_), _) => valid,
            _ => self.put_boolean(Operation::Binary(WordOp::And), &[valid, holds]),
        });
    }

    /// Compares a value that may leave its bounds, `allowed`, and clamps it to them in that mode.
    fn tested(&mut self, value: &WordSum, range: Range, allowed: Range) -> WordSum {
        let (word, bias) = self.lifted(value);
        let moved = |number: i64| number.saturating_add(bias);
        let (mut inside, mut bounds) = (word, self.range(word));
        if range.low < allowed.low {
            let holds = self.compare(CmpPredicate::GreaterEqual, word, moved(allowed.low));
            self.must(holds);
            bounds.low = moved(allowed.low);
            inside = self.with(WordOp::Max, inside, bounds.low, bounds);
        }
        if range.high > allowed.high {
            let end = moved(allowed.high).saturating_add(1);
            let holds = self.compare(CmpPredicate::Less, word, end);
            self.must(holds);
            bounds.high = moved(allowed.high);
            inside = self.with(WordOp::Min, inside, bounds.high, bounds);
        }
        match self.mode {
            PredicateMode::Pass => value.clone(),
            PredicateMode::Clamp => self.lowered(inside, bias),
        }
    }

    /// `floor(value / divisor)` of a sum with this range, where it takes more than one value.
    fn quotient(&mut self, value: &WordSum, range: Range, divisor: i64, multiple: i64) -> WordSum {
        if divisor == 1 {
            return value.clone();
        }
        let quotients = IntervalDomain::default().digit(&range, divisor, None);
        let lift = up_to_multiple(quotients.low, multiple);
        let bias = lift.and_then(|lift| lift.checked_mul(divisor));
        let bias = self.noted(bias);
        let lift = lift.unwrap_or(0);
        let moved = self.moved(value, bias);
        let word = self.word(&moved);
        let lifted = |number: i64| number.saturating_add(lift);
        let bound = Range { low: lifted(quotients.low), high: lifted(quotients.high) };
        let quotient = self.with(WordOp::Div, word, divisor, bound);
        self.lowered(quotient, lift)
    }

    /// `value` modulo `modulus`, never negative.
    fn remainder(&mut self, value: &WordSum, modulus: i64) -> WordSum {
        let low = self.range_of(value).low;
        let lift = self.noted(up_to_multiple(low, modulus));
        let moved = self.moved(value, lift);
        let word = self.word(&moved);
        let rest = self.with(WordOp::Rem, word, modulus, Range::below(modulus));
        self.lowered(rest, 0)
    }
}

fn bounds(low: Option<i64>, high: Option<i64>) -> Option<Range> {
    Some(Range { low: low?, high: high? })
}

/// The least multiple that brings a number to 0 or more.
fn up_to_multiple(low: i64, multiple: i64) -> Option<i64> {
    if low >= 0 {
        return Some(0);
    }
    let steps = -(i128::from(low).div_euclid(i128::from(multiple)));
    i64::try_from(steps * i128::from(multiple)).ok()
}

impl Algebra for UnsignedLowering {
    type Value = WordSum;

    fn linear(&mut self, constant: i64, terms: &[(i64, WordSum)]) -> WordSum {
        let mut constant = Some(constant);
        let mut factors: indexmap::IndexMap<ValueId, Option<i64>> = indexmap::IndexMap::new();
        for (factor, sum) in terms.iter().filter(|(factor, _)| *factor != 0) {
            let part = sum.constant.checked_mul(*factor);
            constant = constant.and_then(|constant| constant.checked_add(part?));
            for &(inner, word) in &sum.terms {
                let total = factors.entry(word).or_insert(Some(0));
                *total = total.and_then(|total| total.checked_add(inner.checked_mul(*factor)?));
            }
        }
        self.overflow |= constant.is_none() || factors.values().any(Option::is_none);
        let terms = factors.into_iter().map(|(word, factor)| (factor.unwrap_or(0), word));
        WordSum {
            constant: constant.unwrap_or(0),
            terms: terms.filter(|&(factor, _)| factor != 0).collect(),
        }
    }

    fn digit(&mut self, value: &WordSum, divisor: i64, modulus: Option<i64>) -> WordSum {
        let range = self.range_of(value);
        let quotients = IntervalDomain::default().digit(&range, divisor, None);
        let digits = IntervalDomain::default().digit(&range, divisor, modulus);
        if digits.low == digits.high {
            return WordSum::only(digits.low);
        }
        let block = |quotient: i64| modulus.map_or(0, |modulus| quotient.div_euclid(modulus));
        let Some(modulus) = modulus.filter(|_| block(quotients.low) != block(quotients.high))
        else {
            let quotient = self.quotient(value, range, divisor, 1);
            let by = digits.low.checked_sub(quotients.low);
            self.overflow |= by.is_none();
            return self.moved(&quotient, by.unwrap_or(0));
        };
        let quotient = self.quotient(value, range, divisor, modulus);
        self.remainder(&quotient, modulus)
    }

    fn xor(&mut self, a: &WordSum, b: &WordSum) -> WordSum {
        let (a, b) = (self.not_negative(a), self.not_negative(b));
        let (x, y) = (self.range(a), self.range(b));
        let zero = Range::only(0);
        let range = IntervalDomain::default().xor(&x, &y);
        match () {
            () if range.low == range.high => WordSum::only(range.low),
            () if y == zero => self.lowered(a, 0),
            () if x == zero => self.lowered(b, 0),
            () => {
                let word = self.add(Operation::Binary(WordOp::Xor), &[a, b], Some(range));
                self.lowered(word, 0)
            }
        }
    }

    fn require(&mut self, value: &WordSum, low: i64, high: i64) -> WordSum {
        let range = self.range_of(value);
        let allowed = Range { low, high: high.saturating_sub(1) };
        if range.within(allowed) || range.meet(allowed).is_none() {
            let truth = self.boolean(range.within(allowed));
            self.must(truth);
            return value.clone();
        }
        self.tested(value, range, allowed)
    }
}
