//! Lifting: conversion of a program to expressions in the normal form of the crate `layout`.
//!
//! The normal form is that of [`Exprs`]: sums of digits with intervals, in which merges and their inverses cancel.
//! Booleans have a table of their own. Minima, selects and booleans as integers are opaque atoms, which [`Exprs`]
//! treats as variables. Lifting does not check its result. `check-addresses` evaluates programs independently, so no
//! check depends on the rules of simplification.

mod boolean;
mod conjunction;
mod lifter;
mod step;
mod write;

use super::divide::exact_factor;
use super::integer::{IntegerDag, IntegerOp, ProgramSignature};
use crate::form::AddressForm;
use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, Program};
use layout::index::Expr;
use layout::{Algebra, Range, StridedInterval, gcd};
use lifter::{
    Boolean, BooleanKind, ExprLifter, KINDS, Lift, LiftedValue, NEGATIVE, OpaqueAtom, TOO_WIDE,
    Unliftable, ceiling, integer, unsupported,
};
use std::sync::Arc;

/// The expressions of the results of a program.
pub(super) struct LiftedProgram {
    /// The results, in each way in which they are computed. The first way is that of the program.
    pub(super) ways: Vec<IntegerDag>,
    pub(super) signature: ProgramSignature,
}

/// Returns the expressions of the results of a program. For a function of the form `Step`, whose program does not use
/// the offset, the further ways add increments and carries to the offset.
///
/// # Errors
/// The normal form cannot express an instruction of the program.
pub(super) fn lift(program: &Program, form: &AddressForm) -> Lift<LiftedProgram> {
    let mut lifter = ExprLifter::new(program)?;
    let results = lifter.results(program)?;
    let mut ways = vec![lifter.write(&results)?];
    if let AddressForm::Step(step) = form
        && is_of_index(program, step.len())
    {
        // A way that the normal form cannot express is left out.
        let others = lifter.stepped(program, &results, step).unwrap_or_default();
        ways.extend(others.iter().filter_map(|way| lifter.write(way).ok()));
    }
    Ok(LiftedProgram { ways, signature: lifter.signature })
}

/// Returns `true` if a program has an offset after the components of an index of this rank, and does not use it.
fn is_of_index(program: &Program, rank: usize) -> bool {
    let used = program.used();
    program.params().len() == rank + 1
        && !program.values().any(|value| match program.instruction(value).operation {
            Operation::Param(position) => used[value.index()] && position as usize >= rank,
            _ => false,
        })
}

/// Returns, for each value by position, `true` if it is an `and` whose only user is another `and`. The outermost `and`
/// of such a tree merges the comparisons of all its conjuncts.
fn inner_conjunctions(program: &Program) -> Vec<bool> {
    fn is_and(instruction: &Instruction) -> bool {
        instruction.width == Width::I1 && instruction.operation == Operation::Binary(WordOp::And)
    }
    let count = program.values().len();
    let mut uses = vec![0u32; count];
    let mut within = vec![false; count];
    for value in program.values() {
        let instruction = program.instruction(value);
        for operand in instruction.operands() {
            uses[operand.index()] += 1;
            within[operand.index()] = is_and(instruction);
        }
    }
    program.results().iter().for_each(|result| within[result.index()] = false);
    let values = program.values();
    let inner = values.map(|value| {
        let at = value.index();
        uses[at] == 1 && within[at] && is_and(program.instruction(value))
    });
    inner.collect()
}

impl ExprLifter {
    /// Returns the lifted results of a program.
    fn results(&mut self, program: &Program) -> Lift<Vec<LiftedValue>> {
        let mut values: Vec<LiftedValue> = Vec::with_capacity(program.values().len());
        let inner = inner_conjunctions(program);
        for value in program.values() {
            let instruction = program.instruction(value);
            let operands = instruction.operands();
            let of = operands.last().map_or(instruction.width, |&last| program.width(last));
            let operands: Vec<LiftedValue> = operands.iter().map(|it| values[it.index()]).collect();
            values.push(match *operands {
                [LiftedValue::Boolean(a), LiftedValue::Boolean(b)] if inner[value.index()] => {
                    LiftedValue::Boolean(self.boolean(BooleanKind::Word(WordOp::And, a, b)))
                }
                _ => self.instruction(instruction, &operands, of)?,
            });
        }
        Ok(program.results().iter().map(|it| values[it.index()]).collect())
    }

    /// Returns the lifted value of an instruction, whose last operand has the width `of`.
    fn instruction(
        &mut self,
        instruction: &Instruction,
        operands: &[LiftedValue],
        of: Width,
    ) -> Lift<LiftedValue> {
        let width = instruction.width;
        let value = match (instruction.operation, operands) {
            (Operation::Constant(word), _) if width == Width::I1 => {
                return Ok(self.truth(word == 1));
            }
            (Operation::Compare(predicate), &[a, b]) => return self.compare(predicate, a, b, of),
            (Operation::Binary(op), &[LiftedValue::Boolean(a), LiftedValue::Boolean(b)]) => {
                return self.boolean_op(op, a, b).map(LiftedValue::Boolean);
            }
            (
                Operation::Select,
                &[
                    LiftedValue::Boolean(condition),
                    LiftedValue::Boolean(a),
                    LiftedValue::Boolean(b),
                ],
            ) => return Ok(LiftedValue::Boolean(self.boolean_choice(condition, a, b))),
            (Operation::Truncate, &[a]) if width == Width::I1 => {
                let a = integer(a)?;
                let bit = LiftedValue::Integer(self.exprs.digit(&a, 1, Some(2)));
                let zero = LiftedValue::Integer(self.exprs.constant(0));
                return self.compare(CmpPredicate::NotEqual, bit, zero, Width::I32);
            }
            (Operation::Param(position), _) => {
                self.exprs.var_within(position, self.ranges[position as usize])
            }
            (Operation::Constant(word), _) => self.exprs.constant(width.signed(word)),
            (Operation::Binary(op), &[a, b]) => self.binary(op, integer(a)?, integer(b)?, width)?,
            (Operation::Select, &[LiftedValue::Boolean(condition), a, b]) => {
                self.choice(condition, integer(a)?, integer(b)?, width)?
            }
            (Operation::Extend, &[LiftedValue::Boolean(a)]) => self.zero_or_one(a)?,
            (Operation::Extend, &[LiftedValue::Integer(a)]) => self.exact(a, of)?,
            (Operation::Truncate, &[a]) => integer(a)?,
            (Operation::Product, &[a, b]) if width == Width::I32 => {
                let a = self.exact(integer(a)?, width)?;
                let b = self.exact(integer(b)?, width)?;
                // The product has 64 bits, so it is not truncated to `width`.
                return self.product(a, b).map(LiftedValue::Integer);
            }
            (Operation::Low, &[a]) => integer(a)?,
            (Operation::High, &[a]) => self.quotient(integer(a)?, 1 << 32),
            (Operation::Lookup(_), _) => return unsupported("a value of a table"),
            (Operation::Product, _) => return unsupported("a product of more than 64 bits"),
            _ => return Err(KINDS),
        };
        self.sized(value, width).map(LiftedValue::Integer)
    }

    /// Returns a value of this width. A value narrower than words is truncated to its width.
    fn sized(&mut self, value: Expr, width: Width) -> Lift<Expr> {
        if value == Expr::OVERFLOW || !self.exprs.fits(value) {
            return Err(TOO_WIDE);
        }
        if width < self.signature.width { self.exact(value, width) } else { Ok(value) }
    }

    fn is_exact(&self, value: Expr, width: Width) -> bool {
        self.exprs.interval(value).within(0..width.end())
    }

    /// Returns the unsigned integer of a word of this width.
    fn exact(&mut self, value: Expr, width: Width) -> Lift<Expr> {
        if self.is_exact(value, width) {
            return Ok(value);
        }
        if width == Width::I64 {
            return Err(NEGATIVE);
        }
        match self.exprs.digit(&value, 1, Some(1 << width.bits())) {
            Expr::OVERFLOW => Err(TOO_WIDE),
            wrapped => Ok(wrapped),
        }
    }

    /// Returns the word of a constant.
    ///
    /// # Errors
    /// The value is not a constant.
    fn constant(&mut self, value: Expr, width: Width) -> Lift<i64> {
        let value = self.exact(value, width)?;
        let fault = "a divisor or a shift amount is not a constant";
        self.exprs.as_constant(value).ok_or(Unliftable(fault))
    }

    fn binary(&mut self, op: WordOp, a: Expr, b: Expr, width: Width) -> Lift<Expr> {
        match op {
            WordOp::Add => Ok(self.exprs.linear(0, &[(1, a), (1, b)])),
            WordOp::Sub => Ok(self.exprs.linear(0, &[(1, a), (-1, b)])),
            WordOp::Mul => self.product(a, b),
            WordOp::Div | WordOp::Rem => {
                let divisor = self.constant(b, width)?;
                if divisor <= 0 {
                    return unsupported("a division by zero");
                }
                let a = self.exact(a, width)?;
                Ok(match op {
                    WordOp::Div => self.quotient(a, divisor),
                    _ => self.exprs.digit(&a, 1, Some(divisor)),
                })
            }
            WordOp::Shl | WordOp::Shr => {
                let by = u32::try_from(self.constant(b, width)?).ok();
                let by = by.filter(|&by| by < width.bits().min(63));
                let by = by.ok_or(Unliftable("a shift amount is not below the width"))?;
                if op == WordOp::Shl {
                    return Ok(self.exprs.linear(0, &[(1 << by, a)]));
                }
                let a = self.exact(a, width)?;
                Ok(self.quotient(a, 1 << by))
            }
            WordOp::And | WordOp::Or | WordOp::Xor => {
                let a = self.exact(a, width)?;
                let b = self.exact(b, width)?;
                self.bitwise(op, a, b)
            }
            WordOp::Min | WordOp::Max => self.extreme(op, a, b, width),
        }
    }

    /// Returns a product, one factor of which must be a constant.
    fn product(&mut self, a: Expr, b: Expr) -> Lift<Expr> {
        let term = match (self.exprs.as_constant(a), self.exprs.as_constant(b)) {
            (_, Some(factor)) => (factor, a),
            (Some(factor), None) => (factor, b),
            (None, None) => return unsupported("a product of two variable factors"),
        };
        match self.exprs.linear(0, &[term]) {
            product if product != Expr::OVERFLOW && self.exprs.fits(product) => Ok(product),
            _ => Err(TOO_WIDE),
        }
    }

    /// Returns a quotient. A multiplication and a shift that implement a division become that division again.
    fn quotient(&mut self, value: Expr, divisor: i64) -> Expr {
        if divisor & (divisor - 1) == 0
            && let Some((value, divisor)) = self.original_division(value, divisor.trailing_zeros())
        {
            return self.exprs.digit(&value, divisor, None);
        }
        self.exprs.digit(&value, divisor, None)
    }

    /// Returns the value and the divisor whose quotient is `floor(sum / 2^shift)`; `None` if the sum is not the value
    /// times a factor that is exact for such a division.
    fn original_division(&mut self, sum: Expr, shift: u32) -> Option<(Expr, i64)> {
        let sum = self.exprs.kind(sum)?;
        let factors = sum.terms.iter().map(|&(_, factor)| i128::from(factor.unsigned_abs()));
        let factor = factors.fold(i128::from(sum.constant.unsigned_abs()), gcd);
        let by = i64::try_from(factor).ok().filter(|&by| by > 1 && by & (by - 1) != 0)?;
        let terms: Vec<_> = sum.terms.iter().map(|&(atom, factor)| (atom, factor / by)).collect();
        let value = self.exprs.sum_of(sum.constant / by, &terms);
        let value = Some(value).filter(|&value| self.exprs.fits(value))?;
        let divisor = i64::try_from(ceiling(1 << shift, factor)).ok().filter(|&it| it > 1)?;
        let interval = self.exprs.interval(value);
        let end = u128::try_from(interval.high + 1).ok().filter(|_| interval.low >= 0)?;
        let exact = exact_factor(end, divisor.unsigned_abs().into(), shift, factor.unsigned_abs());
        exact.then_some((value, divisor))
    }

    /// Returns the bitwise and with a mask: a sum of digits, one for each range of consecutive ones in the mask.
    fn masked(&mut self, value: Expr, mask: i64) -> Expr {
        let mut terms = Vec::new();
        let mut rest = mask;
        while rest != 0 {
            let start = rest.trailing_zeros();
            let length = (rest >> start).trailing_ones();
            terms.push((1 << start, self.exprs.digit(&value, 1 << start, Some(1 << length))));
            rest &= !(((1 << length) - 1) << start);
        }
        self.exprs.linear(0, &terms)
    }

    fn bitwise(&mut self, op: WordOp, a: Expr, b: Expr) -> Lift<Expr> {
        let [a, b] = if self.exprs.as_constant(a).is_some() { [b, a] } else { [a, b] };
        Ok(match (op, self.exprs.as_constant(b)) {
            (WordOp::Xor, _) => self.exprs.xor(&a, &b),
            (WordOp::And, Some(mask)) => self.masked(a, mask),
            (WordOp::Or, Some(mask)) => {
                let common = self.masked(a, mask);
                self.exprs.linear(mask, &[(1, a), (-1, common)])
            }
            (WordOp::Or, None) if self.disjoint(a, b) || self.disjoint(b, a) => {
                self.exprs.linear(0, &[(1, a), (1, b)])
            }
            (WordOp::Or, None) => return self.opaque_word(op, a, b),
            _ => return unsupported("a bitwise `and` of two variable operands"),
        })
    }

    /// Returns `true` if every bit of `low` is below the first bit of `high`.
    fn disjoint(&self, high: Expr, low: Expr) -> bool {
        let zeros = self.exprs.interval(high).zero_bits();
        self.exprs.interval(low).high < 1 << zeros
    }

    /// Returns the minimum or maximum of two integers.
    fn extreme(&mut self, op: WordOp, a: Expr, b: Expr, width: Width) -> Lift<Expr> {
        let wrapped = self.wrapped_remainder(a, b, width);
        if let Some(result) = wrapped.filter(|_| op == WordOp::Min) {
            return Ok(result);
        }
        let a = self.exact(a, width)?;
        let b = self.exact(b, width)?;
        let difference = self.exprs.linear(0, &[(1, a), (-1, b)]);
        let difference = self.exprs.interval(difference);
        if difference.high <= 0 || difference.low >= 0 {
            return Ok(if (difference.high <= 0) == (op == WordOp::Min) { a } else { b });
        }
        self.opaque_word(op, a, b)
    }

    /// Returns the variable of a commutative operation on two words.
    fn opaque_word(&mut self, op: WordOp, a: Expr, b: Expr) -> Lift<Expr> {
        let interval = (op.row().interval)(self.exprs.interval(a), self.exprs.interval(b));
        let operands = [a.min(b), a.max(b)].map(LiftedValue::Integer);
        let interval = interval.unwrap_or(self.signature.width.words());
        self.opaque((IntegerOp::Word(op), operands.into()), interval)
    }

    /// Returns `x mod m` for the minimum `min(x, x - m)` of words with `x < 2m`; `None` for other operands.
    fn wrapped_remainder(&mut self, a: Expr, b: Expr, width: Width) -> Option<Expr> {
        let difference = self.exprs.linear(0, &[(1, a), (-1, b)]);
        let divisor = self.exprs.as_constant(difference)?;
        let value = if divisor > 0 { a } else { b };
        let divisor = divisor.checked_abs()?;
        let fits = (1..=width.end() / 2).contains(&i128::from(divisor))
            && self.is_exact(value, width)
            && self.exprs.interval(value).high < 2 * i128::from(divisor);
        fits.then(|| self.exprs.digit(&value, 1, Some(divisor)))
    }

    /// Returns the variable of an opaque atom.
    fn opaque(&mut self, atom: OpaqueAtom, interval: StridedInterval) -> Lift<Expr> {
        let next = self.signature.params.len() + self.opaque.len();
        let next = u32::try_from(next).map_err(|_| TOO_WIDE)?;
        let number = *self.opaque.entry(atom).or_insert(next);
        let low = i64::try_from(interval.low).map_err(|_| TOO_WIDE)?;
        let high = i64::try_from(interval.high).map_err(|_| TOO_WIDE)?;
        Ok(self.exprs.var_within(number, Range { low, high }))
    }

    /// Returns `a` if the condition is true, otherwise `b`.
    pub(super) fn choice(
        &mut self,
        condition: Boolean,
        a: Expr,
        b: Expr,
        width: Width,
    ) -> Lift<Expr> {
        if let BooleanKind::Known(holds) = self.kind(condition) {
            return Ok(if holds { a } else { b });
        }
        let difference = self.exprs.linear(0, &[(1, a), (-1, b)]);
        if let Some(factor) = self.exprs.as_constant(difference) {
            let condition = self.zero_or_one(condition)?;
            return Ok(self.exprs.linear(0, &[(1, b), (factor, condition)]));
        }
        let a = self.exact(a, width)?;
        let b = self.exact(b, width)?;
        let interval = self.exprs.interval(a).join(self.exprs.interval(b));
        let [a, b] = [a, b].map(LiftedValue::Integer);
        self.opaque((IntegerOp::Select, vec![LiftedValue::Boolean(condition), a, b]), interval)
    }

    /// Returns a boolean as the integer 0 or 1.
    pub(super) fn zero_or_one(&mut self, boolean: Boolean) -> Lift<Expr> {
        match self.kind(boolean) {
            BooleanKind::Known(value) => Ok(self.exprs.constant(value.into())),
            _ => {
                let number = IntegerOp::Linear(0, Arc::new([1]));
                self.opaque((number, vec![LiftedValue::Boolean(boolean)]), StridedInterval::BOOL)
            }
        }
    }
}
