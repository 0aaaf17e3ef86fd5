//! `tosa.const_shape`: a constant shape, kept unchanged. View ops read permutations, shapes and offsets from it.

use crate::registry::{Constant, OpDef, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("tosa.const_shape"),
    summary: text("a constant shape"),
    constant: Some(Constant { keys: Cow::Borrowed(&[text("value"), text("values")]) }),
    ..OpDef::FOREIGN_PURE
};
