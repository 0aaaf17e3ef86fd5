//! The algebra that writes a layout down as a program of unsigned words.
//!
//! On its way to memory an index may be negative: `offset`, `pad` and `embed` make it so. The words of a program are
//! not, and none of its operations but perhaps the last wraps, for any index inside the lengths. How that goes:
//!
//! - A value is a [`Sum`]: a constant plus words times factors. Only the constant and the factors are negative,
//!   and sums of sums are sums, so that adding and multiplying need no operation until a word is needed.
//! - A sum becomes a word as the part of what is above 0, less the part of what is below 0: one subtraction, whose
//!   operands are not negative, and whose result is not, if the sum never is.
//! - Where a sum may be negative, a division is done on the sum plus a multiple of the divisor, a remainder
//!   on the sum plus a multiple of the modulus, so that both round down; the quotient is then a word less a constant, which
//!   is a sum. A comparison with two bounds compares the sum and the bounds, all moved by the same constant.
//! - `xor` needs words. What may be negative there is so for indices that are not valid only, and then is
//!   taken to be 0, by a maximum.
//! - A predicate narrows nothing: the values after it keep to their ranges where it does not hold, too. If that is too
//!   wide for the words, the value is [clamped](Predicates::Clamp) to the predicate's bounds.
//!
//! The result alone may be negative, in a layout that begins before its buffer's first element. It is the two's
//! complement then, made by the last operation.

use super::program::{Binary, Comparison, Id, Inst, Program};
use ir::layout::{Algebra, IntervalDomain, Range};

/// A constant plus words times factors; each word once, no factor 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    constant: i64,
    terms: Vec<(i64, Id)>,
}

impl Sum {
    fn only(constant: i64) -> Sum {
        Sum { constant, terms: Vec::new() }
    }

    /// The sum with everything times a fraction; nothing where that is not whole for each part, or leaves 64 bits.
    pub(super) fn scaled(&self, by: i64, over: i64) -> Option<Sum> {
        let scale = |number: i64| {
            let product = i128::from(number) * i128::from(by);
            let whole = product % i128::from(over) == 0;
            i64::try_from(product / i128::from(over)).ok().filter(|_| whole)
        };
        let terms = self.terms.iter().map(|&(factor, id)| Some((scale(factor)?, id)));
        Some(Sum { constant: scale(self.constant)?, terms: terms.collect::<Option<_>>()? })
    }
}

/// What becomes of a value after a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predicates {
    /// It is used as it is.
    Pass,
    /// It is brought into the bounds, so that all that follows keeps to what valid indices reach.
    Clamp,
}

/// Writes a program.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) program: Program,
    predicates: Predicates,
    /// Whether the index is valid; nothing while no predicate was met.
    pub(super) valid: Option<Id>,
}

impl Words {
    /// A program without operations yet.
    pub(super) fn new(predicates: Predicates) -> Words {
        Words { program: Program::default(), predicates, valid: None }
    }

    /// A component of the index of a dim of this length.
    pub(super) fn argument(&mut self, place: usize, length: i64) -> Sum {
        if length == 1 {
            return Sum::only(0);
        }
        let id = self.program.add(Inst::Argument(place), Some(Range::below(length)));
        Sum { constant: 0, terms: vec![(1, id)] }
    }

    /// The range of a sum.
    fn range(&mut self, sum: &Sum) -> Range {
        let terms: Vec<(i64, Range)> =
            sum.terms.iter().map(|&(factor, id)| (factor, self.program.range(id))).collect();
        let mut ranges = IntervalDomain::default();
        let range = ranges.linear(sum.constant, &terms);
        self.program.overflow |= ranges.overflow;
        range
    }

    /// The sum plus a number.
    fn moved(&mut self, sum: &Sum, by: i64) -> Sum {
        let constant = sum.constant.checked_add(by);
        self.program.overflow |= constant.is_none();
        Sum { constant: constant.unwrap_or(0), terms: sum.terms.clone() }
    }

    /// The sum as a word. It is never negative, but as the result.
    pub(super) fn word(&mut self, sum: &Sum) -> Id {
        let range = self.range(sum);
        let above = self.part(sum, 1);
        let below = self.part(sum, -1);
        match (above, below) {
            (None, None) => self.program.constant(0),
            (Some(above), None) => above,
            (None, Some(_)) if sum.terms.is_empty() => self.program.constant(sum.constant),
            (above, Some(below)) => {
                let above = above.unwrap_or_else(|| self.program.constant(0));
                self.program.add(Inst::Binary(Binary::Sub, above, below), Some(range))
            }
        }
    }

    /// The part of a sum whose constant and factors have a sign, without that sign; nothing where it has none.
    fn part(&mut self, sum: &Sum, sign: i64) -> Option<Id> {
        let mut part = None;
        for &(factor, id) in sum.terms.iter().filter(|&&(factor, _)| factor.signum() == sign) {
            let term = self.magnitude(factor).map(|factor| self.program.times(id, factor))?;
            part = Some(part.map_or(term, |part| self.program.sum(part, term)));
        }
        if sum.constant.signum() != sign {
            return part;
        }
        let constant =
            self.magnitude(sum.constant).map(|constant| self.program.constant(constant))?;
        Some(part.map_or(constant, |part| self.program.sum(part, constant)))
    }

    /// The absolute value of a number that fits 63 bits.
    fn magnitude(&mut self, number: i64) -> Option<i64> {
        let magnitude = number.checked_abs();
        self.program.overflow |= magnitude.is_none();
        magnitude
    }

    /// The sum, moved so that it is never negative, as a word; and how far it was moved. Without negative terms it
    /// is moved to have no constant.
    fn lifted(&mut self, sum: &Sum) -> (Id, i64) {
        let bias = if sum.terms.iter().all(|&(factor, _)| factor > 0) {
            sum.constant.checked_neg()
        } else {
            let low = self.range(sum).low.min(0);
            low.checked_neg()
        };
        self.program.overflow |= bias.is_none();
        let bias = bias.unwrap_or(0);
        let moved = self.moved(sum, bias);
        (self.word(&moved), bias)
    }

    /// The sum less a number that a word was lifted by.
    fn lowered(&mut self, word: Id, bias: i64) -> Sum {
        let constant = bias.checked_neg();
        self.program.overflow |= constant.is_none();
        Sum { constant: constant.unwrap_or(0), terms: vec![(1, word)] }
    }

    /// The sum as a word, 0 in place of what is negative.
    fn not_negative(&mut self, sum: &Sum) -> Id {
        let range = self.range(sum);
        if range.low >= 0 {
            return self.word(sum);
        }
        if range.high < 0 {
            return self.program.constant(0);
        }
        let (word, bias) = self.lifted(sum);
        let high = range.high.saturating_add(bias);
        let most = self.program.with(Binary::Max, word, bias, Range { low: bias, high });
        let inside = self.lowered(most, bias);
        self.word(&inside)
    }

    /// Notes a predicate.
    fn must(&mut self, truth: Id) {
        self.valid = Some(match self.valid {
            None => truth,
            Some(valid) if valid == truth => valid,
            Some(valid) => match (self.program.inst(valid), self.program.inst(truth)) {
                (Inst::Known(true), _) | (_, Inst::Known(false)) => truth,
                (_, Inst::Known(true)) | (Inst::Known(false), _) => valid,
                _ => self.program.truth(Inst::Both(valid, truth)),
            },
        });
    }

    /// Compares a value that may leave its bounds, `allowed`, and brings it into them where that is wanted.
    fn tested(&mut self, value: &Sum, range: Range, allowed: Range) -> Sum {
        let (word, bias) = self.lifted(value);
        let moved = |number: i64| number.saturating_add(bias);
        let (mut inside, mut bounds) = (word, self.program.range(word));
        if range.low < allowed.low {
            let truth = self.program.compare(Comparison::AtLeast, word, moved(allowed.low));
            self.must(truth);
            bounds.low = moved(allowed.low);
            inside = self.program.with(Binary::Max, inside, bounds.low, bounds);
        }
        if range.high > allowed.high {
            let truth = self.program.compare(
                Comparison::Below,
                word,
                moved(allowed.high).saturating_add(1),
            );
            self.must(truth);
            bounds.high = moved(allowed.high);
            inside = self.program.with(Binary::Min, inside, bounds.high, bounds);
        }
        match self.predicates {
            Predicates::Pass => value.clone(),
            Predicates::Clamp => self.lowered(inside, bias),
        }
    }

    /// `floor(value / divisor)` of a sum with this range, where it takes more than one value.
    fn quotient(&mut self, value: &Sum, range: Range, divisor: i64, multiple: i64) -> Sum {
        if divisor == 1 {
            return value.clone();
        }
        let quotients = IntervalDomain::default().digit(&range, divisor, None);
        let lift = up_to_multiple(quotients.low, multiple);
        let bias = lift.and_then(|lift| lift.checked_mul(divisor));
        self.program.overflow |= bias.is_none();
        let (lift, bias) = (lift.unwrap_or(0), bias.unwrap_or(0));
        let moved = self.moved(value, bias);
        let word = self.word(&moved);
        let lifted = |number: i64| number.saturating_add(lift);
        let bound = Range { low: lifted(quotients.low), high: lifted(quotients.high) };
        let quotient = self.program.with(Binary::Div, word, divisor, bound);
        self.lowered(quotient, lift)
    }

    /// `value` modulo `modulus`, never negative.
    fn remainder(&mut self, value: &Sum, modulus: i64) -> Sum {
        let low = self.range(value).low;
        let lift = up_to_multiple(low, modulus);
        self.program.overflow |= lift.is_none();
        let moved = self.moved(value, lift.unwrap_or(0));
        let word = self.word(&moved);
        let rest = self.program.with(Binary::Rem, word, modulus, Range::below(modulus));
        self.lowered(rest, 0)
    }
}

/// The least multiple that brings a number to 0 or more.
fn up_to_multiple(low: i64, multiple: i64) -> Option<i64> {
    if low >= 0 {
        return Some(0);
    }
    let steps = -(i128::from(low).div_euclid(i128::from(multiple)));
    i64::try_from(steps * i128::from(multiple)).ok()
}

impl Algebra for Words {
    type Value = Sum;

    fn linear(&mut self, constant: i64, terms: &[(i64, Sum)]) -> Sum {
        let mut constant = Some(constant);
        let mut factors: indexmap::IndexMap<Id, Option<i64>> = indexmap::IndexMap::new();
        for (factor, sum) in terms.iter().filter(|(factor, _)| *factor != 0) {
            let part = sum.constant.checked_mul(*factor);
            constant = constant.and_then(|constant| constant.checked_add(part?));
            for &(inner, id) in &sum.terms {
                let total = factors.entry(id).or_insert(Some(0));
                *total = total.and_then(|total| total.checked_add(inner.checked_mul(*factor)?));
            }
        }
        self.program.overflow |= constant.is_none() || factors.values().any(Option::is_none);
        let terms = factors.into_iter().map(|(id, factor)| (factor.unwrap_or(0), id));
        Sum {
            constant: constant.unwrap_or(0),
            terms: terms.filter(|&(factor, _)| factor != 0).collect(),
        }
    }

    fn digit(&mut self, value: &Sum, divisor: i64, modulus: Option<i64>) -> Sum {
        let range = self.range(value);
        let quotients = IntervalDomain::default().digit(&range, divisor, None);
        let digits = IntervalDomain::default().digit(&range, divisor, modulus);
        if digits.low == digits.high {
            return Sum::only(digits.low);
        }
        let block = |quotient: i64| modulus.map_or(0, |modulus| quotient.div_euclid(modulus));
        let Some(modulus) = modulus.filter(|_| block(quotients.low) != block(quotients.high))
        else {
            let quotient = self.quotient(value, range, divisor, 1);
            let by = digits.low.checked_sub(quotients.low);
            self.program.overflow |= by.is_none();
            return self.moved(&quotient, by.unwrap_or(0));
        };
        let quotient = self.quotient(value, range, divisor, modulus);
        self.remainder(&quotient, modulus)
    }

    fn xor(&mut self, a: &Sum, b: &Sum) -> Sum {
        let (a, b) = (self.not_negative(a), self.not_negative(b));
        let (x, y) = (self.program.range(a), self.program.range(b));
        let zero = Range::only(0);
        let range = IntervalDomain::default().xor(&x, &y);
        match () {
            () if range.low == range.high => Sum::only(range.low),
            () if y == zero => self.lowered(a, 0),
            () if x == zero => self.lowered(b, 0),
            () => {
                let word = self.program.add(Inst::Binary(Binary::Xor, a, b), Some(range));
                self.lowered(word, 0)
            }
        }
    }

    fn require(&mut self, value: &Sum, low: i64, high: i64) -> Sum {
        let range = self.range(value);
        let allowed = Range { low, high: high.saturating_sub(1) };
        if range.within(allowed) || range.meet(allowed).is_none() {
            let truth = self.program.known(range.within(allowed));
            self.must(truth);
            return value.clone();
        }
        self.tested(value, range, allowed)
    }
}
