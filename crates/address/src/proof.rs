//! Verification of a program against its layout, as a script for an SMT solver.
//!
//! Both sides are evaluated symbolically to exact linear integer arithmetic:
//! - `layout_side` evaluates the layout: `Layout::offset_over` with an algebra of linear forms;
//! - `program_side` evaluates the instructions of the program. Wrapping is the remainder of a division by 2^w.
//!
//! Neither side depends on lowering or simplification. In reading order: `linear` defines linear forms, `terms` defines
//! their variables and shares equal ones, `bitwise` evaluates bitwise operations, and `smtlib` writes the script.
//!
//! The script is satisfiable if, at some index in bounds, the program traps, returns a wrong validity, or returns a
//! word other than the offset of a valid index. If the script is unsatisfiable, the program is proven. `inverse` states
//! the same for a program that computes the inverse of a layout.

mod bitwise;
mod inverse;
mod layout_side;
mod linear;
mod program_side;
mod smtlib;
mod terms;

pub use inverse::inverse_script;
pub use linear::Unprovable;
pub use smtlib::ProofScript;

use crate::program::Program;
use crate::unit::OffsetUnit;
use bitwise::power;
use layout::Layout;
use linear::{FormBounds, Linear, LinearForm};
use terms::{Formula, ProofTerms};

/// The addresses that a program must compute.
#[derive(Clone, Copy, Debug)]
pub struct ProofClaim<'a> {
    /// The layout; in the form `Vector`, that of the groups.
    pub layout: &'a Layout,
    /// The constant that is added to the index; `None` in other forms than `Step`.
    pub step: Option<&'a [i64]>,
    /// The unit of the offsets.
    pub unit: OffsetUnit,
}

/// Returns the script that is satisfiable if a program differs from its layout at an index. The program must have one
/// parameter per logical dim, and with a step the offset of the index. `limit` is the resource limit (`rlimit`) of the
/// solver.
///
/// # Errors
/// The reason why linear arithmetic cannot express the query.
pub fn script(
    program: &Program,
    claim: ProofClaim<'_>,
    limit: u64,
) -> Result<ProofScript, Unprovable> {
    let (terms, wrong) = query(program, claim)?;
    Ok(smtlib::script(&terms, wrong, limit))
}

/// Returns the formula that the program differs from its layout, over the variables of an index in bounds.
fn query(program: &Program, claim: ProofClaim<'_>) -> Linear<(ProofTerms, Formula)> {
    let mut terms = ProofTerms::default();
    let rank = claim.layout.shape().len();
    let ranges = program.params().iter().map(|param| param.range).take(rank);
    let mut inputs: Vec<LinearForm> = ranges.map(|range| terms.index(range)).collect();
    let mut is_start = terms.known(true);
    let mut index = inputs.clone();
    if let Some(step) = claim.step {
        // The program starts at a valid index, whose offset is its last parameter.
        let start = layout_side::evaluate(&mut terms, claim.layout, claim.unit, &inputs)?;
        is_start = terms.both(start.valid, start.whole);
        inputs.push(start.offset);
        for (component, &by) in index.iter_mut().zip(step) {
            *component = component.plus_constant(by.into())?;
        }
    }
    let expected = layout_side::evaluate(&mut terms, claim.layout, claim.unit, &index)?;
    let results = (&program.results()[..1], program.valid());
    let computed = program_side::evaluate(&mut terms, program, results, &inputs)?;
    let width = program.width(program.offset()).bits();
    let same = is_word_of(&mut terms, &computed.words[0], &expected.offset, width)?;
    let same = terms.both(same, expected.whole);
    let differs = terms.not(same);
    let wrong_offset = terms.both(expected.valid, differs);
    let wrong_validity = terms.unequal(expected.valid, computed.valid);
    let wrong = terms.either(wrong_offset, wrong_validity);
    let wrong = terms.either(computed.traps, wrong);
    let wrong = terms.both(is_start, wrong);
    Ok((terms, wrong))
}

/// Returns the formula that a word of this width represents an integer: as an unsigned integer, or as the two's
/// complement of a negative one. The form is congruent to the word modulo 2^width.
fn is_word_of(
    terms: &mut ProofTerms,
    form: &LinearForm,
    number: &LinearForm,
    width: u32,
) -> Linear<Formula> {
    let bounds = FormBounds { low: -power(width - 1)?, high: power(width)? - 1 };
    let fits = terms.inside(number, bounds)?;
    let modulus = power(width)?;
    let difference = terms.bounds(&number.plus(form, -1)?)?;
    let equal = if difference.within(FormBounds { low: 1 - modulus, high: modulus - 1 }) {
        // The only multiple of the modulus within the bounds of the difference is 0.
        terms.equal(number, form)?
    } else {
        let number = terms.divided(number, modulus)?.remainder;
        let word = terms.divided(form, modulus)?.remainder;
        terms.equal(&number, &word)?
    };
    Ok(terms.both(fits, equal))
}

#[cfg(test)]
mod tests;
