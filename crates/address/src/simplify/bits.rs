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
use super::integer::{IntegerDag, IntegerOp, ProgramSignature, bits_of};
use crate::operation::WordOp;
use digits::DigitDag;
use maps::{Bits, FORMS, LEAST_DISTANCES, SumForm, SumOfMaps, bits_of_node};
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

/// Returns `true` if a node is an exclusive or, or a sum whose terms may move the bits of one value by so many distances that
/// other forms may improve its code.
fn may_have_map(dag: &IntegerDag, n: usize) -> bool {
    let node = &dag.nodes[n];
    let IntegerOp::Linear(_, factors) = &node.op else {
        return node.op == IntegerOp::Word(WordOp::Xor);
    };
    let terms = || factors.iter().zip(&node.operands).filter(|term| *term.0 > 0);
    terms().any(|(_, &first)| {
        let Some(source) = source_of(dag, first) else { return true };
        let same = terms().filter(|(_, it)| source_of(dag, **it).is_none_or(|it| it == source));
        let copies = same.map(|(&factor, &operand)| copies_of(dag, operand, factor));
        copies.sum::<u32>() as usize >= LEAST_DISTANCES
    })
}

/// Returns the value of which a node is a digit; `None` if it may have bits of several values.
fn source_of(dag: &IntegerDag, mut n: usize) -> Option<usize> {
    loop {
        match dag.nodes[n].op {
            IntegerOp::Quotient(_) | IntegerOp::Remainder(_) | IntegerOp::Mask(_) => {
                n = dag.nodes[n].operands[0];
            }
            IntegerOp::Linear(..) => return None,
            _ => return Some(n),
        }
    }
}

/// Returns the greatest number of shifted copies of a value whose sum is a multiple of it; 0 if the copies overlap.
fn copies_of(dag: &IntegerDag, n: usize, factor: i64) -> u32 {
    let is_dense = !matches!(dag.nodes[n].op, IntegerOp::Mask(_));
    let length = bits_of(dag.intervals[n].high);
    let overlap = (1..length.min(i64::BITS)).any(|by| factor & factor >> by != 0);
    if is_dense && overlap { 0 } else { factor.count_ones() }
}

/// Returns the DAGs in which maps over bits are replaced.
pub(super) fn regrouped(
    dag: &IntegerDag,
    signature: &ProgramSignature,
    cost: CostModel,
) -> RegroupedForms {
    if !(0..dag.nodes.len()).any(|n| may_have_map(dag, n)) {
        return RegroupedForms { forms: Vec::new(), composed: Vec::new() };
    }
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
