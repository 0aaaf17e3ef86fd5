//! `layout.aligned`: a row-major buffer whose rows begin at multiples of an alignment, in elements.

use crate::descriptor::{Base, DescriptorStage};
use crate::layout::LayoutBuilder;
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec::required("lengths", AttrClass::Ints),
        AttrSpec::required("align", AttrClass::Int),
    ],
    syntax: Some(&[
        Syntax::Ints("lengths"),
        Syntax::Word("to"),
        Syntax::Int("align"),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(DescriptorStage::Base(|op| {
        Some(Base::memory(LayoutBuilder::aligned(&op.ints("lengths")?, op.int("align")?)))
    })),
    ..OpDef::new(
        "layout.aligned",
        "a row-major buffer whose rows begin at multiples of an alignment, in elements",
    )
};
