//! View ops whose results are other forms of their operands, or reshapes of them.

use super::form::Form;
use super::ops::Materializer;
use super::values::Source;
use crate::assign_layouts::{Candidate, View};
use ir::layout::DimsOrder;
use ir::types::{static_count, static_lengths};
use ir::views::{Subview, ViewMap};
use ir::{Op, Value};

impl Materializer<'_> {
    /// Replaces a view op that permutes or reshapes its operand. Returns `false` for other ops.
    pub(super) fn view(&mut self, op: Op) -> bool {
        let Some(Ok(relations)) = self.relations.get(&op).cloned() else { return false };
        let [Subview { whole, part, map }] = &relations[..] else { return false };
        let (whole, part) = (*whole, *part);
        let is_result = self.module.results(op).eq([part]);
        if !is_result || self.values.source(whole).is_none() {
            return false;
        }
        match map {
            ViewMap::Transpose(dims) => {
                let Some(source) = self.values.source(whole).cloned() else { return false };
                let Some(form) = source.form.transposed(dims) else { return false };
                self.replace(op, part, Source { form, ..source });
                true
            }
            ViewMap::Reshape => self.reshape(op, whole, part),
            ViewMap::Memory => self.reinterpret(op, whole, part),
            ViewMap::Slice { .. } => false,
        }
    }

    /// Replaces a reshape. Where the layouts of both sides are one memory, it is a reshape of the tensors that hold them.
    fn reshape(&mut self, op: Op, whole: Value, part: Value) -> bool {
        let (Some(from), Some(to)) = (self.form(whole).cloned(), self.form(part).cloned()) else {
            return false;
        };
        if from.lengths == to.lengths
            && let Some(source) = self.values.source(whole).cloned()
        {
            self.replace(op, part, source);
            return true;
        }
        let pairs = [
            through(&from, &to).map(|part| (from.clone(), part)),
            through(&to, &from).map(|whole| (whole, to.clone())),
            Some((from.to_logical(), to.to_logical())),
        ];
        let Some((from, to)) = pairs.into_iter().flatten().next() else { return false };
        let is_static = to.physical().iter().all(Option::is_some);
        is_static && self.replace_by_reshape(op, (whole, &from), (part, to))
    }

    /// Replaces a view of the memory of a tensor in another shape or layout.
    fn reinterpret(&mut self, op: Op, whole: Value, part: Value) -> bool {
        let (Some(from), Some(to)) = (self.form(whole).cloned(), self.form(part).cloned()) else {
            return false;
        };
        if from.lengths == to.lengths && from.is_same_sequence(&to) {
            let Some(source) = self.values.source(whole).cloned() else { return false };
            self.replace(op, part, source);
            return true;
        }
        let [before, after] = [&from, &to].map(|form| static_count(&form.physical()));
        after.is_some()
            && before == after
            && self.replace_by_reshape(op, (whole, &from), (part, to))
    }

    /// Replaces an op by a reshape from a form of a value to the form of its result. Returns `false` if the value has no
    /// such form.
    fn replace_by_reshape(
        &mut self,
        op: Op,
        (whole, from): (Value, &Form),
        (part, to): (Value, Form),
    ) -> bool {
        let lengths = to.physical();
        let value = self.values.reshaped(self.module, self.registry, (whole, from), &lengths);
        let Some(value) = value else { return false };
        self.replace(op, part, Source { value, form: to });
        true
    }
}

/// Returns the form of the other side of a reshape that has the dense memory of this side; `None` if no order has it.
fn through(from: &Form, to: &Form) -> Option<Form> {
    let whole = static_lengths(&from.lengths)?;
    let part = static_lengths(&to.lengths)?;
    let order = DimsOrder::from_results(&from.order()?).ok()?;
    let view = View { whole: &whole, part: &part, map: &ViewMap::Reshape };
    match view.part_of(Candidate::Order(order))? {
        Candidate::Order(order) => {
            Some(Form::of_order(&to.lengths, order.results().map(|dim| dim.index())))
        }
        _ => None,
    }
}
