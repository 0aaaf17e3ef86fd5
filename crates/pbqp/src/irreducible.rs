//! Irreducible cores: the parts of a graph to which no reduction applies, with scaled costs and messages.
//!
//! Costs are counted from the least cost of their node or edge, in units of the greatest common divisor of all costs of
//! the core, and multiplied by a scale. In this form the optimum is a multiple of the scale, so a lower bound can be
//! rounded up to one. The scale reduces rounding errors, as message passing divides costs among neighbors.
//!
//! `trws` and `linear` raise the lower bound, `rounding` derives labels from the messages or shares, `kicks` improves them,
//! and `fixing` computes the bound and finds labels that it excludes.

mod cycle;
mod fixing;
mod kicks;
mod linear;
mod rounding;
mod trws;

use crate::cost::{Cost, FORBIDDEN, Matrix};
use crate::graph::Graph;
use crate::problem::NodeId;
pub(crate) use cycle::CoreCycle;
pub(crate) use fixing::Margins;
pub(crate) use kicks::Kicks;
pub(crate) use linear::{Outcome, Relaxation};
use std::ops::{AddAssign, Div};

/// The exclusive limit of the scaled costs of a whole core, so that a message fits 64 bits.
const MAX_SCALED: u128 = 1 << 60;

/// The default scale. A larger scale loses less to rounding.
const SCALE: i64 = 256;

/// A sum of messages: `i64` if 64 bits suffice, otherwise `i128`, which takes a quarter more time.
trait MessageSum: Copy + Ord + From<i64> + Into<i128> + AddAssign + Div<Output = Self> {
    fn narrow(self) -> i64;
}

impl MessageSum for i64 {
    fn narrow(self) -> i64 {
        self
    }
}

impl MessageSum for i128 {
    fn narrow(self) -> i64 {
        i64::try_from(self).expect("a share of scaled costs fits 64 bits")
    }
}

/// The transformation from costs of the problem to scaled costs of a core.
#[derive(Debug)]
struct Scaling {
    /// The sum of the least costs of all nodes and edges.
    base: Cost,
    /// The greatest common divisor of all costs, counted from the least ones.
    unit: Cost,
    /// The value of one unit in scaled costs.
    scale: i64,
    /// A scaled cost above that of any allowed labels.
    big: i64,
}

impl Scaling {
    /// Returns the scaling for the cost tables of these nodes and edges.
    fn new<'a>(tables: impl Iterator<Item = &'a [Cost]>) -> Scaling {
        let mut base = 0;
        let mut most = 0;
        let mut unit = 0;
        for costs in tables {
            let least = least(costs);
            let allowed = costs.iter().filter(|&&cost| cost != FORBIDDEN).map(|cost| cost - least);
            base += least;
            most += allowed.clone().max().unwrap_or(0);
            unit = allowed.fold(unit, gcd);
        }
        let unit = unit.max(1);
        let above = u128::from(most / unit) + 1;
        let mut scale = SCALE;
        while scale > 1 && above * scale as u128 >= MAX_SCALED {
            scale /= 2;
        }
        let big = i64::try_from(above * scale as u128).expect("2^60 fits");
        Scaling { base, unit, scale, big }
    }

    /// Returns the scaled costs of a node or an edge.
    fn scaled(&self, costs: &[Cost]) -> Vec<i64> {
        let least = least(costs);
        costs
            .iter()
            .map(|&cost| match cost {
                FORBIDDEN => self.big,
                _ => ((cost - least) / self.unit) as i64 * self.scale,
            })
            .collect()
    }
}

/// An edge from the view of one of its nodes, as indices into the arrays of a core.
#[derive(Clone, Copy, Debug)]
struct Link {
    neighbor: usize,
    /// The first pair. The rows are the node's labels.
    pairs: usize,
    /// The first pair of the transposed matrix.
    transposed: usize,
    /// The message to the node.
    inward: usize,
    /// The message to the neighbor.
    outward: usize,
}

/// A core: nodes in order, scaled costs, messages, and the labels that are currently excluded.
#[derive(Debug)]
pub(crate) struct Core {
    /// The nodes of the graph, ascending.
    pub(crate) nodes: Vec<usize>,
    /// The nodes of the problem.
    pub(crate) ids: Vec<NodeId>,
    /// The lower bound of the last sweep, scaled.
    pub(crate) bound: i128,
    /// The number of pairs of labels that a sweep visits.
    pub(crate) pairs_per_sweep: u64,
    /// The nodes to kick: those that do not depend on their neighbors, or all if there are none.
    independent: Vec<usize>,
    scaling: Scaling,
    /// The cost of each label of each node.
    own_costs: Vec<i64>,
    /// The same costs, but [`Scaling::big`] for an excluded label.
    costs: Vec<i64>,
    /// The index of the first label of each node in `costs`, and the end.
    starts: Vec<usize>,
    /// The matrices of all edges, each followed by its transpose.
    pairs: Vec<i64>,
    messages: Vec<i64>,
    /// The edges of each node to nodes before it.
    earlier: Vec<Vec<Link>>,
    /// The edges of each node to nodes after it.
    later: Vec<Vec<Link>>,
    /// The cycles to which cost may move.
    pub(crate) cycles: Vec<CoreCycle>,
    /// `true` if sums of messages need 128 bits.
    is_wide: bool,
}

impl Core {
    /// Returns the core of these nodes. They are ascending, and no edge leaves the core.
    pub(crate) fn new(graph: &Graph, nodes: Vec<usize>) -> Core {
        let edges = edges(graph, &nodes);
        let own: Vec<&[Cost]> = nodes.iter().map(|&node| &graph.nodes[node].costs[..]).collect();
        let matrices = edges.iter().map(|(_, matrix)| matrix.costs());
        let scaling = Scaling::new(own.iter().copied().chain(matrices));
        let own_costs: Vec<i64> = own.iter().flat_map(|costs| scaling.scaled(costs)).collect();
        let mut starts = vec![0];
        for costs in own {
            starts.push(starts[starts.len() - 1] + costs.len());
        }
        let mut independent: Vec<usize> =
            (0..nodes.len()).filter(|&at| !graph.nodes[nodes[at]].is_dependent).collect();
        if independent.is_empty() {
            independent = (0..nodes.len()).collect();
        }
        let mut core = Core {
            independent,
            ids: nodes.iter().map(|&node| graph.nodes[node].id).collect(),
            bound: 0,
            pairs_per_sweep: 0,
            costs: own_costs.clone(),
            own_costs,
            starts,
            pairs: Vec::new(),
            messages: Vec::new(),
            earlier: vec![Vec::new(); nodes.len()],
            later: vec![Vec::new(); nodes.len()],
            cycles: Vec::new(),
            is_wide: false,
            nodes,
            scaling,
        };
        for (ends, matrix) in edges {
            core.link(ends, matrix);
        }
        let most = (0..core.len()).map(|node| core.degree(node)).max().unwrap_or(0);
        core.is_wide = i128::from(core.scaling.big) * (most as i128 + 4) >= i128::from(i64::MAX);
        core
    }

    fn link(&mut self, [a, b]: [usize; 2], matrix: &Matrix) {
        let to_a = self.messages.len();
        let to_b = self.messages.len() + matrix.rows();
        self.messages.resize(to_b + matrix.columns(), 0);
        let pairs = self.pairs.len();
        let transposed = pairs + matrix.costs().len();
        self.pairs.extend(self.scaling.scaled(matrix.costs()));
        self.pairs.extend(self.scaling.scaled(matrix.transposed().costs()));
        self.pairs_per_sweep += 2 * matrix.costs().len() as u64;
        let link = Link { neighbor: b, pairs, transposed, inward: to_a, outward: to_b };
        self.later[a].push(link);
        self.earlier[b].push(Link {
            neighbor: a,
            pairs: transposed,
            transposed: pairs,
            inward: to_b,
            outward: to_a,
        });
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of steps of a sweep: the pairs that it visits, and the work per node and per link.
    pub(crate) fn steps_per_sweep(&self) -> u64 {
        self.pairs_per_sweep + 8 * (self.messages.len() + self.len()) as u64
    }

    /// Returns the number of steps of a pass over the labels of all nodes.
    pub(crate) fn steps_per_pass(&self) -> u64 {
        self.messages.len() as u64
    }

    /// Returns the value of one unit of cost in scaled costs.
    pub(crate) fn scale(&self) -> i64 {
        self.scaling.scale
    }

    /// Returns the number of neighbors of a node.
    pub(crate) fn degree(&self, node: usize) -> usize {
        self.earlier[node].len() + self.later[node].len()
    }

    /// Returns the neighbors of a node.
    pub(crate) fn neighbors(&self, node: usize) -> impl Iterator<Item = usize> {
        self.links(node).map(|link| link.neighbor)
    }

    fn size(&self, node: usize) -> usize {
        self.starts[node + 1] - self.starts[node]
    }

    fn links(&self, node: usize) -> impl Iterator<Item = &Link> {
        self.earlier[node].iter().chain(&self.later[node])
    }

    fn costs_of(&self, node: usize) -> &[i64] {
        &self.costs[self.starts[node]..self.starts[node + 1]]
    }

    /// Returns the labels of a node that are not excluded.
    pub(crate) fn labels(&self, node: usize) -> impl Iterator<Item = u32> + Clone + '_ {
        let costs = self.costs_of(node).iter().enumerate();
        costs.filter(|&(_, &cost)| cost < self.scaling.big).map(|(label, _)| label as u32)
    }

    /// Excludes labels.
    pub(crate) fn exclude(&mut self, node: usize, labels: &[u32]) {
        for &label in labels {
            self.costs[self.starts[node] + label as usize] = self.scaling.big;
        }
    }

    /// Allows excluded labels again.
    pub(crate) fn include(&mut self, node: usize, labels: &[u32]) {
        for &label in labels {
            let at = self.starts[node] + label as usize;
            self.costs[at] = self.own_costs[at];
        }
    }

    /// Returns the lower bound of the last sweep, rounded up to a whole number of units.
    pub(crate) fn bound_in_units(&self) -> i128 {
        let scale = i128::from(self.scaling.scale);
        (self.bound.max(0) + scale - 1) / scale
    }

    /// Returns a number of units above the cost of any allowed labels.
    pub(crate) fn too_many_units(&self) -> i128 {
        i128::from(self.scaling.big / self.scaling.scale)
    }

    /// Returns the cost of this many units; [`FORBIDDEN`] if it is above the cost of any allowed labels.
    pub(crate) fn cost_of(&self, units: i128) -> Cost {
        let Scaling { base, unit, scale, big } = self.scaling;
        let is_possible = units * i128::from(scale) < i128::from(big);
        if is_possible { base + unit * units as Cost } else { FORBIDDEN }
    }

    /// Returns the cost of labels, in units. If the labels are not allowed, the result is above the cost of any allowed
    /// ones.
    pub(crate) fn cost(&self, labels: &[u32]) -> i128 {
        let mut sum = 0;
        for node in 0..self.len() {
            sum += i128::from(self.own_costs[self.starts[node] + labels[node] as usize]);
            for link in &self.later[node] {
                let row = labels[node] as usize * self.size(link.neighbor);
                let pair = link.pairs + row + labels[link.neighbor] as usize;
                sum += i128::from(self.pairs[pair]);
            }
        }
        sum / i128::from(self.scaling.scale)
    }
}

/// Returns the edges among some nodes, as sorted indices into `nodes`.
fn edges<'a>(graph: &'a Graph, nodes: &[usize]) -> Vec<([usize; 2], &'a Matrix)> {
    let mut edges = Vec::new();
    for (at, &node) in nodes.iter().enumerate() {
        let later = graph.edges_of(node).filter(|edge| node < edge.neighbor);
        edges.extend(later.map(|edge| {
            (
                [at, nodes.binary_search(&edge.neighbor).expect("no edge leaves a core")],
                graph.costs(edge),
            )
        }));
    }
    edges.sort_unstable_by_key(|&(ends, _)| ends);
    edges
}

fn least(costs: &[Cost]) -> Cost {
    costs.iter().copied().min().filter(|&least| least != FORBIDDEN).unwrap_or(0)
}

fn gcd(a: Cost, b: Cost) -> Cost {
    if b == 0 { a } else { gcd(b, a % b) }
}
