//! `onnx.NoValue`: represents an absent optional operand.

use crate::registry::OpDef;

pub(super) const DEF: OpDef =
    OpDef { is_none_value: true, ..OpDef::foreign_pure("onnx.NoValue", "an absent operand") };
