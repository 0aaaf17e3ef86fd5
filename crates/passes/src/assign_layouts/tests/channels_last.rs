//! Tests on exported graphs whose view ops only the rules of a target declare.

use super::parse;
use crate::testing::{interpret, run_with as run_pass};
use crate::{AssignLayouts, OptimizeReorders, Pass, ResolveStrides};
use ir::registry::Registry;
use ir::target::Target;

const MATRIX: &str = include_str!("../../../../../tests/channels_last/matrix.mlir");
const TARGET: &str = include_str!("../../../../../tests/channels_last/target.mlir");

/// The maximum number of elements of a tensor that the test interprets, which bounds its time.
const MAX_ELEMENTS: usize = 1 << 10;

fn target() -> Target {
    let module = parse(TARGET);
    let op = Target::all_in(&module).next().unwrap();
    Target::read(&module, &Registry::new(), op).unwrap()
}

/// Returns the greatest number of elements of a tensor type of a text.
fn most_elements(text: &str) -> usize {
    let types = text.split("tensor<").skip(1).filter_map(|rest| rest.split('>').next());
    let count = |ty: &str| ty.split('x').filter_map(|len| len.parse::<usize>().ok()).product();
    types.map(count).max().unwrap_or(0)
}

#[test]
fn views_of_a_target_preserve_results_of_exported_graphs() {
    let target = target();
    let registry = Registry::new().with_views_of(&target).unwrap();
    let passes: [&dyn Pass; 3] = [
        &AssignLayouts::default(),
        &OptimizeReorders::default(),
        &ResolveStrides { insert_copies: true, certificate: None },
    ];
    let mut interpreted = 0;
    for text in MATRIX.split("// -----").filter(|text| most_elements(text) <= MAX_ELEMENTS) {
        let name = text.split("func.func @").nth(1).and_then(|rest| rest.split('(').next());
        let (name, mut module) = (name.unwrap(), parse(text));
        let before = interpret::run_with(&registry, &module, name);
        for pass in passes {
            let ran = run_pass(&registry, pass, module, Some(&target));
            let after = interpret::run_with(&registry, &ran.module, name);
            assert_eq!(before.outputs, after.outputs, "{name}: {}", ran.text());
            assert!(after.moved.is_empty(), "{name}: {}", ran.text());
            module = ran.module;
        }
        interpreted += 1;
    }
    assert!(interpreted >= 25, "only {interpreted} graphs");
}

#[test]
fn views_of_a_target_move_data_only_where_ops_require_it() {
    let text = r#"
        layout.target @npu {
          layout.rule "my.permute" view {kind = "transpose", permutation = "axes"}
          layout.rule "my.flat" view {kind = "reshape"}
          layout.rule "my.conv" [#layout.choice<(HWC) -> HWC>]
        }
        func.func @f(%x: tensor<2x3x4xf16>) -> tensor<12x2xf16> {
          %0 = "my.permute"(%x) {axes = [1, 2, 0]} : (tensor<2x3x4xf16>) -> tensor<3x4x2xf16>
          %1 = "my.permute"(%0) {axes = [2, 0, 1]} : (tensor<3x4x2xf16>) -> tensor<2x3x4xf16>
          %2 = "my.conv"(%1) : (tensor<2x3x4xf16>) -> tensor<2x3x4xf16>
          %3 = "my.permute"(%2) {axes = [1, 2, 0]} : (tensor<2x3x4xf16>) -> tensor<3x4x2xf16>
          %4 = "my.flat"(%3) : (tensor<3x4x2xf16>) -> tensor<12x2xf16>
          return %4 : tensor<12x2xf16>
        }"#;
    let module = parse(text);
    let op = Target::all_in(&module).next().unwrap();
    let target = Target::read(&module, &Registry::new(), op).unwrap();
    let registry = Registry::new().with_views_of(&target).unwrap();
    let before = interpret::run_with(&registry, &module, "f");
    let ran = run_pass(&registry, &AssignLayouts::default(), module, Some(&target));
    let after = interpret::run_with(&registry, &ran.module, "f");
    assert_eq!(before.outputs, after.outputs, "{}", ran.text());
    // The input is read channels last. The channels-last result is row major in its transposed shape.
    assert_eq!(ran.stats.get("reorders"), 1, "{}", ran.text());
    assert_eq!(ran.stats.get("cost (bytes)"), 96);
}
