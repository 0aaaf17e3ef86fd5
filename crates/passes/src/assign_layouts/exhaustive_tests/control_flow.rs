//! Random functions with nested loops, branches and calls: their results before and after, and the positions of
//! reorders.

use super::super::tests::parse;
use super::super::*;
use super::{map, ty};
use crate::testing::{interpret, run as run_pass};
use std::fmt::Write as _;
use testkit::Random;

const LENS: [usize; 3] = [2, 3, 4];

/// A function under construction.
struct Body {
    text: String,
    /// The number of values.
    values: usize,
    /// The values that may be used.
    known: Vec<String>,
}

fn plain() -> String {
    ty(&LENS, None)
}

impl Body {
    fn name(&mut self) -> String {
        self.values += 1;
        format!("%v{}", self.values)
    }

    fn any(&self, random: &mut Random) -> String {
        random.choose(&self.known)
    }

    /// Adds ops to the current block, and returns the last value.
    fn block(&mut self, random: &mut Random, depth: usize) -> String {
        let before = self.known.len();
        for _ in 0..1 + random.index(3) {
            let value = match random.index(if depth < 3 { 6 } else { 2 }) {
                0 | 1 => self.layer(random),
                2 => self.loop_of(random, depth),
                3 => self.branch(random, depth),
                4 => self.unbounded(random, depth),
                _ => self.call(random),
            };
            self.known.push(value);
        }
        let last = self.known[self.known.len() - 1].clone();
        self.known.truncate(before);
        last
    }

    fn layer(&mut self, random: &mut Random) -> String {
        let (from, name, ty) = (self.any(random), self.name(), plain());
        let choice = match random.index(3) {
            0 => "same".to_owned(),
            _ => {
                let [read, result] = [0, 1].map(|_| map(random.index(3)));
                format!("({read}) -> {result}")
            }
        };
        let attrs = format!("{{layout.choices = [#layout.choice<{choice}>]}}");
        writeln!(self.text, "{name} = \"t.layer\"({from}) {attrs} : ({ty}) -> {ty}").unwrap();
        name
    }

    fn loop_of(&mut self, random: &mut Random, depth: usize) -> String {
        let (from, name, carried, ty) = (self.any(random), self.name(), self.name(), plain());
        writeln!(
            self.text,
            "{name} = scf.for %i{carried_name} = %low to %high step %step iter_args({carried} = {from}) -> ({ty}) {{",
            carried_name = &carried[1..]
        )
        .unwrap();
        self.known.push(carried);
        let last = self.block(random, depth + 1);
        self.known.pop();
        writeln!(self.text, "scf.yield {last} : {ty}\n}}").unwrap();
        name
    }

    fn branch(&mut self, random: &mut Random, depth: usize) -> String {
        let (name, ty) = (self.name(), plain());
        writeln!(self.text, "{name} = scf.if %c -> ({ty}) {{").unwrap();
        let yes = self.block(random, depth + 1);
        writeln!(self.text, "scf.yield {yes} : {ty}\n}} else {{").unwrap();
        let no = self.block(random, depth + 1);
        writeln!(self.text, "scf.yield {no} : {ty}\n}}").unwrap();
        name
    }

    fn unbounded(&mut self, random: &mut Random, depth: usize) -> String {
        let (from, name, ty) = (self.any(random), self.name(), plain());
        let [first, second] = [self.name(), self.name()];
        writeln!(self.text, "{name} = \"scf.while\"({from}) ({{\n^bb0({first}: {ty}):").unwrap();
        self.known.push(first);
        let passed = self.block(random, depth + 1);
        self.known.pop();
        writeln!(
            self.text,
            "\"scf.condition\"(%c, {passed}) : (i1, {ty}) -> ()\n}}, {{\n^bb0({second}: {ty}):"
        )
        .unwrap();
        self.known.push(second);
        let yielded = self.block(random, depth + 1);
        self.known.pop();
        writeln!(self.text, "\"scf.yield\"({yielded}) : ({ty}) -> ()\n}}) : ({ty}) -> {ty}")
            .unwrap();
        name
    }

    fn call(&mut self, random: &mut Random) -> String {
        let (from, name, ty) = (self.any(random), self.name(), plain());
        writeln!(self.text, "{name} = func.call @g({from}) : ({ty}) -> {ty}").unwrap();
        name
    }
}

/// Returns a module with the function `@f` of several blocks, which calls `@g`.
fn module(seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let ty = plain();
    let mut text = format!("func.func private @g(%x: {ty}) -> {ty} {{\n");
    let mut callee = Body { text: String::new(), values: 0, known: vec!["%x".to_owned()] };
    let last = callee.layer(&mut random);
    writeln!(text, "{}return {last} : {ty}\n}}", callee.text).unwrap();

    let [input, output] = [0, 1].map(|_| super::ty(&LENS, Some(random.index(3))));
    let mark = if random.index(3) == 0 { " {layout.any}" } else { "" };
    writeln!(text, "func.func @f(%x: {input}{mark}, %c: i1) -> ({output}{mark}) {{").unwrap();
    for name in ["%low", "%high", "%step"] {
        let value = if name == "%high" { 2 } else { usize::from(name == "%step") };
        writeln!(text, "{name} = arith.constant {value} : index").unwrap();
    }
    writeln!(text, "%p = layout.reorder %x : {input} -> {ty}").unwrap();
    let mut body = Body { text: String::new(), values: 0, known: vec!["%p".to_owned()] };
    let first = body.block(&mut random, 1);
    body.known.push(first);
    let [yes, no] = [0, 1].map(|_| body.any(&mut random));
    writeln!(body.text, "cf.cond_br %c, ^yes({yes} : {ty}), ^no({no} : {ty})\n^yes(%y: {ty}):")
        .unwrap();
    body.known.push("%y".to_owned());
    let passed = body.block(&mut random, 1);
    body.known.pop();
    writeln!(body.text, "cf.br ^no({passed} : {ty})\n^no(%n: {ty}):").unwrap();
    body.known.push("%n".to_owned());
    let last = body.block(&mut random, 1);
    writeln!(body.text, "%r = layout.reorder {last} : {ty} -> {output}\nreturn %r : {output}\n}}")
        .unwrap();
    text + &body.text
}

#[test]
fn control_flow_and_calls_keep_results_of_random_functions() {
    let mut proven = 0;
    for seed in 1..=80 {
        let text = module(seed);
        let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
        for condition in [true, false] {
            let [before, after] = [&parse(&text), &ran.module]
                .map(|module| interpret::run_if(module, "f", condition).outputs);
            assert_eq!(before, after, "{text}\n{}", ran.text());
        }
        let [cost, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
        assert!(bound <= cost, "{text}\n{}", ran.text());
        proven += u32::from(cost == bound);
    }
    assert_eq!(proven, 80);
}
