//! Readers of the layout in a `memref` type in MLIR's own forms: an affine map, or `strided<...>`.
//!
//! [`encoding`] reads our own form of layouts in types. A memref without a layout is row major. `strided` defines
//! strides by logical dim, and so does a map of one result (`foreign/linear`). A map of several results defines a
//! physical index. Memory is row major over the ranges of the results (`foreign/digits`), as in MLIR's normalization of
//! memrefs.

use crate::affine::AffineMap;
use crate::data::attrs::AttrKind;
use crate::data::context::Context;
use crate::data::types::{Type, TypeKind};
use crate::diag::{code, counted};
use crate::encoding::{self, Fault};
use layout::{
    Dim, DimsOrder, ElemSize, Elems, Layout, LayoutBuilder, Shape, Strides, TensorLayout,
    dims_by_falling_strides,
};

mod digits;
mod fault;
mod linear;

use fault::{fault, too_large};

/// Reads the layout of a ranked memref type without a layout, with an affine map, or with `strided<...>`; `None` for
/// other types. [`encoding::read`] reads a dictionary of our keys, as in VPUX, in the same way as on a tensor.
///
/// # Errors
/// The layout is unsupported; the fault has the unsupported part. Or the memref has no storage layout: a length is 0,
/// it has more than 15 dims, or its elements do not have 1, 4, 8, 16, 32 or 64 bits.
pub fn read_memref(ctx: &Context, ty: Type) -> Result<Option<Layout>, Fault> {
    let TypeKind::MemRef { dims, elem, layout, .. } = ctx.kind(ty) else { return Ok(None) };
    if encoding::ShapedType::of(ctx, ty).is_some() {
        return Ok(None);
    }
    let memref = MemRef { shape: encoding::shape(dims)?, elem: encoding::elem_size(ctx, *elem)? };
    match layout.map(|layout| ctx.attr_kind(layout)) {
        // A dictionary without keys of a layout is a memory space.
        None | Some(AttrKind::Dict(_)) => memref.row_major(),
        Some(AttrKind::Strided(own)) => memref.strided(own.strides(), own.offset()),
        Some(AttrKind::AffineMap(map)) => memref.mapped(map),
        Some(_) => Err(fault(
            "the layout of the memref must be an affine map, `strided<...>` or a dictionary",
        )
        .note("the layout is an attribute of another dialect, which layoutc cannot read")),
    }
    .map(Some)
}

/// Checks the layout of a memref in each of its forms, as far as the type alone determines it.
pub(crate) fn check_memref(ctx: &Context, ty: Type) -> Result<(), Fault> {
    encoding::read(ctx, ty)?;
    read_memref(ctx, ty)?;
    Ok(())
}

/// The shape and the element size of a memref, without its layout.
struct MemRef {
    shape: Shape,
    elem: ElemSize,
}

impl MemRef {
    fn ordered(&self, order: DimsOrder) -> TensorLayout {
        let layout = TensorLayout::new(self.shape.clone(), order, self.elem);
        layout.expect("the order has the rank of the shape")
    }

    fn identity(&self) -> DimsOrder {
        DimsOrder::identity(self.shape.len()).expect("a shape has a legal rank")
    }

    fn row_major(&self) -> Result<Layout, Fault> {
        let resolved = self.ordered(self.identity()).resolve();
        let resolved =
            resolved.map_err(|error| Fault::new(code::STRIDES_UNSOLVABLE, error.to_string()))?;
        resolved.layout().map_err(too_large)
    }

    fn strided(&self, strides: &[Option<i64>], offset: Option<i64>) -> Result<Layout, Fault> {
        if strides.len() != self.shape.len() {
            let (strides, dims) =
                (counted(strides.len(), "stride"), counted(self.shape.len(), "dim"));
            return Err(fault(format!("`strided` has {strides}, but the memref has {dims}")));
        }
        if let Some(dim) = strides.iter().position(Option::is_none) {
            return Err(dynamic(&format!("the stride of d{dim}")));
        }
        let offset = offset.ok_or_else(|| dynamic("the offset"))?;
        self.with_strides(&strides.iter().copied().flatten().collect::<Vec<_>>(), offset)
    }

    fn mapped(&self, map: &AffineMap) -> Result<Layout, Fault> {
        if map.num_dims() as usize != self.shape.len() {
            let (dims, rank) = (map.num_dims(), self.shape.len());
            return Err(fault(format!("the map has {dims} dims, but the memref has {rank}")));
        }
        match map.results() {
            // For a memref of one dim, the same result is both an offset and a physical index.
            [result] => {
                let (strides, offset) = linear::strides_of(result, self.shape.len())?;
                self.with_strides(&strides, offset)
            }
            results => digits::layout(results, &self.shape, self.elem),
        }
    }

    /// Returns strided memory. Physical dims are major to minor if strides are nested, and otherwise in logical order.
    fn with_strides(&self, strides: &[i64], offset: i64) -> Result<Layout, Fault> {
        let strides = Strides::new(strides.iter().map(|&stride| Elems::new(stride)));
        let strides = strides.expect("the rank is the shape's");
        let with_order = |order: DimsOrder| {
            let layout = self.ordered(order).with_strides(strides.clone());
            let layout = layout.expect("the rank is the shape's").with_offset(Elems::new(offset));
            layout.physical().expect("strides are given")
        };
        let nested = dims_by_falling_strides(&self.shape, &strides.map(|_, stride| Some(*stride)));
        let nested = DimsOrder::from_permutation(&nested).expect("each dim occurs once");
        let physical = with_order(nested);
        if physical.is_nested() {
            let builder = LayoutBuilder::new(physical);
            let logical_dims = Dim::all(self.shape.len()).map(|dim| {
                let at = nested.mem_dim_of(dim).expect("the order has every dim");
                builder.base_dims()[at.index()]
            });
            let logical_dims: Vec<_> = logical_dims.collect();
            return builder.finish(&logical_dims).map_err(too_large);
        }
        let builder = LayoutBuilder::new(with_order(self.identity()));
        let logical_dims = builder.base_dims().to_vec();
        builder.finish(&logical_dims).map_err(too_large)
    }
}

fn dynamic(what: &str) -> Fault {
    fault(format!("{what} of the memref must be static, but is dynamic (`?`)"))
        .note("a layout has static strides and a static offset")
}

#[cfg(test)]
mod tests;
