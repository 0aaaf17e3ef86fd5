//! `layout.packed`: a row-major buffer without gaps.

use crate::descriptor::{Base, DescriptorStage, StageOp, SymbolicMemory};
use crate::layout::MemoryForm;
use crate::layout::transform::FormAttributes;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.packed"),
    summary: text("a row-major buffer without gaps"),
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[AttrSpec::required("lengths", AttrClass::Exprs)]),
    syntax: Some(pieces!(@Lengths("lengths") {} @Inferred)),
    stage: Some(DescriptorStage::Base(SharedFn::from_static(&base))),
    ..OpDef::NEW
};

fn base(op: StageOp<'_>) -> Option<Base> {
    if op.has_symbols() {
        return Base::symbolic(op.exprs("lengths").map(|it| it.map(SymbolicMemory::Packed)));
    }
    Some(Base::memory(MemoryForm::Aligned(1), &op.ints("lengths")?))
}
