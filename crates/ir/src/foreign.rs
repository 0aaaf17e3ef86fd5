//! Readers of the layout in a `memref` type in MLIR's own forms: an affine map, or `strided<...>`.
//!
//! [`encoding`] reads our own form of layouts in types. A memref without a layout is row major. The core reads strides and
//! maps, as it does for notations: `strided` defines strides by logical dim, a map of one result the offset, and a map of
//! several results the index of row-major memory over the ranges of the results, as in MLIR's normalization of memrefs. Each
//! `?` of `strided`, and of a length that is not the outermost one, is a symbol.

use crate::affine::AffineMap;
use crate::data::attrs::AttrKind;
use crate::data::context::Context;
use crate::data::types::{Type, TypeKind};
use crate::diag::code;
use crate::encoding::{self, Fault};
use layout::index::Exprs;
use layout::{Decider, ElemSize, Layout, LayoutFault, MapFault, Shape, SymbolicLayout};

/// Reads the layout of a ranked memref type without a layout, with an affine map, or with `strided<...>`; `None` for
/// other types. [`encoding::read`] reads a dictionary of our keys, as in VPUX, in the same way as on a tensor.
///
/// # Errors
/// The layout is unsupported; the fault has the unsupported part. Or the memref has no storage layout: a length is 0,
/// it has more than 64 dims, or its elements do not have 1 to 64 bits.
pub fn read_memref(ctx: &Context, ty: Type) -> Result<Option<Layout>, Fault> {
    let TypeKind::MemRef { dims, elem, layout, .. } = ctx.kind(ty) else { return Ok(None) };
    if encoding::ShapedType::from_type(ctx, ty).is_some() {
        return Ok(None);
    }
    let shape = encoding::shape(dims)?;
    let elem = encoding::elem_size(ctx, *elem)?;
    match layout.map(|layout| ctx.attr_kind(layout)) {
        // A dictionary without keys of a layout is a memory space.
        None | Some(AttrKind::Dict(_)) => {
            let layout = Layout::from_order(&shape, None, Some(elem));
            layout.map_err(|MapFault { result, fault, .. }| match result {
                Some(_) => Fault::new(code::STRIDES_UNSOLVABLE, fault.message),
                None => too_large(fault),
            })
        }
        Some(AttrKind::Strided(own)) => strided(&shape, own.strides(), own.offset(), elem),
        Some(AttrKind::AffineMap(map)) => mapped(&shape, map, elem),
        Some(_) => {
            let message =
                "the layout of the memref must be an affine map, `strided<...>` or a dictionary";
            let note = "the layout is an attribute of another dialect, which layoutc cannot read";
            Err(Fault::new(code::FOREIGN_LAYOUT, message).note(note))
        }
    }
    .map(Some)
}

/// Returns the layout of a memref with a dynamic stride or offset, or with a dynamic length that is not the outermost one:
/// each `?` is a symbol `s0`, `s1` and so on, in the order of the text. `None` for other types, which [`read_memref`] reads.
///
/// # Errors
/// The memref has no storage layout, as those of [`read_memref`].
pub fn read_symbolic_memref(ctx: &Context, ty: Type) -> Result<Option<SymbolicLayout>, Fault> {
    let TypeKind::MemRef { dims, elem, layout, .. } = ctx.kind(ty) else { return Ok(None) };
    if encoding::ShapedType::from_type(ctx, ty).is_some() {
        return Ok(None);
    }
    let has_inner = dims.iter().skip(1).any(Option::is_none);
    let strided = match layout.map(|layout| ctx.attr_kind(layout)) {
        None | Some(AttrKind::Dict(_)) if has_inner => None,
        Some(AttrKind::Strided(own))
            if has_inner || own.offset().is_none() || own.strides().contains(&None) =>
        {
            Some((own.strides(), own.offset()))
        }
        _ => return Ok(None),
    };
    let shape = encoding::shape(dims)?;
    let elem = encoding::elem_size(ctx, *elem)?;
    let lengths: Vec<Option<i64>> = shape.values().map(|length| length.get()).collect();
    let layout = SymbolicLayout::of_dynamic(&lengths, strided, Some(elem));
    let layout = layout.and_then(|layout| layout.checked(&mut Decider::new()));
    layout.map(Some).map_err(|fault| {
        let own = Fault::new(code::FOREIGN_LAYOUT, fault.message.clone());
        encoding::symbolic_notes(fault).fold(own, Fault::note)
    })
}

/// Checks the layout of a memref in each of its forms, as far as the type alone determines it.
pub(crate) fn check_memref(ctx: &Context, ty: Type) -> Result<(), Fault> {
    encoding::read(ctx, ty)?;
    if read_symbolic_memref(ctx, ty)?.is_none() {
        read_memref(ctx, ty)?;
    }
    Ok(())
}

fn strided(
    shape: &Shape,
    strides: &[Option<i64>],
    offset: Option<i64>,
    elem: ElemSize,
) -> Result<Layout, Fault> {
    if let Some(dim) = strides.iter().position(Option::is_none) {
        return Err(dynamic(&format!("the stride of d{dim}")));
    }
    let offset = offset.ok_or_else(|| dynamic("the offset"))?;
    let strides: Vec<i64> = strides.iter().copied().flatten().collect();
    Layout::from_strides(shape, &strides, offset, Some(elem)).map_err(too_large)
}

fn mapped(shape: &Shape, map: &AffineMap, elem: ElemSize) -> Result<Layout, Fault> {
    let mut exprs = Exprs::new();
    let index = exprs.index_of(shape);
    let results = map.index_exprs(&index, &mut exprs);
    let layout =
        results.and_then(|results| Layout::from_map(shape, &mut exprs, &results, Some(elem)));
    layout.map_err(|MapFault { result, fault, .. }| match result {
        Some(result) => at_result(map, result, fault),
        None => too_large(fault),
    })
}

/// Returns the fault of a result of a map.
fn at_result(map: &AffineMap, result: usize, fault: LayoutFault) -> Fault {
    let own = Fault::new(code::FOREIGN_LAYOUT, fault.message);
    let own = fault.notes.into_iter().fold(own, Fault::note);
    match map.results().get(result) {
        Some(expr) => own.note(format!("result {result} of the map is `{expr}`")),
        None => own,
    }
}

/// Converts a fault that the core reports about the memory of a shape.
fn too_large(fault: LayoutFault) -> Fault {
    let own = Fault::new(code::SHAPE, fault.message);
    fault.notes.into_iter().fold(own, Fault::note)
}

fn dynamic(what: &str) -> Fault {
    let message = format!("{what} of the memref must be static, but is dynamic (`?`)");
    Fault::new(code::FOREIGN_LAYOUT, message)
        .note("a layout has static strides and a static offset")
}

#[cfg(test)]
mod tests;
