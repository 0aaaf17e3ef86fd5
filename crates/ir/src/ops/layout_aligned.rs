//! `layout.aligned`: a row-major buffer whose rows begin at multiples of an alignment, in elements.

use crate::descriptor::{Base, DescriptorStage};
use crate::layout::MemoryForm;
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.aligned"),
    summary: text("a row-major buffer whose rows begin at multiples of an alignment, in elements"),
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("lengths", AttrClass::Ints),
        AttrSpec::required("align", AttrClass::Int),
    ]),
    syntax: Some(pieces!(@Lengths("lengths") to @Int("align") {} @Inferred)),
    stage: Some(DescriptorStage::Base(SharedFn::from_static(&|op| {
        Some(Base::memory(MemoryForm::Aligned(op.int("align")?), &op.ints("lengths")?))
    }))),
    ..OpDef::NEW
};
