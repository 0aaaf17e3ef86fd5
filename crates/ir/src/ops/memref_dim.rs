//! `memref.dim`: the length of a dim of a memref.

use crate::registry::{OpDef, Traits};

pub(super) const DEF: OpDef = OpDef {
    traits: Traits::FOREIGN.and(Traits::PURE).and(Traits::LENGTH),
    ..OpDef::foreign("memref.dim", "the length of a dim of a memref")
};
