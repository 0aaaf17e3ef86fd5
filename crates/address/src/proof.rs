//! The question whether a program and its layout can differ, as a script for an SMT solver.
//!
//! Both sides are stated over integers, exactly, in linear arithmetic: the layout by the core, evaluated over an
//! algebra of linear forms (`layout_side`); the program by its instructions, with wrapping as the remainder of a
//! division by 2^w (`program_side`). Neither knows how programs are made or simplified. In reading order: `linear` is a
//! sum of variables, `terms` defines these and finds equal ones, `bitwise` is bitwise operations, `smtlib` writes the
//! script.
//!
//! The script is satisfiable if at some index inside the lengths the program traps, computes a wrong validity, or
//! computes another word than the offset of a valid index. The program is proven if the script is unsatisfiable.

mod bitwise;
mod layout_side;
mod linear;
mod program_side;
mod smtlib;
mod terms;

pub use linear::Unprovable;
pub use smtlib::ProofScript;

use crate::program::Program;
use crate::unit::OffsetUnit;
use bitwise::power;
use layout::Layout;
use linear::{FormBounds, LinearForm};
use terms::{ProofTerms, Truth};

/// Returns the script that is satisfiable if a program differs from its layout at an index, within a limit of the
/// solver's own steps. The program has a parameter for each logical dim.
///
/// # Errors
/// The reason why linear arithmetic cannot express the question.
pub fn script(
    program: &Program,
    layout: &Layout,
    unit: OffsetUnit,
    limit: u64,
) -> Result<ProofScript, Unprovable> {
    let (terms, wrong) = question(program, layout, unit)?;
    Ok(smtlib::script(&terms, wrong, limit))
}

/// That the program is not its layout at an index inside the lengths.
fn question(
    program: &Program,
    layout: &Layout,
    unit: OffsetUnit,
) -> Result<(ProofTerms, Truth), Unprovable> {
    let mut terms = ProofTerms::default();
    let index: Vec<LinearForm> =
        program.params().iter().map(|param| terms.index(param.length)).collect();
    let right = layout_side::stated(&mut terms, layout, unit, &index)?;
    let computed = program_side::computed(&mut terms, program, &index)?;
    let width = program.width(program.offset()).bits();
    let same = is_word_of(&mut terms, &computed.offset, &right.offset, width)?;
    let same = terms.both(same, right.whole);
    let differs = terms.not(same);
    let misplaced = terms.both(right.valid, differs);
    let misjudged = terms.unequal(right.valid, computed.valid);
    let wrong = terms.either(misplaced, misjudged);
    let wrong = terms.either(computed.traps, wrong);
    Ok((terms, wrong))
}

/// Returns the truth that a word of so many bits is a number: the number itself, or the two's complement of one below
/// 0.
fn is_word_of(
    terms: &mut ProofTerms,
    word: &LinearForm,
    number: &LinearForm,
    width: u32,
) -> Result<Truth, Unprovable> {
    let bounds = FormBounds { low: -power(width - 1)?, high: power(width)? - 1 };
    let above = terms.at_most(&LinearForm::only(bounds.low), number)?;
    let below = terms.at_most(number, &LinearForm::only(bounds.high))?;
    let fits = terms.both(above, below);
    let rest = terms.rest(number, power(width)?)?;
    let equal = terms.equal(&rest, word)?;
    Ok(terms.both(fits, equal))
}

#[cfg(test)]
mod tests;
