//! The figures of `layoutc explain`: the extra cost of another layout of a value is the difference to the cost of a module
//! in which the op that defines the value allows that layout only. The modules are random.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::driver;

use driver::call;
use regex::Regex;
use std::fmt::Write as _;
use testkit::Random;

const ORDERS: [&str; 4] = ["NCHW", "NHWC", "NHCW", "NWCH"];

/// The lengths of all tensors. No dim has length 1, so that different orders are different layouts.
const LENS: &str = "2x3x4x5xf16";

/// A random function: an argument, ops with their own choices, and a result.
struct RandomFunction {
    /// The operands of each op, and its `layout.choices`. The result of op `n` is value `n + 1`.
    ops: Vec<(Vec<usize>, Vec<String>)>,
}

impl RandomFunction {
    fn new(random: &mut Random) -> RandomFunction {
        let mut ops = Vec::new();
        for number in 0..2 + random.index(5) {
            let operands: Vec<usize> =
                (0..1 + random.index(2)).map(|_| random.index(number + 1)).collect();
            let choices = match random.index(4) {
                0 => vec!["#layout.choice<same>".to_owned()],
                _ => (0..1 + random.index(3)).map(|_| choice(random, operands.len())).collect(),
            };
            ops.push((operands, choices));
        }
        RandomFunction { ops }
    }

    /// Returns the choices of an op that defines value `number + 1`, restricted to those that define it in an order.
    fn choices(&self, number: usize, order: &str) -> Vec<String> {
        let (operands, choices) = &self.ops[number];
        let restricted = choices.iter().filter_map(|choice| {
            if choice.contains("same") {
                let operands = vec![order; operands.len()].join(", ");
                return Some(format!("#layout.choice<({operands}) -> {order}>"));
            }
            choice.contains(&format!("-> {order},")).then(|| choice.clone())
        });
        restricted.collect()
    }

    /// Returns the text, in which the layout of one value may be the only one that its op allows. `None` if the op does
    /// not allow it.
    fn text(&self, forced: Option<(usize, &str)>) -> Option<String> {
        let ty = format!("tensor<{LENS}>");
        let mut text: String =
            ORDERS.iter().map(|order| format!("#{order} = #layout.order<{order}>\n")).collect();
        let last = self.ops.len();
        writeln!(text, "func.func @f(%v0: {ty}) -> {ty} {{").unwrap();
        for (number, (operands, choices)) in self.ops.iter().enumerate() {
            let names: Vec<String> = operands.iter().map(|value| format!("%v{value}")).collect();
            let types = vec![&ty[..]; operands.len()].join(", ");
            let choices = match forced {
                Some((value, order)) if value == number + 1 => self.choices(number, order),
                _ => choices.clone(),
            };
            if choices.is_empty() {
                return None;
            }
            writeln!(
                text,
                "  %v{} = \"t.op\"({}) {{layout.choices = [{}]}} : ({types}) -> {ty}",
                number + 1,
                names.join(", "),
                choices.join(", ")
            )
            .unwrap();
        }
        writeln!(text, "  return %v{last} : {ty}\n}}").unwrap();
        Some(text)
    }
}

/// Returns a random choice for an op with these many operands.
fn choice(random: &mut Random, operands: usize) -> String {
    let mut order = || ORDERS[random.index(ORDERS.len())].to_owned();
    let operands: Vec<String> = (0..operands).map(|_| order()).collect();
    let result = order();
    let cost = random.index(3) * 100;
    format!("#layout.choice<({}) -> {result}, cost = {cost}>", operands.join(", "))
}

/// Returns the cost and the gap of a module.
fn cost(text: &str) -> (u64, u64) {
    let args = ["-", "--passes=assign-layouts", "--emit=none", "--stats"];
    let (status, _, stderr) = call(&args, text.as_bytes());
    assert_eq!(status, 0, "{stderr}\n{text}");
    let number = |what: &str| {
        let line = stderr.lines().find(|line| line.contains(what))?;
        line.split_whitespace().find_map(|word| word.parse().ok())
    };
    (number("cost (bytes)").unwrap_or(0), number("gap (bytes)").unwrap_or(0))
}

#[test]
fn extra_costs_are_those_of_modules_that_allow_one_layout() {
    let note = Regex::new(
        r"with (?:row major \()?([A-Z]+)\)? instead, the total cost would be (\d+) bytes higher",
    )
    .unwrap();
    let mut compared = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let function = RandomFunction::new(&mut random);
        let text = function.text(None).unwrap();
        let (least, gap) = cost(&text);
        assert_eq!(gap, 0, "{text}");
        for value in 1..function.ops.len() {
            let of = format!("@f:%v{value}");
            let args = ["explain", "-", "--passes=assign-layouts", "--of", &of];
            let (status, stdout, stderr) = call(&args, text.as_bytes());
            assert_eq!(status, 0, "{stderr}\n{text}");
            for found in note.captures_iter(&stdout) {
                let forced = function.text(Some((value, &found[1])));
                let forced = forced.unwrap_or_else(|| panic!("{of} as {}:\n{text}", &found[1]));
                let (cost, _) = cost(&forced);
                let extra: u64 = found[2].parse().unwrap();
                assert_eq!(cost - least, extra, "{of} as {}:\n{text}", &found[1]);
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}
