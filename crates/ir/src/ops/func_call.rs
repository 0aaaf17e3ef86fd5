//! `func.call`: calls a function of the module.

use crate::registry::OpDef;

pub(super) const DEF: OpDef =
    OpDef { callee: Some("callee"), ..OpDef::foreign("func.call", "calls a function") };
