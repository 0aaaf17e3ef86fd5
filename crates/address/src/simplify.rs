//! Simplification: the cheapest program that computes the same addresses.
//!
//! The new program returns the same results as the old one for every index in bounds; other results are unspecified.
//! Simplification has four phases:
//! 1. `lift` converts the program to the normal form of the crate `layout`. Comparisons that bound the same integer are
//!    merged into one, even if a constant was added to the integer.
//!    `bits` replaces sums and exclusive ors of single bits, also of digits in mixed radix, by `network`s, which move many
//!    bits in each step. `split` also simplifies the code below and above these maps on its own, also where all bits are
//!    those of words, so the result costs at most the sum of these parts.
//! 2. `egraph` and `rules` grow an e-graph from the normal form. Growth stops after 8 rounds or 300 nodes. A class has
//!    at most 40 sums, of which only the 4 shortest are substituted into other sums. A round applies the rules only to
//!    nodes that are new since the round before. No bound depends on a clock.
//! 3. `extract` finds the cheapest expressions of the e-graph, with each class counted once. It improves a greedy
//!    choice by exchanges and by branch and bound within 2,000 steps. Each search is bounded.
//!    For 32-bit programs and issue slots, it also extracts with the bounds that drivers prove for operands.
//! 4. `select` selects instructions, with `divide` for division by constants and `sum` for the nesting of sums.
//!
//!    A value of a 64-bit program that fits 32 bits is computed in 32 bits (`width`), unless conversions cost more than
//!    that saves.
//!
//! A program that has a digit of a negative parameter is converted to one whose parameters count from 0 (`rebase`).
//!
//! All phases use `integer`, the expressions over unbounded integers, and `cost`, the cost models. Phases 2 and 3 need
//! the feature `egg`; without it, `select` runs on the normal form. The table of rules is in `rules`;
//! `docs/decisions.md` has the measured benefit of each part.

mod bits;
mod cost;
mod divide;
#[cfg(feature = "egg")]
mod egraph;
#[cfg(feature = "egg")]
mod extract;
mod fusion;
#[cfg_attr(not(feature = "egg"), allow(dead_code, reason = "only the e-graph uses the rest"))]
mod integer;
mod lift;
mod network;
mod rebase;
#[cfg(feature = "egg")]
mod rule;
#[cfg(feature = "egg")]
mod rules;
#[cfg_attr(not(feature = "egg"), allow(dead_code, reason = "only the e-graph uses the rest"))]
mod select;
mod split;
mod sum;
#[cfg_attr(not(feature = "egg"), allow(dead_code, reason = "only the e-graph uses the rest"))]
mod visible;
mod width;

pub use cost::{CostModel, Price};

use crate::form::AddressForm;
use crate::operation::{Operation, WordOp};
use crate::program::Program;
use bits::Regrouped;
#[cfg(feature = "egg")]
use extract::OperandBounds;
use indexmap::IndexSet;
use integer::{IntegerDag, ProgramSignature};
use lift::LiftedProgram;
use rustc_hash::FxBuildHasher;
use split::SplitDag;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

/// The reason why a program was not simplified.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimplifyFault {
    /// The normal form cannot express an instruction of the program.
    Unsupported(&'static str),
    /// A rule of the e-graph merged two values that differ: a bug in that rule.
    Contradiction(String),
}

layout::impl_error!(SimplifyFault {
    Self::Unsupported(why) => "{why}",
    Self::Contradiction(message) => "{message}",
});

/// The result of simplification.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Simplified {
    /// The new program; `None` if it is not cheaper, and the old program has no division and no needlessly wide value.
    pub program: Option<Program>,
    /// The price of the old program.
    pub before: Price,
    /// The price of the new program; of the old program if `program` is `None`.
    pub after: Price,
    /// The number of expressions in the normal form.
    pub expressions: usize,
    /// The number of nodes of the e-graph; 0 without the feature `egg`.
    pub compared: usize,
}

/// Returns the cheapest program that computes the same addresses.
///
/// # Errors
/// The reason why the program was not simplified.
pub fn simplify(program: &Program, cost: CostModel) -> Result<Simplified, SimplifyFault> {
    simplify_form(program, &AddressForm::Offset, cost)
}

/// Returns the cheapest program of a function of this form that computes the same addresses. In the form `Step`, the
/// offset argument is that of the index, which is valid.
///
/// # Errors
/// The reason why the program was not simplified.
pub fn simplify_form(
    program: &Program,
    form: &AddressForm,
    cost: CostModel,
) -> Result<Simplified, SimplifyFault> {
    let mut is_rebased = false;
    let lifted = lift::lift(program, form).or_else(|fault| {
        is_rebased = true;
        let rebased = Some(program).filter(|_| *form == AddressForm::Inverse);
        let rebased = rebased.and_then(rebase::from_zero).ok_or(fault)?;
        lift::lift(&rebased, form).map_err(|_| fault)
    });
    let LiftedProgram { ways, signature } =
        lifted.map_err(|unliftable| SimplifyFault::Unsupported(unliftable.0))?;
    let found = cheapest_way(&ways, &signature, cost, cost.plain(program))?;
    let mut new = found.program;
    if is_rebased {
        new = rebase::from_least(&new, program);
    }
    let before = cost.price(program);
    let after = cost.price(&new);
    let mut operations = program.values().map(|value| program.instruction(value).operation);
    let divides = !cost.keeps_divisions()
        && operations.any(|it| matches!(it, Operation::Binary(WordOp::Div | WordOp::Rem)));
    let narrows = cost != CostModel::Ops
        && CostModel::counted(after) <= CostModel::counted(before)
        && width::too_wide(&new) < width::too_wide(program);
    let replaces = after < before || narrows || divides;
    Ok(Simplified {
        program: replaces.then_some(new),
        before,
        after: if replaces { after } else { before },
        expressions: ways.iter().map(|way| way.nodes.len()).sum(),
        compared: found.nodes,
    })
}

/// Simplifies each program, with the form of its function, on all processors. Equal programs are simplified once. The results have the order of the
/// programs and do not depend on the number of processors.
pub fn simplify_all(
    programs: &[(Program, AddressForm)],
    cost: CostModel,
) -> Vec<Arc<Result<Simplified, SimplifyFault>>> {
    let mut distinct: IndexSet<&(Program, AddressForm), FxBuildHasher> = IndexSet::default();
    let numbers: Vec<usize> =
        programs.iter().map(|program| distinct.insert_full(program).0).collect();
    let results: Vec<OnceLock<Arc<_>>> = distinct.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((program, form)) = distinct.get_index(number) else { break };
            results[number].get_or_init(|| Arc::new(simplify_form(program, form, cost)));
        }
    };
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 1..processors.min(distinct.len()) {
            scope.spawn(work);
        }
        work();
    });
    numbers
        .into_iter()
        .map(|number| Arc::clone(results[number].get().expect("every program was taken")))
        .collect()
}

/// Returns the cheapest code of all ways to compute the results. Of equal prices the later way wins: it computes a step from
/// the offset. `plain` is the cost of the old program, op by op.
fn cheapest_way(
    ways: &[IntegerDag],
    signature: &ProgramSignature,
    cost: CostModel,
    plain: u64,
) -> Result<CodeCandidate, SimplifyFault> {
    let (first, others) = ways.split_first().expect("a program is one way to compute its results");
    let mut best = cheapest_widths(first, signature, cost, plain)?;
    for way in others.iter().rev() {
        best = cheapest_widths(way, signature, cost, plain)?.cheaper(best);
    }
    Ok(best)
}

/// Returns the cheapest code for expressions, with narrow values in words of 32 bits or with all words long.
fn cheapest_widths(
    dag: &IntegerDag,
    signature: &ProgramSignature,
    cost: CostModel,
    plain: u64,
) -> Result<CodeCandidate, SimplifyFault> {
    let best = cheapest(dag, signature, cost)?;
    let narrow = CostModel::counted(best.price);
    if !width::may_stay_long(dag, signature, cost, narrow > plain) {
        return Ok(best);
    }
    let signature = ProgramSignature { narrows: false, ..signature.clone() };
    let long = cheapest(dag, &signature, cost)?;
    let nodes = best.nodes + long.nodes;
    let is_cheaper = CostModel::counted(long.price) < narrow;
    Ok(CodeCandidate { nodes, ..if is_cheaper { long } else { best } })
}

/// Returns the cheapest code for expressions in normal form.
fn cheapest(
    dag: &IntegerDag,
    signature: &ProgramSignature,
    cost: CostModel,
) -> Result<CodeCandidate, SimplifyFault> {
    let mut best = cheapest_form(dag, signature, cost)?;
    let regrouped = bits::regrouped(dag, signature, cost);
    for form in &regrouped.forms {
        best = best.cheaper(cheapest_form(&form.dag, signature, cost)?);
    }
    for form in regrouped.forms.iter().chain(&regrouped.composed) {
        if let Some(found) = ComposedCode::compose(form, signature, cost)? {
            best = best.cheaper(found.whole);
        }
    }
    Ok(best)
}

/// The code of a DAG whose parts below and above its maps are simplified on their own.
struct ComposedCode {
    /// The programs of these parts.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests add their prices"))]
    parts: [Program; 2],
    whole: CodeCandidate,
}

impl ComposedCode {
    /// Returns the code; `None` if the expressions cannot be cut at their maps.
    fn compose(
        form: &Regrouped,
        signature: &ProgramSignature,
        cost: CostModel,
    ) -> Result<Option<ComposedCode>, SimplifyFault> {
        let Some(split) = SplitDag::split(form, signature) else { return Ok(None) };
        let [inner, outer] = [&split.inner, &split.outer]
            .map(|(dag, signature)| cheapest_form(dag, signature, cost));
        let inner = inner?;
        let outer = outer?;
        let joined = split.joined(&inner.dag, &outer.dag);
        let nodes = inner.nodes + outer.nodes;
        let whole = CodeCandidate { nodes, ..CodeCandidate::from_dag(joined, signature, cost) };
        Ok(Some(ComposedCode { parts: [inner.program, outer.program], whole }))
    }
}

/// Expressions, and their program.
struct CodeCandidate {
    dag: IntegerDag,
    program: Program,
    price: Price,
    /// The number of nodes of the e-graphs of all candidates so far.
    nodes: usize,
}

impl CodeCandidate {
    fn from_dag(dag: IntegerDag, signature: &ProgramSignature, cost: CostModel) -> CodeCandidate {
        let program = select::select(&dag, signature, cost);
        let price = cost.price(&program);
        CodeCandidate { dag, program, price, nodes: 0 }
    }

    /// Returns the cheaper of two candidates; of equal prices, the first.
    fn cheaper(self, other: CodeCandidate) -> CodeCandidate {
        let nodes = self.nodes + other.nodes;
        CodeCandidate { nodes, ..if other.price < self.price { other } else { self } }
    }
}

/// Returns the cheapest program for expressions, as they are or from the e-graph.
fn cheapest_form(
    dag: &IntegerDag,
    signature: &ProgramSignature,
    cost: CostModel,
) -> Result<CodeCandidate, SimplifyFault> {
    let normal = CodeCandidate::from_dag(dag.clone(), signature, cost);
    #[cfg(feature = "egg")]
    {
        let mut best = normal;
        if dag.is_single_sum() {
            best.nodes = dag.nodes.len();
            return Ok(best);
        }
        let mut graph = egraph::IntegerGraph::new(dag, signature);
        rules::grow(&mut graph).map_err(SimplifyFault::Contradiction)?;
        best.nodes = graph.nodes();
        if graph.is_only(dag) {
            return Ok(best);
        }
        for &bounds in OperandBounds::for_model(cost, signature.width) {
            if let Some(found) = extract::cheapest(&graph, cost, bounds) {
                best = best.cheaper(CodeCandidate::from_dag(found, signature, cost));
            }
        }
        Ok(best)
    }
    #[cfg(not(feature = "egg"))]
    Ok(normal)
}

#[cfg(test)]
mod matrix_tests;
#[cfg(test)]
mod mixed_radix_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
