//! `stablehlo.constant`: a constant, kept unchanged. View ops read permutations, shapes and offsets from it.

use crate::registry::{Constant, OpDef};

pub(super) const DEF: OpDef = OpDef {
    constant: Some(Constant { keys: &["value"] }),
    ..OpDef::foreign_pure("stablehlo.constant", "a constant")
};
