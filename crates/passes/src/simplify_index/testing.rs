//! What the tests of the pass share: functions made from maps in text, and a machine that runs functions.

use super::SimplifyIndex;
use super::cost::Cost;
use super::function;
use crate::testing::{Ran, run};
use indexmap::IndexMap;
use ir::attrs::{AttrKind, IntValue};
use ir::{Block, Builder, Module, Type, Value};

/// Makes the body of one address function of i32 or i64.
pub(crate) struct Maker {
    pub(crate) module: Module,
    pub(crate) block: Block,
    int: Type,
    bits: u32,
}

impl Maker {
    pub(crate) fn new(lengths: &[i64], bits: u32, predicate: bool) -> Maker {
        Maker::with_results(lengths, bits, if predicate { &[false, true] } else { &[false] })
    }

    /// A function whose results are numbers, or bools where it says true.
    pub(crate) fn with_results(lengths: &[i64], bits: u32, bools: &[bool]) -> Maker {
        let mut module = Module::new();
        let (int, bool) = (module.ctx.int_type(bits), module.ctx.int_type(1));
        let inputs = vec![int; lengths.len()];
        let results: Vec<Type> = bools.iter().map(|&is| if is { bool } else { int }).collect();
        let block = Builder::new(&mut module).function("offset_x", &inputs, &results);
        let keys = ["of", "unit", "lengths"].map(|key| module.ctx.name(key));
        let values =
            [module.ctx.symbol("x"), module.ctx.string("element"), module.ctx.i64_array(lengths)];
        let address = module.ctx.dict(keys.into_iter().zip(values));
        let func = module.ops(module.body()).next().unwrap();
        module.set_attr(func, function::ADDRESS_KEY, Some(address));
        Maker { module, block, int, bits }
    }

    pub(crate) fn arg(&self, number: usize) -> Value {
        self.module.arguments(self.block)[number]
    }

    pub(crate) fn constant(&mut self, value: i64) -> Value {
        let unused = 64 - self.bits;
        let value = IntValue::Small((value << unused) >> unused);
        let value = self.module.ctx.attr(AttrKind::Integer { value, ty: self.int });
        let block = self.block;
        let int = self.int;
        Builder::new(&mut self.module).at(block).value(
            "arith.constant",
            &[],
            int,
            &[("value", value)],
        )
    }

    pub(crate) fn op(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = match name {
            "select" => self.module.ty(operands[1]),
            "extui" => self.int,
            _ => self.module.ty(operands[0]),
        };
        let block = self.block;
        let name = format!("arith.{name}");
        Builder::new(&mut self.module).at(block).value(&name, operands, ty, &[])
    }

    pub(crate) fn with(&mut self, name: &str, a: Value, constant: i64) -> Value {
        let b = self.constant(constant);
        self.op(name, &[a, b])
    }

    pub(crate) fn compare(&mut self, number: i64, a: Value, b: Value) -> Value {
        let ty = self.module.ctx.int_type(1);
        let predicate = self.module.ctx.int(number);
        let block = self.block;
        let mut builder = Builder::new(&mut self.module);
        builder.at(block).value("arith.cmpi", &[a, b], ty, &[("predicate", predicate)])
    }

    pub(crate) fn finish(mut self, results: &[Value]) -> Module {
        let block = self.block;
        Builder::new(&mut self.module).at(block).op("func.return", results, &[], &[]);
        self.module
    }
}

/// The entry block of the one function of a module.
pub(crate) fn block_of(module: &Module) -> Block {
    let func = module.ops(module.body()).next().unwrap();
    function::body(module, func).unwrap()
}

/// Runs functions of `arith` ops as the dialect defines them.
pub(crate) struct Machine<'a> {
    module: &'a Module,
    steps: Vec<Step>,
    results: Vec<usize>,
    registers: Vec<u64>,
}

struct Step {
    name: String,
    operands: Vec<usize>,
    width: u32,
    from: u32,
    number: i64,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(module: &'a Module) -> Machine<'a> {
        let block = block_of(module);
        let mut places: IndexMap<Value, usize> = IndexMap::new();
        for &arg in module.arguments(block) {
            places.insert(arg, places.len());
        }
        let mut machine = Machine {
            module,
            steps: Vec::new(),
            results: Vec::new(),
            registers: vec![0; places.len()],
        };
        for op in module.ops(block) {
            let operands: Vec<usize> =
                module.operands(op).iter().map(|value| places[value]).collect();
            if module.name(op) == "func.return" {
                machine.results = operands;
                break;
            }
            let key = if module.name(op) == "arith.cmpi" { "predicate" } else { "value" };
            let number = module.attr(op, key).and_then(|attr| module.ctx.as_int(attr)).unwrap_or(0);
            let from = module.operands(op).first().map_or(0, |&value| machine.width(value));
            let width = machine.width(module.result(op, 0).unwrap());
            machine.steps.push(Step {
                name: module.name(op).to_owned(),
                operands,
                width,
                from,
                number,
            });
            for result in module.results(op) {
                places.insert(result, places.len());
                machine.registers.push(0);
            }
        }
        machine
    }

    fn width(&self, value: Value) -> u32 {
        match self.module.kind(value) {
            ir::TypeKind::Integer { width, .. } => *width,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn run(&mut self, args: &[u64]) -> Vec<u64> {
        let registers = &mut self.registers;
        registers[..args.len()].copy_from_slice(args);
        let mut next = args.len();
        for step in &self.steps {
            let get = |n: usize| registers[step.operands[n]];
            let mask = u64::MAX >> (64 - step.width);
            let value = match step.name.as_str() {
                "arith.constant" => step.number.cast_unsigned(),
                "arith.addi" => get(0).wrapping_add(get(1)),
                "arith.subi" => get(0).wrapping_sub(get(1)),
                "arith.muli" => get(0).wrapping_mul(get(1)),
                "arith.divui" => get(0).checked_div(get(1)).expect("no division by zero"),
                "arith.remui" => get(0).checked_rem(get(1)).expect("no division by zero"),
                "arith.shli" => {
                    assert!(get(1) < step.width.into());
                    get(0) << get(1)
                }
                "arith.shrui" => {
                    assert!(get(1) < step.width.into());
                    get(0) >> get(1)
                }
                "arith.andi" => get(0) & get(1),
                "arith.ori" => get(0) | get(1),
                "arith.xori" => get(0) ^ get(1),
                "arith.minui" => get(0).min(get(1)),
                "arith.maxui" => get(0).max(get(1)),
                "arith.select" => get(if get(0) == 1 { 1 } else { 2 }),
                "arith.extui" | "arith.trunci" => get(0),
                "arith.cmpi" => {
                    let ordering = get(0).cmp(&get(1));
                    u64::from(match step.number {
                        0 => ordering.is_eq(),
                        1 => ordering.is_ne(),
                        6 => ordering.is_lt(),
                        7 => ordering.is_le(),
                        8 => ordering.is_gt(),
                        9 => ordering.is_ge(),
                        other => panic!("predicate {other}"),
                    })
                }
                "arith.mului_extended" => {
                    let product = u128::from(get(0)) * u128::from(get(1));
                    registers[next] = product as u64 & mask;
                    next += 1;
                    (product >> step.from) as u64
                }
                other => panic!("{other}"),
            };
            registers[next] = value & mask;
            next += 1;
        }
        self.results.iter().map(|&n| registers[n]).collect()
    }
}

/// Numbers that look random and are the same in each run (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Runs the pass on a copy of a module.
#[track_caller]
pub(crate) fn simplified(module: &Module, cost: Cost) -> Ran {
    run(&SimplifyIndex { cost }, module.clone(), None)
}

/// Compares two functions at every index if there are at most `most` of them, else at that many and at corners.
#[track_caller]
pub(crate) fn assert_equal(old: &Module, new: &Module, lengths: &[i64], most: u64, seed: u64) {
    let (mut a, mut b) = (Machine::new(old), Machine::new(new));
    let count: u128 = lengths.iter().map(|&length| length as u128).product();
    let mut random = Random(seed);
    let mut index = vec![0u64; lengths.len()];
    for n in 0..count.min(most.into()) {
        let mut rest = n;
        for (place, &length) in index.iter_mut().zip(lengths).rev() {
            let length = length as u64;
            *place = if count <= most.into() {
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
        let (x, y) = (a.run(&index), b.run(&index));
        assert_eq!(x, y, "at {index:?} of {lengths:?}:\n{}\n{}", text(old), text(new));
    }
}

/// A module as text.
pub(crate) fn text(module: &Module) -> String {
    ir::print::module_to_string(module, &ir::Registry::new(), ir::print::PrintOptions::default())
}

/// Operations and weight of a function.
pub(crate) fn measure(module: &Module) -> (u64, u64) {
    let block = block_of(module);
    let of = |cost| Cost::counted(function::price(module, block, cost).0);
    (of(Cost::Ops), of(Cost::Weight))
}

/// A function made from maps in the notation of affine maps, such as `(a, m) -> a*6 + m mod 3`, one result for
/// each; ranges are lengths.
pub(crate) fn from_map(map: &str, lengths: &[i64]) -> Module {
    let (names, bodies) = map.split_once("->").unwrap();
    let names: Vec<&str> =
        names.trim().trim_matches(['(', ')']).split(',').map(str::trim).collect();
    let bodies: Vec<&str> = bodies.split(';').collect();
    let maker = Maker::with_results(lengths, 32, &vec![false; bodies.len()]);
    let mut parser = MapParser { maker, names, tokens: Vec::new() };
    let results: Vec<Value> = bodies.into_iter().map(|body| parser.parse(body)).collect();
    parser.maker.finish(&results)
}

struct MapParser<'a> {
    maker: Maker,
    names: Vec<&'a str>,
    /// The rest of the text, last token first.
    tokens: Vec<String>,
}

impl MapParser<'_> {
    fn parse(&mut self, body: &str) -> Value {
        let spaced = ["(", ")", "*", "+"]
            .iter()
            .fold(body.to_owned(), |text, token| text.replace(token, &format!(" {token} ")));
        self.tokens = spaced.split_whitespace().rev().map(str::to_owned).collect();
        let value = self.sum();
        assert!(self.tokens.is_empty(), "{:?}", self.tokens);
        value
    }

    fn sum(&mut self) -> Value {
        let mut value = self.product();
        while self.tokens.last().is_some_and(|token| token == "+") {
            self.tokens.pop();
            let other = self.product();
            value = self.maker.op("addi", &[value, other]);
        }
        value
    }

    fn product(&mut self) -> Value {
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

    fn atom(&mut self) -> Value {
        let token = self.tokens.pop().unwrap();
        if token == "(" {
            let value = self.sum();
            assert_eq!(self.tokens.pop().as_deref(), Some(")"));
            return value;
        }
        match self.names.iter().position(|&name| name == token) {
            Some(place) => self.maker.arg(place),
            None => self.maker.constant(token.parse().unwrap()),
        }
    }
}
