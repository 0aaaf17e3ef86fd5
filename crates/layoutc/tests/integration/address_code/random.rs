//! Random functions with every op, and their results.

use crate::address_code::{Call, Callee, Expected, Program, calls_out_of_range, verified};
use address::arith::{self, AddressFunction};
use address::operation::{Operation, Width, WordOp};
use ir::Registry;
use std::fmt::Write as _;
use testkit::Random;

/// Returns a number of the width, mostly one at a boundary.
fn number(random: &mut Random, width: Width) -> u64 {
    let max = width.largest();
    let shift = random.below(width.bits().into());
    let bits = random.bits();
    let all = [0, 1, 2, 3, 5, 7, max, max - 1, max / 2, max / 2 + 1, 1 << shift, bits];
    random.choose(&all) & max
}

const NUMBERS: [Width; 2] = [Width::I32, Width::I64];

/// A function under construction.
struct Writer<'a> {
    random: &'a mut Random,
    body: String,
    values: Vec<(String, Width)>,
}

impl Writer<'_> {
    fn define(&mut self, op: &str, operands: &[&str], types: &str, width: Width) -> String {
        let name = format!("%v{}", self.values.len());
        writeln!(self.body, "  {name} = \"{op}\"({}){types}", operands.join(", ")).unwrap();
        self.values.push((name.clone(), width));
        name
    }

    fn constant(&mut self, value: u64, width: Width) -> String {
        let value = match width {
            Width::I1 => (value != 0).to_string(),
            Width::I64 => format!("{} : i64", value as i64),
            _ => format!("{} : i32", value as u32 as i32),
        };
        let types = format!(" {{value = {value}}} : () -> i{}", width.bits());
        self.define("arith.constant", &[], &types, width)
    }

    /// Returns a value of the width. Returns a new constant if there is none, and at random.
    fn value(&mut self, width: Width) -> String {
        let all: Vec<usize> =
            (0..self.values.len()).filter(|&place| self.values[place].1 == width).collect();
        if all.is_empty() || self.random.index(5) == 0 {
            let value = number(self.random, width);
            return self.constant(value, width);
        }
        // Later values are preferred, because they depend on more ops.
        let place = all.len() - 1 - self.random.index(all.len()).min(self.random.index(all.len()));
        self.values[all[place]].0.clone()
    }

    fn op(&mut self) {
        let width = self.random.choose(&NUMBERS);
        let ty = format!("i{}", width.bits());
        let (two, truth) = (format!(" : ({ty}, {ty}) -> {ty}"), " : (i1, i1) -> i1");
        match self.random.index(22) {
            0..8 => {
                let names = ["addi", "subi", "muli", "minui", "maxui", "andi", "ori", "xori"];
                let (op, a, b) = (self.random.choose(&names), self.value(width), self.value(width));
                self.define(&format!("arith.{op}"), &[&a, &b], &two, width);
            }
            8..11 => {
                let value = number(self.random, width).max(1);
                let (op, a) = (self.random.choose(&["divui", "remui"]), self.value(width));
                let b = self.constant(value, width);
                self.define(&format!("arith.{op}"), &[&a, &b], &two, width);
            }
            11..13 => {
                let amount = self.random.index(width.bits() as usize) as u64;
                let (op, a) = (self.random.choose(&["shli", "shrui"]), self.value(width));
                let b = self.constant(amount, width);
                self.define(&format!("arith.{op}"), &[&a, &b], &two, width);
            }
            13 | 14 => self.compare(width),
            15..18 => {
                let (op, a) = (self.random.choose(&["andi", "ori", "xori"]), self.value(Width::I1));
                let b = self.value(Width::I1);
                self.define(&format!("arith.{op}"), &[&a, &b], truth, Width::I1);
            }
            18 => {
                let (a, b, c) = (self.value(Width::I1), self.value(width), self.value(width));
                let types = format!(" : (i1, {ty}, {ty}) -> {ty}");
                self.define("arith.select", &[&a, &b, &c], &types, width);
            }
            19 => {
                let (from, to) = self.random.choose(&[
                    (Width::I1, Width::I32),
                    (Width::I1, Width::I64),
                    (Width::I32, Width::I64),
                ]);
                let a = self.value(from);
                let types = format!(" : (i{}) -> i{}", from.bits(), to.bits());
                self.define("arith.extui", &[&a], &types, to);
            }
            20 => {
                let a = self.value(Width::I64);
                self.define("arith.trunci", &[&a], " : (i64) -> i32", Width::I32);
            }
            _ => self.mul_extended(width),
        }
    }

    /// Adds a comparison, mostly with a bound of the range.
    fn compare(&mut self, width: Width) {
        let (a, ty) = (self.value(width), format!("i{}", width.bits()));
        let other = number(self.random, width);
        let end = self.random.choose(&[0, width.largest(), other]);
        let b = match self.random.index(3) {
            0 => self.value(width),
            _ => self.constant(end, width),
        };
        let (a, b) = if self.random.index(2) == 0 { (a, b) } else { (b, a) };
        let predicate = self.random.choose(&[0, 1, 6, 7, 8, 9]);
        let types = format!(" {{predicate = {predicate} : i64}} : ({ty}, {ty}) -> i1");
        self.define("arith.cmpi", &[&a, &b], &types, Width::I1);
    }

    /// Returns a number that depends on every value, so that no error is masked.
    fn all(&mut self) -> String {
        let wide = " : (i64, i64) -> i64";
        let factor = self.constant(0x9e37_79b9_7f4a_7c15, Width::I64);
        let mut sum = self.constant(0, Width::I64);
        for (value, width) in self.values.clone() {
            let value = match width {
                Width::I64 => value,
                _ => {
                    let types = format!(" : (i{}) -> i64", width.bits());
                    self.define("arith.extui", &[&value], &types, Width::I64)
                }
            };
            let product = self.define("arith.muli", &[&sum, &factor], wide, Width::I64);
            sum = self.define("arith.addi", &[&product, &value], wide, Width::I64);
        }
        sum
    }

    fn mul_extended(&mut self, width: Width) {
        let (a, b, ty) = (self.value(width), self.value(width), format!("i{}", width.bits()));
        let name = format!("%v{}", self.values.len());
        writeln!(
            self.body,
            "  {name}:2 = \"arith.mului_extended\"({a}, {b}) : ({ty}, {ty}) -> ({ty}, {ty})"
        )
        .unwrap();
        self.values.push((format!("{name}#0"), width));
        self.values.push((format!("{name}#1"), width));
    }
}

fn text(random: &mut Random, name: &str) -> String {
    let params: Vec<Width> = (0..random.index(4)).map(|_| random.choose(&NUMBERS)).collect();
    let values = params.iter().enumerate();
    let values = values.map(|(place, &width)| (format!("%d{place}"), width)).collect();
    let mut writer = Writer { random, body: String::new(), values };
    for _ in 0..30 {
        writer.op();
    }
    // The results of some functions depend on a part of their values only.
    let (offset, width) = match writer.random.index(3) {
        0 => (writer.value(Width::I32), Width::I32),
        1 => (writer.value(Width::I64), Width::I64),
        _ => (writer.all(), Width::I64),
    };
    let ty = format!("i{}", width.bits());
    let (results, returned) = match writer.random.index(3) {
        0 => (ty.clone(), format!("{offset} : {ty}")),
        _ => (format!("({ty}, i1)"), format!("{offset}, {} : {ty}, i1", writer.value(Width::I1))),
    };
    let args = params.iter().enumerate();
    let args: Vec<String> = args.map(|(place, it)| format!("%d{place}: i{}", it.bits())).collect();
    let lengths: Vec<&str> = params.iter().map(|_| "1").collect();
    let colon = if lengths.is_empty() { "" } else { ": " };
    format!(
        "func.func @{name}({}) -> {results} attributes {{layout.address = \
         {{lengths = array<i64{colon}{}>, of = @x, unit = \"element\"}}}} {{\n{}  return {returned}\n}}\n",
        args.join(", "),
        lengths.join(", "),
        writer.body
    )
}

/// Returns functions with calls at random arguments and at the bounds of the widths.
pub(crate) fn program(functions: usize) -> Program {
    let mut random = Random::new(1);
    let texts = (0..functions).map(|number| text(&mut random, &format!("f{number}")));
    let text = "layout.tensor @x : tensor<1xf32>\n".to_owned() + &texts.collect::<String>();
    let module = verified(&text);
    let read = arith::functions(&module, &Registry::new()).unwrap();
    let callees = read.iter().map(|function| callee(&mut random, function)).collect();
    Program { text, callees }
}

fn callee(random: &mut Random, function: &AddressFunction<'_>) -> Callee {
    let params = function.program.params();
    let widths: Vec<Width> = params.iter().map(|param| param.width).collect();
    let mut args: Vec<Vec<u64>> =
        calls_out_of_range(&widths).into_iter().map(|call| call.args).collect();
    args.extend((0..12).map(|_| widths.iter().map(|&width| number(random, width)).collect()));
    let calls = args.into_iter().map(|args| {
        let (valid, offset) = interpreted(function, &args);
        Call { args, expected: Expected::Result(valid, offset) }
    });
    Callee::new(function, calls.collect())
}

/// Returns the validity of the index, and the offset.
fn interpreted(function: &AddressFunction<'_>, args: &[u64]) -> (bool, u64) {
    let program = &function.program;
    let mut values: Vec<u128> = Vec::new();
    for value in program.values() {
        let instruction = program.instruction(value);
        let bits = instruction.width.bits();
        let at = |place: usize| values[instruction.operands()[place].index()];
        let result = match instruction.operation {
            Operation::Param(place) => args[place as usize].into(),
            Operation::Constant(value) => value.into(),
            Operation::Binary(op) => binary(op, at(0), at(1), bits),
            Operation::Compare(it) => it.holds(at(0), at(1)).into(),
            Operation::Select => at(if at(0) == 1 { 1 } else { 2 }),
            Operation::Extend | Operation::Truncate | Operation::Low => at(0),
            Operation::Product => at(0) * at(1),
            Operation::High => at(0) >> bits,
            Operation::Lookup(_) => unreachable!("random layouts have no tables"),
        };
        let bits = if instruction.operation == Operation::Product { 2 * bits } else { bits };
        values.push(result & (u128::MAX >> (128 - bits)));
    }
    let valid = program.valid().is_none_or(|it| values[it.index()] == 1);
    (valid, values[program.offset().index()] as u64)
}

/// Returns a result whose low bits are correct.
fn binary(op: WordOp, a: u128, b: u128, bits: u32) -> u128 {
    match op {
        WordOp::Add => a + b,
        WordOp::Sub => a + (1 << bits) - b,
        WordOp::Mul => a * b,
        WordOp::Div => a / b,
        WordOp::Rem => a % b,
        WordOp::Shl => a << b,
        WordOp::Shr => a >> b,
        WordOp::Min => a.min(b),
        WordOp::Max => a.max(b),
        WordOp::And => a & b,
        WordOp::Or => a | b,
        WordOp::Xor => a ^ b,
    }
}
