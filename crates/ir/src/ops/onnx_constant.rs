//! `onnx.Constant`: a constant, kept unchanged. View ops read shapes and axes from it.

use crate::registry::{Constant, OpDef};

pub(super) const DEF: OpDef = OpDef {
    constant: Some(Constant { keys: &["value", "value_ints", "value_int"] }),
    ..OpDef::foreign_pure("onnx.Constant", "a constant")
};
