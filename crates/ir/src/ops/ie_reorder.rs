//! `IE.Reorder` of VPUX: copies a tensor into another layout, as `layout.reorder` does.

use crate::choice::{Choice, Slot};
use crate::registry::{OpDef, SharedFn, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("IE.Reorder"),
    summary: text("copies a tensor into another layout"),
    is_copy: true,
    // Operand and result have different layouts.
    choice: Some(SharedFn::from_static(&|| Choice::all(Slot::Any))),
    ..OpDef::FOREIGN_PURE
};
