//! The algebra that evaluates a layout to a program of unsigned words.
//!
//! The transforms `offset`, `pad` and `embed` can make an intermediate index negative, but the words of a program are
//! unsigned. For every index in bounds, only the last operation may wrap:
//!
//! - A value is a [`WordSum`]: a constant plus words times factors. Only the constant and the factors can be negative.
//!   Additions and multiplications by constants change the sum and emit no operation.
//! - A sum is converted to a word by one subtraction: the terms with positive factors minus the terms with negative
//!   factors. Both operands are never negative, and the result is not negative unless the sum can be.
//! - If a sum may be negative, a division adds a multiple of the divisor first, and a remainder a multiple of the
//!   modulus, so both round down. The quotient is then a word minus a constant, which is a sum. A comparison with
//!   bounds adds the same constant to the sum and to the bounds.
//! - `xor` needs words. An operand of `xor` can be negative only for invalid indices. A maximum replaces it by 0.
//! - A predicate does not narrow ranges: the ranges of later values also hold where the predicate is false. If these
//!   ranges do not fit words, the value is [clamped](PredicateMode::Clamp) to the bounds of the predicate.
//!
//! Only the offset may be negative: in a layout that starts before the first element of its buffer. The last operation
//! then computes its two's complement.

use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, Param, Program, ProgramBuilder, ValueId};
use layout::{Algebra, IntervalDomain, Range, StridedInterval, Table};

/// A constant plus words times factors. Each word occurs once, and no factor is 0.
#[derive(Clone, Debug, Default)]
pub(super) struct WordSum {
    constant: i64,
    terms: Vec<(i64, ValueId)>,
}

impl WordSum {
    fn only(constant: i64) -> WordSum {
        WordSum { constant, terms: Vec::new() }
    }

    /// Returns the sum times the fraction `by / over`; `None` if the constant or a factor is then not an integer or
    /// overflows 64 bits.
    pub(super) fn scaled(&self, by: i64, over: i64) -> Option<WordSum> {
        fn scale(by: i64, over: i64, number: i64) -> Option<i64> {
            let product = i128::from(number) * i128::from(by);
            let whole = product % i128::from(over) == 0;
            i64::try_from(product / i128::from(over)).ok().filter(|_| whole)
        }
        let terms = self.terms.iter().map(|&(factor, word)| Some((scale(by, over, factor)?, word)));
        Some(WordSum {
            constant: scale(by, over, self.constant)?,
            terms: terms.collect::<Option<_>>()?,
        })
    }
}

/// The treatment of a value after a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PredicateMode {
    /// The value is used unchanged.
    Pass,
    /// The value is clamped to the bounds of the predicate, so later values stay in the ranges of valid indices.
    Clamp,
}

/// The state of lowering: a program on words of 64 bits.
#[derive(Debug)]
pub(super) struct UnsignedLowering {
    builder: ProgramBuilder,
    /// The range of each value before wrapping.
    ranges: Vec<Range>,
    /// `true` if a range overflowed 64 bits; later ranges are then unspecified.
    pub(super) overflow: bool,
    mode: PredicateMode,
    /// The boolean that is true if the index is valid; `None` before the first predicate.
    valid: Option<ValueId>,
}

impl UnsignedLowering {
    /// Returns the state with an empty program.
    pub(super) fn new(params: Vec<Param>, mode: PredicateMode) -> UnsignedLowering {
        let builder = ProgramBuilder::new(params);
        UnsignedLowering { builder, ranges: Vec::new(), overflow: false, mode, valid: None }
    }

    pub(super) fn program(&self) -> &Program {
        self.builder.program()
    }

    /// Returns the boolean that is true if the index is valid; `None` if the layout has no predicate so far.
    pub(super) fn valid(&self) -> Option<ValueId> {
        self.valid
    }

    /// Returns the boolean that is true if the index is valid, and starts another evaluation without predicates.
    pub(super) fn take_valid(&mut self) -> ValueId {
        self.valid.take().unwrap_or_else(|| self.boolean(true))
    }

    /// Sets the validity to false for every index.
    pub(super) fn set_never_valid(&mut self) {
        self.valid = Some(self.boolean(false));
    }

    /// Returns the range of a value before wrapping.
    pub(super) fn range(&self, value: ValueId) -> Range {
        self.ranges[value.index()]
    }

    /// Adds an operation on words of 64 bits and returns its value. `range` is the range of its result before wrapping;
    /// `None` if the range overflows 64 bits.
    fn add(&mut self, operation: Operation, operands: &[ValueId], range: Option<Range>) -> ValueId {
        self.overflow |= range.is_none();
        self.put(Instruction::new(operation, operands, Width::I64), range.unwrap_or(Range::only(0)))
    }

    fn put(&mut self, instruction: Instruction, range: Range) -> ValueId {
        let interval = StridedInterval::range(range.low.into(), range.high.into());
        let value = self.builder.add(instruction, Some(interval));
        match self.ranges.get_mut(value.index()) {
            // The program has this instruction already: both ranges hold for it.
            Some(known) => *known = known.meet(range).unwrap_or(*known),
            None => self.ranges.push(range),
        }
        value
    }

    fn put_boolean(&mut self, operation: Operation, operands: &[ValueId]) -> ValueId {
        self.put(Instruction::new(operation, operands, Width::I1), Range { low: 0, high: 1 })
    }

    pub(super) fn boolean(&mut self, value: bool) -> ValueId {
        self.put_boolean(Operation::Constant(value.into()), &[])
    }

    pub(super) fn constant(&mut self, value: i64) -> ValueId {
        let word = Width::I64.word(value.into());
        self.add(Operation::Constant(word), &[], Some(Range::only(value)))
    }

    /// Returns the index component of a dim of this length, plus a constant. The sum is below the length.
    pub(super) fn index(&mut self, dim: usize, length: i64, by: i64) -> WordSum {
        if length == 1 {
            return WordSum::only(0);
        }
        let position = u32::try_from(dim).expect("a layout has at most 64 dims");
        let mut word = self.add(Operation::Param(position), &[], Some(Range::below(length)));
        if by != 0 {
            let op = if by > 0 { WordOp::Add } else { WordOp::Sub };
            let by = self.magnitude(by).unwrap_or(0);
            word = self.with(op, word, by, Range::below(length));
        }
        WordSum { constant: 0, terms: vec![(1, word)] }
    }

    /// Returns the number of the slot in the only parameter, counted from the first one, which is at most 0.
    pub(super) fn slot(&mut self, slots: Range) -> WordSum {
        if slots.low == 0 {
            return self.index(0, slots.high.saturating_add(1), 0);
        }
        let slot = self.add(Operation::Param(0), &[], Some(slots));
        let by = self.checked(slots.low.checked_neg());
        let last = self.checked(slots.high.checked_add(by));
        // Wraps for a negative slot.
        let number = self.with(WordOp::Add, slot, by, Range { low: 0, high: last });
        self.unbiased(number, 0)
    }

    /// Returns the sum of two words that are not negative.
    fn plus(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let x = self.range(a);
        let y = self.range(b);
        let range = bounds(x.low.checked_add(y.low), x.high.checked_add(y.high));
        self.add(Operation::Binary(WordOp::Add), &[a, b], range)
    }

    /// Returns a word times a factor above 0.
    fn times(&mut self, a: ValueId, factor: i64) -> ValueId {
        if factor == 1 {
            return a;
        }
        let x = self.range(a);
        let range = bounds(x.low.checked_mul(factor), x.high.checked_mul(factor));
        let factor = self.constant(factor);
        self.add(Operation::Binary(WordOp::Mul), &[a, factor], range)
    }

    /// Returns the result of an operation on a word and a constant. The caller supplies the range of the result.
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

    /// Returns the value of an arithmetic result, or the default with `overflow` set if the result is `None`.
    fn checked<T: Default>(&mut self, value: Option<T>) -> T {
        self.overflow |= value.is_none();
        value.unwrap_or_default()
    }

    /// Returns the sum plus a constant, which is `None` if it overflows.
    fn plus_constant(&mut self, sum: &WordSum, by: Option<i64>) -> WordSum {
        let by = self.checked(by);
        let constant = self.checked(sum.constant.checked_add(by));
        WordSum { constant, terms: sum.terms.clone() }
    }

    /// Returns the sum plus a constant as a word.
    fn word_plus(&mut self, sum: &WordSum, by: Option<i64>) -> ValueId {
        let sum = self.plus_constant(sum, by);
        self.word(&sum)
    }

    /// Returns the sum as a word. Only the offset, the result of the program, may be negative.
    pub(super) fn word(&mut self, sum: &WordSum) -> ValueId {
        let range = self.range_of(sum);
        let above = self.signed_part(sum, 1);
        let below = self.signed_part(sum, -1);
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

    /// Returns the sum of the magnitudes of the terms whose factor, or constant, has this sign; `None` if no term has
    /// this sign.
    fn signed_part(&mut self, sum: &WordSum, sign: i64) -> Option<ValueId> {
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

    /// Returns the absolute value of an integer; `None`, with `overflow` set, if it does not fit 63 bits.
    fn magnitude(&mut self, number: i64) -> Option<i64> {
        self.checked(number.checked_abs().map(Some))
    }

    /// Adds a bias to the sum so that it is never negative. Returns the biased sum as a word, and the bias. If no
    /// factor is negative, the bias cancels the constant.
    fn biased(&mut self, sum: &WordSum) -> (ValueId, i64) {
        let bias = if sum.terms.iter().all(|&(factor, _)| factor > 0) {
            sum.constant.checked_neg()
        } else {
            self.range_of(sum).low.min(0).checked_neg()
        };
        (self.word_plus(sum, bias), bias.unwrap_or(0))
    }

    /// Returns a biased word minus its bias, as a sum.
    fn unbiased(&mut self, word: ValueId, bias: i64) -> WordSum {
        let constant = self.checked(bias.checked_neg());
        WordSum { constant, terms: vec![(1, word)] }
    }

    /// Returns `max(sum, 0)` as a word.
    pub(super) fn not_negative(&mut self, sum: &WordSum) -> ValueId {
        let range = self.range_of(sum);
        if range.low >= 0 {
            return self.word(sum);
        }
        if range.high < 0 {
            return self.constant(0);
        }
        let (word, bias) = self.biased(sum);
        let high = range.high.saturating_add(bias);
        let most = self.with(WordOp::Max, word, bias, Range { low: bias, high });
        let inside = self.unbiased(most, bias);
        self.word(&inside)
    }

    /// Adds a condition to the validity.
    fn require_valid(&mut self, holds: ValueId) {
        self.valid = Some(self.valid.map_or(holds, |valid| self.both(valid, holds)));
    }

    /// Returns the conjunction of two booleans.
    pub(super) fn both(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.joined(WordOp::And, 1, a, b)
    }

    /// Returns the disjunction of two booleans.
    pub(super) fn either(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.joined(WordOp::Or, 0, a, b)
    }

    /// Returns the conjunction or disjunction of two booleans. `neutral` does not change the other one.
    fn joined(&mut self, op: WordOp, neutral: u64, a: ValueId, b: ValueId) -> ValueId {
        let program = self.program();
        match (program.constant(a), program.constant(b)) {
            _ if a == b => a,
            (Some(known), _) if known == neutral => b,
            (_, Some(known)) if known != neutral => b,
            (None, None) => self.put_boolean(Operation::Binary(op), &[a, b]),
            _ => a,
        }
    }

    /// Returns the negation of a boolean.
    pub(super) fn not(&mut self, a: ValueId) -> ValueId {
        if let Some(value) = self.program().constant(a) {
            return self.boolean(value == 0);
        }
        let one = self.boolean(true);
        self.put_boolean(Operation::Binary(WordOp::Xor), &[a, one])
    }

    /// Returns the booleans that a word is below another, and that both are equal.
    pub(super) fn compared(&mut self, a: ValueId, b: ValueId) -> (ValueId, ValueId) {
        if a == b {
            return (self.boolean(false), self.boolean(true));
        }
        let less = self.put_boolean(Operation::Compare(CmpPredicate::Less), &[a, b]);
        (less, self.put_boolean(Operation::Compare(CmpPredicate::Equal), &[a, b]))
    }

    /// Returns `then` if a boolean is true, otherwise `other`.
    pub(super) fn select(&mut self, condition: ValueId, then: ValueId, other: ValueId) -> ValueId {
        match self.program().constant(condition) {
            _ if then == other => then,
            Some(1) => then,
            Some(_) => other,
            None => {
                let x = self.range(then);
                let y = self.range(other);
                let range = Range { low: x.low.min(y.low), high: x.high.max(y.high) };
                self.add(Operation::Select, &[condition, then, other], Some(range))
            }
        }
    }

    /// Requires that a value is within `allowed`, which `range` exceeds. Returns the value, clamped to `allowed` in
    /// [`PredicateMode::Clamp`].
    fn check_bounds(&mut self, value: &WordSum, range: Range, allowed: Range) -> WordSum {
        let (word, bias) = self.biased(value);
        let biased = raised(allowed, bias);
        let mut inside = word;
        let mut bounds = self.range(word);
        if range.low < allowed.low {
            let holds = self.compare(CmpPredicate::GreaterEqual, word, biased.low);
            self.require_valid(holds);
            bounds.low = biased.low;
            inside = self.with(WordOp::Max, inside, bounds.low, bounds);
        }
        if range.high > allowed.high {
            let end = biased.high.saturating_add(1);
            let holds = self.compare(CmpPredicate::Less, word, end);
            self.require_valid(holds);
            bounds.high = biased.high;
            inside = self.with(WordOp::Min, inside, bounds.high, bounds);
        }
        match self.mode {
            PredicateMode::Pass => value.clone(),
            PredicateMode::Clamp => self.unbiased(inside, bias),
        }
    }

    /// Returns `floor(value / divisor)` of a sum with this range. The quotient must have more than one value. If it can
    /// be negative, its word is biased by a multiple of `multiple`.
    fn quotient(&mut self, value: &WordSum, range: Range, divisor: i64, multiple: i64) -> WordSum {
        if divisor == 1 {
            return value.clone();
        }
        let quotients = IntervalDomain::default().digit(&range, divisor, None);
        let quotient_bias = up_to_multiple(quotients.low, multiple);
        let word = self.word_plus(value, quotient_bias.and_then(|it| it.checked_mul(divisor)));
        let quotient_bias = quotient_bias.unwrap_or(0);
        let bound = raised(quotients, quotient_bias);
        let quotient = self.with(WordOp::Div, word, divisor, bound);
        self.unbiased(quotient, quotient_bias)
    }

    /// Returns `value` modulo `modulus`, which is never negative.
    fn remainder(&mut self, value: &WordSum, modulus: i64) -> WordSum {
        let low = self.range_of(value).low;
        let word = self.word_plus(value, up_to_multiple(low, modulus));
        let rest = self.with(WordOp::Rem, word, modulus, Range::below(modulus));
        self.unbiased(rest, 0)
    }
}

fn bounds(low: Option<i64>, high: Option<i64>) -> Option<Range> {
    Some(Range { low: low?, high: high? })
}

fn raised(range: Range, by: i64) -> Range {
    Range { low: range.low.saturating_add(by), high: range.high.saturating_add(by) }
}

/// Returns the least multiple of `multiple` that makes `low` non-negative when added to it; `None` on overflow.
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
        let Some(modulus) = modulus.filter(|&modulus| {
            quotients.low.div_euclid(modulus) != quotients.high.div_euclid(modulus)
        }) else {
            let quotient = self.quotient(value, range, divisor, 1);
            return self.plus_constant(&quotient, digits.low.checked_sub(quotients.low));
        };
        let quotient = self.quotient(value, range, divisor, modulus);
        self.remainder(&quotient, modulus)
    }

    fn xor(&mut self, a: &WordSum, b: &WordSum) -> WordSum {
        let a = self.not_negative(a);
        let b = self.not_negative(b);
        let x = self.range(a);
        let y = self.range(b);
        let range = IntervalDomain::default().xor(&x, &y);
        let word = match () {
            () if range.low == range.high => return WordSum::only(range.low),
            () if y == Range::only(0) => a,
            () if x == Range::only(0) => b,
            () => self.add(Operation::Binary(WordOp::Xor), &[a, b], Some(range)),
        };
        self.unbiased(word, 0)
    }

    fn lookup(&mut self, index: &WordSum, table: &Table) -> WordSum {
        let range = self.range_of(index);
        // An index outside the table, at an invalid index of the layout, has the last value.
        let inside = range.within(Range::below(table.length()));
        let values = table.range_over(range).filter(|_| inside).unwrap_or(table.range());
        if values.low == values.high {
            return WordSum::only(values.low);
        }
        let word = self.not_negative(index);
        let number = self.builder.add_table(table);
        let value = self.add(Operation::Lookup(number), &[word], Some(values));
        self.unbiased(value, 0)
    }

    fn require(&mut self, value: &WordSum, low: i64, high: i64) -> WordSum {
        let range = self.range_of(value);
        let allowed = Range { low, high: high.saturating_sub(1) };
        if range.within(allowed) || range.meet(allowed).is_none() {
            let truth = self.boolean(range.within(allowed));
            self.require_valid(truth);
            return value.clone();
        }
        self.check_bounds(value, range, allowed)
    }
}
