//! `layout.packed`: a row-major buffer without gaps.

use crate::descriptor::{Base, DescriptorStage};
use crate::layout::MemoryForm;
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.packed"),
    summary: text("a row-major buffer without gaps"),
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[AttrSpec::required("lengths", AttrClass::Ints)]),
    syntax: Some(pieces!(@Lengths("lengths") {} @Inferred)),
    stage: Some(DescriptorStage::Base(SharedFn::from_static(&|op| {
        Some(Base::memory(MemoryForm::Aligned(1), &op.ints("lengths")?))
    }))),
    ..OpDef::NEW
};
