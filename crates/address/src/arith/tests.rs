//! Reading programs from functions, refused functions, and round trips.

use super::{
    ADDRESS_KEY, AddressAttr, AddressFunction, AddressSignature, create_function, functions,
};
use crate::form::AddressForm;
use crate::program::Program;
use crate::simplify::{CostModel, simplify};
use crate::{IndexType, OffsetUnit, ProgramEvaluator, lower};
use expect_test::{Expect, expect};
use ir::descriptor::Layouts;
use ir::diag::{Diag, Sink};
use ir::print::{PrintOptions, module_to_string};
use ir::{Module, Registry, Verified};
use std::fmt::Write as _;

fn parsed(text: &str) -> Verified {
    verified(text).unwrap_or_else(|diag| panic!("{diag:?}"))
}

/// Parses a text and returns the verified module, or the first error of the verifier.
fn verified(text: &str) -> Result<Verified, Diag> {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(text, 0, &registry, &mut sink);
    let module = module.unwrap_or_else(|| panic!("{:?}", sink.diags()));
    Verified::new(module, &registry, &mut sink).map_err(|_| sink.take().swap_remove(0))
}

/// Returns a function with this body, whose arguments `%a` and `%b` index dims of lengths 4 and 5.
fn function(results: &str, body: &str) -> String {
    format!(
        "func.func @f(%a: i32, %b: i32) -> {results} \
         attributes {{layout.address = {{lengths = array<i64: 4, 5>, of = @x, unit = \"element\"}}}} {{\n{body}\n}}\n\
         layout.tensor @x : tensor<4x5xf16>\n"
    )
}

/// Returns the attributes of a function, its program, and the values that its results do not depend on.
fn shown(function: &AddressFunction<'_>) -> String {
    let AddressFunction { name, source: of, unit, program, .. } = function;
    let lengths: Vec<u64> = function.lengths().collect();
    let mut text = format!("@{name} of @{of} in {unit:?}, {lengths:?}\n{program}");
    let used = program.used();
    let unused = program.values().map(|value| value.index()).filter(|&position| !used[position]);
    writeln!(text, "unused {:?}", unused.collect::<Vec<_>>()).unwrap();
    text
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    let shown = |module: &Verified| {
        let functions = functions(module, &Registry::new())?;
        Ok(functions.iter().map(shown).collect())
    };
    let shown = match verified(text).and_then(|module| shown(&module)) {
        Ok(shown) => shown,
        Err(diag) => format!("{} at {}: {}\n", diag.code, diag.span().start, diag.message),
    };
    expect.assert_eq(&shown);
}

/// Checks the message of the error for a function with this body.
#[track_caller]
fn check_refused(body: &str, expect: Expect) {
    let read = |module: Verified| functions(&module, &Registry::new()).map(|_| ());
    let refused = verified(&function("i32", body)).and_then(read);
    expect.assert_eq(&refused.unwrap_err().message);
}

#[test]
fn reads_each_op() {
    check(
        &function(
            "(i32, i1)",
            r#"
            %c = "arith.constant"() {value = -1 : i32} : () -> i32
            %d = "arith.constant"() {value = 31 : i32} : () -> i32
            %t = "arith.constant"() {value = true} : () -> i1
            %0 = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
            %1 = "arith.subi"(%0, %b) : (i32, i32) -> i32
            %2 = "arith.muli"(%1, %c) {some.note = 1} : (i32, i32) -> i32
            %3 = "arith.divui"(%2, %c) : (i32, i32) -> i32
            %4 = "arith.remui"(%3, %c) : (i32, i32) -> i32
            %5 = "arith.shli"(%4, %d) : (i32, i32) -> i32
            %6 = "arith.shrui"(%5, %d) : (i32, i32) -> i32
            %7 = "arith.minui"(%6, %a) : (i32, i32) -> i32
            %8 = "arith.maxui"(%7, %a) : (i32, i32) -> i32
            %9 = "arith.andi"(%8, %a) : (i32, i32) -> i32
            %10 = "arith.ori"(%9, %a) : (i32, i32) -> i32
            %11 = "arith.xori"(%10, %a) : (i32, i32) -> i32
            %12 = "arith.cmpi"(%11, %a) {predicate = 9 : i64} : (i32, i32) -> i1
            %13 = "arith.xori"(%12, %t) : (i1, i1) -> i1
            %14 = "arith.select"(%13, %a, %11) : (i1, i32, i32) -> i32
            %15 = "arith.extui"(%14) : (i32) -> i64
            %16 = "arith.trunci"(%15) : (i64) -> i32
            %17:2 = "arith.mului_extended"(%16, %a) : (i32, i32) -> (i32, i32)
            %18 = "arith.addi"(%0, %0) : (i32, i32) -> i32
            return %17#1, %13 : i32, i1"#,
        ),
        expect![[r#"
            @f of @x in Element, [4, 5]
            %0 = param 0 : i32
            %1 = param 1 : i32
            %2 = arith.constant 4294967295 : i32
            %3 = arith.constant 31 : i32
            %4 = arith.constant 1 : i1
            %5 = arith.addi nuw %0, %1 : i32
            %6 = arith.subi %5, %1 : i32
            %7 = arith.muli %6, %2 : i32
            %8 = arith.divui %7, %2 : i32
            %9 = arith.remui %8, %2 : i32
            %10 = arith.shli %9, %3 : i32
            %11 = arith.shrui %10, %3 : i32
            %12 = arith.minui %11, %0 : i32
            %13 = arith.maxui %12, %0 : i32
            %14 = arith.andi %13, %0 : i32
            %15 = arith.ori %14, %0 : i32
            %16 = arith.xori %15, %0 : i32
            %17 = arith.cmpi GreaterEqual %16, %0 : i1
            %18 = arith.xori %17, %4 : i1
            %19 = arith.select %18, %0, %16 : i32
            %20 = arith.extui %19 : i64
            %21 = arith.trunci %20 : i32
            %22 = arith.mului_extended %21, %0 : i32
            %23 = low %22 : i32
            %24 = high %22 : i32
            %25 = arith.addi %5, %5 : i32
            return %24, %18
            unused [23, 25]
        "#]],
    );
}

#[test]
fn reads_only_addressing_functions_in_module_order() {
    check(
        r#"
        func.func @other(%x: tensor<2xf32>) { return }
        func.func @b() -> i64 attributes {layout.address = {lengths = array<i64>, of = @x, unit = "byte"}} {
          %c = "arith.constant"() {value = -2 : i64} : () -> i64
          return %c : i64
        }
        func.func @a(%d: i32) -> i32 attributes {layout.address = {lengths = [4294967296], of = @x, unit = "element"}} {
          return %d : i32
        }
        layout.tensor @x : tensor<f32>
        "#,
        expect![[r#"
            @b of @x in Byte, []
            %0 = arith.constant 18446744073709551614 : i64
            return %0
            unused []
            @a of @x in Element, [4294967296]
            %0 = param 0 : i32
            return %0
            unused []
        "#]],
    );
}

#[test]
fn refuses_invalid_ops_at_their_location() {
    check(
        &function(
            "i32",
            "%0 = \"arith.addi\"(%a, %b) : (i32, i32) -> i32\n%1 = \"arith.addi\"(%0, %0) : (i32, i32) -> i64\nreturn %0 : i32",
        ),
        expect![[r#"
            L0302 at 177: invalid types for `arith.addi`: (i32, i32) -> (i64)
        "#]],
    );
    check(
        "\"layout.address\"() {of = @x, sym_name = \"f\"} : () -> ()\nlayout.tensor @x : tensor<2xf32>",
        expect![[r#"
        L0304 at 0: `layout.address` must be lowered to a function
    "#]],
    );
}

#[test]
fn refuses_unsupported_ops() {
    check_refused(
        "%0 = \"arith.divsi\"(%a, %b) : (i32, i32) -> i32 return %0 : i32",
        expect!["`arith.divsi` is not supported in an addressing function"],
    );
    check_refused(
        "%0 = \"arith.addi\"(%a) : (i32) -> i32 return %0 : i32",
        expect!["`arith.addi` must have 2 operands and 1 result, but has 1 operand and 1 result"],
    );
    check_refused(
        "%0 = \"arith.minui\"(%a, %b) {fast} : (i32, i32) -> i32 return %0 : i32",
        expect!["unknown attribute `fast` of `arith.minui`"],
    );
    check_refused(
        "%0 = \"arith.cmpi\"(%a, %b) {predicate = 2} : (i32, i32) -> i1 return %a : i32",
        expect![
            "`predicate` of `arith.cmpi` in an addressing function must be eq (0), ne (1), ult (6), ule (7), ugt (8) or uge (9)"
        ],
    );
    check_refused(
        "%0 = \"arith.cmpi\"(%a, %b) : (i32, i32) -> i1 return %a : i32",
        expect![
            "`predicate` of `arith.cmpi` in an addressing function must be eq (0), ne (1), ult (6), ule (7), ugt (8) or uge (9)"
        ],
    );
    check_refused(
        "%0 = \"arith.constant\"() {value = 1.0 : f32} : () -> i32 return %0 : i32",
        expect!["`value` of `arith.constant` is of type `f32`, but the result is `i32`"],
    );
}

#[test]
fn refuses_invalid_types() {
    check_refused(
        "%0 = \"arith.addi\"(%a, %b) : (i32, i32) -> index return %a : i32",
        expect!["expected type `i1`, `i32` or `i64`, found `index`"],
    );
    check_refused(
        "%0 = \"arith.constant\"() {value = 1 : i64} : () -> i32 return %0 : i32",
        expect!["`value` of `arith.constant` is of type `i64`, but the result is `i32`"],
    );
    check_refused(
        "%0 = \"arith.trunci\"(%a) : (i32) -> i1 return %a : i32",
        expect!["invalid types for `arith.trunci`: (i32) -> (i1)"],
    );
    check_refused(
        "%0 = \"arith.extui\"(%a) : (i32) -> i32 return %a : i32",
        expect!["invalid types for `arith.extui`: (i32) -> (i32)"],
    );
    check_refused(
        "%0 = \"arith.constant\"() {value = true} : () -> i1 %1 = \"arith.addi\"(%0, %0) : (i1, i1) -> i1 return %a : i32",
        expect!["invalid types for `arith.addi`: (i1, i1) -> (i1)"],
    );
    check_refused(
        "%0 = \"arith.cmpi\"(%a, %b) {predicate = 0} : (i32, i32) -> i1 %1 = \"arith.select\"(%a, %a, %b) : (i32, i32, i32) -> i32 return %a : i32",
        expect!["invalid types for `arith.select`: (i32, i32, i32) -> (i32)"],
    );
}

#[test]
fn refuses_ops_that_may_trap() {
    let with = |value: i64, op: &str| {
        format!(
            "%0 = \"arith.constant\"() {{value = {value} : i32}} : () -> i32 \
             %1 = \"arith.{op}\"(%a, %0) : (i32, i32) -> i32 return %1 : i32"
        )
    };
    check_refused(
        &with(0, "divui"),
        expect!["the right operand of `arith.divui` must be a constant other than 0"],
    );
    check_refused(
        &with(0, "remui"),
        expect!["the right operand of `arith.remui` must be a constant other than 0"],
    );
    check_refused(
        &with(32, "shli"),
        expect!["the right operand of `arith.shli` must be a constant below 32"],
    );
    check_refused(
        &with(-1, "shrui"),
        expect!["the right operand of `arith.shrui` must be a constant below 32"],
    );
    check_refused(
        "%0 = \"arith.divui\"(%a, %b) : (i32, i32) -> i32 return %0 : i32",
        expect!["the right operand of `arith.divui` must be a constant other than 0"],
    );
}

#[test]
fn refuses_invalid_signatures_and_attributes() {
    let with = |head: &str, address: &str| {
        format!(
            "func.func @f({head} attributes {{layout.address = {address}}} {{ return %a : i32 }} layout.tensor @x : tensor<4xf16>"
        )
    };
    let fine = r#"{lengths = array<i64: 4>, of = @x, unit = "element"}"#;
    check(
        &with("%a: i32) -> i32", "1 : i32"),
        expect![[r#"
            L0303 at 0: `layout.address` of `func.func` is `1 : i32`, but must be a dictionary such as `{lengths = array<i64: 4>, of = @x}`
        "#]],
    );
    check(
        &with("%a: i32) -> i32", r#"{lengths = array<i64: 4>, of = @x, unit = "bit"}"#),
        expect![[r#"
            L0303 at 0: `unit` of `layout.address` must be "element" or "byte"
        "#]],
    );
    check(
        &with("%a: i32) -> i32", r#"{lengths = array<i64: -4>, of = @x, unit = "byte"}"#),
        expect![[r#"
            L0303 at 0: `lengths` of `layout.address` must be the length of each dim
        "#]],
    );
    check(
        &with("%a: i32) -> i32", r#"{lengths = array<i64: 4>, unit = "byte"}"#),
        expect![[r#"
        L0303 at 0: `of` of `layout.address` must be the symbol of a layout
    "#]],
    );
    check(
        &with("%a: i32) -> i32", r#"{lengths = array<i64: 4>, of = @x, unit = "byte", more}"#),
        expect![[r#"
            L0303 at 0: unknown key `more` in `layout.address`
        "#]],
    );
    check(
        &with("%a: i32) -> i32", r#"{lengths = array<i64: 4294967297>, of = @x, unit = "byte"}"#),
        expect![[r#"
            L0302 at 0: type `i32` of argument 0 does not fit its dim length 4294967297
        "#]],
    );
    check(
        &with("%a: i32, %b: i32) -> i32", fine),
        expect![[r#"
        L0301 at 0: expected 2 `lengths`, one for each argument, found 1
    "#]],
    );
    check(
        &with("%a: i8) -> i8", fine).replace(": i32 }", ": i8 }"),
        expect![[r#"
        L0302 at 0: expected type `i1`, `i32` or `i64`, found `i8`
    "#]],
    );
    check(
        &format!("func.func private @f(i32) -> i32 attributes {{layout.address = {fine}}}"),
        expect![[r#"
            L0304 at 0: an addressing function must have exactly one block, but has 0
        "#]],
    );
}

#[test]
fn refuses_invalid_results() {
    let with = |results: &str, body: &str| function(results, body);
    check(
        &with("()", "return"),
        expect![[r#"
        L0302 at 125: an addressing function must return an offset (`i32` or `i64`) and optionally a validity (`i1`)
    "#]],
    );
    check(
        &with("(i32, i32)", "return %a, %b : i32, i32"),
        expect![[r#"
        L0302 at 133: an addressing function must return an offset (`i32` or `i64`) and optionally a validity (`i1`)
    "#]],
    );
}

/// Writes a program to a module. Returns the text of the module, and the program read back from it.
fn written(program: &Program, unit: OffsetUnit) -> (String, Program) {
    let mut module = Module::new();
    let lengths: Vec<i64> =
        program.params().iter().map(|param| param.end().cast_signed()).collect();
    let labels: Vec<String> = (0..lengths.len()).map(|dim| format!("d{dim}")).collect();
    let signature = AddressSignature::of_index(AddressForm::Offset, lengths);
    let attr =
        AddressAttr { of: "x", signature, unit, field: None, unknown_key: None }.write(&mut module);
    let op = create_function(&mut module, "f", program, &[(ADDRESS_KEY, attr)], &labels);
    let body = module.body();
    module.append_op(body, op);
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = Verified::new(module, &registry, &mut sink);
    let module = module.unwrap_or_else(|_| panic!("{:?}", sink.diags()));
    let text = module_to_string(&module, &registry, PrintOptions::default());
    let read = functions(&module, &registry).unwrap().remove(0);
    assert_eq!(read.unit, unit);
    (text, read.program)
}

#[test]
fn written_programs_read_back_as_equal() {
    let module = parsed(
        "
        layout.descriptor @a { %m = layout.packed [9] %i = layout.pad %m low 2 high 1 layout.yield %i }
        layout.descriptor @b {
          %q, %r = layout.packed [12, 8] %s, %t = layout.xor %q, %r
          %x = layout.merge %s, %t %y = layout.slice %x from 3 to 90 layout.yield %y
        }
        layout.descriptor @c {
          %m = layout.strided [9] strides [-5] offset 2 %o = layout.offset %m by 4
          %i, %j = layout.embed %o into [5, 5] strides [1, -1] layout.yield %i, %j
        }
        layout.descriptor @d { %m = layout.packed [31] %p = layout.modulo %m by 31 length 999 layout.yield %p }
        layout.tensor @e : tensor<2x5x3x2xf16, {format = #layout.format<chw2>}>
        layout.tensor @f : tensor<3x100x70xf16, {strides = [1000000000, 1000, 1]}>
        ",
    );
    let registry = Registry::new();
    let layouts = Layouts::new(&module, &registry);
    for of in ["a", "b", "c", "d", "e", "f"] {
        let layout = layouts.symbol(of).unwrap_or_else(|fault| panic!("{}", fault.message));
        for index in [IndexType::Auto, IndexType::I64] {
            let lowered = lower(&layout, OffsetUnit::Element, index).unwrap();
            let costs = [CostModel::Weight, CostModel::Ops, CostModel::Slots];
            let simple = costs.map(|cost| simplify(&lowered, cost).unwrap().program);
            for program in simple.into_iter().flatten().chain([lowered]) {
                let (text, read) = written(&program, OffsetUnit::Element);
                assert_eq!(written(&read, OffsetUnit::Element).0, text);
                for part in 0..=16 {
                    let index = program.params().iter().map(|it| it.range.high * part / 16);
                    let index: Vec<u64> = index.map(|component| component.unsigned_abs()).collect();
                    let results = [&program, &read].map(|it| ProgramEvaluator::new(it).run(&index));
                    assert_eq!(results[0], results[1], "at {index:?} in\n{program}\n{read}");
                }
            }
        }
    }
}

/// Checks a function with several blocks, which the module verifier accepts.
#[test]
fn refuses_branches() {
    check(
        &function("i32", "\"cf.br\"()[^next] : () -> ()\n^next:\n  return %a : i32"),
        expect![[r#"
            L0304 at 0: an addressing function must have exactly one block, but has 2
        "#]],
    );
}
