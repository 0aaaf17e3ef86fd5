//! The view ops of other dialects that a [`ViewForm`] describes, one row each, sorted by name.
//!
//! Where two versions of a dialect differ only in the place of a list, the row names both places.

use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry, SharedFn, text};
use crate::views::form::ListSource::{Attr, Operand};
use crate::views::form::ViewForm;
use crate::views::op::ViewOp;
use crate::views::{Opaque, ViewRelations};

/// A view op of another dialect.
struct KnownView {
    name: &'static str,
    summary: &'static str,
    form: ViewForm<'static>,
}

const fn view(name: &'static str, summary: &'static str, form: ViewForm<'static>) -> KnownView {
    KnownView { name, summary, form }
}

const KNOWN: &[KnownView] = &[
    view("IE.AffineReshape", "a tensor of another shape", ViewForm::Reshape),
    view("IE.Reshape", "a tensor of another shape", ViewForm::Reshape),
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
    view(
        "IE.Transpose",
        "a tensor with permuted dims",
        ViewForm::Transpose { permutation: &[Attr("order_value"), Operand(1)] },
    ),
    view(
        "linalg.transpose",
        "a tensor with permuted dims",
        ViewForm::Transpose { permutation: &[Attr("permutation")] },
    ),
    view(
        "stablehlo.concatenate",
        "the concatenation of tensors along a dim",
        ViewForm::Concat { axis: &[Attr("dimension")] },
    ),
    view("stablehlo.reshape", "a tensor of another shape", ViewForm::Reshape),
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
    view(
        "stablehlo.transpose",
        "a tensor with permuted dims",
        ViewForm::Transpose { permutation: &[Attr("permutation")] },
    ),
    view(
        "tosa.concat",
        "the concatenation of tensors along a dim",
        ViewForm::Concat { axis: &[Attr("axis")] },
    ),
    view("tosa.identity", "the operand, unchanged", ViewForm::Identity),
    view("tosa.reshape", "a tensor of another shape", ViewForm::Reshape),
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
    view(
        "tosa.transpose",
        "a tensor with permuted dims",
        ViewForm::Transpose { permutation: &[Attr("perms"), Operand(1)] },
    ),
];

/// Returns the definitions of the ops.
pub(super) fn defs() -> impl Iterator<Item = OpDef> {
    KNOWN.iter().map(|known| OpDef {
        name: text(known.name),
        summary: text(known.summary),
        view_relations: Some(SharedFn::of(&relations)),
        ..OpDef::FOREIGN_PURE
    })
}

fn relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let place = KNOWN.binary_search_by_key(&module.name(op), |known| known.name);
    let place = place.map_err(|_| Opaque::new("the op has no form"))?;
    KNOWN[place].form.relations(ViewOp::new(registry, module, op))
}

#[cfg(test)]
mod tests {
    #[test]
    fn known_views_are_sorted() {
        assert!(super::KNOWN.is_sorted_by(|a, b| a.name < b.name));
    }
}
