//! Random modules of views that cannot all share memory, whose bounds are compared with all layouts and all copies.
//!
//! The oracle enumerates the joint layouts of all ops and, for each value, which of its uses share a copy. It writes each
//! cheaper choice as a module whose types state all layouts. `resolve-strides` decides whether the views of that module
//! can share memory: it must then insert a copy. So the oracle does not use the model of the solver.

use super::super::tests::parse;
use super::super::*;
use crate::ResolveStrides;
use crate::testing::{interpret, run as run_pass};
use std::fmt::Write as _;
use testkit::Random;

/// The number of random modules; the environment variable `LAYOUTC_VIEW_MODULES` sets a greater one.
const COUNT: u64 = 1_000;

/// The maximum number of modules that the oracle writes for one random module.
const MOST_CHECKED: usize = 12;

/// Orders of a tensor of two dims.
const MAPS: [&str; 2] = ["affine_map<(d0, d1) -> (d0, d1)>", "affine_map<(d0, d1) -> (d1, d0)>"];

/// A joint layout of an op: the orders of the operands and of the results, and its cost.
#[derive(Clone)]
struct Joint {
    reads: Vec<usize>,
    results: Vec<usize>,
    cost: u64,
}

struct Node {
    name: String,
    attrs: String,
    reads: Vec<usize>,
    results: Vec<usize>,
    joints: Vec<Joint>,
}

/// A function under construction. Value 0 is its argument, in row-major order.
struct Views {
    lens: Vec<[usize; 2]>,
    nodes: Vec<Node>,
}

/// The layouts of a function: the joint layout of each op, and the form that each operand uses. Form 0 of a value is its
/// definition.
#[derive(Clone, Default)]
struct Layouts {
    joints: Vec<usize>,
    forms: Vec<Vec<usize>>,
    /// For each value, the orders of its definition and of its copies.
    orders: Vec<Vec<usize>>,
    cost: u64,
}

fn ty(lens: [usize; 2], order: Option<usize>) -> String {
    let encoding = order.map_or(String::new(), |order| format!(", {{order = {}}}", MAPS[order]));
    format!("tensor<{}x{}xf16{encoding}>", lens[0], lens[1])
}

fn bytes(lens: [usize; 2]) -> u64 {
    (lens[0] * lens[1] * 2) as u64
}

impl Views {
    fn new(random: &mut Random) -> Views {
        let mut views = Views { lens: vec![[2, 4]], nodes: Vec::new() };
        for _ in 0..2 + random.index(4) {
            views.step(random);
        }
        views
    }

    fn push(
        &mut self,
        name: &str,
        attrs: String,
        reads: Vec<usize>,
        results: Vec<[usize; 2]>,
        joints: Vec<Joint>,
    ) {
        let first = self.lens.len();
        self.lens.extend(&results);
        let results = (first..self.lens.len()).collect();
        self.nodes.push(Node { name: name.to_owned(), attrs, reads, results, joints });
    }

    fn step(&mut self, random: &mut Random) {
        let at = random.index(self.lens.len());
        let lens = self.lens[at];
        let same = |reads: usize, results: usize| {
            let joint =
                |order| Joint { reads: vec![order; reads], results: vec![order; results], cost: 0 };
            vec![joint(0), joint(1)]
        };
        match random.index(8) {
            0 => {
                let (from, to) = (random.index(2), random.index(2));
                let attrs = format!(
                    "{{layout.choices = [#layout.choice<({}) -> {}>]}}",
                    MAPS[from], MAPS[to]
                );
                let joints = vec![Joint { reads: vec![from], results: vec![to], cost: 0 }];
                self.push("t.layer", attrs, vec![at], vec![lens], joints);
            }
            1 => {
                let attrs = "{layout.choices = [#layout.choice<same>]}".to_owned();
                self.push("t.layer", attrs, vec![at], vec![lens], same(1, 1));
            }
            2..=4 => {
                let axis = random.index(2);
                let fits = |&other: &usize| self.lens[other][1 - axis] == lens[1 - axis];
                let others: Vec<usize> = (0..self.lens.len()).filter(fits).collect();
                let other = others[random.index(others.len())];
                let mut whole = lens;
                whole[axis] += self.lens[other][axis];
                if whole[axis] <= 12 {
                    let attrs = format!("{{axis = {axis} : si64}}");
                    self.push("onnx.Concat", attrs, vec![at, other], vec![whole], same(2, 1));
                }
            }
            5 => {
                let axis = random.index(2);
                if lens[axis].is_multiple_of(2) && lens[axis] > 2 {
                    let mut half = lens;
                    half[axis] /= 2;
                    let attrs = format!("{{axis = {axis} : si64}}");
                    self.push("onnx.SplitV11", attrs, vec![at], vec![half, half], same(1, 2));
                }
            }
            6 => {
                let joint = |order| Joint { reads: vec![order], results: vec![1 - order], cost: 0 };
                let joints = vec![joint(0), joint(1)];
                let attrs = "{perm = [1, 0]}".to_owned();
                self.push("onnx.Transpose", attrs, vec![at], vec![[lens[1], lens[0]]], joints);
            }
            _ if lens[1].is_multiple_of(2) && lens[1] > 2 => {
                // Both dims are longer than 1, so only row-major memory is equal.
                let joints = vec![Joint { reads: vec![0], results: vec![0], cost: 0 }];
                let to = [lens[0] * 2, lens[1] / 2];
                let attrs = format!("{{shape = array<i64: {}, {}>}}", to[0], to[1]);
                self.push("t.reshape", attrs, vec![at], vec![to], joints);
            }
            _ => {}
        }
    }

    /// Returns the text without layouts, or with these.
    fn text(&self, layouts: Option<&Layouts>) -> String {
        let form = |value: usize, form: usize| match form {
            0 => format!("%v{value}"),
            copy => format!("%v{value}c{copy}"),
        };
        let of = |value: usize, form: usize| {
            ty(self.lens[value], layouts.map(|layouts| layouts.orders[value][form]))
        };
        let copies = |text: &mut String, value: usize| {
            let orders = layouts.map_or(&[][..], |layouts| &layouts.orders[value]);
            for copy in 1..orders.len() {
                let (from, to) = (of(value, 0), of(value, copy));
                writeln!(
                    text,
                    "  {} = layout.reorder %v{value} : {from} -> {to}",
                    form(value, copy)
                )
                .unwrap();
            }
        };
        let mut text = format!("func.func @f(%v0: {}) {{\n", ty(self.lens[0], Some(0)));
        copies(&mut text, 0);
        for (number, node) in self.nodes.iter().enumerate() {
            let used = |at: usize| layouts.map_or(0, |layouts| layouts.forms[number][at]);
            let uses: Vec<(usize, usize)> =
                node.reads.iter().enumerate().map(|(at, &value)| (value, used(at))).collect();
            let operands: Vec<String> = uses.iter().map(|&(value, at)| form(value, at)).collect();
            let mut operands = operands.join(", ");
            let mut types: Vec<String> = uses.iter().map(|&(value, at)| of(value, at)).collect();
            if let Some(first) = types.first_mut().filter(|_| uses[0].0 == 0 && layouts.is_none()) {
                *first = ty(self.lens[0], Some(0));
            }
            let mut attrs = node.attrs.clone();
            let mut name = &node.name[..];
            if layouts.is_none() {
                for (ty_of, &(value, _)) in types.iter_mut().zip(&uses) {
                    if value == 0 {
                        *ty_of = ty(self.lens[0], Some(0));
                    }
                }
            }
            if name == "t.reshape" {
                let [rows, columns] = self.lens[node.results[0]];
                writeln!(text, "  %s{number} = \"onnx.Constant\"() {{value = dense<[{rows}, {columns}]> : tensor<2xi64>}} : () -> tensor<2xi64>").unwrap();
                write!(operands, ", %s{number}").unwrap();
                types.push("tensor<2xi64>".to_owned());
                (name, attrs) = ("onnx.Reshape", String::new());
            }
            if layouts.is_some() && name == "t.layer" {
                attrs = String::new();
            }
            let results: Vec<String> =
                node.results.iter().map(|&value| format!("%v{value}")).collect();
            let made: Vec<String> = node.results.iter().map(|&value| of(value, 0)).collect();
            let (results, made, types) = (results.join(", "), made.join(", "), types.join(", "));
            writeln!(text, "  {results} = \"{name}\"({operands}) {attrs} : ({types}) -> ({made})")
                .unwrap();
            node.results.iter().for_each(|&value| copies(&mut text, value));
        }
        text + "  return\n}\n"
    }

    /// Calls a function with all layouts that cost less than a limit, until it returns `false`.
    fn each(&self, limit: u64, visit: &mut impl FnMut(&Layouts) -> bool) -> bool {
        let start = Layouts { orders: vec![vec![0]], ..Layouts::default() };
        limit == 0 || self.visit(start, limit, visit)
    }

    fn visit(
        &self,
        layouts: Layouts,
        limit: u64,
        visit: &mut impl FnMut(&Layouts) -> bool,
    ) -> bool {
        let Some(node) = self.nodes.get(layouts.joints.len()) else { return visit(&layouts) };
        for (number, joint) in node.joints.iter().enumerate() {
            let mut partial = vec![layouts.clone()];
            for (&value, &order) in node.reads.iter().zip(&joint.reads) {
                let extend = |layouts: &Layouts| self.with_use(layouts, value, order);
                partial = partial.iter().flat_map(extend).collect();
            }
            for mut next in partial {
                let uses = next.forms.split_off(layouts.forms.len());
                next.forms.push(uses.into_iter().flatten().collect());
                next.joints.push(number);
                next.orders.extend(joint.results.iter().map(|&order| vec![order]));
                next.cost += joint.cost;
                if next.cost < limit && !self.visit(next, limit, visit) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the layouts in which the next use has each form of an order, or a new copy.
    fn with_use(&self, layouts: &Layouts, value: usize, order: usize) -> Vec<Layouts> {
        let orders = &layouts.orders[value];
        let known = (0..orders.len()).filter(|&form| orders[form] == order);
        let with = |form: usize| {
            let mut next = layouts.clone();
            if form == orders.len() {
                next.orders[value].push(order);
                next.cost += 2 * bytes(self.lens[value]);
            }
            next.forms.push(vec![form]);
            next
        };
        known.chain([orders.len()]).map(with).collect()
    }
}

/// Returns the number of copies that `resolve-strides` inserts.
fn copies(module: Module) -> u64 {
    let ran = run_pass(&ResolveStrides { insert_copies: true }, module, None);
    assert_eq!(ran.diagnostics(), "", "{}", ran.text());
    ran.stats.get("copies inserted")
}

fn count() -> u64 {
    let raised = std::env::var("LAYOUTC_VIEW_MODULES").ok().and_then(|text| text.parse().ok());
    raised.unwrap_or(0).max(COUNT)
}

#[test]
fn copies_that_views_force_are_part_of_the_cost() {
    let (mut proven, mut forced, mut checked) = (0, 0, 0);
    for seed in 1..=count() {
        let views = Views::new(&mut Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
        let text = views.text(None);
        let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
        let stat = |name: &str| ran.stats.get(name);
        let (cost, bound) = (stat("cost (bytes)"), stat("lower bound (bytes)"));
        proven += u64::from(cost == bound);
        forced += u64::from(cost > 0);
        let (output, before) = (ran.text(), parse(&text));
        if seed % 16 == 0 {
            let [before, after] =
                [&before, &ran.module].map(|module| interpret::run(module, "f").outputs);
            assert_eq!(before, after, "{text}\n{output}");
        }
        let again = run_pass(&AssignLayouts::default(), parse(&output), None);
        if cost == bound {
            assert_eq!(again.stats.get("cost (bytes)"), cost, "{text}\n{output}");
        }
        assert_eq!(copies(ran.module), 0, "{text}\n{output}");
        let mut tried = 0;
        views.each(bound, &mut |layouts| {
            let cheaper = views.text(Some(layouts));
            assert!(copies(parse(&cheaper)) > 0, "{} < {bound}:\n{text}\n{cheaper}", layouts.cost);
            tried += 1;
            tried < MOST_CHECKED
        });
        checked += tried;
    }
    println!("{proven} proven, {forced} with copies, {checked} cheaper layouts checked");
    assert!(proven * 100 >= count() * 80, "{proven} of {} costs are proven", count());
    assert!(forced > count() / 3 && checked as u64 > count(), "{forced} {checked}");
}
