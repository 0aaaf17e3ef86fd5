//! `memref.dim`: the length of a dim of a memref.

use crate::registry::{OpDef, Traits, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("memref.dim"),
    summary: text("the length of a dim of a memref"),
    traits: Traits::FOREIGN.and(Traits::PURE).and(Traits::LENGTH),
    ..OpDef::FOREIGN
};
