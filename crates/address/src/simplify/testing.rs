//! Helpers of the simplification tests: programs from affine maps in text, random numbers, and comparison of programs.

use super::{CostModel, Simplified, simplify};
use crate::evaluate::ProgramEvaluator;
use crate::operation::{CmpPredicate, Operation, WORD_OPS, Width, WordOp};
use crate::program::{Instruction, Param, Program, ProgramBuilder, ValueId};

/// A builder of programs on words of 32 or 64 bits.
pub(super) struct Maker {
    pub(super) builder: ProgramBuilder,
    width: Width,
}

impl Maker {
    pub(super) fn new(lengths: &[i64], bits: u32) -> Maker {
        let width = Width::new(bits).unwrap();
        let params = lengths.iter().map(|&length| Param::index(width, length)).collect();
        Maker { builder: ProgramBuilder::new(params), width }
    }

    pub(super) fn arg(&mut self, position: usize) -> ValueId {
        self.add(Operation::Param(position as u32), &[], self.width)
    }

    pub(super) fn constant(&mut self, value: i64) -> ValueId {
        self.add(Operation::Constant(self.width.word(value.into())), &[], self.width)
    }

    /// Adds the op with this name, without the dialect prefix.
    pub(super) fn op(&mut self, name: &str, operands: &[ValueId]) -> ValueId {
        let op = WORD_OPS.iter().find(|row| row.name.strip_prefix("arith.") == Some(name));
        match (name, op) {
            (_, Some(row)) => self.binary(row.op, operands[0], operands[1]),
            ("select", _) => {
                let width = self.builder.program().width(operands[1]);
                self.add(Operation::Select, operands, width)
            }
            ("extui", _) => self.builder.resized(operands[0], self.width),
            _ => panic!("{name}"),
        }
    }

    pub(super) fn with(&mut self, op: WordOp, a: ValueId, constant: i64) -> ValueId {
        let b = self.constant(constant);
        self.binary(op, a, b)
    }

    fn binary(&mut self, op: WordOp, a: ValueId, b: ValueId) -> ValueId {
        let width = self.builder.program().width(a);
        self.add(Operation::Binary(op), &[a, b], width)
    }

    fn add(&mut self, operation: Operation, operands: &[ValueId], width: Width) -> ValueId {
        self.builder.add(Instruction::new(operation, operands, width), None)
    }

    pub(super) fn compare(&mut self, predicate: CmpPredicate, a: ValueId, b: ValueId) -> ValueId {
        self.add(Operation::Compare(predicate), &[a, b], Width::I1)
    }

    pub(super) fn finish(self, results: &[ValueId]) -> Program {
        self.builder.finish(results)
    }
}

/// A deterministic pseudo-random generator (SplitMix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Returns the simplified program, or a copy of the old one, and the result of simplification; `None` on a fault.
pub(super) fn simplified(program: &Program, cost: CostModel) -> (Program, Option<Simplified>) {
    let found = simplify(program, cost).ok();
    let new = found.as_ref().and_then(|found| found.program.clone());
    (new.unwrap_or_else(|| program.clone()), found)
}

/// Returns the simplified program, or a copy of the old one.
pub(super) fn simple(program: &Program, cost: CostModel) -> Program {
    simplified(program, cost).0
}

/// Returns the cost of a program.
pub(super) fn counted(program: &Program, cost: CostModel) -> u64 {
    CostModel::counted(cost.price(program))
}

/// Compares two programs at every index in bounds if there are at most `most`, otherwise at `most` random indices that
/// include many corners.
#[track_caller]
pub(super) fn assert_equal(old: &Program, new: &Program, most: u64, seed: u64) {
    let lengths: Vec<u64> = old.params().iter().map(|it| it.end()).collect();
    let (mut a, mut b) = (ProgramEvaluator::new(old), ProgramEvaluator::new(new));
    let count = lengths.iter().fold(1, |all: u128, &length| all.saturating_mul(length.into()));
    let mut random = Random(seed);
    let mut index = vec![0u64; lengths.len()];
    for n in 0..count.min(most.into()) {
        let mut rest = n;
        for (component, &length) in index.iter_mut().zip(&lengths).rev() {
            *component = if count <= most.into() {
                (rest % u128::from(length)) as u64
            } else {
                match random.below(8) {
                    0 => 0,
                    1 => length - 1,
                    _ => random.below(length),
                }
            };
            rest /= u128::from(length);
        }
        let (x, y) = (a.run(&index).unwrap(), b.run(&index).unwrap());
        assert_eq!(x, y, "at {index:?} of {lengths:?}:\n{old}\n{new}");
    }
}

/// Parses an affine map such as `(a, m) -> a*6 + m mod 3` to a program on dims of these lengths. The results are
/// separated by `;`.
pub(super) fn from_map(map: &str, lengths: &[i64]) -> Program {
    let (names, bodies) = map.split_once("->").unwrap();
    let names: Vec<&str> =
        names.trim().trim_matches(['(', ')']).split(',').map(str::trim).collect();
    let mut parser = MapParser { maker: Maker::new(lengths, 32), names, tokens: Vec::new() };
    let results: Vec<ValueId> = bodies.split(';').map(|body| parser.parse(body)).collect();
    parser.maker.finish(&results)
}

struct MapParser<'a> {
    maker: Maker,
    names: Vec<&'a str>,
    /// The remaining tokens, last token first.
    tokens: Vec<String>,
}

impl MapParser<'_> {
    fn parse(&mut self, body: &str) -> ValueId {
        let spaced = ["(", ")", "*", "+"]
            .iter()
            .fold(body.to_owned(), |text, token| text.replace(token, &format!(" {token} ")));
        self.tokens = spaced.split_whitespace().rev().map(str::to_owned).collect();
        let value = self.sum();
        assert!(self.tokens.is_empty(), "{:?}", self.tokens);
        value
    }

    fn sum(&mut self) -> ValueId {
        let mut value = self.product();
        while self.tokens.last().is_some_and(|token| token == "+") {
            self.tokens.pop();
            let other = self.product();
            value = self.maker.op("addi", &[value, other]);
        }
        value
    }

    fn product(&mut self) -> ValueId {
        let mut value = self.atom();
        loop {
            let name = match self.tokens.last().map(String::as_str) {
                Some("*") => "muli",
                Some("floordiv") => "divui",
                Some("mod") => "remui",
                _ => return value,
            };
            self.tokens.pop();
            let other = self.atom();
            value = self.maker.op(name, &[value, other]);
        }
    }

    fn atom(&mut self) -> ValueId {
        let token = self.tokens.pop().unwrap();
        if token == "(" {
            let inner = self.sum();
            assert_eq!(self.tokens.pop().as_deref(), Some(")"));
            return inner;
        }
        match self.names.iter().position(|&name| name == token) {
            Some(position) => self.maker.arg(position),
            None => self.maker.constant(token.parse().unwrap()),
        }
    }
}
