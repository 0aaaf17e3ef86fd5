//! `layout.strided`: a buffer with one stride for each dim, in elements.

use crate::descriptor::{Base, DescriptorStage};
use crate::layout::LayoutBuilder;
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec::required("lengths", AttrClass::Ints),
        AttrSpec::required("strides", AttrClass::Ints),
        AttrSpec::optional("offset", AttrClass::Int),
    ],
    syntax: Some(&[
        Syntax::Ints("lengths"),
        Syntax::Word("strides"),
        Syntax::Ints("strides"),
        Syntax::Optional(&[Syntax::Word("offset"), Syntax::Int("offset")]),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(DescriptorStage::Base(|op| {
        Some(Base::memory(LayoutBuilder::strided(
            &op.ints("lengths")?,
            &op.ints("strides")?,
            op.int("offset").unwrap_or(0),
        )))
    })),
    ..OpDef::new("layout.strided", "a buffer with one stride for each dim, in elements")
};
