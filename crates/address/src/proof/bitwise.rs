//! Bitwise operations on integers, evaluated digit by digit.
//!
//! Consecutive equal bits of a constant operand keep a digit of the other operand, invert it, or make it constant. Only
//! bits that vary in both operands are evaluated one by one.

use super::linear::{Linear, LinearForm, Unprovable};
use super::terms::{Formula, ProofTerms};
use crate::operation::WordOp;

/// Returns the result of an operation of which one operand has only zero bits.
fn with_zeros(op: WordOp, other: LinearForm) -> LinearForm {
    if op == WordOp::And { LinearForm::default() } else { other }
}

/// Returns the result of an operation on `bits` bits of which one operand has only one bits.
fn with_ones(op: WordOp, other: LinearForm, bits: u32) -> Linear<LinearForm> {
    let ones = LinearForm::only(power(bits)? - 1);
    match op {
        WordOp::And => Ok(other),
        WordOp::Or => Ok(ones),
        _ => ones.plus(&other, -1),
    }
}

/// Returns 2 to the power `of`.
pub(super) fn power(of: u32) -> Linear<i128> {
    1i128.checked_shl(of).filter(|_| of < 127).ok_or(Unprovable::Large)
}

impl ProofTerms {
    /// Returns the `and`, `or` or exclusive or of two formulas.
    pub(super) fn logical(&mut self, op: WordOp, a: Formula, b: Formula) -> Formula {
        match op {
            WordOp::And => self.both(a, b),
            WordOp::Or => self.either(a, b),
            _ => self.unequal(a, b),
        }
    }

    /// Returns the bitwise `and`, `or` or exclusive or of two integers. At most one may be negative: it has infinitely
    /// many leading ones.
    pub(super) fn bitwise(
        &mut self,
        op: WordOp,
        a: &LinearForm,
        b: &LinearForm,
    ) -> Linear<LinearForm> {
        let x = self.bounds(a)?;
        let y = self.bounds(b)?;
        let swap = y.low < 0 || x.low >= 0 && x.high < y.high;
        let (wide, narrow, most) = if swap { (b, a, x) } else { (a, b, y) };
        if most.low < 0 {
            return Err(Unprovable::Negative);
        }
        self.claimed(narrow)?;
        let bits = 128 - most.high.leading_zeros();
        let wide = self.divided(wide, power(bits)?)?;
        let low = self.within(op, &wide.remainder, narrow, bits)?;
        low.plus(&with_zeros(op, wide.quotient), power(bits)?)
    }

    /// Returns the bitwise operation on two integers below `2^bits`.
    fn within(
        &mut self,
        op: WordOp,
        a: &LinearForm,
        b: &LinearForm,
        bits: u32,
    ) -> Linear<LinearForm> {
        if let Some(mask) = a.known() {
            return self.masked(op, b, mask, bits);
        }
        if let Some(mask) = b.known() {
            return self.masked(op, a, mask, bits);
        }
        for (zeros, other) in [(a, b), (b, a)] {
            let count = trailing_zeros(zeros).min(bits);
            if count > 0 {
                let other = self.divided(other, power(count)?)?;
                let zeros = self.divided(zeros, power(count)?)?.quotient;
                let high = self.within(op, &zeros, &other.quotient, bits - count)?;
                return with_zeros(op, other.remainder).plus(&high, power(count)?);
            }
        }
        let mut sum = LinearForm::default();
        let mut a = a.clone();
        let mut b = b.clone();
        for bit in 0..bits {
            let a_parts = self.divided(&a, 2)?;
            let b_parts = self.divided(&b, 2)?;
            let result = self.of_bits(op, &a_parts.remainder, &b_parts.remainder)?;
            sum = sum.plus(&result, power(bit)?)?;
            a = a_parts.quotient;
            b = b_parts.quotient;
        }
        Ok(sum)
    }

    /// Returns the bitwise operation on two single bits.
    fn of_bits(&mut self, op: WordOp, a: &LinearForm, b: &LinearForm) -> Linear<LinearForm> {
        match (a.known(), b.known()) {
            (Some(mask), _) => return self.masked(op, b, mask, 1),
            (_, Some(mask)) => return self.masked(op, a, mask, 1),
            _ => {}
        }
        let one = LinearForm::only(1);
        let a = self.equal(a, &one)?;
        let b = self.equal(b, &one)?;
        let formula = self.logical(op, a, b);
        self.number(formula)
    }

    /// Returns the bitwise operation on an integer and a constant mask, both below `2^bits`.
    fn masked(
        &mut self,
        op: WordOp,
        value: &LinearForm,
        mask: i128,
        bits: u32,
    ) -> Linear<LinearForm> {
        let mut sum = LinearForm::default();
        let mut value = value.clone();
        let mut mask = mask;
        let mut done = 0;
        while done < bits {
            let ones = mask & 1 == 1;
            let length = if ones { mask.trailing_ones() } else { mask.trailing_zeros() };
            let length = length.min(bits - done);
            let parts = self.divided(&value, power(length)?)?;
            let digit = parts.remainder;
            let result = if ones { with_ones(op, digit, length)? } else { with_zeros(op, digit) };
            sum = sum.plus(&result, power(done)?)?;
            value = parts.quotient;
            mask >>= length;
            done += length;
        }
        Ok(sum)
    }
}

/// Returns the number of lowest bits that are 0 for all values of the variables.
fn trailing_zeros(form: &LinearForm) -> u32 {
    let factors = form.terms.iter().map(|term| term.1);
    factors.chain([form.constant]).map(i128::trailing_zeros).min().unwrap_or(0)
}
