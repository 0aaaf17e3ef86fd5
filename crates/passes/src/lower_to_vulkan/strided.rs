//! The strides of a type: of an order with strides, a type without encoding, a format, or a memref.

use super::error::out_of_range;
use crate::tensors::{Defs, Tensor, declared};
use ir::context::Context;
use ir::diag::code;
use ir::encoding::{self, Fault, Reading};
use ir::foreign::read_memref;
use ir::layout::{
    Dim, DimsOrder, FormatLayout, Layout, PhysicalLayout, Shape, StorageError, TensorLayout,
};
use ir::{Module, Type, TypeKind};

/// A tensor with known strides. The strides may violate rules of Vulkan.
pub(super) struct StridedTensor {
    /// The lengths, by logical dim.
    pub(super) shape: Shape,
    /// The logical dim of each physical dim. A dim that a format splits occurs twice.
    pub(super) dims: Vec<Dim>,
    /// The lengths and strides in memory, in elements.
    pub(super) memory: PhysicalLayout,
    /// The index at which each physical dim wraps; `None` if none wraps.
    pub(super) wraps: Option<Vec<u32>>,
}

impl StridedTensor {
    /// Returns a tensor without wraps whose dims of memory have this order.
    fn new(shape: &Shape, order: DimsOrder, memory: PhysicalLayout) -> StridedTensor {
        StridedTensor { shape: shape.clone(), dims: order.results().collect(), memory, wraps: None }
    }
}

/// Returns the strides of a type; `None` if they are not resolved. A tensor without an encoding is row major at a
/// boundary, and not resolved elsewhere.
///
/// # Errors
/// The type has no layout, or a layout that is not an order with strides. A format that splits a dim has strides if
/// `splits` is `true`.
pub(super) fn strided(
    ctx: &Context,
    ty: Type,
    is_boundary: bool,
    splits: bool,
) -> Result<Option<StridedTensor>, Fault> {
    if let Some(layout) = read_memref(ctx, ty)? {
        let text = "its map must be an order with strides";
        let strided = permuted(&layout);
        return strided.map(Some).ok_or_else(|| Fault::new(code::NOT_RESOLVED, text));
    }
    match encoding::read(ctx, ty)? {
        Some(Reading::Ordered(layout)) => Ok(ordered(&layout)),
        Some(Reading::Open) if is_boundary => row_major(ctx, ty),
        Some(Reading::Format(layout)) => formatted(&layout, splits).map(Some),
        Some(Reading::Descriptor(_)) => {
            let text = "its layout is a descriptor, which Vulkan cannot express; `canonicalize-layouts` \
                        converts it to an `order` with `strides` if possible";
            Err(Fault::new(code::NOT_RESOLVED, text))
        }
        Some(Reading::Opaque(opaque)) => Err(opaque.fault()),
        Some(Reading::Open) | None => Ok(None),
    }
}

fn ordered(layout: &TensorLayout) -> Option<StridedTensor> {
    layout.physical().map(|memory| StridedTensor::new(layout.shape(), layout.order(), memory))
}

fn row_major(ctx: &Context, ty: Type) -> Result<Option<StridedTensor>, Fault> {
    let Some(layout) = encoding::row_major(ctx, ty)? else { return Ok(None) };
    let resolved = layout.resolve().map_err(out_of_range)?;
    let memory = resolved.physical().clone();
    Ok(Some(StridedTensor::new(resolved.shape(), resolved.order(), memory)))
}

fn formatted(layout: &FormatLayout, splits: bool) -> Result<StridedTensor, Fault> {
    let memory = layout.physical().map_err(out_of_range)?;
    let dims = layout.memory_dims().map_err(|error| match error {
        StorageError::Interleaved(_) => Fault::new(code::NOT_RESOLVED, error.to_string()).note(
            "describe a buffer for this memory; kernels read and write it by `layout.address`",
        ),
        error => out_of_range(error),
    })?;
    if layout.order().is_none() && !splits {
        let text = format!("format `{}` splits C, which strides cannot describe", layout.format);
        let note = "a target with `vector_dims = true` describes the vectors of C and their lanes as two dims";
        return Err(Fault::new(code::NOT_RESOLVED, text).note(note));
    }
    Ok(StridedTensor {
        shape: layout.shape.clone(),
        dims: dims.values().copied().collect(),
        memory,
        wraps: None,
    })
}

/// Returns a layout without transforms as dims of memory in an order; `None` for other layouts.
fn permuted(layout: &Layout) -> Option<StridedTensor> {
    let dims: Option<Vec<Dim>> = layout
        .base_dims()
        .iter()
        .map(|base| {
            let dims = Dim::all(layout.logical_dims().len()).zip(layout.logical_dims());
            dims.filter(|&(_, top)| top == base).map(|(dim, _)| dim).next()
        })
        .collect();
    let order = DimsOrder::from_permutation(&dims?).ok()?;
    (layout.shape().len() == order.rank())
        .then(|| StridedTensor::new(layout.shape(), order, layout.physical().clone()))
}

/// Returns the memrefs that ops declare, in program order. Memrefs that are values are not described, because their
/// allocation determines their layout.
pub(super) fn declared_memrefs<'a>(
    module: &'a Module,
    defs: &mut Defs<'_>,
) -> impl Iterator<Item = Tensor> + use<'a> {
    let declaring = module.walk().filter_map(|op| declared(module, op, defs.get(op)?));
    declaring
        .filter(|tensor| matches!(module.ctx.kind(tensor.ty), TypeKind::MemRef { .. }))
        .collect::<Vec<_>>()
        .into_iter()
}
