//! Tests of `cse`: the ops that it merges, and that the results of graphs are preserved.

use super::*;
use crate::assign_layouts::tests::{graph, parse};
use crate::testing::{interpret, run};
use crate::{AssignLayouts, PassAnchor, PassManager, Pipeline, ResolveStrides};
use expect_test::{Expect, expect};
use ir::Verified;
use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};

fn generic(module: &Module) -> String {
    let options = PrintOptions { generic: true, ..PrintOptions::default() };
    module_to_string(module, &Registry::new(), options)
}

/// Compares the lines of the module after `cse`, and checks that a second `cse` changes nothing.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let ran = run(&Cse, parse(text), None);
    assert_eq!(ran.diagnostics(), "");
    let after = generic(&ran.module);
    let again = run(&Cse, ran.module, None);
    assert_eq!(generic(&again.module), after);
    assert_eq!(again.stats.iter().count(), 0);
    let lines = after.lines().filter(|line| line.contains(" = ") || line.contains("\"t."));
    expect.assert_eq(&lines.map(str::trim).collect::<Vec<_>>().join("\n"));
}

#[test]
fn equal_pure_ops_are_merged_with_their_chains() {
    check(
        r#"func.func @f(%a: i32, %b: i32) {
      %0 = "arith.addi"(%a, %b) : (i32, i32) -> i32
      %1 = "arith.addi"(%a, %b) : (i32, i32) -> i32
      %2 = "arith.muli"(%0, %a) : (i32, i32) -> i32
      %3 = "arith.muli"(%1, %a) : (i32, i32) -> i32
      %4 = "arith.muli"(%1, %b) : (i32, i32) -> i32
      %5 = "arith.subi"(%b, %a) : (i32, i32) -> i32
      "t.use"(%2, %3, %4) : (i32, i32, i32) -> ()
      return
    }"#,
        expect![[r#"
            %0 = "arith.addi"(%a, %b) : (i32, i32) -> i32
            %2 = "arith.muli"(%0, %a) : (i32, i32) -> i32
            %4 = "arith.muli"(%0, %b) : (i32, i32) -> i32
            "t.use"(%2, %2, %4) : (i32, i32, i32) -> ()
            }) {function_type = (i32, i32) -> (), sym_name = "f"} : () -> ()"#]],
    );
}

#[test]
fn ops_that_differ_in_attributes_types_or_effects_stay() {
    check(
        r#"func.func @f(%a: i32) {
          %0 = "arith.constant"() {value = 1 : i32} : () -> i32
          %1 = "arith.constant"() {value = 2 : i32} : () -> i32
          %2 = "arith.constant"() {value = 1 : i64} : () -> i64
          %3 = "arith.extsi"(%a) : (i32) -> i64
          %4 = "arith.extsi"(%a) : (i32) -> i128
          %5 = "t.load"(%a) : (i32) -> i32
          %6 = "t.load"(%a) : (i32) -> i32
          %7 = "arith.addi"(%a, %a) {layout.state = "s"} : (i32, i32) -> i32
          %8 = "arith.constant"() {value = dense_resource<__elided__> : tensor<4xi32>} : () -> tensor<4xi32>
          %9 = "arith.constant"() {value = dense_resource<__elided__> : tensor<4xi32>} : () -> tensor<4xi32>
          "t.use"(%0, %1, %2, %3, %4, %8, %9) : (i32, i32, i64, i64, i128, tensor<4xi32>, tensor<4xi32>) -> ()
          return
        }"#,
        expect![[r#"
            %0 = "arith.constant"() {value = 1 : i32} : () -> i32
            %1 = "arith.constant"() {value = 2 : i32} : () -> i32
            %2 = "arith.constant"() {value = 1 : i64} : () -> i64
            %3 = "arith.extsi"(%a) : (i32) -> i64
            %4 = "arith.extsi"(%a) : (i32) -> i128
            %5 = "t.load"(%a) : (i32) -> i32
            %6 = "t.load"(%a) : (i32) -> i32
            %7 = "arith.addi"(%a, %a) {layout.state = "s"} : (i32, i32) -> i32
            %8 = "arith.constant"() {value = dense_resource<__elided__> : tensor<4xi32>} : () -> tensor<4xi32>
            %9 = "arith.constant"() {value = dense_resource<__elided__> : tensor<4xi32>} : () -> tensor<4xi32>
            "t.use"(%0, %1, %2, %3, %4, %8, %9) : (i32, i32, i64, i64, i128, tensor<4xi32>, tensor<4xi32>) -> ()
            }) {function_type = (i32) -> (), sym_name = "f"} : () -> ()"#]],
    );
}

#[test]
fn op_of_a_branch_is_not_available_in_its_sibling() {
    check(
        r#"func.func @f(%c: i1, %a: i32) {
          %0 = "arith.addi"(%a, %a) : (i32, i32) -> i32
          "cf.cond_br"(%c)[^one, ^two] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
        ^one:
          %1 = "arith.muli"(%a, %a) : (i32, i32) -> i32
          "t.use"(%1) : (i32) -> ()
          "cf.br"()[^end] : () -> ()
        ^two:
          %2 = "arith.muli"(%a, %a) : (i32, i32) -> i32
          "t.use"(%2) : (i32) -> ()
          "cf.br"()[^end] : () -> ()
        ^end:
          %3 = "arith.muli"(%a, %a) : (i32, i32) -> i32
          %4 = "arith.addi"(%a, %a) : (i32, i32) -> i32
          "t.use"(%0, %3, %4) : (i32, i32, i32) -> ()
          return
        }"#,
        expect![[r#"
            %0 = "arith.addi"(%a, %a) : (i32, i32) -> i32
            "cf.cond_br"(%c)[^one, ^two] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
            %1 = "arith.muli"(%a, %a) : (i32, i32) -> i32
            "t.use"(%1) : (i32) -> ()
            %2 = "arith.muli"(%a, %a) : (i32, i32) -> i32
            "t.use"(%2) : (i32) -> ()
            %3 = "arith.muli"(%a, %a) : (i32, i32) -> i32
            "t.use"(%0, %3, %0) : (i32, i32, i32) -> ()
            }) {function_type = (i1, i32) -> (), sym_name = "f"} : () -> ()"#]],
    );
}

#[test]
fn functions_and_unknown_regions_are_isolated() {
    check(
        r#"
        %0 = "arith.constant"() {value = 1 : i32} : () -> i32
        "t.use"(%0) : (i32) -> ()
        "t.region"() ({
          %1 = "arith.constant"() {value = 1 : i32} : () -> i32
          %2 = "arith.constant"() {value = 1 : i32} : () -> i32
          "t.use"(%1, %2) : (i32, i32) -> ()
        }, {
          %3 = "arith.constant"() {value = 1 : i32} : () -> i32
          "t.use"(%3) : (i32) -> ()
        }) : () -> ()
        func.func @f() {
          %4 = "arith.constant"() {value = 1 : i32} : () -> i32
          "t.use"(%4) : (i32) -> ()
          return
        }"#,
        expect![[r#"
            %0 = "arith.constant"() {value = 1 : i32} : () -> i32
            "t.use"(%0) : (i32) -> ()
            "t.region"() ({
            %1 = "arith.constant"() {value = 1 : i32} : () -> i32
            "t.use"(%1, %1) : (i32, i32) -> ()
            %3 = "arith.constant"() {value = 1 : i32} : () -> i32
            "t.use"(%3) : (i32) -> ()
            %4 = "arith.constant"() {value = 1 : i32} : () -> i32
            "t.use"(%4) : (i32) -> ()
            }) {function_type = () -> (), sym_name = "f"} : () -> ()"#]],
    );
}

#[test]
fn cse_on_functions_keeps_ops_outside_of_them() {
    let text = r#"
      %0 = "arith.constant"() {value = 1 : i32} : () -> i32
      func.func @f() {
        %1 = "arith.constant"() {value = 1 : i32} : () -> i32
        return
      }"#;
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let mut pipeline = Pipeline::new();
    pipeline.add_pass_on(PassAnchor::Functions, INFO, &[]).unwrap();
    pipeline.add_pass_on(PassAnchor::Functions, crate::canonicalize::INFO, &[]).unwrap();
    let module = Verified::new(parse(text), &registry, &mut sink).unwrap();
    let module = PassManager::new(&registry).run(&pipeline, module, &mut sink).unwrap();
    let text = generic(&module);
    assert_eq!(text.matches("arith.constant").count(), 1, "{text}");
    let refused = pipeline.add_pass_on(PassAnchor::Functions, crate::resolve_strides::INFO, &[]);
    let message = "pass `resolve-strides` must run on a module, not on a function";
    assert_eq!(refused.unwrap_err().message, message);
}

/// Checks that graphs compute the same results after `cse` before and after layout assignment and copy insertion.
#[test]
fn cse_preserves_results_of_graphs() {
    let passes: [&dyn Pass; 5] = [
        &Cse,
        &AssignLayouts::default(),
        &Cse,
        &ResolveStrides { insert_copies: true, certificate: None },
        &crate::Canonicalize,
    ];
    let mut merged = 0;
    for seed in 700..740 {
        let text = graph(seed, true);
        let mut module = parse(&text);
        let before = interpret::run(&module, "f");
        for (number, pass) in passes.iter().enumerate() {
            let ran = run(*pass, module, None);
            let after = interpret::run(&ran.module, "f");
            assert_eq!(before.outputs, after.outputs, "pass {number} of\n{text}\n{}", ran.text());
            merged += ran.stats.get("ops merged");
            module = ran.module;
        }
    }
    assert!(merged > 0);
}
