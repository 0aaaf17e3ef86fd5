//! `memref.transpose`: a memref with permuted dims.

use crate::registry::{OpDef, SharedFn, text};
use crate::views::form::{ListSource, ViewForm};
use crate::views::op::ViewOp;

/// The source of the permutation, an affine map.
const FORM: ViewForm<'static> =
    ViewForm::Transpose { permutation: &[ListSource::Attr("permutation")] };

pub(super) const DEF: OpDef = OpDef {
    name: text("memref.transpose"),
    summary: text("a memref with permuted dims"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        FORM.relations(ViewOp::of_memrefs(registry, module, op))
    })),
    ..OpDef::FOREIGN_PURE
};
