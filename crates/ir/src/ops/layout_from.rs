//! `layout.from`: the dims of an existing descriptor or tensor, as the base of more transforms.

use crate::descriptor::{Base, DescriptorStage};
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.from"),
    summary: text("the dims of an existing descriptor or tensor, as the base of more transforms"),
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[AttrSpec::required("of", AttrClass::Symbol)]),
    syntax: Some(pieces!(@Symbol("of") {} @Inferred)),
    stage: Some(DescriptorStage::Base(SharedFn::from_static(&|op| {
        op.symbol("of").map(Base::From)
    }))),
    ..OpDef::NEW
};
