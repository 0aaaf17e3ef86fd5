//! Ops that compute on permuted values after a change of their own, such as `linalg.generic` with other indexing maps.

use super::form::Form;
use super::ops::Materializer;
use ir::registry::OpEdit;
use ir::{Op, Value};

/// The order of each operand and then each result; `None` for a value that is not permuted.
type Orders = Vec<Option<Vec<usize>>>;

impl Materializer<'_> {
    /// Lets an op compute on permuted values by a change of its own. Returns `false` if it cannot.
    pub(super) fn absorb(&mut self, op: Op) -> bool {
        let operands = self.module.operands(op).len();
        let values: Vec<Value> = self.module.operands_and_results(op).collect();
        let own = values.iter().map(|&value| self.form(value)?.order());
        let own = own.map(|order| order.filter(|order| !order.is_sorted()));
        let Some((orders, edit)) = self.absorbed_orders(op, own.collect()) else { return false };
        let mut kept = None;
        for (at, &value) in values.iter().enumerate() {
            let Some(current) = self.form(value).cloned() else { continue };
            let form = match &orders[at] {
                Some(order) => Form::of_order(&current.lengths, order.iter().copied()),
                None => current.to_logical(),
            };
            if !form.is_same_sequence(&current) && !self.is_constant(value) {
                kept = Some(unabsorbed(&current));
            }
            if at < operands {
                self.operand(op, at, value, &form);
            } else {
                self.define(value, form);
            }
        }
        if let Some(reason) = kept {
            self.report_kept(op, reason);
        }
        self.apply(op, edit);
        true
    }

    /// Returns the orders in which an op can have its values, and its change for them: all orders, or else those that
    /// it can have one after the other. `None` if it can have none.
    fn absorbed_orders(&mut self, op: Op, own: Orders) -> Option<(Orders, OpEdit)> {
        if own.iter().all(Option::is_none) {
            return None;
        }
        if let Some(edit) = self.registry.absorbed(self.module, op, &own) {
            return Some((own, edit));
        }
        let tied = self.with_destinations(op, own.clone());
        if tied != own
            && let Some(edit) = self.registry.absorbed(self.module, op, &tied)
        {
            return Some((tied, edit));
        }
        let mut orders: Orders = vec![None; own.len()];
        let mut edit = None;
        for (at, order) in own.into_iter().enumerate().filter(|(_, order)| order.is_some()) {
            orders[at] = order;
            match self.registry.absorbed(self.module, op, &orders) {
                Some(found) => edit = Some(found),
                None => orders[at] = None,
            }
        }
        Some((orders, edit?))
    }

    /// Returns the orders in which each of the last operands has the order of its result, as the destinations of an op
    /// must. The op decides whether it has destinations.
    fn with_destinations(&self, op: Op, mut orders: Orders) -> Orders {
        let operands = self.module.operands(op);
        let results = self.module.results(op);
        let Some(first) = operands.len().checked_sub(results.len()) else { return orders };
        for (at, result) in results.enumerate() {
            let destination = operands[first + at];
            let lengths = |value| self.form(value).map(|form| &form.lengths);
            if lengths(destination) == lengths(result) {
                orders[first + at] = orders[operands.len() + at].clone();
            }
        }
        orders
    }

    /// Returns the reason why an op without other dims keeps its logical shape.
    pub(super) fn kept_by_absorb(&mut self, op: Op) -> Option<&'static str> {
        let none = vec![None; self.module.operands_and_results(op).count()];
        self.registry.absorbed(self.module, op, &none)?;
        let values: Vec<Value> = self.module.operands_and_results(op).collect();
        let mut forms = values.into_iter().filter_map(|value| self.form(value));
        forms.find(|form| !form.is_same_sequence(&form.to_logical())).map(unabsorbed)
    }
}

/// Returns the reason why an op that can permute its values does not have one in this form.
fn unabsorbed(form: &Form) -> &'static str {
    match form.order() {
        Some(_) => "it cannot compute on these orders",
        None => "a layout with blocks or padding is not a permutation of its dims",
    }
}
