//! How nodes are spelled as ops: as onnx-mlir spells them, which is what layoutc's knowledge of views reads.
//!
//! An op whose operands or attributes changed over the versions has the version in its name, `onnx.SqueezeV11`, where
//! the node has the old form. Slices and reshapes of old form are given their operands instead, as constants.

use crate::call::Call;
use crate::elem::{Elem, TensorType, f32_attr, si64};
use crate::literal::{ElementValues, TensorLiteral};
use ir::{Attr, Context};
use rten_onnx::onnx::{AttributeProto, AttributeType};

/// A node's op, without its operands.
pub(crate) struct OpForm {
    /// The op's name.
    pub(crate) name: String,
    /// Attributes by name.
    pub(crate) attrs: Vec<(String, Attr)>,
    /// Operands that follow those of the node: what was an attribute in the node's version.
    pub(crate) more: Vec<TensorLiteral>,
    /// At least so many operands are written, `onnx.NoValue` for those that are left out.
    pub(crate) operands: usize,
}

/// Spells a node.
///
/// # Errors
/// Says what cannot be written.
pub(crate) fn op_form(call: &Call<'_>, ctx: &mut Context) -> Result<OpForm, String> {
    let op = call.node.op_type.as_deref().unwrap_or_default();
    if !is_plain(op) {
        return Err(format!("`{op}` is no name of an op"));
    }
    let (more, moved) = moved_operands(call, op);
    let mut attrs = Vec::new();
    for attr in call.node.attribute.iter() {
        let key = attr.name.as_deref().unwrap_or_default();
        if !is_plain(key) {
            return Err(format!("`{key}` is no name of an attribute"));
        }
        if !moved.contains(&key) {
            attrs.push((
                key.to_owned(),
                attribute(attr, ctx).map_err(|reason| format!("`{key}` {reason}"))?,
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

/// Whether ops of a domain are ONNX's own.
pub(crate) fn is_standard(domain: Option<&str>) -> bool {
    matches!(domain.unwrap_or_default(), "" | "ai.onnx" | "ai.onnx.ml" | "ai.onnx.preview.training")
}

/// Whether a name can stand in MLIR without quotes.
fn is_plain(name: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// What the name of an op ends in.
fn version(call: &Call<'_>, op: &str) -> &'static str {
    let one_result = call.node.output.iter().skip(1).all(String::is_empty);
    match op {
        "BatchNormalization" if one_result && call.int("training_mode").unwrap_or(0) == 0 => {
            "InferenceMode"
        }
        "MaxPool" if one_result => "SingleOut",
        "Squeeze" | "Unsqueeze" | "Split" | "ReduceSum" if call.opset < 13 => "V11",
        "Split" if call.opset < 18 => "V13",
        "Softmax" | "LogSoftmax" | "Hardmax" if call.opset < 13 && !is_along_one_dim(call) => "V11",
        "Pad" if call.opset < 11 => "V2",
        "Clip" if call.opset < 11 => "V6",
        "Resize" if call.opset < 11 => "V10",
        "Upsample" if call.opset < 9 => "V7",
        _ if op.starts_with("Reduce") && op != "ReduceSum" && call.opset < 18 => "V13",
        _ => "",
    }
}

/// Before version 13 a softmax ran over all dims from its axis on. That is one dim where the others have length 1.
fn is_along_one_dim(call: &Call<'_>) -> bool {
    let Ok(dims) = call.dims(0) else { return false };
    let axis = call.axis(1, dims.len());
    axis.is_ok_and(|axis| dims[axis + 1..].iter().all(|&len| len == Some(1)))
}

/// Operands that were attributes in the node's version, and the names of those.
fn moved_operands(call: &Call<'_>, op: &str) -> (Vec<TensorLiteral>, &'static [&'static str]) {
    let moved: &[&str] = match op {
        "Slice" if call.opset < 10 => &["starts", "ends", "axes"],
        "Reshape" if call.opset < 5 => &["shape"],
        _ => return (Vec::new(), &[]),
    };
    let lists = moved.iter().filter_map(|key| call.ints(key));
    (lists.map(list).collect(), moved)
}

/// A list of `i64`.
pub(crate) fn list(ints: &[i64]) -> TensorLiteral {
    let ty = TensorType::new(Elem::I64, [Some(ints.len() as u64)]);
    let numbers = ElementValues::Ints(ints.iter().copied().map(Some).collect());
    TensorLiteral::of_numbers(&ty, &numbers).expect("integers of 64 bits are known and fit `i64`")
}

/// A scalar of `i64`.
pub(crate) fn scalar(int: i64) -> TensorLiteral {
    let numbers = ElementValues::Ints(vec![Some(int)]);
    let literal = TensorLiteral::of_numbers(&TensorType::new(Elem::I64, []), &numbers);
    literal.expect("an integer of 64 bits is known and fits `i64`")
}

fn attribute(attr: &AttributeProto, ctx: &mut Context) -> Result<Attr, String> {
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
        AttributeType::TENSOR => match attr.t.as_ref().map(TensorLiteral::of) {
            Some(Ok(Some(literal))) => Ok(literal.attr(ctx)),
            Some(Err(reason)) => Err(format!("is no tensor: {reason}")),
            _ => Err("is a large tensor, whose elements are not imported".to_owned()),
        },
        AttributeType::GRAPH => Err("is a graph, and graphs in ops are not imported".to_owned()),
        other => Err(format!("has the type {}, which is not imported", other.0)),
    }
}

/// The type of an attribute; the first files did not say it.
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

/// `[1, 2]`.
fn ints(list: &[i64], ctx: &mut Context) -> Attr {
    let ints: Vec<Attr> = list.iter().map(|&int| ctx.int(int)).collect();
    ctx.array(&ints)
}

/// What an attribute means that is not there.
#[derive(Clone, Copy)]
enum Implied {
    Int(i64),
    Float(f32),
    Text(&'static str),
    /// So many of an integer for each spatial dim of operand 0.
    Spatial(usize, i64),
}

/// Attributes that are written in any case, so that rules may read them.
fn defaults(op: &str) -> &'static [(&'static str, Implied)] {
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

/// The spatial lengths of the weights, if they are known.
fn kernel(call: &Call<'_>) -> Option<Vec<i64>> {
    let weights = call.dims(1).ok()?.get(2..)?;
    weights.iter().map(|&len| i64::try_from(len?).ok()).collect()
}

/// The number of operands of ops with optional ones.
fn operands(op: &str) -> usize {
    match op {
        "Conv" | "ConvTranspose" | "Gemm" | "Clip" => 3,
        "Resize" => 4,
        "Slice" => 5,
        "Squeeze" | "Split" => 2,
        _ => 0,
    }
}
