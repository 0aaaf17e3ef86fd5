//! `layout.notation`: a layout in the notation of another system, such as `cute:(4,8):(8,1)`, or a tensor of records, such
//! as `ggml:Q4_K[2,512]`.

use crate::diag::Diag;
use crate::registry::{AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, pieces, text};
use crate::source::PathStep;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.notation"),
    summary: text("a layout in the notation of another system"),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required("text", AttrClass::Str),
    ]),
    syntax: Some(pieces!(@SymbolName @Str("text") {})),
    notation: Some(text("text")),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::DECLARATION
};

/// Reads the text, and reports its fault at the faulty bytes.
fn verify(check: &mut OpCheck<'_>) {
    let Some(text) = check.module.str_attr(check.op, "text") else { return };
    if check.registry.read_records(text).is_some() {
        return;
    }
    let Err(fault) = check.registry.read_described(text) else { return };
    let bytes = PathStep::Bytes(fault.at.start, fault.at.end);
    let place = check.location().attr("text").step(bytes);
    check.push(Diag::of_notation(fault, place));
}
