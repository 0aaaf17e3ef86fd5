//! Cycles of lower bounds between classes, classified by the exact product of their factors.
//!
//! A bound states that one unknown is at least a fraction times another. Potentials start at 1 and are increased along
//! the bounds (Bellman-Ford, with products instead of sums). They diverge only if the factors of some cycle multiply to
//! more than 1. After convergence, the factors of a cycle multiply to exactly 1 if all its bounds are tight. Numbers
//! along a path may become long, so they are exact ratios of any size.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::exact::ExactRatio;
use super::reason::Cause;

/// A bound inside a group: `to` is at least the product of `factors` times `from`. Both are indices into the group.
pub(super) struct LowerBound {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The numerators and denominators, above zero.
    pub(super) factors: [(u64, u64); 2],
    /// The constraint.
    pub(super) member: Cause,
}

impl LowerBound {
    /// Returns the lower bound of `to` that the potential of `from` implies.
    fn apply(&self, potentials: &[ExactRatio]) -> ExactRatio {
        let mut bound = potentials[self.from].clone();
        self.factors.iter().for_each(|&(num, den)| bound.multiply(num, den));
        bound
    }
}

/// Returns the level cycles of one strongly connected component of classes: constraints whose factors multiply to 1.
///
/// # Errors
/// A growing cycle, whose factors multiply to more than 1. Each constraint bounds the class on the lower side of the
/// constraint before it.
pub(super) fn level_cycles(
    bounds: &[LowerBound],
    classes: usize,
) -> Result<Vec<Vec<Cause>>, Vec<Cause>> {
    Ok(level(bounds, &potentials(bounds, classes)?))
}

/// Returns potentials that satisfy all bounds.
///
/// # Errors
/// The constraints of a growing cycle.
fn potentials(bounds: &[LowerBound], classes: usize) -> Result<Vec<ExactRatio>, Vec<Cause>> {
    let mut potentials = vec![ExactRatio::one(); classes];
    let mut increased_by: Vec<Option<usize>> = vec![None; classes];
    loop {
        let mut changed = false;
        for (index, bound) in bounds.iter().enumerate() {
            let least = bound.apply(&potentials);
            if least > potentials[bound.to] {
                (potentials[bound.to], increased_by[bound.to]) = (least, Some(index));
                changed = true;
            }
        }
        if !changed {
            return Ok(potentials);
        }
        if let Some(cycle) = increasing_cycle(bounds, &increased_by) {
            return Err(cycle);
        }
    }
}

/// Returns a cycle of classes that increased each other; `None` if there is none. Only a growing cycle increases
/// itself.
fn increasing_cycle(bounds: &[LowerBound], increased_by: &[Option<usize>]) -> Option<Vec<Cause>> {
    // The start of the walk that visited a class first.
    let mut seen = vec![usize::MAX; increased_by.len()];
    for start in 0..increased_by.len() {
        let mut at = start;
        while seen[at] == usize::MAX {
            seen[at] = start;
            let Some(index) = increased_by[at] else { break };
            at = bounds[index].from;
        }
        if seen[at] == start && increased_by[at].is_some() {
            return Some(cycle_through(at, bounds, increased_by));
        }
    }
    None
}

fn cycle_through(
    start: usize,
    bounds: &[LowerBound],
    increased_by: &[Option<usize>],
) -> Vec<Cause> {
    let mut members = Vec::new();
    let mut at = start;
    while let Some(index) = increased_by[at] {
        members.push(bounds[index].member);
        at = bounds[index].from;
        if at == start {
            break;
        }
    }
    members
}

/// Returns the tight bounds, by strongly connected component.
fn level(bounds: &[LowerBound], potentials: &[ExactRatio]) -> Vec<Vec<Cause>> {
    let tight = bounds.iter().filter(|bound| bound.apply(potentials) == potentials[bound.to]);
    let tight: DiGraph<(), Cause> = DiGraph::from_edges(
        tight.map(|it| (NodeIndex::new(it.from), NodeIndex::new(it.to), it.member)),
    );
    let groups = kosaraju_scc(&tight);
    groups.iter().filter(|group| group.len() > 1).map(|group| level_group(&tight, group)).collect()
}

fn level_group(tight: &DiGraph<(), Cause>, group: &[NodeIndex]) -> Vec<Cause> {
    let edges = group.iter().flat_map(|&node| tight.edges(node));
    let inside = edges.filter(|edge| group.contains(&edge.target()));
    let mut members: Vec<Cause> = inside.map(|edge| *edge.weight()).collect();
    members.sort_unstable();
    members
}
