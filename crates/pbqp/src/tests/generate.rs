//! Generators of problems: random ones, and those of neural networks.

use super::*;

/// Returns random costs below a limit.
pub(super) fn costs(random: &mut Random, count: usize, below: u64) -> Vec<u64> {
    (0..count).map(|_| random.below(below)).collect()
}

/// Returns the problem with these nodes and edges.
pub(super) fn problem_of(costs: &[Vec<u64>], edges: &[(usize, usize, Vec<u64>)]) -> Problem {
    let mut problem = Problem::new();
    let nodes: Vec<_> =
        costs.iter().map(|costs| problem.add_node(costs.clone()).unwrap()).collect();
    for (a, b, costs) in edges {
        problem.add_edge(nodes[*a], nodes[*b], costs.clone()).unwrap();
    }
    problem
}

/// Generates a cost: below a limit, times a unit, or sometimes forbidden.
fn cost(below: u64, unit: u64, forbidden: u32) -> impl Strategy<Value = u64> + Clone {
    prop_oneof![
        100 - forbidden => (0..below).prop_map(move |cost| cost * unit),
        forbidden => Just(FORBIDDEN),
    ]
}

/// Generates problems of up to nine variables with up to four labels, sparse or dense, with costs of all sizes.
pub(super) fn small_problem() -> impl Strategy<Value = Problem> {
    let kinds = (2u64..200, prop_oneof![Just(1u64), Just(6), Just(1 << 40)], 0u32..60, 1usize..30);
    let sizes = prop::collection::vec(1usize..=4, 1..=9);
    (kinds, sizes).prop_flat_map(|((below, unit, forbidden, edges), sizes)| {
        let costs = |forbidden, count| prop::collection::vec(cost(below, unit, forbidden), count);
        let unary: Vec<_> = sizes.iter().map(|&size| costs(forbidden / 4, size)).collect();
        let count = sizes.len();
        let pair = (0..count, 0..count, costs(forbidden, 16));
        let edges = prop::collection::vec(pair, 0..edges);
        (unary, edges).prop_map(move |(unary, edges)| {
            let edges = edges.into_iter().filter(|(a, b, _)| a != b);
            let cut = |(a, b, mut costs): (usize, usize, Vec<u64>)| {
                costs.truncate(sizes[a] * sizes[b]);
                (a, b, costs)
            };
            problem_of(&unary, &edges.map(cut).collect::<Vec<_>>())
        })
    })
}

/// A network in which each value has one of three layouts. Its sizes and rules are random; its data flow is as in real
/// networks. A value with several readers has a variable for the set of layouts that are stored.
pub(super) struct Network {
    pub(super) problem: Problem,
    random: Random,
}

/// The number of layouts.
const LAYOUTS: usize = 3;

/// A value: its variable and, for each label, the set of layouts in which it can be read.
#[derive(Clone)]
pub(super) struct Value {
    node: NodeId,
    layouts: Vec<u8>,
    bytes: u64,
}

impl Network {
    pub(super) fn new(seed: u64) -> Network {
        Network { problem: Problem::new(), random: Random::new(seed) }
    }

    /// Adds an op. A choice `(a, b)` reads all operands in layout `a` and produces the result in layout `b`.
    pub(super) fn op(&mut self, reads: &[&Value], choices: &[(usize, usize)], bytes: u64) -> Value {
        let costs = vec![0; choices.len()];
        let node = self.problem.add_node(costs).unwrap();
        for value in reads {
            let convert = |&layouts: &u8| {
                let bytes = value.bytes;
                choices.iter().map(move |&(read, _)| match layouts.count_ones() {
                    1 => convert(layouts.trailing_zeros() as usize, read, bytes),
                    _ if layouts >> read & 1 == 1 => 0,
                    _ => FORBIDDEN,
                })
            };
            let costs = value.layouts.iter().flat_map(convert).collect();
            self.problem.add_edge(value.node, node, costs).unwrap();
        }
        Value { node, layouts: choices.iter().map(|&(_, made)| 1 << made).collect(), bytes }
    }

    /// Adds a variable for the copies of a value that has several readers.
    pub(super) fn shared(&mut self, value: &Value) -> Value {
        let sets = (0..LAYOUTS).flat_map(|made| (1u8..8).map(move |set| (made, set)));
        let labels: Vec<_> = sets.filter(|(made, set)| set >> made & 1 == 1).collect();
        let cost = |&(made, set): &(usize, u8)| {
            let held = (0..LAYOUTS).filter(|layout| set >> layout & 1 == 1);
            held.map(|layout| convert(made, layout, value.bytes)).sum()
        };
        let node = self.problem.add_node(labels.iter().map(cost).collect()).unwrap();
        let pairs = value.layouts.iter().flat_map(|&layouts| {
            labels.iter().map(move |&(made, _)| if layouts == 1 << made { 0 } else { FORBIDDEN })
        });
        self.problem.add_edge(value.node, node, pairs.collect()).unwrap();
        // A set of one layout is read like the value itself, but cannot be converted again.
        let layouts = labels.iter().map(|&(_, set)| set | 0x80).collect();
        Value { node, layouts, bytes: value.bytes }
    }

    /// Adds an op that prefers some layouts.
    pub(super) fn conv(&mut self, read: &Value, bytes: u64) -> Value {
        let all = (0..LAYOUTS).flat_map(|a| (0..LAYOUTS).map(move |b| (a, b)));
        let mut choices: Vec<_> = all.filter(|_| self.random.below(4) == 0).collect();
        if choices.is_empty() {
            let [a, b] = [0; 2].map(|_| self.random.below(LAYOUTS as u64) as usize);
            choices.push((a, b));
        }
        self.op(&[read], &choices, bytes)
    }

    /// Adds an op that preserves any layout.
    pub(super) fn keep(&mut self, reads: &[&Value], bytes: u64) -> Value {
        let choices: Vec<_> = (0..LAYOUTS).map(|layout| (layout, layout)).collect();
        self.op(reads, &choices, bytes)
    }

    /// Adds a dense block: each layer reads the concat of all layers before it, which is computed anew.
    pub(super) fn dense_block(&mut self, input: &Value, layers: u64, growth: u64) -> Value {
        let mut features = vec![self.shared(input)];
        for _ in 0..layers {
            let wide = self.concat(&features);
            let normal = self.keep(&[&wide], wide.bytes);
            let narrow = self.conv(&normal, 4 * growth);
            let normal = self.keep(&[&narrow], narrow.bytes);
            let new = self.conv(&normal, growth);
            features.push(self.shared(&new));
        }
        let wide = self.concat(&features);
        let half = self.conv(&wide, wide.bytes / 2);
        self.keep(&[&half], wide.bytes / 8)
    }

    fn concat(&mut self, features: &[Value]) -> Value {
        let bytes = features.iter().map(|value| value.bytes).sum();
        self.keep(&features.iter().collect::<Vec<_>>(), bytes)
    }

    /// Adds a residual block.
    pub(super) fn residual_block(&mut self, input: &Value) -> Value {
        let held = self.shared(input);
        let first = self.conv(&held, input.bytes);
        let normal = self.keep(&[&first], input.bytes);
        let second = self.conv(&normal, input.bytes);
        self.keep(&[&held, &second], input.bytes)
    }

    pub(super) fn input(&mut self, bytes: u64) -> Value {
        self.keep(&[], bytes)
    }
}

/// Returns the cost of a conversion: the bytes read and written, weighted by direction.
fn convert(from: usize, to: usize, bytes: u64) -> u64 {
    const QUARTERS: [[u64; LAYOUTS]; LAYOUTS] = [[0, 6, 5], [6, 0, 4], [5, 4, 0]];
    2 * bytes * QUARTERS[from][to]
}

/// Builds a DenseNet-like network with dense blocks of these sizes.
pub(super) fn dense_net(network: &mut Network, layers: &[u64]) {
    let mut value = network.input(64 * 56 * 56);
    let mut growth = 32 * 56 * 56;
    for &layers in layers {
        value = network.dense_block(&value, layers, growth);
        growth /= 4;
    }
}

/// Returns the problem of ops that join random earlier values. A fifth of the ops read one layout and define another,
/// or with two choices also the other way round; all others read two values in one layout and define it. Each copy of a
/// value in a further layout costs the same.
pub(super) fn joins(seed: u64, layouts: usize, count: usize, choices: usize) -> Problem {
    const COPY: u64 = 480;
    const SECOND: u64 = 100;
    let mut random = Random::new(seed);
    let mut problem = Problem::new();
    // For each value: its node, the layout of each label, and its copies.
    let mut values: Vec<(NodeId, Vec<usize>, Vec<NodeId>)> = Vec::new();
    for op in 0..count {
        let fixed = [0; 2].map(|_| random.below(layouts as u64) as usize);
        let is_fixed = op == 0 || random.below(5) == 0;
        let all: Vec<usize> = (0..layouts).collect();
        let (reads, defines) = if is_fixed {
            let [first, second] = fixed;
            let mut both = (vec![first, second], vec![second, first]);
            both.0.truncate(choices);
            both.1.truncate(choices);
            both
        } else {
            (all.clone(), all)
        };
        let second = if is_fixed { SECOND } else { 0 };
        let own = (0..reads.len()).map(|label| if label == 1 { second } else { 0 });
        let node = problem.add_node(own.collect()).unwrap();
        for _ in 0..if op == 0 { 0 } else { 2 } {
            let recent = values.len().min(8) as u64;
            let (_, _, copies) = &values[values.len() - 1 - random.below(recent) as usize];
            for (layout, &copy) in copies.iter().enumerate() {
                let absent = reads.iter().map(|&read| if read == layout { FORBIDDEN } else { 0 });
                let pairs = absent.chain(vec![0; reads.len()]).collect();
                problem.add_edge(copy, node, pairs).unwrap();
            }
        }
        let copies = (0..layouts).map(|layout| {
            let copy = problem.add_node(vec![0; 2]).unwrap();
            problem.mark_dependent(copy);
            let moves = defines.iter().map(|&own| if own == layout { 0 } else { COPY });
            problem.add_edge(node, copy, moves.flat_map(|cost| [0, cost]).collect()).unwrap();
            copy
        });
        let copies = copies.collect();
        values.push((node, defines, copies));
    }
    problem
}
