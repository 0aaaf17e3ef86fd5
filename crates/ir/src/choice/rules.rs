//! The lookup of an op's rule, which lists its layout choices.
//!
//! The first of these sources that has choices for the op is used:
//!
//! 1. the op's attribute `layout.choices`;
//! 2. the embedder's [`LayoutChoices`](super::LayoutChoices);
//! 3. the built-in rule of an op whose types or definition leave no choice;
//! 4. the target's rule for the op's name;
//! 5. the relations of a view op, or type equalities, which need no choices;
//! 6. the target's rule for the op's kind, which lists layouts by role;
//! 7. the target's rule `"*"`;
//! 8. one layout for all values of an elementwise op, row major for others.
//!
//! A view op of which no values can share memory, such as a gather by several indices, has the rule of its kind.
//!
//! The types of some dialects constrain the layouts. All values of an `arith` or `math` op have the same layout. Values
//! of `func`, `scf` and `cf` ops have the layouts of other values, whose types must be equal. A choice can narrow these
//! type constraints, but not violate them. For `arith` and `math`, the target's rule for the op's name therefore
//! precedes the built-in one.
//!
//! If no choice of the rule applies, the operands and results are row major, as for an op without a rule.

use super::op_facts::OpFacts;
use super::roles::ValueRoles;
use super::{Choice, CustomLayout, Fitted, Form, Mismatch, Slot};
use crate::attrs::Attr;
use crate::descriptor::ChoiceLayouts;
use crate::diag::{Diag, code};
use crate::module::{Module, Op};
use crate::print::attr_to_string;
use crate::registry::{OpDef, OpKind, Registry, qualified_name};
use crate::source::Span;
use crate::target::{ANY_OP, Target, TargetRule, choice_of};
use std::borrow::Cow;
use std::sync::Arc;

/// The attribute with an op's own choices: a list of `#layout.choice<...>`.
pub const CHOICES_ATTR: &str = "layout.choices";

/// The source of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleOrigin {
    /// The op's attribute `layout.choices`.
    Op,
    /// The embedder's [`LayoutChoices`](super::LayoutChoices).
    Embedder,
    /// The built-in rule of the op: `same` for `arith` and `math`, `any` for constants and reorders.
    Builtin,
    /// The target's rule for the op's name.
    Target,
    /// The op is a view op without choices: [`OpDef::view_relations`] relates its layouts.
    View,
    /// The op has no choices, because type equality determines its layouts: it has
    /// [type equalities](Registry::type_equalities), as control flow does, or is a function or a call.
    TypeEqualities,
    /// The target's rule for the op's kind.
    Kind,
    /// The target's rule `"*"`.
    Default,
    /// No rule matches the op, which is elementwise: all its values have one layout.
    Elementwise,
    /// No rule matches the op.
    RowMajor,
}

impl RuleOrigin {
    /// Returns `true` if no rule matches the op, which then keeps the layouts of its types.
    pub fn is_none(self) -> bool {
        matches!(self, RuleOrigin::Elementwise | RuleOrigin::RowMajor)
    }
}

/// The choices of an op, and their source.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChoiceRule<'a> {
    /// The source of the choices.
    pub origin: RuleOrigin,
    /// The place in the source text; [`Span::NONE`] for a rule without text.
    pub span: Span,
    /// The choices, in source order. Of choices of equal cost, the first is preferred.
    pub choices: Vec<Cow<'a, Choice>>,
    /// The roles of the op's values, if the choices list layouts by role.
    roles: Option<ValueRoles>,
    /// The layouts that the choices define themselves.
    layouts: Vec<Arc<CustomLayout>>,
}

/// A choice that applies to an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The index of the choice in the rule. `None` for the row-major fallback, used if no choice applies.
    pub choice: Option<usize>,
    /// The requirements of the choice.
    pub fitted: Fitted,
}

impl<'a> ChoiceRule<'a> {
    /// Returns the rule of an op. Without a target, the sources that belong to a target are skipped.
    pub fn for_op(
        module: &'a Module,
        op: Op,
        registry: &Registry,
        target: Option<&'a Target>,
    ) -> ChoiceRule<'a> {
        let rule = ChoiceRule::without_layouts(module, op, registry, target);
        rule.with_layouts(module, registry, target)
    }

    /// Returns the rule of an op without the layouts that its choices define.
    fn without_layouts(
        module: &'a Module,
        op: Op,
        registry: &Registry,
        target: Option<&'a Target>,
    ) -> ChoiceRule<'a> {
        let rules = BuiltinRules::for_op(module, op, registry);
        let explicit = own(module, op)
            .or_else(|| embedded(module, op, registry))
            .filter(|rule| rules.allows(rule));
        let named = || {
            // A rule without choices declares a view, whose layouts are related by that alone.
            let rule = target?
                .rule(&qualified_name(module, op))
                .filter(|rule| !rule.choices.is_empty())?;
            Some(of_target(RuleOrigin::Target, rule)).filter(|rule| rules.allows(rule))
        };
        explicit
            .or_else(|| rules.prefers_target().then(named).flatten())
            .or_else(|| rules.builtin())
            .or_else(named)
            .or_else(|| {
                let related = rules.without_choices();
                let of_kind = of_kind(module, op, registry, target);
                of_kind
                    .filter(|_| related.is_none() || is_opaque_view(module, op, registry))
                    .or(related)
            })
            .or_else(|| {
                let rule = target.and_then(|target| target.rule(ANY_OP));
                rule.map(|rule| of_target(RuleOrigin::Default, rule))
            })
            .unwrap_or_else(|| fallback(module, op, registry))
    }

    /// Returns the rule with the layouts that its choices define.
    fn with_layouts(
        mut self,
        module: &Module,
        registry: &Registry,
        target: Option<&Target>,
    ) -> ChoiceRule<'a> {
        let of_target =
            matches!(self.origin, RuleOrigin::Target | RuleOrigin::Kind | RuleOrigin::Default);
        let target = target.filter(|_| of_target);
        let mut own = None;
        let mut layouts: Vec<Arc<CustomLayout>> = Vec::new();
        for name in self.choices.iter().flat_map(|choice| choice.custom_layouts()) {
            if layouts.iter().any(|known| known.name() == name) {
                continue;
            }
            layouts.push(match target.and_then(|target| target.layout(name)) {
                Some(layout) => layout.clone(),
                None => {
                    let own = own.get_or_insert_with(|| ChoiceLayouts::new(module, registry, None));
                    own.find(name)
                }
            });
        }
        self.layouts = layouts;
        self
    }

    /// Returns the layouts that the choices define themselves.
    pub fn layouts(&self) -> &[Arc<CustomLayout>] {
        &self.layouts
    }

    /// Returns the requirements of a choice of the rule on an op.
    ///
    /// # Errors
    /// The choice does not apply to the op.
    pub fn fit(&self, choice: &Choice, module: &Module, op: Op) -> Result<Fitted, Mismatch> {
        choice.fit_roles(module, op, self.roles.as_ref(), &self.layouts)
    }

    /// Returns the kind of the op if its kind selects the rule.
    pub fn kind(&self) -> Option<OpKind> {
        self.roles.as_ref().map(|roles| roles.kind)
    }

    /// Returns the choices that apply to the op, each combination of alternatives on its own, or row major if none
    /// applies. The list is empty for
    /// [`View`](RuleOrigin::View) and [`TypeEqualities`](RuleOrigin::TypeEqualities).
    pub fn offers(&self, module: &Module, op: Op) -> Vec<Offer> {
        if matches!(self.origin, RuleOrigin::View | RuleOrigin::TypeEqualities) {
            return Vec::new();
        }
        let facts = OpFacts::new(module, op, self.roles.as_ref(), &self.layouts);
        let fitting = self.choices.iter().enumerate().flat_map(|(at, choice)| {
            let fitted = choice.fit_facts(&facts);
            let fitted = fitted.unwrap_or_default().into_iter();
            fitted.map(move |fitted| Offer { choice: Some(at), fitted })
        });
        let offers: Vec<Offer> = fitting.collect();
        if !offers.is_empty() {
            return offers;
        }
        let row_major = Choice::all(Slot::RowMajor).fit(module, op);
        // Some types, such as unranked tensors, have no row-major layout; the op then has no requirements.
        let fitted = row_major.or_else(|_| Choice::all(Slot::Any).fit(module, op));
        fitted.into_iter().map(|fitted| Offer { choice: None, fitted }).collect()
    }
}

fn own(module: &Module, op: Op) -> Option<ChoiceRule<'_>> {
    let list = module.ctx.as_array(module.attr(op, CHOICES_ATTR)?)?;
    let choices = list.iter().filter_map(|&attr| choice_of(module, attr)).map(Cow::Borrowed);
    let choices = choices.collect();
    Some(ChoiceRule {
        origin: RuleOrigin::Op,
        span: module.span(op),
        choices,
        roles: None,
        layouts: Vec::new(),
    })
}

fn embedded<'a>(module: &Module, op: Op, registry: &Registry) -> Option<ChoiceRule<'a>> {
    registry.choices(module, op).map(|choices| without_text(RuleOrigin::Embedder, choices))
}

fn of_target(origin: RuleOrigin, rule: &TargetRule) -> ChoiceRule<'_> {
    let choices = rule.choices.iter().map(Cow::Borrowed).collect();
    ChoiceRule { origin, span: rule.span(), choices, roles: None, layouts: Vec::new() }
}

/// Returns the target's rule for the kind of an op.
fn of_kind<'a>(
    module: &Module,
    op: Op,
    registry: &Registry,
    target: Option<&'a Target>,
) -> Option<ChoiceRule<'a>> {
    let rule = target?.kind_rule(registry.op_kind(module, op)?)?;
    let roles = ValueRoles::of(module, op, registry);
    Some(ChoiceRule { roles, ..of_target(RuleOrigin::Kind, rule) })
}

/// Returns `true` if no values of a view op can share memory.
fn is_opaque_view(module: &Module, op: Op, registry: &Registry) -> bool {
    matches!(registry.element_relations(module, op), Some(Err(_)))
}

/// Returns the rule of an op that no rule matches.
fn fallback<'a>(module: &Module, op: Op, registry: &Registry) -> ChoiceRule<'a> {
    match registry.op_kind(module, op) {
        Some(OpKind::Elementwise) => without_text(RuleOrigin::Elementwise, [Choice::same()]),
        _ => without_text(RuleOrigin::RowMajor, [Choice::all(Slot::RowMajor)]),
    }
}

fn without_text<'a>(
    origin: RuleOrigin,
    choices: impl IntoIterator<Item = Choice>,
) -> ChoiceRule<'a> {
    let choices = choices.into_iter().map(Cow::Owned).collect();
    ChoiceRule { origin, span: Span::NONE, choices, roles: None, layouts: Vec::new() }
}

/// The constraint that the types of a dialect's ops put on the layouts of their values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeConstraint {
    /// All values of the op have the same layout.
    Same,
    /// Each value has the layout of the values that must have an equal type.
    TypeEqualities,
}

fn type_constraint(name: &str) -> Option<TypeConstraint> {
    match name.split_once('.')?.0 {
        "arith" | "math" => Some(TypeConstraint::Same),
        "func" | "scf" | "cf" => Some(TypeConstraint::TypeEqualities),
        _ => None,
    }
}

/// Returns `true` if the types of ops of this name constrain the layouts of their values, as in the dialects `arith`,
/// `math`, `func`, `scf` and `cf`. No rule can violate this constraint.
pub fn keeps_types(name: &str) -> bool {
    type_constraint(name).is_some()
}

/// Returns `true` if a choice violates the type constraint of ops of this name.
pub(crate) fn violates_types(name: &str, choice: &Choice) -> bool {
    match type_constraint(name) {
        None => false,
        Some(TypeConstraint::Same) => !choice.is_uniform(),
        // `same` repeats the type constraint.
        Some(TypeConstraint::TypeEqualities) => {
            *choice.form() != Form::Same || !choice.reqs().is_empty() || !choice.fuses().is_empty()
        }
    }
}

/// The rules that follow from the definition and the types of an op, whatever its attributes, the embedder and the
/// target specify.
struct BuiltinRules<'a> {
    type_constraint: Option<TypeConstraint>,
    def: Option<&'a OpDef>,
    has_type_equalities: bool,
    is_view: bool,
}

impl<'a> BuiltinRules<'a> {
    fn for_op(module: &Module, op: Op, registry: &'a Registry) -> BuiltinRules<'a> {
        let name = module.name(op);
        let def = registry.op_def(module, op);
        let has_type_equalities = registry.type_equalities(name).is_some();
        let is_view =
            registry.declares_view(module, op) || def.is_some_and(|def| registry.is_view(def));
        BuiltinRules { type_constraint: type_constraint(name), def, has_type_equalities, is_view }
    }

    /// Returns `true` if a rule satisfies the type constraint.
    fn allows(&self, rule: &ChoiceRule<'_>) -> bool {
        match self.type_constraint {
            None => true,
            Some(TypeConstraint::Same) => rule.choices.iter().all(|choice| choice.is_uniform()),
            Some(TypeConstraint::TypeEqualities) => false,
        }
    }

    /// Returns `true` if the target's rule for the op's name precedes the built-in rule.
    fn prefers_target(&self) -> bool {
        self.type_constraint == Some(TypeConstraint::Same)
    }

    /// Returns the built-in rule of an op: that of its definition, else that of its type constraint. `None` if it has
    /// neither.
    fn builtin<'b>(&self) -> Option<ChoiceRule<'b>> {
        if let Some(choice) = self.def.and_then(|def| match &def.choice {
            Some(choice) => Some(choice()),
            None => (def.constant.is_some() || def.is_none_value).then(|| Choice::all(Slot::Any)),
        }) {
            return Some(without_text(RuleOrigin::Builtin, [choice]));
        }
        match self.type_constraint {
            Some(TypeConstraint::Same) => Some(without_text(RuleOrigin::Builtin, [Choice::same()])),
            Some(TypeConstraint::TypeEqualities) => {
                Some(without_text(RuleOrigin::TypeEqualities, []))
            }
            None => None,
        }
    }

    /// Returns the empty rule of a view op or of an op with type equalities. `None` for other ops.
    fn without_choices<'b>(&self) -> Option<ChoiceRule<'b>> {
        if self.is_view {
            return Some(without_text(RuleOrigin::View, []));
        }
        self.has_type_equalities.then(|| without_text(RuleOrigin::TypeEqualities, []))
    }
}

/// Returns the faults of the attribute `layout.choices` of an op.
pub(crate) fn check_choices(module: &Module, layouts: &ChoiceLayouts<'_>, op: Op) -> Vec<Diag> {
    let Some(attr) = module.attr(op, CHOICES_ATTR) else { return Vec::new() };
    let name = module.name(op);
    let place = module.location(op).attr(CHOICES_ATTR);
    let Some(list) = module.ctx.as_array(attr).filter(|list| !list.is_empty()) else {
        let shown = attr_to_string(module, attr);
        let message = format!(
            "`{CHOICES_ATTR}` of `{name}` is `{shown}`, but must be a list such as `[#layout.choice<same>]`"
        );
        return vec![Diag::error(code::OP_ATTRIBUTE, place, message)];
    };
    let entries = list.iter().enumerate();
    entries.filter_map(|(at, &entry)| check_entry(module, layouts, op, (at, entry))).collect()
}

fn check_entry(
    module: &Module,
    layouts: &ChoiceLayouts<'_>,
    op: Op,
    (at, entry): (usize, Attr),
) -> Option<Diag> {
    let name = module.name(op);
    let place = module.location(op).attr(CHOICES_ATTR).element(at);
    let Some(choice) = choice_of(module, entry) else {
        let shown = attr_to_string(module, entry);
        let message = format!(
            "entry {at} of `{CHOICES_ATTR}` of `{name}` is `{shown}`, but must be `#layout.choice<...>`"
        );
        return Some(Diag::error(code::OP_ATTRIBUTE, place, message));
    };
    if violates_types(name, choice) {
        return Some(Diag::error(
            code::OP_ATTRIBUTE,
            place,
            type_violation(name, &format!("entry {at} of `{CHOICES_ATTR}`")),
        ));
    }
    if let Some(fault) = layouts.fault(choice, &place) {
        return Some(fault);
    }
    // The choices are for this op alone, so wrong counts are an error. The rule of a target also applies to other ops.
    match choice.fit(module, op) {
        Err(unfit @ super::Mismatch::Count { .. }) => {
            let message =
                format!("entry {at} of `{CHOICES_ATTR}` of `{name}` never applies: {unfit}");
            Some(Diag::error(code::COUNT, place, message))
        }
        _ => None,
    }
}

/// Returns the message for choices that violate the type constraint of ops of this name; `what` is their subject.
pub(crate) fn type_violation(name: &str, what: &str) -> String {
    let rule = match type_constraint(name) {
        Some(TypeConstraint::TypeEqualities) => "whose layouts follow from type equality",
        _ => "whose values must all have the same layout",
    };
    format!("{what} is incompatible with the types of `{name}`, {rule}")
}
