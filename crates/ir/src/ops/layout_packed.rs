//! `layout.packed`: a row-major buffer without gaps.

use crate::descriptor::{Base, DescriptorStage};
use crate::layout::LayoutBuilder;
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required("lengths", AttrClass::Ints)],
    syntax: Some(&[Syntax::Ints("lengths"), Syntax::AttrDict, Syntax::Inferred]),
    stage: Some(DescriptorStage::Base(|op| {
        Some(Base::memory(LayoutBuilder::packed(&op.ints("lengths")?)))
    })),
    ..OpDef::new("layout.packed", "a row-major buffer without gaps")
};
