//! `layout.copies`: each index of a descriptor is held at every value of a dim.

use crate::descriptor::DescriptorStage;
use crate::registry::{Arity, OpDef, pieces, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.copies"),
    summary: text("hold each element at every value of a dim"),
    operands: Arity::Exactly(1),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    syntax: Some(pieces!(@Operands {} @Inferred)),
    stage: Some(DescriptorStage::Copies),
    ..OpDef::NEW
};
