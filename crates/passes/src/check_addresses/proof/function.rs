//! The function's side of a proof: its ops, one by one, over linear forms.
//!
//! A word of w bits is kept as a form that is equal to it modulo 2^w, since sums, differences, products with a number
//! and shifts to the left ask no more of it. Where the word itself is needed, it is what is left of a division by 2^w:
//! so wrapping is told exactly, and costs nothing where bounds show that nothing wraps.

use super::Hard;
use super::bits::{Bitwise, power};
use super::form::{Bounds, Form};
use super::terms::{Terms, Truth};
use crate::arith::{Function, Kind, Predicate, Step};

/// What a function says of an index.
pub(super) struct Said {
    /// The first result, a word.
    pub(super) offset: Form,
    pub(super) valid: Truth,
    /// The function has no result.
    pub(super) traps: Truth,
}

/// What the function says of the index with these components.
pub(super) fn said(terms: &mut Terms, function: &Function, index: &[Form]) -> Result<Said, Hard> {
    let traps = terms.known(false);
    let start = function.start.iter().map(|&word| Value::Word(Form::only(word.into())));
    let mut run = Run { terms, slots: start.collect(), traps };
    for (slot, component) in run.slots.iter_mut().zip(index) {
        *slot = Value::Word(component.clone());
    }
    for step in &function.steps {
        run.step(step)?;
    }
    let offset = run.word(function.results[0], function.outputs[0])?;
    let valid = match function.results.get(1) {
        Some(&slot) => run.truth(slot)?,
        None => run.terms.known(true),
    };
    Ok(Said { offset, valid, traps: run.traps })
}

/// A value.
#[derive(Clone, Debug)]
enum Value {
    /// A word that is equal to the form modulo 2 to the power of its width.
    Word(Form),
    /// A word of one bit.
    Truth(Truth),
}

struct Run<'t> {
    terms: &'t mut Terms,
    slots: Vec<Value>,
    traps: Truth,
}

impl Run<'_> {
    /// A value as a form that is equal to it modulo 2 to the power of its width.
    fn form(&mut self, slot: usize) -> Result<Form, Hard> {
        match self.slots[slot].clone() {
            Value::Word(form) => Ok(form),
            Value::Truth(truth) => self.terms.number(truth),
        }
    }

    /// A value of so many bits, itself.
    fn word(&mut self, slot: usize, width: u32) -> Result<Form, Hard> {
        let form = self.form(slot)?;
        let word = self.terms.rest(&form, power(width)?)?;
        // Whoever reads it next need not divide again.
        if let Value::Word(form) = &mut self.slots[slot] {
            form.clone_from(&word);
        }
        Ok(word)
    }

    /// A value of one bit.
    fn truth(&mut self, slot: usize) -> Result<Truth, Hard> {
        if let Value::Truth(truth) = self.slots[slot] {
            return Ok(truth);
        }
        let bit = self.word(slot, 1)?;
        self.terms.equal(&bit, &Form::only(1))
    }

    fn step(&mut self, step: &Step) -> Result<(), Hard> {
        let value = match step.kind {
            Kind::Add | Kind::Sub | Kind::Mul | Kind::ShiftLeft => Value::Word(self.ring(step)?),
            Kind::And | Kind::Or | Kind::Xor => self.bitwise(step)?,
            Kind::Compare(predicate) => Value::Truth(self.compare(step, predicate)?),
            Kind::Select => self.select(step)?,
            Kind::Truncate(_) => Value::Word(self.form(step.operands[0])?),
            Kind::Extend => Value::Word(self.word(step.operands[0], step.width)?),
            Kind::Min | Kind::Max => Value::Word(self.extreme(step)?),
            Kind::MulExtended => {
                let (high, low) = self.halves(step)?;
                self.slots[step.result + 1] = Value::Word(high);
                Value::Word(low)
            }
            Kind::Div | Kind::Rem | Kind::ShiftRight => Value::Word(self.division(step)?),
        };
        self.slots[step.result] = value;
        Ok(())
    }

    /// Both operands, as words.
    fn words(&mut self, step: &Step) -> Result<[Form; 2], Hard> {
        let [a, b, _] = step.operands;
        Ok([self.word(a, step.width)?, self.word(b, step.width)?])
    }

    /// What wraps modulo 2 to the power of the width.
    fn ring(&mut self, step: &Step) -> Result<Form, Hard> {
        if step.kind == Kind::ShiftLeft {
            let Some(by) = self.distance(step)? else { return Ok(Form::default()) };
            self.promised(step, Some(by))?;
            return self.form(step.operands[0])?.times(by);
        }
        self.promised(step, None)?;
        let [a, b, _] = step.operands;
        if step.kind == Kind::Mul {
            let (by, value) = self.factor(step)?;
            return self.form(value)?.times(near_zero(by, step.width)?);
        }
        let sign = if step.kind == Kind::Add { 1 } else { -1 };
        let (a, b) = (self.form(a)?, self.form(b)?);
        let constant = near_zero(b.constant, step.width)?;
        a.plus(&Form { constant, terms: b.terms }, sign)
    }

    /// The operand of a product that is a number, and the slot of the other one.
    fn factor(&mut self, step: &Step) -> Result<(i128, usize), Hard> {
        let [a, b, _] = step.operands;
        let known = self.words(step)?.map(|word| word.known());
        match known {
            [_, Some(by)] => Ok((by, a)),
            [Some(by), _] => Ok((by, b)),
            _ => Err(Hard::Product),
        }
    }

    /// 2 to the power of the distance of a shift; nothing where that is the width or more.
    fn distance(&mut self, step: &Step) -> Result<Option<i128>, Hard> {
        let by = self.word(step.operands[1], step.width)?.known().ok_or(Hard::Distance)?;
        match u32::try_from(by).ok().filter(|&by| by < step.width) {
            Some(by) => power(by).map(Some),
            None => {
                self.traps = self.terms.known(true);
                Ok(None)
            }
        }
    }

    /// The high and the low half of a product. The low one is equal to it modulo 2 to the power of the width.
    fn halves(&mut self, step: &Step) -> Result<(Form, Form), Hard> {
        let (by, value) = self.factor(step)?;
        let product = self.word(value, step.width)?.times(by)?;
        Ok((self.terms.quotient(&product, power(step.width)?)?, product))
    }

    fn division(&mut self, step: &Step) -> Result<Form, Hard> {
        let [a, b] = self.words(step)?;
        let divisor = match step.kind {
            Kind::ShiftRight => self.distance(step)?,
            _ => Some(b.known().ok_or(Hard::Divisor)?).filter(|&divisor| divisor != 0),
        };
        let Some(divisor) = divisor else {
            self.traps = self.terms.known(true);
            return Ok(Form::default());
        };
        let (quotient, rest) = self.terms.divided(&a, divisor)?;
        Ok(if step.kind == Kind::Rem { rest } else { quotient })
    }

    fn bitwise(&mut self, step: &Step) -> Result<Value, Hard> {
        if step.width == 1 {
            let (a, b) = (self.truth(step.operands[0])?, self.truth(step.operands[1])?);
            return Ok(Value::Truth(match step.kind {
                Kind::And => self.terms.both(a, b),
                Kind::Or => self.terms.either(a, b),
                _ => self.terms.unequal(a, b),
            }));
        }
        let [a, b] = self.words(step)?;
        let op = match step.kind {
            Kind::And => Bitwise::And,
            Kind::Or => Bitwise::Or,
            _ => Bitwise::Xor,
        };
        self.terms.bitwise(op, &a, &b).map(Value::Word)
    }

    fn extreme(&mut self, step: &Step) -> Result<Form, Hard> {
        let [a, b] = self.words(step)?;
        let ordered = self.terms.at_most(&a, &b)?;
        let (then, other) = if step.kind == Kind::Min { (&a, &b) } else { (&b, &a) };
        self.terms.choice(ordered, then, other)
    }

    fn compare(&mut self, step: &Step, predicate: Predicate) -> Result<Truth, Hard> {
        let [a, b] = self.words(step)?;
        match predicate {
            Predicate::Equal => self.terms.equal(&a, &b),
            Predicate::Unequal => self.terms.equal(&a, &b).map(|equal| self.terms.not(equal)),
            Predicate::Below => self.terms.below(&a, &b),
            Predicate::AtMost => self.terms.at_most(&a, &b),
            Predicate::Above => self.terms.below(&b, &a),
            Predicate::AtLeast => self.terms.at_most(&b, &a),
        }
    }

    fn select(&mut self, step: &Step) -> Result<Value, Hard> {
        let [truth, then, other] = step.operands;
        let truth = self.truth(truth)?;
        if step.width == 1 {
            let (then, other) = (self.truth(then)?, self.truth(other)?);
            let not = self.terms.not(truth);
            let (then, other) = (self.terms.both(truth, then), self.terms.both(not, other));
            return Ok(Value::Truth(self.terms.either(then, other)));
        }
        let (then, other) = (self.word(then, step.width)?, self.word(other, step.width)?);
        self.terms.choice(truth, &then, &other).map(Value::Word)
    }

    /// Notes that the function has no result where an op breaks a promise. A shift to the left is a product with `by`.
    fn promised(&mut self, step: &Step, by: Option<i128>) -> Result<(), Hard> {
        let modulus = power(step.width)?;
        if step.promises.nuw {
            let [a, b] = self.words(step)?;
            let exact = exact(step, &a, &by.map_or(b, Form::only))?;
            self.must_be_within(&exact, Bounds::below(modulus))?;
        }
        if step.promises.nsw {
            let [a, b] = self.words(step)?;
            let (a, b) = (self.signed(&a, modulus)?, self.signed(&b, modulus)?);
            let exact = exact(step, &a, &by.map_or(b, Form::only))?;
            self.must_be_within(&exact, Bounds { low: -modulus / 2, high: modulus / 2 - 1 })?;
        }
        Ok(())
    }

    /// A word as a number with a sign.
    fn signed(&mut self, word: &Form, modulus: i128) -> Result<Form, Hard> {
        self.terms.rest(&word.moved(modulus / 2)?, modulus)?.moved(-modulus / 2)
    }

    fn must_be_within(&mut self, value: &Form, bounds: Bounds) -> Result<(), Hard> {
        let below = self.terms.below(value, &Form::only(bounds.low))?;
        let above = self.terms.below(&Form::only(bounds.high), value)?;
        let outside = self.terms.either(below, above);
        self.traps = self.terms.either(self.traps, outside);
        Ok(())
    }
}

/// The result of a sum, a difference or a product as an integer.
fn exact(step: &Step, a: &Form, b: &Form) -> Result<Form, Hard> {
    match (step.kind, a.known(), b.known()) {
        (Kind::Add, ..) => a.plus(b, 1),
        (Kind::Sub, ..) => a.plus(b, -1),
        (_, _, Some(by)) => a.times(by),
        (_, Some(by), _) => b.times(by),
        _ => Err(Hard::Product),
    }
}

/// The number of the least magnitude that is equal modulo 2 to the power of the width.
fn near_zero(number: i128, width: u32) -> Result<i128, Hard> {
    let modulus = power(width)?;
    let word = number.rem_euclid(modulus);
    Ok(if word >= modulus / 2 { word - modulus } else { word })
}
