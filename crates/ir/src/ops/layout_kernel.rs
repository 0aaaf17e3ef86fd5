//! `layout.kernel`: the copy between two layouts, by its plan.
//!
//! The verifier proves the plan for the layouts of the types ([`crate::kernel`]).

use crate::diag::code;
use crate::kernel::{FILLS_KEY, KERNEL_OP, TYPE_KEY, ends};
use crate::print::type_to_string;
use crate::registry::{AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, pieces, text};
use crate::types::TypeKind;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text(KERNEL_OP),
    summary: text("copies a tensor into another layout, by its plan"),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required(TYPE_KEY, AttrClass::Type),
        AttrSpec::optional(FILLS_KEY, AttrClass::Unit),
        AttrSpec::optional("plan", AttrClass::Any),
    ]),
    syntax: Some(pieces!(@SymbolName {} @Type(TYPE_KEY))),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::DECLARATION
};

fn verify(check: &mut OpCheck<'_>) {
    super::checks::in_outermost_module(check);
    let module = check.module;
    let place = check.location().attr(TYPE_KEY);
    let Some(ends) = ends(module, check.op) else {
        let message =
            "the type of `layout.kernel` must be a function from one tensor to one tensor";
        return check.error_at(place, code::TYPE_MISMATCH, message);
    };
    let kinds = ends.map(|ty| module.ctx.kind(ty));
    let [TypeKind::Tensor { elem: x, .. }, TypeKind::Tensor { elem: y, .. }] = kinds else {
        let [from, to] = ends.map(|ty| type_to_string(module, ty));
        let message = format!(
            "source and target of `layout.kernel` must be ranked tensors, but are `{from}` and `{to}`"
        );
        return check.error_at(place, code::TYPE_MISMATCH, message);
    };
    if x != y {
        let [x, y] = [*x, *y].map(|elem| type_to_string(module, elem));
        let message = format!(
            "`layout.kernel` must keep the element type, but its source has `{x}` and its target `{y}`"
        );
        check.error_at(place, code::TYPE_MISMATCH, message);
    }
}
