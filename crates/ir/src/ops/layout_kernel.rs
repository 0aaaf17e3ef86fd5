//! `layout.kernel`: the copy between two layouts, by its plan.
//!
//! The verifier proves the plan for the layouts of the types ([`crate::kernel`]).

use super::checks::shape_text;
use crate::diag::code;
use crate::encoding;
use crate::kernel::{FILLS_KEY, KERNEL_OP, TYPE_KEY, ends};
use crate::print::type_to_string;
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, Syntax, Traits, text};
use crate::types::TypeKind;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text(KERNEL_OP),
    summary: text("copies a tensor into another layout, by its plan"),
    traits: Traits::SYMBOL,
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required(TYPE_KEY, AttrClass::Type),
        AttrSpec::optional(FILLS_KEY, AttrClass::Unit),
        AttrSpec::optional("plan", AttrClass::Any),
    ]),
    syntax: Some(&[Syntax::SymbolName, Syntax::AttrDict, Syntax::Type(TYPE_KEY)]),
    verify: Some(SharedFn::of(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    super::checks::in_outermost_module(check);
    let module = check.module;
    let place = check.place().attr(TYPE_KEY);
    let Some(ends) = ends(module, check.op) else {
        let message =
            "the type of `layout.kernel` must be a function from one tensor to one tensor";
        return check.error_at(place, code::TYPE_MISMATCH, message);
    };
    let kinds = ends.map(|ty| module.ctx.kind(ty));
    let [TypeKind::Tensor { dims: from, elem: x, .. }, TypeKind::Tensor { dims: to, elem: y, .. }] =
        kinds
    else {
        let [from, to] = ends.map(|ty| type_to_string(module, ty));
        let message = format!(
            "source and target of `layout.kernel` must be ranked tensors, but are `{from}` and `{to}`"
        );
        return check.error_at(place, code::TYPE_MISMATCH, message);
    };
    let lengths = ends.map(|ty| encoding::laid_out_lengths(&module.ctx, ty));
    if from != to || lengths[0] != lengths[1] {
        let [from, to] = [from, to].map(|dims| shape_text(dims));
        let message = format!(
            "`layout.kernel` must keep the logical shape and its bounds, but its source has {from} and its target {to}"
        );
        return check.error_at(place, code::TYPE_MISMATCH, message);
    }
    if x != y {
        let [x, y] = [*x, *y].map(|elem| type_to_string(module, elem));
        let message = format!(
            "`layout.kernel` must keep the element type, but its source has `{x}` and its target `{y}`"
        );
        check.error_at(place, code::TYPE_MISMATCH, message);
    }
}
