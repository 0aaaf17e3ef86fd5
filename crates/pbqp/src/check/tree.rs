//! The check of the search tree of a core: each leaf is bounded by a reparametrization of the costs.

use super::RemainingProblem;
use crate::certificate::{Case, CoreProof, Cycle, Literal, Reparametrization};
use crate::cost::{Cost, FORBIDDEN};
use crate::problem::NodeId;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The maximum scale, so that no sum overflows.
const MAX_SCALE: i64 = 1 << 20;

impl RemainingProblem {
    /// Returns the lower bound that the tree proves for this core; `None` if the tree is invalid or incomplete.
    pub(super) fn tree(self, proof: &CoreProof) -> Option<Cost> {
        let mut tree = Tree::new(self, proof)?;
        for (at, case) in proof.tree.iter().enumerate() {
            if tree.visit(case)? && !tree.go_on() {
                return (at + 1 == proof.tree.len()).then_some(tree.least);
            }
        }
        None
    }
}

/// An open case: the costs of a node before the case excluded labels of it, and its costs in the second case if that
/// case is not yet visited.
struct OpenCase {
    node: NodeId,
    before: Vec<Cost>,
    second: Option<Vec<Cost>>,
}

struct Tree<'a> {
    /// The core, with the costs of the labels that the case allows.
    core: RemainingProblem,
    /// The nodes of the core, ascending.
    nodes: Vec<NodeId>,
    units: Units,
    proof: &'a CoreProof,
    open: Vec<OpenCase>,
    /// The least bound of all leaves so far.
    least: Cost,
}

impl Tree<'_> {
    fn new(core: RemainingProblem, proof: &CoreProof) -> Option<Tree<'_>> {
        let is_legal = (1..=MAX_SCALE).contains(&proof.scale);
        let units = Units::new(&core, proof.scale).filter(|_| is_legal)?;
        let nodes = core.costs.keys().copied().collect();
        Some(Tree { core, nodes, units, proof, open: Vec::new(), least: FORBIDDEN })
    }

    /// Visits a case. Returns `true` if it is a leaf; `None` if it is invalid.
    fn visit(&mut self, case: &Case) -> Option<bool> {
        match case {
            Case::Branch { node, labels } => {
                let second = only(self.core.costs.get(node)?, |label| !labels.contains(&label));
                self.keep(*node, Some(second), |label| labels.contains(&label))?;
                Some(false)
            }
            Case::Fix { offsets, labels } => {
                let marginals = self.marginals(*offsets)?;
                for (node, labels) in labels {
                    let place = self.nodes.binary_search(node).ok()?;
                    for &label in labels {
                        self.add_leaf(marginals.marginal(place, label)?);
                    }
                    self.keep(*node, None, |label| !labels.contains(&label))?;
                }
                Some(false)
            }
            Case::Bound { offsets } => {
                self.add_leaf(self.marginals(*offsets)?.total);
                Some(true)
            }
            Case::Solve(steps) => {
                self.least = self.least.min(self.core.clone().bound(steps)?);
                Some(true)
            }
        }
    }

    /// Keeps the labels of a node that `is_kept` selects, until the case and all cases below it are visited.
    fn keep(
        &mut self,
        node: NodeId,
        second: Option<Vec<Cost>>,
        is_kept: impl Fn(u32) -> bool,
    ) -> Option<()> {
        let costs = self.core.costs.get_mut(&node)?;
        let kept = only(costs, is_kept);
        self.open.push(OpenCase { node, before: std::mem::replace(costs, kept), second });
        Some(())
    }

    /// Advances to the next open case. Returns `false` if there is none.
    fn go_on(&mut self) -> bool {
        while let Some(OpenCase { node, before, second }) = self.open.pop() {
            if let Some(second) = second {
                self.core.costs.insert(node, second);
                self.open.push(OpenCase { node, before, second: None });
                return true;
            }
            self.core.costs.insert(node, before);
        }
        false
    }

    fn add_leaf(&mut self, bound: ScaledSum) {
        self.least = self.least.min(self.units.cost(bound));
    }

    /// Moves costs from edges to nodes and to cycles, by the reparametrization with this index. Returns the sums of the
    /// least costs that remain.
    fn marginals(&self, offsets: u32) -> Option<Marginals> {
        let moves = self.proof.offsets.get(offsets as usize)?;
        let mut charges = Charges::new(&self.core, &self.proof.cycles, &moves.charged)?;
        let offsets = offsets_of(moves, &self.proof.offsets)?;
        let mut offsets = offsets.iter().copied();
        let nodes = self.core.costs.iter().zip(&self.units.least_of_nodes);
        let own = nodes.map(|((node, costs), least)| {
            let mut own = self.units.scaled(costs, *least);
            charges
                .of_nodes
                .remove(node)
                .into_iter()
                .for_each(|charged| charge(&mut own, &charged));
            own
        });
        let mut marginals = Marginals::new(own.collect());
        marginals.total = ScaledSum::Of(charges.total);
        for ((a, b, pairs), least) in edges(&self.core).zip(&self.units.least_of_edges) {
            let ends = [self.nodes.binary_search(&a).ok()?, self.nodes.binary_search(&b).ok()?];
            let moved = ends.map(|end| {
                let count = marginals.own[end].len();
                offsets.by_ref().take(count).map(i128::from).collect::<Vec<_>>()
            });
            let mut pairs = self.units.scaled(pairs, *least);
            charges
                .of_edges
                .remove(&(a, b))
                .into_iter()
                .for_each(|charged| charge(&mut pairs, &charged));
            marginals.add_edge(ends, moved, &pairs)?;
        }
        marginals.add_nodes();
        Some(marginals)
    }
}

/// Returns the offsets of a reparametrization; `None` if its base is not one of these with offsets of its own, or a change
/// is invalid.
fn offsets_of<'a>(
    moves: &'a Reparametrization,
    all: &'a [Reparametrization],
) -> Option<Cow<'a, [i64]>> {
    let own = match moves.base {
        Some(base) => all.get(base as usize).filter(|base| base.base.is_none())?,
        None => moves,
    };
    if moves.changes.is_empty() {
        return Some(Cow::Borrowed(&own.moved));
    }
    let mut offsets = own.moved.clone();
    for &(place, more) in &moves.changes {
        let offset = offsets.get_mut(place as usize)?;
        *offset = offset.checked_add(more)?;
    }
    Some(Cow::Owned(offsets))
}

/// The cost moved to cycles.
#[derive(Default)]
struct Charges {
    /// The sum over all cycles, which is a lower bound of the cost moved to them.
    total: i128,
    /// The cost moved from each label.
    of_nodes: BTreeMap<NodeId, Vec<i128>>,
    /// The cost moved from each pair of labels, row-major.
    of_edges: BTreeMap<(NodeId, NodeId), Vec<i128>>,
}

impl Charges {
    /// Returns the charges of the first cycles; `None` if a cycle is invalid or a charge is negative.
    fn new(core: &RemainingProblem, cycles: &[Cycle], charged: &[i64]) -> Option<Charges> {
        let mut charges = Charges::default();
        for (at, &amount) in charged.iter().enumerate() {
            let cycle = cycles.get(at)?;
            let count = cycle.literals.len();
            let is_odd = cycle.differs.iter().filter(|&&differs| differs).count() % 2 == 1;
            if amount < 0 || !is_odd || cycle.differs.len() != count {
                return None;
            }
            charges.total += i128::from(amount);
            if amount == 0 {
                continue;
            }
            for (link, &differs) in cycle.differs.iter().enumerate() {
                let ends = [&cycle.literals[link], &cycle.literals[(link + 1) % count]];
                charges.add_link(core, ends, differs, i128::from(amount))?;
            }
        }
        Some(charges)
    }

    /// Moves an amount from all labels, or pairs of labels, that violate a link.
    fn add_link(
        &mut self,
        core: &RemainingProblem,
        [first, second]: [&Literal; 2],
        differs: bool,
        amount: i128,
    ) -> Option<()> {
        let [first, second] =
            if first.node <= second.node { [first, second] } else { [second, first] };
        let [rows, columns] = [first, second].map(|end| core.costs.get(&end.node).map(Vec::len));
        let [rows, columns] = [holds(first, rows?), holds(second, columns?)];
        if first.node == second.node {
            let own = self.of_nodes.entry(first.node).or_insert_with(|| vec![0; rows.len()]);
            for (own, (a, b)) in own.iter_mut().zip(rows.iter().zip(&columns)) {
                *own += if (a != b) != differs { amount } else { 0 };
            }
            return Some(());
        }
        core.pairs.get(&first.node)?.get(&second.node)?;
        let pairs = self.of_edges.entry((first.node, second.node));
        let pairs = pairs.or_insert_with(|| vec![0; rows.len() * columns.len()]);
        for (pairs, row) in pairs.chunks_exact_mut(columns.len()).zip(rows) {
            for (pair, &column) in pairs.iter_mut().zip(&columns) {
                *pair += if (row != column) != differs { amount } else { 0 };
            }
        }
        Some(())
    }
}

/// Returns for each label of a node whether a literal holds.
fn holds(literal: &Literal, count: usize) -> Vec<bool> {
    let mut holds = vec![false; count];
    for &label in &literal.labels {
        holds.get_mut(label as usize).into_iter().for_each(|holds| *holds = true);
    }
    holds
}

fn charge(costs: &mut [ScaledSum], charged: &[i128]) {
    for (cost, &charged) in costs.iter_mut().zip(charged) {
        *cost = cost.plus(ScaledSum::Of(-charged));
    }
}

/// The scaled lower bounds of a case and of each label in it (min-marginals).
struct Marginals {
    /// The lower bound of the case.
    total: ScaledSum,
    /// The cost of each label of each node, including the cost moved to it.
    own: Vec<Vec<ScaledSum>>,
    /// The amount that each label adds to the lower bound.
    extra: Vec<Vec<ScaledSum>>,
}

impl Marginals {
    fn new(own: Vec<Vec<ScaledSum>>) -> Marginals {
        let extra = own.iter().map(|own| vec![ScaledSum::Of(0); own.len()]).collect();
        Marginals { total: ScaledSum::Of(0), own, extra }
    }

    /// Moves costs from an edge to its nodes, and adds the least remaining cost of the edge. The costs are row-major.
    /// `None` if there are too few offsets.
    fn add_edge(
        &mut self,
        ends: [usize; 2],
        moved: [Vec<i128>; 2],
        pairs: &[ScaledSum],
    ) -> Option<()> {
        let counts = ends.map(|end| self.own[end].len());
        if [moved[0].len(), moved[1].len()] != counts {
            return None;
        }
        let [rows, columns] = ends.map(|end| &self.own[end]);
        let mut least = counts.map(|count| vec![ScaledSum::Forbidden; count]);
        for (at, pair) in pairs.iter().enumerate() {
            let row = at / counts[1];
            let column = at % counts[1];
            if rows[row] != ScaledSum::Forbidden && columns[column] != ScaledSum::Forbidden {
                let pair = pair.plus(ScaledSum::Of(-moved[0][row] - moved[1][column]));
                least[0][row] = least[0][row].min(pair);
                least[1][column] = least[1][column].min(pair);
            }
        }
        let of_all = least[0].iter().copied().min()?;
        self.total = self.total.plus(of_all);
        for ((end, moved), least) in ends.into_iter().zip(moved).zip(least) {
            for (label, (moved, least)) in moved.into_iter().zip(least).enumerate() {
                self.extra[end][label] = self.extra[end][label].plus(least.minus(of_all));
                self.own[end][label] = self.own[end][label].plus(ScaledSum::Of(moved));
            }
        }
        Some(())
    }

    /// Adds the least cost of each node. All edges must have been added.
    fn add_nodes(&mut self) {
        for (own, extra) in self.own.iter().zip(&mut self.extra) {
            let least = own.iter().copied().min().unwrap_or(ScaledSum::Forbidden);
            self.total = self.total.plus(least);
            for (extra, own) in extra.iter_mut().zip(own) {
                *extra = extra.plus(own.minus(least));
            }
        }
    }

    /// Returns the lower bound of a label; `None` if the label is unknown.
    fn marginal(&self, node: usize, label: u32) -> Option<ScaledSum> {
        Some(self.total.plus(*self.extra[node].get(label as usize)?))
    }
}

/// A scaled sum of costs. The sum of labels that are not allowed is above all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ScaledSum {
    Of(i128),
    Forbidden,
}

impl ScaledSum {
    fn plus(self, other: ScaledSum) -> ScaledSum {
        match (self, other) {
            (ScaledSum::Of(a), ScaledSum::Of(b)) => ScaledSum::Of(a + b),
            _ => ScaledSum::Forbidden,
        }
    }

    fn minus(self, other: ScaledSum) -> ScaledSum {
        match (self, other) {
            (ScaledSum::Of(a), ScaledSum::Of(b)) => ScaledSum::Of(a - b),
            _ => ScaledSum::Forbidden,
        }
    }
}

/// The units of scaled costs. Costs are counted from the least cost of their node or edge, in units of the greatest
/// common divisor of all. In these units the optimum is a whole number, so a lower bound can be rounded up.
struct Units {
    scale: i128,
    unit: Cost,
    base: Cost,
    /// The sum of the largest counts. Allowed labels never have a greater sum.
    most: Cost,
    least_of_nodes: Vec<Cost>,
    least_of_edges: Vec<Cost>,
}

impl Units {
    /// Returns the units of a core; `None` if a node or an edge has no finite cost.
    fn new(core: &RemainingProblem, scale: i64) -> Option<Units> {
        let least_of_nodes = Vec::new();
        let least_of_edges = Vec::new();
        let unit = 0;
        let base = 0;
        let most = 0;
        let scale = i128::from(scale);
        let mut units = Units { scale, unit, base, most, least_of_nodes, least_of_edges };
        for costs in core.costs.values() {
            let least = units.count(costs)?;
            units.least_of_nodes.push(least);
        }
        for (_, _, pairs) in edges(core) {
            let least = units.count(pairs)?;
            units.least_of_edges.push(least);
        }
        units.unit = units.unit.max(1);
        Some(units)
    }

    fn count(&mut self, costs: &[Cost]) -> Option<Cost> {
        let allowed = costs.iter().copied().filter(|&cost| cost != FORBIDDEN);
        let least = allowed.clone().min()?;
        let most = allowed.clone().max()?;
        self.base += least;
        self.most += most - least;
        allowed.for_each(|cost| self.unit = gcd(self.unit, cost - least));
        Some(least)
    }

    fn scaled(&self, costs: &[Cost], least: Cost) -> Vec<ScaledSum> {
        costs
            .iter()
            .map(|&cost| match cost {
                FORBIDDEN => ScaledSum::Forbidden,
                _ => ScaledSum::Of(i128::from((cost - least) / self.unit) * self.scale),
            })
            .collect()
    }

    /// Returns the cost of a scaled sum, rounded up to whole units.
    fn cost(&self, sum: ScaledSum) -> Cost {
        let ScaledSum::Of(sum) = sum else { return FORBIDDEN };
        let count = (sum.max(0) + self.scale - 1) / self.scale;
        let is_possible = count <= i128::from(self.most / self.unit);
        if is_possible { self.base + self.unit * count as Cost } else { FORBIDDEN }
    }
}

/// Returns the edges of a core, sorted and without duplicates.
fn edges(core: &RemainingProblem) -> impl Iterator<Item = (NodeId, NodeId, &[Cost])> {
    let edges = core
        .pairs
        .iter()
        .flat_map(|(&a, pairs)| pairs.iter().map(move |(&b, pairs)| (a, b, &pairs[..])));
    edges.filter(|(a, b, _)| a < b)
}

/// Returns the costs with all labels forbidden that `is_kept` does not select.
fn only(costs: &[Cost], is_kept: impl Fn(u32) -> bool) -> Vec<Cost> {
    (0..).zip(costs).map(|(label, &cost)| if is_kept(label) { cost } else { FORBIDDEN }).collect()
}

fn gcd(a: Cost, b: Cost) -> Cost {
    if b == 0 { a } else { gcd(b, a % b) }
}
