//! Upper bounds of dynamic lengths, compared with the static lengths at every length of the symbolic dims.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::common;

use common::Value::{Int, Ints};
use common::{attr, import_with, ints, model, node, untyped, value};
use expect_test::expect;
use ir::Registry;
use ir::print::{PrintOptions, module_to_string, type_to_string};
use layoutc_import::ImportOptions;
use rten_onnx::onnx::{GraphProto, NodeProto};
use std::fmt::Write as _;

/// The bounds of the symbolic dims `n` and `m`.
const BOUNDS: [u64; 2] = [6, 5];

/// Returns the model with these nodes from `x`, n x m x 4 elements, and `z`, m x 4 elements, to `y`.
fn graph(nodes: Vec<NodeProto>) -> GraphProto {
    let mut inputs = [value("x", &[-1, -1, 4]), value("z", &[-1, 4])];
    for (input, names) in inputs.iter_mut().zip([["n", "m"], ["m", ""]]) {
        let shape = input.r#type.as_mut().unwrap().tensor_type.as_mut().unwrap().shape.as_mut();
        for (dim, name) in shape.unwrap().dim.iter_mut().zip(names).take(2) {
            if dim.dim_param.is_some() {
                dim.dim_param = Some(name.to_owned());
            }
        }
    }
    let initializer = [-3, -2, -1, 0, 1, 2, 3, 9, i64::MAX]
        .map(|int| ints(&format!("i{int}").replace('-', "m"), &[int]))
        .to_vec();
    GraphProto {
        input: inputs.to_vec(),
        initializer,
        node: nodes,
        output: vec![untyped("y")],
        ..GraphProto::default()
    }
}

/// Returns the type of the last result.
///
/// # Errors
/// The model is invalid. Returns the first message.
fn imported(graph: &GraphProto, options: &ImportOptions) -> Result<String, String> {
    let module = import_with(&model(13, graph.clone()).write_buf().unwrap(), options);
    let module = module.map_err(|errors| errors[0].clone())?;
    let last = module.walk().filter(|&op| module.name(op) == "func.return").last().unwrap();
    Ok(type_to_string(&module, module.ty(module.operands(last)[0])))
}

/// Returns the lengths of a type, and its bounds.
fn lengths(ty: &str) -> (Vec<Option<u64>>, Vec<Option<u64>>) {
    let (shape, rest) = ty.split_once(", {bounds = [").unwrap_or((ty, ""));
    let dims = shape.trim_start_matches("tensor<").trim_end_matches('>').split('x');
    let mut dims: Vec<_> = dims.map(|dim| dim.parse().ok()).collect();
    dims.pop();
    let bounds = rest.split_once(']').map_or("", |rest| rest.0);
    let bounds = bounds.split(", ").filter(|bound| !bound.is_empty());
    (dims, bounds.map(|bound| bound.parse().ok()).collect())
}

/// Returns the options with these values of `n` and `m`, as lengths or as bounds.
fn options(values: [u64; 2], are_bounds: bool) -> ImportOptions {
    let named = ["n", "m"].map(str::to_owned).into_iter().zip(values).collect();
    let mut options = ImportOptions::default();
    match are_bounds {
        true => options.bounds = named,
        false => options.dims = named,
    }
    options
}

/// Checks the bounds of a type against the lengths for each `n` and `m`. They are equal at the greatest ones.
fn check_bounds(name: &str, graph: &GraphProto, ty: &str) {
    let (dims, bounds) = lengths(ty);
    for n in 1..=BOUNDS[0] {
        for m in 1..=BOUNDS[1] {
            let Ok(fixed) = imported(graph, &options([n, m], false)) else { continue };
            for (dim, length) in lengths(&fixed).0.into_iter().enumerate() {
                let (own, bound) = (dims[dim], bounds.get(dim).copied().flatten());
                let place = format!("{name}: d{dim} at {n}, {m}");
                let Some(length) = length else {
                    assert_eq!((own, bound), (None, None), "{place}");
                    continue;
                };
                assert!(own.is_none_or(|own| own == length), "{place}: {ty}, {fixed}");
                let fits = |bound: u64| length <= bound && (length == bound || [n, m] != BOUNDS);
                assert!(bound.is_none_or(fits), "{place}: {ty}, {fixed}");
            }
        }
    }
}

fn op(op: &str, operands: &str, result: &str) -> NodeProto {
    node(op, operands, result, vec![])
}

fn with(op: &str, operands: &str, result: &str, key: &str, list: &[i64]) -> NodeProto {
    node(op, operands, result, vec![attr(key, Ints(list))])
}

fn along(op: &str, operands: &str, result: &str, axis: i64) -> NodeProto {
    node(op, operands, result, vec![attr("axis", Int(axis))])
}

/// Returns the nodes that define `n` and `m` from the shape of `x`.
fn shape() -> Vec<NodeProto> {
    vec![op("Shape", "x", "s"), op("Gather", "s i0", "n"), op("Gather", "s i1", "m")]
}

/// Returns the nodes after those of [`shape`].
fn after_shape(nodes: Vec<NodeProto>) -> Vec<NodeProto> {
    [shape(), nodes].concat()
}

fn cases() -> Vec<(&'static str, Vec<NodeProto>)> {
    vec![
        ("elementwise", vec![op("Add", "x z", "y")]),
        ("transpose", vec![with("Transpose", "x", "y", "perm", &[2, 1, 0])]),
        ("flatten", vec![along("Flatten", "x", "y", 2)]),
        ("merge", after_shape(vec![along("Concat", "n im1", "r", 0), op("Reshape", "x r", "y")])),
        (
            "split and merge",
            after_shape(vec![
                op("Mul", "m i2", "mm"),
                along("Concat", "n mm im1", "r", 0),
                op("Reshape", "x r", "y"),
            ]),
        ),
        (
            "quotient",
            after_shape(vec![
                op("Mul", "n m", "nm"),
                along("Concat", "nm im1", "r", 0),
                op("Reshape", "x r", "y"),
            ]),
        ),
        ("concat", vec![along("Concat", "x x x", "y", 1)]),
        ("tail", vec![op("Slice", "x i1 i9223372036854775807 i0", "y")]),
        ("head", vec![op("Slice", "x i0 i3 i0", "y")]),
        ("last", vec![op("Slice", "x im2 i9223372036854775807 i1", "y")]),
        ("all but one", vec![op("Slice", "x i0 im1 i1", "y")]),
        ("steps", vec![op("Slice", "x i0 i9223372036854775807 i1 i2", "y")]),
        // The start counts from the end, and the end from the start.
        ("window", vec![op("Slice", "x im3 i3 i0", "y")]),
        ("range", after_shape(vec![op("Squeeze", "n i0", "q"), op("Range", "k0 q k1", "y")])),
        ("difference", after_shape(vec![op("Sub", "n m", "d"), op("ConstantOfShape", "d", "y")])),
        (
            "cancelled difference",
            after_shape(vec![
                op("Add", "n m", "t"),
                op("Sub", "t m", "d"),
                op("ConstantOfShape", "d", "y"),
            ]),
        ),
        ("half", after_shape(vec![op("Div", "n i2", "h"), op("ConstantOfShape", "h", "y")])),
        ("inverse", after_shape(vec![op("Div", "i9 n", "h"), op("ConstantOfShape", "h", "y")])),
        (
            "expand",
            after_shape(vec![
                along("Concat", "i3 m", "r", 0),
                op("Unsqueeze", "z i0", "u"),
                along("Concat", "i3 m i1", "w", 0),
                op("Expand", "u w", "y"),
            ]),
        ),
        (
            "unset expand",
            after_shape(vec![
                along("Concat", "n m i1", "r", 0),
                op("Equal", "r im1", "e"),
                op("Where", "e i1 r", "w"),
                op("Expand", "z w", "y"),
            ]),
        ),
        ("tile", after_shape(vec![along("Concat", "i1 n i1", "r", 0), op("Tile", "x r", "y")])),
        ("pool", vec![with("Unsqueeze", "x", "u", "axes", &[0]), pool()]),
        ("mean", vec![with("ReduceMean", "x", "y", "axes", &[2])]),
        ("product", vec![with("Transpose", "z", "t", "perm", &[1, 0]), op("MatMul", "x t", "y")]),
        ("equal parts", vec![along("Split", "x", "y second", 2)]),
        ("odd parts", vec![along("Split", "x", "y second", 1)]),
        ("non-zero", vec![op("NonZero", "x", "y")]),
    ]
}

fn pool() -> NodeProto {
    let attrs = vec![attr("kernel_shape", Ints(&[2, 2])), attr("strides", Ints(&[2, 1]))];
    node("MaxPool", "u", "y", attrs)
}

#[test]
fn bounds_hold_for_all_lengths() {
    let mut table = String::new();
    for (name, nodes) in cases() {
        let mut graph = graph(nodes);
        for (name, int) in [("k0", 0), ("k1", 1)] {
            let mut scalar = ints(name, &[int]);
            scalar.dims.clear();
            graph.initializer.push(scalar);
        }
        let ty = imported(&graph, &options(BOUNDS, true));
        if let Ok(ty) = &ty {
            check_bounds(name, &graph, ty);
        }
        let (Ok(text) | Err(text)) = ty;
        writeln!(table, "{name}: {text}").unwrap();
    }
    expect![[r#"
        elementwise: tensor<?x?x4xf32, {bounds = [6, 5, 4]}>
        transpose: tensor<4x?x?xf32, {bounds = [4, 5, 6]}>
        flatten: tensor<?x4xf32, {bounds = [30, 4]}>
        merge: tensor<?x?xf32, {bounds = [6, 20]}>
        split and merge: tensor<?x?x2xf32, {bounds = [6, 10, 2]}>
        quotient: tensor<?x4xf32, {bounds = [30, 4]}>
        concat: tensor<?x?x4xf32, {bounds = [6, 15, 4]}>
        tail: tensor<?x?x4xf32, {bounds = [5, 5, 4]}>
        head: tensor<?x?x4xf32, {bounds = [3, 5, 4]}>
        last: tensor<?x?x4xf32, {bounds = [6, 2, 4]}>
        all but one: tensor<?x?x4xf32, {bounds = [6, 4, 4]}>
        steps: tensor<?x?x4xf32, {bounds = [6, 3, 4]}>
        window: tensor<?x?x4xf32, {bounds = [-9223372036854775808, 5, 4]}>
        range: tensor<?xi64, {bounds = [6]}>
        difference: tensor<?xf32>
        cancelled difference: tensor<?xf32, {bounds = [6]}>
        half: tensor<?xf32, {bounds = [3]}>
        inverse: tensor<?xf32>
        expand: tensor<3x?x4xf32, {bounds = [3, 5, 4]}>
        unset expand: tensor<?x?x4xf32, {bounds = [6, 5, 4]}>
        tile: tensor<?x?x4xf32, {bounds = [6, 30, 4]}>
        pool: tensor<1x?x?x3xf32, {bounds = [1, 6, 2, 3]}>
        mean: tensor<?x?x1xf32, {bounds = [6, 5, 1]}>
        product: tensor<?x?x?xf32, {bounds = [6, 5, 5]}>
        equal parts: tensor<?x?x2xf32, {bounds = [6, 5, 2]}>
        odd parts: tensor<?x?x4xf32, {bounds = [6, -9223372036854775808, 4]}>
        non-zero: tensor<3x?xi64>
    "#]]
    .assert_eq(&table);
}

#[test]
fn computed_shapes_of_reshapes_become_constants() {
    let summaries = |nodes: Vec<NodeProto>| {
        let bytes = model(14, graph(nodes)).write_buf().unwrap();
        let module = import_with(&bytes, &options(BOUNDS, true)).unwrap();
        module_to_string(&module, &Registry::new(), PrintOptions::default())
    };
    // The computation of the shape is not needed any more.
    let kept = after_shape(vec![
        along("Concat", "n im1 i2", "r", 0),
        node("Reshape", "x r", "y", vec![attr("allowzero", Int(1))]),
    ]);
    let text = summaries(kept);
    assert!(text.contains("dense<[0, -1, 2]> : tensor<3xi64>"), "{text}");
    assert!(text.contains("{allowzero = 0 : si64} : (tensor<?x?x4xf32"), "{text}");
    assert!(!text.contains("onnx.Shape"), "{text}");
    // Two lengths are neither static nor those of the same dims.
    let swapped = after_shape(vec![along("Concat", "m n im1", "r", 0), op("Reshape", "x r", "y")]);
    let text = summaries(swapped);
    assert!(text.contains("onnx.Shape") && text.contains("(%x, %r)"), "{text}");
}
