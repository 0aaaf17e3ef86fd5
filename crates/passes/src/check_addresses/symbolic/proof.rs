//! The proof that a function computes the offsets of a layout with symbols, for all values of the symbols and all indices.
//!
//! The program becomes an expression over dims and symbols. Sums, differences and products of words equal those of numbers
//! modulo the number of words. The operands of quotients, remainders and shifts to the right must be numbers that words hold,
//! which the decision procedure of the crate `layout` decides, as it does the equality with the offset. The validity is a
//! conjunction of comparisons, whose operands are such numbers: it follows from the conditions of the layout, and they from it.

use address::operation::{CmpPredicate, Operation, Width, WordOp};
use address::program::{OverflowFlags, Program, ValueId};
use ir::layout::{Claim, Decider, Decision, Relation, SymExpr, SymbolicLayout};

/// Decides whether a program computes the offset of a layout, times a number of bytes or 1, for all values of the symbols
/// and all indices. `params` are the numbers of the symbols that are parameters after the index, and the divisors of which a
/// multiplier and a shift follow.
///
/// # Errors
/// The reason why there is no proof.
pub(super) fn prove(
    program: &Program,
    layout: &SymbolicLayout,
    (params, divisors): (&[usize], &[SymExpr]),
    scale: i64,
) -> Result<(), String> {
    let (decider, exprs, truths) = (Decider::new(), Vec::new(), Vec::new());
    let mut proof = Proof { program, layout, params, divisors, decider, exprs, truths };
    for value in program.values() {
        let (expr, truth) = match program.width(value) {
            Width::I1 => (None, proof.truth(value)?),
            _ if proof.is_reciprocal(value) => (None, Vec::new()),
            _ => (Some(proof.expression(value)?), Vec::new()),
        };
        proof.exprs.push(expr);
        proof.truths.push(truth);
    }
    let own = program.valid().map_or_else(Vec::new, |it| proof.truths[it.index()].clone());
    let conditions = layout.conditions();
    for (given, needed) in [(own.as_slice(), conditions), (conditions, own.as_slice())] {
        needed.iter().try_for_each(|relation| proof.holds_if(given, relation))?;
    }
    let found = proof.expr(program.offset())?;
    let offset = SymExpr::operation("*", layout.offset().clone(), SymExpr::constant(scale))?;
    // The result is the offset as a word, or its two's complement.
    let width = program.width(program.offset());
    let Range { low, high } = Range::of_results(width);
    for (sign, bound) in [(">=", low), ("<=", high)] {
        let relation = Relation::comparison(sign, offset.clone(), SymExpr::constant(bound))?;
        proof.holds_if(conditions, &relation)?;
    }
    proof.holds_if(conditions, &Relation::comparison("==", found, offset)?)
}

/// The least and the greatest number of a range.
struct Range {
    low: i64,
    high: i64,
}

impl Range {
    /// Returns the numbers that words of a width represent, as such or in two's complement.
    fn of_results(width: Width) -> Range {
        let signed = width.signed_range();
        Range { low: signed.low, high: Range::of_words(width).high }
    }

    /// Returns the numbers that words of a width are, as far as they fit 63 bits.
    fn of_words(width: Width) -> Range {
        Range { low: 0, high: i64::try_from(width.largest()).unwrap_or(i64::MAX) }
    }
}

struct Proof<'a> {
    program: &'a Program,
    layout: &'a SymbolicLayout,
    params: &'a [usize],
    divisors: &'a [SymExpr],
    decider: Decider<'a>,
    /// The expression of each value so far, equal to the word modulo the number of words; `None` for a truth value and for
    /// the parts of a quotient by a reciprocal.
    exprs: Vec<Option<SymExpr>>,
    /// The relations that all hold where a truth value is true; empty for a word.
    truths: Vec<Vec<Relation>>,
}

impl Proof<'_> {
    /// Returns the expression of a value.
    fn expr(&self, value: ValueId) -> Result<SymExpr, String> {
        let found = self.exprs[value.index()].clone();
        found.ok_or_else(|| "the function has an operation without a proof".to_owned())
    }

    /// Returns the number of a parameter that is a multiplier or a shift among them; `None` for other values.
    fn reciprocal_param(&self, value: ValueId) -> Option<usize> {
        let Operation::Param(position) = self.program.instruction(value).operation else {
            return None;
        };
        let position = position as usize;
        position.checked_sub(self.layout.rank() + self.params.len())
    }

    /// Returns `true` if a value is a part of a quotient by a reciprocal: a parameter, a product or one of its halves.
    fn is_reciprocal(&self, value: ValueId) -> bool {
        let operation = self.program.instruction(value).operation;
        self.reciprocal_param(value).is_some()
            || matches!(operation, Operation::Product | Operation::Low | Operation::High)
    }

    /// Returns twice the dividend, and the divisor, if a value is the high half of the product of both, the second as its
    /// multiplier, shifted by its shift.
    fn quotient(&self, value: ValueId) -> Option<(ValueId, SymExpr)> {
        let operands = |value: ValueId, operation: Operation| {
            let instruction = self.program.instruction(value);
            (instruction.operation == operation).then(|| instruction.operands().to_vec())
        };
        let shifted = operands(value, Operation::Binary(WordOp::Shr))?;
        let shift = self.reciprocal_param(shifted[1])?;
        let high = operands(shifted[0], Operation::High)?;
        let product = operands(high[0], Operation::Product)?;
        let multiplier = |value: ValueId| self.reciprocal_param(value) == shift.checked_sub(1);
        let doubled = match (multiplier(product[0]), multiplier(product[1])) {
            (_, true) => product[0],
            (true, _) => product[1],
            _ => return None,
        };
        let divisor = self.divisors.get(shift / 2).filter(|_| shift % 2 == 1)?;
        Some((doubled, divisor.clone()))
    }

    /// Returns the expression of a quotient of half a value, which is even, and a divisor.
    fn half_over(&mut self, doubled: ValueId, divisor: SymExpr) -> Result<SymExpr, String> {
        let width = self.program.width(doubled);
        let most = width.signed_range().high;
        self.require(">=", &divisor, 1)?;
        self.require("<=", &divisor, most)?;
        let instruction = *self.program.instruction(doubled);
        if instruction.operation == Operation::Binary(WordOp::Shl)
            && self.expr(instruction.operands()[1])?.as_constant() == Some(1)
        {
            let dividend = self.expr(instruction.operands()[0])?;
            self.require(">=", &dividend, 0)?;
            self.require("<=", &dividend, most)?;
            return SymExpr::operation("floordiv", dividend, divisor);
        }
        // A shift may be one with that of the dividend.
        let doubled = self.expr(doubled)?;
        let two = SymExpr::constant(2);
        self.is_word(&doubled, width)?;
        self.holds(&Relation::zero(SymExpr::operation("mod", doubled.clone(), two.clone())?))?;
        SymExpr::operation("floordiv", doubled, SymExpr::operation("*", divisor, two)?)
    }

    /// Returns the relations that all hold where a truth value is true.
    fn truth(&mut self, value: ValueId) -> Result<Vec<Relation>, String> {
        let instruction = *self.program.instruction(value);
        let operands = instruction.operands();
        let Operation::Compare(predicate) = instruction.operation else {
            let Operation::Binary(WordOp::And) = instruction.operation else {
                return Err("the function has a truth value without a proof".to_owned());
            };
            let all = operands.iter().flat_map(|operand| &self.truths[operand.index()]);
            return Ok(all.cloned().collect());
        };
        let width = self.program.width(operands[0]);
        let (a, b) = (self.expr(operands[0])?, self.expr(operands[1])?);
        self.is_word(&a, width)?;
        self.is_word(&b, width)?;
        let sign = match predicate {
            CmpPredicate::Equal => "==",
            CmpPredicate::Less => "<",
            CmpPredicate::LessEqual => "<=",
            CmpPredicate::Greater => ">",
            CmpPredicate::GreaterEqual => ">=",
            CmpPredicate::NotEqual => {
                return Err("the function has a comparison without a proof".to_owned());
            }
        };
        Ok(vec![Relation::comparison(sign, a, b)?])
    }

    fn expression(&mut self, value: ValueId) -> Result<SymExpr, String> {
        let instruction = *self.program.instruction(value);
        let width = instruction.width;
        if instruction.flags != OverflowFlags::default() {
            return Err("the function has overflow flags".to_owned());
        }
        let operands = instruction.operands();
        if let Some((doubled, divisor)) = self.quotient(value) {
            return self.half_over(doubled, divisor);
        }
        let operand = |at: usize| self.expr(operands[at]);
        let (op, a, b) = match instruction.operation {
            Operation::Param(position) => return self.param(position as usize),
            Operation::Constant(word) => return Ok(SymExpr::constant(width.signed(word))),
            Operation::Binary(op) => (op, operand(0)?, operand(1)?),
            _ => return Err("the function has an operation without a proof".to_owned()),
        };
        let power = || {
            let by = b.as_constant().and_then(|by| u32::try_from(by).ok());
            let by = by.filter(|&by| by < width.bits().min(63));
            let by = by.ok_or_else(|| "a shift amount is not a constant".to_owned());
            by.map(|by| SymExpr::constant(1 << by))
        };
        match op {
            WordOp::Add => SymExpr::operation("+", a, b),
            WordOp::Sub => SymExpr::operation("-", a, b),
            WordOp::Mul => SymExpr::operation("*", a, b),
            WordOp::Shl => SymExpr::operation("*", a, power()?),
            WordOp::Shr => {
                let divisor = power()?;
                self.is_word(&a, width)?;
                SymExpr::operation("floordiv", a, divisor)
            }
            WordOp::And => {
                let mask = b.as_constant().and_then(|mask| mask.checked_add(1));
                let modulus = mask.filter(|it| *it > 0 && it.count_ones() == 1);
                let modulus = modulus.ok_or_else(|| "a mask has gaps".to_owned())?;
                // A remainder by a power of two follows from the word alone.
                SymExpr::operation("mod", a, SymExpr::constant(modulus))
            }
            WordOp::Div | WordOp::Rem => {
                self.is_word(&a, width)?;
                self.is_word(&b, width)?;
                self.require(">=", &b, 1)?;
                SymExpr::operation(if op == WordOp::Div { "floordiv" } else { "mod" }, a, b)
            }
            _ => Err("the function has an operation without a proof".to_owned()),
        }
    }

    fn param(&self, position: usize) -> Result<SymExpr, String> {
        let rank = self.layout.rank();
        if position < rank {
            return Ok(SymExpr::dim(position));
        }
        let number = self.params.get(position - rank);
        number.map(|&number| SymExpr::symbol(number)).ok_or_else(|| "unknown parameter".to_owned())
    }

    /// Checks that the number is a word, so that the word is the number.
    fn is_word(&mut self, expr: &SymExpr, width: Width) -> Result<(), String> {
        let Range { low, high } = Range::of_words(width);
        self.require(">=", expr, low)?;
        self.require("<=", expr, high)
    }

    fn require(&mut self, sign: &str, expr: &SymExpr, bound: i64) -> Result<(), String> {
        let bound = SymExpr::constant(bound);
        self.holds(&Relation::comparison(sign, expr.clone(), bound)?)
    }

    fn holds(&mut self, relation: &Relation) -> Result<(), String> {
        self.holds_if(&[], relation)
    }

    /// Checks that a relation holds at all indices at which some conditions hold.
    fn holds_if(&mut self, conditions: &[Relation], relation: &Relation) -> Result<(), String> {
        let claim = Claim::new(self.layout.symbols(), self.layout.lengths(), conditions, relation);
        match self.decider.decide(&claim) {
            Decision::Holds(_) => Ok(()),
            Decision::Fails(witness, _) => {
                let at = witness.text(self.layout.symbols());
                Err(format!("`{}` does not hold at {at}", claim.text()))
            }
            Decision::Undecided(why) => Err(why),
        }
    }
}
