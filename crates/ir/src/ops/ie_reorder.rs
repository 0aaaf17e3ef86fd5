//! `IE.Reorder` of VPUX: copies a tensor into another layout, as `layout.reorder` does.

use crate::choice::{Choice, Slot};
use crate::registry::OpDef;

pub(super) const DEF: OpDef = OpDef {
    is_copy: true,
    // Operand and result have different layouts.
    choice: Some(|| Choice::all(Slot::Any)),
    ..OpDef::foreign_pure("IE.Reorder", "copies a tensor into another layout")
};
