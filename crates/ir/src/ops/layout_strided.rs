//! `layout.strided`: a buffer with one stride for each dim, in elements. Its memory may have several named axes.

use super::axes::{memory_on_axes, on_axes};
use crate::descriptor::{Base, DescriptorStage, StageOp, SymbolicMemory};
use crate::layout::transform::FormAttributes;
use crate::layout::{LayoutFault, SymExpr};
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.strided"),
    summary: text("a buffer with one stride for each dim, in elements, each on an axis of memory"),
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("lengths", AttrClass::Exprs),
        AttrSpec::required("strides", AttrClass::Exprs),
        AttrSpec::optional("axes", AttrClass::Strs),
        AttrSpec::optional("offset", AttrClass::Expr),
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
    if op.has_symbols() {
        return Base::symbolic(symbolic(op));
    }
    let (lengths, strides) = (op.ints("lengths")?, op.ints("strides")?);
    Some(memory_on_axes(op, &lengths, strides))
}

/// Returns the memory in a descriptor with symbols.
fn symbolic(op: StageOp<'_>) -> Option<Result<SymbolicMemory, LayoutFault>> {
    if op.strings("axes").is_some() || op.named_ints("offsets").is_some() {
        return Some(Err(on_axes()));
    }
    let (lengths, strides) = op.exprs("lengths").zip(op.exprs("strides"))?;
    let offset = op.expr("offset").unwrap_or_else(|| Ok(SymExpr::constant(0)));
    Some(lengths.and_then(|lengths| Ok(SymbolicMemory::Strided(lengths, strides?, offset?))))
}
