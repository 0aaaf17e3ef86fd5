//! `scf.yield`: yields the results of a region of the dialect `scf`.

use crate::diag::code;
use crate::registry::{OpDef, SharedFn, text};

pub(super) const NAME: &str = "scf.yield";

/// The ops whose regions it may end.
const PARENTS: &[&str] =
    &["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.parallel", "scf.while"];

pub(super) const DEF: OpDef = OpDef {
    name: text(NAME),
    summary: text("yields the results of a region"),
    verify: Some(SharedFn::from_static(&|check| {
        let parent = check.module.parent_op(check.op).map(|parent| check.module.name(parent));
        if !parent.is_some_and(|parent| PARENTS.contains(&parent)) {
            let parents = PARENTS.join("`, `");
            let message = format!("`{NAME}` must end a region of `{parents}`");
            check.error(code::STRUCTURE, message);
        }
    })),
    ..OpDef::TERMINATOR
};
