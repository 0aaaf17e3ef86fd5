//! The constants of other dialects, one row each. View ops read permutations, shapes, axes and offsets from them.

use crate::registry::{Constant, OpDef, text};

/// The name of each op, its summary, and the keys of the attributes one of which holds the value.
const KNOWN: &[(&str, &str, &[&str])] = &[
    ("onnx.Constant", "a constant", &["value", "value_ints", "value_int"]),
    ("stablehlo.constant", "a constant", &["value"]),
    ("tosa.const", "a constant", &["value", "values"]),
    ("tosa.const_shape", "a constant shape", &["value", "values"]),
];

/// Returns the definitions of the ops.
pub(super) fn defs() -> impl Iterator<Item = OpDef> {
    KNOWN.iter().map(|&(name, summary, keys)| OpDef {
        name: text(name),
        summary: text(summary),
        constant: Some(Constant { keys: keys.iter().copied().map(text).collect() }),
        ..OpDef::FOREIGN_PURE
    })
}
