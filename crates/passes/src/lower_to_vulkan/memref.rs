//! Declared memrefs: their layouts are those of tensors with an order and strides, or Vulkan cannot tell them.

use super::form::Fault;
use crate::tensors::{Defs, Holder, Tensor, type_attr};
use ir::context::Context;
use ir::diag::code;
use ir::foreign::read_memref;
use ir::layout::{Dim, DimsOrder, Layout, TensorLayout};
use ir::{Module, Type, TypeKind};

/// The memrefs that ops declare, in program order. Values are none of ours: who allocates them says how they lie.
pub(super) fn declared<'a>(
    module: &'a Module,
    defs: &mut Defs<'_>,
) -> impl Iterator<Item = Tensor> + use<'a> {
    let declaring = module.walk().filter_map(|op| {
        let key = defs.of(op)?.tensor?.type_key;
        Some(Tensor { holder: Holder::Declared(op, key), ty: type_attr(module, op, key)? })
    });
    let is_memref = |tensor: &Tensor| matches!(module.ctx.kind(tensor.ty), TypeKind::MemRef { .. });
    declaring.filter(is_memref).collect::<Vec<_>>().into_iter()
}

/// The layout of a memref as MLIR spells it; none for other types, and for one with a dictionary of our keys.
///
/// # Errors
/// The memref has no layout that is known here, or one that is more than an order with strides.
pub(super) fn layout(ctx: &Context, ty: Type) -> Result<Option<TensorLayout>, Fault> {
    let Some(layout) = read_memref(ctx, ty)? else { return Ok(None) };
    let text = "its map is more than an order with strides, which is all that Vulkan can tell";
    permuted(&layout).map(Some).ok_or_else(|| Fault::new(code::NOT_RESOLVED, text))
}

/// A layout without transforms: dims of memory in some order.
fn permuted(layout: &Layout) -> Option<TensorLayout> {
    let physical = layout.physical();
    let dim_of = |base| {
        Dim::all(layout.logical_dims().len())
            .zip(layout.logical_dims())
            .find(|&(_, top)| top == base)
    };
    let dims: Option<Vec<Dim>> =
        layout.base_dims().iter().map(|base| dim_of(base).map(|(dim, _)| dim)).collect();
    let order = DimsOrder::from_permutation(&dims?).ok()?;
    let open = TensorLayout::new(layout.shape().clone(), order, layout.elem()?).ok()?;
    let strides = order.to_logical(physical.strides()).ok()?;
    open.with_offset(physical.offset()).with_strides(strides).ok()
}
