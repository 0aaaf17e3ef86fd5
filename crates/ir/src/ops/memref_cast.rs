//! `memref.cast`: a memref of the same shape with another type.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        ViewOp::of_memrefs(registry, module, op).pair()?.same()
    }),
    ..OpDef::foreign_pure("memref.cast", "a memref of the same shape with another type")
};
