//! `layout.address`: a request for an addressing function: from a logical index to the address of an element, or of
//! another form.
//!
//! The pass `lower-addressing` replaces it by the function, under the same symbol. `form`, `vector` and `step` select
//! the form; at most one of them differs from its default.

use crate::diag::{Diag, code};
use crate::registry::{AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

/// The values of `unit`; the first is the default.
const UNITS: &[&str] = &["element", "byte"];

/// The values of `index`; the first is the default.
const INDICES: &[&str] = &["auto", "i32", "i64"];

/// The values of `form`; the first is the default.
const FORMS: &[&str] = &["offset", "inverse"];

/// The keys that a function of the bits of a field does not have.
const OTHER_FORMS: [&str; 5] = ["unit", "form", "vector", "step", "division"];

/// The values of `division`; the first is the default.
const DIVISIONS: &[&str] = &["divide", "reciprocal"];

/// The value of `form` for functions from a slot to its index.
const INVERSE: &str = "inverse";

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.address"),
    summary: text(
        "requests a function from a logical index to the address of an element, or of another form",
    ),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required("of", AttrClass::Symbol),
        AttrSpec::optional("unit", AttrClass::Str),
        AttrSpec::optional("index", AttrClass::Str),
        AttrSpec::optional("form", AttrClass::Str),
        AttrSpec::optional("vector", AttrClass::Ints),
        AttrSpec::optional("step", AttrClass::Ints),
        AttrSpec::optional("field", AttrClass::Str),
        AttrSpec::optional("division", AttrClass::Str),
    ]),
    syntax: Some(pieces!(@SymbolName of @Symbol("of") {})),
    layout_of: Some(text("of")),
    entries_by_dim: Cow::Borrowed(&[text("vector"), text("step")]),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::DECLARATION
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    let enums = [("unit", UNITS), ("index", INDICES), ("form", FORMS), ("division", DIVISIONS)];
    for (key, names) in enums {
        if let Some(got) = module.str_attr(op, key) {
            super::checks::known(
                check,
                check.location().attr(key),
                key,
                got,
                names.iter().copied(),
            );
        }
    }
    super::checks::in_outermost_module(check);
    if check.attr("field").is_some()
        && let Some(key) = OTHER_FORMS.into_iter().find(|key| check.attr(key).is_some())
    {
        let message = format!("`{key}` of `layout.address` is incompatible with `field`");
        check.error_at(check.location().key(key), code::OP_ATTRIBUTE, message);
    }
    one_form(check);
    vector(check);
}

/// Reports attributes that select several forms, or offsets that the form does not have.
fn one_form(check: &mut OpCheck<'_>) {
    let is_inverse = check.module.str_attr(check.op, "form") == Some(INVERSE);
    let [has_vector, has_step] = ["vector", "step"].map(|key| check.attr(key).is_some());
    let inverse = "form = \"inverse\"";
    let conflicts = [
        (is_inverse && has_vector, "vector", inverse),
        (is_inverse && has_step, "step", inverse),
        (has_vector && has_step, "step", "vector"),
    ];
    for (_, key, with) in conflicts.into_iter().filter(|(conflicts, ..)| *conflicts) {
        let message = format!("`{key}` of `layout.address` is incompatible with `{with}`");
        check.error_at(check.location().key(key), code::OP_ATTRIBUTE, message);
    }
    if is_inverse && check.module.str_attr(check.op, "unit") == Some("byte") {
        let message =
            format!("`unit = \"byte\"` of `layout.address` is incompatible with `{inverse}`");
        let diag = Diag::error(code::OP_ATTRIBUTE, check.location().attr("unit"), message);
        let diag = diag.suggest(check.location().attr("unit"), "\"element\"");
        check.push(diag.note("the argument of an inverse is an element slot"));
    }
}

/// Reports a list of group lengths without exactly one entry above 1.
fn vector(check: &mut OpCheck<'_>) {
    let Some(attr) = check.attr("vector") else { return };
    let Some(vector) = check.module.ctx.as_int_list(attr) else { return };
    let place = check.location().attr("vector");
    if let Some(least) = vector.iter().find(|&&count| count < 1) {
        let message = format!("an entry of `vector` must be at least 1, but is {least}");
        check.error_at(place, code::OP_ATTRIBUTE, message);
        return;
    }
    let wide = vector.iter().filter(|&&count| count > 1).count();
    if wide != 1 {
        let message = format!("`vector` must have exactly one entry above 1, but has {wide}");
        check.error_at(place, code::OP_ATTRIBUTE, message);
    }
}
