//! Conversion of expressions in normal form to an [`IntegerDag`].

use super::super::integer::{IntegerDag, IntegerOp};
use super::super::sum::MAX_TERMS;
use super::lifter::{Boolean, BooleanKind, ExprLifter, Lift, LiftedValue, TOO_WIDE, unsupported};
use crate::operation::{CmpPredicate, WordOp};
use indexmap::IndexMap;
use layout::StridedInterval;
use layout::index::{Atom, AtomKind, Expr};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;

impl ExprLifter {
    /// Returns the DAG of the results.
    pub(super) fn write(&self, results: &[LiftedValue]) -> Lift<IntegerDag> {
        let mut writer = ExprWriter {
            lifter: self,
            dag: IntegerDag::default(),
            integers: FxHashMap::default(),
            atoms: FxHashMap::default(),
            booleans: FxHashMap::default(),
        };
        for &result in results {
            let root = writer.value(result)?;
            writer.dag.roots.push(root);
        }
        Ok(writer.dag)
    }
}

struct ExprWriter<'a> {
    lifter: &'a ExprLifter,
    dag: IntegerDag,
    integers: FxHashMap<Expr, usize>,
    atoms: FxHashMap<Atom, usize>,
    booleans: FxHashMap<Boolean, usize>,
}

impl ExprWriter<'_> {
    fn push(&mut self, op: IntegerOp, operands: Vec<usize>) -> usize {
        self.dag.push(op, operands, None, &self.lifter.signature)
    }

    fn interval(&self, value: Expr) -> StridedInterval {
        self.lifter.exprs.interval(value)
    }

    fn value(&mut self, value: LiftedValue) -> Lift<usize> {
        match value {
            LiftedValue::Integer(value) => self.integer(value),
            LiftedValue::Boolean(boolean) => self.boolean(boolean),
        }
    }

    fn integer(&mut self, value: Expr) -> Lift<usize> {
        if let Some(&known) = self.integers.get(&value) {
            return Ok(known);
        }
        let node = self.sum(value, 0)?;
        self.integers.insert(value, node);
        Ok(node)
    }

    /// Writes the sum of a value and a constant.
    fn sum(&mut self, value: Expr, more: i64) -> Lift<usize> {
        let sum = self.lifter.exprs.kind(value).ok_or(TOO_WIDE)?;
        if sum.terms.len() > MAX_TERMS {
            return unsupported("a sum has too many terms");
        }
        let operands = sum.terms.iter().map(|&(atom, _)| self.atom(atom)).collect::<Lift<Vec<_>>>();
        let operands = operands?;
        let constant = sum.constant.checked_add(more).ok_or(TOO_WIDE)?;
        Ok(match (constant, &*sum.terms) {
            (constant, []) => self.push(IntegerOp::Constant(constant), operands),
            (0, [(_, 1)]) => operands[0],
            (constant, terms) => {
                let factors = terms.iter().map(|&(_, factor)| factor).collect();
                let more = StridedInterval::number(more.into());
                let op = IntegerOp::Linear(constant, factors);
                let known = self.interval(value).plus(more);
                self.dag.push(op, operands, Some(known), &self.lifter.signature)
            }
        })
    }

    fn atom(&mut self, atom: Atom) -> Lift<usize> {
        if let Some(&known) = self.atoms.get(&atom) {
            return Ok(known);
        }
        let lifter = self.lifter;
        let node = match lifter.exprs.atom_kind(atom) {
            AtomKind::Var { number, .. } => self.variable(*number)?,
            AtomKind::Digit { value, divisor, modulus } => {
                self.digit(*value, *divisor, *modulus)?
            }
            AtomKind::Xor(parts) => self.xor(parts)?,
            AtomKind::Guard { .. } => return unsupported("a value that a predicate bounds"),
            AtomKind::Lookup { .. } => return unsupported("a value of a table"),
        };
        self.atoms.insert(atom, node);
        Ok(node)
    }

    fn variable(&mut self, number: u32) -> Lift<usize> {
        let lifter = self.lifter;
        let Some(position) = (number as usize).checked_sub(lifter.signature.params.len()) else {
            return Ok(self.push(IntegerOp::Param(number), Vec::new()));
        };
        let ((op, operands), _) =
            lifter.opaque.get_index(position).expect("opaque atoms are numbered by index");
        let operands = operands.iter().map(|&it| self.value(it)).collect::<Lift<Vec<_>>>()?;
        Ok(self.push(op.clone(), operands))
    }

    fn is_exact(&self, value: Expr) -> bool {
        self.lifter.signature.fits(self.interval(value))
    }

    fn digit(&mut self, value: Expr, divisor: i64, modulus: Option<i64>) -> Lift<usize> {
        if self.is_exact(value) {
            let node = self.integer(value)?;
            return Ok(self.digit_of_word(node, divisor, modulus));
        }
        // A digit of the lowest 32 bits equals that of the value if all its bits are among them.
        let period =
            modulus.map(|modulus| modulus.checked_mul(divisor).ok_or(TOO_WIDE)).transpose()?;
        if period.is_some_and(|period| (1i64 << 32) % period == 0) {
            let node = self.integer(value)?;
            let wrapped = self.push(IntegerOp::Wrap, vec![node]);
            return Ok(self.digit_of_word(wrapped, divisor, modulus));
        }
        // Periods added to the value do not change a digit. Without a modulus, each divisor adds 1 to the quotient.
        let unit = period.unwrap_or(divisor);
        let (raised, units) = self.raised(value, unit)?;
        let digit = self.digit_of_word(raised, divisor, modulus);
        Ok(match modulus {
            Some(_) => digit,
            None => self.push(IntegerOp::Linear(-units, Arc::new([1])), vec![digit]),
        })
    }

    /// Writes a value plus the least multiple of a unit for which no sum is negative. Also returns the number of units.
    fn raised(&mut self, value: Expr, unit: i64) -> Lift<(usize, i64)> {
        const NEGATIVE: &str = "a digit of a value that may be negative";
        // `rebase` counts such parameters from 0, and all digits of the parameter then share one sum.
        if self.lifter.ranges.iter().any(|range| range.low < 0) {
            return unsupported(NEGATIVE);
        }
        let interval = self.interval(value);
        let units = i64::try_from(interval.low.min(0).div_euclid(unit.into()));
        let units = units.ok().and_then(i64::checked_neg).ok_or(TOO_WIDE)?;
        let by = units.checked_mul(unit).ok_or(TOO_WIDE)?;
        if !self.lifter.signature.fits(interval.plus(StridedInterval::number(by.into()))) {
            return unsupported(NEGATIVE);
        }
        Ok((self.sum(value, by)?, units))
    }

    /// Writes a digit of a node that is not negative.
    fn digit_of_word(&mut self, mut node: usize, divisor: i64, modulus: Option<i64>) -> usize {
        if divisor > 1 {
            node = self.push(IntegerOp::Quotient(divisor), vec![node]);
        }
        match modulus {
            Some(modulus) if self.dag.intervals[node].high >= i128::from(modulus) => {
                self.push(IntegerOp::Remainder(modulus), vec![node])
            }
            _ => node,
        }
    }

    fn xor(&mut self, parts: &[Expr]) -> Lift<usize> {
        let mut whole = None;
        for &part in parts {
            if !self.is_exact(part) {
                return unsupported("an operand of an exclusive or may be negative");
            }
            let part = self.integer(part)?;
            whole = Some(match whole {
                None => part,
                Some(whole) => self.push(IntegerOp::Word(WordOp::Xor), vec![whole, part]),
            });
        }
        whole.map_or_else(|| unsupported("an exclusive or of nothing"), Ok)
    }

    fn boolean(&mut self, boolean: Boolean) -> Lift<usize> {
        if let Some(&known) = self.booleans.get(&boolean) {
            return Ok(known);
        }
        let (op, operands) = match self.lifter.kind(boolean) {
            BooleanKind::Known(value) => (IntegerOp::Known(value), Vec::new()),
            BooleanKind::Compare(predicate, a, b) => match self.lifter.exprs.as_constant(b) {
                Some(b) => (IntegerOp::CompareTo(predicate, b), vec![self.integer(a)?]),
                None => (IntegerOp::Compare(predicate), vec![self.integer(a)?, self.integer(b)?]),
            },
            BooleanKind::Word(WordOp::And, ..) => {
                let node = self.conjunction(boolean)?;
                self.booleans.insert(boolean, node);
                return Ok(node);
            }
            BooleanKind::Word(op, a, b) => {
                (IntegerOp::Boolean(op), vec![self.boolean(a)?, self.boolean(b)?])
            }
        };
        let node = self.push(op, operands);
        self.booleans.insert(boolean, node);
        Ok(node)
    }

    /// Writes a conjunction. Integers with the same upper bound share one comparison, of their maximum.
    fn conjunction(&mut self, boolean: Boolean) -> Lift<usize> {
        let mut bounds: IndexMap<i64, Vec<Expr>, FxBuildHasher> = IndexMap::default();
        let mut whole = None;
        for conjunct in self.lifter.conjuncts([boolean]) {
            let bounded = match self.lifter.kind(conjunct) {
                BooleanKind::Compare(CmpPredicate::Less, value, bound) => {
                    self.lifter.exprs.as_constant(bound).map(|bound| (value, bound))
                }
                _ => None,
            };
            match bounded {
                Some((value, bound)) => bounds.entry(bound).or_default().push(value),
                None => {
                    let conjunct = self.boolean(conjunct)?;
                    whole = Some(self.and(whole, conjunct));
                }
            }
        }
        for (bound, values) in bounds {
            let values =
                values.into_iter().map(|value| self.integer(value)).collect::<Lift<Vec<_>>>()?;
            let op = match values.len() {
                1 => IntegerOp::CompareTo(CmpPredicate::Less, bound),
                _ => IntegerOp::Below(bound),
            };
            let below = self.push(op, values);
            whole = Some(self.and(whole, below));
        }
        whole.map_or_else(|| unsupported("a conjunction of nothing"), Ok)
    }

    fn and(&mut self, whole: Option<usize>, next: usize) -> usize {
        match whole {
            Some(whole) => self.push(IntegerOp::Boolean(WordOp::And), vec![whole, next]),
            None => next,
        }
    }
}
