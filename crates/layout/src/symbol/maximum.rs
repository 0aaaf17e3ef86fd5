//! The greatest offset of a symbolic layout for all values of its symbols.

use super::claim::numbers_of;
use super::decide::{Decider, Decision};
use super::expr::SymExpr;
use super::fault::SymbolWitness;
use super::layout::SymbolicLayout;
use super::polynomial::Polynomial;
use super::prove::Trend;
use super::search::find_greatest;
use super::set::Relation;
use super::space::{Space, VarKind};

/// The maximum number of combinations of values that are tried as the greatest.
const MAX_TRIED: usize = crate::limits::SYMBOL_CORNERS as usize;

/// The greatest offset of a symbolic layout for all values of its symbols, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MaxOffset {
    /// The offset, in elements.
    pub offset: i128,
    /// The values of the symbols.
    pub values: Vec<i64>,
    /// The index.
    pub index: Vec<i64>,
}

impl MaxOffset {
    /// Returns `true` if the offset, and so each offset, is below two to the power of this number of bits.
    pub fn fits(&self, bits: u32) -> bool {
        bits >= 127 || self.offset < 1 << bits
    }
}

impl SymbolicLayout {
    /// Returns the greatest offset for all values of the symbols.
    ///
    /// # Errors
    /// The reason why it is unknown.
    pub fn max_offset(&self, decider: &mut Decider<'_>) -> Result<MaxOffset, String> {
        if let Some(found) = self.max_by_trends() {
            return Ok(found);
        }
        if let Some((offset, SymbolWitness { values, index })) = find_greatest(self) {
            return Ok(MaxOffset { offset, values, index });
        }
        let mut best = self.tried_max();
        // The prover may find a greater one.
        for _ in 0..4 {
            let Some(found) = best.clone() else { break };
            let limit = i64::try_from(found.offset).map_err(|_| {
                format!("offset {} is beyond 64 bits, and may not be the greatest", found.offset)
            })?;
            let limit = SymExpr::constant(limit);
            let below = Relation::comparison("<=", self.offset().clone(), limit)?;
            match self.decide(&below, decider) {
                Decision::Holds(_) => return Ok(found),
                Decision::Fails(witness, _) => best = self.max_at(witness.values, witness.index),
                Decision::Undecided(question) => return Err(question),
            }
        }
        Err("no values of the symbols are known to have the greatest offset".to_owned())
    }

    fn max_at(&self, values: Vec<i64>, index: Vec<i64>) -> Option<MaxOffset> {
        let offset = self.offset().eval(&values, &index).ok()?;
        Some(MaxOffset { offset, values, index })
    }

    /// Returns the greatest offset if it changes in one direction with each dim, and then with each symbol.
    fn max_by_trends(&self) -> Option<MaxOffset> {
        if !self.conditions().is_empty() {
            return None;
        }
        let mut space = Space::new(self.symbols(), self.lengths(), &[])?;
        let offset = space.polynomial(self.offset())?;
        let (mut greatest, at) = space.extreme(&offset, true)?;
        let mut values: Vec<i64> = self.symbols().symbols().iter().map(|it| it.max).collect();
        for var in greatest.vars() {
            debug_assert!(!matches!(space.kind(var), VarKind::Dim { .. }), "no dim is left");
        }
        for (number, symbol) in self.symbols().symbols().iter().enumerate() {
            let Some(var) = space.symbol(number) else { continue };
            let is_low = space.trend(&greatest, var)? == Trend::Down;
            values[number] = if is_low { symbol.min } else { symbol.max };
            let end = Polynomial::constant((values[number] / symbol.divisor).into());
            greatest = space.replaced(&greatest, var, &end)?;
        }
        // Relations may exclude these values.
        if !self.symbols().contains(&values) {
            return None;
        }
        let lengths = self.lengths_at(&values).ok()?;
        let index = lengths.iter().zip(at).map(|(length, last)| if last { length - 1 } else { 0 });
        self.max_at(values, index.collect())
    }

    /// Returns the greatest offset at the ends of the ranges of the symbols, at values that numbers in relations or other
    /// symbols bound, and at the ends of the dims.
    fn tried_max(&self) -> Option<MaxOffset> {
        let symbols = self.symbols().symbols();
        let mut numbers: Vec<i64> = symbols.iter().flat_map(|it| [it.min, it.max]).collect();
        for relation in self.symbols().relations() {
            numbers_of(&relation.expr, &mut numbers);
        }
        let mut best: Option<MaxOffset> = None;
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for symbol in symbols {
            let near =
                numbers.iter().flat_map(|&it| [it, it.saturating_sub(1), it.saturating_add(1)]);
            let near = near.filter_map(|it| symbol.multiple_below(it));
            let near = near.filter(|it| (symbol.min..=symbol.max).contains(it));
            let mut own: Vec<i64> = [symbol.max, symbol.min].into_iter().chain(near).collect();
            own.sort_unstable_by(|a, b| b.cmp(a));
            own.dedup();
            let next = all.iter().flat_map(|values| {
                own.iter().map(|value| values.iter().chain([value]).copied().collect())
            });
            all = next.take(MAX_TRIED * 16).collect();
        }
        for values in all.into_iter().filter(|values| self.symbols().contains(values)) {
            let Ok(lengths) = self.lengths_at(&values) else { continue };
            for corner in 0..MAX_TRIED.min(1 << lengths.len().min(10)) {
                let index: Vec<i64> = lengths
                    .iter()
                    .enumerate()
                    .map(|(dim, length)| if corner >> dim & 1 == 0 { length - 1 } else { 0 })
                    .collect();
                if !self.conditions().iter().all(|condition| condition.holds(&values, &index)) {
                    continue;
                }
                let found = self.max_at(values.clone(), index);
                if found.as_ref().map(|it| it.offset) > best.as_ref().map(|it| it.offset) {
                    best = found;
                }
            }
        }
        best
    }
}
