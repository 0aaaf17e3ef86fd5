//! Branches and loops: `If`, `Loop` and `Scan`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::common;

use common::Value::{Int, Ints, Tensor, Text};
use common::{attr, import, ints, model, node, typed_value, untyped, value};
use expect_test::expect;
use ir::print::{PrintOptions, module_to_string};
use ir::{Module, Registry};
use rten_onnx::onnx::{
    AttributeProto, AttributeType, DataType, GraphProto, NodeProto, TensorProto, ValueInfoProto,
};

fn body(key: &str, graph: GraphProto) -> AttributeProto {
    AttributeProto {
        name: Some(key.to_owned()),
        g: Some(graph),
        r#type: Some(AttributeType::GRAPH),
        ..AttributeProto::default()
    }
}

fn graph(input: Vec<ValueInfoProto>, nodes: Vec<NodeProto>, outputs: &str) -> GraphProto {
    let output = outputs.split_whitespace().map(untyped).collect();
    GraphProto { input, node: nodes, output, ..GraphProto::default() }
}

fn flag(name: &str, value: i32) -> TensorProto {
    TensorProto {
        data_type: Some(DataType::BOOL),
        dims: vec![],
        int32_data: vec![value],
        int64_data: vec![],
        ..ints(name, &[])
    }
}

fn scalar(name: &str, value: i64) -> TensorProto {
    TensorProto { dims: vec![], ..ints(name, &[value]) }
}

fn text(module: &Module) -> String {
    module_to_string(module, &Registry::new(), PrintOptions::default())
}

/// Imports a model of one node with the inputs `x`, 2 by 3 floats, the bool `c` and the integer `n`.
fn imported(node: NodeProto, initializer: Vec<TensorProto>) -> Result<String, Vec<String>> {
    let output = node.output.iter().filter(|name| !name.is_empty());
    let graph = GraphProto {
        input: vec![
            value("x", &[2, 3]),
            typed_value("c", DataType::BOOL, &[]),
            typed_value("n", DataType::INT64, &[]),
            value("s", &[-1, 3]),
        ],
        initializer,
        output: output.map(|name| untyped(name)).collect(),
        node: vec![node],
        ..GraphProto::default()
    };
    import(&model(18, graph)).map(|module| text(&module))
}

fn branches(condition: &str, yes: GraphProto, no: GraphProto) -> NodeProto {
    node("If", condition, "y", vec![body("then_branch", yes), body("else_branch", no)])
}

fn relu() -> GraphProto {
    graph(vec![], vec![node("Relu", "x", "r", vec![])], "r")
}

#[test]
fn known_conditions_select_a_branch() {
    // Both branches define `r`, and capture `x`.
    let no = || graph(vec![], vec![node("Neg", "x", "r", vec![])], "r");
    for (condition, expected, other) in [(1, "onnx.Relu", "onnx.Neg"), (0, "onnx.Neg", "onnx.Relu")]
    {
        let found = imported(branches("k", relu(), no()), vec![flag("k", condition)]).unwrap();
        assert!(found.contains(expected) && !found.contains(other), "{found}");
        assert!(!found.contains("scf"), "{found}");
    }
    // The condition is computed from the shape of an operand.
    let nodes = vec![
        node("Shape", "x", "d", vec![]),
        node("Size", "d", "rank", vec![]),
        node("Equal", "rank two", "k", vec![]),
        branches("k", relu(), no()),
    ];
    let graph = GraphProto {
        input: vec![value("x", &[-1, 3])],
        initializer: vec![scalar("two", 2)],
        ..graph(vec![], nodes, "y")
    };
    let found = text(&import(&model(13, graph)).unwrap());
    assert!(found.contains("onnx.Relu") && !found.contains("onnx.Neg"), "{found}");
}

#[test]
fn unknown_conditions_become_scf_if() {
    let weights = TensorProto {
        name: Some("w".to_owned()),
        dims: vec![3, 3],
        float_data: vec![1.0; 9],
        ..common::floats("w", &[])
    };
    let mut no = graph(vec![], vec![node("MatMul", "x w", "m", vec![])], "m");
    no.initializer.push(weights);
    let found = imported(branches("c", relu(), no), vec![]).unwrap();
    assert!(found.contains("%w: tensor<3x3xf32> {layout.constant}"), "{found}");
    assert!(found.contains("scf.if") && found.contains("scf.yield %m"), "{found}");
    // The lengths that differ are dynamic.
    let other =
        graph(vec![], vec![node("Transpose", "x", "t", vec![attr("perm", Ints(&[1, 0]))])], "t");
    let found = imported(branches("c", relu(), other), vec![]).unwrap();
    assert!(found.contains("-> (tensor<?x?xf32>)"), "{found}");
    let flat = graph(vec![], vec![node("Size", "x", "t", vec![])], "t");
    let errors = imported(branches("c", relu(), flat), vec![]).unwrap_err();
    assert!(errors[0].contains("the branches must agree"), "{errors:?}");
    let none = graph(vec![], vec![], "");
    let errors = imported(branches("c", relu(), none), vec![]).unwrap_err();
    assert!(
        errors[0].contains("`else_branch` must have no inputs and 1 outputs, but has 0 and 0"),
        "{errors:?}"
    );
}

/// Returns a loop whose body doubles its carried value `v` and stacks its first row. The condition after an iteration is
/// `next`.
fn doubling(operands: &str, results: &str, next: &str) -> NodeProto {
    let inputs = vec![
        typed_value("i", DataType::INT64, &[]),
        typed_value("k", DataType::BOOL, &[]),
        value("v", &[2, 3]),
    ];
    let nodes = vec![
        node("Add", "v v", "u", vec![]),
        node("Constant", "", "zero", vec![attr("value", Tensor(&scalar("", 0)))]),
        node("Gather", "u zero", "row", vec![]),
        node("Identity", "k", "same", vec![]),
        node("ReduceMax", "u", "m", vec![attr("keepdims", Int(0))]),
        node("Cast", "m", "less", vec![attr("to", Int(9))]),
    ];
    let outputs = format!("{next} u row");
    node("Loop", operands, results, vec![body("body", graph(inputs, nodes, &outputs))])
}

#[test]
fn loops_of_known_condition_become_scf_for() {
    for condition in ["t", "_"] {
        let found = imported(
            doubling(&format!("five {condition} x"), "y rows", "same"),
            vec![flag("t", 1), scalar("five", 5)],
        );
        let found = found.unwrap();
        assert!(found.contains("scf.for") && !found.contains("scf.while"), "{found}");
        assert!(found.contains("-> (tensor<2x3xf32>, tensor<5x3xf32>)"), "{found}");
        assert!(found.contains("into tensor<5x3xf32>"), "{found}");
    }
    let found = imported(doubling("n t x", "y rows", "same"), vec![flag("t", 1)]).unwrap();
    assert!(found.contains("arith.maxsi") && found.contains("tensor<?x3xf32>"), "{found}");
    // A condition that the body keeps decides whether there are iterations.
    let found = imported(doubling("n c x", "y rows", "same"), vec![]).unwrap();
    assert!(found.contains("arith.select") && found.contains("scf.for"), "{found}");
    let found = imported(doubling("n t x", "y", "same"), vec![flag("t", 0)]).unwrap();
    assert!(!found.contains("arith.maxsi") && found.contains("scf.for"), "{found}");
}

#[test]
fn loops_of_computed_condition_become_scf_while() {
    let found = imported(doubling("n t x", "y", "less"), vec![flag("t", 1)]).unwrap();
    assert!(found.contains("scf.while") && found.contains("arith.andi"), "{found}");
    let found = imported(doubling("_ t x", "y", "less"), vec![flag("t", 1)]).unwrap();
    assert!(found.contains("scf.while") && !found.contains("arith.andi"), "{found}");
    let errors = imported(doubling("n t x", "y rows", "less"), vec![flag("t", 1)]).unwrap_err();
    assert!(errors[0].contains("the length of the scan output `rows` is unknown"), "{errors:?}");
    let errors = imported(doubling("_ t x", "y", "same"), vec![flag("t", 1)]).unwrap_err();
    assert!(errors[0].contains("the loop is endless"), "{errors:?}");
    let errors = imported(doubling("n t x", "y rows z", "same"), vec![flag("t", 1)]).unwrap_err();
    assert!(
        errors[0].contains("`body` must have 3 inputs and 4 outputs or more, but has 3 and 3"),
        "{errors:?}"
    );
}

/// Checks that a bool of two elements that a loop carries keeps its Vulkan format, unlike the counter and the condition.
#[test]
fn results_of_scf_while_have_formats() {
    let inputs = vec![
        typed_value("i", DataType::INT64, &[]),
        typed_value("k", DataType::BOOL, &[]),
        typed_value("v", DataType::BOOL, &[2]),
    ];
    let nodes = vec![node("Not", "k", "less", vec![]), node("Not", "v", "u", vec![])];
    let looped = node("Loop", "_ c b", "y", vec![body("body", graph(inputs, nodes, "less u"))]);
    let bools = TensorProto { dims: vec![2], int32_data: vec![0, 1], ..flag("b", 0) };
    let found = imported(looped, vec![bools]).unwrap();
    let after = found.split_once("scf.while").unwrap().1;
    let line = after.lines().find(|line| line.contains("attributes")).unwrap();
    expect![[r#"} attributes {layout.vk_format = [unit, unit, "VK_FORMAT_R8_BOOL_ARM"]}"#]]
        .assert_eq(line.trim());
}

#[test]
fn lengths_that_change_are_dynamic() {
    let inputs = || {
        vec![
            typed_value("i", DataType::INT64, &[]),
            typed_value("k", DataType::BOOL, &[]),
            untyped("v"),
            untyped("w"),
        ]
    };
    // `w` grows by the length of `v` of the iteration before.
    let nodes = vec![
        node("Concat", "v x", "u", vec![attr("axis", Int(0))]),
        node("Concat", "w v", "z", vec![attr("axis", Int(0))]),
    ];
    let grow = node("Loop", "n _ x x", "y z2", vec![body("body", graph(inputs(), nodes, "k u z"))]);
    let found = imported(grow, vec![]).unwrap();
    assert!(found.contains("-> (tensor<?x3xf32>, tensor<?x3xf32>)"), "{found}");
    let nodes = vec![node("Size", "v", "u", vec![])];
    let other = node("Loop", "n _ x x", "y", vec![body("body", graph(inputs(), nodes, "k u w"))]);
    let errors = imported(other, vec![]).unwrap_err();
    assert!(errors[0].contains("the type of the carried value `x` changes from 2x3"), "{errors:?}");
}

#[test]
fn nested_loops_capture_values() {
    let mut inner = doubling("five _ v", "out", "same");
    for depth in 0..8 {
        let inputs = vec![
            typed_value("i", DataType::INT64, &[]),
            typed_value("k", DataType::BOOL, &[]),
            value("v", &[2, 3]),
        ];
        let nodes = vec![inner, node("Add", "out x", "u", vec![])];
        let operands = if depth == 7 { "five _ x" } else { "five _ v" };
        inner = node("Loop", operands, "out", vec![body("body", graph(inputs, nodes, "k u"))]);
        if depth == 1 {
            let mut outer = inner.clone();
            outer.input[2] = "x".to_owned();
            let found = imported(outer, vec![scalar("five", 5)]).unwrap();
            assert_eq!(found.matches("scf.for").count(), 3, "{found}");
        }
    }
    let errors = imported(inner, vec![scalar("five", 5)]).unwrap_err();
    assert!(errors[0].contains("loops nest more than 6 deep"), "{errors:?}");
}

#[test]
fn scans_read_and_write_slices() {
    let scan = |operand: &str, attrs: Vec<AttributeProto>| {
        let nodes = vec![node("Add", "v e", "u", vec![]), node("Relu", "u", "w", vec![])];
        let graph = graph(vec![untyped("v"), untyped("e")], nodes, "u w");
        let attrs = [attrs, vec![body("body", graph), attr("num_scan_inputs", Int(1))]].concat();
        node("Scan", &format!("row {operand}"), "y rows", attrs)
    };
    let row = || vec![common::floats("row", &[0.0, 1.0, 2.0])];
    let found = imported(scan("x", vec![]), row()).unwrap();
    assert!(found.contains("-> (tensor<3xf32>, tensor<2x3xf32>)"), "{found}");
    assert!(found.contains("tensor.extract_slice") && found.contains("tensor.insert_slice"));
    let found = imported(scan("s", vec![attr("scan_output_axes", Ints(&[-1]))]), row()).unwrap();
    assert!(found.contains("tensor.dim %s") && found.contains("tensor<3x?xf32>"), "{found}");
    let reversed = attr("scan_input_directions", Ints(&[1]));
    let found = imported(scan("x", vec![reversed]), row()).unwrap();
    assert!(found.contains("arith.subi"), "{found}");
    for (attrs, reason) in [
        (vec![attr("scan_input_axes", Ints(&[2]))], "axis 2 is out of range"),
        (vec![attr("scan_input_axes", Ints(&[0, 1]))], "`scan_input_axes` must have 1 entries"),
        (vec![attr("scan_input_axes", Ints(&[1]))], "incompatible for broadcasting"),
    ] {
        let errors = imported(scan("x", attrs), row()).unwrap_err();
        assert!(errors[0].contains(reason), "{errors:?}");
    }
}

#[test]
fn graphs_of_other_ops_are_refused() {
    let other = node("Relu", "x", "y", vec![body("body", relu())]);
    let errors = imported(other, vec![]).unwrap_err();
    assert!(
        errors[0].contains("only `If`, `Loop` and `Scan` may have nested graphs"),
        "{errors:?}"
    );
    let sequence = node("SequenceMap", "x", "y", vec![body("body", relu()), attr("a", Text("b"))]);
    let errors = imported(sequence, vec![]).unwrap_err();
    assert!(errors[0].contains("node `the_SequenceMap` (SequenceMap): sequences"), "{errors:?}");
}
