//! `layout.yield`: the logical dims of the enclosing descriptor.

use crate::descriptor::DescriptorStage;
use crate::registry::{Arity, OpDef, Traits, pieces, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.yield"),
    summary: text("the logical dims of the enclosing descriptor"),
    traits: Traits::TERMINATOR,
    operands: Arity::AtLeast(1),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    syntax: Some(pieces!(@Operands {} @Inferred)),
    stage: Some(DescriptorStage::Yield),
    ..OpDef::NEW
};
