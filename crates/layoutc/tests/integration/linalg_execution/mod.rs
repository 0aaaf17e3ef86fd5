//! Execution of random functions of `linalg` and `tensor` before and after `assign-layouts,materialize-layouts`: MLIR's
//! own tools lower and run both, and all elements of the results are equal, floats bit for bit.
//!
//! All functions are lowered and run as one module. The variable `LAYOUTC_LINALG_FUNCTIONS` sets their number.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

mod functions;

use crate::address_code::mlir::{executed, lacks_mlir};
use functions::{Function, elements, function, tensor_type};
use std::fmt::Write;
use std::path::PathBuf;
use testkit::{ChoiceLayouts, Random, number_of};

/// The number of functions of the test.
const FUNCTIONS: u64 = 64;

/// The number of functions of a module. The first modules have layouts at ops, each third one has those of a target.
const FUNCTIONS_OF_MODULE: u64 = 16;

/// The passes of MLIR that lower `tensor` and `linalg` to loops, and these to the LLVM dialect.
const LOWERING: &[&str] = &[
    "--transform-interpreter",
    "--test-transform-dialect-erase-schedule",
    "--convert-elementwise-to-linalg",
    "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map",
    "--convert-linalg-to-loops",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--convert-arith-to-llvm",
    "--convert-math-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];

/// The patterns that expand concats, which have no bufferization, and the printing of elements.
const SUPPORT: &str = r#"
transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %functions = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %functions {
    transform.apply_patterns.tensor.decompose_concat
  } : !transform.any_op
  transform.yield
}
llvm.mlir.global internal constant @format("%x\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32
func.func private @print(%bits: i32) {
  %format = llvm.mlir.addressof @format : !llvm.ptr
  %0 = llvm.call @printf(%format, %bits) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  return
}
"#;

/// Returns a function that prints the bits of all elements of a tensor.
fn show(elem: &str) -> String {
    let bits = match elem {
        "f32" => "arith.bitcast %element : f32 to i32",
        "i8" => "arith.extsi %element : i8 to i32",
        _ => "arith.ori %element, %element : i32",
    };
    format!(
        "func.func private @show_{elem}(%all: tensor<?x{elem}>) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = tensor.dim %all, %zero : tensor<?x{elem}>
  scf.for %at = %zero to %count step %one {{
    %element = tensor.extract %all[%at] : tensor<?x{elem}>
    %bits = {bits}
    func.call @print(%bits) : (i32) -> ()
  }}
  return
}}
"
    )
}

/// Returns a function that calls a function before and after the passes, and prints both results.
fn driver(number: usize, of: &Function, random: &mut Random) -> String {
    let mut text = format!("func.func @case_{number}() {{\n");
    let mut names = Vec::new();
    for (at, argument) in of.arguments.iter().enumerate() {
        let elements = elements(random, &argument.dims, argument.elem);
        let _ = writeln!(text, "  %x{at} = arith.constant dense<{elements}> : {}", argument.ty());
        names.push(format!("%x{at}"));
    }
    let types = |values: &[functions::Tensor]| {
        values.iter().map(functions::Tensor::ty).collect::<Vec<String>>().join(", ")
    };
    let [names, inputs, outputs] = [names.join(", "), types(&of.arguments), types(&of.results)];
    let count = of.results.len();
    for when in ["before", "after"] {
        let _ = writeln!(
            text,
            "  %{when}:{count} = call @{when}_{number}({names}) : ({inputs}) -> ({outputs})"
        );
        for (at, result) in of.results.iter().enumerate() {
            let mut value = format!("%{when}#{at}");
            let flat = tensor_type(&[result.dims.iter().product()], result.elem);
            if result.dims.len() > 1 {
                let all: Vec<usize> = (0..result.dims.len()).collect();
                let of = std::mem::replace(&mut value, format!("%{when}_flat{at}"));
                let _ = writeln!(
                    text,
                    "  {value} = tensor.collapse_shape {of} [{all:?}] : {} into {flat}",
                    result.ty()
                );
            }
            let elem = result.elem;
            let shown = format!("tensor<?x{elem}>");
            let _ = writeln!(text, "  %{when}_shown{at} = tensor.cast {value} : {flat} to {shown}");
            let _ = writeln!(text, "  call @show_{elem}(%{when}_shown{at}) : ({shown}) -> ()");
        }
    }
    text + "  return\n}\n"
}

/// Returns a random target: for each rank a layout of all values of an op, and one of a `linalg.generic`.
fn target(random: &mut Random) -> String {
    let mut text = "layout.target @t {\n".to_owned();
    for name in ["linalg.generic", "*"] {
        let mut choices = Vec::new();
        for rank in 1..=5 {
            for _ in 0..2 {
                let layout = ChoiceLayouts::OrdersAndBlocks.layout(random, rank);
                choices.push(format!("#layout.choice<({layout}...) -> {layout}...>"));
            }
        }
        let _ = writeln!(text, "  layout.rule \"{name}\" [{}]", choices.join(", "));
    }
    text + "}\n"
}

/// Returns the number of the ops whose maps no op of the input has.
fn permuted_maps(before: &str, after: &str) -> usize {
    let lists = |text: &str| -> Vec<String> {
        let parts = text.split("indexing_maps = [").skip(1);
        parts.map(|part| part.split("], ").next().unwrap().to_owned()).collect()
    };
    let before = lists(before);
    lists(after).iter().filter(|list| !before.contains(list)).count()
}

/// Returns a module after the passes.
fn materialized(module: &str, target: Option<&str>) -> String {
    let args = ["-", "--passes=assign-layouts,materialize-layouts", "--emit=generic"];
    let mut args: Vec<String> = args.map(str::to_owned).to_vec();
    args.push("--diagnostics=short".to_owned());
    if let Some(target) = target {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("linalg_execution.mlir");
        std::fs::write(&file, target).unwrap();
        args.push(format!("--target={}", file.display()));
    }
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut module.as_bytes(), &mut stdout, &mut stderr);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status, 0, "{stderr}\n{module}");
    String::from_utf8(stdout).unwrap()
}

#[test]
fn materialized_linalg_computes_the_results_of_its_input() {
    if lacks_mlir() {
        return;
    }
    let count = number_of("LAYOUTC_LINALG_FUNCTIONS").unwrap_or(FUNCTIONS);
    let mut functions: Vec<Function> = Vec::new();
    let mut permuted = 0;
    let mut text = "module attributes {transform.with_named_sequence} {".to_owned() + SUPPORT;
    ["f32", "i32", "i8"].iter().for_each(|elem| text.push_str(&show(elem)));
    for number in 0..count.div_ceil(FUNCTIONS_OF_MODULE) {
        let random = &mut Random::new(number);
        let target = (number % 3 == 2).then(|| target(random));
        let mut module = String::new();
        for _ in 0..FUNCTIONS_OF_MODULE {
            let number = functions.len();
            let function = function(random);
            module.push_str(&function.text(&format!("after_{number}"), target.is_none()));
            text.push_str(&function.text(&format!("before_{number}"), false));
            text.push_str(&driver(number, &function, random));
            functions.push(function);
        }
        let after = materialized(&module, target.as_deref());
        permuted += permuted_maps(&module, &after);
        let body = after.trim_end().strip_prefix("\"builtin.module\"() ({").unwrap();
        text.push_str(body.strip_suffix("}) : () -> ()").unwrap());
    }
    text.push_str("func.func @every_case() {\n");
    for number in 0..functions.len() {
        let _ = writeln!(text, "  call @case_{number}() : () -> ()");
    }
    text.push_str("  return\n}\n}\n");
    let printed = executed(&text, LOWERING, "every_case");
    let mut lines = printed.lines();
    for (number, function) in functions.iter().enumerate() {
        let elements = function.results.iter().map(|it| it.dims.iter().product::<u64>());
        let elements = usize::try_from(elements.sum::<u64>()).unwrap();
        let [before, after] = [0; 2].map(|_| lines.by_ref().take(elements).collect::<Vec<&str>>());
        assert_eq!(before.len(), elements, "case {number}");
        assert_eq!(before, after, "case {number}\n{}", function.text("f", true));
    }
    assert_eq!(lines.next(), None);
    println!("{} functions are equal; {permuted} ops have other maps", functions.len());
    assert!(permuted * 3 >= functions.len(), "{permuted} ops have other maps");
}
