//! Tests that random graphs compute the same results before and after layout assignment, and that the cost is optimal.

mod channels_last;
mod custom_layouts;
mod limits;
mod products;
mod symbolic;

use super::*;
use crate::testing::interpret;
use crate::testing::{Ran, run as run_pass};
use crate::{OptimizeReorders, ResolveStrides};
use ir::diag::Sink;
use ir::registry::Registry;
use ir::target::Target;
use std::fmt::Write as _;
use testkit::Random;

const ORDERS: [&str; 4] = ["NCHW", "NHWC", "NWCH", "row_major"];

/// A graph under construction: the text of its ops, and its values with their lengths.
struct Graph {
    text: String,
    values: Vec<(String, Vec<usize>)>,
    reorders: bool,
}

fn ty(lens: &[usize]) -> String {
    let lens: Vec<String> = lens.iter().map(usize::to_string).collect();
    format!("tensor<{}xf16>", lens.join("x"))
}

fn ints(values: &[usize]) -> String {
    let values: Vec<String> = values.iter().map(usize::to_string).collect();
    values.join(", ")
}

impl Graph {
    fn push(&mut self, op: &str, operands: &[(String, Vec<usize>)], attrs: &str, lens: &[usize]) {
        let name = format!("%v{}", self.values.len());
        let (values, types): (Vec<String>, Vec<String>) =
            operands.iter().map(|(value, lens)| (value.clone(), ty(lens))).unzip();
        let (values, types) = (values.join(", "), types.join(", "));
        writeln!(self.text, "  {name} = \"{op}\"({values}) {attrs} : ({types}) -> {}", ty(lens))
            .unwrap();
        self.values.push((name, lens.to_vec()));
    }

    fn step(&mut self, random: &mut Random) {
        let (value, lens) = self.values[random.index(self.values.len())].clone();
        let one = [(value.clone(), lens.clone())];
        match random.index(9) {
            0 => {
                let (a, b) = (random.choose(&ORDERS), random.choose(&ORDERS));
                let attrs = match lens.len() {
                    4 => format!("{{layout.choices = [#layout.choice<({a}) -> {b}>]}}"),
                    _ => String::new(),
                };
                self.push("t.conv", &one, &attrs, &lens);
            }
            1 => {
                let (a, b) = (random.choose(&ORDERS), random.choose(&ORDERS));
                let attrs = match lens.len() {
                    4 => format!(
                        "{{layout.choices = [#layout.choice<({a}) -> {b}, cost = {}>, #layout.choice<({b}) -> {a}>, #layout.choice<(any) -> {a}>]}}",
                        random.index(64)
                    ),
                    _ => "{layout.choices = [#layout.choice<any>]}"
                        .replace("<any>", "<(any) -> any>"),
                };
                self.push("t.pool", &one, &attrs, &lens);
            }
            2 => self.push("t.relu", &one, "{layout.choices = [#layout.choice<same>]}", &lens),
            3 => {
                let alike: Vec<(String, Vec<usize>)> =
                    self.values.iter().filter(|other| other.1 == lens).cloned().collect();
                let other = alike[random.index(alike.len())].clone();
                let op = random.choose(&["arith.addf", "arith.mulf"]);
                self.push(op, &[one[0].clone(), other], "", &lens);
            }
            4 => {
                let mut perm: Vec<usize> = (0..lens.len()).collect();
                for at in (1..perm.len()).rev() {
                    perm.swap(at, random.index(at + 1));
                }
                let after: Vec<usize> = perm.iter().map(|&dim| lens[dim]).collect();
                self.push("onnx.Transpose", &one, &format!("{{perm = [{}]}}", ints(&perm)), &after);
            }
            5 => {
                let count: usize = lens.iter().product();
                let cuts: &[&[usize]] = match count {
                    24 => {
                        &[&[1, 2, 3, 4], &[1, 6, 2, 2], &[2, 3, 4], &[1, 4, 2, 3], &[24], &[4, 6]]
                    }
                    12 => &[&[1, 3, 2, 2], &[1, 6, 1, 2], &[3, 4], &[1, 2, 2, 3]],
                    _ => return,
                };
                let after = random.choose(cuts);
                let shape = format!("%s{}", self.values.len());
                writeln!(self.text, "  {shape} = \"onnx.Constant\"() {{value = dense<[{}]> : tensor<{}xi64>}} : () -> tensor<{}xi64>", ints(after), after.len(), after.len()).unwrap();
                let name = format!("%v{}", self.values.len());
                writeln!(
                    self.text,
                    "  {name} = \"onnx.Reshape\"({value}, {shape}) : ({}, tensor<{}xi64>) -> {}",
                    ty(&lens),
                    after.len(),
                    ty(after)
                )
                .unwrap();
                self.values.push((name, after.to_vec()));
            }
            6 if lens.iter().product::<usize>() <= 12 => {
                let axis = random.index(lens.len());
                let mut after = lens.clone();
                after[axis] *= 2;
                let alike: Vec<(String, Vec<usize>)> =
                    self.values.iter().filter(|other| other.1 == lens).cloned().collect();
                let other = alike[random.index(alike.len())].clone();
                let attrs = format!("{{axis = {axis} : si64}}");
                self.push("onnx.Concat", &[one[0].clone(), other], &attrs, &after);
            }
            7 => {
                let Some(axis) = (0..lens.len()).find(|&axis| lens[axis] % 2 == 0) else { return };
                let mut after = lens.clone();
                after[axis] /= 2;
                let at = self.values.len();
                writeln!(
                    self.text,
                    "  %v{at}, %v{} = \"onnx.SplitV11\"({value}) {{axis = {axis} : si64}} : ({}) -> ({}, {})",
                    at + 1,
                    ty(&lens),
                    ty(&after),
                    ty(&after)
                )
                .unwrap();
                self.values.push((format!("%v{at}"), after.clone()));
                self.values.push((format!("%v{}", at + 1), after));
            }
            8 if self.reorders => {
                let name = format!("%v{}", self.values.len());
                writeln!(
                    self.text,
                    "  {name} = layout.reorder {value} : {} -> {}",
                    ty(&lens),
                    ty(&lens)
                )
                .unwrap();
                self.values.push((name, lens));
            }
            _ => {}
        }
    }
}

pub(crate) fn graph(seed: u64, reorders: bool) -> String {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let args = [("%a".to_owned(), vec![1, 2, 3, 4]), ("%b".to_owned(), vec![1, 3, 2, 2])];
    let mut graph = Graph { text: String::new(), values: args.to_vec(), reorders };
    for _ in 0..3 + random.index(12) {
        graph.step(&mut random);
    }
    let outputs: Vec<(String, Vec<usize>)> = (0..1 + random.index(3))
        .map(|_| graph.values[random.index(graph.values.len())].clone())
        .collect();
    let (values, types): (Vec<String>, Vec<String>) =
        outputs.iter().map(|(value, lens)| (value.clone(), ty(lens))).unzip();
    let (values, types) = (values.join(", "), types.join(", "));
    format!(
        "func.func @f(%a: {}, %b: {}) -> ({types}) {{\n{}  return {values} : {types}\n}}\n",
        ty(&args[0].1),
        ty(&args[1].1),
        graph.text
    )
}

pub(crate) fn parse(text: &str) -> Module {
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, &Registry::new(), &mut sink);
    assert!(!sink.has_errors(), "{text}\n{:?}", sink.diags());
    module.expect("the text parses")
}

fn check_outputs(pass: &dyn Pass, text: &str, target: Option<&Target>) -> Ran {
    let before = interpret::run(&parse(text), "f");
    let ran = run_pass(pass, parse(text), target);
    let (cost, bound) = (ran.stats.get("cost (bytes)"), ran.stats.get("lower bound (bytes)"));
    let is_open = ran.diagnostics().contains("is not proven optimal");
    let is_explained = is_open || ran.diagnostics().contains("force reorders or copies");
    let is_silent = ran.diagnostics().is_empty();
    assert!(is_open == (bound < cost) && (is_explained || is_silent), "{text}");
    let after = interpret::run(&ran.module, "f");
    assert_eq!(before.outputs, after.outputs, "{text}\n{}", ran.text());
    let moved: Vec<&str> = after.moved.iter().map(|&op| ran.module.name(op)).collect();
    assert!(moved.is_empty(), "{moved:?} is not a view:\n{text}\n{}", ran.text());
    let resolve = ResolveStrides { insert_copies: true, certificate: None };
    let resolved = run_pass(&resolve, parse(&ran.text()), target);
    assert_eq!(resolved.stats.get("copies inserted"), 0, "{text}\n{}", ran.text());
    ran
}

#[test]
fn assign_layouts_preserves_results_of_random_graphs() {
    for seed in 1..120 {
        check_outputs(&AssignLayouts::default(), &graph(seed, false), None);
    }
}

#[test]
fn optimize_reorders_preserves_results_of_random_graphs() {
    for seed in 1..120 {
        check_outputs(&OptimizeReorders::default(), &graph(seed, true), None);
    }
}

// A second run has the same cost, but may have another text: the types of the first run restrict its layouts, so it finds
// conflicts in another order, and among solutions of equal cost the uses that share a copy depend on that order.
#[test]
fn assign_layouts_is_idempotent() {
    for seed in 1..40 {
        let once = run_pass(&AssignLayouts::default(), parse(&graph(seed, false)), None);
        let cost = once.stats.get("cost (bytes)");
        let once_bound = once.stats.get("lower bound (bytes)");
        let twice = run_pass(&AssignLayouts::default(), once.module, None);
        if once_bound == cost {
            assert_eq!(twice.stats.get("cost (bytes)"), cost, "{}", twice.text());
        }
    }
}

/// An op of a graph of equal tensors: the values that it uses, and its choices. A choice has a layout for each operand,
/// a layout for the result, and a cost.
struct Layer {
    reads: Vec<usize>,
    choices: Vec<(Vec<usize>, usize, u64)>,
}

/// Orders of a 1x2x3x4 tensor with pairwise different memory.
const DISTINCT: [&str; 3] = ["NCHW", "NHWC", "NWHC"];

fn layers(random: &mut Random) -> Vec<Layer> {
    let count = 3 + random.index(4);
    let layer = |at: usize, random: &mut Random| {
        let reads: Vec<usize> = (0..1 + random.index(2)).map(|_| random.index(at + 1)).collect();
        let choices = match random.index(3) {
            0 => (0..3).map(|order| (vec![order; reads.len()], order, 0)).collect(),
            _ => (0..1 + random.index(2))
                .map(|_| {
                    let read = reads.iter().map(|_| random.index(3)).collect();
                    (read, random.index(3), random.index(60) as u64)
                })
                .collect(),
        };
        Layer { reads, choices }
    };
    (0..count).map(|at| layer(at, random)).collect()
}

/// Returns the least cost, by exhaustive search over the choices of all layers. Value 0 is the argument and the last
/// value is returned, both in row-major order.
fn least(layers: &[Layer]) -> u64 {
    let mut least = u64::MAX;
    let all: usize = layers.iter().map(|layer| layer.choices.len()).product();
    for mut number in 0..all {
        let mut made = vec![0];
        let mut read = vec![std::collections::BTreeSet::new(); layers.len() + 1];
        let mut cost = 0;
        for layer in layers {
            let (reads, result, own) = &layer.choices[number % layer.choices.len()];
            number /= layer.choices.len();
            cost += own;
            made.push(*result);
            layer.reads.iter().zip(reads).for_each(|(&value, &order)| {
                read[value].insert(order);
            });
        }
        read[layers.len()].insert(0);
        let copies = read
            .iter()
            .zip(&made)
            .map(|(read, made)| read.iter().filter(|order| *order != made).count() as u64);
        // A copy reads and writes 24 elements of 2 bytes.
        cost += copies.sum::<u64>() * 96;
        least = least.min(cost);
    }
    least
}

fn text_of(layers: &[Layer]) -> String {
    let ty = "tensor<1x2x3x4xf16>";
    let mut text = format!("func.func @f(%v0: {ty}) -> {ty} {{\n");
    for (at, layer) in layers.iter().enumerate() {
        let reads: Vec<String> = layer.reads.iter().map(|read| format!("%v{read}")).collect();
        let choices = layer.choices.iter().map(|(reads, result, cost)| {
            let reads: Vec<&str> = reads.iter().map(|&order| DISTINCT[order]).collect();
            format!(
                "#layout.choice<({}) -> {}, cost = {cost}>",
                reads.join(", "),
                DISTINCT[*result]
            )
        });
        let choices: Vec<String> = choices.collect();
        let types = vec![ty; reads.len()].join(", ");
        writeln!(
            text,
            "  %v{} = \"t.layer\"({}) {{layout.choices = [{}]}} : ({types}) -> {ty}",
            at + 1,
            reads.join(", "),
            choices.join(", ")
        )
        .unwrap();
    }
    writeln!(text, "  return %v{} : {ty}\n}}", layers.len()).unwrap();
    text
}

#[test]
fn assigned_layouts_have_least_cost() {
    let mut random = Random::new(2026);
    for _ in 0..150 {
        let layers = layers(&mut random);
        let text = text_of(&layers);
        let ran = check_outputs(&AssignLayouts::default(), &text, None);
        assert_eq!(ran.stats.get("cost (bytes)"), least(&layers), "{text}\n{}", ran.text());
    }
}
