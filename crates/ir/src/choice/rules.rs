//! Which choices an op has: whose words hold for it.
//!
//! In this order, the first that speaks of the op: its own attribute `layout.choices`; an embedder's answer
//! ([`LayoutChoices`](super::LayoutChoices)); what is known of ops whose types leave no choice (`builtin`); a target's rule for the op's name;
//! that it is a view or hands its values on; the target's rule `"*"`; row major. Ops of `arith` and
//! `math` have one layout for all values, and those of `func`, `scf` and `cf` have the layouts of what they are tied
//! to: the types of these ops say so, and whoever speaks of them can narrow that and not loosen it.
//!
//! An op whose rule has no choice that applies takes and gives row major, as an op without rules does.

use super::{Choice, Fitted, Form, Slot};
use crate::attrs::Attr;
use crate::diag::{Diag, code};
use crate::module::{Module, Op};
use crate::print::attr_to_string;
use crate::registry::{OpDef, Registry};
use crate::source::Span;
use crate::target::{ANY_OP, Target, TargetRule, choice_of};
use std::borrow::Cow;

/// The attribute by which an op carries its own choices: a list of `#layout.choice<...>`.
pub const CHOICES_ATTR: &str = "layout.choices";

/// The source of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleOrigin {
    /// The op's attribute `layout.choices`.
    Op,
    /// The embedder's [`LayoutChoices`](super::LayoutChoices).
    Embedder,
    /// What is known of the op: `same` for `arith` and `math`, `any` for constants and reorders.
    Builtin,
    /// The target's rule for the op's name.
    Target,
    /// The op is a view, whose layouts [`OpDef::view_relations`] relates. There are no choices.
    View,
    /// The op has [type equalities](Registry::type_equalities), as control flow does, or is a function or a call. There are
    /// no choices.
    TypeEqualities,
    /// The target's rule `"*"`.
    Default,
    /// No rule matches the op.
    RowMajor,
}

/// The choices of an op, and their source.
#[derive(Clone, Debug)]
pub struct ChoiceRule<'a> {
    /// The source of the choices.
    pub origin: RuleOrigin,
    /// The place in the source text; [`Span::NONE`] for a rule without text.
    pub span: Span,
    /// The choices, in their order; the first of equally good ones wins.
    pub choices: Vec<Cow<'a, Choice>>,
}

/// A choice that applies to an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its place among the rule's choices; none for the row major that an op has where none of them applies.
    pub choice: Option<usize>,
    /// What it asks.
    pub fitted: Fitted,
}

impl<'a> ChoiceRule<'a> {
    /// The rule of an op; without a target only the op, the embedder and what is known speak.
    pub fn of(
        module: &'a Module,
        op: Op,
        registry: &Registry,
        target: Option<&'a Target>,
    ) -> ChoiceRule<'a> {
        let known = Known::of(module, op, registry);
        let explicit = own(module, op)
            .or_else(|| embedded(module, op, registry))
            .filter(|rule| known.allows(rule));
        let named = || {
            let rule = target?.rule(module.name(op))?;
            Some(of_target(RuleOrigin::Target, rule)).filter(|rule| known.allows(rule))
        };
        let rest = || {
            let rule = target.and_then(|target| target.rule(ANY_OP));
            rule.map(|rule| of_target(RuleOrigin::Default, rule))
        };
        explicit
            .or_else(|| known.is_fixed().then(named).flatten())
            .or_else(|| known.builtin())
            .or_else(named)
            .or_else(|| known.moves_nothing())
            .or_else(rest)
            .unwrap_or_else(|| without_text(RuleOrigin::RowMajor, [Choice::all(Slot::RowMajor)]))
    }

    /// The choices that apply to the op, or the row major that it has where none does. Nothing for a view and for
    /// what hands values on, which have no choices.
    pub fn offers(&self, module: &Module, op: Op) -> Vec<Offer> {
        if matches!(self.origin, RuleOrigin::View | RuleOrigin::TypeEqualities) {
            return Vec::new();
        }
        let fitting = self.choices.iter().enumerate().filter_map(|(at, choice)| {
            Some(Offer { choice: Some(at), fitted: choice.fit(module, op).ok()? })
        });
        let offers: Vec<Offer> = fitting.collect();
        if !offers.is_empty() {
            return offers;
        }
        let row_major = Choice::all(Slot::RowMajor).fit(module, op);
        // Unranked tensors and the like have no row major; nothing is asked of the op then.
        let fitted = row_major.or_else(|_| Choice::all(Slot::Any).fit(module, op));
        fitted.into_iter().map(|fitted| Offer { choice: None, fitted }).collect()
    }
}

fn own(module: &Module, op: Op) -> Option<ChoiceRule<'_>> {
    let list = module.ctx.as_array(module.attr(op, CHOICES_ATTR)?)?;
    let choices = list.iter().filter_map(|&attr| choice_of(module, attr)).map(Cow::Borrowed);
    Some(ChoiceRule { origin: RuleOrigin::Op, span: module.span(op), choices: choices.collect() })
}

fn embedded<'a>(module: &Module, op: Op, registry: &Registry) -> Option<ChoiceRule<'a>> {
    registry.choices(module, op).map(|choices| without_text(RuleOrigin::Embedder, choices))
}

fn of_target(origin: RuleOrigin, rule: &TargetRule) -> ChoiceRule<'_> {
    let choices = rule.choices.iter().map(Cow::Borrowed).collect();
    ChoiceRule { origin, span: rule.span(), choices }
}

fn without_text<'a>(
    origin: RuleOrigin,
    choices: impl IntoIterator<Item = Choice>,
) -> ChoiceRule<'a> {
    let choices = choices.into_iter().map(Cow::Owned).collect();
    ChoiceRule { origin, span: Span::NONE, choices }
}

/// How the types of an op's values are bound, where its dialect has type constraints that are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// All have one layout.
    Same,
    /// Each has that of what it is tied to.
    TypeEqualities,
}

fn bound(name: &str) -> Option<Bound> {
    match name.split_once('.')?.0 {
        "arith" | "math" => Some(Bound::Same),
        "func" | "scf" | "cf" => Some(Bound::TypeEqualities),
        _ => None,
    }
}

/// Whether the ops of this name belong to a dialect whose type constraints bind the layouts of their values, which
/// no rule can loosen: `arith`, `math`, `func`, `scf`, `cf`.
pub fn keeps_types(name: &str) -> bool {
    bound(name).is_some()
}

/// Whether a choice loosens what binds the ops of a name.
pub(crate) fn loosened(name: &str, choice: &Choice) -> bool {
    match bound(name) {
        None => false,
        Some(Bound::Same) => !choice.is_uniform(),
        // `same` says what the types say already.
        Some(Bound::TypeEqualities) => *choice.form() != Form::Same || !choice.reqs().is_empty(),
    }
}

/// What is known of an op without anyone's words.
struct Known<'a> {
    bound: Option<Bound>,
    def: Option<&'a OpDef>,
    has_type_equalities: bool,
}

impl<'a> Known<'a> {
    fn of(module: &Module, op: Op, registry: &'a Registry) -> Known<'a> {
        let name = module.name(op);
        let (def, has_type_equalities) =
            (registry.of(module, op), registry.type_equalities(name).is_some());
        Known { bound: bound(name), def, has_type_equalities }
    }

    fn allows(&self, rule: &ChoiceRule<'_>) -> bool {
        match self.bound {
            None => true,
            Some(Bound::Same) => rule.choices.iter().all(|choice| choice.is_uniform()),
            Some(Bound::TypeEqualities) => false,
        }
    }

    fn is_fixed(&self) -> bool {
        self.bound == Some(Bound::Same)
    }

    /// The rule of ops that no target decides on.
    fn builtin<'b>(&self) -> Option<ChoiceRule<'b>> {
        let own = |def: &OpDef| match def.choice {
            Some(choice) => Some(choice()),
            None => (def.constant.is_some() || def.is_none_value).then(|| Choice::all(Slot::Any)),
        };
        if let Some(choice) = self.def.and_then(own) {
            return Some(without_text(RuleOrigin::Builtin, [choice]));
        }
        match self.bound {
            Some(Bound::Same) => Some(without_text(RuleOrigin::Builtin, [Choice::same()])),
            Some(Bound::TypeEqualities) => Some(without_text(RuleOrigin::TypeEqualities, [])),
            None => None,
        }
    }

    /// Views, and what hands values on.
    fn moves_nothing<'b>(&self) -> Option<ChoiceRule<'b>> {
        if self.def.is_some_and(|def| def.view_relations.is_some()) {
            return Some(without_text(RuleOrigin::View, []));
        }
        self.has_type_equalities.then(|| without_text(RuleOrigin::TypeEqualities, []))
    }
}

/// Returns the faults of the attribute `layout.choices` of an op.
pub(crate) fn check_choices(module: &Module, op: Op) -> Vec<Diag> {
    let Some(attr) = module.attr(op, CHOICES_ATTR) else { return Vec::new() };
    let (name, place) = (module.name(op), module.place(op).attr(CHOICES_ATTR));
    let Some(list) = module.ctx.as_array(attr).filter(|list| !list.is_empty()) else {
        let shown = attr_to_string(module, attr);
        let message = format!(
            "`{CHOICES_ATTR}` of `{name}` is {shown}, but must be a list such as `[#layout.choice<same>]`"
        );
        return vec![Diag::error(code::OP_ATTRIBUTE, place, message)];
    };
    let entries = list.iter().enumerate();
    entries.filter_map(|(at, &entry)| check_entry(module, op, at, entry)).collect()
}

fn check_entry(module: &Module, op: Op, at: usize, entry: Attr) -> Option<Diag> {
    let (name, place) = (module.name(op), module.place(op).attr(CHOICES_ATTR).element(at));
    let Some(choice) = choice_of(module, entry) else {
        let shown = attr_to_string(module, entry);
        let message = format!(
            "entry {at} of `{CHOICES_ATTR}` of `{name}` is {shown}, but must be `#layout.choice<...>`"
        );
        return Some(Diag::error(code::OP_ATTRIBUTE, place, message));
    };
    if loosened(name, choice) {
        return Some(Diag::error(
            code::OP_ATTRIBUTE,
            place,
            loosens(name, &format!("entry {at} of `{CHOICES_ATTR}`")),
        ));
    }
    // Here the op is known, so numbers that do not go together are a slip; a rule may speak of ops of several.
    match choice.fit(module, op) {
        Err(unfit @ super::Mismatch::Count { .. }) => {
            let message =
                format!("entry {at} of `{CHOICES_ATTR}` of `{name}` never applies: {unfit}");
            Some(Diag::error(code::COUNT, place, message))
        }
        _ => None,
    }
}

/// What to say of choices that loosen what binds the ops of a name.
pub(crate) fn loosens(name: &str, what: &str) -> String {
    let rule = match bound(name) {
        Some(Bound::TypeEqualities) => "has the layouts of what it is tied to by its types",
        _ => "has one layout for all its values, `same`, by its types",
    };
    format!("`{name}` {rule}, which {what} cannot loosen")
}
