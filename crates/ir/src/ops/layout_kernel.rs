//! `layout.kernel`: the copy between two layouts, by its plan, or between two tensors of records.
//!
//! ```mlir
//! layout.kernel @repack from @w to @v
//! ```
//!
//! The verifier proves the plan for the layouts of the types ([`crate::kernel`]).

use crate::diag::code;
use crate::kernel::{FILLS_KEY, FROM_KEY, KERNEL_OP, TO_KEY, TYPE_KEY, ends};
use crate::print::type_to_string;
use crate::registry::{AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, pieces, text};
use crate::types::TypeKind;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text(KERNEL_OP),
    summary: text("copies a tensor into another layout, by its plan, or into other records"),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::optional(TYPE_KEY, AttrClass::Type),
        AttrSpec::optional(FROM_KEY, AttrClass::Symbol),
        AttrSpec::optional(TO_KEY, AttrClass::Symbol),
        AttrSpec::optional(FILLS_KEY, AttrClass::Unit),
        AttrSpec::optional("plan", AttrClass::Any),
    ]),
    syntax: Some(
        pieces!(@SymbolName ?(from @Symbol(FROM_KEY) to @Symbol(TO_KEY)) {} ?(@Type(TYPE_KEY))),
    ),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::DECLARATION
};

/// Checks the attributes of a kernel between tensors of records. `crate::kernel` compares the tensors.
fn verify_records(check: &mut OpCheck<'_>) {
    if let Some(key) = [FROM_KEY, TO_KEY].into_iter().find(|key| check.attr(key).is_none()) {
        let message = format!("`layout.kernel` between records must have `{key}`");
        return check.error(code::OP_ATTRIBUTE, message);
    }
    if let Some(key) = [TYPE_KEY, "plan"].into_iter().find(|key| check.attr(key).is_some()) {
        let message = format!("`{key}` of `layout.kernel` is incompatible with `{FROM_KEY}`");
        check.error_at(check.location().key(key), code::OP_ATTRIBUTE, message);
    }
}

fn verify(check: &mut OpCheck<'_>) {
    super::checks::in_outermost_module(check);
    let module = check.module;
    if check.attr(FROM_KEY).is_some() || check.attr(TO_KEY).is_some() {
        return verify_records(check);
    }
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
