//! `tensor.expand_shape`: a tensor with some dims as several, as `reassociation` groups them.

use crate::registry::OpDef;
use crate::views::op::{ViewOp, grouped};

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        let pair = view.pair()?;
        let lengths = pair.after.clone();
        grouped(&view.int_lists("reassociation")?, &pair.before, &pair.after)?;
        pair.reshape(&lengths)
    }),
    ..OpDef::foreign("tensor.expand_shape", "a tensor with some dims as several")
};
