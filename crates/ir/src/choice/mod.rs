//! Layout choices: the layouts that the operands and results of an op may have together, with conditions and costs.
//!
//! The rules of a target, the attribute `layout.choices` of an op and an embedder's [`LayoutChoices`] all contain
//! [`Choice`]s; the documentation of `data::choice` describes their text. In reading order: `rules` finds the choices
//! of an op ([`ChoiceRule::for_op`]); `fit` applies a choice to the values of one op, and `fused` the conversions that the op
//! performs itself; `evaluate` evaluates its conditions on the types and attributes in `op_facts`; `roles` maps the layouts
//! of a kind's rule to the values of an op; `lint` reports rules that never apply; `stand_in` reads and writes the
//! attributes of the op that replaces the op of a choice. `group_rule` applies choices to the values of a group of ops.

mod evaluate;
mod fit;
mod fused;
mod group_rule;
mod lint;
mod op_facts;
mod roles;
mod rules;
mod stand_in;

pub use crate::data::choice::{
    Choice, Condition, ConditionTest, Const, CostExpr, CostFault, CostOp, ElemKind, Form,
    FusedLayouts, Item, LayoutName, MAX_COST_TERMS, NamedOrder, Slot, Slots, StandIn, StandInAttr,
    Term, ValueSelector,
};
pub use crate::registry::{CustomLayout, LayoutChoices};
pub use fit::{Fitted, FusedConversion, MAX_COMBINATIONS, Mismatch, RequiredLayout};
pub(crate) use group_rule::conditions_hold;
pub use lint::{RuledOp, lint_rules};
pub(crate) use op_facts::GroupValues;
pub use rules::{CHOICES_ATTR, ChoiceRule, Offer, RuleOrigin, keeps_types};
pub(crate) use rules::{check_choices, type_violation, violates_types};

#[cfg(test)]
mod tests;
