//! Claims about all values of symbols and all indices of a box, and their concrete evaluation.

use super::expr::{SymExpr, SymNode};
use super::fault::SymbolWitness;
use super::set::{Relation, SymbolSet};

/// The claim that a relation holds for all values of the symbols and all indices: 0 <= d < length of each dim.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Claim<'a> {
    /// The symbols with their values.
    pub symbols: &'a SymbolSet,
    /// The length of each dim, over the symbols.
    pub lengths: &'a [SymExpr],
    /// The indices are those at which all of these hold.
    pub conditions: &'a [Relation],
    /// The relation.
    pub relation: &'a Relation,
}

impl<'a> Claim<'a> {
    /// Returns the claim that a relation holds for all values of the symbols and all indices within the lengths.
    pub fn new(
        symbols: &'a SymbolSet,
        lengths: &'a [SymExpr],
        conditions: &'a [Relation],
        relation: &'a Relation,
    ) -> Claim<'a> {
        Claim { symbols, lengths, conditions, relation }
    }

    /// Returns the claim in words.
    pub fn text(&self) -> String {
        self.relation.text(self.symbols)
    }

    /// Returns `true` if the relation holds at these values and this index, or they are outside the claim; `None` if an
    /// intermediate value does not fit 128 bits. A relation without a value does not hold.
    pub(super) fn holds_at(&self, values: &[i64], index: &[i64]) -> Option<bool> {
        for condition in self.conditions {
            match condition.decided_at(values, index) {
                Some(true) => {}
                Some(false) => return Some(true),
                None => return None,
            }
        }
        self.relation.decided_at(values, index)
    }

    /// Returns `true` if the values and the index refute the claim.
    pub fn is_refuted_by(&self, witness: &SymbolWitness) -> bool {
        let SymbolWitness { values, index } = witness;
        let inside = self.symbols.contains(values)
            && index.len() == self.lengths.len()
            && index.iter().zip(self.lengths).all(|(&component, length)| {
                let length = length.eval(values, &[]);
                component >= 0 && length.is_ok_and(|length| i128::from(component) < length)
            });
        inside && self.holds_at(values, index) == Some(false)
    }

    /// Returns `true` for each symbol that the relation depends on, also by the lengths of its dims and by relations
    /// between symbols, and for each dim that it depends on.
    pub(super) fn used(&self) -> (Vec<bool>, Vec<bool>) {
        let mut symbols = vec![false; self.symbols.len()];
        let mut dims = vec![false; self.lengths.len()];
        let relations = self.conditions.iter().chain([self.relation]);
        relations.for_each(|relation| relation.expr.mark(&mut symbols, &mut dims));
        for (length, _) in self.lengths.iter().zip(dims.clone()).filter(|(_, used)| *used) {
            length.mark(&mut symbols, &mut []);
        }
        for relation in self.symbols.relations() {
            relation.expr.mark(&mut symbols, &mut []);
        }
        (symbols, dims)
    }
}

/// Adds the numbers of an expression, each once.
pub(super) fn numbers_of(expr: &SymExpr, found: &mut Vec<i64>) {
    match expr.node() {
        SymNode::Constant(value) if !found.contains(value) => found.push(*value),
        node => node.operands().into_iter().flatten().for_each(|it| numbers_of(it, found)),
    }
}

/// Adds the divisors of an expression that are not numbers, inner ones first, each once.
pub(super) fn divisors_of(expr: &SymExpr, found: &mut Vec<SymExpr>) {
    for operand in expr.node().operands().into_iter().flatten() {
        divisors_of(operand, found);
    }
    if let SymNode::FloorDiv(_, by) | SymNode::CeilDiv(_, by) | SymNode::Mod(_, by) = expr.node()
        && by.as_constant().is_none_or(|by| by < 1)
        && !found.contains(by)
    {
        found.push(by.clone());
    }
}
