//! The question whether a function and its layout can differ, as a script for an SMT solver.
//!
//! Both sides are told over integers, exactly, in linear arithmetic: the layout by the core, evaluated over an algebra
//! of linear forms (`layout`); the function by its ops, with what wraps told as what a division by 2^w leaves
//! (`function`). Neither knows how functions are made or rewritten. In reading order: `form` is a sum of variables,
//! `terms` says what these are and finds equal ones, `bits` is bitwise operations, `write` makes text of it all.
//!
//! The script asks for an index inside the lengths at which the function traps, or says wrongly whether it is valid,
//! or gives another word than the offset of an index that is valid. That there is none is the proof.

mod bits;
mod form;
mod function;
mod layout;
mod terms;
mod write;

use super::claim::Claim;
use crate::arith::Function;
use bits::power;
use form::{Bounds, Form};
use ir::layout::Layout;
use std::fmt;
use terms::{Terms, Truth};

/// Why a question cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hard {
    /// A number leaves 127 bits.
    Large,
    /// An index of the layout leaves 64 bits.
    Wide,
    /// Both factors of a product vary.
    Product,
    /// A divisor varies.
    Divisor,
    /// The distance of a shift varies.
    Distance,
    /// Both operands of a bitwise operation may be negative.
    Negative,
    /// There are no bytes to count.
    Bytes,
}

impl fmt::Display for Hard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hard::Large => "a number on the way may leave 127 bits",
            Hard::Wide => "an index on the way may leave 64 bits",
            Hard::Product => "both factors of a product vary",
            Hard::Divisor => "a divisor varies",
            Hard::Distance => "the distance of a shift varies",
            Hard::Negative => "both operands of a bitwise operation may be negative",
            Hard::Bytes => "the element type is not known",
        })
    }
}

/// A script for a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Script {
    /// Its text.
    pub(super) text: String,
    /// How many claims it asks for before the question; the answer to each must be `unsat`.
    pub(super) claims: usize,
}

/// The script that asks for an index at which the function is not its layout, within a limit of the solver's own steps.
///
/// # Errors
/// What keeps the question from being asked in linear arithmetic.
pub(super) fn script(
    claim: &Claim<'_>,
    layout: &Layout,
    function: &Function,
    limit: u64,
) -> Result<Script, Hard> {
    let (terms, wrong) = question(claim, layout, function)?;
    Ok(write::script(&terms, wrong, limit))
}

/// That the function is not its layout at an index inside the lengths.
fn question(
    claim: &Claim<'_>,
    layout: &Layout,
    function: &Function,
) -> Result<(Terms, Truth), Hard> {
    let mut terms = Terms::default();
    let index: Vec<Form> = claim.lengths.iter().map(|&length| terms.index(length)).collect();
    let right = layout::right(&mut terms, layout, claim.unit, &index)?;
    let said = function::said(&mut terms, function, &index)?;
    let same = is_word_of(&mut terms, &said.offset, &right.offset, function.outputs[0])?;
    let same = terms.both(same, right.whole);
    let differs = terms.not(same);
    let misplaced = terms.both(right.valid, differs);
    let misjudged = terms.unequal(right.valid, said.valid);
    let wrong = terms.either(misplaced, misjudged);
    let wrong = terms.either(said.traps, wrong);
    Ok((terms, wrong))
}

/// Whether a word of so many bits stands for a number: the number itself, or the two's complement of one below 0.
fn is_word_of(terms: &mut Terms, word: &Form, number: &Form, width: u32) -> Result<Truth, Hard> {
    let bounds = Bounds { low: -power(width - 1)?, high: power(width)? - 1 };
    let above = terms.at_most(&Form::only(bounds.low), number)?;
    let below = terms.at_most(number, &Form::only(bounds.high))?;
    let fits = terms.both(above, below);
    let rest = terms.rest(number, power(width)?)?;
    let equal = terms.equal(&rest, word)?;
    Ok(terms.both(fits, equal))
}

#[cfg(test)]
mod tests;
