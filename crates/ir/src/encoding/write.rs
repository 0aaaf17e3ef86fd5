//! Writers of layouts into types.

use super::bounds::bound_entry;
use super::format::elem_type;
use super::shaped::{BOUNDS, KEYS, LENGTHS, WHERE};
use crate::affine::AffineMap;
use crate::data::attrs::{AttrKind, LayoutAttr};
use crate::data::context::Context;
use crate::data::ids::{Attr, Name, Type};
use crate::data::types::{Extent, TypeKind};
use layout::{Elems, FormatUse, Strides, TensorLayout};

/// Returns the type with its order and these resolved strides in its encoding, and the layout's offset unless it is 0.
pub fn with_strides(ctx: &mut Context, ty: Type, layout: &TensorLayout, strides: &Strides) -> Type {
    let mut added = vec![order_entry(ctx, layout), strides_entry(ctx, strides)];
    let offset = layout.offset();
    if offset != Elems::ZERO {
        added.push((ctx.name("offset"), ctx.int(offset.get())));
    }
    with_entries(ctx, ty, |key| offset == Elems::ZERO || key != "offset", added)
}

/// Returns the type with this layout in its encoding: `order`, and `reqs`, `strides` and `offset` if the layout has
/// them. They replace the layout of the old encoding; bounds and unknown keys are kept.
pub fn with_layout(ctx: &mut Context, ty: Type, layout: &TensorLayout) -> Type {
    let mut added = vec![order_entry(ctx, layout)];
    if !layout.reqs().is_empty() {
        let reqs = AttrKind::Layout(LayoutAttr::Reqs(Box::new(layout.reqs().clone())));
        added.push((ctx.name("reqs"), ctx.attr(reqs)));
    }
    if let Some(strides) = layout.strides() {
        added.push(strides_entry(ctx, strides));
    }
    if layout.offset() != Elems::ZERO {
        added.push((ctx.name("offset"), ctx.int(layout.offset().get())));
    }
    with_entries(ctx, ty, |key| !is_layout(key), added)
}

/// Returns the type with the descriptor of this name as its layout. Other keys are kept, except an offset of 0.
pub fn with_descriptor(ctx: &mut Context, ty: Type, name: &str) -> Type {
    let TypeKind::Tensor { encoding, .. } = ctx.kind(ty) else { return ty };
    let offset = encoding.and_then(|encoding| ctx.dict_get(encoding, "offset"));
    let moved = offset.is_some_and(|offset| ctx.as_int(offset) != Some(0));
    let added = [(ctx.name("layout"), ctx.symbol(name))];
    with_entries(ctx, ty, |key| key != "offset" || moved, added)
}

/// Returns the type with the layout that an attribute names: a symbol, an affine map or a notation. It replaces the layout
/// of the old encoding; bounds and unknown keys are kept.
pub fn with_custom_layout(ctx: &mut Context, ty: Type, layout: Attr) -> Type {
    let added = [(ctx.name("layout"), layout)];
    with_entries(ctx, ty, |key| !is_layout(key), added)
}

/// Returns the type with this format. It replaces the layout of the old encoding; bounds and unknown keys are kept. A
/// format whose element type is legal only in the context's version is written with that version, so that the type does
/// not depend on the target.
pub fn with_format(ctx: &mut Context, ty: Type, format: FormatUse) -> Type {
    let TypeKind::Tensor { elem, .. } = *ctx.kind(ty) else { return ty };
    let elem = elem_type(ctx, elem);
    let format = match format.types().any(|legal| legal == elem.name()) {
        true => format,
        false => format.or_version(ctx.format_version()),
    };
    let value = ctx.attr(AttrKind::Layout(LayoutAttr::Format(format)));
    let added = [(ctx.name("format"), value)];
    with_entries(ctx, ty, |key| !is_layout(key), added)
}

/// Returns `true` for the keys that state lengths.
fn is_shape(key: &str) -> bool {
    [LENGTHS, WHERE, BOUNDS].contains(&key)
}

/// Returns `true` for the keys of a layout, which another layout replaces. Bounds belong to the shape.
fn is_layout(key: &str) -> bool {
    KEYS.contains(&key) && key != BOUNDS
}

fn order_entry(ctx: &mut Context, layout: &TensorLayout) -> (Name, Attr) {
    let map = AffineMap::from(layout.order());
    (ctx.name("order"), ctx.attr(AttrKind::AffineMap(map)))
}

fn strides_entry(ctx: &mut Context, strides: &Strides) -> (Name, Attr) {
    let values: Vec<Attr> =
        strides.values().map(|stride| stride.get()).map(|stride| ctx.int(stride)).collect();
    (ctx.name("strides"), ctx.array(&values))
}

/// Returns the tensor type without its layout, and with its shape: bounds are kept, other keys are not.
pub fn without_layout(ctx: &mut Context, ty: Type) -> Type {
    let TypeKind::Tensor { dims, elem, encoding } = ctx.kind(ty).clone() else { return ty };
    let bounds =
        encoding.and_then(|encoding| Some((ctx.name(BOUNDS), ctx.dict_get(encoding, BOUNDS)?)));
    let encoding = bounds.map(|bounds| ctx.dict([bounds]));
    ctx.tensor_type(&dims, elem, encoding)
}

/// Returns the tensor type with these bounds, an entry for each dim: the length of a static dim, and the bound of a
/// dynamic one, or `None` if it has none. They replace lengths over symbols; other keys are kept.
pub fn with_bounds(ctx: &mut Context, ty: Type, bounds: &[Extent]) -> Type {
    let entries: Vec<i64> = bounds.iter().map(|bound| bound_entry(*bound)).collect();
    let entries: Vec<Attr> = entries.into_iter().map(|entry| ctx.int(entry)).collect();
    let added = (ctx.name(BOUNDS), ctx.array(&entries));
    with_entries(ctx, ty, |key| !is_shape(key), [added])
}

/// Returns the tensor type with the added entries and those of its own that `keep` selects; other types unchanged.
fn with_entries(
    ctx: &mut Context,
    ty: Type,
    keep: impl Fn(&str) -> bool,
    added: impl IntoIterator<Item = (Name, Attr)>,
) -> Type {
    let TypeKind::Tensor { dims, elem, encoding } = ctx.kind(ty).clone() else { return ty };
    let own = encoding.map_or(&[][..], |encoding| ctx.dict_entries(encoding));
    let kept: Vec<(Name, Attr)> =
        own.iter().copied().filter(|&(key, _)| keep(ctx.text(key))).collect();
    let encoding = ctx.dict(kept.into_iter().chain(added));
    ctx.tensor_type(&dims, elem, Some(encoding))
}

/// Returns the tensor type with static lengths, in place of lengths over symbols and of bounds. Other keys are kept.
pub fn with_static_lengths(ctx: &mut Context, ty: Type, lengths: &[u64]) -> Type {
    let TypeKind::Tensor { elem, encoding, .. } = *ctx.kind(ty) else { return ty };
    let dims: Vec<Extent> = lengths.iter().copied().map(Some).collect();
    let ty = ctx.tensor_type(&dims, elem, encoding);
    with_entries(ctx, ty, |key| !is_shape(key), [])
}

/// Returns the type with the lengths over symbols of another type, and the values of those, in place of bounds.
pub fn with_lengths_of(ctx: &mut Context, ty: Type, of: Type) -> Type {
    let TypeKind::Tensor { encoding: Some(encoding), .. } = *ctx.kind(of) else { return ty };
    let entries = ctx.dict_entries(encoding).iter().copied();
    let added: Vec<(Name, Attr)> =
        entries.filter(|&(key, _)| [LENGTHS, WHERE].contains(&ctx.text(key))).collect();
    with_entries(ctx, ty, |key| !is_shape(key), added)
}
