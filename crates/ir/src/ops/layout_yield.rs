//! `layout.yield`: the logical dims of the enclosing descriptor.

use crate::descriptor::DescriptorStage;
use crate::registry::{Arity, OpDef, pieces, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.yield"),
    summary: text("the logical dims of the enclosing descriptor"),
    operands: Arity::AtLeast(1),
    syntax: Some(pieces!(@Operands {} @Inferred)),
    stage: Some(DescriptorStage::Yield),
    ..OpDef::TERMINATOR
};
