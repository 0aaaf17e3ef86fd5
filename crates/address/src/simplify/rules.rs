//! The rules of the e-graph. Each rule is an equality of integers that holds under the condition of the rule. Division
//! and `mod` round down. `proofs` proves each rule by an SMT solver.
//!
//! | rule | equality | condition |
//! |---|---|---|
//! | same boolean | two booleans whose integers are equal are equal | |
//! | expand | `x mod m = x - m*(x / m)` | |
//! | nested quotients | `(x / a) / b = x / (a*b)` | |
//! | shared quotient | `x / (a*b) = (x / a) / b` | `x / a` exists |
//! | one or none | `x / d = (x >= d)` | `0 <= x < 2d` |
//! | bit | `x = (x != 0)` | `0 <= x < 2` |
//! | quotient of sum | `(d*h + l) / d = h + l / d` | `l >= 0` |
//! | by digits | `b*x + c*(x / d) = b*(x mod d) + (c + b*d)*(x / d)` | `d` a power of two, `x >= 0` |
//! | into quotient | `a*(l / d) + b*y = a*((l + d*k*y) / d) + (b - a*k)*y` | `y` is a term of `l`, `l + d*k*y >= 0` |
//! | remainder of sum | `(m*h + l) mod m = l mod m` | `l >= 0` |
//! | half turn | `(x + m/2) mod m = (x mod m) ^ (m/2)` | `m` a power of two, `x >= 0` |
//! | flatten | a sum inside a sum | |
//! | collect | terms of a sum that are a multiple of another class become a term of that class | |
//! | common part | the terms that two sums have in common become a class | |
//! | fraction | `(x / i) mod m = ((x*F mod 2^32) * m) / 2^32`, `x / (i*m) = x*F / 2^32`, chains of digits likewise | `F = ceil(2^32 / (i*m))`, `(F*i*m - 2^32) * x < 2^32` |
//! | fraction bound | `((x*m) / 2^32 >= t) = (x >= ceil(t * 2^32 / m))`, `<` likewise | `0 <= x < 2^32`, `t > 0` |
//! | bits in place | `2^a * (x / 2^a) = x & ~(2^a - 1)`, bit fields likewise | `x >= 0` |
//! | absorb | `h + l + 2^k*(a ^ b) = (h + l + 2^k*a) ^ 2^k*b` | `h` a multiple of `2^p`, `h >= 0`, `0 <= l < 2^k`, `2^k*a, 2^k*b < 2^p` |

mod division;
mod round;
mod sums;

use super::egraph::{ENode, IntegerGraph, Snapshot};
use super::integer::IntegerOp;
use super::rule::Rule;
use crate::operation::WordOp;
use egg::Id;
use round::{ClassSum, Round, RuleSite};
use rustc_hash::FxHashSet;

const MAX_ROUNDS: usize = crate::limits::ROUNDS as usize;

/// Applies the rules until a round adds nothing or a bound is reached.
///
/// # Errors
/// A rule merged two values that differ.
pub(super) fn grow(graph: &mut IntegerGraph) -> Result<(), String> {
    let mut seen: FxHashSet<ENode> = FxHashSet::default();
    for _ in 0..MAX_ROUNDS {
        let before = (graph.nodes(), graph.egraph.number_of_classes());
        let snapshot = graph.snapshot();
        apply(graph, &snapshot, &seen);
        seen.extend(snapshot.into_values().flatten());
        graph.rebuild()?;
        let after = (graph.nodes(), graph.egraph.number_of_classes());
        if before == after || graph.is_full() {
            break;
        }
    }
    Ok(())
}

/// Applies every rule to nodes that changed after the earlier rounds, which saw the nodes in `seen`.
fn apply(graph: &mut IntegerGraph, snapshot: &Snapshot, seen: &FxHashSet<ENode>) {
    let round = Round::new(snapshot, seen);
    for (&class, nodes) in snapshot {
        same_boolean(graph, nodes, class);
        for node in nodes.iter().filter(|node| round.is_due(node)) {
            if graph.is_full() {
                return;
            }
            RuleSite { graph: &mut *graph, round: &round, class }.apply(node);
        }
    }
    sums::collect(graph, &round);
    sums::common_parts(graph, &round);
}

impl RuleSite<'_> {
    /// Applies the rules of one node of the class.
    fn apply(&mut self, node: &ENode) {
        match &node.op {
            IntegerOp::Remainder(divisor) => {
                self.remainder(node.operands[0], *divisor);
                self.digit(node.operands[0], *divisor);
            }
            IntegerOp::Quotient(divisor) => {
                self.quotient(node.operands[0], *divisor);
                self.shared_quotient(node.operands[0], *divisor);
                self.quotient_of_product(node.operands[0], *divisor);
            }
            IntegerOp::CompareTo(predicate, bound) => {
                self.bound_of_fraction(*predicate, node.operands[0], *bound);
            }
            IntegerOp::Param(_) | IntegerOp::Mask(1) | IntegerOp::Word(WordOp::Xor) => self.bit(),
            _ => {
                if let Some(sum) = ClassSum::from_node(node) {
                    self.sum_rules(&sum);
                }
            }
        }
    }
}

/// Applies "same boolean": merges booleans whose integers 0 or 1 are in the same class.
fn same_boolean(graph: &mut IntegerGraph, nodes: &[ENode], class: Id) {
    if !graph.interval(class).within(0..2) {
        return;
    }
    let booleans: Vec<Id> = nodes
        .iter()
        .filter(|node| {
            matches!(&node.op, IntegerOp::Linear(0, factors) if **factors == [1])
                && graph.is_boolean(node.operands[0])
        })
        .map(|node| node.operands[0])
        .collect();
    for pair in booleans.windows(2) {
        graph.union(Rule::SameBoolean, pair[0], pair[1]);
    }
}

#[cfg(test)]
mod proof_tests;
#[cfg(test)]
mod tests;
