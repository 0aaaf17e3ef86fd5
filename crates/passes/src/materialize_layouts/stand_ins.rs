//! Ops that another op replaces in the layouts of their values, by `as` of a choice.

use super::ops::Materializer;
use ir::choice::{ChoiceRule, Offer, RequiredLayout};
use ir::encoding;
use ir::registry::OpEdit;
use ir::{Op, Value};

impl Materializer<'_> {
    /// Returns the change to the op that replaces an op in the layouts of its values. `None` if the first choice with
    /// these layouts names none.
    pub(super) fn stand_in(&mut self, op: Op) -> Option<OpEdit> {
        let rule = ChoiceRule::for_op(self.module, op, self.registry, self.target);
        if rule.choices.iter().all(|choice| choice.stand_in().is_none()) {
            return None;
        }
        let offers = rule.offers(self.module, op);
        let choices: Vec<_> =
            rule.choices.iter().map(|choice| choice.stand_in().cloned()).collect();
        let taken = offers.into_iter().find(|offer| self.is_taken(op, offer))?;
        let stand_in = choices.into_iter().nth(taken.choice?).flatten()?;
        let ctx = &mut self.module.ctx;
        let attrs = stand_in.attrs().iter();
        let attrs = attrs.map(|(key, value)| (key.clone().into(), Some(value.attr(ctx))));
        Some(OpEdit { name: Some(stand_in.name().to_owned().into()), attrs: attrs.collect() })
    }

    /// Returns `true` if the values of an op have the layouts of an offer.
    fn is_taken(&mut self, op: Op, offer: &Offer) -> bool {
        let values: Vec<Value> = self.module.operands_and_results(op).collect();
        let required = &offer.fitted.required;
        let mut same = None;
        values.into_iter().zip(required).all(|(value, required)| match required {
            RequiredLayout::Any => true,
            RequiredLayout::Same => {
                let Some(form) = self.form(value) else { return true };
                let digits: Vec<_> =
                    form.digits.iter().map(|digit| (digit.dim, digit.weight)).collect();
                *same.get_or_insert_with(|| digits.clone()) == digits
            }
            RequiredLayout::Order(order) => self.form(value).is_some_and(|form| {
                let order = order.results().map(|dim| dim.index());
                form.is_same_sequence(&super::form::Form::of_order(&form.lengths, order))
            }),
            RequiredLayout::Format(format) => {
                let ty = self.module.ty(value);
                encoding::with_format(&mut self.module.ctx, ty, *format) == ty
            }
            RequiredLayout::Custom(layout) => {
                let ty = self.module.ty(value);
                encoding::layout_name(&self.module.ctx, ty).as_ref() == Some(layout.name())
            }
        })
    }
}
