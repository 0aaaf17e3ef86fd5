//! Shared test helpers: small models assembled from parts, and the models of ONNX's package.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::diag::Sink;
use ir::print::type_to_string;
use ir::{Module, Op, Registry, Verified};
use layoutc_import::ImportOptions;
use rten_onnx::onnx::{
    AttributeProto, AttributeType, DataType, Dimension, GraphProto, ModelProto, NodeProto,
    OperatorSetIdProto, TensorProto, TensorShapeProto, TypeProto, TypeProtoTensor, ValueInfoProto,
};
use std::path::Path;

/// Returns a value of type `f32`. A negative length means a symbolic one.
pub(crate) fn value(name: &str, dims: &[i64]) -> ValueInfoProto {
    typed_value(name, DataType::FLOAT, dims)
}

/// Returns a value of the given element type.
pub(crate) fn typed_value(name: &str, elem: DataType, dims: &[i64]) -> ValueInfoProto {
    let dim = |&len: &i64| match len < 0 {
        true => Dimension { dim_param: Some("n".to_owned()), dim_value: None },
        false => Dimension { dim_value: Some(len), dim_param: None },
    };
    let shape = TensorShapeProto { dim: dims.iter().map(dim).collect() };
    let tensor = TypeProtoTensor { elem_type: Some(elem), shape: Some(shape) };
    let ty = TypeProto { tensor_type: Some(tensor), sequence: None };
    ValueInfoProto { name: Some(name.to_owned()), r#type: Some(ty) }
}

/// Returns a value without a stated type.
pub(crate) fn untyped(name: &str) -> ValueInfoProto {
    ValueInfoProto { name: Some(name.to_owned()), r#type: None }
}

/// Returns a list of `i64` as an initializer.
pub(crate) fn ints(name: &str, ints: &[i64]) -> TensorProto {
    TensorProto {
        name: Some(name.to_owned()),
        data_type: Some(DataType::INT64),
        dims: vec![ints.len() as i64],
        int64_data: ints.to_vec(),
        ..TensorProto::default()
    }
}

/// Returns a list of `f32` as an initializer.
pub(crate) fn floats(name: &str, floats: &[f32]) -> TensorProto {
    TensorProto {
        name: Some(name.to_owned()),
        data_type: Some(DataType::FLOAT),
        dims: vec![floats.len() as i64],
        float_data: floats.to_vec(),
        ..TensorProto::default()
    }
}

/// The value of an attribute in a test.
pub(crate) enum Value<'a> {
    Int(i64),
    Ints(&'a [i64]),
    Float(f32),
    Text(&'a str),
    Tensor(&'a TensorProto),
}

/// Returns an attribute.
pub(crate) fn attr(name: &str, value: Value<'_>) -> AttributeProto {
    let mut attr = AttributeProto { name: Some(name.to_owned()), ..AttributeProto::default() };
    attr.r#type = Some(match &value {
        Value::Int(_) => AttributeType::INT,
        Value::Ints(_) => AttributeType::INTS,
        Value::Float(_) => AttributeType::FLOAT,
        Value::Text(_) => AttributeType::STRING,
        Value::Tensor(_) => AttributeType::TENSOR,
    });
    match value {
        Value::Int(int) => attr.i = Some(int),
        Value::Ints(ints) => attr.ints = ints.to_vec(),
        Value::Float(float) => attr.f = Some(float),
        Value::Text(text) => attr.s = Some(text.to_owned()),
        Value::Tensor(tensor) => attr.t = Some(tensor.clone()),
    }
    attr
}

/// Returns the node `results = Op(operands)`. Names are separated by blanks; `_` is an omitted operand.
pub(crate) fn node(
    op: &str,
    operands: &str,
    results: &str,
    attrs: Vec<AttributeProto>,
) -> NodeProto {
    let names = |text: &str| -> Vec<String> {
        text.split_whitespace().map(|name| name.replace('_', "")).collect()
    };
    NodeProto {
        op_type: Some(op.to_owned()),
        name: Some(format!("the_{op}")),
        input: names(operands),
        output: names(results),
        attribute: attrs,
        domain: None,
    }
}

/// Returns a model of one graph.
pub(crate) fn model(opset: i64, graph: GraphProto) -> ModelProto {
    let set = OperatorSetIdProto { domain: None, version: Some(opset) };
    ModelProto { graph: Some(graph), opset_import: vec![set], ..ModelProto::default() }
}

/// Imports a model and verifies the module.
///
/// # Errors
/// Returns the messages of the diagnostics.
pub(crate) fn import(model: &ModelProto) -> Result<Module, Vec<String>> {
    import_bytes(&model.write_buf().unwrap())
}

/// Imports a model from the bytes of a file, as [`import`] does.
pub(crate) fn import_bytes(bytes: &[u8]) -> Result<Module, Vec<String>> {
    import_with(bytes, &ImportOptions::default())
}

/// Imports a model with options, as [`import`] does.
pub(crate) fn import_with(bytes: &[u8], options: &ImportOptions) -> Result<Module, Vec<String>> {
    let mut sink = Sink::default();
    let module = layoutc_import::import(bytes, "m.onnx", options, &mut sink);
    let verified = module.and_then(|module| {
        assert!(!sink.has_errors(), "a module and faults: {:?}", sink.diags());
        Verified::new(module, &Registry::new(), &mut sink).ok()
    });
    let messages = || sink.diags().iter().map(|diag| diag.message.clone()).collect();
    verified.map(Verified::into_module).ok_or_else(messages)
}

/// Returns the ops of the function, without its terminator, with the types of their results.
pub(crate) fn ops(module: &Module) -> Vec<(Op, Vec<String>)> {
    let function = module.ops(module.body()).next().unwrap();
    let body = module.blocks(module.regions(function)[0])[0];
    let types = |op: Op| -> Vec<String> {
        module.results(op).map(|value| type_to_string(module, module.ty(value))).collect()
    };
    let ops = module.ops(body).filter(|&op| module.name(op) != "func.return");
    ops.map(|op| (op, types(op))).collect()
}

/// Formats each op, except constants, as `name -> types`.
pub(crate) fn summary(module: &Module) -> Vec<String> {
    let plain = |op: Op| !matches!(module.name(op), "onnx.Constant" | "onnx.NoValue");
    let ops = ops(module).into_iter().filter(|found| plain(found.0));
    ops.map(|(op, types)| format!("{} -> {}", module.name(op), types.join(", "))).collect()
}

/// Returns the models of ONNX's package, with their paths below its root. `None` if they are not installed, which skips
/// the current test.
pub(crate) fn installed() -> Option<Vec<(String, Vec<u8>)>> {
    let root = testkit::onnx_models()?;
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    found.sort();
    Some(found)
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "onnx") {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            found.push((name, std::fs::read(&path).unwrap()));
        }
    }
}
