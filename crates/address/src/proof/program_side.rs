//! The program's side of a proof: its instructions, one by one, over linear forms.
//!
//! A word of w bits is kept as a form that is congruent to it modulo 2^w, since sums, differences, products with a
//! number and shifts to the left need no more of it. Where the word itself is needed, it is the remainder of a division
//! by 2^w: so wrapping is exact, and costs nothing where bounds show that nothing wraps.

use super::bitwise::power;
use super::linear::{FormBounds, LinearForm, Unprovable};
use super::terms::{ProofTerms, Truth};
use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, Program, ValueId};

/// What a program computes for an index.
pub(super) struct ComputedAddress {
    /// The first result, a word.
    pub(super) offset: LinearForm,
    pub(super) valid: Truth,
    /// The program has no result: an instruction is undefined, or breaks a promise.
    pub(super) traps: Truth,
}

/// Returns what a program computes for the index with these components.
pub(super) fn computed(
    terms: &mut ProofTerms,
    program: &Program,
    index: &[LinearForm],
) -> Result<ComputedAddress, Unprovable> {
    let traps = terms.known(false);
    let mut run = SymbolicRun { terms, program, index, values: Vec::new(), traps };
    for value in program.values() {
        let computed = run.instruction(program.instruction(value))?;
        run.values.push(computed);
    }
    let offset = run.word(program.offset())?;
    let valid = match program.valid() {
        Some(valid) => run.truth(valid)?,
        None => run.terms.known(true),
    };
    Ok(ComputedAddress { offset, valid, traps: run.traps })
}

#[derive(Clone, Debug)]
enum SymbolicValue {
    /// A word that is congruent to the form modulo 2 to the power of its width; a product itself.
    Word(LinearForm),
    /// A word of one bit.
    Truth(Truth),
}

use SymbolicValue::Word;

struct SymbolicRun<'t> {
    terms: &'t mut ProofTerms,
    program: &'t Program,
    index: &'t [LinearForm],
    values: Vec<SymbolicValue>,
    traps: Truth,
}

impl SymbolicRun<'_> {
    fn width(&self, value: ValueId) -> Width {
        self.program.width(value)
    }

    /// A value as a form that is congruent to it modulo 2 to the power of its width.
    fn form(&mut self, value: ValueId) -> Result<LinearForm, Unprovable> {
        match self.values[value.index()].clone() {
            Word(form) => Ok(form),
            SymbolicValue::Truth(truth) => self.terms.number(truth),
        }
    }

    /// A value itself.
    fn word(&mut self, value: ValueId) -> Result<LinearForm, Unprovable> {
        let form = self.form(value)?;
        let word = self.terms.rest(&form, power(self.width(value).bits())?)?;
        // What reads it next need not divide again.
        if let Word(form) = &mut self.values[value.index()] {
            form.clone_from(&word);
        }
        Ok(word)
    }

    /// Both operands, as words.
    fn words(&mut self, a: ValueId, b: ValueId) -> Result<[LinearForm; 2], Unprovable> {
        Ok([self.word(a)?, self.word(b)?])
    }

    /// A value of one bit.
    fn truth(&mut self, value: ValueId) -> Result<Truth, Unprovable> {
        if let SymbolicValue::Truth(truth) = self.values[value.index()] {
            return Ok(truth);
        }
        let bit = self.word(value)?;
        self.terms.equal(&bit, &LinearForm::only(1))
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<SymbolicValue, Unprovable> {
        Ok(match (instruction.operation, instruction.operands()) {
            (Operation::Param(place), _) => Word(self.index[place as usize].clone()),
            (Operation::Constant(word), _) => Word(LinearForm::only(word.into())),
            (Operation::Binary(op), &[a, b]) => self.binary(instruction, op, a, b)?,
            (Operation::Compare(predicate), &[a, b]) => {
                SymbolicValue::Truth(self.compare(predicate, a, b)?)
            }
            (Operation::Select, &[truth, then, other]) => self.select(truth, then, other)?,
            (Operation::Truncate | Operation::Low, &[a]) => Word(self.form(a)?),
            (Operation::Extend, &[a]) => Word(self.word(a)?),
            (Operation::Product, &[a, b]) => {
                let (by, value) = self.factor(a, b)?;
                Word(self.word(value)?.times(by)?)
            }
            (Operation::High, &[product]) => {
                let product_form = self.form(product)?;
                let half = power(self.width(product).bits())?;
                Word(self.terms.quotient(&product_form, half)?)
            }
            _ => unreachable!("an instruction has the operands of its operation"),
        })
    }

    fn binary(
        &mut self,
        instruction: &Instruction,
        op: WordOp,
        a: ValueId,
        b: ValueId,
    ) -> Result<SymbolicValue, Unprovable> {
        Ok(match op {
            WordOp::Add | WordOp::Sub | WordOp::Mul => {
                self.promised(instruction, op, [a, b], None)?;
                Word(self.ring(op, a, b)?)
            }
            WordOp::Shl => match self.distance(b)? {
                Some(by) => {
                    self.promised(instruction, op, [a, b], Some(by))?;
                    Word(self.form(a)?.times(by)?)
                }
                None => Word(LinearForm::default()),
            },
            WordOp::Div | WordOp::Rem | WordOp::Shr => Word(self.division(op, a, b)?),
            WordOp::And | WordOp::Or | WordOp::Xor => self.bitwise(op, a, b)?,
            WordOp::Min | WordOp::Max => {
                let [a, b] = self.words(a, b)?;
                let ordered = self.terms.at_most(&a, &b)?;
                let (then, other) = if op == WordOp::Min { (&a, &b) } else { (&b, &a) };
                Word(self.terms.choice(ordered, then, other)?)
            }
        })
    }

    /// A sum, difference or product, modulo 2 to the power of the width.
    fn ring(&mut self, op: WordOp, a: ValueId, b: ValueId) -> Result<LinearForm, Unprovable> {
        let width = self.width(a);
        if op == WordOp::Mul {
            let (by, value) = self.factor(a, b)?;
            return self.form(value)?.times(near_zero(by, width)?);
        }
        let sign = if op == WordOp::Add { 1 } else { -1 };
        let (a, b) = (self.form(a)?, self.form(b)?);
        let constant = near_zero(b.constant, width)?;
        a.plus(&LinearForm { constant, terms: b.terms }, sign)
    }

    /// The operand of a product that is a number, and the other one.
    fn factor(&mut self, a: ValueId, b: ValueId) -> Result<(i128, ValueId), Unprovable> {
        let known = self.words(a, b)?.map(|word| word.known());
        match known {
            [_, Some(by)] => Ok((by, a)),
            [Some(by), _] => Ok((by, b)),
            _ => Err(Unprovable::Product),
        }
    }

    /// 2 to the power of the distance of a shift; `None` if that is the width or more.
    fn distance(&mut self, by: ValueId) -> Result<Option<i128>, Unprovable> {
        let bits = self.width(by).bits();
        let by = self.word(by)?.known().ok_or(Unprovable::Distance)?;
        match u32::try_from(by).ok().filter(|&by| by < bits) {
            Some(by) => power(by).map(Some),
            None => {
                self.traps = self.terms.known(true);
                Ok(None)
            }
        }
    }

    fn division(&mut self, op: WordOp, a: ValueId, b: ValueId) -> Result<LinearForm, Unprovable> {
        let [dividend, by] = self.words(a, b)?;
        let divisor = match op {
            WordOp::Shr => self.distance(b)?,
            _ => Some(by.known().ok_or(Unprovable::Divisor)?).filter(|&divisor| divisor != 0),
        };
        let Some(divisor) = divisor else {
            self.traps = self.terms.known(true);
            return Ok(LinearForm::default());
        };
        let (quotient, rest) = self.terms.divided(&dividend, divisor)?;
        Ok(if op == WordOp::Rem { rest } else { quotient })
    }

    fn bitwise(&mut self, op: WordOp, a: ValueId, b: ValueId) -> Result<SymbolicValue, Unprovable> {
        if self.width(a) == Width::I1 {
            let (a, b) = (self.truth(a)?, self.truth(b)?);
            return Ok(SymbolicValue::Truth(self.terms.joined(op, a, b)));
        }
        let [a, b] = self.words(a, b)?;
        self.terms.bitwise(op, &a, &b).map(Word)
    }

    fn compare(
        &mut self,
        predicate: CmpPredicate,
        a: ValueId,
        b: ValueId,
    ) -> Result<Truth, Unprovable> {
        let [a, b] = self.words(a, b)?;
        match predicate {
            CmpPredicate::Equal => self.terms.equal(&a, &b),
            CmpPredicate::NotEqual => self.terms.equal(&a, &b).map(|equal| self.terms.not(equal)),
            CmpPredicate::Less => self.terms.below(&a, &b),
            CmpPredicate::LessEqual => self.terms.at_most(&a, &b),
            CmpPredicate::Greater => self.terms.below(&b, &a),
            CmpPredicate::GreaterEqual => self.terms.at_most(&b, &a),
        }
    }

    fn select(
        &mut self,
        truth: ValueId,
        then: ValueId,
        other: ValueId,
    ) -> Result<SymbolicValue, Unprovable> {
        let truth = self.truth(truth)?;
        if self.width(then) == Width::I1 {
            let (then, other) = (self.truth(then)?, self.truth(other)?);
            let not = self.terms.not(truth);
            let (then, other) = (self.terms.both(truth, then), self.terms.both(not, other));
            return Ok(SymbolicValue::Truth(self.terms.either(then, other)));
        }
        let [then, other] = self.words(then, other)?;
        self.terms.choice(truth, &then, &other).map(Word)
    }

    /// Notes that the program has no result where an instruction breaks a promise. A shift to the left is a product
    /// with `by`.
    fn promised(
        &mut self,
        instruction: &Instruction,
        op: WordOp,
        [a, b]: [ValueId; 2],
        by: Option<i128>,
    ) -> Result<(), Unprovable> {
        let modulus = power(instruction.width.bits())?;
        if instruction.flags.nuw {
            let [a, b] = self.words(a, b)?;
            let exact = exact(op, &a, &by.map_or(b, LinearForm::only))?;
            self.must_be_within(&exact, FormBounds::below(modulus))?;
        }
        if instruction.flags.nsw {
            let [a, b] = self.words(a, b)?;
            let (a, b) = (self.signed(&a, modulus)?, self.signed(&b, modulus)?);
            let exact = exact(op, &a, &by.map_or(b, LinearForm::only))?;
            self.must_be_within(&exact, FormBounds { low: -modulus / 2, high: modulus / 2 - 1 })?;
        }
        Ok(())
    }

    /// A word as a number with a sign.
    fn signed(&mut self, word: &LinearForm, modulus: i128) -> Result<LinearForm, Unprovable> {
        self.terms.rest(&word.moved(modulus / 2)?, modulus)?.moved(-modulus / 2)
    }

    fn must_be_within(&mut self, value: &LinearForm, bounds: FormBounds) -> Result<(), Unprovable> {
        let below = self.terms.below(value, &LinearForm::only(bounds.low))?;
        let above = self.terms.below(&LinearForm::only(bounds.high), value)?;
        let outside = self.terms.either(below, above);
        self.traps = self.terms.either(self.traps, outside);
        Ok(())
    }
}

/// The result of a sum, a difference or a product as an integer.
fn exact(op: WordOp, a: &LinearForm, b: &LinearForm) -> Result<LinearForm, Unprovable> {
    match (op, a.known(), b.known()) {
        (WordOp::Add, ..) => a.plus(b, 1),
        (WordOp::Sub, ..) => a.plus(b, -1),
        (_, _, Some(by)) => a.times(by),
        (_, Some(by), _) => b.times(by),
        _ => Err(Unprovable::Product),
    }
}

/// The number of the least magnitude that is congruent modulo 2 to the power of the width.
fn near_zero(number: i128, width: Width) -> Result<i128, Unprovable> {
    let modulus = power(width.bits())?;
    let word = number.rem_euclid(modulus);
    Ok(if word >= modulus / 2 { word - modulus } else { word })
}
