//! `layout.rule`: the layouts that the ops of one name or kind accept on a target.
//!
//! ```mlir
//! layout.target @npu {
//!   layout.rule "onnx.Conv" [#layout.choice<(NHWC, NHWC, any...) -> NHWC>]
//!   layout.rule kind = elementwise [#layout.choice<same>] inplace = [0, 1]
//!   layout.rule "my.permute" view {kind = "transpose", permutation = "axes"}
//!   layout.rule "onnx.Slice" view {copies}
//!   layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
//! }
//! ```
//!
//! The parent op is a `layout.target`, which has at most one rule for a name or kind. `"*"` names the ops without a rule
//! for their name or kind. [`crate::choice`] describes the choices, and [`crate::views`] the views. A rule has choices, a view or
//! both; a rule for a kind has choices. `inplace` lists the operands that the ops may overwrite with a result
//! ([`crate::arena`]), by number, or in a rule for a kind by role.

use super::checks::unknown_kind;
use crate::choice::{self, Choice, Form};
use crate::data::attrs::AttrKind;
use crate::diag::{Diag, Sink, code, counted};
use crate::print::attr_to_string;
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, OpKind, SharedFn, pieces, text};
use crate::target::{ANY_OP, RULE_OP, TARGET_OP, choice_of};
use crate::views;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text(RULE_OP),
    summary: text("the layouts that ops accept on a target, and the views that they are"),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::optional("op", AttrClass::Str),
        AttrSpec::optional("kind", AttrClass::Str),
        AttrSpec::optional("choices", AttrClass::Array),
        AttrSpec::optional("view", AttrClass::Any),
        AttrSpec::optional("inplace", AttrClass::Ints),
    ]),
    syntax: Some(pieces!(
        @Unless("kind", pieces!(@Str("op"))) ?(kind = @Keyword("kind"))
        @Unless("view", pieces!(@List("choices"))) ?(view @Attr("view"))
        ?(inplace = @Ints("inplace")) {}
    )),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    let parent = module.parent_op(op).map(|parent| module.name(parent));
    if parent != Some(TARGET_OP) {
        let message = format!("`{RULE_OP}` must be in a `{TARGET_OP}`");
        check.error(code::STRUCTURE, message);
    }
    match (module.str_attr(op, "op"), module.str_attr(op, "kind")) {
        (Some(name), None) => verify_named(check, name),
        (None, Some(kind)) => verify_kind(check, kind),
        // The definition reports attributes that are not strings.
        (None, None) if check.attr("op").or(check.attr("kind")).is_some() => {}
        (None, None) => {
            let message = format!("`{RULE_OP}` must have the attribute `op` or `kind`, a string");
            check.error(code::OP_ATTRIBUTE, message);
        }
        (Some(_), Some(_)) => {
            let message = format!("`op` of `{RULE_OP}` is incompatible with `kind`");
            let diag = Diag::error(code::OP_ATTRIBUTE, check.location().attr("kind"), message);
            check.push(diag.note("write a rule for the name and one for the kind"));
        }
    }
}

/// Checks a rule for the ops of a name.
fn verify_named(check: &mut OpCheck<'_>, name: &str) {
    if name.is_empty() || (name.contains('*') && name != ANY_OP) {
        let message =
            format!("`op` of `{RULE_OP}` must be the name of an op or \"*\", but is {name:?}");
        let note = "\"*\" selects all ops without a rule of their own";
        let diag = Diag::error(code::OP_ATTRIBUTE, check.location().attr("op"), message);
        return check.push(diag.note(note));
    }
    warn_if_unused(check, name);
    let operands = check.registry.get(name).map_or(Arity::Any, |def| def.operands);
    check_inplace(check, &format!("`{name}`"), operands);
    check_choices(check, &format!("`{name}`"), Some(name));
    check_view(check, name);
}

/// Checks a rule for the ops of a kind.
fn verify_kind(check: &mut OpCheck<'_>, kind: &str) {
    if OpKind::named(kind).is_none() {
        return unknown_kind(check, RULE_OP, kind);
    }
    if check.attr("view").is_some() {
        let message = format!("the rule of kind `{kind}` cannot declare a view");
        check.error_at(check.location().attr("view"), code::OP_ATTRIBUTE, message);
    }
    if check.attr("choices").is_none() {
        let message = format!("the rule of kind `{kind}` must have choices");
        return check.error(code::OP_ATTRIBUTE, message);
    }
    check_inplace(check, &format!("kind `{kind}`"), Arity::Any);
    check_choices(check, &format!("kind `{kind}`"), None);
}

/// Checks that the operands that ops may overwrite are numbers, each once, and below the number of operands if it is known.
fn check_inplace(check: &mut OpCheck<'_>, subject: &str, operands: Arity) {
    let listed = check.attr("inplace").and_then(|attr| check.module.ctx.as_int_list(attr));
    let listed = listed.unwrap_or_default();
    let count = match operands {
        Arity::Exactly(count) => count,
        Arity::Any | Arity::AtLeast(_) => usize::MAX,
    };
    for (at, &operand) in listed.iter().enumerate() {
        let message = match usize::try_from(operand) {
            Ok(number) if number >= count => {
                let has = counted(count, "operand");
                format!(
                    "`inplace` of the rule of {subject} names operand {operand}, but the op has {has}"
                )
            }
            Ok(_) if listed[..at].contains(&operand) => {
                format!("`inplace` of the rule of {subject} names operand {operand} twice")
            }
            Ok(_) => continue,
            Err(_) => format!(
                "an operand in `inplace` of the rule of {subject} must be at least 0, but is {operand}"
            ),
        };
        let place = check.location().attr("inplace").element(at);
        check.error_at(place, code::OP_ATTRIBUTE, message);
    }
}

/// Warns of a rule for an op whose layouts do not depend on the target, where the rule has no effect.
fn warn_if_unused(check: &mut OpCheck<'_>, name: &str) {
    if check
        .registry
        .get(name)
        .is_some_and(|def| def.choice.is_some() || def.constant.is_some() || def.is_none_value)
    {
        let message = format!(
            "the rule of `{name}` has no effect: the op's layouts do not depend on targets"
        );
        check.push(Diag::warning(code::OP_ATTRIBUTE, check.location().attr("op"), message));
    }
}

/// Checks the view that a rule declares. Only an op without a definition can be declared to be a view. One that its
/// definition makes a view can copy.
fn check_view(check: &mut OpCheck<'_>, name: &str) {
    let module = check.module;
    let Some(attr) = check.attr("view") else {
        if check.attr("choices").is_none() {
            let message = format!("the rule of `{name}` must have choices or a view");
            check.error(code::OP_ATTRIBUTE, message);
        }
        return;
    };
    let place = check.location().attr("view");
    if !matches!(module.ctx.attr_kind(attr), AttrKind::Dict(_)) {
        let shown = attr_to_string(module, attr);
        let message = format!(
            "`view` of the rule of `{name}` is `{shown}`, but must be a dictionary such as `{{kind = \"reshape\"}}`"
        );
        return check.error_at(place, code::OP_ATTRIBUTE, message);
    }
    let def = check.registry.get(name);
    let is_view = def.is_some_and(|def| check.registry.is_view(def));
    let is_defined = def.is_some() || choice::keeps_types(name) || check.registry.is_closed(name);
    let only_copies = is_view && views::only_copies(module, attr);
    if name == ANY_OP || (is_defined && !only_copies) {
        let message = format!("the rule of `{name}` cannot declare a view");
        let diag = Diag::error(code::OP_ATTRIBUTE, place, message);
        let note = if is_view {
            "the op is a view by its definition; a rule can only state `view {copies}`"
        } else {
            "only a rule for the name of an op without a definition can: `layoutc --list-ops` describes the ops with one"
        };
        return check.push(diag.note(note));
    }
    let mut faults = Sink::default();
    views::check_rule(module, (name, is_view), attr, &place, &mut faults);
    faults.take().into_iter().for_each(|fault| check.push(fault));
}

/// Checks the choices of a rule for `subject`: for the ops of a name, or for a kind without a name.
fn check_choices(check: &mut OpCheck<'_>, subject: &str, name: Option<&str>) {
    let module = check.module;
    let Some(list) = check.attr("choices").and_then(|attr| module.ctx.as_array(attr)) else {
        return;
    };
    if list.is_empty() {
        let message = format!("the rule of {subject} must have at least one choice");
        check.error_at(check.location().attr("choices"), code::OP_ATTRIBUTE, message);
    }
    for (at, &entry) in list.iter().enumerate() {
        match choice_of(module, entry) {
            Some(choice) => {
                name.into_iter().for_each(|name| check_choice(check, name, at, choice));
            }
            None => {
                let shown = attr_to_string(module, entry);
                let message = format!(
                    "entry {at} of the rule of {subject} is `{shown}`, but must be `#layout.choice<...>`"
                );
                let place = check.location().attr("choices").element(at);
                check.error_at(place, code::OP_ATTRIBUTE, message);
            }
        }
    }
}

/// Checks one choice of a rule against the counts and the own choice of the op that the rule names.
fn check_choice(check: &mut OpCheck<'_>, name: &str, at: usize, choice: &Choice) {
    let place = check.location().attr("choices").element(at);
    if choice::violates_types(name, choice) {
        let message = choice::type_violation(name, &format!("entry {at} of `choices`"));
        return check.error_at(place, code::OP_ATTRIBUTE, message);
    }
    let Some(def) = check.registry.get(name) else { return };
    let Form::Lists { operands, results } = choice.form() else { return };
    for (what, arity, slots) in
        [("operand", def.operands, operands), ("result", def.results, results)]
    {
        let least = slots.head.len();
        let fits = match arity {
            Arity::Any => true,
            Arity::Exactly(count) => slots.admits(count),
            Arity::AtLeast(count) => slots.rest.is_some() || count <= least,
        };
        if !fits {
            let message = format!(
                "entry {at} of the rule of `{name}` is for {}, but the op has {}",
                counted(least, what),
                arity.describe(what)
            );
            check.error_at(place.clone(), code::COUNT, message);
        }
    }
}
