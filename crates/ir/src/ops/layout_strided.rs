//! `layout.strided`: a buffer with one stride for each dim, in elements. Its memory may have several named axes.

use super::axes::memory_on_axes;
use crate::descriptor::{Base, DescriptorStage, StageOp};
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.strided"),
    summary: text("a buffer with one stride for each dim, in elements, each on an axis of memory"),
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("lengths", AttrClass::Ints),
        AttrSpec::required("strides", AttrClass::Ints),
        AttrSpec::optional("axes", AttrClass::Strs),
        AttrSpec::optional("offset", AttrClass::Int),
        AttrSpec::optional("offsets", AttrClass::NamedInts),
    ]),
    syntax: Some(pieces!(
        @Lengths("lengths") strides @AxisInts("strides", "axes")
        ?(offset @AxisOffsets("offset", "offsets")) {} @Inferred
    )),
    stage: Some(DescriptorStage::Base(SharedFn::from_static(&base))),
    ..OpDef::NEW
};

fn base(op: StageOp<'_>) -> Option<Base> {
    let (lengths, strides) = (op.ints("lengths")?, op.ints("strides")?);
    Some(memory_on_axes(op, &lengths, strides))
}
