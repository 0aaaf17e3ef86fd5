//! `memref.collapse_shape`: a memref with merged groups of dims, which `reassociation` groups.

use super::tensor_shapes::REASSOCIATION;
use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("memref.collapse_shape"),
    summary: text("a memref with merged groups of dims"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        ViewOp::of_memrefs(registry, module, op).collapse_shape(REASSOCIATION)
    })),
    ..OpDef::FOREIGN_PURE
};
