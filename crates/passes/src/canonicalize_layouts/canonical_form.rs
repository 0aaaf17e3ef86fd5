//! The canonical spelling of a tensor type's layout.

use super::equal_descriptors::EqualDescriptors;
use indexmap::IndexSet;
use ir::context::Context;
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::{
    AddressError, Amount, DimsOrder, ElemSize, Elems, FormatLayout, Layout, Linear, PerDim,
    PhysicalLayout, Req, ReqKind, Shape, StrideReqs, TensorLayout, Unit, dims_by_falling_strides,
    solve,
};
use ir::{Module, Registry, Type};

/// A spelling of a tensor type's layout.
pub(super) enum CanonicalForm {
    /// `order` with strides, offset and requirements.
    Ordered(Box<TensorLayout>),
    /// `layout` with the name of a descriptor.
    Named(String),
}

impl CanonicalForm {
    /// Returns the type with this spelling of its layout, and its bounds as a plain list.
    pub(super) fn write(&self, ctx: &mut Context, ty: Type) -> Type {
        let bounds = encoding::bounds(ctx, ty);
        let ty = match self {
            CanonicalForm::Ordered(layout) => encoding::with_layout(ctx, ty, layout),
            CanonicalForm::Named(name) => encoding::with_descriptor(ctx, ty, name),
        };
        bounds.map_or(ty, |bounds| encoding::with_bounds(ctx, ty, &bounds))
    }
}

/// The computation of canonical spellings of types.
pub(super) struct Canonicalizer<'a> {
    module: &'a Module,
    layouts: &'a Layouts<'a>,
    equal_descriptors: EqualDescriptors<'a>,
    /// The types whose physical dims are constrained by requirements of ops; their spelling is kept.
    required: IndexSet<Type>,
}

impl<'a> Canonicalizer<'a> {
    pub(super) fn new(
        module: &'a Module,
        registry: &'a Registry,
        layouts: &'a Layouts<'a>,
        required: IndexSet<Type>,
    ) -> Canonicalizer<'a> {
        Canonicalizer {
            module,
            layouts,
            equal_descriptors: EqualDescriptors::new(module, registry, layouts),
            required,
        }
    }

    /// Returns the canonical spelling of a type's layout. `None` if the layout is unknown or has no canonical spelling.
    pub(super) fn canonical_form(&self, ty: Type) -> Option<CanonicalForm> {
        // The verifier has reported invalid types that an op uses.
        match encoding::read(&self.module.ctx, ty).ok()?? {
            Reading::Open | Reading::Opaque(_) => None,
            Reading::Ordered(layout) => Some(CanonicalForm::Ordered(self.ordered(ty, layout))),
            Reading::Format(layout) => formatted(&layout).map(Box::new).map(CanonicalForm::Ordered),
            Reading::Descriptor(_) => self.described(ty),
        }
    }

    /// Returns the layout with canonical strides for its dims of length 1. Dims with requirements keep their strides.
    fn ordered(&self, ty: Type, layout: Box<TensorLayout>) -> Box<TensorLayout> {
        if !layout.reqs().is_empty() || self.required.contains(&ty) {
            return layout;
        }
        match filled(&layout) {
            Some(filled) => Box::new(filled),
            None => layout,
        }
    }

    fn described(&self, ty: Type) -> Option<CanonicalForm> {
        if !self.required.contains(&ty)
            && let Some(layout) = self.permuted(ty)
        {
            return Some(CanonicalForm::Ordered(Box::new(layout)));
        }
        let name = named(&self.module.ctx, ty)?;
        Some(CanonicalForm::Named(self.equal_descriptors.first(name).unwrap_or(name).to_owned()))
    }

    /// Returns the layout of a type as an order with strides. `None` if the layout cannot be written so with a buffer
    /// of equal size.
    fn permuted(&self, ty: Type) -> Option<TensorLayout> {
        let layout = self.layouts.of_type(ty, true).ok()??;
        let ordered = nested(layout.shape(), &layout.linear()?, layout.elem()?)?;
        same_size(&layout, &ordered.physical()?).then_some(ordered)
    }
}

/// Returns `true` if the buffer of a layout is as large as a buffer for `memory`, which has its elements at the same
/// offsets. Strides include rows that a view cuts off, possibly beyond the end of the buffer.
fn same_size(layout: &Layout, memory: &PhysicalLayout) -> bool {
    match (layout.allocation(), memory.allocation()) {
        (Ok(before), Ok(after)) => before == after,
        // With a dynamic length, the outermost stride and the offset decide, if the memory is nested.
        (Err(AddressError::Dynamic(_)), Err(AddressError::Dynamic(_))) => {
            let before = layout.physical();
            before.is_nested()
                && before.offset() == memory.offset()
                && before.strides().values().next() == memory.strides().values().next()
        }
        _ => false,
    }
}

/// Returns the name of the descriptor of a type's layout. `None` if the layout is not a descriptor.
pub(super) fn named(ctx: &Context, ty: Type) -> Option<&str> {
    let ir::TypeKind::Tensor { encoding: Some(encoding), .. } = ctx.kind(ty) else { return None };
    ctx.dict_get(*encoding, "layout").and_then(|attr| ctx.as_symbol(attr))
}

/// Returns a format as an order with requirements. `None` if the format splits C.
fn formatted(layout: &FormatLayout) -> Option<TensorLayout> {
    let ordered = layout.ordered().ok()??;
    let reqs = ordered.reqs().join(&layout.reqs);
    let open = TensorLayout::new(layout.shape.clone(), ordered.order(), layout.elem).ok()?;
    Some(open.with_offset(layout.offset).with_reqs(reqs))
}

/// Returns the layout with dims of length 1 in canonical order. `None` if its strides are open or not nested.
fn filled(layout: &TensorLayout) -> Option<TensorLayout> {
    layout.resolve().ok()?;
    let given = layout.strides()?;
    let strides = PerDim::from_fn(layout.shape().len(), |dim| {
        (!layout.shape()[dim].is_one()).then_some(given[dim])
    })
    .ok()?;
    let linear = Linear { strides, offset: layout.offset() };
    nested(layout.shape(), &linear, layout.elem())
}

/// Returns a layout with these strides and this offset. `None` if the strides are not nested, or the offset is
/// negative.
fn nested(shape: &Shape, linear: &Linear, elem: ElemSize) -> Option<TensorLayout> {
    let order = order_of(shape, linear)?;
    let lens = order.to_memory(shape).ok()?;
    let given = order.to_memory(&linear.strides).ok()?;
    // The solver computes the unconstrained strides, and fails if the others are not nested.
    fn kind(stride: &Option<Elems>) -> Option<ReqKind> {
        match stride {
            None => Some(ReqKind::Compact),
            Some(stride) => Amount::new(stride.get(), Unit::Elems).map(ReqKind::Fixed),
        }
    }
    let reqs = given.iter().map(|(dim, stride)| Some(Req { dim, kind: kind(stride)? }));
    let reqs: StrideReqs = reqs.collect::<Option<Vec<Req>>>()?.into_iter().collect();
    let strides = order.to_logical(&solve(&lens, elem, reqs.as_slice()).ok()?).ok()?;
    let layout = TensorLayout::new(shape.clone(), order, elem).ok()?.with_strides(strides).ok()?;
    (linear.offset >= Elems::ZERO).then(|| layout.with_offset(linear.offset))
}

/// Returns the dims by falling strides, with each dim of length 1 inside the dim before it. A dynamic dim stays
/// outermost.
fn order_of(shape: &Shape, linear: &Linear) -> Option<DimsOrder> {
    let mut dims = dims_by_falling_strides(shape, &linear.strides);
    let long = dims.iter().position(|&dim| linear.strides[dim].is_some());
    if let Some(at) = long.filter(|&at| shape[dims[at]].is_dynamic()) {
        dims[..=at].rotate_right(1);
    }
    DimsOrder::from_permutation(&dims).ok()
}
