//! Maps over bits: sums of bits and exclusive ors of words, such as Z-order (Morton) offsets and swizzles.
//!
//! Each bit of the result is an exclusive or of bits of *sources*. A source is any other value: a parameter, a digit in
//! mixed radix, or a quotient by an odd number. The bits of a result are *moves*: a bit of a source, and its position in
//! the result. Moves are computed in one of two forms:
//! - *Diagonals*: all bits of a source that move by the same distance are one mask and one shift. This form always exists.
//! - A *network* (`network`): the bits of one or two sources move by powers of two, many bits in each step. Two sources are
//!   joined in one word, and their bits move at once.
//!
//! The terms of a sum whose factors have a common odd part are one such map, times that part. Quotients of one value whose
//! divisors have a common odd part are bits of the greatest of them. The cheapest combination replaces the sum or the
//! exclusive or. Selection then compares it with the other candidates.

mod digits;
mod maps;
mod parities;
pub(super) mod words;
mod writer;

use super::cost::CostModel;
use super::integer::{IntegerDag, ProgramSignature};
use digits::DigitDag;
use maps::{Bits, FORMS, SumForm, SumOfMaps, bits_of_node};
use writer::{BitWriter, shared_masks};

#[cfg(test)]
pub(super) use maps::SourceTerm;
pub(super) use writer::Regrouped;

/// The DAGs in which the maps of a DAG are replaced.
pub(super) struct RegroupedForms {
    /// One DAG for each form of its sums.
    pub(super) forms: Vec<Regrouped>,
    /// The DAGs whose maps are those of `words`, of which only the parts below and above the maps are simplified.
    pub(super) composed: Vec<Regrouped>,
}

/// Returns the DAGs in which maps over bits are replaced.
pub(super) fn regrouped(
    dag: &IntegerDag,
    signature: &ProgramSignature,
    cost: CostModel,
) -> RegroupedForms {
    let digits = DigitDag::from_integer_dag(dag, signature);
    let dag = &digits.dag;
    let mut known: Vec<Option<Bits>> = Vec::with_capacity(dag.nodes.len());
    for n in 0..dag.nodes.len() {
        let sum = SumOfMaps::from_node(dag, n, &known);
        known.push(bits_of_node(dag, n, sum.as_ref(), &known));
    }
    let nodes = 0..dag.nodes.len();
    let forms = FORMS.iter().filter(|&&form| {
        form == SumForm::Joined
            || nodes.clone().any(|n| parities::has_form(&digits, n, &known, form))
    });
    let written = forms.filter_map(|&form| {
        let sums = nodes.clone().map(|n| {
            parities::normalized(&digits, n, &known, form)
                .or_else(|| SumOfMaps::from_node(dag, n, &known)?.worth_regrouping())
        });
        let sums: Vec<Option<SumOfMaps>> = sums.collect();
        BitWriter::write(dag, &sums, |needed| shared_masks(dag, &sums, needed), signature, cost)
    });
    let forms: Vec<Regrouped> = written.collect();
    let mut composed = words::composed(&digits, &known, signature, cost);
    composed.retain(|it| forms.iter().all(|form| form.dag.nodes != it.dag.nodes));
    RegroupedForms { forms, composed }
}
