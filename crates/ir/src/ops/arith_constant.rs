//! `arith.constant`: a constant, carried as it is; views read shapes from it.

use crate::registry::{Constant, OpDef};

pub(super) const DEF: OpDef = OpDef {
    constant: Some(Constant { keys: &["value"] }),
    ..OpDef::foreign("arith.constant", "a constant")
};
