//! The view ops of other dialects that have no verifier, one row each, sorted by name.
//!
//! Where two versions of a dialect differ only in the place of a list, the row names both places.

use super::tensor_extract_slice::sliced;
use super::tensor_shapes::REASSOCIATION;
use super::{
    ie_concat, ie_permute_cast, memref_reinterpret_cast, onnx_flatten, onnx_gather, onnx_reshape,
    onnx_slice, onnx_split,
};
use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry, SharedFn, text};
use crate::views::form::ListSource::{Attr, Operand};
use crate::views::form::{ListSources, ViewForm};
use crate::views::op::ViewOp;
use crate::views::{Opaque, ViewRelations};

/// A view op of another dialect.
struct KnownView {
    name: &'static str,
    summary: &'static str,
    relations: Relations,
}

/// The relations of a view op.
enum Relations {
    /// Those of a form.
    Form(ViewForm<'static>),
    /// Those that a function reads from the op.
    Read(fn(ViewOp<'_>) -> ViewRelations),
}

const fn view(name: &'static str, summary: &'static str, form: ViewForm<'static>) -> KnownView {
    KnownView { name, summary, relations: Relations::Form(form) }
}

const fn reshape(name: &'static str) -> KnownView {
    view(name, "a tensor of another shape", ViewForm::Reshape)
}

const fn transpose(name: &'static str, permutation: ListSources<'static>) -> KnownView {
    view(name, "a tensor with permuted dims", ViewForm::Transpose { permutation })
}

const fn concat(name: &'static str, axis: ListSources<'static>) -> KnownView {
    view(name, "the concatenation of tensors along a dim", ViewForm::Concat { axis })
}

const fn read(
    name: &'static str,
    summary: &'static str,
    relations: fn(ViewOp<'_>) -> ViewRelations,
) -> KnownView {
    KnownView { name, summary, relations: Relations::Read(relations) }
}

const KNOWN: &[KnownView] = &[
    reshape("IE.AffineReshape"),
    read("IE.Concat", "tensors at offsets in a larger tensor", ie_concat::relations),
    read(
        "IE.PermuteCast",
        "a tensor with other dims in the same memory",
        ie_permute_cast::relations,
    ),
    reshape("IE.Reshape"),
    view("IE.ShapeCast", "a tensor of another shape in the same memory", ViewForm::Memory),
    view(
        "IE.Slice",
        "a slice with an offset and size for each dim",
        ViewForm::Slice {
            offsets: &[Attr("static_offsets")],
            sizes: &[Attr("static_sizes")],
            ends: &[],
            strides: &[],
        },
    ),
    view(
        "IE.Split",
        "equal parts of a tensor along a dim",
        ViewForm::Split { axis: &[Attr("axis_value"), Operand(1)] },
    ),
    transpose("IE.Transpose", &[Attr("order_value"), Operand(1)]),
    transpose("linalg.transpose", &[Attr("permutation")]),
    read("memref.cast", "a memref of the same shape with another type", |view| {
        view.on_memrefs().pair()?.same()
    }),
    read("memref.collapse_shape", "a memref with merged groups of dims", |view| {
        view.on_memrefs().collapse_shape(REASSOCIATION)
    }),
    read("memref.expand_shape", "a memref with some dims split", |view| {
        view.on_memrefs().expand_shape(REASSOCIATION)
    }),
    read(
        "memref.reinterpret_cast",
        "a memref with other sizes and strides",
        memref_reinterpret_cast::relations,
    ),
    read("memref.subview", "a slice with an offset, size and stride for each dim", |view| {
        sliced(view.on_memrefs())
    }),
    read("memref.transpose", "a memref with permuted dims", |view| {
        let permutation: ListSources<'_> = &[Attr("permutation")];
        ViewForm::Transpose { permutation }.relations(view.on_memrefs())
    }),
    read("onnx.Concat", "the concatenation of tensors along a dim", |view| {
        view.required_int("axis")?;
        view.concat(view.axis("axis", view.result())?.unwrap_or(0))
    }),
    read("onnx.Flatten", "a tensor reshaped to a matrix", onnx_flatten::relations),
    read("onnx.Gather", "the entries of a dim at some indices", onnx_gather::relations),
    view("onnx.Identity", "the operand, unchanged", ViewForm::Identity),
    read("onnx.Reshape", "a tensor of another shape", onnx_reshape::relations),
    read("onnx.Slice", "a strided slice of some dims", onnx_slice::relations),
    read("onnx.Split", "parts of a tensor along a dim", onnx_split::relations),
    // The lengths of the parts are in an attribute, and in operand 1 since version 13. By default they are equal.
    read("onnx.SplitV11", "parts of a tensor along a dim", |view| {
        view.split(view.axis("axis", view.operand(0))?.unwrap_or(0), view.ints("split")?)
    }),
    read("onnx.SplitV13", "parts of a tensor along a dim", |view| {
        view.split(view.axis("axis", view.operand(0))?.unwrap_or(0), view.ints_operand(1)?)
    }),
    // The axes are in operand 1, and in an attribute up to version 11.
    read("onnx.Squeeze", "a tensor without dims of length 1", |view| {
        view.squeeze(view.ints_operand(1)?)
    }),
    read("onnx.SqueezeV11", "a tensor without dims of length 1", |view| {
        view.squeeze(view.ints("axes")?)
    }),
    // By default the dims are in reverse order.
    read("onnx.Transpose", "a tensor with permuted dims", |view| {
        let perm = view.permutation("perm")?;
        let pair = view.pair()?;
        let perm = perm.unwrap_or_else(|| (0..pair.before.len() as i64).rev().collect());
        pair.transpose(&perm)
    }),
    read("onnx.Unsqueeze", "a tensor with new dims of length 1", |view| {
        view.unsqueeze(&view.required_ints_operand(1)?)
    }),
    read("onnx.UnsqueezeV11", "a tensor with new dims of length 1", |view| {
        view.unsqueeze(&view.required_ints("axes")?)
    }),
    concat("stablehlo.concatenate", &[Attr("dimension")]),
    reshape("stablehlo.reshape"),
    view(
        "stablehlo.slice",
        "a strided slice, from a start up to, not including, a limit",
        ViewForm::Slice {
            offsets: &[Attr("start_indices")],
            sizes: &[],
            ends: &[Attr("limit_indices")],
            strides: &[Attr("strides")],
        },
    ),
    transpose("stablehlo.transpose", &[Attr("permutation")]),
    concat("tosa.concat", &[Attr("axis")]),
    view("tosa.identity", "the operand, unchanged", ViewForm::Identity),
    reshape("tosa.reshape"),
    view(
        "tosa.slice",
        "a slice with a start and size for each dim",
        ViewForm::Slice {
            offsets: &[Attr("start"), Operand(1)],
            sizes: &[Attr("size"), Operand(2)],
            ends: &[],
            strides: &[],
        },
    ),
    transpose("tosa.transpose", &[Attr("perms"), Operand(1)]),
];

/// Returns the definitions of the ops.
pub(super) fn defs() -> impl Iterator<Item = OpDef> {
    KNOWN.iter().map(|known| OpDef {
        name: text(known.name),
        summary: text(known.summary),
        view_relations: Some(SharedFn::from_static(&relations)),
        ..OpDef::FOREIGN_PURE
    })
}

/// Returns the names and forms of the ops that have one.
pub(super) fn forms() -> impl Iterator<Item = (&'static str, ViewForm<'static>)> {
    KNOWN.iter().filter_map(|known| match known.relations {
        Relations::Form(form) => Some((known.name, form)),
        Relations::Read(_) => None,
    })
}

fn relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let place = KNOWN.binary_search_by_key(&module.name(op), |known| known.name);
    let place = place.map_err(|_| Opaque::new("the op has no form"))?;
    let view = ViewOp::new(registry, module, op);
    match &KNOWN[place].relations {
        Relations::Form(form) => form.relations(view),
        Relations::Read(read) => read(view),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn known_views_are_sorted() {
        assert!(super::KNOWN.is_sorted_by(|a, b| a.name < b.name));
    }
}
