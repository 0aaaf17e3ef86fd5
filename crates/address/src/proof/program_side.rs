//! The program side of a proof: symbolic evaluation of the instructions to linear forms.
//!
//! A word of w bits is represented by a form that is congruent to it modulo 2^w. Sums, differences, products with a
//! constant and left shifts need only the form. Other operations need the word itself, which is the remainder of a
//! division of the form by 2^w. Wrapping is therefore exact, and the division is trivial if bounds exclude wrapping.

use super::bitwise::power;
use super::linear::{FormBounds, Linear, LinearForm, Unprovable};
use super::terms::{Formula, ProofTerms};
use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, Program, ValueId};

/// The results of a program at an index.
pub(super) struct ProgramResults {
    /// A form that is congruent to each requested word modulo 2^width.
    pub(super) words: Vec<LinearForm>,
    pub(super) valid: Formula,
    /// The formula that the program has no result: an instruction is undefined or wraps despite an overflow flag.
    pub(super) traps: Formula,
}

/// Returns these results of a program at the index with these components: words, and a validity, which is true if it is
/// `None`.
pub(super) fn evaluate(
    terms: &mut ProofTerms,
    program: &Program,
    (words, valid): (&[ValueId], Option<ValueId>),
    index: &[LinearForm],
) -> Linear<ProgramResults> {
    let traps = terms.known(false);
    let mut evaluator = SymbolicEvaluator { terms, program, index, values: Vec::new(), traps };
    for value in program.values() {
        let computed = evaluator.instruction(program.instruction(value))?;
        evaluator.values.push(computed);
    }
    let words = words.iter().map(|&word| evaluator.form(word)).collect::<Result<_, _>>()?;
    let valid = match valid {
        Some(valid) => evaluator.formula(valid)?,
        None => evaluator.terms.known(true),
    };
    Ok(ProgramResults { words, valid, traps: evaluator.traps })
}

#[derive(Clone, Debug)]
enum SymbolicValue {
    /// A form that is congruent to the word modulo 2^width. For a product, the form is exact.
    Word(LinearForm),
    /// A boolean, as a formula.
    Formula(Formula),
}

use SymbolicValue::Word;

struct SymbolicEvaluator<'t> {
    terms: &'t mut ProofTerms,
    program: &'t Program,
    index: &'t [LinearForm],
    values: Vec<SymbolicValue>,
    traps: Formula,
}

impl SymbolicEvaluator<'_> {
    fn width(&self, value: ValueId) -> Width {
        self.program.width(value)
    }

    /// Returns a form that is congruent to a value modulo 2^width.
    fn form(&mut self, value: ValueId) -> Linear<LinearForm> {
        match self.values[value.index()].clone() {
            Word(form) => Ok(form),
            SymbolicValue::Formula(formula) => self.terms.number(formula),
        }
    }

    /// Returns the word of a value.
    fn word(&mut self, value: ValueId) -> Linear<LinearForm> {
        let form = self.form(value)?;
        let word = self.terms.divided(&form, power(self.width(value).bits())?)?.remainder;
        // Later uses need not divide again.
        if let Word(form) = &mut self.values[value.index()] {
            form.clone_from(&word);
        }
        Ok(word)
    }

    /// Returns the words of two operands.
    fn words(&mut self, a: ValueId, b: ValueId) -> Linear<[LinearForm; 2]> {
        Ok([self.word(a)?, self.word(b)?])
    }

    /// Returns a boolean as a formula.
    fn formula(&mut self, value: ValueId) -> Linear<Formula> {
        if let SymbolicValue::Formula(formula) = self.values[value.index()] {
            return Ok(formula);
        }
        let bit = self.word(value)?;
        self.terms.equal(&bit, &LinearForm::only(1))
    }

    fn instruction(&mut self, instruction: &Instruction) -> Linear<SymbolicValue> {
        Ok(match (instruction.operation, instruction.operands()) {
            (Operation::Param(position), _) => Word(self.index[position as usize].clone()),
            (Operation::Constant(word), _) => Word(LinearForm::only(word.into())),
            (Operation::Binary(op), &[a, b]) => self.binary(instruction, op, a, b)?,
            (Operation::Compare(predicate), &[a, b]) => {
                SymbolicValue::Formula(self.compare(predicate, a, b)?)
            }
            (Operation::Select, &[condition, then, other]) => {
                self.select(condition, then, other)?
            }
            (Operation::Truncate | Operation::Low, &[a]) => Word(self.form(a)?),
            (Operation::Extend, &[a]) => Word(self.word(a)?),
            (Operation::Lookup(_), _) => return Err(Unprovable::Table),
            (Operation::Product, &[a, b]) => {
                let (by, value) = self.factor(a, b)?;
                Word(self.word(value)?.times(by)?)
            }
            (Operation::High, &[product]) => {
                let product_form = self.form(product)?;
                let half = power(self.width(product).bits())?;
                Word(self.terms.divided(&product_form, half)?.quotient)
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
    ) -> Linear<SymbolicValue> {
        Ok(match op {
            WordOp::Add | WordOp::Sub | WordOp::Mul => {
                self.trap_on_overflow(instruction, op, [a, b], None)?;
                Word(self.ring(op, a, b)?)
            }
            WordOp::Shl => match self.distance(b)? {
                Some(by) => {
                    self.trap_on_overflow(instruction, op, [a, b], Some(by))?;
                    Word(self.form(a)?.times(by)?)
                }
                None => Word(LinearForm::default()),
            },
            WordOp::Div | WordOp::Rem | WordOp::Shr => Word(self.division(op, a, b)?),
            WordOp::And | WordOp::Or | WordOp::Xor => self.bitwise(op, a, b)?,
            WordOp::Min | WordOp::Max => {
                let [a, b] = self.words(a, b)?;
                let ordered = self.terms.at_most(&a, &b)?;
                Word(match op {
                    WordOp::Min => self.terms.choice(ordered, &a, &b)?,
                    _ => self.terms.choice(ordered, &b, &a)?,
                })
            }
        })
    }

    /// Returns a form that is congruent to a sum, difference or product modulo 2^width.
    fn ring(&mut self, op: WordOp, a: ValueId, b: ValueId) -> Linear<LinearForm> {
        let width = self.width(a);
        if op == WordOp::Mul {
            let (by, value) = self.factor(a, b)?;
            return self.form(value)?.times(near_zero(by, width)?);
        }
        let sign = if op == WordOp::Add { 1 } else { -1 };
        let a = self.form(a)?;
        let b = self.form(b)?;
        let constant = near_zero(b.constant, width)?;
        a.plus(&LinearForm { constant, terms: b.terms }, sign)
    }

    /// Returns the constant factor of a product, and the other operand.
    ///
    /// # Errors
    /// Both factors are variable.
    fn factor(&mut self, a: ValueId, b: ValueId) -> Linear<(i128, ValueId)> {
        let known = self.words(a, b)?.map(|word| word.known());
        match known {
            [_, Some(by)] => Ok((by, a)),
            [Some(by), _] => Ok((by, b)),
            _ => Err(Unprovable::Product),
        }
    }

    /// Returns 2 to the power of a shift amount; `None`, with `traps` set, if the amount is the width or more.
    fn distance(&mut self, by: ValueId) -> Linear<Option<i128>> {
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

    fn division(&mut self, op: WordOp, a: ValueId, b: ValueId) -> Linear<LinearForm> {
        let [dividend, by] = self.words(a, b)?;
        let divisor = match op {
            WordOp::Shr => self.distance(b)?,
            _ => Some(by.known().ok_or(Unprovable::Divisor)?).filter(|&divisor| divisor != 0),
        };
        let Some(divisor) = divisor else {
            self.traps = self.terms.known(true);
            return Ok(LinearForm::default());
        };
        let parts = self.terms.divided(&dividend, divisor)?;
        Ok(if op == WordOp::Rem { parts.remainder } else { parts.quotient })
    }

    fn bitwise(&mut self, op: WordOp, a: ValueId, b: ValueId) -> Linear<SymbolicValue> {
        if self.width(a) == Width::I1 {
            let a = self.formula(a)?;
            let b = self.formula(b)?;
            return Ok(SymbolicValue::Formula(self.terms.logical(op, a, b)));
        }
        let [a, b] = self.words(a, b)?;
        self.terms.bitwise(op, &a, &b).map(Word)
    }

    fn compare(&mut self, predicate: CmpPredicate, a: ValueId, b: ValueId) -> Linear<Formula> {
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
        condition: ValueId,
        then: ValueId,
        other: ValueId,
    ) -> Linear<SymbolicValue> {
        let condition = self.formula(condition)?;
        if self.width(then) == Width::I1 {
            let then = self.formula(then)?;
            let other = self.formula(other)?;
            let not = self.terms.not(condition);
            let then = self.terms.both(condition, then);
            let other = self.terms.both(not, other);
            return Ok(SymbolicValue::Formula(self.terms.either(then, other)));
        }
        let [then, other] = self.words(then, other)?;
        self.terms.choice(condition, &then, &other).map(Word)
    }

    /// Adds to `traps` the condition that an instruction wraps despite an overflow flag. A left shift is a product with
    /// `by`.
    fn trap_on_overflow(
        &mut self,
        instruction: &Instruction,
        op: WordOp,
        [a, b]: [ValueId; 2],
        by: Option<i128>,
    ) -> Linear<()> {
        let modulus = power(instruction.width.bits())?;
        if instruction.flags.nuw {
            let [a, b] = self.words(a, b)?;
            let exact = exact(op, &a, &by.map_or(b, LinearForm::only))?;
            self.trap_outside(&exact, FormBounds::below(modulus))?;
        }
        if instruction.flags.nsw {
            let [a, b] = self.words(a, b)?;
            let a = self.signed(&a, modulus)?;
            let b = self.signed(&b, modulus)?;
            let exact = exact(op, &a, &by.map_or(b, LinearForm::only))?;
            self.trap_outside(&exact, FormBounds { low: -modulus / 2, high: modulus / 2 - 1 })?;
        }
        Ok(())
    }

    /// Returns the signed integer of a word.
    fn signed(&mut self, word: &LinearForm, modulus: i128) -> Linear<LinearForm> {
        let raised = word.plus_constant(modulus / 2)?;
        self.terms.divided(&raised, modulus)?.remainder.plus_constant(-modulus / 2)
    }

    /// Adds to `traps` the condition that a value is outside bounds.
    fn trap_outside(&mut self, value: &LinearForm, bounds: FormBounds) -> Linear<()> {
        let below = self.terms.below(value, &LinearForm::only(bounds.low))?;
        let above = self.terms.below(&LinearForm::only(bounds.high), value)?;
        let outside = self.terms.either(below, above);
        self.traps = self.terms.either(self.traps, outside);
        Ok(())
    }
}

/// Returns the exact integer result of a sum, difference or product.
fn exact(op: WordOp, a: &LinearForm, b: &LinearForm) -> Linear<LinearForm> {
    match (op, a.known(), b.known()) {
        (WordOp::Add, ..) => a.plus(b, 1),
        (WordOp::Sub, ..) => a.plus(b, -1),
        (_, _, Some(by)) => a.times(by),
        (_, Some(by), _) => b.times(by),
        _ => Err(Unprovable::Product),
    }
}

/// Returns the integer of least magnitude that is congruent to `number` modulo 2^width.
fn near_zero(number: i128, width: Width) -> Linear<i128> {
    let modulus = power(width.bits())?;
    let word = number.rem_euclid(modulus);
    Ok(if word >= modulus / 2 { word - modulus } else { word })
}
