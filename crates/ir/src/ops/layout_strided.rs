//! `layout.strided`: a buffer with one stride for each dim, in elements.

use crate::descriptor::{Base, DescriptorStage};
use crate::layout::MemoryForm;
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.strided"),
    summary: text("a buffer with one stride for each dim, in elements"),
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("lengths", AttrClass::Ints),
        AttrSpec::required("strides", AttrClass::Ints),
        AttrSpec::optional("offset", AttrClass::Int),
    ]),
    syntax: Some(pieces!(
        @Lengths("lengths") strides @Ints("strides") ?(offset @Int("offset")) {} @Inferred
    )),
    stage: Some(DescriptorStage::Base(SharedFn::from_static(&|op| {
        let form = MemoryForm::Strided(op.ints("strides")?, op.int("offset").unwrap_or(0));
        Some(Base::memory(form, &op.ints("lengths")?))
    }))),
    ..OpDef::NEW
};
