//! Random functions with limits on their arenas, compared with all choices of their ops.
//!
//! The oracle runs the pass on each combination of choices, in which every op has one choice, so that nothing is left to
//! decide. It resolves the strides of the module that the pass writes, and plans its memory. Where a function has views, their
//! layouts are left to the pass, so that the oracle may miss an assignment.

use super::super::tests::parse;
use super::super::*;
use super::map;
use crate::testing::{Ran, run as run_pass};
use crate::{PlanMemory, ResolveStrides};
use testkit::Random;

/// The number of random functions.
const COUNT: u64 = 32;

/// The maximum number of combinations of choices of a function.
const MAX_COMBINATIONS: usize = 48;

/// An op: its operands, the lengths of its result, its choices, and its other attributes.
struct ChoosingOp {
    name: &'static str,
    operands: Vec<usize>,
    lens: [usize; 3],
    choices: Vec<String>,
    attrs: String,
}

/// A random function. The result of each op is a value of the same number.
struct Chooser {
    ops: Vec<ChoosingOp>,
    has_views: bool,
}

/// The cost and the arena of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Priced {
    cost: u64,
    arena: u64,
}

fn choice(random: &mut Random, operands: usize) -> String {
    let mut order = || map(random.index(3));
    let reads: Vec<String> = (0..operands).map(|_| order()).collect();
    let result = order();
    let cost = random.index(4) * 60;
    let reqs = match random.one_in(5) {
        true => {
            let of_operands = "any, ".repeat(operands);
            format!(", reqs = [{of_operands}#layout.reqs<m1: aligned<16 bytes>>]")
        }
        false => String::new(),
    };
    format!("#layout.choice<({}) -> {result}{reqs}, cost = {cost}>", reads.join(", "))
}

impl Chooser {
    fn new(mut random: Random) -> Chooser {
        let mut chooser = Chooser { ops: Vec::new(), has_views: false };
        let count = 3 + random.index(4);
        for at in 0..count {
            let reads = if at == 0 { 0 } else { 1 + random.index(2) };
            let recent = |random: &mut Random| at - 1 - random.index(at.min(3));
            let operands: Vec<usize> = (0..reads).map(|_| recent(&mut random)).collect();
            let lens = random.choose(&[[2, 3, 4], [4, 3, 4], [8, 3, 4]]);
            if at > 0 && random.one_in(8) {
                chooser.has_views = true;
                let [a, b, c] = chooser.ops[operands[0]].lens;
                let attrs = "perm = [1, 0, 2]".to_owned();
                let operands = vec![operands[0]];
                let (name, choices, lens) = ("onnx.Transpose", Vec::new(), [b, a, c]);
                chooser.ops.push(ChoosingOp { name, operands, lens, choices, attrs });
                continue;
            }
            let most = MAX_COMBINATIONS / chooser.combinations();
            let count = (1 + random.index(3)).min(most);
            let choices = (0..count).map(|_| choice(&mut random, reads)).collect();
            let may_be_in_place = reads > 0 && random.one_in(3);
            let attrs = match may_be_in_place {
                true => "layout.inplace = array<i64: 0>".to_owned(),
                false => String::new(),
            };
            chooser.ops.push(ChoosingOp { name: "my.op", operands, lens, choices, attrs });
        }
        chooser
    }

    fn combinations(&self) -> usize {
        self.ops.iter().map(|op| op.choices.len().max(1)).product()
    }

    /// Returns the text of the function. With a number of a combination, each op has one choice.
    fn text(&self, mut combination: Option<usize>) -> String {
        let mut text = String::from("func.func @f() {\n");
        for (at, op) in self.ops.iter().enumerate() {
            let count = op.choices.len().max(1);
            let chosen = combination.map(|number| number % count);
            combination = combination.map(|number| number / count);
            let choices = match chosen.and_then(|chosen| op.choices.get(chosen)) {
                Some(only) => only.clone(),
                None => op.choices.join(", "),
            };
            let mut attrs = Vec::new();
            if !choices.is_empty() {
                attrs.push(format!("layout.choices = [{choices}]"));
            }
            if !op.attrs.is_empty() {
                attrs.push(op.attrs.clone());
            }
            let operands: Vec<String> =
                op.operands.iter().map(|operand| format!("%v{operand}")).collect();
            let types: Vec<String> = op
                .operands
                .iter()
                .map(|&operand| super::ty(&self.ops[operand].lens, None))
                .collect();
            text += &format!(
                "  %v{at} = \"{}\"({}) {{{}}} : ({}) -> {}\n",
                op.name,
                operands.join(", "),
                attrs.join(", "),
                types.join(", "),
                super::ty(&op.lens, None)
            );
        }
        text + "  return\n}\n"
    }
}

/// Returns the arena of the module that a run of the pass wrote.
fn arena(ran: Ran) -> u64 {
    let resolve = ResolveStrides { insert_copies: true, certificate: None };
    let resolved = run_pass(&resolve, ran.module, None);
    assert_eq!(resolved.diagnostics(), "");
    let planned = run_pass(&PlanMemory::default(), resolved.module, None);
    planned.stats.get("arena (bytes)")
}

fn priced(ran: Ran) -> Priced {
    let cost = ran.stats.get("cost (bytes)");
    Priced { cost, arena: arena(ran) }
}

#[test]
fn cheapest_assignments_within_a_limit_are_found() {
    let (mut limited, mut optimal, mut fitting, mut impossible) = (0, 0, 0, 0);
    for seed in 1..=COUNT {
        let chooser = Chooser::new(Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
        let text = chooser.text(None);
        let all: Vec<Priced> = (0..chooser.combinations())
            .map(|number| {
                let alone = parse(&chooser.text(Some(number)));
                priced(run_pass(&AssignLayouts::default(), alone, None))
            })
            .collect();
        let free = *all.iter().min().unwrap();
        let least = all.iter().map(|priced| priced.arena).min().unwrap();
        let mut limits: Vec<u64> = all.iter().map(|priced| priced.arena).collect();
        limits.extend([least - 1, (least + free.arena) / 2]);
        limits.sort_unstable();
        limits.dedup();
        for limit in limits.into_iter().take(4) {
            let pass = AssignLayouts { memory: Some(limit), ..AssignLayouts::default() };
            let ran = run_pass(&pass, parse(&text), None);
            let fits = all.iter().filter(|priced| priced.arena <= limit).min().copied();
            let diagnostics = ran.diagnostics();
            let is_error = diagnostics.contains("error");
            let Some(best) = fits else {
                assert!(chooser.has_views || diagnostics.contains("`memory`"), "{limit}\n{text}");
                impossible += u32::from(is_error);
                continue;
            };
            fitting += 1;
            assert!(!is_error, "{limit}: {diagnostics}\n{text}");
            let [cost, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|it| ran.stats.get(it));
            let claimed = ran.stats.get("arena (bytes)");
            let written = ran.text();
            let found = priced(ran);
            assert_eq!(found, Priced { cost, arena: claimed }, "{text}");
            assert!(found.arena <= limit, "{limit}: {found:?} {best:?}\n{text}\n{written}");
            assert!(bound <= best.cost, "{limit}: {bound} {best:?}\n{text}\n{written}");
            assert!(chooser.has_views || cost >= best.cost, "{limit}: {found:?} {best:?}\n{text}");
            limited += u32::from(best.cost > free.cost);
            optimal += u32::from(cost <= best.cost && bound == cost);
        }
    }
    assert!(limited > 8, "{limited} of {fitting} limits change the layouts");
    assert!(20 * optimal >= 19 * fitting, "of {fitting} limits, {optimal} have a proven optimum");
    assert!(impossible > 2, "{impossible} limits are proven too small");
}
