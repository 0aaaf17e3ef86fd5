//! Random chains of reshapes and transposes between two ops, whose costs are compared with the memory of both ends.
//!
//! The oracle lists the elements of both ends in the order of their memory. If two orders of the ends have equal lists,
//! nothing moves; otherwise one copy of the elements is enough, wherever it is.

use super::super::tests::parse;
use super::super::*;
use crate::testing::{interpret, run as run_pass};
use std::fmt::Write as _;
use testkit::Random;

const SHAPES: &[&[usize]] = &[&[2, 6], &[4, 3, 2], &[2, 2, 3, 2], &[1, 4, 6], &[4, 4], &[2, 3, 4]];

/// Lengths whose products all have common splits of at most [`MAX_RANK`] dims.
const POWERS: &[&[usize]] = &[&[2, 4], &[4, 4], &[2, 4, 2], &[2, 1, 8], &[2, 2, 2, 2]];

const MAX_RANK: usize = 6;

/// A chain under construction: the lengths of the value so far, and the number in the first value of each element, in
/// row-major order.
struct Chain {
    text: String,
    name: String,
    lens: Vec<usize>,
    elements: Vec<usize>,
}

fn ty(lens: &[usize]) -> String {
    let lens: Vec<String> = lens.iter().map(usize::to_string).collect();
    format!("tensor<{}xf16>", lens.join("x"))
}

/// Returns the numbers of the elements in the order of the memory.
fn in_memory(lens: &[usize], elements: &[usize], order: &[usize]) -> Vec<usize> {
    let mut numbers = vec![0usize];
    for &dim in order {
        let stride: usize = lens[dim + 1..].iter().product();
        let next = |&number: &usize| (0..lens[dim]).map(move |at| number + at * stride);
        numbers = numbers.iter().flat_map(next).collect();
    }
    numbers.into_iter().map(|number| elements[number]).collect()
}

/// Returns random lengths with this product.
fn factors(random: &mut Random, product: usize) -> Vec<usize> {
    let mut lens = Vec::new();
    let mut left = product;
    while left > 1 && lens.len() < 3 {
        let divisors: Vec<usize> = (2..=left).filter(|by| left.is_multiple_of(*by)).collect();
        let len = random.choose(&divisors);
        lens.push(len);
        left /= len;
    }
    if left > 1 || lens.is_empty() || random.one_in(8) {
        lens.push(left);
    }
    lens
}

fn order(dims: &[usize]) -> String {
    let all: Vec<String> = (0..dims.len()).map(|dim| format!("d{dim}")).collect();
    let results: Vec<String> = dims.iter().map(|dim| format!("d{dim}")).collect();
    format!("affine_map<({}) -> ({})>", all.join(", "), results.join(", "))
}

impl Chain {
    fn new(lens: &[usize]) -> Chain {
        Chain {
            text: String::new(),
            name: "%root".to_owned(),
            lens: lens.to_vec(),
            elements: (0..lens.iter().product()).collect(),
        }
    }

    fn step(&mut self, random: &mut Random) {
        if random.one_in(2) {
            let perm = random.permutation(self.lens.len());
            self.elements = in_memory(&self.lens, &self.elements, &perm);
            let lens = perm.iter().map(|&dim| self.lens[dim]).collect();
            self.push("Transpose", &format!(") {{perm = {perm:?}}} : "), "", lens);
        } else {
            let lens = factors(random, self.elements.len());
            self.reshape(lens);
        }
    }

    fn reshape(&mut self, lens: Vec<usize>) {
        let shape = format!("%s{}", self.text.lines().count());
        let ty = format!("tensor<{}xi64>", lens.len());
        let constant = format!("dense<{lens:?}> : {ty}}} : () -> {ty}");
        writeln!(self.text, "{shape} = \"onnx.Constant\"() {{value = {constant}").unwrap();
        self.push("Reshape", &format!(", {shape}) : "), &format!(", {ty}"), lens);
    }

    /// Appends an op, with the text after its first operand and that after the type of the operand.
    fn push(&mut self, op: &str, operands: &str, types: &str, lens: Vec<usize>) {
        let name = format!("%v{}", self.text.lines().count());
        let (value, from, to) = (&self.name, ty(&self.lens), ty(&lens));
        writeln!(self.text, "{name} = \"onnx.{op}\"({value}{operands}({from}{types}) -> {to}")
            .unwrap();
        (self.name, self.lens) = (name, lens);
    }

    /// Returns a module with the chain between ops that write and read one of some orders. With `keeps`, each value
    /// inside has a second user.
    fn module(
        &self,
        first: &[usize],
        [writes, reads]: &[Vec<Vec<usize>>; 2],
        keeps: bool,
    ) -> String {
        let [from, to] = [first, &self.lens].map(ty);
        let choices = |orders: &[Vec<usize>], of: fn(&str) -> String| -> String {
            orders.iter().map(|it| of(&order(it))).collect::<Vec<String>>().join(", ")
        };
        let writes = choices(writes, |it| format!("#layout.choice<(row_major) -> {it}>"));
        let reads = choices(reads, |it| format!("#layout.choice<({it}) -> row_major>"));
        let mut text = format!("func.func @f(%x: {from}) -> {to} {{\n");
        writeln!(
            text,
            "%root = \"t.conv\"(%x) {{layout.choices = [{writes}]}} : ({from}) -> {from}"
        )
        .unwrap();
        for line in self.text.lines() {
            writeln!(text, "{line}").unwrap();
            let (name, rest) = line.split_once(" = ").unwrap();
            if keeps && !rest.contains("Constant") {
                let ty = rest.rsplit_once("-> ").unwrap().1;
                writeln!(
                    text,
                    "{name}u = \"t.relu\"({name}) {{layout.choices = [#layout.choice<same>]}} : ({ty}) -> {ty}"
                )
                .unwrap();
            }
        }
        writeln!(text, "%y = \"t.conv\"({}) {{layout.choices = [{reads}]}} : ({to}) -> {to}\nreturn %y : {to}\n}}", self.name).unwrap();
        text
    }
}

#[test]
fn chains_cost_at_most_one_copy_of_their_ends() {
    let (mut free, mut copied, mut improved, mut limited) = (0, 0, 0, 0);
    for seed in 1..=240 {
        let random = &mut Random::new(seed * 7 + 1);
        let is_exact = seed % 2 == 0;
        let first = random.choose(if is_exact { POWERS } else { SHAPES }).to_vec();
        let mut chain = Chain::new(&first);
        if is_exact {
            let ones = vec![1; MAX_RANK - first.len()];
            chain.reshape([ones, first.clone()].concat());
        }
        (0..2 + random.index(4)).for_each(|_| chain.step(random));
        let mut orders = |lens: &[usize]| -> Vec<Vec<usize>> {
            (0..1 + random.index(2)).map(|_| random.permutation(lens.len())).collect()
        };
        let ends = [orders(&first), orders(&chain.lens)];
        let root: Vec<usize> = (0..chain.elements.len()).collect();
        let from: Vec<Vec<usize>> = ends[0].iter().map(|it| in_memory(&first, &root, it)).collect();
        let mut to = ends[1].iter().map(|it| in_memory(&chain.lens, &chain.elements, it));
        let least = if to.any(|it| from.contains(&it)) { 0 } else { 4 * root.len() as u64 };
        let text = chain.module(&first, &ends, false);
        let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
        let [cost, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
        let context = format!("seed {seed}\n{text}\n{}", ran.text());
        assert_eq!(cost, bound, "{context}");
        let outputs = [&parse(&text), &ran.module].map(|it| interpret::run(it, "f").outputs);
        assert_eq!(outputs[0], outputs[1], "{context}");
        let kept = parse(&chain.module(&first, &ends, true));
        let kept = run_pass(&AssignLayouts::default(), kept, None).stats.get("cost (bytes)");
        assert!(least <= cost && cost <= kept, "{least} {kept} {context}");
        assert!(cost == least || !is_exact, "{least} {context}");
        limited += u64::from(cost > least);
        improved += u64::from(cost < kept);
        free += u64::from(cost == 0);
        copied += u64::from(cost > 0);
    }
    println!("{free} free, {copied} copied, {improved} improved, {limited} limited");
    assert!(free > 40 && copied > 100 && improved > 10, "{free} {copied} {improved}");
}
