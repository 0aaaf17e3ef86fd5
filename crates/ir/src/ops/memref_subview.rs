//! `memref.subview`: a slice of a memref, as `tensor.extract_slice` is one of a tensor.

use super::tensor_extract_slice::sliced;
use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| sliced(ViewOp::of_memrefs(registry, module, op))),
    ..OpDef::foreign_pure("memref.subview", "a slice with an offset, size and stride for each dim")
};
