//! `layout.axes`: one dim of memory for each axis, whose index is the coordinate on the axis.

use super::axes::{memory_on_axes, on_axes};
use crate::descriptor::{Base, DescriptorStage, StageOp};
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.axes"),
    summary: text("memory with a dim for each named axis, of stride 1"),
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("axes", AttrClass::Strs),
        AttrSpec::required("lengths", AttrClass::Ints),
    ]),
    syntax: Some(pieces!(@AxisLengths("axes", "lengths") {} @Inferred)),
    stage: Some(DescriptorStage::Base(SharedFn::from_static(&base))),
    ..OpDef::NEW
};

fn base(op: StageOp<'_>) -> Option<Base> {
    if op.has_symbols() {
        return Base::symbolic(Some(Err(on_axes())));
    }
    let lengths = op.ints("lengths")?;
    Some(memory_on_axes(op, &lengths, vec![1; lengths.len()]))
}
