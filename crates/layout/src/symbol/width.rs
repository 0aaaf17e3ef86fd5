//! The width that all intermediate values of an index computation need.

use super::claim::Claim;
use super::decide::{Decider, Decision};
use super::expr::{SymExpr, SymNode};
use super::fault::{SymbolWitness, SymbolicFault};
use super::layout::SymbolicLayout;
use super::set::{Relation, SymbolSet};

/// The maximum number of intermediate values of an index computation.
const MAX_PARTS: usize = crate::limits::SYMBOL_PARTS as usize;

/// A type of integers in an index computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IndexWidth {
    /// 31 bits and a sign.
    I32,
    /// 32 bits without a sign.
    U32,
    /// 63 bits and a sign.
    I64,
}

impl_display!(IndexWidth {
    IndexWidth::I32 => "i32",
    IndexWidth::U32 => "u32",
    IndexWidth::I64 => "i64",
});

impl IndexWidth {
    /// Returns the least and the greatest value.
    pub fn range(self) -> (i64, i64) {
        match self {
            IndexWidth::I32 => (i32::MIN.into(), i32::MAX.into()),
            IndexWidth::U32 => (0, u32::MAX.into()),
            IndexWidth::I64 => (i64::MIN, i64::MAX),
        }
    }
}

/// An intermediate value that does not fit a width.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WidthViolation {
    /// The part of the computation that has the value.
    pub part: SymExpr,
    /// The value.
    pub value: i128,
    /// The first values of the symbols, and the index, at which a part does not fit: the least value of the first symbol
    /// that matters, with the others and the index at their greatest, if those do not fit.
    pub witness: SymbolWitness,
}

impl WidthViolation {
    /// Returns the text: `d0*s1 is 2147516416 at s0 = 32769, s1 = 65536`.
    pub fn text(&self, names: &SymbolSet) -> String {
        format!("`{}` is {} at {}", self.part.text(names), self.value, self.witness.text(names))
    }
}

impl SymbolicLayout {
    /// Returns the first intermediate value of the offset that does not fit a width, at the first values of the symbols and
    /// then in the order of evaluation; `None` if all values fit.
    ///
    /// # Errors
    /// It is undecided whether a value fits.
    pub fn width_violation(
        &self,
        width: IndexWidth,
        decider: &mut Decider<'_>,
    ) -> Result<Option<WidthViolation>, SymbolicFault> {
        let exprs = [self.offset()];
        width_violation(self.symbols(), self.lengths(), self.conditions(), &exprs, width, decider)
    }
}

/// Returns the first intermediate value of index computations that does not fit a width, at the first values of the symbols
/// and then in the order of evaluation; `None` if all values fit for all values of the symbols and all valid indices. A
/// subtraction has no negated operand, and a quotient rounded up is that of the sum of the dividend and the divisor minus 1.
///
/// # Errors
/// It is undecided whether a value fits, or a divisor may be below 1.
pub fn width_violation(
    symbols: &SymbolSet,
    lengths: &[SymExpr],
    conditions: &[Relation],
    exprs: &[&SymExpr],
    width: IndexWidth,
    decider: &mut Decider<'_>,
) -> Result<Option<WidthViolation>, SymbolicFault> {
    let mut parts = Vec::new();
    for expr in exprs {
        intermediates(expr, &mut parts).map_err(SymbolicFault::new)?;
    }
    if parts.len() > MAX_PARTS {
        let message = format!(
            "an index computation must have at most {MAX_PARTS} intermediate values, but has {}",
            parts.len()
        );
        return Err(SymbolicFault::of_undecided(message));
    }
    let mut first: Option<WidthViolation> = None;
    let mut undecided = None;
    for part in parts {
        match part_violation((symbols, lengths, conditions), part, width, decider) {
            Ok(None) => {}
            Ok(Some(found)) => {
                let is_first = |first: &WidthViolation| found.witness.values < first.witness.values;
                if first.as_ref().is_none_or(is_first) {
                    first = Some(found);
                }
            }
            Err(fault) => undecided = undecided.or(Some(fault)),
        }
    }
    match (first, undecided) {
        (None, Some(fault)) => Err(fault),
        (first, _) => Ok(first),
    }
}

/// Returns the first values at which a part of a computation does not fit a width.
fn part_violation(
    (symbols, lengths, conditions): (&SymbolSet, &[SymExpr], &[Relation]),
    part: SymExpr,
    width: IndexWidth,
    decider: &mut Decider<'_>,
) -> Result<Option<WidthViolation>, SymbolicFault> {
    let (least, most) = width.range();
    for (sign, bound) in [("<=", most), (">=", least)] {
        let relation = Relation::comparison(sign, part.clone(), SymExpr::constant(bound));
        let relation = relation.map_err(SymbolicFault::new)?;
        let claim = Claim::new(symbols, lengths, conditions, &relation);
        match decider.decide(&claim) {
            Decision::Holds(_) => {}
            Decision::Fails(witness, _) => {
                let witness = first_failure(&claim, witness);
                let SymbolWitness { values, index } = &witness;
                let value = part.eval(values, index).map_err(|error| {
                    let text = part.text(symbols);
                    let fault = SymbolicFault::new(format!("`{text}` has no value: {error}"));
                    fault.at(witness.clone(), symbols)
                })?;
                return Ok(Some(WidthViolation { part, value, witness }));
            }
            Decision::Undecided(question) => return Err(SymbolicFault::of_undecided(question)),
        }
    }
    Ok(None)
}

/// Adds the intermediate values of an expression in the order of evaluation, each once.
fn intermediates(expr: &SymExpr, found: &mut Vec<SymExpr>) -> Result<(), String> {
    if found.contains(expr) {
        return Ok(());
    }
    match expr.node() {
        SymNode::Sum(a, b) => {
            intermediates(a, found)?;
            match b.node() {
                // A subtraction.
                SymNode::Product(sign, b) if sign.as_constant() == Some(-1) => {
                    intermediates(b, found)?;
                }
                SymNode::Constant(..0) => {}
                _ => intermediates(b, found)?,
            }
        }
        SymNode::CeilDiv(a, b) => {
            intermediates(a, found)?;
            intermediates(b, found)?;
            let one = SymExpr::constant(1);
            let raised = match b.as_constant() {
                Some(by @ 1..) => SymExpr::constant(by - 1),
                _ => SymExpr::operation("-", b.clone(), one)?,
            };
            let sum = SymExpr::operation("+", a.clone(), raised)?;
            if !found.contains(&sum) {
                found.push(sum);
            }
        }
        node => {
            for operand in node.operands().into_iter().flatten() {
                intermediates(operand, found)?;
            }
        }
    }
    found.push(expr.clone());
    Ok(())
}

/// Returns the first witness in a fixed order: the least value of a symbol, with the following ones and the index at
/// their greatest. If the claim holds at the greatest values, or the symbols may not have those, the given witness.
fn first_failure(claim: &Claim<'_>, found: SymbolWitness) -> SymbolWitness {
    let at = |values: &[i64]| {
        let index: Option<Vec<i64>> = claim
            .lengths
            .iter()
            .map(|length| i64::try_from(length.eval(values, &[]).ok()?.checked_sub(1)?).ok())
            .collect();
        let witness = SymbolWitness::new(values.to_vec(), index?);
        claim.is_refuted_by(&witness).then_some(witness)
    };
    let symbols = claim.symbols.symbols();
    let mut values: Vec<i64> = symbols.iter().map(|symbol| symbol.max).collect();
    let Some(mut best) = at(&values) else { return found };
    for (number, symbol) in symbols.iter().enumerate() {
        // Bisection between a value that fits and one that does not, in steps of the divisor.
        let mut low = 0;
        let mut high = symbol.steps();
        let value = |steps: i128| symbol.value_after(steps).unwrap_or(symbol.max);
        values[number] = value(low);
        if let Some(witness) = at(&values) {
            best = witness;
            continue;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            values[number] = value(middle);
            match at(&values) {
                Some(witness) => (high, best) = (middle, witness),
                None => low = middle,
            }
        }
        return best;
    }
    best
}
