//! `memref.expand_shape`: a memref with some dims split, which `reassociation` groups.

use super::tensor_shapes::REASSOCIATION;
use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("memref.expand_shape"),
    summary: text("a memref with some dims split"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        ViewOp::of_memrefs(registry, module, op).expand_shape(REASSOCIATION)
    })),
    ..OpDef::FOREIGN_PURE
};
