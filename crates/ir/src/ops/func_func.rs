//! `func.func`: a function with a body, or a declaration without one.

use super::checks::{VISIBILITY, symbol};
use crate::diag::{Diag, code, counted};
use crate::registry::{
    Arity, AttrClass, AttrSpec, FunctionLike, OpCheck, OpDef, SharedFn, Traits, text,
};
use crate::types::{Type, TypeKind};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("func.func"),
    summary: text("a function"),
    traits: Traits::ISOLATED.and(Traits::SSA_DOMINANCE).and(Traits::SYMBOL),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(1),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required("function_type", AttrClass::Type),
        AttrSpec::optional(VISIBILITY, AttrClass::Str),
        AttrSpec::optional("arg_attrs", AttrClass::Dicts),
        AttrSpec::optional("res_attrs", AttrClass::Dicts),
    ]),
    function: Some(FunctionLike { type_key: text("function_type") }),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    symbol(check);
    declaration(check);
    let Some(attr) = check.attr("function_type") else { return };
    let Some(ty) = check.module.ctx.as_type(attr) else { return };
    let TypeKind::Function { inputs, results } = check.module.ctx.kind(ty) else {
        return check.wrong_attr("function_type", attr, "a function type");
    };
    attr_count(check, "arg_attrs", "input", inputs.len());
    attr_count(check, "res_attrs", "result", results.len());
    entry(check, inputs);
}

/// Checks that a declaration is private: its definition is in another file.
fn declaration(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    let has_body = module.regions(op).iter().any(|&body| !module.blocks(body).is_empty());
    if has_body || matches!(module.str_attr(op, VISIBILITY), Some("private" | "nested")) {
        return;
    }
    let name = module.symbol(op).unwrap_or_default();
    let message = format!("function `@{name}` without a body must be private");
    let diag = Diag::error(code::STRUCTURE, check.location(), message);
    check.push(diag.note("declare the function with `func.func private`"));
}

/// Checks the attributes of arguments or results: one dictionary for each, with dialect prefixes in its keys.
fn attr_count(check: &mut OpCheck<'_>, key: &str, what: &str, expected: usize) {
    let ctx = &check.module.ctx;
    let Some(dicts) = check.attr(key).and_then(|attr| ctx.as_array(attr)) else { return };
    if dicts.len() != expected {
        let got = dicts.len();
        let expected = counted(expected, what);
        let message =
            format!("`{key}` must have one entry for each {what}, but has {got} for {expected}");
        return check.error(code::COUNT, message);
    }
    for (at, &dict) in dicts.iter().enumerate() {
        for entry in ctx.dict_entries(dict).iter().map(|&(entry, _)| ctx.text(entry)) {
            let place = check.location().attr(key).element(at).key(entry);
            check.requires_prefix(place, entry, &format!("in `{key}`"));
        }
    }
}

fn entry(check: &mut OpCheck<'_>, inputs: &[Type]) {
    let module = check.module;
    let Some(&entry) =
        module.regions(check.op).first().and_then(|&body| module.blocks(body).first())
    else {
        return;
    };
    let args = module.arguments(entry);
    let wanted = ("the function type", inputs.len(), "input");
    if !check.same_count(check.location(), ("the entry block", args.len(), "argument"), wanted) {
        return;
    }
    super::checks::same_types(
        check,
        args,
        inputs,
        |place| module.type_location(args[place]),
        |place, got, expected| {
            format!(
                "argument {place} of the entry block is `{got}`, but input {place} of the function type is `{expected}`"
            )
        },
    );
}
