//! Random modules, whose costs are compared with the least cost over all layouts.
//!
//! The oracle enumerates the joint layouts of all ops of a function and counts the copies itself. All dims are longer
//! than 1, so the six orders of a tensor of three dims are six layouts.

mod contracted;
mod control_flow;
mod declared;
mod functions;
mod fused;
mod groups;
mod memory;
mod padding;
mod view_chains;
mod views;

use super::effort::Effort;
use super::tests::parse;
use super::*;
use crate::testing::interpret;
use crate::testing::{Ran, run as run_pass};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use testkit::Random;

/// An order: the dim at each physical position.
type Order = [usize; 3];

const ORDERS: [Order; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The maximum number of joint layouts of a function.
const MAX_LAYOUTS: usize = 4_000;

/// A joint layout of an op: the index of the order of each operand and of the result, and its cost.
#[derive(Clone)]
struct Joint {
    reads: Vec<Option<usize>>,
    result: Option<usize>,
    cost: u64,
}

/// An op: the values that it uses, its joint layouts, and its text around the operands.
struct Node {
    reads: Vec<usize>,
    joints: Vec<Joint>,
    name: String,
    attrs: String,
    /// `true` for a constant and for a value computed from constants alone, whose copies are free.
    is_free: bool,
    /// The node whose memory a chain of transposes reads.
    root: usize,
}

/// A value: its name in the text, its lengths, and the node whose result it is.
#[derive(Clone)]
struct Tensor {
    name: String,
    lens: Vec<usize>,
    /// The order that its type states.
    stated: Option<usize>,
    source: usize,
}

/// A function under construction. Node 0 is the argument.
struct Function {
    random: Random,
    nodes: Vec<Node>,
    tensors: Vec<Tensor>,
    text: String,
    /// The nodes that are parts of a concat. A second concat of one may need a copy, which `views` tests.
    joined: BTreeSet<usize>,
}

fn map(order: usize) -> String {
    let dims: Vec<String> = ORDERS[order].iter().map(|dim| format!("d{dim}")).collect();
    format!("affine_map<(d0, d1, d2) -> ({})>", dims.join(", "))
}

fn ty(lens: &[usize], order: Option<usize>) -> String {
    let lens: Vec<String> = lens.iter().map(usize::to_string).collect();
    let encoding = order.map_or(String::new(), |order| format!(", {{order = {}}}", map(order)));
    format!("tensor<{}xf16{encoding}>", lens.join("x"))
}

fn bytes(lens: &[usize]) -> u64 {
    lens.iter().product::<usize>() as u64 * 2
}

fn same(reads: usize) -> Vec<Joint> {
    let joint = |order| Joint { reads: vec![Some(order); reads], result: Some(order), cost: 0 };
    (0..ORDERS.len()).map(joint).collect()
}

impl Function {
    fn new(random: Random) -> Function {
        let mut function = Function {
            random,
            nodes: Vec::new(),
            tensors: Vec::new(),
            text: String::new(),
            joined: BTreeSet::new(),
        };
        let order = function.random.index(ORDERS.len());
        let joint = Joint { reads: Vec::new(), result: Some(order), cost: 0 };
        let (name, lens) = ("%v0".to_owned(), vec![2, 3, 4]);
        function.tensors.push(Tensor { name, lens, stated: Some(order), source: 0 });
        let (name, attrs) = (String::new(), String::new());
        let joints = vec![joint];
        let is_free = function.random.index(4) == 0;
        function.nodes.push(Node { reads: Vec::new(), joints, name, attrs, is_free, root: 0 });
        function
    }

    fn layouts(&self) -> usize {
        self.nodes.iter().map(|node| node.joints.len()).product()
    }

    fn any_tensor(&mut self) -> usize {
        self.random.index(self.tensors.len())
    }

    /// Adds an op that uses some tensors, unless the function then has too many joint layouts.
    fn push(&mut self, node: Node, from: &[usize], lens: Vec<usize>) {
        if self.layouts() * node.joints.len() > MAX_LAYOUTS {
            return;
        }
        let name = format!("%v{}", self.tensors.len());
        let operands: Vec<&str> = from.iter().map(|&at| &self.tensors[at].name[..]).collect();
        let types: Vec<String> =
            from.iter().map(|&at| ty(&self.tensors[at].lens, self.tensors[at].stated)).collect();
        let (operands, types) = (operands.join(", "), types.join(", "));
        let Node { name: op, attrs, .. } = &node;
        let result = ty(&lens, None);
        writeln!(self.text, "  {name} = \"{op}\"({operands}) {attrs} : ({types}) -> {result}")
            .unwrap();
        let source = self.nodes.len();
        self.tensors.push(Tensor { name, lens, stated: None, source });
        self.nodes.push(node);
    }

    fn step(&mut self) {
        let at = self.any_tensor();
        match self.random.index(8) {
            0 | 1 => self.choices(at),
            2 => self.same(at),
            3 => self.any(at),
            4 => self.concat(at),
            5 => self.transpose(at),
            6 => self.reorder(at),
            _ => self.constant(),
        }
    }

    fn choices(&mut self, at: usize) {
        let other = self.any_tensor();
        let from = if self.random.index(2) == 0 { vec![at] } else { vec![at, other] };
        let mut joints = Vec::new();
        for _ in 0..1 + self.random.index(3) {
            let reads = from.iter().map(|_| Some(self.random.index(6))).collect();
            let (result, cost) = (Some(self.random.index(6)), self.random.index(90) as u64);
            joints.push(Joint { reads, result, cost });
        }
        let choice = |joint: &Joint| {
            let maps = joint.reads.iter().flatten().map(|&order| map(order));
            let (reads, result) = (maps.collect::<Vec<_>>().join(", "), map(joint.result.unwrap()));
            format!("#layout.choice<({reads}) -> {result}, cost = {}>", joint.cost)
        };
        let choices: Vec<String> = joints.iter().map(choice).collect();
        let attrs = format!("{{layout.choices = [{}]}}", choices.join(", "));
        self.unknown(from, joints, attrs, at);
    }

    fn same(&mut self, at: usize) {
        let attrs = "{layout.choices = [#layout.choice<same>]}".to_owned();
        self.unknown(vec![at], same(1), attrs, at);
    }

    fn any(&mut self, at: usize) {
        let order = self.random.index(6);
        let joints = vec![Joint { reads: vec![None], result: Some(order), cost: 0 }];
        let attrs = format!("{{layout.choices = [#layout.choice<(any) -> {}>]}}", map(order));
        self.unknown(vec![at], joints, attrs, at);
    }

    fn unknown(&mut self, from: Vec<usize>, joints: Vec<Joint>, attrs: String, like: usize) {
        let reads: Vec<usize> = from.iter().map(|&at| self.tensors[at].source).collect();
        let is_pure = self.random.index(2) == 0;
        let is_free = is_pure && reads.iter().all(|&read| self.nodes[read].is_free);
        let node = Node {
            reads,
            joints,
            name: if is_pure { "onnx.Op" } else { "t.layer" }.to_owned(),
            attrs,
            is_free,
            root: self.nodes.len(),
        };
        let lens = self.tensors[like].lens.clone();
        self.push(node, &from, lens);
    }

    fn concat(&mut self, at: usize) {
        let (axis, other) = (self.random.index(3), self.any_tensor());
        let [first, second] = [at, other].map(|at| self.tensors[at].clone());
        let is_joined = |dim: usize| dim == axis || first.lens[dim] == second.lens[dim];
        let roots = [first.source, second.source].map(|source| self.nodes[source].root);
        if roots[0] == roots[1] || roots.iter().any(|root| self.joined.contains(root)) {
            return;
        }
        if first.source == second.source || !(0..3).all(is_joined) || bytes(&first.lens) > 400 {
            return;
        }
        let mut lens = first.lens.clone();
        lens[axis] += second.lens[axis];
        let attrs = format!("{{axis = {axis} : si64}}");
        let is_free = [&first, &second].iter().all(|tensor| self.nodes[tensor.source].is_free);
        let (reads, name) = (vec![first.source, second.source], "onnx.Concat".to_owned());
        let (root, nodes) = (self.nodes.len(), self.nodes.len());
        self.push(Node { reads, joints: same(2), name, attrs, is_free, root }, &[at, other], lens);
        if self.nodes.len() > nodes {
            self.joined.extend(roots);
        }
    }

    fn transpose(&mut self, at: usize) {
        let perm = ORDERS[self.random.index(6)];
        let tensor = self.tensors[at].clone();
        let joint = |(number, order): (usize, &Order)| {
            let after = order.map(|dim| perm.iter().position(|&from| from == dim).unwrap());
            let result = ORDERS.iter().position(|&known| known == after);
            Joint { reads: vec![Some(number)], result, cost: 0 }
        };
        let joints = ORDERS.iter().enumerate().map(joint).collect();
        let attrs = format!("{{perm = {perm:?}}}");
        let is_free = self.nodes[tensor.source].is_free;
        let (reads, name) = (vec![tensor.source], "onnx.Transpose".to_owned());
        let lens = perm.iter().map(|&dim| tensor.lens[dim]).collect();
        let root = self.nodes[tensor.source].root;
        self.push(Node { reads, joints, name, attrs, is_free, root }, &[at], lens);
    }

    /// Adds a reorder, which is another name of the same value.
    fn reorder(&mut self, at: usize) {
        let tensor = self.tensors[at].clone();
        let order = self.random.index(6);
        let name = format!("%v{}", self.tensors.len());
        let (from, to) = (ty(&tensor.lens, tensor.stated), ty(&tensor.lens, Some(order)));
        writeln!(self.text, "  {name} = layout.reorder {} : {from} -> {to}", tensor.name).unwrap();
        self.tensors.push(Tensor { name, stated: Some(order), ..tensor });
    }

    fn constant(&mut self) {
        let joints = vec![Joint { reads: Vec::new(), result: None, cost: 0 }];
        let lens = vec![2, 3, 4];
        let attrs = format!("{{value = dense<1.0> : {}}}", ty(&lens, None));
        let name = "onnx.Constant".to_owned();
        let root = self.nodes.len();
        let reads = Vec::new();
        self.push(Node { reads, joints, name, attrs, is_free: true, root }, &[], lens);
    }

    /// Ends the function with the return of its last tensor in some order, and returns its text and its least cost.
    fn finish(mut self, name: &str) -> (String, u64) {
        let (at, order) = (self.tensors.len() - 1, self.random.index(6));
        let (ty_in, last) = (ty(&[2, 3, 4], self.tensors[0].stated), self.tensors[at].clone());
        let (ty_last, ty_out) = (ty(&last.lens, last.stated), ty(&last.lens, Some(order)));
        let joints = vec![Joint { reads: vec![Some(order)], result: None, cost: 0 }];
        let mark = if self.nodes[0].is_free { " {layout.constant}" } else { "" };
        let attrs = String::new();
        let name_of = "return".to_owned();
        self.nodes.push(Node {
            reads: vec![last.source],
            joints,
            name: name_of,
            attrs,
            is_free: true,
            root: 0,
        });
        let text = format!(
            "func.func @{name}(%v0: {ty_in}{mark}) -> {ty_out} {{\n{}  %r = layout.reorder {} : {ty_last} -> {ty_out}\n  return %r : {ty_out}\n}}\n",
            self.text, last.name
        );
        let least = self.least();
        (text, least)
    }

    /// Returns the least cost over all joint layouts.
    fn least(&self) -> u64 {
        (0..self.layouts()).map(|number| self.cost(number)).min().unwrap()
    }

    fn cost(&self, mut number: usize) -> u64 {
        let mut read = vec![BTreeSet::new(); self.nodes.len()];
        let (mut made, mut cost) = (Vec::new(), 0);
        for node in &self.nodes {
            let joint = &node.joints[number % node.joints.len()];
            number /= node.joints.len();
            cost += joint.cost;
            made.push(joint.result);
            for (&value, order) in node.reads.iter().zip(&joint.reads) {
                read[value].extend(*order);
            }
        }
        for (at, (orders, made)) in read.iter().zip(&made).enumerate() {
            let tensor = self.tensors.iter().find(|tensor| tensor.source == at);
            if let Some(tensor) = tensor.filter(|_| !self.nodes[at].is_free) {
                let copies = orders.iter().filter(|&&order| Some(order) != *made).count() as u64;
                cost += copies * 2 * bytes(&tensor.lens);
            }
        }
        cost
    }
}

/// Returns the text of a random module, the number of its functions, and its least cost.
fn module(seed: u64) -> (String, usize, u64) {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut text, mut least) = (String::new(), 0);
    let count = 1 + random.index(3);
    for number in 0..count {
        let mut function = Function::new(Random::new(seed * 8 + number as u64 + 1));
        for _ in 0..3 + random.index(9) {
            function.step();
        }
        let (of_function, cost) = function.finish(&format!("f{number}"));
        text += &of_function;
        least += cost;
    }
    (text, count, least)
}

/// Returns `true` if a value depends on constants alone, through ops without side effects.
fn is_constant(module: &Module, value: ir::Value) -> bool {
    match module.def(value) {
        ir::module::Def::Argument(block, number) => {
            let function = module.region_parent(module.block_region(block));
            let attrs = module.attr(function, "arg_attrs").and_then(|it| module.ctx.as_array(it));
            let is_marked =
                |&attrs: &ir::Attr| module.ctx.dict_get(attrs, "layout.constant").is_some();
            attrs.is_some_and(|attrs| attrs.get(number).is_some_and(is_marked))
        }
        ir::module::Def::Result(op, _) => {
            let mut operands = module.operands(op).iter();
            !["t.layer", "func.call"].contains(&module.name(op))
                && operands.all(|&operand| is_constant(module, operand))
        }
    }
}

/// Returns the bytes that the reorders of a module read and write, except those of constants.
fn reorder_cost(ran: &Ran) -> u64 {
    let mut sum = 0;
    for op in ran.module.walk().filter(|&op| ran.module.name(op) == "layout.reorder") {
        if is_constant(&ran.module, ran.module.operands(op)[0]) {
            continue;
        }
        let lens = match ran.module.kind(ran.module.result(op, 0).unwrap()) {
            ir::TypeKind::Tensor { dims, .. } => dims.iter().map(|len| len.unwrap() as usize),
            _ => unreachable!("a reorder copies a tensor"),
        };
        sum += 2 * bytes(&lens.collect::<Vec<_>>());
    }
    sum
}

#[test]
fn costs_of_random_modules_are_least() {
    let (mut proven, mut moving) = (0, 0);
    for seed in 1..=1_200 {
        let (text, functions, least) = module(seed);
        let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
        let stat = |name: &str| ran.stats.get(name);
        let (cost, bound) = (stat("cost (bytes)"), stat("lower bound (bytes)"));
        assert_eq!(
            stat("bytes that reorders read and write"),
            reorder_cost(&ran),
            "{text}\n{}",
            ran.text()
        );
        assert!(bound <= least && least <= cost, "{bound} {least} {cost}\n{text}\n{}", ran.text());
        proven += u32::from(cost == bound);
        moving += u32::from(least > 0);
        if seed % 12 == 0 {
            for function in 0..functions {
                let [before, after] = [&parse(&text), &ran.module]
                    .map(|module| interpret::run(module, &format!("f{function}")).outputs);
                assert_eq!(before, after, "{text}\n{}", ran.text());
            }
        }
    }
    assert_eq!(proven, 1_200);
    assert!(moving > 900, "{moving} modules need a reorder");
}

#[test]
fn bounds_hold_for_any_effort() {
    for seed in 1..=60 {
        let (text, _, least) = module(seed);
        let pass =
            AssignLayouts { effort: Effort::parse("1").unwrap(), ..AssignLayouts::default() };
        let ran = run_pass(&pass, parse(&text), None);
        let [cost, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
        assert!(bound <= least && least <= cost, "{bound} {least} {cost}\n{text}");
    }
}
