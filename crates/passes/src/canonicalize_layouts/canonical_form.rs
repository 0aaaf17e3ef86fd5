//! The canonical spelling of a tensor type's layout.

use super::equal_descriptors::EqualDescriptors;
use crate::ordered_layout::{nested, ordered};
use indexmap::IndexSet;
use ir::context::Context;
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::{FormatLayout, Linear, PerDim, TensorLayout};
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
        ordered(&*self.layouts.of_type(ty, true).ok()??)
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
