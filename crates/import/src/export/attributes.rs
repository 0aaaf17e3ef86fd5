//! The attributes of nodes.

use crate::elem::Elem;
use crate::fold::constants::dense_elements;
use crate::op_form::{Implied, defaults};
use ir::attrs::AttrKind;
use ir::dense::dense_shape;
use ir::float::FloatKind;
use ir::layout::checked_product;
use ir::types::TypeKind;
use ir::{Attr, Context, Module};
use rten_onnx::onnx::{AttributeProto, AttributeType, DataType, TensorProto};
use std::cell::RefCell;

/// Returns an attribute of a node. `is_bool` is `true` if bytes of a tensor are bools.
///
/// # Errors
/// ONNX has no such attribute, with the reason.
pub(super) fn attribute(
    module: &Module,
    key: &str,
    value: Attr,
    is_bool: bool,
) -> Result<AttributeProto, String> {
    let ctx = &module.ctx;
    let mut out = AttributeProto { name: Some(key.to_owned()), ..AttributeProto::default() };
    let kind = match ctx.attr_kind(value) {
        AttrKind::Integer { value, .. } => {
            out.i = Some(value.as_i64().ok_or("has more than 64 bits")?);
            AttributeType::INT
        }
        AttrKind::Float { .. } => {
            out.f = Some(float(ctx, value)?);
            AttributeType::FLOAT
        }
        AttrKind::String { .. } => {
            out.s = Some(ctx.as_str(value).ok_or("is not UTF-8")?.to_owned());
            AttributeType::STRING
        }
        AttrKind::Type(ty) => {
            let elem = Elem::of_ir_type(ctx, *ty, false).ok_or("is not an element type of ONNX")?;
            out.i = Some(elem.number().into());
            AttributeType::INT
        }
        AttrKind::Dense { .. } => {
            out.t = Some(tensor(module, value, is_bool)?);
            AttributeType::TENSOR
        }
        AttrKind::Array(_) | AttrKind::DenseArray { .. } => list(ctx, value, &mut out)?,
        _ => return Err("has no form in ONNX".to_owned()),
    };
    out.r#type = Some(kind);
    Ok(out)
}

/// Sets the list of an attribute and returns its type. An empty list is one of integers.
fn list(ctx: &Context, value: Attr, out: &mut AttributeProto) -> Result<AttributeType, String> {
    if let Some(ints) = ctx.as_int_list(value) {
        out.ints = ints;
        return Ok(AttributeType::INTS);
    }
    let items = ctx.as_array(value).ok_or("has no form in ONNX")?;
    let strings: Option<Vec<String>> =
        items.iter().map(|&item| ctx.as_str(item).map(str::to_owned)).collect();
    if let Some(strings) = strings {
        out.strings = strings;
        return Ok(AttributeType::STRINGS);
    }
    out.floats = items.iter().map(|&item| float(ctx, item)).collect::<Result<_, _>>()?;
    Ok(AttributeType::FLOATS)
}

/// Returns a float. One of 64 bits must have a value of 32 bits.
fn float(ctx: &Context, value: Attr) -> Result<f32, String> {
    let AttrKind::Float { bits, ty } = ctx.attr_kind(value) else {
        return Err("has entries of several kinds".to_owned());
    };
    match ctx.kind(*ty) {
        TypeKind::Float(FloatKind::F32) => Ok(f32::from_bits(bits.get() as u32)),
        TypeKind::Float(FloatKind::F64) => {
            let wide = f64::from_bits(bits.get() as u64);
            let narrow = wide as f32;
            let is_exact = f64::from(narrow).to_bits() == wide.to_bits();
            if is_exact { Ok(narrow) } else { Err(format!("is {wide}, which is no `f32`")) }
        }
        _ => Err("is a float of another type than `f32`".to_owned()),
    }
}

/// Returns a tensor with its elements.
fn tensor(module: &Module, value: Attr, is_bool: bool) -> Result<TensorProto, String> {
    let unknown = "has no elements that ONNX can hold";
    let (ty, _) = module.ctx.as_dense(value).ok_or(unknown)?;
    let (lengths, elem) = dense_shape(&module.ctx, ty).ok_or(unknown)?;
    let elem = Elem::of_ir_type(&module.ctx, elem, is_bool).ok_or(unknown)?;
    let (mut bytes, width) = dense_elements(module, value).ok_or(unknown)?;
    let dims: Option<Vec<i64>> = lengths.iter().map(|&len| i64::try_from(len).ok()).collect();
    let count = checked_product(lengths).and_then(|count| usize::try_from(count).ok());
    let size = count.and_then(|count| count.checked_mul(width)).ok_or(unknown)?;
    if bytes.len() == width && size != width {
        if size as u64 > super::message::MAX_MESSAGE {
            return Err(format!("requires {size} bytes of elements"));
        }
        bytes = bytes.repeat(size / width);
    }
    Ok(TensorProto {
        dims: dims.ok_or(unknown)?,
        data_type: Some(DataType(elem.number())),
        raw_data: Some(RefCell::new(elem.packed(bytes))),
        ..TensorProto::default()
    })
}

/// Returns `true` if an attribute has the value that ONNX defines for an absent one. Not every version of an op has each of
/// these attributes.
pub(super) fn is_default(ctx: &Context, op: &str, key: &str, value: Attr) -> bool {
    let Some((_, default)) = defaults(op).iter().find(|default| default.0 == key) else {
        return false;
    };
    match *default {
        Implied::Int(int) => ctx.as_int(value) == Some(int),
        Implied::Float(number) => float(ctx, value).is_ok_and(|found| found == number),
        Implied::Text(text) => ctx.as_str(value) == Some(text),
        Implied::Spatial(_, int) => {
            ctx.as_int_list(value).is_some_and(|ints| ints.iter().all(|&found| found == int))
        }
    }
}
