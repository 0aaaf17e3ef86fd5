//! Cycles of lower bounds between classes, told apart by the exact product of their factors.
//!
//! A bound says that one unknown is at least a fraction times another. Potentials start at one and are
//! pushed up along the bounds (Bellman and Ford, with products for sums). They come to rest unless the
//! factors of some cycle multiply to more than one; at rest, a cycle multiplies to exactly one where all its
//! bounds are tight. Numbers along a path may become long, so they are big ones.

use std::cmp::Ordering;

use num_bigint::BigUint;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;

use super::Demand;
use super::run::Run;

/// A cycle that matters, by the demands that make it.
pub(super) enum Cycle {
    /// It multiplies to more than one. Each demand bounds the class from which the one before pulls.
    Growing(Vec<usize>),
    /// Demands whose cycles all multiply to one.
    Level(Vec<usize>),
}

/// A bound inside a group: `to` is at least `factor` times `from`, both places in the group.
struct Pull {
    from: usize,
    to: usize,
    factor: Fraction,
    member: usize,
}

/// A positive fraction.
#[derive(Clone)]
pub(super) struct Fraction {
    pub(super) num: BigUint,
    pub(super) den: BigUint,
}

impl Fraction {
    /// Of two parts above zero.
    pub(super) fn new(num: i128, den: i128) -> Fraction {
        Fraction { num: num.unsigned_abs().into(), den: den.unsigned_abs().into() }
    }

    /// The product, in lowest terms.
    pub(super) fn times(&self, other: &Fraction) -> Fraction {
        let (num, den) = (&self.num * &other.num, &self.den * &other.den);
        let (mut common, mut rest) = (num.clone(), den.clone());
        while rest != BigUint::ZERO {
            (common, rest) = (rest.clone(), common % rest);
        }
        Fraction { num: num / &common, den: den / common }
    }

    fn compare(&self, other: &Fraction) -> Ordering {
        (&self.num * &other.den).cmp(&(&other.num * &self.den))
    }
}

/// The cycles of one strongly connected group of classes: one that grows, or all that are level.
pub(super) fn cycles(run: &Run<'_>, graph: &DiGraph<(), usize>, group: &[NodeIndex]) -> Vec<Cycle> {
    let pulls = pulls(run, graph, group);
    match potentials(&pulls, group.len()) {
        Err(members) => vec![Cycle::Growing(members)],
        Ok(potentials) => level(&pulls, &potentials),
    }
}

fn pulls(run: &Run<'_>, graph: &DiGraph<(), usize>, group: &[NodeIndex]) -> Vec<Pull> {
    let place: FxHashMap<NodeIndex, usize> =
        group.iter().enumerate().map(|(place, &node)| (node, place)).collect();
    let mut pulls = Vec::new();
    for (from, &node) in group.iter().enumerate() {
        for edge in graph.edges(node) {
            let Some(&to) = place.get(&edge.target()) else { continue };
            pulls.push(Pull {
                from,
                to,
                factor: factor(run, *edge.weight()),
                member: *edge.weight(),
            });
        }
    }
    pulls.sort_by_key(|pull| pull.member);
    pulls
}

/// The least ratio of the unknowns of two classes, from a lower bound between members.
fn factor(run: &Run<'_>, member: usize) -> Fraction {
    match run.demand(member) {
        Demand::AtLeast(a, b) => Fraction::new(run.scaled_share(b), run.scaled_share(a)),
        _ => unreachable!("the graph has lower bounds only"),
    }
}

/// Potentials that satisfy all bounds, or the demands of a growing cycle.
fn potentials(pulls: &[Pull], classes: usize) -> Result<Vec<Fraction>, Vec<usize>> {
    let mut potentials = vec![Fraction::new(1, 1); classes];
    let mut raised_by: Vec<Option<usize>> = vec![None; classes];
    loop {
        let mut changed = false;
        for (index, pull) in pulls.iter().enumerate() {
            let pushed = potentials[pull.from].times(&pull.factor);
            if pushed.compare(&potentials[pull.to]) == Ordering::Greater {
                (potentials[pull.to], raised_by[pull.to]) = (pushed, Some(index));
                changed = true;
            }
        }
        if !changed {
            return Ok(potentials);
        }
        if let Some(cycle) = raised_in_a_cycle(pulls, &raised_by) {
            return Err(cycle);
        }
    }
}

/// A cycle of classes that raised each other. Only a growing one can have raised itself.
fn raised_in_a_cycle(pulls: &[Pull], raised_by: &[Option<usize>]) -> Option<Vec<usize>> {
    // The walk on which a class was first seen.
    let mut seen = vec![usize::MAX; raised_by.len()];
    for start in 0..raised_by.len() {
        let mut at = start;
        while seen[at] == usize::MAX {
            seen[at] = start;
            let Some(index) = raised_by[at] else { break };
            at = pulls[index].from;
        }
        if seen[at] == start && raised_by[at].is_some() {
            return Some(cycle_through(at, pulls, raised_by));
        }
    }
    None
}

fn cycle_through(start: usize, pulls: &[Pull], raised_by: &[Option<usize>]) -> Vec<usize> {
    let (mut members, mut at) = (Vec::new(), start);
    while let Some(index) = raised_by[at] {
        members.push(pulls[index].member);
        at = pulls[index].from;
        if at == start {
            break;
        }
    }
    members
}

/// The tight bounds, by the groups that they make.
fn level(pulls: &[Pull], potentials: &[Fraction]) -> Vec<Cycle> {
    let mut tight = DiGraph::<(), usize>::new();
    for _ in potentials {
        tight.add_node(());
    }
    for pull in pulls {
        let pushed = potentials[pull.from].times(&pull.factor);
        if pushed.compare(&potentials[pull.to]) == Ordering::Equal {
            tight.add_edge(NodeIndex::new(pull.from), NodeIndex::new(pull.to), pull.member);
        }
    }
    let groups = kosaraju_scc(&tight);
    groups.iter().filter(|group| group.len() > 1).map(|group| level_group(&tight, group)).collect()
}

fn level_group(tight: &DiGraph<(), usize>, group: &[NodeIndex]) -> Cycle {
    let edges = group.iter().flat_map(|&node| tight.edges(node));
    let inside = edges.filter(|edge| group.contains(&edge.target()));
    let mut members: Vec<usize> = inside.map(|edge| *edge.weight()).collect();
    members.sort_unstable();
    Cycle::Level(members)
}
