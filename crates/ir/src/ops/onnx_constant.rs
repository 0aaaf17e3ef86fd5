//! `onnx.Constant`: a constant, kept unchanged. View ops read shapes and axes from it.

use crate::registry::{Constant, OpDef, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.Constant"),
    summary: text("a constant"),
    constant: Some(Constant {
        keys: Cow::Borrowed(&[text("value"), text("value_ints"), text("value_int")]),
    }),
    ..OpDef::FOREIGN_PURE
};
