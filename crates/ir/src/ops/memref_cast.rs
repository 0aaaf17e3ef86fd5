//! `memref.cast`: a memref of the same shape with another type.

use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("memref.cast"),
    summary: text("a memref of the same shape with another type"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        ViewOp::of_memrefs(registry, module, op).pair()?.same()
    })),
    ..OpDef::FOREIGN_PURE
};
