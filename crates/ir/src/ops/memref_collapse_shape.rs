//! `memref.collapse_shape`: a memref with merged groups of dims, which `reassociation` groups.

use super::tensor_shapes::REASSOCIATION;
use crate::registry::OpDef;
use crate::views::dims::grouped;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::of_memrefs(registry, module, op);
        let pair = view.pair()?;
        let lengths = pair.after.clone();
        grouped(&view.int_lists(REASSOCIATION)?, &pair.after, &pair.before)?;
        pair.reshape(&lengths)
    }),
    ..OpDef::foreign_pure("memref.collapse_shape", "a memref with merged groups of dims")
};
