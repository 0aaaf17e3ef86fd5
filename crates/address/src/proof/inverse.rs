//! Verification of a program that computes the inverse of a layout.
//!
//! The statement needs no inverse, only the map from an index to its offset. The script is satisfiable in three cases:
//! - At a slot, the program traps.
//! - At a slot, the program reports an index that is out of bounds, invalid, or in another slot.
//! - At the slot of a valid index, the program reports no index, or one that the valid index precedes.
//!
//! The first variable of the script is the slot. The others are the components of an index: the reported one, or the
//! valid one whose slot the program is evaluated at.

use super::bitwise::power;
use super::layout_side::{self, LayoutAddress};
use super::linear::{Linear, LinearForm, Unprovable};
use super::program_side::{self, ProgramResults};
use super::smtlib::{self, ProofScript};
use super::terms::{Formula, ProofTerms};
use crate::program::Program;
use crate::unit::OffsetUnit;
use layout::{Layout, Range};

/// Returns the script that is satisfiable if a program differs from the inverse of a layout at a slot. The program must
/// have the slot as its only parameter, and return the components of an index and a validity. `limit` is the resource
/// limit (`rlimit`) of the solver.
///
/// # Errors
/// The reason why linear arithmetic cannot express the query.
pub fn inverse_script(
    program: &Program,
    layout: &Layout,
    limit: u64,
) -> Result<ProofScript, Unprovable> {
    let (terms, wrong) = query(program, layout)?;
    Ok(smtlib::script(&terms, wrong, limit))
}

/// Returns the formula that the program differs from the inverse, over the variables of a slot and an index in bounds.
pub(super) fn query(program: &Program, layout: &Layout) -> Linear<(ProofTerms, Formula)> {
    let mut terms = ProofTerms::default();
    let slot = terms.index(program.params().first().map_or(Range::only(0), |param| param.range));
    let lengths: Vec<i64> =
        layout.shape().values().map(|length| length.get().unwrap_or(1)).collect();
    let index: Vec<LinearForm> =
        lengths.iter().map(|&length| terms.index(Range::below(length))).collect();
    let address = layout_side::evaluate(&mut terms, layout, OffsetUnit::Element, &index)?;
    let mut query = InverseQuery { terms, program, lengths, index };
    let is_unsound = query.is_unsound(&slot, &address)?;
    let is_incomplete = query.is_incomplete(&address)?;
    let wrong = query.terms.either(is_unsound, is_incomplete);
    Ok((query.terms, wrong))
}

struct InverseQuery<'p> {
    terms: ProofTerms,
    program: &'p Program,
    /// The length of each logical dim.
    lengths: Vec<i64>,
    /// The variables of an index in bounds.
    index: Vec<LinearForm>,
}

impl InverseQuery<'_> {
    /// Returns the results of the program at a slot: the components, as words, and the validity.
    fn results(&mut self, slot: &LinearForm) -> Linear<ProgramResults> {
        let (&valid, components) =
            self.program.results().split_last().ok_or(Unprovable::Results)?;
        let results = (components, Some(valid));
        let slot = std::slice::from_ref(slot);
        let mut found = program_side::evaluate(&mut self.terms, self.program, results, slot)?;
        for (word, &component) in found.words.iter_mut().zip(components) {
            let modulus = power(self.program.width(component).bits())?;
            *word = self.terms.divided(word, modulus)?.remainder;
        }
        if found.words.len() == self.lengths.len() { Ok(found) } else { Err(Unprovable::Results) }
    }

    /// Returns the formula that the program traps at a slot, or reports an index that is not in the slot. `address` is
    /// that of the index of the query.
    fn is_unsound(&mut self, slot: &LinearForm, address: &LayoutAddress) -> Linear<Formula> {
        let results = self.results(slot)?;
        let mut is_outside = self.terms.known(false);
        let mut is_index = self.terms.known(true);
        for ((word, component), &length) in results.words.iter().zip(&self.index).zip(&self.lengths)
        {
            let is_inside = self.terms.below(word, &LinearForm::only(length.into()))?;
            let exceeds = self.terms.not(is_inside);
            is_outside = self.terms.either(is_outside, exceeds);
            let same = self.terms.equal(word, component)?;
            is_index = self.terms.both(is_index, same);
        }
        let in_slot = self.terms.equal(&address.offset, slot)?;
        let is_owner = self.terms.both(address.valid, in_slot);
        let is_other = self.terms.not(is_owner);
        let is_wrong = self.terms.both(is_index, is_other);
        let is_wrong = self.terms.either(is_outside, is_wrong);
        let is_wrong = self.terms.both(results.valid, is_wrong);
        Ok(self.terms.either(results.traps, is_wrong))
    }

    /// Returns the formula that the index of the query is valid, but the program reports no index at its slot, or a later
    /// one.
    fn is_incomplete(&mut self, address: &LayoutAddress) -> Linear<Formula> {
        let results = self.results(&address.offset)?;
        let mut is_later = self.terms.known(false);
        for (word, component) in results.words.iter().zip(&self.index).rev() {
            let exceeds = self.terms.below(component, word)?;
            let same = self.terms.equal(word, component)?;
            let later = self.terms.both(same, is_later);
            is_later = self.terms.either(exceeds, later);
        }
        let is_missing = self.terms.not(results.valid);
        let is_wrong = self.terms.either(is_missing, is_later);
        Ok(self.terms.both(address.valid, is_wrong))
    }
}

#[cfg(test)]
mod tests;
