//! Concrete evaluation of proof terms. Random functions are compared with [`ProgramEvaluator`] and layouts with
//! `Layout::offset_of`. Every claim is checked at every index.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use super::linear::{FormBounds, LinearForm, LinearVar};
use super::terms::{Formula, FormulaKind, ProofStep, ProofTerms, VarOrigin};
use super::{ProofClaim, Unprovable, layout_side, program_side};
use crate::arith::{ADDRESS_KEY, AddressAttr};
use crate::evaluate::ProgramEvaluator;
use crate::lower::{IndexType, lower};
use crate::operation::Operation;
use crate::program::Program;
use crate::unit::OffsetUnit;
use crate::{arith, simplify};
use expect_test::{Expect, expect};
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{IndexSpace, Layout, LogicalIndex, Range};
use ir::{Module, Op, Registry};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::rc::Rc;

pub(super) fn parsed(text: &str) -> Module {
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, &Registry::new(), &mut sink);
    module.unwrap_or_else(|| panic!("{:?} in {text}", sink.diags()))
}

fn functions(module: &Module) -> impl Iterator<Item = Op> + '_ {
    module.walk().filter(|op| module.attr(*op, ADDRESS_KEY).is_some())
}

/// Returns the program of a function, and the layout and unit of its `layout.address`.
fn addressed(module: &Module, op: Op) -> (Program, Rc<Layout>, OffsetUnit) {
    let registry = Registry::new();
    let program = arith::program(module, &registry, op).unwrap_or_else(|it| panic!("{it:?}"));
    let attr = AddressAttr::read(module, module.attr(op, ADDRESS_KEY).unwrap()).unwrap();
    (program, layout(module, attr.of), attr.unit)
}

pub(super) fn layout(module: &Module, of: &str) -> Rc<Layout> {
    let layouts = Layouts::new(module, &Registry::new()).symbol(of);
    layouts.unwrap_or_else(|fault| panic!("{}", fault.message))
}

/// Evaluates the variables at an index, and checks every claim there.
pub(super) fn evaluated(terms: &ProofTerms, index: &[i64]) -> Vec<i128> {
    let (mut values, mut index) = (Vec::new(), index.iter());
    for step in terms.steps() {
        match step {
            ProofStep::Define(var) => {
                assert_eq!(var.0, values.len());
                values.push(match terms.origin(*var) {
                    VarOrigin::Index(_) => i128::from(*index.next().unwrap()),
                    VarOrigin::Quotient { value, divisor } => {
                        value_of(value, &values).div_euclid(*divisor)
                    }
                    VarOrigin::Remainder { value, divisor, quotient, .. } => {
                        value_of(value, &values) - divisor * value_of(quotient, &values)
                    }
                    VarOrigin::Choice { condition, then, other } => value_of(
                        if holds(terms, *condition, &values) { then } else { other },
                        &values,
                    ),
                });
            }
            ProofStep::Claim(form, FormBounds { low, high }) => {
                let value = value_of(form, &values);
                assert!((low..=high).contains(&&value), "{form:?} is {value}, not {low}..={high}");
            }
        }
    }
    values
}

fn value_of(form: &LinearForm, values: &[i128]) -> i128 {
    let term = |&(LinearVar(index), factor): &(LinearVar, i128)| factor * values[index];
    form.constant + form.terms.iter().map(term).sum::<i128>()
}

pub(super) fn holds(terms: &ProofTerms, formula: Formula, values: &[i128]) -> bool {
    match terms.kind(formula) {
        FormulaKind::Known(known) => *known,
        FormulaKind::AtMostZero(form) => value_of(form, values) <= 0,
        FormulaKind::Zero(form) => value_of(form, values) == 0,
        FormulaKind::Not(a) => !holds(terms, *a, values),
        FormulaKind::Both(a, b) => holds(terms, *a, values) && holds(terms, *b, values),
        FormulaKind::Either(a, b) => holds(terms, *a, values) || holds(terms, *b, values),
    }
}

/// Returns all indices in bounds.
pub(super) fn indices(lengths: &[i64]) -> Vec<Vec<i64>> {
    IndexSpace::below(lengths.iter().copied()).iter().collect()
}

/// Compares the program side of a function with the evaluator at every index.
fn check_function(text: &str, lengths: &[i64]) -> Result<(), Unprovable> {
    let lengths_attr: Vec<String> = lengths.iter().map(i64::to_string).collect();
    let attr =
        format!("attributes {{layout.address = {{lengths = [{}]}}}} {{", lengths_attr.join(", "));
    let module = parsed(&text.replacen('{', &attr, 1));
    let op = functions(&module).next().unwrap();
    let program = arith::program(&module, &Registry::new(), op);
    let program = program.unwrap_or_else(|it| panic!("{it:?} in {text}"));
    let mut terms = ProofTerms::default();
    let index: Vec<LinearForm> =
        lengths.iter().map(|&length| terms.index(Range::below(length))).collect();
    let results = (&program.results()[..1], program.valid());
    let computed = program_side::evaluate(&mut terms, &program, results, &index)?;
    let mut evaluator = ProgramEvaluator::new(&program);
    for index in indices(lengths) {
        let inputs: Vec<u64> = index.iter().map(|component| component.unsigned_abs()).collect();
        let values = evaluated(&terms, &index);
        let results = evaluator.run(&inputs);
        let traps = holds(&terms, computed.traps, &values);
        assert_eq!(traps, results.is_err(), "{results:?} at {index:?}\n{text}");
        let Ok(results) = results else { continue };
        let width = program.width(program.offset());
        let offset = value_of(&computed.words[0], &values).rem_euclid(width.end());
        assert_eq!(offset, i128::from(results[0]), "at {index:?}\n{text}");
        let valid = results[1] == 1;
        assert_eq!(holds(&terms, computed.valid, &values), valid, "at {index:?}\n{text}");
    }
    Ok(())
}

/// A builder of a random function: its text, and its values with their widths.
struct Draft {
    text: String,
    values: Vec<(String, u32)>,
}

impl Draft {
    fn value(&self, width: u32, pick: u32) -> String {
        let fitting: Vec<_> = self.values.iter().filter(|value| value.1 == width).collect();
        // Prefer recent values to parameters.
        fitting[fitting.len() - 1 - pick as usize % fitting.len().min(5)].0.clone()
    }

    fn add(&mut self, op: &str, operands: &str, from: &str, attrs: &str, width: u32) {
        let name = format!("%{}", self.values.len());
        let results = if op == "mului_extended" { ":2" } else { "" };
        let to =
            if results.is_empty() { format!("i{width}") } else { format!("(i{width}, i{width})") };
        writeln!(
            self.text,
            "  {name}{results} = \"arith.{op}\"({operands}) {attrs} : ({from}) -> {to}"
        )
        .unwrap();
        self.values
            .push((if results.is_empty() { name.clone() } else { format!("{name}#0") }, width));
        if !results.is_empty() {
            self.values.push((format!("{name}#1"), width));
        }
    }

    fn constant(&mut self, value: u32, width: u32) -> String {
        let value = if width == 1 {
            (value % 2 == 1).to_string()
        } else {
            format!("{} : i{width}", value % (1 << width))
        };
        self.add("constant", "", "", &format!("<{{value = {value}}}>"), width);
        self.values.last().unwrap().0.clone()
    }

    /// Adds an op that random numbers choose.
    fn op(&mut self, [kind, width, a, b, number]: [u32; 5]) {
        let width = [8, 4, 8, 1][width as usize % 4];
        let x = self.value(width, a);
        let both = format!("i{width}, i{width}");
        let of_words = ["addi", "subi", "andi", "ori", "xori", "minui", "maxui"];
        let of_numbers = [
            "muli",
            "mului_extended",
            "divui",
            "remui",
            "shli",
            "shrui",
            "andi",
            "ori",
            "xori",
            "addi",
        ];
        let flags = ["nuw", "nsw", "nsw, nuw"][number as usize % 3];
        let flags = format!("<{{overflowFlags = #arith.overflow<{flags}>}}>");
        match kind % 24 {
            kind @ 0..7 => {
                let y = self.value(width, b);
                let attrs = if kind < 2 && number % 9 == 0 { flags.as_str() } else { "" };
                self.add(of_words[kind as usize], &format!("{x}, {y}"), &both, attrs, width);
            }
            kind @ 7..17 => {
                let y = self.constant(number, width);
                let op = of_numbers[kind as usize - 7];
                let has_flags = ["muli", "shli", "addi"].contains(&op) && b % 4 == 0;
                let attrs = if has_flags { flags.as_str() } else { "" };
                self.add(op, &format!("{x}, {y}"), &both, attrs, width);
            }
            17..20 => {
                let y = self.value(width, b);
                let predicate =
                    format!("<{{predicate = {} : i64}}>", [0, 1, 6, 7, 8, 9][number as usize % 6]);
                self.add("cmpi", &format!("{x}, {y}"), &both, &predicate, 1);
            }
            20 | 21 => {
                let (condition, y) = (self.value(1, number), self.value(width, b));
                self.add(
                    "select",
                    &format!("{condition}, {x}, {y}"),
                    &format!("i1, {both}"),
                    "",
                    width,
                );
            }
            22 if width < 8 => self.add("extui", &x, &format!("i{width}"), "", 8),
            _ if width > 1 => {
                self.add("trunci", &x, &format!("i{width}"), "", if width == 8 { 4 } else { 1 })
            }
            _ => {}
        }
    }
}

/// Returns a function of an `i4` and an `i8`, whose ops random numbers choose.
fn drafted(ops: &[[u32; 5]]) -> String {
    let values = [("%d0", 4), ("%d1", 8)].map(|(name, width)| (name.to_owned(), width));
    let mut draft = Draft { text: String::new(), values: values.to_vec() };
    draft.constant(1, 1);
    ops.iter().for_each(|&op| draft.op(op));
    let (offset, valid) = (draft.value(8, 0), draft.value(1, 0));
    format!(
        "func.func @f(%d0: i4, %d1: i8) -> (i8, i1) {{\n{}  return {offset}, {valid} : i8, i1\n}}\n",
        draft.text
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn program_side_equals_concrete_evaluation(
        ops in prop::collection::vec(any::<[u32; 5]>(), 1..14),
        lengths in (1i64..=16, prop::sample::select(vec![1i64, 3, 7, 20, 60])),
    ) {
        prop_assert_eq!(check_function(&drafted(&ops), &[lengths.0, lengths.1]), Ok(()));
    }
}

#[test]
fn substitutes_dividends_that_have_a_constant() {
    let text = "func.func @f(%a: i8) -> (i8, i1) {
      %one = \"arith.constant\"() <{value = 1 : i8}> : () -> i8
      %n = \"arith.addi\"(%a, %one) : (i8, i8) -> i8
      %odd = \"arith.ori\"(%n, %one) : (i8, i8) -> i8
      %r = \"arith.subi\"(%odd, %n) : (i8, i8) -> i8
      %two = \"arith.constant\"() <{value = 2 : i8}> : () -> i8
      %q = \"arith.divui\"(%r, %two) : (i8, i8) -> i8
      %valid = \"arith.constant\"() <{value = true}> : () -> i1
      return %q, %valid : i8, i1
    }";
    assert_eq!(check_function(text, &[60]), Ok(()));
}

#[test]
fn reports_variable_factors_divisors_and_shift_amounts() {
    let hard = |op: &str| {
        check_function(
            &format!(
                "func.func @f(%a: i8, %b: i8) -> i8 {{ %r = \"arith.{op}\"(%a, %b) : (i8, i8) -> i8 return %r : i8 }}"
            ),
            &[9, 9],
        )
    };
    assert_eq!(hard("muli"), Err(Unprovable::Product));
    assert_eq!(hard("divui"), Err(Unprovable::Divisor));
    assert_eq!(hard("shli"), Err(Unprovable::Distance));
}

/// Compares the layout side of a proof with `Layout::offset_of` at every index.
fn check_layout(text: &str, unit: OffsetUnit) {
    let module = parsed(text);
    let layout = layout(&module, "x");
    let lengths: Vec<i64> = layout.shape().values().map(|length| length.get().unwrap()).collect();
    let mut terms = ProofTerms::default();
    let index: Vec<LinearForm> =
        lengths.iter().map(|&length| terms.index(Range::below(length))).collect();
    let expected = layout_side::evaluate(&mut terms, &layout, unit, &index).unwrap();
    for index in indices(&lengths) {
        let values = evaluated(&terms, &index);
        let offset = layout.offset_of(&LogicalIndex::new(index.iter().copied()).unwrap()).unwrap();
        let valid = holds(&terms, expected.valid, &values);
        assert_eq!(valid, offset.is_some(), "at {index:?} in {text}");
        let Some(offset) = offset else { continue };
        let bits = layout
            .elem()
            .map_or(8, |elem| if unit == OffsetUnit::Byte { elem.bits().get() } else { 8 });
        let bit = i128::from(offset.get()) * i128::from(bits);
        let whole = holds(&terms, expected.whole, &values);
        assert_eq!(whole, bit % 8 == 0, "at {index:?} in {text}");
        let units = value_of(&expected.offset, &values);
        assert_eq!(units, bit.div_euclid(8), "at {index:?} in {text}");
    }
}

fn check_descriptor(ops: &str) {
    check_layout(&format!("layout.descriptor @x {{ {ops} }}"), OffsetUnit::Element);
}

#[test]
fn layout_side_equals_concrete_evaluation() {
    check_descriptor("%a, %b = layout.packed [6, 8] %x = layout.merge %a, %b layout.yield %x");
    check_descriptor(
        "%a, %b = layout.packed [6, 8] %c, %d = layout.xor %a, %b layout.yield %c, %d",
    );
    check_descriptor(
        "%a, %b = layout.packed [6, 8] %c, %d = layout.xor %a, %b %x = layout.merge %c, %d
         %s = layout.slice %x from 5 to 41 layout.yield %s",
    );
    check_descriptor(
        "%a, %b = layout.packed [4, 8] %c, %d = layout.xor %a, %b
         %e = layout.pad %c low 2 high 1 %f = layout.pad %d low 3 high 2 layout.yield %e, %f",
    );
    check_descriptor(
        "%a = layout.strided [5] strides [-3] offset 2 %b = layout.modulo %a by 5 length 12
         %c = layout.offset %b by -11 layout.yield %c",
    );
    check_descriptor(
        "%a = layout.packed [12] %b = layout.pad %a low 1 high 1
         %c, %d = layout.embed %b into [3, 6] strides [1, 2] layout.yield %c, %d",
    );
    check_descriptor(
        "%a, %b, %c = layout.packed [3, 5, 7] %x = layout.merge %a, %b, %c
         %y, %z = layout.unmerge %x into [15, 7] %n = layout.insert 2 layout.yield %z, %y, %n",
    );
    for unit in [OffsetUnit::Element, OffsetUnit::Byte] {
        for (ty, format) in [("f16", "chw2"), ("f32", "chw32"), ("f16", "hwc8")] {
            let format = format!("{{format = #layout.format<{format}>}}");
            check_layout(&format!("layout.tensor @x : tensor<2x5x3x2x{ty}, {format}>"), unit);
        }
        check_layout("layout.tensor @x : tensor<4x6xi4>", unit);
    }
}

#[test]
fn bitwise_operations_equal_concrete_evaluation() {
    for (op, f) in [("andi", 0), ("ori", 1), ("xori", 2)] {
        for mask in [0, 1, 6, 0x55, 0x38, 0xff] {
            let text = format!(
                "func.func @f(%a: i8, %b: i8) -> (i8, i1) {{
                   %m = \"arith.constant\"() <{{value = {mask} : i8}}> : () -> i8
                   %t = \"arith.constant\"() <{{value = true}}> : () -> i1
                   %x = \"arith.{op}\"(%a, %m) : (i8, i8) -> i8
                   %r = \"arith.{op}\"(%x, %b) : (i8, i8) -> i8 return %r, %t : i8, i1 }}"
            );
            assert_eq!(check_function(&text, &[23, 37 + f]), Ok(()));
        }
    }
}

/// Layouts whose programs have many constants to change.
const LAYOUTS: &str = "
layout.descriptor @a { %m = layout.packed [9] %i = layout.pad %m low 2 high 1 layout.yield %i }
layout.descriptor @b {
  %q, %r, %s = layout.strided [3, 4, 5] strides [20, 1, 4] offset 7
  %x = layout.merge %q, %r, %s layout.yield %x
}
layout.descriptor @c {
  %q, %r = layout.packed [12, 8] %s, %t = layout.xor %q, %r
  %x = layout.merge %s, %t %y = layout.slice %x from 3 to 90 layout.yield %y
}
layout.descriptor @d {
  %m = layout.strided [9] strides [-5] offset 2 %o = layout.offset %m by 4
  %i, %j = layout.embed %o into [5, 5] strides [1, -1] layout.yield %i, %j
}
layout.tensor @e : tensor<2x5x3x2xf16, {format = #layout.format<chw2>}>
";

/// The symbol, the unit and the index type of each function.
const FUNCTIONS: [(&str, OffsetUnit, IndexType); 5] = [
    ("a", OffsetUnit::Element, IndexType::I32),
    ("b", OffsetUnit::Element, IndexType::I64),
    ("c", OffsetUnit::Element, IndexType::Auto),
    ("d", OffsetUnit::Element, IndexType::Auto),
    ("e", OffsetUnit::Byte, IndexType::Auto),
];

/// Returns `true` if a program differs from its layout at an index, by concrete evaluation of both.
fn differs(program: &Program, layout: &Layout, unit: OffsetUnit, index: &[i64]) -> bool {
    let inputs: Vec<u64> = index.iter().map(|component| component.unsigned_abs()).collect();
    let Ok(results) = ProgramEvaluator::new(program).run(&inputs) else { return true };
    let offset = layout.offset_of(&LogicalIndex::new(index.iter().copied()).unwrap()).unwrap();
    let valid = results.get(1) != Some(&0);
    let Some(offset) = offset else { return valid };
    let bits = if unit == OffsetUnit::Byte { layout.elem().unwrap().bits().get() } else { 8 };
    let bit = offset.get() * bits;
    let width = program.width(program.offset());
    let fits = (-(width.end() / 2)..width.end()).contains(&i128::from(bit / 8));
    !valid || bit % 8 != 0 || !fits || results[0] != width.word((bit / 8).into())
}

/// Compares the query with concrete evaluation at each index. Returns `true` if the program is wrong; `None` if its
/// integers may overflow 127 bits.
fn check_query(program: &Program, layout: &Layout, unit: OffsetUnit) -> Option<bool> {
    let (terms, wrong) = match super::query(program, ProofClaim { layout, step: None, unit }) {
        Ok(query) => query,
        Err(unprovable) => {
            assert_eq!(unprovable, Unprovable::Large);
            return None;
        }
    };
    let lengths: Vec<i64> =
        program.params().iter().map(|param| param.end().cast_signed()).collect();
    let mut is_wrong = false;
    for index in indices(&lengths) {
        let satisfied = holds(&terms, wrong, &evaluated(&terms, &index));
        assert_eq!(satisfied, differs(program, layout, unit, &index), "at {index:?} in\n{program}");
        is_wrong |= satisfied;
    }
    Some(is_wrong)
}

#[test]
fn query_holds_exactly_where_evaluations_differ() {
    let module = parsed(LAYOUTS);
    for cost in [None, Some(simplify::CostModel::Weight)] {
        let (mut wrong, mut large) = (0, 0);
        for (of, unit, index) in FUNCTIONS {
            let layout = layout(&module, of);
            let lowered = lower(&layout, unit, index).unwrap();
            let program = match cost {
                None => lowered,
                Some(cost) => simplify::simplify(&lowered, cost).unwrap().program.unwrap(),
            };
            assert_eq!(check_query(&program, &layout, unit), Some(false), "{program}");
            for value in program.values() {
                let Operation::Constant(word) = program.instruction(value).operation else {
                    continue;
                };
                let width = program.width(value);
                let number = i128::from(width.signed(word));
                for other in [number + 1, number - 1, number * 2, 0, -1] {
                    let constant = |it| (it == value).then(|| width.word(other));
                    match check_query(&program.with_constants(constant), &layout, unit) {
                        Some(is_wrong) => wrong += usize::from(is_wrong),
                        None => large += 1,
                    }
                }
            }
        }
        assert!(wrong > 60 && large * 10 < wrong, "{wrong}, {large}");
    }
}

fn check_script(text: &str, expect: &Expect) {
    let module = parsed(text);
    let (program, layout, unit) = addressed(&module, functions(&module).next().unwrap());
    let script =
        super::script(&program, ProofClaim { layout: &layout, step: None, unit }, 1000).unwrap();
    assert_eq!(script.text.matches("(check-sat)").count(), script.claims + 1);
    expect.assert_eq(&script.text);
}

#[test]
fn script_states_definitions_claims_and_query() {
    check_script(
        r#"
        layout.descriptor @x { %a, %b = layout.strided [3, 4] strides [1, 3] offset 0 %c = layout.merge %a, %b layout.yield %c }
        func.func @f(%d0: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 12>}} {
          %three = "arith.constant"() <{value = 3 : i32}> : () -> i32
          %0 = "arith.muli"(%d0, %three) : (i32, i32) -> i32
          return %0 : i32
        }"#,
        &expect![[r#"
            (set-option :rlimit 1000)
            (set-logic QF_LIA)
            (declare-const x0 Int)
            (assert (<= 0 x0 11))
            (declare-const x1 Int)
            (declare-const x2 Int)
            (assert (= x0 (+ (* 4 x1) x2)))
            (assert (<= 0 x2 3))
            (push 1)
            (assert (not (<= 0 x1 2)))
            (check-sat)
            (pop 1)
            (assert (<= 0 x1 2))
            (push 1)
            (assert (not (<= 0 (+ x1 (* 3 x2)) 11)))
            (check-sat)
            (pop 1)
            (assert (<= 0 (+ x1 (* 3 x2)) 11))
            (push 1)
            (assert (not (<= 0 x0 4294967295)))
            (check-sat)
            (pop 1)
            (assert (<= 0 x0 4294967295))
            (push 1)
            (assert (not (<= (- 2147483659) (+ (* (- 1) x1) (* (- 3) x2) (- 2147483648)) (- 2147483648))))
            (check-sat)
            (pop 1)
            (assert (<= (- 2147483659) (+ (* (- 1) x1) (* (- 3) x2) (- 2147483648)) (- 2147483648)))
            (push 1)
            (assert (not (<= (- 4294967295) (+ x1 (* 3 x2) (- 4294967295)) (- 4294967284))))
            (check-sat)
            (pop 1)
            (assert (<= (- 4294967295) (+ x1 (* 3 x2) (- 4294967295)) (- 4294967284)))
            (push 1)
            (assert (not (<= (- 33) (+ (* (- 3) x0) x1 (* 3 x2)) 11)))
            (check-sat)
            (pop 1)
            (assert (<= (- 33) (+ (* (- 3) x0) x1 (* 3 x2)) 11))
            (assert (not (= (+ (* (- 3) x0) x1 (* 3 x2)) 0)))
            (check-sat)
            (get-value (x0))
        "#]],
    );
}

#[test]
fn script_states_predicates_and_wrapping() {
    check_script(
        r#"
        layout.descriptor @x { %a = layout.packed [38] %b = layout.pad %a low 1 high 1 layout.yield %b }
        func.func @f(%d0: i32) -> (i32, i1) attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 40>}} {
          %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
          %most = "arith.constant"() <{value = 38 : i32}> : () -> i32
          %0 = "arith.subi"(%d0, %one) : (i32, i32) -> i32
          %1 = "arith.cmpi"(%0, %most) <{predicate = 6 : i64}> : (i32, i32) -> i1
          return %0, %1 : i32, i1
        }"#,
        &expect![[r#"
            (set-option :rlimit 1000)
            (set-logic QF_LIA)
            (declare-const x0 Int)
            (assert (<= 0 x0 39))
            (push 1)
            (assert (not (<= (- 1) (+ x0 (- 1)) 38)))
            (check-sat)
            (pop 1)
            (assert (<= (- 1) (+ x0 (- 1)) 38))
            (push 1)
            (assert (not (<= (- 38) (+ (* (- 1) x0) 1) 1)))
            (check-sat)
            (pop 1)
            (assert (<= (- 38) (+ (* (- 1) x0) 1) 1))
            (push 1)
            (assert (not (<= (- 38) (+ x0 (- 38)) 1)))
            (check-sat)
            (pop 1)
            (assert (<= (- 38) (+ x0 (- 38)) 1))
            (declare-const x1 Int)
            (declare-const x2 Int)
            (assert (= (+ x0 4294967295) (+ (* 4294967296 x1) x2)))
            (assert (<= 0 x2 4294967295))
            (push 1)
            (assert (not (<= 0 x1 1)))
            (check-sat)
            (pop 1)
            (assert (<= 0 x1 1))
            (push 1)
            (assert (not (<= 0 (+ x0 (* (- 4294967296) x1) (* (- 1) x2) 4294967295) 0)))
            (check-sat)
            (pop 1)
            (assert (<= 0 (+ x0 (* (- 4294967296) x1) (* (- 1) x2) 4294967295) 0))
            (push 1)
            (assert (not (<= 0 x2 4294967295)))
            (check-sat)
            (pop 1)
            (assert (<= 0 x2 4294967295))
            (push 1)
            (assert (not (<= (- 37) (+ x2 (- 37)) 4294967258)))
            (check-sat)
            (pop 1)
            (assert (<= (- 37) (+ x2 (- 37)) 4294967258))
            (push 1)
            (assert (not (<= (- 2147483686) (+ (* (- 1) x0) (- 2147483647)) (- 2147483647))))
            (check-sat)
            (pop 1)
            (assert (<= (- 2147483686) (+ (* (- 1) x0) (- 2147483647)) (- 2147483647)))
            (push 1)
            (assert (not (<= (- 4294967296) (+ x0 (- 4294967296)) (- 4294967257))))
            (check-sat)
            (pop 1)
            (assert (<= (- 4294967296) (+ x0 (- 4294967296)) (- 4294967257)))
            (define-fun t3 () Bool (and (<= (+ (* (- 1) x0) 1) 0) (<= (+ x0 (- 38)) 0)))
            (define-fun t8 () Bool (and t3 (not (<= (+ x2 (- 37)) 0))))
            (define-fun t9 () Bool (and (<= (+ x2 (- 37)) 0) (not t3)))
            (define-fun t10 () Bool (or t8 t9))
            (assert t10)
            (check-sat)
            (get-value (x0))
        "#]],
    );
}
