//! The contents of constant ops: the elements that the module itself has.

use super::contents::{ElementSource, KnownContents, lengths};
use super::view::WeightView;
use crate::weights::WeightTensor;
use ir::attrs::DenseData;
use ir::dense::{dense_shape, element_bytes, is_packed, unpacked};
use ir::{Attr, Module, Op, Value};
use std::collections::BTreeSet;

/// The constant op of ONNX.
pub(crate) const CONSTANT: &str = "onnx.Constant";

/// Returns the dense elements of a constant op. `None` if the op is another one, or has another value.
pub(crate) fn dense_value(module: &Module, op: Op) -> Option<Attr> {
    let value = module.attr(op, "value").filter(|_| module.name(op) == CONSTANT)?;
    let (_, data) = module.ctx.as_dense(value)?;
    matches!(data, DenseData::Raw { .. }).then_some(value)
}

/// Returns the elements of a dense attribute, each with whole bytes, and the number of bytes of an element. A splat has one
/// element. `None` if the attribute has no such elements.
pub(crate) fn dense_elements(module: &Module, value: Attr) -> Option<(Vec<u8>, usize)> {
    let (ty, data) = module.ctx.as_dense(value)?;
    let DenseData::Raw { bytes, splat } = data else { return None };
    let (lengths, elem) = dense_shape(&module.ctx, ty)?;
    let width = element_bytes(&module.ctx, elem);
    if *splat || !is_packed(&module.ctx, elem) {
        return Some((bytes.to_vec(), width));
    }
    let count = usize::try_from(ir::layout::checked_product(lengths)?).ok()?;
    Some((unpacked(bytes, count)?, width))
}

/// Appends the constants of a module to its known values, and their elements to the weights.
pub(super) fn add(
    module: &Module,
    known: &mut Vec<(Value, KnownContents)>,
    weights: &mut Vec<(String, WeightTensor)>,
) {
    for op in module.walk() {
        let Some(result) = module.result(op, 0) else { continue };
        let elements = dense_value(module, op).and_then(|value| dense_elements(module, value));
        let Some((bytes, width)) = elements else { continue };
        let view = lengths(module, module.ty(result))
            .and_then(|lengths| WeightView::whole(weights.len(), &lengths));
        let Some(mut view) = view else { continue };
        if bytes.len() == width {
            // Every index of a splat has the one element.
            view.strides.fill(0);
        }
        let names = BTreeSet::new().into();
        known.push((
            result,
            KnownContents { names, source: ElementSource::Weight(view.into()), width },
        ));
        weights.push((String::new(), WeightTensor::of_constant(bytes, width)));
    }
}
