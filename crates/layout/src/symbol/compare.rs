//! Equality of symbolic layouts for all values of their symbols.

use super::claim::Claim;
use super::decide::{Decider, Decision, Method};
use super::expr::SymExpr;
use super::fault::{SymbolWitness, SymbolicFault};
use super::layout::SymbolicLayout;
use super::set::{Relation, SymbolSet};

/// The comparison of two symbolic layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolicComparison {
    /// The layouts are equal for all values that both allow. The least certain of the means that decided it.
    Equal(Method),
    /// The layouts differ.
    Different(Box<SymbolicDifference>),
}

/// Values of the symbols, and an index, at which two symbolic layouts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolicDifference {
    /// The symbols of both layouts.
    pub symbols: SymbolSet,
    /// The value of each of these symbols.
    pub values: Vec<i64>,
    /// The index. If the ranks differ, it is index zero of the first layout.
    pub index: Vec<i64>,
    /// The lengths of the first layout at these values.
    pub a_lengths: Vec<i64>,
    /// The lengths of the second layout at these values.
    pub b_lengths: Vec<i64>,
    /// The offset of the first layout in elements; `None` if the index is not valid in it, or has another rank.
    pub a: Option<i64>,
    /// The offset of the second layout in elements; `None` if the index is not valid in it, or has another rank.
    pub b: Option<i64>,
}

impl SymbolicLayout {
    /// Compares two layouts for all values of the symbols that both allow. Symbols of one name are one symbol.
    ///
    /// # Errors
    /// No values are allowed by both, or the equality is undecided.
    pub fn compare(
        &self,
        other: &SymbolicLayout,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicComparison, SymbolicFault> {
        let (symbols, numbers) = self.symbols().joined(other.symbols())?;
        let other = other.renumbered(&symbols, &numbers)?;
        let pair = LayoutPair { symbols: &symbols, a: self, b: &other };
        let values = symbols.sample(decider)?;
        if self.rank() != other.rank() {
            let index = vec![0; self.rank()];
            return pair.difference(SymbolWitness::new(values, index)).map(Into::into);
        }
        let mut method = Method::Digits;
        for (a, b) in self.lengths().iter().zip(other.lengths()) {
            match pair.decide(decider, &[], &[], &equation(a, b)?)? {
                Ok(by) => method = method.max(by),
                Err(witness) => return pair.other_lengths(witness.values).map(Into::into),
            }
        }
        for (from, to) in [(self, &other), (&other, self)] {
            for condition in to.conditions() {
                match pair.decide(decider, self.lengths(), from.conditions(), condition)? {
                    Ok(by) => method = method.max(by),
                    Err(witness) => return pair.difference(witness).map(Into::into),
                }
            }
        }
        let offsets = equation(self.offset(), other.offset())?;
        match pair.decide(decider, self.lengths(), self.conditions(), &offsets)? {
            Ok(by) => Ok(SymbolicComparison::Equal(method.max(by))),
            Err(witness) => pair.difference(witness).map(Into::into),
        }
    }
}

impl From<SymbolicDifference> for SymbolicComparison {
    fn from(difference: SymbolicDifference) -> SymbolicComparison {
        SymbolicComparison::Different(Box::new(difference))
    }
}

impl SymbolSet {
    /// Returns values that the symbols may have, small ones if possible.
    ///
    /// # Errors
    /// There are none, or none was found.
    pub fn sample(&self, decider: &mut Decider<'_>) -> Result<Vec<i64>, SymbolicFault> {
        let never = Relation::non_negative(SymExpr::constant(-1));
        match decider.decide(&Claim::new(self, &[], &[], &never)) {
            Decision::Fails(witness, _) => Ok(witness.values),
            Decision::Holds(_) => {
                Err(SymbolicFault::new("no values of the symbols satisfy their relations"))
            }
            Decision::Undecided(_) => {
                let message =
                    "whether any values satisfy the relations of the symbols is undecided";
                Err(SymbolicFault::of_undecided(message))
            }
        }
    }
}

/// Two layouts with the same symbols.
struct LayoutPair<'a> {
    symbols: &'a SymbolSet,
    a: &'a SymbolicLayout,
    b: &'a SymbolicLayout,
}

impl LayoutPair<'_> {
    /// Decides a claim: the means, or a witness.
    fn decide(
        &self,
        decider: &mut Decider<'_>,
        lengths: &[SymExpr],
        conditions: &[Relation],
        relation: &Relation,
    ) -> Result<Result<Method, SymbolWitness>, SymbolicFault> {
        match decider.decide(&Claim::new(self.symbols, lengths, conditions, relation)) {
            Decision::Holds(method) => Ok(Ok(method)),
            Decision::Fails(witness, _) => Ok(Err(witness)),
            Decision::Undecided(question) => Err(SymbolicFault::of_undecided(question)),
        }
    }

    /// Returns the difference at values at which the lengths differ: an index that only one of the layouts has.
    fn other_lengths(&self, values: Vec<i64>) -> Result<SymbolicDifference, SymbolicFault> {
        let lengths = [self.lengths(self.a, &values)?, self.lengths(self.b, &values)?];
        let mut index = vec![0; self.a.rank()];
        for (dim, component) in index.iter_mut().enumerate() {
            if lengths[0][dim] != lengths[1][dim] {
                *component = lengths[0][dim].min(lengths[1][dim]);
                break;
            }
        }
        self.difference(SymbolWitness::new(values, index))
    }

    fn lengths(&self, layout: &SymbolicLayout, values: &[i64]) -> Result<Vec<i64>, SymbolicFault> {
        layout.over(self.symbols).lengths_at(values)
    }

    fn difference(&self, witness: SymbolWitness) -> Result<SymbolicDifference, SymbolicFault> {
        let SymbolWitness { values, index } = witness;
        let offset = |layout: &SymbolicLayout| match layout.rank() == index.len() {
            true => layout.over(self.symbols).offset_at(&values, &index),
            false => Ok(None),
        };
        Ok(SymbolicDifference {
            symbols: self.symbols.clone(),
            a_lengths: self.lengths(self.a, &values)?,
            b_lengths: self.lengths(self.b, &values)?,
            a: offset(self.a)?,
            b: offset(self.b)?,
            values,
            index,
        })
    }
}

/// Returns the relation that two expressions are equal.
fn equation(a: &SymExpr, b: &SymExpr) -> Result<Relation, SymbolicFault> {
    Relation::comparison("==", a.clone(), b.clone()).map_err(SymbolicFault::new)
}
