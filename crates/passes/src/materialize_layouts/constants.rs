//! Steps of constants: the elements of a dense constant are moved, and no op remains. A tensor without contents gets
//! another shape.

use super::form::Step;
use crate::edits::clone_op;
use ir::attrs::{Attr, AttrKind, DenseData};
use ir::dense::{dense_shape, element_bytes, is_packed, packed, unpacked};
use ir::layout::{SliceDim, ViewMap, checked_product};
use ir::module::Def;
use ir::types::{Extent, static_lengths};
use ir::view_builder::EMPTY_OP;
use ir::{Module, Op, Registry, TypeKind, Value};

/// The dense attribute of a constant op.
pub(super) struct DenseConstant {
    pub(super) op: Op,
    pub(super) key: String,
    pub(super) attr: Attr,
}

/// Returns the dense elements of a value that a constant op defines; `None` for another value.
pub(super) fn dense(module: &Module, registry: &Registry, value: Value) -> Option<DenseConstant> {
    let Def::Result(op, 0) = module.def(value) else { return None };
    let constant = registry.op_def(module, op)?.constant.as_ref()?;
    let (key, attr) =
        constant.keys.iter().find_map(|key| Some((key.to_string(), module.attr(op, key)?)))?;
    Some(DenseConstant { op, key, attr })
}

/// Returns `true` if a value is a tensor of static lengths without contents, such as the destination of an op.
pub(super) fn is_empty(module: &Module, value: Value) -> bool {
    let Def::Result(op, 0) = module.def(value) else { return false };
    module.name(op) == EMPTY_OP && module.operands(op).is_empty()
}

/// Returns a tensor without contents in the shape of another one after a step; `None` if the value is another one.
pub(super) fn reshaped_empty(module: &mut Module, value: Value, step: &Step) -> Option<Value> {
    let Def::Result(op, 0) = module.def(value) else { return None };
    if !is_empty(module, value) {
        return None;
    }
    let TypeKind::Tensor { dims, elem, .. } = module.kind(value) else { return None };
    let lens = static_lengths(dims)?;
    let elem = *elem;
    let after = lengths_after(&lens, step)?;
    let dims: Vec<Extent> = after.iter().map(|&len| u64::try_from(len).ok()).collect();
    let ty = module.ctx.tensor_type(&dims, elem, None);
    let copy = clone_op(module, op);
    module.insert_after(copy, op);
    let result = module.result(copy, 0)?;
    module.set_type(result, ty);
    Some(result)
}

/// Returns a new constant with the elements of a constant after a step; `None` if the value is no constant whose elements
/// are known.
pub(super) fn moved(
    module: &mut Module,
    registry: &Registry,
    value: Value,
    step: &Step,
) -> Option<Value> {
    let DenseConstant { op, key, attr } = dense(module, registry, value)?;
    let attr = moved_elements(module, attr, step)?;
    let AttrKind::Dense { ty, .. } = *module.ctx.attr_kind(attr) else { return None };
    let copy = clone_op(module, op);
    module.set_attr(copy, &key, Some(attr));
    module.insert_after(copy, op);
    let result = module.result(copy, 0)?;
    module.set_type(result, ty);
    Some(result)
}

/// Returns dense elements after a step. `None` if the attribute has no elements in bytes.
fn moved_elements(module: &mut Module, attr: Attr, step: &Step) -> Option<Attr> {
    let AttrKind::Dense { ty, data } = module.ctx.attr_kind(attr) else { return None };
    let (lens, elem) = dense_shape(&module.ctx, *ty)?;
    let DenseData::Raw { bytes, splat } = &**data else { return None };
    let lens: Vec<i64> =
        lens.iter().map(|&len| i64::try_from(len)).collect::<Result<_, _>>().ok()?;
    let after = lengths_after(&lens, step)?;
    let dims: Vec<Extent> = after.iter().map(|&len| u64::try_from(len).ok()).collect();
    let is_uniform = *splat && !matches!(step, Step::Pad(_));
    let data = if is_uniform {
        DenseData::Raw { bytes: bytes.clone(), splat: true }
    } else {
        let width = element_bytes(&module.ctx, elem);
        let is_packed = is_packed(&module.ctx, elem);
        let count = usize::try_from(checked_product(lens.iter().copied())?).ok()?;
        let elements = element_wise(bytes, is_packed, *splat, (count, width))?;
        let moved = moved_bytes(&elements, width, (&lens, &after), step)?;
        let all_equal = moved.chunks_exact(width).all(|element| element == &moved[..width]);
        let bytes = match (all_equal, is_packed) {
            (true, _) => moved[..width].into(),
            (false, true) => packed(&moved),
            (false, false) => moved.into(),
        };
        DenseData::Raw { bytes, splat: all_equal }
    };
    let ty = module.ctx.tensor_type(&dims, elem, None);
    Some(module.ctx.attr(AttrKind::Dense { ty, data: Box::new(data) }))
}

fn lengths_after(lens: &[i64], step: &Step) -> Option<Vec<i64>> {
    fn signed(lens: &[u64]) -> Option<Vec<i64>> {
        lens.iter().map(|&len| i64::try_from(len).ok()).collect()
    }
    match step {
        Step::Transpose(dims) => dims.iter().map(|&dim| lens.get(dim).copied()).collect(),
        Step::Reshape(after) | Step::Prefix(after) => signed(after),
        Step::Pad(zeros) => {
            let zeros = signed(zeros)?;
            lens.iter().zip(zeros).map(|(len, zeros)| len.checked_add(zeros)).collect()
        }
    }
}

/// Returns the elements, each in bytes of its own.
fn element_wise(
    bytes: &[u8],
    is_packed: bool,
    splat: bool,
    (count, width): (usize, usize),
) -> Option<Vec<u8>> {
    if splat {
        return Some(bytes.get(..width)?.repeat(count));
    }
    if is_packed {
        return unpacked(bytes, count);
    }
    (bytes.len() == count.checked_mul(width)?).then(|| bytes.to_vec())
}

/// Returns the bytes of the elements after a step.
fn moved_bytes(
    elements: &[u8],
    width: usize,
    (before, after): (&[i64], &[i64]),
    step: &Step,
) -> Option<Vec<u8>> {
    let prefix = |lens: &[i64]| {
        let dims = lens.iter().map(|&len| SliceDim::whole(len)).collect();
        ViewMap::Slice { dims, kept: (0..lens.len()).collect() }
    };
    let element = |at: usize| elements.get(at.checked_mul(width)?..)?.get(..width);
    match step {
        Step::Reshape(_) => Some(elements.to_vec()),
        Step::Transpose(_) | Step::Prefix(_) => {
            let map = match step {
                Step::Transpose(dims) => ViewMap::Transpose(dims.clone()),
                _ => prefix(after),
            };
            let sources = map.elements(before, after, None).ok()?;
            let mut moved = Vec::with_capacity(sources.len() * width);
            for source in sources {
                moved.extend_from_slice(element(source)?);
            }
            Some(moved)
        }
        Step::Pad(_) => {
            let places = prefix(before).elements(after, before, None).ok()?;
            let count = checked_product(after.iter().copied())?;
            let mut moved = vec![0; usize::try_from(count).ok()?.checked_mul(width)?];
            for (source, place) in places.into_iter().enumerate() {
                let start = place.checked_mul(width)?;
                moved.get_mut(start..start + width)?.copy_from_slice(element(source)?);
            }
            Some(moved)
        }
    }
}
