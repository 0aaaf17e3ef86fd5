//! `memref.subview`: a slice of a memref, as `tensor.extract_slice` is one of a tensor.

use super::tensor_extract_slice::sliced;
use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("memref.subview"),
    summary: text("a slice with an offset, size and stride for each dim"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        sliced(ViewOp::of_memrefs(registry, module, op))
    })),
    ..OpDef::FOREIGN_PURE
};
