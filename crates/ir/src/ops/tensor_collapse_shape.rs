//! `tensor.collapse_shape`: a tensor with groups of dims as one, as `reassociation` lists them.

use crate::registry::OpDef;
use crate::views::op::{ViewOp, grouped};

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        let pair = view.pair()?;
        let lengths = pair.after.clone();
        grouped(&view.int_lists("reassociation")?, &pair.after, &pair.before)?;
        pair.reshape(&lengths)
    }),
    ..OpDef::foreign("tensor.collapse_shape", "a tensor with groups of dims as one")
};
