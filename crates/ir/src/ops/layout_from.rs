//! `layout.from`: the dims of an existing descriptor or tensor, as the base of more transforms.

use crate::descriptor::{Base, DescriptorStage};
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required("of", AttrClass::Symbol)],
    syntax: Some(&[Syntax::Symbol("of"), Syntax::AttrDict, Syntax::Inferred]),
    stage: Some(DescriptorStage::Base(|op| op.symbol("of").map(Base::From))),
    ..OpDef::new(
        "layout.from",
        "the dims of an existing descriptor or tensor, as the base of more transforms",
    )
};
