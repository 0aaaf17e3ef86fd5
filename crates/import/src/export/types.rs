//! The types of values as ONNX has them.

use crate::elem::Elem;
use ir::attrs::AttrKind;
use ir::types::{Extent, Type, TypeKind};
use ir::vulkan::{BOOL_FORMAT, FORMAT_ATTR};
use ir::{Context, Module, Op, Registry, Value};
use rten_onnx::onnx::{DataType, Dimension, TensorShapeProto, TypeProto, TypeProtoTensor};
use rustc_hash::FxHashSet;

/// The key of an encoding that is no layout: the bounds of dynamic lengths.
const BOUNDS: &str = "bounds";

/// The bytes of a module that are bools.
pub(super) struct Bools(FxHashSet<Value>);

impl Bools {
    /// Finds the values that are marked as bools, and copies and views of them.
    pub(super) fn new(module: &Module, registry: &Registry, function: Op) -> Bools {
        let mut bools = Bools(FxHashSet::default());
        for (at, argument) in module.inner_arguments(function).enumerate() {
            let format = module.argument_attr(function, at, FORMAT_ATTR);
            if format.and_then(|format| module.ctx.as_str(format)) == Some(BOOL_FORMAT) {
                bools.0.insert(argument);
            }
        }
        for op in module.walk_from(function) {
            bools.op(module, registry, op);
        }
        bools
    }

    fn op(&mut self, module: &Module, registry: &Registry, op: Op) {
        let results = module.results(op);
        if let Some(format) = module.attr(op, FORMAT_ATTR) {
            let formats = module.ctx.as_array(format);
            let of_result = |at: usize| match formats {
                Some(formats) => formats.get(at).and_then(|&format| module.ctx.as_str(format)),
                None => module.ctx.as_str(format),
            };
            self.0.extend(
                results
                    .enumerate()
                    .filter(|&(at, _)| of_result(at) == Some(BOOL_FORMAT))
                    .map(|it| it.1),
            );
            return;
        }
        let is_copy = registry.op_def(module, op).is_some_and(|def| def.is_copy);
        let is_view = is_copy || registry.element_relations(module, op).is_some();
        if is_view && module.operands(op).first().is_some_and(|value| self.0.contains(value)) {
            self.0.extend(results);
        }
    }

    /// Returns `true` if a value is a bool.
    pub(super) fn contains(&self, value: Value) -> bool {
        self.0.contains(&value)
    }
}

/// Returns the element type and the lengths of a tensor without a layout.
///
/// # Errors
/// The reason why ONNX has no such type.
pub(super) fn tensor(
    ctx: &Context,
    ty: Type,
    is_bool: bool,
) -> Result<(Elem, Vec<Extent>), String> {
    let TypeKind::Tensor { dims, elem, encoding } = ctx.kind(ty) else {
        return Err("is not a ranked tensor".to_owned());
    };
    if let Some(encoding) = encoding
        && !is_without_layout(ctx, *encoding)
    {
        return Err("has a layout, which ONNX cannot express".to_owned());
    }
    let elem = Elem::of_ir_type(ctx, *elem, is_bool);
    Ok((elem.ok_or("has elements of a type that ONNX does not have")?, dims.to_vec()))
}

/// Returns `true` if an encoding has no key but the bounds.
fn is_without_layout(ctx: &Context, encoding: ir::Attr) -> bool {
    matches!(ctx.attr_kind(encoding), AttrKind::Dict(_))
        && ctx.dict_entries(encoding).iter().all(|(key, _)| ctx.text(*key) == BOUNDS)
}

/// Returns the type as ONNX writes it. `names` are the names of symbolic dims by position, as `0:batch,2:width`.
pub(super) fn type_proto(elem: Elem, dims: &[Extent], names: Option<&str>) -> TypeProto {
    let names: Vec<(usize, &str)> = names
        .into_iter()
        .flat_map(|names| names.split(','))
        .filter_map(|entry| entry.split_once(':'))
        .filter_map(|(at, name)| Some((at.trim().parse().ok()?, name)))
        .collect();
    let dim = |(at, length): (usize, &Extent)| Dimension {
        dim_value: length.and_then(|length| i64::try_from(length).ok()),
        dim_param: match length {
            Some(_) => None,
            None => names.iter().find(|name| name.0 == at).map(|name| name.1.to_owned()),
        },
    };
    let shape = TensorShapeProto { dim: dims.iter().enumerate().map(dim).collect() };
    let elem_type = Some(DataType(elem.number()));
    let tensor_type = Some(TypeProtoTensor { elem_type, shape: Some(shape) });
    TypeProto { tensor_type, sequence: None }
}
