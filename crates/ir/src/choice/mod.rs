//! Layout choices: which layouts an op can take and give together, on which conditions, and at what cost.
//!
//! The rules of a target, the attribute `layout.choices` of an op and an embedder's [`LayoutChoices`] all speak in
//! [`Choice`]s, whose text is described at the attribute's own data. In reading order: `rules` has which choices an
//! op has ([`ChoiceRule::of`]), `fit` what a choice means for the values of one op, `evaluate` whether its conditions
//! hold there, by the `op_facts` of the op.

mod evaluate;
mod fit;
mod op_facts;
mod rules;

pub use crate::data::choice::{
    Choice, Condition, ConditionTest, Const, ElemKind, Form, Item, NamedOrder, Slot, Slots, Term,
    ValueSelector,
};
pub use crate::registry::LayoutChoices;
pub use fit::{Fitted, Mismatch, RequiredLayout};
pub use rules::{CHOICES_ATTR, ChoiceRule, Offer, RuleOrigin, keeps_types};
pub(crate) use rules::{check_choices, loosened, loosens};

#[cfg(test)]
mod tests;
