//! Random functions whose types declare layouts, whose costs are compared with the least cost over all layouts.
//!
//! The oracle follows the definition of the costs alone: an op has one of the joint layouts that its choices allow, in
//! any order of its dims for `any` and `same`; an op without a rule has the layouts of its types; the layout that the
//! type of an inner value declares is a use of the value. It enumerates all joint layouts and all orders. The assigned
//! module is then checked op by op: each op has joint layouts that the oracle allows, each declared layout exists, and
//! the costs of the choices and the bytes of the reorders are the cost that the pass reports.

mod check;
mod steps;

use super::super::tests::parse;
use super::super::*;
use crate::testing::run as run_pass;
use testkit::Random;

/// The number of random functions; the environment variable `LAYOUTC_GRAPHS` sets a greater one, and
/// `LAYOUTC_GRAPHS_FIRST` the first seed.
const COUNT: u64 = 800;

/// The maximum number of joint layouts of a function.
const MAX_LAYOUTS: usize = 4_000;

/// The element types with their sizes in bytes.
const ELEMS: [(&str, u64); 3] = [("f16", 2), ("f32", 4), ("i8", 1)];

/// A value of the function. Reorders are other names of it.
struct Tensor {
    lens: Vec<usize>,
    elem: usize,
    /// The layout in which the value must exist, as an index of the orders.
    declared: Option<usize>,
    /// `true` for a constant and for a value computed from constants alone, whose copies are free.
    is_constant: bool,
}

/// A name of a value in the text, with the order that its type declares.
#[derive(Clone)]
struct Named {
    name: String,
    value: usize,
    declared: Option<usize>,
}

/// A joint layout: the order of each use, `None` for any, the order of each definition, and the cost.
#[derive(Clone, Debug)]
struct Joint {
    uses: Vec<Option<usize>>,
    defs: Vec<usize>,
    cost: u64,
}

/// An op, an argument, or the returned values, with all of its joint layouts.
struct Node {
    uses: Vec<usize>,
    defs: Vec<usize>,
    joints: Vec<Joint>,
}

/// A function under construction.
struct Function {
    random: Random,
    /// All orders of the dims of a tensor.
    orders: Vec<Vec<usize>>,
    /// The shapes of new values.
    shapes: Vec<Vec<usize>>,
    tensors: Vec<Tensor>,
    names: Vec<Named>,
    nodes: Vec<Node>,
    /// The arguments in the text.
    arguments: Vec<String>,
    text: String,
}

/// A random function, its ops in the order of the text, and its least cost.
struct Program {
    text: String,
    function: Function,
    least: u64,
}

/// The layouts of the values while the oracle enumerates them.
#[derive(Clone)]
struct Chosen {
    /// The memory of each value that is defined.
    defined: Vec<usize>,
    /// For each value, the memories that it is copied to, as bits.
    copied: Vec<u32>,
    cost: u64,
}

impl Function {
    /// Returns the bytes of a value.
    fn bytes(&self, value: usize) -> u64 {
        let tensor = &self.tensors[value];
        tensor.lens.iter().product::<usize>() as u64 * ELEMS[tensor.elem].1
    }

    /// Returns the memory that a value has in an order: the first order that differs in dims of length 1 only.
    fn memory(&self, value: usize, order: usize) -> usize {
        let lens = &self.tensors[value].lens;
        let long = |order: &[usize]| -> Vec<usize> {
            order.iter().copied().filter(|&dim| lens[dim] > 1).collect()
        };
        let own = long(&self.orders[order]);
        self.orders.iter().position(|other| long(other) == own).unwrap()
    }

    /// Uses a value in an order.
    fn with_use(&self, chosen: &mut Chosen, value: usize, order: usize) {
        let memory = self.memory(value, order);
        let is_known = chosen.defined[value] == memory || chosen.copied[value] >> memory & 1 == 1;
        if !is_known {
            chosen.copied[value] |= 1 << memory;
            let is_free = self.tensors[value].is_constant;
            chosen.cost += if is_free { 0 } else { 2 * self.bytes(value) };
        }
    }

    /// Returns the layouts after a node has one of its joint layouts. Values are defined in order.
    fn with_joint(&self, chosen: &Chosen, node: &Node, joint: &Joint) -> Chosen {
        let mut chosen = chosen.clone();
        chosen.cost += joint.cost;
        for (&value, order) in node.uses.iter().zip(&joint.uses) {
            order.iter().for_each(|&order| self.with_use(&mut chosen, value, order));
        }
        for (&value, &order) in node.defs.iter().zip(&joint.defs) {
            chosen.defined[value] = self.memory(value, order);
            let declared = self.tensors[value].declared;
            declared.iter().for_each(|&order| self.with_use(&mut chosen, value, order));
        }
        chosen
    }

    /// Returns the least cost of the nodes from a node on, if it is below a limit, or the limit.
    fn least(&self, chosen: &Chosen, from: usize, limit: u64) -> u64 {
        if chosen.cost >= limit {
            return limit;
        }
        let Some(node) = self.nodes.get(from) else { return chosen.cost };
        node.joints.iter().fold(limit, |limit, joint| {
            self.least(&self.with_joint(chosen, node, joint), from + 1, limit)
        })
    }
}

impl Program {
    fn new(seed: u64) -> Program {
        let random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut function = Function::new(random);
        for _ in 0..2 + function.random.index(6) {
            function.step();
        }
        let text = function.finish();
        let values = function.tensors.len();
        let start = Chosen { defined: vec![usize::MAX; values], copied: vec![0; values], cost: 0 };
        let least = function.least(&start, 0, u64::MAX);
        Program { text, function, least }
    }
}

/// Returns the seeds of the random functions.
fn seeds() -> std::ops::Range<u64> {
    let variable = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let first = variable("LAYOUTC_GRAPHS_FIRST").unwrap_or(1);
    first..first + variable("LAYOUTC_GRAPHS").unwrap_or(0).max(COUNT)
}

#[test]
fn costs_of_functions_with_declared_types_are_least() {
    let (mut proven, mut moving, mut declared, mut same, mut computed) = (0, 0, 0, 0, 0);
    let seeds = seeds();
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let program = Program::new(seed);
        let Program { text, least, function } = &program;
        let ran = run_pass(&AssignLayouts::default(), parse(text), None);
        let [cost, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
        let context = format!("seed {seed}: {bound} {least} {cost}\n{text}\n{}", ran.text());
        assert!(bound <= *least && cost == *least, "{context}");
        program.check(&ran, &context, seed.is_multiple_of(16));
        proven += u64::from(bound == cost);
        moving += u64::from(*least > 0);
        declared += u64::from(function.tensors.iter().any(|tensor| tensor.declared.is_some()));
        same += u64::from(text.contains("same"));
        let inputs = function.arguments.len();
        computed += u64::from(function.tensors[inputs..].iter().any(|tensor| tensor.is_constant));
    }
    println!(
        "{count} functions: {proven} proven, {moving} with a cost, {declared} with declared values, {same} with `same`, {computed} with computed constants"
    );
    assert!(proven * 100 >= count * 99, "{proven} of {count} costs are proven");
    assert!(moving * 2 > count && declared * 2 > count && same * 3 > count);
    assert!(computed * 16 > count, "{computed} of {count} functions compute constants");
}
