//! `onnx.NoValue`: represents an absent optional operand.

use crate::registry::{OpDef, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.NoValue"),
    summary: text("an absent operand"),
    is_none_value: true,
    ..OpDef::FOREIGN_PURE
};
