//! The op of each node, spelled as in onnx-mlir, which is the form that the view ops of `ir` read.
//!
//! Some ops changed their operands or attributes between versions. A node of the old form has the version in its op
//! name, such as `onnx.SqueezeV11`. Slices and reshapes of the old form instead have their attributes converted to
//! constant operands.

use crate::call::Call;
use crate::elem::{Elem, TensorType, f32_attr, si64};
use crate::literal::{ElementValues, TensorLiteral};
use crate::op_versions::{MovedOperands, is_softmax, moved_operands, old_form};
use crate::options::BoolStorage;
use ir::types::{Extent, static_lengths};
use ir::{Attr, Context};
use rten_onnx::onnx::{AttributeProto, AttributeType};

/// The op of a node, without the operands that the node lists.
pub(crate) struct OpForm {
    /// The op's name.
    pub(crate) name: String,
    /// The attributes by name.
    pub(crate) attrs: Vec<(String, Attr)>,
    /// Operands that follow those of the node: attributes in the version of the node.
    pub(crate) more: Vec<TensorLiteral>,
    /// The minimal number of operands. Omitted ones are written as `onnx.NoValue`.
    pub(crate) operands: usize,
}

/// Returns the op of a node.
///
/// # Errors
/// The node cannot be written, with the reason.
pub(crate) fn op_form(
    call: &Call<'_>,
    bools: BoolStorage,
    ctx: &mut Context,
) -> Result<OpForm, String> {
    let op = call.node.op_type.as_deref().unwrap_or_default();
    if !is_plain(op) {
        return Err(format!("invalid op name `{op}`"));
    }
    let (more, moved) = attribute_operands(call, op);
    let mut attrs = Vec::new();
    for attr in call.node.attribute.iter() {
        let key = attr.name.as_deref().unwrap_or_default();
        if !is_plain(key) {
            return Err(format!("invalid attribute name `{key}`"));
        }
        if !moved.contains(&key) {
            attrs.push((
                key.to_owned(),
                attribute(attr, bools, ctx).map_err(|reason| format!("`{key}` {reason}"))?,
            ));
        }
    }
    if !is_standard(call.node.domain.as_deref()) {
        let domain = call.node.domain.as_deref().unwrap_or_default();
        attrs.push(("function_name".to_owned(), ctx.string(op)));
        attrs.push(("domain_name".to_owned(), ctx.string(domain)));
        return Ok(OpForm { name: "onnx.Custom".to_owned(), attrs, more, operands: 0 });
    }
    let version = version(call, op);
    add_defaults(call, op, &mut attrs, ctx);
    let operands = if version.is_empty() { operands(op) } else { 0 };
    Ok(OpForm { name: format!("onnx.{op}{version}"), attrs, more, operands })
}

/// Returns `true` if the domain is one of ONNX's own.
pub(crate) fn is_standard(domain: Option<&str>) -> bool {
    matches!(domain.unwrap_or_default(), "" | "ai.onnx" | "ai.onnx.ml" | "ai.onnx.preview.training")
}

/// Returns `true` if MLIR allows a name without quotes.
fn is_plain(name: &str) -> bool {
    fn letter(c: char) -> bool {
        c.is_ascii_alphabetic() || c == '_'
    }
    name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// Returns the suffix of an op name.
fn version(call: &Call<'_>, op: &str) -> &'static str {
    let one_result = call.node.output.iter().skip(1).all(String::is_empty);
    match op {
        "BatchNormalization" if one_result && call.int("training_mode").unwrap_or(0) == 0 => {
            "InferenceMode"
        }
        "MaxPool" if one_result => "SingleOut",
        _ if is_softmax(op) && is_along_one_dim(call) => "",
        _ => old_form(op, call.opset).map_or("", |form| form.suffix),
    }
}

/// Returns `true` if a softmax before version 13 reduces a single dim. Those versions reduce all dims from the axis on,
/// which is a single dim if the others have length 1.
fn is_along_one_dim(call: &Call<'_>) -> bool {
    let Ok(dims) = call.dims(0) else { return false };
    let axis = call.axis(1, dims.len());
    axis.is_ok_and(|axis| dims[axis + 1..].iter().all(|&len| len == Some(1)))
}

/// Returns the operands that are attributes in the version of the node, and the names of those attributes.
fn attribute_operands(call: &Call<'_>, op: &str) -> (Vec<TensorLiteral>, &'static [&'static str]) {
    // The others have a form of their own.
    let moved = match op {
        "Slice" | "Reshape" => moved_operands(op, call.opset),
        _ => None,
    };
    let Some(MovedOperands { keys: moved, .. }) = moved else { return (Vec::new(), &[]) };
    let lists = moved.iter().filter_map(|key| call.ints(key));
    (lists.map(list).collect(), moved)
}

/// Returns a one-dim tensor of `i64`.
pub(crate) fn list(ints: &[i64]) -> TensorLiteral {
    let ty = TensorType::new(Elem::I64, [Some(ints.len() as u64)]);
    let numbers = ElementValues::Ints(ints.iter().copied().map(Some).collect());
    TensorLiteral::of_numbers(&ty, &numbers).expect("all elements are known `i64`")
}

/// Returns a scalar of `i64`.
pub(crate) fn scalar(int: i64) -> TensorLiteral {
    let numbers = ElementValues::Ints(vec![Some(int)]);
    let literal = TensorLiteral::of_numbers(&TensorType::new(Elem::I64, []), &numbers);
    literal.expect("the element is a known `i64`")
}

/// Returns a bool of the given lengths, with one element.
pub(crate) fn scalar_bool(value: bool, dims: Vec<Extent>) -> TensorLiteral {
    let numbers = ElementValues::Ints(vec![Some(value.into())]);
    let literal = TensorLiteral::of_numbers(&TensorType::new(Elem::BOOL, dims), &numbers);
    literal.expect("the element is a known bool")
}

fn attribute(attr: &AttributeProto, bools: BoolStorage, ctx: &mut Context) -> Result<Attr, String> {
    match kind(attr) {
        AttributeType::INT => Ok(si64(ctx, attr.i.unwrap_or(0))),
        AttributeType::FLOAT => Ok(f32_attr(ctx, attr.f.unwrap_or(0.0))),
        AttributeType::STRING => Ok(ctx.string(attr.s.as_deref().unwrap_or_default())),
        AttributeType::INTS => Ok(ints(&attr.ints, ctx)),
        AttributeType::FLOATS => {
            let floats: Vec<Attr> = attr.floats.iter().map(|&float| f32_attr(ctx, float)).collect();
            Ok(ctx.array(&floats))
        }
        AttributeType::STRINGS => {
            let strings: Vec<Attr> = attr.strings.iter().map(|string| ctx.string(string)).collect();
            Ok(ctx.array(&strings))
        }
        AttributeType::TENSOR => match attr.t.as_ref().map(TensorLiteral::from_proto) {
            Some(Ok(Some(literal))) => Ok(literal.attr(bools, ctx)),
            Some(Err(reason)) => Err(format!("is an invalid tensor: {reason}")),
            _ => Err("is a large tensor; elements of large tensors are not imported".to_owned()),
        },
        AttributeType::GRAPH => Err("is a graph; nested graphs are unsupported".to_owned()),
        other => Err(format!("has unsupported type {}", other.0)),
    }
}

/// Returns the type of an attribute, derived from its value in files of the first versions, which do not state it.
fn kind(attr: &AttributeProto) -> AttributeType {
    match attr.r#type {
        Some(ty) if ty != AttributeType::UNDEFINED => ty,
        _ if attr.f.is_some() => AttributeType::FLOAT,
        _ if attr.i.is_some() => AttributeType::INT,
        _ if attr.s.is_some() => AttributeType::STRING,
        _ if attr.t.is_some() => AttributeType::TENSOR,
        _ if attr.g.is_some() => AttributeType::GRAPH,
        _ if !attr.floats.is_empty() => AttributeType::FLOATS,
        _ if !attr.strings.is_empty() => AttributeType::STRINGS,
        _ => AttributeType::INTS,
    }
}

/// Returns `[1, 2]`.
fn ints(list: &[i64], ctx: &mut Context) -> Attr {
    let ints: Vec<Attr> = list.iter().map(|&int| ctx.int(int)).collect();
    ctx.array(&ints)
}

/// The default of an absent attribute.
#[derive(Clone, Copy)]
pub(crate) enum Implied {
    Int(i64),
    Float(f32),
    Text(&'static str),
    /// This many copies of an integer for each spatial dim of operand 0.
    Spatial(usize, i64),
}

/// Returns the attributes that are written even if absent, so that rules can read them.
pub(crate) fn defaults(op: &str) -> &'static [(&'static str, Implied)] {
    use Implied::{Float, Int, Spatial, Text};
    match op {
        "Conv" | "ConvTranspose" => &[
            ("auto_pad", Text("NOTSET")),
            ("dilations", Spatial(1, 1)),
            ("group", Int(1)),
            ("pads", Spatial(2, 0)),
            ("strides", Spatial(1, 1)),
        ],
        "AveragePool" => &[
            ("auto_pad", Text("NOTSET")),
            ("ceil_mode", Int(0)),
            ("count_include_pad", Int(0)),
            ("pads", Spatial(2, 0)),
            ("strides", Spatial(1, 1)),
        ],
        "MaxPool" => &[
            ("auto_pad", Text("NOTSET")),
            ("ceil_mode", Int(0)),
            ("dilations", Spatial(1, 1)),
            ("pads", Spatial(2, 0)),
            ("storage_order", Int(0)),
            ("strides", Spatial(1, 1)),
        ],
        "BatchNormalization" => &[("epsilon", Float(1e-5)), ("momentum", Float(0.9))],
        "Gemm" => {
            &[("alpha", Float(1.0)), ("beta", Float(1.0)), ("transA", Int(0)), ("transB", Int(0))]
        }
        "Reshape" => &[("allowzero", Int(0))],
        "Flatten" => &[("axis", Int(1))],
        "Gather" | "Split" => &[("axis", Int(0))],
        _ => &[],
    }
}

fn add_defaults(call: &Call<'_>, op: &str, attrs: &mut Vec<(String, Attr)>, ctx: &mut Context) {
    let rank = call.dims(0).map_or(0, <[_]>::len);
    let mut missing = |key: &str, value: &mut dyn FnMut(&mut Context) -> Attr| {
        if !attrs.iter().any(|attr| attr.0 == key) {
            attrs.push((key.to_owned(), value(ctx)));
        }
    };
    for &(key, default) in defaults(op) {
        missing(key, &mut |ctx| match default {
            Implied::Int(int) => si64(ctx, int),
            Implied::Float(float) => f32_attr(ctx, float),
            Implied::Text(text) => ctx.string(text),
            Implied::Spatial(times, int) => ints(&vec![int; times * rank.saturating_sub(2)], ctx),
        });
    }
    match op {
        "Softmax" | "LogSoftmax" | "Hardmax" => {
            let axis = if call.opset < 13 { 1 } else { -1 };
            missing("axis", &mut |ctx| si64(ctx, axis));
        }
        "Transpose" => {
            let perm: Vec<i64> = (0..rank as i64).rev().collect();
            missing("perm", &mut |ctx| ints(&perm, ctx));
        }
        "Conv" | "ConvTranspose" => {
            if let Some(kernel) = kernel(call) {
                missing("kernel_shape", &mut |ctx| ints(&kernel, ctx));
            }
        }
        _ => {}
    }
}

/// Returns the spatial lengths of the weights. `None` if any of them is unknown.
fn kernel(call: &Call<'_>) -> Option<Vec<i64>> {
    static_lengths(call.dims(1).ok()?.get(2..)?)
}

/// Returns the number of operands of an op with optional operands; 0 for other ops.
fn operands(op: &str) -> usize {
    match op {
        "Conv" | "ConvTranspose" | "Gemm" | "Clip" => 3,
        "Resize" => 4,
        "Slice" => 5,
        "Squeeze" | "Split" => 2,
        _ => 0,
    }
}
