//! `layout.partial`: the values at all values of a dim combine to the element.

use crate::descriptor::{DescriptorStage, StageOp};
use crate::layout::{Combine, LayoutFault};
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, SharedFn, pieces, text};
use layout::{joined, nearest};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.partial"),
    summary: text("hold a part of each element at every value of a dim"),
    operands: Arity::Exactly(1),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[AttrSpec::required("by", AttrClass::Str)]),
    syntax: Some(pieces!(@Operands by @Keyword("by") {} @Inferred)),
    stage: Some(DescriptorStage::Partial(SharedFn::from_static(&combine))),
    ..OpDef::NEW
};

fn combine(op: StageOp<'_>) -> Option<Result<Combine, LayoutFault>> {
    let name = op.string("by")?;
    Some(Combine::from_name(&name).ok_or_else(|| unknown(&name)))
}

fn unknown(name: &str) -> LayoutFault {
    let names = || Combine::ALL.into_iter().map(Combine::name);
    let all = joined(names().map(|name| format!("`{name}`")), ", ");
    let message = format!("parts cannot be combined by {name:?}; expected one of {all}");
    let fault = LayoutFault::new(message).at_attribute("by");
    match nearest(name, names()) {
        Some(near) => fault.note(format!("did you mean `{near}`?")),
        None => fault,
    }
}
