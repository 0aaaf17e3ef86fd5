//! `memref.expand_shape`: a memref with some dims split, which `reassociation` groups.

use super::tensor_shapes::REASSOCIATION;
use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        ViewOp::of_memrefs(registry, module, op).expand_shape(REASSOCIATION)
    }),
    ..OpDef::foreign_pure("memref.expand_shape", "a memref with some dims split")
};
