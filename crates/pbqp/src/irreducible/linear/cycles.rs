//! Cycles of literals whose inequality the shares violate (separation).
//!
//! A literal is a group of labels of a node. The shares state how often two literals of an edge, or of one node, differ:
//! that is the weight of a link that requires them to agree, and 1 less this weight that of a link that requires them to
//! differ. A closed walk with an odd number of the latter links has a weight of at least 1 for labels. A shortest path
//! from a literal to its negation finds a walk of lesser weight (Sontag and Jaakkola 2007).

use super::super::{Core, CoreCycle};
use super::simplex::Simplex;
use super::table::{EdgeCharge, NO_VARIABLE, Table};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The maximum number of cycles that one search returns.
const MAX_CYCLES: usize = 400;

/// The maximum weight of a cycle that is worth a row. Weights are in millionths.
const MAX_WEIGHT: u32 = 960_000;

/// The weight that each link has besides, so that of equal walks the one of fewest links is found: its inequality is the
/// strongest.
const LINK: u32 = 2_000;

/// The weight of 1.
const ONE: f64 = 1e6;

/// Shares that are closer to 0 or 1 are whole.
const WHOLE: f64 = 1e-3;

/// A violated cycle, with its row of the program.
pub(super) struct FoundCycle {
    pub(super) cycle: CoreCycle,
    pub(super) entries: Vec<(u32, f64)>,
    pub(super) right: f64,
    /// The links that are edges.
    pub(super) charges: Vec<EdgeCharge>,
}

/// Two literals that are related. The weights are those of a link between their canonical forms.
struct Link {
    ends: [u32; 2],
    /// The weights if the literals must agree, and if they must differ.
    weights: [u32; 2],
    /// The edge with the groups, and whether one of the literals is the negation of its group; `None` for two literals
    /// of one node.
    edge: Option<(usize, [usize; 2], bool)>,
}

/// The literals whose share is not whole, and their links.
#[derive(Default)]
struct LiteralGraph {
    literals: Vec<(usize, Vec<bool>)>,
    links: Vec<Link>,
    links_of: Vec<Vec<u32>>,
}

/// The variables of a relaxation without cycles.
pub(super) struct Relaxed<'a> {
    pub(super) simplex: &'a Simplex,
    /// The variable of each label of the core; [`NO_VARIABLE`] for an excluded label.
    pub(super) variables: &'a [u32],
    /// The first label of each node.
    pub(super) starts: &'a [usize],
    pub(super) tables: &'a [Table],
}

/// Returns cycles that the shares violate, and the number of steps.
pub(super) fn separate(
    core: &Core,
    relaxation: &Relaxed<'_>,
    shares: &[f64],
) -> (Vec<FoundCycle>, u64) {
    let graph = LiteralGraph::new(core, relaxation, shares);
    let mut search = Search::new(&graph);
    let mut found = Vec::new();
    let mut covered = FxHashSet::default();
    let mut known = FxHashSet::default();
    for start in 0..graph.literals.len() as u32 {
        if found.len() >= MAX_CYCLES {
            break;
        }
        if covered.contains(&start) {
            continue;
        }
        let Some(path) = search.path(start) else { continue };
        covered.extend(path.iter().flat_map(|&(link, _)| graph.links[link as usize].ends));
        let mut links: Vec<u32> = path.iter().map(|&(link, _)| link).collect();
        links.sort_unstable();
        if known.insert(links) {
            found.push(graph.cycle(relaxation, start, &path));
        }
    }
    (found, search.steps + graph.links.len() as u64)
}

impl LiteralGraph {
    fn new(core: &Core, relaxation: &Relaxed<'_>, shares: &[f64]) -> LiteralGraph {
        let mut graph = LiteralGraph::default();
        let mut ids = FxHashMap::default();
        for (at, table) in relaxation.tables.iter().enumerate() {
            for groups in table.related() {
                let literals = [0, 1].map(|side| table.literal(core, side, groups[side]));
                let is_flipped = literals[0].2 != literals[1].2;
                let is_whole = literals.iter().any(|(node, holds, _)| {
                    let share = share(core, shares, *node, holds);
                    !(WHOLE..=1.0 - WHOLE).contains(&share)
                });
                if is_whole {
                    continue;
                }
                let entries = table.difference(groups, relaxation.variables);
                let differing = entries
                    .iter()
                    .map(|&(variable, times)| relaxation.simplex.value(variable) * times)
                    .sum();
                let ends =
                    literals.map(|(node, holds, _)| graph.add_literal(&mut ids, node, holds));
                graph.add_link(ends, differing, is_flipped, Some((at, groups, is_flipped)));
            }
        }
        let mut of_node: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
        for (at, (node, _)) in graph.literals.iter().enumerate() {
            of_node.entry(*node).or_default().push(at as u32);
        }
        for node in 0..core.len() {
            let literals = of_node.remove(&node).unwrap_or_default();
            for (at, &first) in literals.iter().enumerate() {
                for &second in &literals[at + 1..] {
                    let [a, b] = [first, second].map(|it| &graph.literals[it as usize].1);
                    let differs: Vec<bool> = a.iter().zip(b).map(|(a, b)| a != b).collect();
                    let differing = share(core, shares, node, &differs);
                    graph.add_link([first, second], differing, false, None);
                }
            }
        }
        graph
    }

    fn add_literal(
        &mut self,
        ids: &mut FxHashMap<(usize, Vec<bool>), u32>,
        node: usize,
        holds: Vec<bool>,
    ) -> u32 {
        let next = self.literals.len() as u32;
        *ids.entry((node, holds)).or_insert_with_key(|literal| {
            self.literals.push(literal.clone());
            self.links_of.push(Vec::new());
            next
        })
    }

    fn add_link(
        &mut self,
        ends: [u32; 2],
        differing: f64,
        is_flipped: bool,
        edge: Option<(usize, [usize; 2], bool)>,
    ) {
        let differing = if is_flipped { 1.0 - differing } else { differing };
        let weight = (differing.clamp(0.0, 1.0) * ONE) as u32;
        let link = self.links.len() as u32;
        self.links.push(Link { ends, weights: [weight, ONE as u32 - weight], edge });
        ends.iter().for_each(|&end| self.links_of[end as usize].push(link));
    }

    /// Returns the cycle of a path, which is a list of links, each with whether it differs.
    fn cycle(&self, relaxation: &Relaxed<'_>, start: u32, path: &[(u32, bool)]) -> FoundCycle {
        let mut entries: FxHashMap<u32, f64> = FxHashMap::default();
        let mut order = Vec::new();
        let mut right = -1.0;
        let mut literals = Vec::new();
        let mut charges = Vec::new();
        let mut at = start;
        for &(link, differs) in path {
            let Link { ends, edge, .. } = &self.links[link as usize];
            literals.push(self.literals[at as usize].clone());
            let other = if ends[0] == at { ends[1] } else { ends[0] };
            let (is_complement, row) = match *edge {
                Some((table, groups, is_flipped)) => {
                    let differs = differs != is_flipped;
                    charges.push(EdgeCharge { table, groups, differs });
                    (differs, relaxation.tables[table].difference(groups, relaxation.variables))
                }
                None => (differs, self.difference(relaxation, at, other)),
            };
            right += f64::from(u8::from(is_complement));
            let sign = if is_complement { 1.0 } else { -1.0 };
            for (variable, times) in row {
                let entry = entries.entry(variable).or_insert_with(|| {
                    order.push(variable);
                    0.0
                });
                *entry += sign * times;
            }
            at = other;
        }
        let entries = order.into_iter().map(|variable| (variable, entries[&variable]));
        let differs = path.iter().map(|&(_, differs)| differs).collect();
        FoundCycle {
            cycle: CoreCycle { literals, differs },
            entries: entries.filter(|&(_, times)| times != 0.0).collect(),
            right,
            charges,
        }
    }

    /// Returns the labels of a node for which two of its literals differ.
    fn difference(&self, relaxation: &Relaxed<'_>, first: u32, second: u32) -> Vec<(u32, f64)> {
        let (node, first) = &self.literals[first as usize];
        let second = &self.literals[second as usize].1;
        let variables = &relaxation.variables[relaxation.starts[*node]..];
        let differing = first.iter().zip(second).zip(variables).filter(|((a, b), _)| a != b);
        let variables = differing.map(|(_, &variable)| variable);
        variables
            .filter(|&variable| variable != NO_VARIABLE)
            .map(|variable| (variable, 1.0))
            .collect()
    }
}

fn share(core: &Core, shares: &[f64], node: usize, holds: &[bool]) -> f64 {
    let of_node = shares[core.starts[node]..].iter().zip(holds);
    of_node.filter(|&(_, &holds)| holds).map(|(share, _)| share).sum()
}

/// Shortest paths from literals to their negations. A state is a literal, or with the lowest bit set its negation.
struct Search<'a> {
    graph: &'a LiteralGraph,
    distance: Vec<u32>,
    /// The link by which each state was reached.
    from: Vec<(u32, u32)>,
    touched: Vec<u32>,
    steps: u64,
}

impl<'a> Search<'a> {
    fn new(graph: &'a LiteralGraph) -> Search<'a> {
        let states = 2 * graph.literals.len();
        Search {
            graph,
            distance: vec![u32::MAX; states],
            from: vec![(0, 0); states],
            touched: Vec::new(),
            steps: 0,
        }
    }

    /// Returns the links of a shortest path from a literal to its negation, if it is short.
    fn path(&mut self, start: u32) -> Option<Vec<(u32, bool)>> {
        for state in self.touched.drain(..) {
            self.distance[state as usize] = u32::MAX;
        }
        let goal = 2 * start + 1;
        let mut queue = BinaryHeap::from([Reverse((0, 2 * start))]);
        self.distance[2 * start as usize] = 0;
        self.touched.push(2 * start);
        while let Some(Reverse((distance, state))) = queue.pop() {
            if state == goal {
                return Some(self.walk(start));
            }
            if distance > self.distance[state as usize] {
                continue;
            }
            for &link in &self.graph.links_of[state as usize / 2] {
                let Link { ends, weights, .. } = &self.graph.links[link as usize];
                let other = if ends[0] == state / 2 { ends[1] } else { ends[0] };
                for (differs, weight) in (0..).zip(weights) {
                    self.steps += 1;
                    let next = (2 * other) | ((state & 1) ^ differs);
                    let length = distance + weight + LINK;
                    if length < self.distance[next as usize] && length <= MAX_WEIGHT {
                        if self.distance[next as usize] == u32::MAX {
                            self.touched.push(next);
                        }
                        self.distance[next as usize] = length;
                        self.from[next as usize] = (link, state);
                        queue.push(Reverse((length, next)));
                    }
                }
            }
        }
        None
    }

    /// Returns the links of the path that was found.
    fn walk(&self, start: u32) -> Vec<(u32, bool)> {
        let mut path = Vec::new();
        let mut state = 2 * start + 1;
        while state != 2 * start {
            let (link, before) = self.from[state as usize];
            path.push((link, (state ^ before) & 1 == 1));
            state = before;
        }
        path.reverse();
        path
    }
}

impl Table {
    /// Returns a literal for a group of rows or columns: its node, for which labels it holds, and whether it is the
    /// negation of the group. It never holds for the first allowed label, so that a group and its complement share one.
    fn literal(&self, core: &Core, side: usize, group: usize) -> (usize, Vec<bool>, bool) {
        let node = self.nodes[side];
        let mut holds = self.members(side, group);
        let first = core.labels(node).next().unwrap_or(0);
        let is_negated = holds[first as usize];
        if is_negated {
            holds.iter_mut().for_each(|holds| *holds = !*holds);
        }
        (node, holds, is_negated)
    }
}
