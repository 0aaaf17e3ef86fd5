//! Bitwise operations on integers, evaluated digit by digit.
//!
//! Consecutive equal bits of a constant operand keep a digit of the other operand, invert it, or make it constant. Only
//! bits that vary in both operands are evaluated one by one.

use super::linear::{LinearForm, Unprovable};
use super::terms::{Formula, ProofTerms};
use crate::operation::WordOp;

/// Returns the result of an operation of which one operand has only zero bits.
fn with_zeros(op: WordOp, other: LinearForm) -> LinearForm {
    if op == WordOp::And { LinearForm::default() } else { other }
}

/// Returns the result of an operation on `bits` bits of which one operand has only one bits.
fn with_ones(op: WordOp, other: LinearForm, bits: u32) -> Result<LinearForm, Unprovable> {
    let ones = LinearForm::only(power(bits)? - 1);
    match op {
        WordOp::And => Ok(other),
        WordOp::Or => Ok(ones),
        _ => ones.plus(&other, -1),
    }
}

/// Returns 2 to the power `of`.
pub(super) fn power(of: u32) -> Result<i128, Unprovable> {
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
    ) -> Result<LinearForm, Unprovable> {
        let x = self.bounds(a)?;
        let y = self.bounds(b)?;
        let swap = y.low < 0 || x.low >= 0 && x.high < y.high;
        let (wide, narrow, most) = if swap { (b, a, x) } else { (a, b, y) };
        if most.low < 0 {
            return Err(Unprovable::Negative);
        }
        self.claimed(narrow)?;
        let bits = 128 - most.high.leading_zeros();
        let (above, wide) = self.divided(wide, power(bits)?)?;
        let low = self.within(op, &wide, narrow, bits)?;
        low.plus(&with_zeros(op, above), power(bits)?)
    }

    /// Returns the bitwise operation on two integers below `2^bits`.
    fn within(
        &mut self,
        op: WordOp,
        a: &LinearForm,
        b: &LinearForm,
        bits: u32,
    ) -> Result<LinearForm, Unprovable> {
        if let Some(mask) = a.known() {
            return self.masked(op, b, mask, bits);
        }
        if let Some(mask) = b.known() {
            return self.masked(op, a, mask, bits);
        }
        for (zeros, other) in [(a, b), (b, a)] {
            let count = trailing_zeros(zeros).min(bits);
            if count > 0 {
                let (above, low) = self.divided(other, power(count)?)?;
                let zeros = self.quotient(zeros, power(count)?)?;
                let high = self.within(op, &zeros, &above, bits - count)?;
                return with_zeros(op, low).plus(&high, power(count)?);
            }
        }
        let mut sum = LinearForm::default();
        let mut a = a.clone();
        let mut b = b.clone();
        for bit in 0..bits {
            let (bit_a, bit_b);
            (a, bit_a) = self.divided(&a, 2)?;
            (b, bit_b) = self.divided(&b, 2)?;
            let result = self.of_bits(op, &bit_a, &bit_b)?;
            sum = sum.plus(&result, power(bit)?)?;
        }
        Ok(sum)
    }

    /// Returns the bitwise operation on two single bits.
    fn of_bits(
        &mut self,
        op: WordOp,
        a: &LinearForm,
        b: &LinearForm,
    ) -> Result<LinearForm, Unprovable> {
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
    ) -> Result<LinearForm, Unprovable> {
        let mut sum = LinearForm::default();
        let mut value = value.clone();
        let mut mask = mask;
        let mut done = 0;
        while done < bits {
            let ones = mask & 1 == 1;
            let length = if ones { mask.trailing_ones() } else { mask.trailing_zeros() };
            let length = length.min(bits - done);
            let (above, digit) = self.divided(&value, power(length)?)?;
            let result = if ones { with_ones(op, digit, length)? } else { with_zeros(op, digit) };
            sum = sum.plus(&result, power(done)?)?;
            value = above;
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
