//! Tests of plans by execution: the values of random functions are written to the bytes of the arena and read again.

use super::PlanMemory;
use crate::assign_layouts::tests::parse;
use crate::resolve_strides::ResolveStrides;
use crate::testing::run;
use ir::arena::{ARENA_ATTR, ArenaRange, range};
use ir::diag::{Sink, code};
use ir::encoding::{self, Reading};
use ir::module::Def;
use ir::target::Target;
use ir::{Module, Op, Registry, Value, Verified};
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The rules that permit results in place. The ops are unknown, so their values have no other constraints.
const HEAD: &str = "#v = {order = #layout.order<C>}
module attributes {layout.target = @t} {
layout.target @t {
  layout.rule \"t.unary\" [#layout.choice<same>] inplace = [0]
  layout.rule \"t.binary\" [#layout.choice<same>] inplace = [1, 0]
}
func.func @f() {
";

/// An op of a random function: its kind, the numbers of the values that it uses, and a length.
type Step = (u8, usize, usize, u64);

/// A function as text, in which values have a dim of bytes.
struct Text {
    body: String,
    /// The lengths of the values that an op can use.
    lens: Vec<u64>,
}

impl Text {
    fn ty(len: u64) -> String {
        format!("tensor<{len}xi8, #v>")
    }

    fn define(&mut self, op: &str, operands: &[usize], len: u64) {
        let names: Vec<String> = operands.iter().map(|at| format!("%v{at}")).collect();
        let types: Vec<String> = operands.iter().map(|&at| Text::ty(self.lens[at])).collect();
        let (at, names, types) = (self.lens.len(), names.join(", "), types.join(", "));
        writeln!(self.body, "  %v{at} = \"{op}\"({names}) : ({types}) -> {}", Text::ty(len))
            .unwrap();
        self.lens.push(len);
    }

    fn step(&mut self, (kind, a, b, len): Step) {
        let count = self.lens.len();
        if count == 0 || kind == 0 {
            return self.define("t.make", &[], len);
        }
        let (a, b) = (a % count, b % count);
        let (of_a, of_b) = (self.lens[a], self.lens[b]);
        match kind {
            1 => self.define("t.unary", &[a], of_a),
            2 if of_a == of_b => self.define("t.binary", &[a, b], of_a),
            3 if of_a + of_b < 64 && a != b => {
                let types = [Text::ty(of_a), Text::ty(of_b), Text::ty(of_a + of_b)];
                let [a_type, b_type, ty] = types;
                writeln!(
                    self.body,
                    "  %v{count} = \"onnx.Concat\"(%v{a}, %v{b}) {{axis = 0 : si64}} : ({a_type}, {b_type}) -> {ty}"
                )
                .unwrap();
                self.lens.push(of_a + of_b);
            }
            4 if of_a > 1 => {
                let (size, start) = (of_a / 2, of_a - of_a / 2);
                let (from, to) = (Text::ty(of_a), Text::ty(size));
                writeln!(
                    self.body,
                    "  %v{count} = tensor.extract_slice %v{a}[{start}] [{size}] [1] : {from} to {to}"
                )
                .unwrap();
                self.lens.push(size);
            }
            5 => {
                let (of_a, of_b) = (Text::ty(of_a), Text::ty(of_b));
                writeln!(
                    self.body,
                    "  \"t.loop\"() ({{\n  %i{count} = \"t.binary\"(%v{a}, %v{a}) : ({of_a}, {of_a}) -> {of_a}\n  \
                     \"t.use\"(%i{count}, %v{b}) : ({of_a}, {of_b}) -> ()\n  }}) : () -> ()"
                )
                .unwrap();
            }
            // The last op of the region may overwrite its operand, but the next execution reads it again.
            6 => {
                let of_a = Text::ty(of_a);
                writeln!(
                    self.body,
                    "  \"t.loop\"() ({{\n  %i{count} = \"t.unary\"(%v{a}) : ({of_a}) -> {of_a}\n  }}) : () -> ()"
                )
                .unwrap();
            }
            _ => self.define("t.other", &[a, b], len),
        }
    }
}

fn function(steps: &[Step]) -> String {
    let mut text = Text { body: HEAD.to_owned(), lens: Vec::new() };
    steps.iter().for_each(|&step| text.step(step));
    let last = text.lens.len() - 1;
    writeln!(text.body, "  \"t.use\"(%v{last}) : ({}) -> ()", Text::ty(text.lens[last])).unwrap();
    text.body + "  return\n}\n}\n"
}

/// Resolves the strides of a module and plans its memory.
fn planned(text: &str) -> (Module, u64) {
    let registry = Registry::new();
    let resolved =
        run(&ResolveStrides { insert_copies: true, certificate: None }, parse(text), None);
    assert_eq!(resolved.diagnostics(), "", "{text}");
    let target = Target::of_module(&resolved.module, &registry).unwrap();
    let ran = run(&PlanMemory::default(), resolved.module, target.as_ref());
    assert_eq!(ran.diagnostics(), "", "{}", ran.text());
    let in_place = ran.stats.get("results in place");
    (ran.module, in_place)
}

/// The bytes of an arena. Each write of a value stores new numbers.
struct Machine<'a> {
    module: &'a Module,
    registry: Registry,
    bytes: Vec<u64>,
    written: u64,
    /// The numbers that each value must have.
    expected: FxHashMap<Value, Vec<u64>>,
}

impl Machine<'_> {
    /// Returns the first byte of a value in the arena, and its length.
    fn place(&self, value: Value) -> (usize, usize) {
        let ty = self.module.ty(value);
        let Ok(Some(Reading::Ordered(layout))) = encoding::read(&self.module.ctx, ty) else {
            unreachable!("strides are resolved")
        };
        let ArenaRange { offset, .. } = range(self.module, value).expect("the value is planned");
        let start = offset as usize + layout.offset().get() as usize;
        let lens = layout.shape().values().map(|len| len.get().unwrap());
        (start, lens.product::<i64>() as usize)
    }

    fn stored(&mut self, value: Value) -> &mut [u64] {
        let (start, len) = self.place(value);
        let end = start + len;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        &mut self.bytes[start..end]
    }

    /// Executes the ops in the regions of an op twice, as a loop does.
    fn execute(&mut self, parent: Op) {
        for _ in 0..2 {
            for op in self.module.inner_ops(parent) {
                for &value in self.module.operands(op) {
                    let expected = self.expected[&value].clone();
                    let name = self.module.name(op);
                    assert_eq!(self.stored(value), expected, "operand of {name}");
                }
                self.execute(op);
                let is_view = self.registry.view_relations(self.module, op).is_some();
                for result in self.module.results(op) {
                    if !is_view {
                        self.written += 1;
                        let number = self.written;
                        self.stored(result).fill(number);
                    }
                    let expected = self.stored(result).to_vec();
                    self.expected.insert(result, expected);
                }
            }
        }
    }
}

fn function_op(module: &Module) -> Op {
    module.walk().find(|&op| module.name(op) == "func.func").unwrap()
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((0u8..8, 0usize..40, 0usize..40, 1u64..9), 1..24)
}

proptest! {
    /// Values keep their contents while ops need them, also where results are in place.
    #[test]
    fn planned_values_are_read_as_written(steps in steps()) {
        let (module, _) = planned(&function(&steps));
        let mut machine = Machine {
            module: &module,
            registry: Registry::new(),
            bytes: Vec::new(),
            written: 0,
            expected: FxHashMap::default(),
        };
        machine.execute(function_op(&module));
    }

    /// The verifier refuses a plan in which two operands of an op have one range.
    #[test]
    fn verifier_refuses_operands_in_one_range(steps in steps()) {
        let (planned, _) = planned(&function(&steps));
        for user in planned.walk() {
            let &[a, b] = planned.operands(user) else { continue };
            let ops = [a, b].map(|value| match planned.def(value) {
                Def::Result(op, _) => op,
                Def::Argument(..) => unreachable!("the functions have no arguments"),
            });
            let attrs = ops.map(|op| planned.attr(op, ARENA_ATTR));
            if attrs[0] == attrs[1] {
                continue;
            }
            let mut module = planned.clone();
            module.set_attr(ops[0], ARENA_ATTR, attrs[1]);
            let mut sink = Sink::default();
            prop_assert!(Verified::new(module, &Registry::new(), &mut sink).is_err());
            prop_assert!(sink.diags().iter().all(|diag| diag.code == code::MEMORY));
        }
    }
}

#[test]
fn random_functions_have_results_in_place() {
    let chain = [(0, 0, 0, 8), (1, 0, 0, 0), (1, 1, 0, 0), (2, 2, 2, 0)];
    let (_, in_place) = planned(&function(&chain));
    assert_eq!(in_place, 3);
}
