//! The choices of the rule of a group, applied to its operands and its result.

use super::op_facts::{GroupValues, OpFacts};
use super::roles::ValueRoles;
use super::{Choice, Condition, Offer};
use crate::module::{Module, Op};
use crate::registry::Registry;

impl GroupValues<'_> {
    /// Returns the choices that apply to the values, each combination of alternatives on its own. With a registry, the
    /// choices list layouts by the roles of the anchor. A choice with fused conversions applies to single ops alone.
    pub(crate) fn offers(
        self,
        module: &Module,
        registry: Option<&Registry>,
        choices: &[Choice],
    ) -> Vec<Offer> {
        let GroupValues { operands, result, anchor, .. } = self;
        let roles = registry
            .and_then(|registry| ValueRoles::of_group(module, anchor, registry, operands, result));
        let facts = OpFacts::of_group(module, self, roles.as_ref());
        let choices = choices.iter().enumerate().filter(|(_, choice)| choice.fuses().is_empty());
        let fitting = choices.flat_map(|(at, choice)| {
            let fitted = choice.fit_own(&facts).unwrap_or_default();
            fitted.into_iter().map(move |fitted| Offer { choice: Some(at), fitted })
        });
        fitting.collect()
    }
}

/// Returns `true` if all conditions hold for an op.
pub(crate) fn conditions_hold(module: &Module, op: Op, conditions: &[Condition]) -> bool {
    if conditions.is_empty() {
        return true;
    }
    let facts = OpFacts::new(module, op, None, &[]);
    conditions.iter().all(|condition| condition.holds(&facts).0)
}
