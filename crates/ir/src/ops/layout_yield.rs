//! `layout.yield`: the logical dims of the enclosing descriptor.

use crate::descriptor::DescriptorStage;
use crate::registry::{Arity, OpDef, Syntax, Traits};

pub(super) const DEF: OpDef = OpDef {
    traits: Traits::TERMINATOR,
    operands: Arity::AtLeast(1),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::Inferred]),
    stage: Some(DescriptorStage::Yield),
    ..OpDef::new("layout.yield", "the logical dims of the enclosing descriptor")
};
