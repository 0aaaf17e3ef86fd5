//! `tensor.empty`: a tensor without contents, as a destination. Any layout costs nothing.

use crate::choice::{Choice, Slot};
use crate::registry::OpDef;

pub(super) const DEF: OpDef = OpDef {
    choice: Some(|| Choice::all(Slot::Any)),
    ..OpDef::foreign_pure("tensor.empty", "a tensor without contents")
};
