//! `layout.aligned`: a row-major buffer whose rows begin at multiples of an alignment, in elements.

use crate::descriptor::{Base, DescriptorStage, StageOp, SymbolicMemory};
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
        AttrSpec::required("lengths", AttrClass::Exprs),
        AttrSpec::required("align", AttrClass::Expr),
    ]),
    syntax: Some(pieces!(@Lengths("lengths") to @Int("align") {} @Inferred)),
    stage: Some(DescriptorStage::Base(SharedFn::from_static(&base))),
    ..OpDef::NEW
};

fn base(op: StageOp<'_>) -> Option<Base> {
    if op.has_symbols() {
        let memory = op.exprs("lengths").zip(op.expr("align"));
        let memory = memory.map(|(lengths, align)| Ok(SymbolicMemory::Aligned(lengths?, align?)));
        return Base::symbolic(memory);
    }
    Some(Base::memory(MemoryForm::Aligned(op.int("align")?), &op.ints("lengths")?))
}
