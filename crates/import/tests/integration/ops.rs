//! Single ops: result shapes as the ONNX pages specify, the spelling of ops, and constant folding.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::common;

use common::Value::{Float, Int, Ints, Tensor, Text};
use common::{
    attr, floats, import, import_with, ints, model, node, ops, summary, typed_value, untyped, value,
};
use ir::Registry;
use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};
use layoutc_import::{BoolStorage, ImportOptions};
use rten_onnx::onnx::{AttributeProto, DataLocation, DataType, GraphProto, NodeProto, TensorProto};

/// Returns the result types of one node. Its operands are `a`, `b`, `c`, ...: tensors of the given lengths, then
/// constant lists of integers.
fn shape(
    opset: i64,
    op: &str,
    operands: &[&[i64]],
    lists: &[&[i64]],
    attrs: Vec<AttributeProto>,
) -> String {
    match infer(opset, op, operands, lists, attrs) {
        Ok(types) => types,
        Err(errors) => panic!("{op}: {errors:?}"),
    }
}

fn infer(
    opset: i64,
    op: &str,
    operands: &[&[i64]],
    lists: &[&[i64]],
    attrs: Vec<AttributeProto>,
) -> Result<String, Vec<String>> {
    let names: Vec<String> =
        ('a'..).take(operands.len() + lists.len()).map(|name| name.to_string()).collect();
    let (inputs, consts) = names.split_at(operands.len());
    let graph = GraphProto {
        input: inputs.iter().zip(operands).map(|(name, dims)| value(name, dims)).collect(),
        initializer: consts.iter().zip(lists).map(|(name, list)| ints(name, list)).collect(),
        node: vec![node(op, &names.join(" "), "y", attrs)],
        output: vec![untyped("y")],
        ..GraphProto::default()
    };
    let module = import(&model(opset, graph))?;
    let types = ops(&module).pop().unwrap().1;
    let plain = |ty: &String| ty.replace("tensor<", "").replace("xf32>", "").replace("f32>", "");
    Ok(types.iter().map(plain).collect::<Vec<_>>().join(", "))
}

/// Returns the only error of a node.
fn fault(
    opset: i64,
    op: &str,
    operands: &[&[i64]],
    lists: &[&[i64]],
    attrs: Vec<AttributeProto>,
) -> String {
    let errors = infer(opset, op, operands, lists, attrs).expect_err("the node is invalid");
    assert_eq!(errors.len(), 1, "{errors:?}");
    let head = format!("`m.onnx`: node `the_{op}` ({op}): ");
    errors[0].strip_prefix(&head).unwrap_or_else(|| panic!("{errors:?}")).to_owned()
}

#[test]
fn infers_shapes_of_windows() {
    let conv = |operands: &[&[i64]], attrs| shape(13, "Conv", operands, &[], attrs);
    assert_eq!(conv(&[&[1, 3, 224, 224], &[64, 3, 7, 7]], vec![]), "1x64x218x218");
    let strided = || vec![attr("strides", Ints(&[2, 2])), attr("pads", Ints(&[3, 3, 3, 3]))];
    assert_eq!(conv(&[&[1, 3, 224, 224], &[64, 3, 7, 7]], strided()), "1x64x112x112");
    assert_eq!(conv(&[&[-1, 3, 224, -1], &[64, 3, 7, 7]], strided()), "?x64x112x?");
    let dilated = vec![attr("dilations", Ints(&[2])), attr("group", Int(2))];
    assert_eq!(conv(&[&[1, 4, 9], &[6, 2, 3]], dilated), "1x6x5");
    let same = |auto| vec![attr("auto_pad", Text(auto)), attr("strides", Ints(&[2, 3]))];
    assert_eq!(conv(&[&[1, 1, 5, 7], &[1, 1, 3, 3]], same("SAME_UPPER")), "1x1x3x3");
    assert_eq!(conv(&[&[1, 1, 5, 7], &[1, 1, 3, 3]], same("VALID")), "1x1x2x2");
    let transposed = vec![attr("strides", Ints(&[3, 2])), attr("output_padding", Ints(&[1, 1]))];
    assert_eq!(
        shape(11, "ConvTranspose", &[&[1, 1, 3, 3], &[1, 2, 3, 3]], &[], transposed),
        "1x2x10x8"
    );
    let pool = |length, ceil| {
        let attrs = vec![
            attr("kernel_shape", Ints(&[3])),
            attr("strides", Ints(&[2])),
            attr("ceil_mode", Int(ceil)),
        ];
        shape(19, "AveragePool", &[&[1, 1, length]], &[], attrs)
    };
    assert_eq!((pool(6, 0).as_str(), pool(6, 1).as_str()), ("1x1x2", "1x1x3"));
    // A window of 1 with a stride of 2 over 2 elements would start after them.
    let attrs = vec![
        attr("kernel_shape", Ints(&[1])),
        attr("strides", Ints(&[2])),
        attr("ceil_mode", Int(1)),
    ];
    assert_eq!(shape(19, "MaxPool", &[&[1, 1, 2]], &[], attrs), "1x1x1");
    assert_eq!(shape(9, "GlobalAveragePool", &[&[1, 8, 7, 5]], &[], vec![]), "1x8x1x1");
}

#[test]
fn reports_invalid_windows() {
    let conv = |operands: &[&[i64]], attrs| fault(13, "Conv", operands, &[], attrs);
    assert_eq!(
        conv(&[&[1, 3, 8, 8], &[4, 2, 3, 3]], vec![]),
        "the channels of the image and of the weights must be equal, but are 3 and 2"
    );
    assert_eq!(
        conv(&[&[1, 3, 8, 2], &[4, 3, 3, 3]], vec![]),
        "the window of spatial dim 1 must have 1 to 2 elements, the padded length, but has 3"
    );
    assert!(
        conv(&[&[1, 3, 8, 8], &[4, 3, 3, 3]], vec![attr("strides", Ints(&[0, 1]))])
            .contains("one is 0")
    );
    assert!(
        conv(&[&[1, 3, 8, 8], &[4, 3, 3, 3]], vec![attr("strides", Ints(&[1]))]).contains("has 1")
    );
    assert!(conv(&[&[1, 3, 8, 8]], vec![]).contains("operand 1 is missing"));
    assert!(fault(9, "MaxPool", &[&[1, 3, 8]], &[], vec![]).contains("`kernel_shape` is missing"));
    let huge = vec![attr("pads", Ints(&[i64::MAX, i64::MAX]))];
    assert!(fault(13, "Conv", &[&[1, 1, 8], &[1, 1, 1]], &[], huge).contains("2^63 - 1"));
}

#[test]
fn infers_shapes_of_arithmetic() {
    assert_eq!(shape(13, "Add", &[&[2, 3, 4], &[3, 1]], &[], vec![]), "2x3x4");
    assert_eq!(shape(13, "Add", &[&[-1, 1], &[-1, 5]], &[], vec![]), "?x5");
    assert_eq!(shape(13, "Sum", &[&[1, 1], &[5], &[4, 1]], &[], vec![]), "4x5");
    assert_eq!(shape(6, "Mul", &[&[2, 3, 4], &[3]], &[], vec![attr("axis", Int(1))]), "2x3x4");
    assert_eq!(
        fault(13, "Add", &[&[2, 3], &[2, 4]], &[], vec![]),
        "shapes 2x3 and 2x4 are incompatible for broadcasting"
    );
    assert_eq!(shape(13, "Less", &[&[2, 3], &[3]], &[], vec![]), "2x3xi8>");
    assert_eq!(shape(13, "MatMul", &[&[5, 1, 2, 3], &[4, 3, 7]], &[], vec![]), "5x4x2x7");
    assert_eq!(shape(13, "MatMul", &[&[3], &[3, 7]], &[], vec![]), "7");
    assert_eq!(shape(13, "MatMul", &[&[2, 3], &[3]], &[], vec![]), "2");
    assert_eq!(shape(13, "MatMul", &[&[3], &[3]], &[], vec![]), "");
    assert!(fault(13, "MatMul", &[&[2, 3], &[4, 5]], &[], vec![]).ends_with("are 3 and 4"));
    let both = vec![attr("transA", Int(1)), attr("transB", Int(1))];
    assert_eq!(shape(13, "Gemm", &[&[3, 2], &[7, 3], &[7]], &[], both), "2x7");
    assert_eq!(
        shape(11, "ReduceMean", &[&[2, 3, 4]], &[], vec![attr("axes", Ints(&[-1, 0]))]),
        "1x3x1"
    );
    assert_eq!(
        shape(18, "ReduceMean", &[&[2, 3, 4]], &[&[1]], vec![attr("keepdims", Int(0))]),
        "2x4"
    );
    assert_eq!(shape(18, "ReduceMean", &[&[2, 3]], &[], vec![attr("keepdims", Int(0))]), "");
    assert_eq!(shape(13, "ArgMax", &[&[2, 3]], &[], vec![attr("axis", Int(1))]), "2x1xi64>");
    assert_eq!(shape(13, "Cast", &[&[2]], &[], vec![attr("to", Int(10))]), "2xf16>");
    assert!(fault(13, "Cast", &[&[2]], &[], vec![attr("to", Int(99))]).contains("`to`"));
    let lstm: &[&[i64]] = &[&[5, 3, 10], &[2, 16, 10], &[2, 16, 4]];
    let attrs = vec![attr("hidden_size", Int(4)), attr("direction", Text("bidirectional"))];
    assert_eq!(shape(7, "LSTM", lstm, &[], attrs), "5x2x3x4");
}

#[test]
fn infers_shapes_of_views() {
    let reshape = |input: &[i64], list: &[i64]| shape(13, "Reshape", &[input], &[list], vec![]);
    assert_eq!(reshape(&[2, 3, 4], &[0, -1]), "2x12");
    assert_eq!(reshape(&[-1, 3, 4], &[0, -1]), "?x12");
    assert_eq!(reshape(&[-1, 3, 4], &[-1, 12]), "?x12");
    assert_eq!(shape(1, "Reshape", &[&[2, 6]], &[], vec![attr("shape", Ints(&[3, 4]))]), "3x4");
    assert!(
        fault(13, "Reshape", &[&[2, 3]], &[&[4, -1]], vec![]).contains("must be a multiple of 4")
    );
    assert!(fault(13, "Reshape", &[&[2, 3]], &[&[5]], vec![]).contains("6 elements"));
    assert!(
        fault(13, "Reshape", &[&[2, 3]], &[&[-1, -1]], vec![]).contains("at most one entry -1")
    );
    assert_eq!(shape(13, "Transpose", &[&[2, 3, 4]], &[], vec![]), "4x3x2");
    let perm = |perm| vec![attr("perm", Ints(perm))];
    assert_eq!(shape(13, "Transpose", &[&[2, 3, 4]], &[], perm(&[1, 2, 0])), "3x4x2");
    assert!(fault(13, "Transpose", &[&[2, 3]], &[], perm(&[1, 1])).contains("listed twice"));
    assert!(
        fault(13, "Transpose", &[&[2, 3]], &[], perm(&[0, 2])).contains("axis 2 is out of range")
    );
    assert_eq!(shape(13, "Flatten", &[&[2, 3, 4]], &[], vec![attr("axis", Int(-1))]), "6x4");
    assert_eq!(shape(13, "Flatten", &[&[2, 3, 4]], &[], vec![attr("axis", Int(3))]), "24x1");
    assert_eq!(shape(11, "Squeeze", &[&[1, 3, 1]], &[], vec![]), "3");
    assert_eq!(shape(13, "Squeeze", &[&[1, 3, 1]], &[&[-1]], vec![]), "1x3");
    assert!(fault(13, "Squeeze", &[&[1, 3]], &[&[1]], vec![]).contains("3 and 1"));
    assert_eq!(
        shape(11, "Unsqueeze", &[&[3, 4]], &[], vec![attr("axes", Ints(&[0, -1]))]),
        "1x3x4x1"
    );
    assert_eq!(shape(13, "Unsqueeze", &[&[3, 4]], &[&[1]], vec![]), "3x1x4");
    assert_eq!(shape(13, "Concat", &[&[2, 3], &[2, 5]], &[], vec![attr("axis", Int(-1))]), "2x8");
    assert!(
        fault(13, "Concat", &[&[2, 3], &[1, 5]], &[], vec![attr("axis", Int(1))])
            .ends_with("2 and 1")
    );
    let slice = |lists: &[&[i64]]| shape(13, "Slice", &[&[10, 5]], lists, vec![]);
    assert_eq!(slice(&[&[1, -3], &[100, 5], &[0, 1], &[2, 1]]), "5x3");
    assert_eq!(slice(&[&[9], &[i64::MIN], &[0], &[-1]]), "10x5");
    assert_eq!(slice(&[&[8], &[2], &[0], &[-4]]), "2x5");
    let old = vec![attr("starts", Ints(&[2])), attr("ends", Ints(&[-1])), attr("axes", Ints(&[1]))];
    assert_eq!(shape(9, "Slice", &[&[10, 5]], &[], old), "10x2");
    assert_eq!(shape(11, "Pad", &[&[2, 3]], &[&[0, 1, 2, 3]], vec![]), "4x7");
    assert_eq!(shape(2, "Pad", &[&[2, 3]], &[], vec![attr("pads", Ints(&[0, 0, 0, -1]))]), "2x2");
    assert!(fault(11, "Pad", &[&[2, 3]], &[&[0, 0, 0, -4]], vec![]).contains("but is -1"));
    assert_eq!(shape(13, "Expand", &[&[3, 1]], &[&[2, 1, 6]], vec![]), "2x3x6");
    assert_eq!(shape(13, "Tile", &[&[2, 3]], &[&[1, 2]], vec![]), "2x6");
    assert_eq!(
        shape(13, "DepthToSpace", &[&[1, 8, 2, 3]], &[], vec![attr("blocksize", Int(2))]),
        "1x2x4x6"
    );
    assert_eq!(
        shape(13, "SpaceToDepth", &[&[1, 2, 4, 6]], &[], vec![attr("blocksize", Int(2))]),
        "1x8x2x3"
    );
}

#[test]
fn infers_shapes_of_split_results() {
    let split = |opset, results: &str, lists: &[TensorProto], attrs| {
        let operands = if lists.is_empty() { "x" } else { "x l" };
        let graph = GraphProto {
            input: vec![value("x", &[2, 7])],
            initializer: lists.to_vec(),
            node: vec![node("Split", operands, results, attrs)],
            output: results.split(' ').map(untyped).collect(),
            ..GraphProto::default()
        };
        import(&model(opset, graph)).map(|module| summary(&module).pop().unwrap())
    };
    let axis = || attr("axis", Int(1));
    let listed = split(13, "p q", &[ints("l", &[3, 4])], vec![axis()]).unwrap();
    assert_eq!(listed, "onnx.SplitV13 -> tensor<2x3xf32>, tensor<2x4xf32>");
    let old = split(2, "p q", &[], vec![axis(), attr("split", Ints(&[6, 1]))]).unwrap();
    assert_eq!(old, "onnx.SplitV11 -> tensor<2x6xf32>, tensor<2x1xf32>");
    let equal = split(18, "p q r", &[], vec![axis(), attr("num_outputs", Int(3))]).unwrap();
    assert_eq!(equal, "onnx.Split -> tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>");
    let errors = split(13, "p q", &[ints("l", &[3, 5])], vec![axis()]).unwrap_err();
    assert!(errors[0].contains("must sum to 7, but sum to 8"), "{errors:?}");
}

#[test]
fn infers_shapes_of_resize() {
    let resize = |opset, initializer: Vec<TensorProto>, operands: &str| {
        let graph = GraphProto {
            input: vec![value("x", &[1, 3, 10, 15])],
            initializer,
            node: vec![node("Resize", operands, "y", vec![attr("mode", Text("nearest"))])],
            output: vec![untyped("y")],
            ..GraphProto::default()
        };
        import(&model(opset, graph)).map(|module| summary(&module).pop().unwrap())
    };
    let scales = || floats("s", &[1.0, 1.0, 2.0, 0.5]);
    let wanted = |op| Ok(format!("onnx.{op} -> tensor<1x3x20x7xf32>"));
    assert_eq!(resize(13, vec![scales()], "x _ s"), wanted("Resize"));
    assert_eq!(resize(10, vec![scales()], "x s"), wanted("ResizeV10"));
    assert_eq!(resize(13, vec![ints("l", &[1, 3, 20, 7])], "x _ _ l"), wanted("Resize"));
    assert!(resize(13, vec![floats("s", &[2.0])], "x _ s").is_err());
    assert!(resize(13, vec![floats("s", &[1.0, 1.0, f32::NAN, 1.0])], "x _ s").is_err());
}

/// Uses the ops that PyTorch exports for `x.view(x.size(0), -1)`.
#[test]
fn folds_shape_computations() {
    let flatten = |batch: i64| {
        let graph = GraphProto {
            input: vec![value("x", &[batch, 3, 4, 5])],
            node: vec![
                node("Shape", "x", "s", vec![]),
                node("Constant", "", "i", vec![attr("value", Tensor(&scalar(0)))]),
                node("Gather", "s i", "g", vec![]),
                node("Constant", "", "z", vec![attr("value_ints", Ints(&[0]))]),
                node("Unsqueeze", "g z", "u", vec![]),
                node("Constant", "", "m", vec![attr("value_ints", Ints(&[-1]))]),
                node("Concat", "u m", "c", vec![attr("axis", Int(0))]),
                node("Reshape", "x c", "y", vec![]),
            ],
            output: vec![untyped("y")],
            ..GraphProto::default()
        };
        summary(&import(&model(13, graph)).unwrap())
    };
    assert_eq!(flatten(2), ["onnx.Reshape -> tensor<2x60xf32>"]);
    // The length of a symbolic batch dim remains computed, but the rank is known.
    let named = flatten(-1);
    assert_eq!(named.len(), 5, "{named:?}");
    assert_eq!(named[4], "onnx.Reshape -> tensor<?x?xf32>");
}

fn scalar(int: i64) -> TensorProto {
    TensorProto { dims: vec![], ..ints("", &[int]) }
}

/// Uses the sizes of a `Resize` computed from scaled lengths, as PyTorch exports them.
#[test]
fn folds_scaled_lengths() {
    let graph = GraphProto {
        input: vec![value("x", &[1, 3, 10, 15])],
        initializer: vec![
            ints("two", &[2]),
            ints("four", &[4]),
            ints("zero", &[0]),
            floats("f", &[1.5]),
        ],
        node: vec![
            node("Shape", "x", "s", vec![]),
            node("Slice", "s two four zero", "hw", vec![]),
            node("Cast", "hw", "c", vec![attr("to", Int(1))]),
            node("Mul", "c f", "m", vec![]),
            node("Floor", "m", "l", vec![]),
            node("Cast", "l", "d", vec![attr("to", Int(7))]),
            node("Slice", "s zero two zero", "nc", vec![]),
            node("Concat", "nc d", "o", vec![attr("axis", Int(0))]),
            node("Resize", "x _ _ o", "y", vec![]),
        ],
        output: vec![untyped("y")],
        ..GraphProto::default()
    };
    let module = import(&model(13, graph)).unwrap();
    assert_eq!(summary(&module), ["onnx.Resize -> tensor<1x3x15x22xf32>"]);
}

fn text(opset: i64, graph: GraphProto) -> String {
    let module = import(&model(opset, graph)).unwrap();
    module_to_string(&module, &Registry::new(), PrintOptions::default())
}

#[test]
fn spells_ops_like_onnx_mlir() {
    let graph = GraphProto {
        input: vec![value("in/put:0", &[1, 3, 8, 8]), value("1st", &[4])],
        initializer: vec![TensorProto {
            name: Some("w".to_owned()),
            data_type: Some(DataType::FLOAT16),
            dims: vec![4, 3, 3, 3],
            ..TensorProto::default()
        }],
        node: vec![
            node("Conv", "in/put:0 w", "7", vec![attr("strides", Ints(&[2, 2]))]),
            node(
                "BatchNormalization",
                "7 1st 1st 1st 1st",
                "bn",
                vec![attr("epsilon", Float(0.5))],
            ),
            node("MaxPool", "bn", "p", vec![attr("kernel_shape", Ints(&[2, 2]))]),
            node("Softmax", "p", "v", vec![]),
            node(
                "Slice",
                "v",
                "t",
                vec![
                    attr("starts", Ints(&[2])),
                    attr("ends", Ints(&[9])),
                    attr("axes", Ints(&[1])),
                ],
            ),
        ],
        output: vec![untyped("t"), untyped("t")],
        ..GraphProto::default()
    };
    let wanted = r#"module attributes {onnx.opset_import = {ai.onnx = 9 : si64}} {
  func.func @main_graph(%in_put_0: tensor<1x3x8x8xf32> {onnx.name = "in/put:0"}, %_1st: tensor<4xf32> {onnx.name = "1st"}, %w: tensor<4x3x3x3xf16> {layout.constant}) -> (tensor<1x2x2x2xf32> {onnx.name = "t"}, tensor<1x2x2x2xf32> {onnx.name = "t"}) {
    %none = "onnx.NoValue"() {value} : () -> none
    %7 = "onnx.Conv"(%in_put_0, %w, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [3, 3], pads = [0, 0, 0, 0], strides = [2, 2]} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf16>, none) -> tensor<1x4x3x3xf32>
    %bn = "onnx.BatchNormalizationInferenceMode"(%7, %_1st, %_1st, %_1st, %_1st) {epsilon = 5.000000e-01 : f32, momentum = 0.899999976 : f32} : (tensor<1x4x3x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x3x3xf32>
    %p = "onnx.MaxPoolSingleOut"(%bn) {auto_pad = "NOTSET", ceil_mode = 0 : si64, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], storage_order = 0 : si64, strides = [1, 1]} : (tensor<1x4x3x3xf32>) -> tensor<1x4x2x2xf32>
    %v = "onnx.SoftmaxV11"(%p) {axis = 1 : si64} : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
    %8 = "onnx.Constant"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
    %9 = "onnx.Constant"() {value = dense<9> : tensor<1xi64>} : () -> tensor<1xi64>
    %10 = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
    %t = "onnx.Slice"(%v, %8, %9, %10, %none) : (tensor<1x4x2x2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<1x2x2x2xf32>
    return %t, %t : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
  }
}
"#;
    assert_eq!(text(9, graph), wanted);
}

#[test]
fn names_old_op_forms_by_version() {
    let softmax = |opset, dims: &[i64]| {
        let graph = GraphProto {
            input: vec![value("x", dims)],
            node: vec![node("Softmax", "x", "y", vec![])],
            output: vec![untyped("y")],
            ..GraphProto::default()
        };
        text(opset, graph)
    };
    // The old form reduces all dims from 1 on. It equals the new form if the other dims have length 1.
    assert!(softmax(9, &[1, 5, 1, 1]).contains(r#""onnx.Softmax"(%x) {axis = 1 : si64}"#));
    assert!(softmax(9, &[1, 5, 2, 1]).contains(r#""onnx.SoftmaxV11"(%x) {axis = 1 : si64}"#));
    assert!(softmax(13, &[1, 5, 2, 1]).contains(r#""onnx.Softmax"(%x) {axis = -1 : si64}"#));
    let clip = |opset, initializer: Vec<TensorProto>, operands: &str, attrs| {
        let graph = GraphProto {
            input: vec![value("x", &[2])],
            initializer,
            node: vec![node("Clip", operands, "y", attrs)],
            output: vec![untyped("y")],
            ..GraphProto::default()
        };
        text(opset, graph)
    };
    let old = clip(6, vec![], "x", vec![attr("max", Float(6.0))]);
    assert!(old.contains(r#""onnx.ClipV6"(%x) {max = 6.000000e+00 : f32}"#), "{old}");
    let new = clip(13, vec![floats("m", &[6.0])], "x _ m", vec![]);
    assert!(new.contains(r#""onnx.Clip"(%x, %none, %m)"#), "{new}");
    assert!(
        new.contains("%m = \"onnx.Constant\"() {value = dense<6.000000e+00> : tensor<1xf32>}"),
        "{new}"
    );
}

#[test]
fn infers_shapes_of_sequences() {
    let lstm: &[&[i64]] = &[&[3, 5, 10], &[1, 16, 10], &[1, 16, 4]];
    assert_eq!(shape(14, "LSTM", lstm, &[], vec![attr("layout", Int(1))]), "3x5x1x4");
    let heads = || vec![attr("q_num_heads", Int(4)), attr("kv_num_heads", Int(2))];
    let packed: &[&[i64]] = &[&[1, 7, 32], &[1, 9, 16], &[1, 9, 24]];
    assert_eq!(shape(23, "Attention", packed, &[], heads()), "1x7x48");
    let split: &[&[i64]] = &[&[1, 4, 7, 8], &[1, 2, 9, 8], &[1, 2, 9, 6]];
    assert_eq!(shape(23, "Attention", split, &[], vec![]), "1x4x7x6");
    assert!(fault(23, "Attention", packed, &[], vec![]).contains("`q_num_heads`"));
    assert!(
        fault(23, "Attention", &[&[1, 2, 3, 4], &[1, 2, 3, 4]], &[], vec![]).contains("operand 2")
    );
    let turned: &[&[i64]] = &[&[1, 4, 7, 8], &[16, 4], &[16, 4]];
    assert_eq!(shape(23, "RotaryEmbedding", turned, &[], vec![]), "1x4x7x8");
}

#[test]
fn infers_shapes_of_einsum() {
    let einsum = |equation: &str, operands: &[&[i64]]| {
        infer(12, "Einsum", operands, &[], vec![attr("equation", Text(equation))])
    };
    let is = |equation: &str, operands: &[&[i64]], expected: &str| {
        assert_eq!(einsum(equation, operands).as_deref(), Ok(expected), "{equation}");
    };
    is("i,j->ij", &[&[2], &[3]], "2x3");
    is("bhqd, bhkd -> bhqk", &[&[1, 2, 3, 4], &[1, 2, 5, 4]], "1x2x3x5");
    is("...ij,...jk", &[&[7, 2, 3], &[1, 3, 4]], "7x2x4");
    is("b...d->...b", &[&[5, 2, 3, 9]], "2x3x5");
    is("ba", &[&[2, 3]], "3x2");
    is("ii->i", &[&[4, 4]], "4");
    is("ij->", &[&[2, 3]], "");
    for (equation, reason) in [
        ("ij,j->i", "2 terms"),
        ("ijk->i", "names 3"),
        ("ij->k", "letter `k`"),
        ("i1->i", "invalid character `1`"),
        ("...i...->i", "two ellipses"),
        ("ii->i", "must be equal"),
    ] {
        let errors = einsum(equation, &[&[2, 3]]).expect_err("the equation is invalid");
        assert!(errors[0].contains(reason), "{errors:?}");
    }
}

#[test]
fn folds_moves_of_shape_elements() {
    // Each chain of nodes computes the shape of a constant from the lengths 2, 3, 4, 5 of `x`.
    let reshaped = |nodes: Vec<NodeProto>| {
        let graph = GraphProto {
            input: vec![value("x", &[2, 3, 4, 5])],
            initializer: vec![
                ints("zero", &[0]),
                ints("one", &[1]),
                ints("two", &[2]),
                ints("minus", &[-1]),
                ints("low", &[i64::MIN + 1]),
                ints("pair", &[2, 2]),
                TensorProto { dims: vec![2, 1], ..ints("rows", &[0, 2]) },
                ints("sevens", &[7, 8]),
                ints("three", &[3]),
            ],
            node: [
                vec![node("Shape", "x", "s", vec![])],
                nodes,
                vec![node("ConstantOfShape", "t", "y", vec![]), node("Add", "y y", "z", vec![])],
            ]
            .concat(),
            output: vec![untyped("z")],
            ..GraphProto::default()
        };
        let module = import(&model(13, graph)).unwrap();
        ops(&module).pop().unwrap().1.remove(0)
    };
    let one = |op, operands, attrs| vec![node(op, operands, "t", attrs)];
    let turned =
        |first: Vec<NodeProto>| [first, vec![node("Reshape", "m minus", "t", vec![])]].concat();
    for (nodes, expected) in [
        (one("Slice", "s minus low zero minus", vec![]), "5x4x3x2"),
        (one("Mod", "s two", vec![]), "0x1x0x1"),
        (one("ScatterND", "s rows sevens", vec![]), "7x3x8x5"),
        (vec![node("Split", "s", "t r", vec![])], "2x3"),
        (vec![node("Split", "s", "r t", vec![])], "4x5"),
        (one("Tile", "s two", vec![]), "2x3x4x5x2x3x4x5"),
        (turned(vec![node("Expand", "two pair", "m", vec![])]), "2x2x2x2"),
        (
            turned(vec![
                node("Reshape", "s pair", "p", vec![]),
                node("Transpose", "p", "m", vec![attr("perm", Ints(&[1, 0]))]),
            ]),
            "2x4x3x5",
        ),
        (
            turned(vec![
                node("Reshape", "s pair", "p", vec![]),
                node("Slice", "p minus low one minus", "m", vec![]),
            ]),
            "3x2x5x4",
        ),
        (
            turned(vec![
                node("Reshape", "s pair", "p", vec![]),
                node("Gather", "p one", "m", vec![attr("axis", Int(1))]),
            ]),
            "3x5",
        ),
        (
            vec![
                node("ReduceProd", "s", "p", vec![attr("keepdims", Int(1))]),
                node("Concat", "p one", "t", vec![attr("axis", Int(0))]),
            ],
            "120x1",
        ),
        (
            vec![node("Greater", "s three", "g", vec![]), node("Where", "g s one", "t", vec![])],
            "1x1x4x5",
        ),
    ] {
        assert_eq!(reshaped(nodes), format!("tensor<{expected}xf32>"));
    }
}

#[test]
fn requires_stated_shapes_of_custom_ops() {
    let graph = |stated| GraphProto {
        input: vec![typed_value("x", DataType::INT8, &[2])],
        node: vec![{
            let mut node = node("Fused", "x", "y", vec![attr("k", Int(3))]);
            node.domain = Some("com.example".to_owned());
            node
        }],
        output: vec![stated],
        ..GraphProto::default()
    };
    let known = text(9, graph(value("y", &[2, -1])));
    let wanted = r#"%y = "onnx.Custom"(%x) {domain_name = "com.example", function_name = "Fused", k = 3 : si64} : (tensor<2xi8>) -> tensor<2x?xf32>"#;
    assert!(known.contains(wanted), "{known}");
    let errors = import(&model(9, graph(untyped("y")))).expect_err("the shape is unknown");
    assert!(
        errors[0].starts_with("`m.onnx`: node `the_Fused` (Fused): unknown shape of `y`"),
        "{errors:?}"
    );
}

#[test]
fn refuses_sequences_and_unknown_ops_with_help() {
    for (op, reason, help) in [
        ("SequenceConstruct", "sequences and optional values are unsupported", "`Concat`"),
        ("LabelEncoder", "unknown shape of `y`: the file does not state it", "`value_info`"),
        ("NoSuchOp", "shapes of `NoSuchOp` are not inferred", "`value_info`"),
    ] {
        let graph = GraphProto {
            input: vec![value("x", &[2])],
            node: vec![node(op, "x", "y", vec![])],
            output: vec![untyped("y")],
            ..GraphProto::default()
        };
        let bytes = model(13, graph).write_buf().unwrap();
        let mut sink = Sink::default();
        assert!(
            layoutc_import::import(&bytes, "m", &ImportOptions::default(), &mut sink).is_none()
        );
        let [diag] = sink.diags() else { panic!("{:?}", sink.diags()) };
        assert!(diag.message.contains(reason), "{}", diag.message);
        assert!(diag.message.contains(&format!("node `the_{op}` ({op})")), "{}", diag.message);
        assert!(diag.notes.iter().any(|note| note.message.contains(help)), "{:?}", diag.notes);
    }
}

#[test]
fn unknown_shapes_have_their_reason() {
    let reason = |operand: TensorProto, mut node: NodeProto, domain: Option<&str>| {
        node.domain = domain.map(str::to_owned);
        let graph = GraphProto {
            input: vec![value("x", &[2, -1]), typed_value("i", DataType::INT64, &[2])],
            initializer: vec![operand],
            node: vec![node],
            output: vec![untyped("y")],
            ..GraphProto::default()
        };
        let errors = import(&model(13, graph)).expect_err("the shape is unknown");
        errors[0].rsplit_once(", and ").unwrap().1.to_owned()
    };
    let external = TensorProto {
        data_location: Some(DataLocation::EXTERNAL),
        int64_data: vec![],
        ..ints("e", &[1, 2])
    };
    let absent = node("Unsqueeze", "x e", "y", vec![]);
    assert_eq!(reason(external, absent, None), "the elements of operand `e` are not in the file");
    let computed = node("Unsqueeze", "x i", "y", vec![]);
    let expected = "it depends on elements that are computed at run time";
    assert_eq!(reason(ints("e", &[1]), computed, None), expected);
    let custom = node("Fused", "x", "y", vec![]);
    assert_eq!(reason(ints("e", &[1]), custom, Some("my")), "`Fused` is not an op of ONNX");
}

#[test]
fn fixes_lengths_of_symbolic_dims() {
    let graph = GraphProto {
        input: vec![value("x", &[-1, 3])],
        node: vec![node("Flatten", "x", "y", vec![attr("axis", Int(0))])],
        output: vec![untyped("y")],
        ..GraphProto::default()
    };
    let import = |name: &str, length| {
        let mut options = ImportOptions::default();
        options.dims = vec![(name.to_owned(), length)];
        import_with(&model(13, graph.clone()).write_buf().unwrap(), &options)
    };
    let errors = import("m", 4).expect_err("no dim has this name");
    assert_eq!(errors, ["`m.onnx`: unknown dim `m`: no input has a symbolic dim of this name"]);
    assert_eq!(
        import("n", 4).map(|module| summary(&module)),
        Ok(vec!["onnx.Flatten -> tensor<1x12xf32>".to_owned()])
    );
}

#[test]
fn writes_bools_as_bytes_or_bits() {
    let bools = TensorProto {
        name: Some("c".to_owned()),
        data_type: Some(DataType::BOOL),
        dims: vec![3],
        int32_data: vec![1, 0, 1],
        ..TensorProto::default()
    };
    let graph = GraphProto {
        input: vec![typed_value("x", DataType::BOOL, &[3])],
        initializer: vec![bools],
        node: vec![node("And", "x c", "y", vec![])],
        output: vec![untyped("y")],
        ..GraphProto::default()
    };
    let bytes = model(13, graph).write_buf().unwrap();
    let text = |bools| {
        let mut options = ImportOptions::default();
        options.bools = bools;
        let module = import_with(&bytes, &options);
        module_to_string(&module.unwrap(), &Registry::new(), PrintOptions::default())
    };
    let (byte, bit) = (text(BoolStorage::Byte), text(BoolStorage::Bit));
    assert!(byte.contains("dense<[1, 0, 1]> : tensor<3xi8>"), "{byte}");
    assert!(byte.contains("(tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>"), "{byte}");
    assert!(bit.contains("dense<[true, false, true]> : tensor<3xi1>"), "{bit}");
}

#[test]
fn reports_every_error_once() {
    let mut nameless = node("Relu", "lost", "b", vec![]);
    nameless.name = None;
    let graph = GraphProto {
        input: vec![value("x", &[2])],
        initializer: vec![floats("w", &[1.0]), floats("w", &[1.0])],
        node: vec![
            nameless,
            node("Relu", "b", "c", vec![]),
            node("Relu", "x", "x", vec![]),
            node("Add", "c x", "d", vec![]),
        ],
        output: vec![untyped("d"), untyped("gone"), value("x", &[3])],
        ..GraphProto::default()
    };
    let errors = import(&model(9, graph)).expect_err("the model is invalid");
    assert_eq!(
        errors,
        [
            "`m.onnx`: initializer `w`: `w` is already defined",
            "`m.onnx`: the producer of `b` (Relu): operand `lost` is not defined before this node",
            "`m.onnx`: node `the_Relu` (Relu): type of `x` is stated as 3 of ONNX element type 1, but inferred as 2 of type 1",
            "`m.onnx`: node `the_Relu` (Relu): `x` is already defined",
            "`m.onnx`: output `gone` is undefined",
        ]
    );
}

#[test]
fn joins_stated_and_inferred_types() {
    let graph = |stated: &[i64]| GraphProto {
        input: vec![value("x", &[-1, 3])],
        node: vec![node("Relu", "x", "y", vec![])],
        output: vec![value("y", stated)],
        ..GraphProto::default()
    };
    let joined = |stated: &[i64]| import(&model(9, graph(stated))).map(|module| summary(&module));
    assert_eq!(joined(&[7, -1]), Ok(vec!["onnx.Relu -> tensor<7x3xf32>".to_owned()]));
    assert!(joined(&[7, 4]).is_err_and(|errors| errors[0].contains("stated as 7x4")));
    assert!(joined(&[7]).is_err());
}

#[test]
fn rejects_excessive_ranks_and_lengths() {
    // The rank doubles with each node.
    let double = |at: u32| node("Gather", &format!("x{at} x{at}"), &format!("x{}", at + 1), vec![]);
    let graph = GraphProto {
        input: vec![value("x0", &[1, 1, 1])],
        node: (0..40).map(double).collect(),
        output: vec![untyped("x40")],
        ..GraphProto::default()
    };
    let errors = import(&model(13, graph)).expect_err("2^40 dims are too many");
    assert!(errors.len() == 1 && errors[0].contains("must be at most 1024"), "{errors:?}");
    let long = fault(13, "Flatten", &[&[2, i64::MAX, 1]], &[], vec![attr("axis", Int(2))]);
    assert!(long.contains("2^63"), "{long}");
}
