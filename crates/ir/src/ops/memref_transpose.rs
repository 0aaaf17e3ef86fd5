//! `memref.transpose`: a memref with permuted dims.

use crate::registry::OpDef;
use crate::views::form::{ListSource, ViewForm};
use crate::views::op::ViewOp;

/// The source of the permutation, an affine map.
const FORM: ViewForm<'static> =
    ViewForm::Transpose { permutation: &[ListSource::Attr("permutation")] };

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        FORM.relations(ViewOp::of_memrefs(registry, module, op))
    }),
    ..OpDef::foreign_pure("memref.transpose", "a memref with permuted dims")
};
