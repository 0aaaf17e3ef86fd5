//! Tests of ops whose dims an embedder states.

use crate::MaterializeLayouts;
use crate::assign_layouts::tests::parse;
use crate::testing::run_with;
use ir::Registry;
use ir::registry::{DimList, ListKind, ListPlace, OpDims, SharedFn, ValueDims};
use std::sync::Arc;
use testkit::Random;

/// An op of rank 3 with an attribute that names a dim, between reorders.
const MODULE: &str = r#"
    func.func @f(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
      %0 = layout.reorder %x : tensor<2x3x4xf32> -> tensor<2x3x4xf32, {order = #layout.order<CWH>}>
      %1 = "my.op"(%0) {axis = 1 : i64} : (tensor<2x3x4xf32, {order = #layout.order<CWH>}>) -> tensor<2x3x4xf32, {order = #layout.order<CWH>}>
      %2 = layout.reorder %1 : tensor<2x3x4xf32, {order = #layout.order<CWH>}> -> tensor<2x3x4xf32>
      return %2 : tensor<2x3x4xf32>
    }"#;

/// Runs the pass with these dims of the op. Returns the axis after the pass, and the messages.
fn materialized(dims: OpDims) -> (Option<i64>, String) {
    let mut registry = Registry::new();
    registry.add_dims("my.op", SharedFn::new(Arc::new(move |_, _, _| Ok(dims.clone()))));
    let ran = run_with(&registry, &MaterializeLayouts, parse(MODULE), None);
    let module = &ran.module;
    let op = module.walk().find(|&op| module.name(op) == "my.op").expect("the op is used");
    let messages: Vec<String> = ran.diags.iter().map(|diag| diag.message.to_string()).collect();
    (module.int_attr(op, "axis"), messages.join("\n"))
}

fn dims(operand: &[usize], result: &[usize], list: &[usize], count: usize) -> OpDims {
    let place = ListPlace::Attr("axis".into());
    OpDims {
        operands: vec![ValueDims::Shared(operand.to_vec())],
        results: vec![ValueDims::Shared(result.to_vec())],
        pinned: vec![false; count],
        lists: vec![DimList { place, kind: ListKind::Axes, dims: list.to_vec(), entries: vec![1] }],
        excludes_padding: false,
    }
}

#[test]
fn dims_of_an_embedder_permute_its_op() {
    assert_eq!(materialized(dims(&[0, 1, 2], &[0, 1, 2], &[0, 1, 2], 3)), (Some(2), String::new()));
}

#[test]
fn dims_of_another_rank_keep_the_shape_with_the_numbers() {
    for (dims, reason) in [
        (dims(&[0, 1], &[0, 1, 2], &[0, 1, 2], 3), "operand 0 has rank 3, but 2 shared dims"),
        (dims(&[0, 1, 2], &[0, 1, 2, 3], &[0, 1, 2], 4), "result 0 has rank 3, but 4 shared dims"),
        (
            dims(&[0, 1, 2], &[0, 1, 2], &[0, 1, 7], 3),
            "list 0 has the shared dim 7, but the op has 3 shared dims",
        ),
        (dims(&[0, 1, 1], &[0, 1, 2], &[0, 1, 2], 3), "operand 0 has the shared dim 1 twice"),
    ] {
        let expected = format!("1 op `my.op` keeps its logical shape: {reason}");
        assert_eq!(materialized(dims), (Some(1), expected));
    }
    let mut two = dims(&[0, 1, 2], &[0, 1, 2], &[0, 1, 2], 3);
    two.operands.push(ValueDims::Kept);
    let expected = "1 op `my.op` keeps its logical shape: it has 1 operand, but dims for 2";
    assert_eq!(materialized(two), (Some(1), expected.to_owned()));
}

#[test]
fn random_dims_never_panic() {
    let random = &mut Random::new(1);
    let kinds = [ListKind::Axes, ListKind::AxisSet, ListKind::Lists, ListKind::Groups];
    for _ in 0..200 {
        let list = |random: &mut Random| -> Vec<usize> {
            let count = if random.one_in(3) { random.index(6) } else { 3 };
            let dims = random.permutation(count.max(3));
            dims.into_iter().take(count).collect()
        };
        let [operand, result, of_list] = [0; 3].map(|_| list(random));
        let mut dims = dims(&operand, &result, &of_list, random.index(6));
        for pinned in &mut dims.pinned {
            *pinned = random.one_in(4);
        }
        dims.lists[0].kind = random.choose(&kinds);
        dims.lists[0].entries = (0..random.below(8)).map(|_| random.between(-5, 5)).collect();
        materialized(dims);
    }
}
