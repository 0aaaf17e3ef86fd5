//! The one spelling of a tensor type's layout.

use super::twins::Twins;
use indexmap::IndexSet;
use ir::context::Context;
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::{
    AddressError, Amount, Dim, DimsOrder, ElemSize, Elems, FormatLayout, Layout, Linear, PerDim,
    PhysicalLayout, Req, ReqKind, Shape, StrideReqs, TensorLayout, Unit, solve,
};
use ir::{Module, Registry, Type};

/// How a layout is spelled.
pub(super) enum Spelling {
    /// By `order`, with what goes with it.
    Ordered(Box<TensorLayout>),
    /// By `layout`, the name of a descriptor.
    Named(String),
}

impl Spelling {
    /// The type with its layout spelled so.
    pub(super) fn write(&self, ctx: &mut Context, ty: Type) -> Type {
        match self {
            Spelling::Ordered(layout) => encoding::with_layout(ctx, ty, layout),
            Spelling::Named(name) => encoding::with_descriptor(ctx, ty, name),
        }
    }
}

/// Finds spellings.
pub(super) struct Speller<'a> {
    module: &'a Module,
    layouts: &'a Layouts<'a>,
    twins: Twins<'a>,
    /// Types whose physical dims must stay as they are.
    required: IndexSet<Type>,
}

impl<'a> Speller<'a> {
    pub(super) fn new(
        module: &'a Module,
        registry: &'a Registry,
        layouts: &'a Layouts<'a>,
        required: IndexSet<Type>,
    ) -> Speller<'a> {
        Speller { module, layouts, twins: Twins::new(module, registry, layouts), required }
    }

    /// The spelling of a type's layout; nothing where it has none that is known, or no other.
    pub(super) fn spelling(&self, ty: Type) -> Option<Spelling> {
        // The verifier has told of types that cannot be read, if an op mentions them.
        match encoding::read(&self.module.ctx, ty).ok()?? {
            Reading::Open => None,
            Reading::Ordered(layout) => Some(Spelling::Ordered(self.ordered(ty, layout))),
            Reading::Format(layout) => formatted(&layout).map(Box::new).map(Spelling::Ordered),
            Reading::Descriptor(_) => self.described(ty),
        }
    }

    /// The layout with the strides of its dims of length 1 filled in, if nothing is required of them.
    fn ordered(&self, ty: Type, layout: Box<TensorLayout>) -> Box<TensorLayout> {
        if !layout.reqs().is_empty() || self.required.contains(&ty) {
            return layout;
        }
        match filled(&layout) {
            Some(filled) => Box::new(filled),
            None => layout,
        }
    }

    fn described(&self, ty: Type) -> Option<Spelling> {
        if !self.required.contains(&ty)
            && let Some(layout) = self.permuted(ty)
        {
            return Some(Spelling::Ordered(Box::new(layout)));
        }
        let name = named(&self.module.ctx, ty)?;
        Some(Spelling::Named(self.twins.first(name).unwrap_or(name).to_owned()))
    }

    /// The layout of a type as an order with strides, if it is that, in a buffer of the same size.
    fn permuted(&self, ty: Type) -> Option<TensorLayout> {
        let layout = self.layouts.of_type(ty, true).ok()??;
        let ordered = nested(layout.shape(), &layout.linear()?, layout.elem()?)?;
        same_size(&layout, &ordered.physical()?).then_some(ordered)
    }
}

/// Whether a buffer for a layout is as large as one for memory that puts its elements at the same offsets. Rows that
/// a view cuts off are padded out again where it is spelled by strides, possibly beyond the end of the buffer.
fn same_size(layout: &Layout, memory: &PhysicalLayout) -> bool {
    match (layout.allocation(), memory.allocation()) {
        (Ok(before), Ok(after)) => before == after,
        // Of a dynamic length only the outermost stride and the offset count, if the memory is nested.
        (Err(AddressError::Dynamic(_)), Err(AddressError::Dynamic(_))) => {
            let before = layout.physical();
            before.is_nested()
                && before.offset() == memory.offset()
                && before.strides().values().next() == memory.strides().values().next()
        }
        _ => false,
    }
}

/// The name of the descriptor that is a type's layout.
pub(super) fn named(ctx: &Context, ty: Type) -> Option<&str> {
    let ir::TypeKind::Tensor { encoding: Some(encoding), .. } = ctx.kind(ty) else { return None };
    ctx.dict_get(*encoding, "layout").and_then(|attr| ctx.as_symbol(attr))
}

/// A format as an order with requirements; nothing where C is split.
fn formatted(layout: &FormatLayout) -> Option<TensorLayout> {
    let ordered = layout.ordered().ok()??;
    let reqs = ordered.reqs().join(&layout.reqs);
    let open = TensorLayout::new(layout.shape.clone(), ordered.order(), layout.elem).ok()?;
    Some(open.with_offset(layout.offset).with_reqs(reqs))
}

/// The same layout with dims of length 1 in their place, if its strides are given and nested.
fn filled(layout: &TensorLayout) -> Option<TensorLayout> {
    layout.resolve().ok()?;
    let given = layout.strides()?;
    let stride = |dim: Dim| (!layout.shape()[dim].is_one()).then_some(given[dim]);
    let strides = PerDim::from_fn(layout.shape().len(), stride).ok()?;
    let linear = Linear { strides, offset: layout.offset() };
    nested(layout.shape(), &linear, layout.elem())
}

/// Strides and an offset as a stored tensor; nothing where the strides are not nested, or the offset is below 0.
fn nested(shape: &Shape, linear: &Linear, elem: ElemSize) -> Option<TensorLayout> {
    let order = order_of(shape, linear)?;
    let lens = order.to_memory(shape).ok()?;
    let given = order.to_memory(&linear.strides).ok()?;
    // The solver fills in the strides that are free, and tells whether the others are nested.
    let kind = |stride: &Option<Elems>| match stride {
        None => Some(ReqKind::Compact),
        Some(stride) => Amount::new(stride.get(), Unit::Elems).map(ReqKind::Fixed),
    };
    let reqs = given.iter().map(|(dim, stride)| Some(Req { dim, kind: kind(stride)? }));
    let reqs: StrideReqs = reqs.collect::<Option<Vec<Req>>>()?.into_iter().collect();
    let strides = order.to_logical(&solve(&lens, elem, reqs.as_slice()).ok()?).ok()?;
    let layout = TensorLayout::new(shape.clone(), order, elem).ok()?.with_strides(strides).ok()?;
    (linear.offset >= Elems::ZERO).then(|| layout.with_offset(linear.offset))
}

/// The order of falling strides, each dim of length 1 inside the dim before it. A dynamic dim stays outermost.
fn order_of(shape: &Shape, linear: &Linear) -> Option<DimsOrder> {
    let long = shape.dims().filter(|&dim| linear.strides[dim].is_some());
    let mut dims: Vec<Dim> = long.collect();
    dims.sort_by_key(|&dim| std::cmp::Reverse(linear.strides[dim]));
    let outermost = dims.first().is_some_and(|&dim| shape[dim].is_dynamic());
    let is_free = |dim: &Dim| linear.strides[*dim].is_none();
    let leading: Vec<Dim> = shape.dims().take_while(is_free).collect();
    let mut before: Option<usize> = None;
    for dim in shape.dims().skip(leading.len()) {
        if is_free(&dim) {
            dims.insert(before.map_or(0, |before| before + 1), dim);
        }
        before = dims.iter().position(|&other| other == dim);
    }
    let place = usize::from(outermost);
    dims.splice(place..place, leading);
    DimsOrder::from_permutation(&dims).ok()
}
