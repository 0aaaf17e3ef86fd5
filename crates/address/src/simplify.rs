//! Simplification: the cheapest program that computes the same addresses.
//!
//! The new program is equal to the old one for every index inside the lengths, and computes anything outside. It is found
//! in four phases:
//! 1. `lift`: the program in the normal form of the core; comparisons of one number, moved or not, become one;
//! 2. `egraph` and `rules`: an e-graph of equal expressions, grown from that one. It stops after 8 rounds or 300
//!    nodes; a class has at most 40 sums, of which the 4 shortest are put into others. Only what is new
//!    in a round is looked at in the next one, and nothing depends on a clock;
//! 3. `extract`: the cheapest expressions of the e-graph, each class counted once: a greedy choice, made better by
//!    exchanges and by branch and bound within 2,000 steps. Each search has a bound, so time grows with the program;
//! 4. `select`: instructions, with `divide` for division by constants and `sum` for the nesting of sums.
//!
//! The phases share `integer`, expressions over integers without bound, and `cost`, the cost models. Phases 2 and 3 need the
//! feature `egg`, without which the normal form itself is written. The table of rules is in `rules`;
//! `docs/decisions.md` has the measured worth of each part.

mod cost;
mod divide;
#[cfg(feature = "egg")]
mod egraph;
#[cfg(feature = "egg")]
mod extract;
#[cfg_attr(not(feature = "egg"), allow(dead_code, reason = "the e-graph alone uses the rest"))]
mod integer;
mod lift;
#[cfg(feature = "egg")]
mod rules;
#[cfg_attr(not(feature = "egg"), allow(dead_code, reason = "the e-graph alone uses the rest"))]
mod select;
mod sum;

pub use cost::{CostModel, Price};

use crate::operation::{Operation, WordOp};
use crate::program::Program;
use integer::{IntegerDag, ProgramSignature};
use std::fmt;

/// Why a program was not simplified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimplifyFault {
    /// The program has what the normal form cannot express.
    Unsupported(&'static str),
    /// A rule of the e-graph joined two values that differ: a fault of ours.
    Contradiction(String),
}

impl fmt::Display for SimplifyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimplifyFault::Unsupported(why) => f.write_str(why),
            SimplifyFault::Contradiction(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for SimplifyFault {}

/// What simplification found.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The new program; `None` if it is not cheaper, and the old one has no division.
    pub program: Option<Program>,
    /// The price of the old program.
    pub before: Price,
    /// The price of the one that stays.
    pub after: Price,
    /// The number of expressions in the normal form.
    pub expressions: usize,
    /// The number of expressions that were compared.
    pub compared: usize,
}

/// Returns the cheapest program that computes the same addresses.
///
/// # Errors
/// Why the program stays as it is.
pub fn simplify(program: &Program, cost: CostModel) -> Result<Simplified, SimplifyFault> {
    let lifted = lift::lift(program).map_err(|unliftable| SimplifyFault::Unsupported(unliftable.0));
    let (dag, signature) = lifted?;
    let (new, compared) = cheapest(&dag, &signature, cost)?;
    let (before, after) = (cost.price(program), cost.price(&new));
    let divides = |value| {
        let operation = program.instruction(value).operation;
        matches!(operation, Operation::Binary(WordOp::Div | WordOp::Rem))
    };
    let replaces = after < before || program.values().any(divides);
    Ok(Simplified {
        program: replaces.then_some(new),
        before,
        after: if replaces { after } else { before },
        expressions: dag.nodes.len(),
        compared,
    })
}

/// The cheapest program for expressions in normal form, and how many expressions were compared.
fn cheapest(
    dag: &IntegerDag,
    signature: &ProgramSignature,
    cost: CostModel,
) -> Result<(Program, usize), SimplifyFault> {
    let normal = select::select(dag, signature, cost);
    #[cfg(feature = "egg")]
    {
        let mut graph = egraph::IntegerGraph::new(dag, signature);
        rules::grow(&mut graph).map_err(SimplifyFault::Contradiction)?;
        if let Some(found) = extract::cheapest(&graph, cost) {
            let found = select::select(&found, signature, cost);
            if cost.price(&found) < cost.price(&normal) {
                return Ok((found, graph.nodes()));
            }
        }
        Ok((normal, graph.nodes()))
    }
    #[cfg(not(feature = "egg"))]
    Ok((normal, 0))
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
