//! The types that a file states, with the fixed lengths of symbolic dims.

use crate::elem::{Elem, MAX_RANK, TensorType, shown};
use indexmap::IndexSet;
use ir::diag::{Code, Diag, Sink, code, nearest};
use ir::layout::joined;
use ir::source::Span;
use ir::types::Extent;
use rten_onnx::onnx::{TypeProto, ValueInfoProto};
use rustc_hash::FxBuildHasher;

/// The type that the file states for a value. `dims` is `None` if the file states no shape.
pub(crate) struct Stated {
    pub(crate) elem: Elem,
    pub(crate) dims: Option<Vec<Extent>>,
}

/// Returns the names of the symbolic dims of the inputs, in order.
pub(crate) fn symbolic_dims(inputs: &[ValueInfoProto]) -> IndexSet<&str, FxBuildHasher> {
    let types = inputs.iter().filter_map(|info| info.r#type.as_ref()?.tensor_type.as_ref());
    let dims = types.filter_map(|ty| ty.shape.as_ref()).flat_map(|shape| &shape.dim);
    dims.filter_map(|dim| dim.dim_param.as_deref()).filter(|name| !name.is_empty()).collect()
}

/// Reports the lengths and bounds of symbolic dims that no input has.
pub(crate) fn check_dims<'a>(
    inputs: &[ValueInfoProto],
    dims: impl Iterator<Item = &'a (String, u64)>,
    sink: &mut Sink,
) {
    let known = symbolic_dims(inputs);
    for (name, _) in dims.filter(|dim| !known.contains(dim.0.as_str())) {
        let mut diag = Diag::error(
            code::UNKNOWN_NAME,
            Span::NONE,
            format!("unknown dim `{name}`: no input has a symbolic dim of this name"),
        );
        if let Some(near) = nearest(name, known.iter().copied()) {
            diag = diag.note(format!("did you mean `{near}`?"));
        } else if !known.is_empty() {
            let names = joined(known.iter().map(|name| format!("`{name}`")), ", ");
            diag = diag.note(format!("the symbolic dims are {names}"));
        }
        sink.push(diag);
    }
}

/// Returns the tensor type that the file states. `None` if it states none.
pub(crate) fn stated(ty: &TypeProto, fixed: &[(String, u64)]) -> Result<Option<Stated>, String> {
    let Some(tensor) = &ty.tensor_type else {
        return match ty.sequence {
            Some(_) => Err("sequences, maps, and optional or sparse values are unsupported: only tensors have layouts"
                .to_owned()),
            None => Ok(None),
        };
    };
    let Some(number) = tensor.elem_type else { return Ok(None) };
    let elem = Elem::from_data_type(Some(number))
        .ok_or_else(|| format!("unknown element type {}", number.0))?;
    if let Some(shape) = tensor.shape.as_ref().filter(|shape| shape.dim.len() > MAX_RANK) {
        return Err(format!("rank must be at most {MAX_RANK}, but is {}", shape.dim.len()));
    }
    let dims = tensor.shape.as_ref().map(|shape| {
        // Some exporters write -1 for an unknown length.
        fn length(len: i64) -> Option<u64> {
            u64::try_from(len).ok()
        }
        shape
            .dim
            .iter()
            .map(|dim| {
                match &dim.dim_param {
                    Some(name) => fixed.iter().find(|fixed| fixed.0 == *name).map(|fixed| fixed.1),
                    None => None,
                }
                .or(dim.dim_value.and_then(length))
            })
            .collect()
    });
    Ok(Some(Stated { elem, dims }))
}

/// Joins the stated and the inferred type of a value. `None` if the shape is unknown.
///
/// # Errors
/// The types differ.
pub(crate) fn join(
    name: &str,
    stated: Option<&Stated>,
    inferred: Option<&TensorType>,
) -> Result<Option<TensorType>, (Code, String)> {
    let (stated, inferred) = match (stated, inferred) {
        (None, Some(inferred)) => return Ok(Some(inferred.clone())),
        (Some(Stated { elem, dims: Some(dims) }), None) => {
            return Ok(Some(TensorType::new(*elem, dims.as_slice())));
        }
        (Some(stated), Some(inferred)) => (stated, inferred),
        (_, None) => return Ok(None),
    };
    let differ = || {
        let dims = stated.dims.as_ref().map_or("an unknown shape".to_owned(), |dims| shown(dims));
        let reason = format!(
            "type of `{name}` is stated as {dims} of ONNX element type {}, but inferred as {} of type {}",
            stated.elem.number(),
            shown(&inferred.dims),
            inferred.elem.number()
        );
        (code::TYPE_MISMATCH, reason)
    };
    let Some(dims) = &stated.dims else {
        return if stated.elem == inferred.elem {
            Ok(Some(inferred.clone()))
        } else {
            Err(differ())
        };
    };
    let fits = dims.len() == inferred.dims.len()
        && dims.iter().zip(&inferred.dims).all(|(a, b)| a.is_none() || b.is_none() || a == b);
    if !fits || stated.elem != inferred.elem {
        return Err(differ());
    }
    let dims = dims.iter().zip(&inferred.dims).map(|(a, b)| a.or(*b)).collect::<Vec<_>>();
    Ok(Some(TensorType::new(stated.elem, dims)))
}
