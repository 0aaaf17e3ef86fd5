//! Random modules of functions that call each other, whose costs are compared with the least cost over all layouts, all
//! signatures and all clonings.
//!
//! A cloning of least cost has at most one clone of a function for each signature: of two with equal signatures, the
//! cheaper one could serve all calls. So the oracle enumerates the sets of signatures of each function, and for each
//! signature the layouts of all ops and the signatures of all callees. All tensors have one shape, so an order that no
//! op and no signature names is never needed: it could be replaced by any other one at no cost.

use super::super::tests::parse;
use super::super::*;
use super::{bytes, map, reorder_cost, ty};
use crate::testing::{Ran, interpret, run as run_pass};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use testkit::Random;

const LENS: [usize; 3] = [2, 3, 4];

/// The number of random modules.
const COUNT: u64 = 600;

/// The layouts of all inputs, then of all results, as indices of the orders of the module.
type Signature = Vec<usize>;

/// An input or result of a function.
#[derive(Clone, Copy)]
struct Port {
    /// The order that its type states, as an index of the orders of the module.
    stated: Option<usize>,
    /// `true` if it has the attribute `layout.any`.
    is_any: bool,
    is_constant: bool,
}

/// A joint layout of an op: the order of each operand and of the result; `None` for any order.
struct Joint {
    reads: Vec<Option<usize>>,
    result: usize,
    cost: u64,
}

enum Node {
    Op { reads: Vec<usize>, joints: Vec<Joint> },
    Call { callee: usize, reads: Vec<usize> },
}

impl Node {
    /// Returns the number of joint layouts, or of the signatures of a callee with one input and one result.
    fn choices(&self) -> usize {
        match self {
            Node::Op { joints, .. } => joints.len(),
            Node::Call { .. } => 9,
        }
    }
}

/// A function. Its values are the inputs, then the results of its nodes.
struct Function {
    is_private: bool,
    /// `true` if the function calls itself.
    is_recursive: bool,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    nodes: Vec<Node>,
    /// The value of each output.
    returned: Vec<usize>,
}

/// A module under construction. The last function is public and calls the others.
struct Program {
    /// The orders of the module, as indices of `ORDERS`.
    orders: Vec<usize>,
    functions: Vec<Function>,
}

impl Program {
    fn new(random: &mut Random) -> Program {
        let count = if random.index(4) == 0 { 3 } else { 2 };
        let orders = random.permutation(6)[..count].to_vec();
        let mut program = Program { orders, functions: Vec::new() };
        let callees = 1 + random.index(2).min(3 - count);
        for number in 0..=callees {
            let function = program.function(random, number, number == callees);
            program.functions.push(function);
        }
        program
    }

    fn port(&self, random: &mut Random, is_private: bool) -> Port {
        let order = random.index(self.orders.len());
        let stated = if is_private && random.index(5) > 0 { None } else { Some(order) };
        Port { stated, is_any: random.index(6) == 0, is_constant: false }
    }

    fn function(&self, random: &mut Random, number: usize, is_last: bool) -> Function {
        let is_private = !is_last && random.index(6) > 0;
        let inputs = if is_last { 1 + random.index(3) } else { 1 };
        let mut inputs: Vec<Port> = (0..inputs).map(|_| self.port(random, is_private)).collect();
        inputs.iter_mut().for_each(|port| port.is_constant = random.index(6) == 0);
        let outputs = vec![self.port(random, is_private)];
        let is_recursive = !is_last && random.index(8) == 0;
        let mut function = Function {
            is_private,
            is_recursive,
            inputs,
            outputs,
            nodes: Vec::new(),
            returned: Vec::new(),
        };
        let (mut calls, most) = (0, if is_last { 3 } else { 1 });
        for _ in 0..1 + random.index(if is_last { 7 } else { 3 }) {
            let value = random.index(function.values());
            if number > 0 && calls < most && random.index(2) == 0 {
                calls += 1;
                let callee = random.index(number);
                function.nodes.push(Node::Call { callee, reads: vec![value] });
            } else {
                let other = random.index(function.values());
                function.nodes.push(self.op(random, value, other));
            }
            let combinations = function.nodes.iter().map(Node::choices);
            if combinations.product::<usize>() > 500 {
                break;
            }
        }
        if is_last && calls < 2 {
            for _ in 0..2 {
                let reads = vec![random.index(function.values())];
                function.nodes.push(Node::Call { callee: random.index(number), reads });
            }
        }
        if is_recursive {
            let reads = vec![random.index(function.values())];
            function.nodes.push(Node::Call { callee: number, reads });
        }
        let last = function.values() - 1;
        function.returned.push(if random.index(5) == 0 { random.index(last + 1) } else { last });
        function
    }

    fn op(&self, random: &mut Random, value: usize, other: usize) -> Node {
        let count = self.orders.len();
        let reads = if random.index(4) == 0 { vec![value, other] } else { vec![value] };
        let order = |at: usize| Joint { reads: vec![Some(at); reads.len()], result: at, cost: 0 };
        let joints = match random.index(4) {
            0 | 1 => (0..count).map(order).collect(),
            _ => (0..1 + random.index(2))
                .map(|_| Joint {
                    reads: reads
                        .iter()
                        .map(|_| Some(random.index(count)).filter(|_| random.index(8) > 0))
                        .collect(),
                    result: random.index(count),
                    cost: if random.index(3) == 0 { random.index(70) as u64 } else { 0 },
                })
                .collect(),
        };
        Node::Op { reads, joints }
    }

    /// Returns `true` if all calls of a function are known, so that its signature is chosen and it may be cloned.
    fn is_inner(&self, at: usize) -> bool {
        let is_call = |node: &Node| matches!(node, Node::Call { callee, .. } if *callee == at);
        let is_called = self.functions.iter().any(|function| function.nodes.iter().any(is_call));
        self.functions[at].is_private && is_called
    }

    /// Returns the signatures that a function may have.
    fn signatures(&self, at: usize) -> Vec<Signature> {
        let function = &self.functions[at];
        let count = self.orders.len();
        // A type without a layout is row major if it is kept.
        let row_major = || self.orders.iter().position(|&order| order == 0);
        let choices = function.ports().map(|port| match port.stated {
            _ if port.is_any => (0..count).collect(),
            Some(stated) => vec![stated],
            None if self.is_inner(at) => (0..count).collect(),
            None => vec![row_major().unwrap_or(count)],
        });
        choices.fold(vec![Vec::new()], |all: Vec<Signature>, choices: Vec<usize>| {
            let with = |signature: &Signature| {
                let signature = signature.clone();
                choices
                    .iter()
                    .map(move |&order| [&signature[..], &[order]].concat())
                    .collect::<Vec<_>>()
            };
            all.iter().flat_map(with).collect()
        })
    }

    /// Returns the least cost over all layouts, signatures and clonings.
    fn least(&self) -> u64 {
        let all: Vec<Vec<Signature>> =
            (0..self.functions.len()).map(|at| self.signatures(at)).collect();
        let may_be_cloned = |at: usize| self.is_inner(at) && !self.functions[at].is_recursive;
        let sets = all.iter().enumerate().map(|(at, signatures)| {
            let masks = 1u32..1 << signatures.len();
            let masks = masks.filter(|mask| may_be_cloned(at) || mask.count_ones() == 1);
            let masks = masks.filter(|mask| mask.count_ones() <= 3);
            masks.collect::<Vec<u32>>()
        });
        let sets: Vec<Vec<u32>> = sets.collect();
        let tables: Vec<CostTable> = (0..all.len()).map(|at| self.table(at, &all)).collect();
        let combinations: usize = sets.iter().map(Vec::len).product();
        let cost = |mut number: usize| {
            let mut chosen = Vec::new();
            for masks in &sets {
                chosen.push(masks[number % masks.len()]);
                number /= masks.len();
            }
            let bodies = tables.iter().zip(&chosen).flat_map(|(table, mask)| {
                let own = table.iter().enumerate().filter(move |(at, _)| mask >> at & 1 == 1);
                own.map(|(_, rows)| rows)
            });
            let least = |rows: &Vec<(Vec<(usize, usize)>, u64)>| {
                let is_allowed = |calls: &Vec<(usize, usize)>| {
                    calls.iter().all(|&(callee, signature)| chosen[callee] >> signature & 1 == 1)
                };
                rows.iter().filter(|row| is_allowed(&row.0)).map(|row| row.1).min().unwrap()
            };
            bodies.map(least).sum::<u64>()
        };
        (0..combinations).map(cost).min().unwrap()
    }

    /// Returns the least cost of the body of a function for each of its signatures, and for each signature of its
    /// callees.
    fn table(&self, at: usize, all: &[Vec<Signature>]) -> CostTable {
        let function = &self.functions[at];
        let choices = function.nodes.iter().map(|node| match node {
            Node::Op { joints, .. } => joints.len(),
            Node::Call { callee, .. } => all[*callee].len(),
        });
        let choices: Vec<usize> = choices.collect();
        let body = |signature: &Signature| {
            let mut rows: Vec<(Vec<(usize, usize)>, u64)> = Vec::new();
            for mut number in 0..choices.iter().product() {
                let mut picked = Vec::new();
                for &count in &choices {
                    picked.push(number % count);
                    number /= count;
                }
                let cost = function.cost(signature, &picked, all);
                let calls =
                    function.nodes.iter().zip(&picked).filter_map(|(node, &own)| match node {
                        Node::Op { .. } => None,
                        Node::Call { callee, .. } => Some((*callee, own)),
                    });
                let calls: Vec<(usize, usize)> = calls.collect();
                // A function that calls itself has one signature.
                let is_own =
                    |&(callee, own): &(usize, usize)| callee != at || all[at][own] == *signature;
                if calls.iter().all(is_own) {
                    rows.push((calls, cost));
                }
            }
            rows
        };
        all[at].iter().map(body).collect()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (number, function) in self.functions.iter().enumerate() {
            self.write(&mut text, number, function);
        }
        text
    }

    fn ty(&self, stated: Option<usize>) -> String {
        ty(&LENS, stated.map(|at| self.orders[at]))
    }

    fn write(&self, text: &mut String, number: usize, function: &Function) {
        let shown = |port: &Port| {
            let marks = [(port.is_any, "layout.any"), (port.is_constant, "layout.constant")];
            let marks: Vec<&str> = marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
            let marks =
                if marks.is_empty() { String::new() } else { format!(" {{{}}}", marks.join(", ")) };
            format!("{}{marks}", self.ty(port.stated))
        };
        let inputs = function.inputs.iter().enumerate();
        let inputs: Vec<String> =
            inputs.map(|(at, port)| format!("%v{at}: {}", shown(port))).collect();
        let outputs: Vec<String> = function.outputs.iter().map(shown).collect();
        let visibility = if function.is_private { "private " } else { "" };
        writeln!(
            text,
            "func.func {visibility}@f{number}({}) -> ({}) {{",
            inputs.join(", "),
            outputs.join(", ")
        )
        .unwrap();
        let mut types: Vec<String> =
            function.inputs.iter().map(|port| self.ty(port.stated)).collect();
        let mut copies = 0;
        // Returns a value with the type of a port.
        let mut as_port = |text: &mut String, types: &[String], value: usize, port: &Port| {
            let to = self.ty(port.stated);
            if types[value] == to {
                return format!("%v{value}");
            }
            copies += 1;
            let from = &types[value];
            writeln!(text, "  %c{copies} = layout.reorder %v{value} : {from} -> {to}").unwrap();
            format!("%c{copies}")
        };
        for node in &function.nodes {
            let result = types.len();
            match node {
                Node::Op { reads, joints } => {
                    let operands: Vec<String> = reads.iter().map(|at| format!("%v{at}")).collect();
                    let from: Vec<&str> = reads.iter().map(|&at| &types[at][..]).collect();
                    let choices: Vec<String> = joints.iter().map(|it| self.choice(it)).collect();
                    writeln!(
                        text,
                        "  %v{result} = \"t.layer\"({}) {{layout.choices = [{}]}} : ({}) -> {}",
                        operands.join(", "),
                        choices.join(", "),
                        from.join(", "),
                        self.ty(None)
                    )
                    .unwrap();
                    types.push(self.ty(None));
                }
                Node::Call { callee, reads } => {
                    let ports = &self.functions[*callee];
                    let operands: Vec<String> = reads
                        .iter()
                        .zip(&ports.inputs)
                        .map(|(&value, port)| as_port(text, &types, value, port))
                        .collect();
                    let from: Vec<String> =
                        ports.inputs.iter().map(|port| self.ty(port.stated)).collect();
                    let to = self.ty(ports.outputs[0].stated);
                    writeln!(
                        text,
                        "  %v{result} = func.call @f{callee}({}) : ({}) -> {to}",
                        operands.join(", "),
                        from.join(", ")
                    )
                    .unwrap();
                    types.push(to);
                }
            }
        }
        let returned: Vec<String> = function
            .returned
            .iter()
            .zip(&function.outputs)
            .map(|(&value, port)| as_port(text, &types, value, port))
            .collect();
        let to: Vec<String> = function.outputs.iter().map(|port| self.ty(port.stated)).collect();
        writeln!(text, "  return {} : {}\n}}", returned.join(", "), to.join(", ")).unwrap();
    }

    fn choice(&self, joint: &Joint) -> String {
        let map = |&at: &usize| map(self.orders[at]);
        let reads = joint.reads.iter();
        let reads: Vec<String> =
            reads.map(|at| at.as_ref().map_or("any".to_owned(), map)).collect();
        let Joint { result, cost, .. } = joint;
        format!("#layout.choice<({}) -> {}, cost = {cost}>", reads.join(", "), map(result))
    }
}

/// For each signature of a function, the cost of its body for each choice of callees, each with its signature.
type CostTable = Vec<Vec<(Vec<(usize, usize)>, u64)>>;

impl Function {
    fn values(&self) -> usize {
        self.inputs.len() + self.nodes.len()
    }

    fn ports(&self) -> impl Iterator<Item = &Port> {
        self.inputs.iter().chain(&self.outputs)
    }

    /// Returns the cost of the body in one signature, with a joint layout or a signature of the callee for each node.
    fn cost(&self, signature: &Signature, picked: &[usize], all: &[Vec<Signature>]) -> u64 {
        let mut defined: Vec<usize> = signature[..self.inputs.len()].to_vec();
        let mut used = vec![BTreeSet::new(); self.values()];
        let mut cost = 0;
        for (node, &own) in self.nodes.iter().zip(picked) {
            match node {
                Node::Op { reads, joints } => {
                    let joint = &joints[own];
                    cost += joint.cost;
                    defined.push(joint.result);
                    for (&value, order) in reads.iter().zip(&joint.reads) {
                        used[value].extend(*order);
                    }
                }
                Node::Call { callee, reads } => {
                    let signature = &all[*callee][own];
                    for (&value, &order) in reads.iter().zip(signature) {
                        used[value].insert(order);
                    }
                    defined.push(signature[reads.len()]);
                }
            }
        }
        for (&value, &order) in self.returned.iter().zip(&signature[self.inputs.len()..]) {
            used[value].insert(order);
        }
        for (value, (used, defined)) in used.iter().zip(&defined).enumerate() {
            let is_constant = self.inputs.get(value).is_some_and(|port| port.is_constant);
            if !is_constant {
                let copies = used.iter().filter(|order| *order != defined).count() as u64;
                cost += copies * 2 * bytes(&LENS);
            }
        }
        cost
    }
}

fn program(seed: u64) -> Program {
    Program::new(&mut Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1))
}

/// Checks the costs of a module after the pass and the results of its last function. Returns the cost and the least
/// cost.
fn check(program: &Program, ran: &Ran, text: &str) -> [u64; 2] {
    let least = program.least();
    let [cost, bound, bytes] =
        ["cost (bytes)", "lower bound (bytes)", "bytes that reorders read and write"]
            .map(|name| ran.stats.get(name));
    assert_eq!(bytes, reorder_cost(ran), "{text}\n{}", ran.text());
    assert!(bound <= least && least <= cost, "{bound} {least} {cost}\n{text}\n{}", ran.text());
    if program.functions.iter().all(|function| !function.is_recursive) {
        let last = format!("f{}", program.functions.len() - 1);
        let [before, after] =
            [&parse(text), &ran.module].map(|module| interpret::run(module, &last).outputs);
        assert_eq!(before, after, "{text}\n{}", ran.text());
    }
    [cost, least]
}

#[test]
fn costs_of_random_functions_are_least() {
    let (mut proven, mut optimal, mut cloned, mut moving) = (0, 0, 0, 0);
    for seed in 1..=COUNT {
        let program = program(seed);
        let text = program.text();
        let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
        let [cost, least] = check(&program, &ran, &text);
        optimal += u32::from(cost == least);
        proven += u32::from(cost == ran.stats.get("lower bound (bytes)"));
        cloned += u32::from(ran.stats.get("functions cloned") > 0);
        moving += u32::from(least > 0);
    }
    assert_eq!([optimal, proven], [COUNT as u32; 2]);
    assert!(cloned > 40 && moving > 400, "{cloned} modules with clones, {moving} with reorders");
}

/// Returns a module with a function of this many ops of one layout, which is called in two layouts. A clone costs
/// nothing; without it, a call needs two reorders.
fn two_layouts(ops: usize) -> String {
    let (plain, other) = (ty(&LENS, None), ty(&LENS, Some(1)));
    let mut text = format!("func.func private @f(%v0: {plain}) -> {plain} {{\n");
    for at in 0..ops {
        let attrs = "{layout.choices = [#layout.choice<same>]}";
        writeln!(text, "%v{} = \"t.layer\"(%v{at}) {attrs} : ({plain}) -> {plain}", at + 1)
            .unwrap();
    }
    writeln!(text, "return %v{ops} : {plain}\n}}").unwrap();
    writeln!(
        text,
        "func.func @g(%x: {plain}, %y: {other}) -> ({plain}, {other}) {{
           %0 = call @f(%x) : ({plain}) -> {plain}
           %1 = layout.reorder %y : {other} -> {plain}
           %2 = call @f(%1) : ({plain}) -> {plain}
           %3 = layout.reorder %2 : {plain} -> {other}
           return %0, %3 : {plain}, {other}
         }}"
    )
    .unwrap();
    text
}

#[test]
fn clones_beyond_the_limit_are_reported_and_lower_the_bound() {
    let run = |ops: usize| {
        let effort = Effort::parse("1").unwrap();
        run_pass(
            &AssignLayouts { effort, ..AssignLayouts::default() },
            parse(&two_layouts(ops)),
            None,
        )
    };
    let cost = |ran: &Ran| ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
    let small = run(500);
    assert_eq!((cost(&small), small.stats.get("functions cloned")), ([0, 0], 1));
    let large = run(1_500);
    assert_eq!((cost(&large), large.stats.get("functions cloned")), ([192, 0], 0));
    let expected = "remark[L0407]: clones of 1 function were not considered, the first of them `@f`; a higher `effort` considers more of them";
    assert!(large.diagnostics().contains(expected), "{}", large.diagnostics());
}

#[test]
fn chains_of_calls_are_proven_optimal() {
    // If each call paid a part of the cost of a body, an argument in row-major order would be cheaper.
    let plain = ty(&LENS, None);
    let choice = format!("({}) -> {}", map(1), map(1));
    let mut text = format!(
        "func.func private @f(%x: {plain}) -> {plain} {{
           %0 = \"t.layer\"(%x) {{layout.choices = [#layout.choice<{choice}>]}} : ({plain}) -> {plain}
           return %0 : {plain}
         }}
         func.func @g(%v0: {plain}) -> {plain} {{\n"
    );
    for at in 0..12 {
        writeln!(text, "%v{} = func.call @f(%v{at}) : ({plain}) -> {plain}", at + 1).unwrap();
    }
    writeln!(text, "return %v12 : {plain}\n}}").unwrap();
    let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
    let stat = |name: &str| ran.stats.get(name);
    assert_eq!((stat("cost (bytes)"), stat("lower bound (bytes)")), (192, 192));
    assert_eq!(stat("functions cloned"), 0, "{}", ran.text());
}
