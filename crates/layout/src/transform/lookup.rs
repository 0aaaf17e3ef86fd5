//! The transform `lookup`: reads an index from a table.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, 1 as long as the table | table\[u\] | |
//!
//! Replaces the index by the value of a `layout.table` at it, which must be below the length of the operand. The example
//! is a paged cache: a position consists of a page and of a slot in the page, and the table holds the number of each page
//! in memory. The values of a table may also be declared instead of given; then what follows from them rests on that
//! declaration.
//!
//! ```mlir
//! layout.table @pages dense<[3, 0, 2]> : tensor<3xi32>
//! layout.descriptor @cache {
//!   %m, %n = layout.packed [4, 2]
//!   %p = layout.lookup %m by @pages
//!   %i = layout.merge %p, %n
//!   layout.yield %i
//! }
//! ```
//!
//! ```console
//! $ layoutc draw cache.mlir --of=@cache
//! @cache
//!   shape [6]
//!   memory [4, 2] strides [2, 1]; 8 elements
//!   order m0 m1, outermost first
//!   vectors of 2 elements along d0
//!
//! d0  0 1 2 3 4 5
//!     6 7|0 1|4 5
//! ```

use super::fault::{FaultPart, TransformFault};
use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, Search, TransformSemantics};
use super::undo::{UndoContext, UndoFault, Undone};
use crate::domain::{Algebra, ArithmeticProgression, BudgetExceeded, Range, Table};
use crate::space::DimId;

/// w = table\[u\].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lookup {
    /// The table, whose values are below the operand length.
    pub by: Table,
}

impl TransformSemantics for Lookup {
    form! {
        "lookup", "reads the index of a dim from a table",
        DimCount::Exactly(1) => DimCount::Exactly(1),
        "by" by: table,
    }

    const BOUNDED: bool = true;

    fn result_lengths(&self, operands: &[i64]) -> Result<Vec<i64>, TransformFault> {
        let length = operands[0];
        let high = self.by.range().high;
        if high < length {
            return Ok(vec![self.by.length()]);
        }
        let values = self.by.values().unwrap_or_default();
        let (what, note) = match values.iter().position(|&value| value == high) {
            Some(at) => (format!("value {at} of {} is {high}", self.by), "change the value"),
            None => {
                (format!("the values of {} may be up to {high}", self.by), "declare a lower end")
            }
        };
        let message = format!("{what}, but must be below {length}, the length of the operand");
        let note = format!("{note}, or use a longer dim");
        Err(TransformFault {
            part: Some(FaultPart::Lower(0)),
            ..TransformFault::new(message, note)
        })
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        eval.operands.push(eval.algebra.lookup(&eval.results[0], &self.by));
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        let Some(operands) = search.operands[0].clipped(self.by.range()) else { return Ok(()) };
        if operands.is_all_of(self.by.range()) {
            search.add_all();
            return Ok(());
        }
        // Only an index inside the table has a value.
        let Some(bound) = search.bounds[0].meet(Range::below(self.by.length())) else {
            return Ok(());
        };
        let Some(values) = self.by.values() else { return Err(BudgetExceeded) };
        let found = &mut *search.found;
        let mut add = |at: i64| found.add([ArithmeticProgression::one(at).clipped(bound)]);
        if operands.count < self.by.length() {
            search.budget.spend(operands.count.unsigned_abs())?;
            for value in operands.indices() {
                let indices = self.by.indices_of(value).unwrap_or_default();
                search.budget.spend(indices.len() as u64)?;
                indices.iter().for_each(|&at| add(at));
            }
            return Ok(());
        }
        search.budget.spend(values.len() as u64)?;
        for (at, &value) in (0..).zip(values) {
            if operands.clipped(Range::only(value)).is_some() {
                add(at);
            }
        }
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        let all = Range::below(self.by.length());
        let Some(values) = self.by.values() else {
            let is_box = self.by.is_injective() && self.by.range().count() == self.by.length();
            return (results[0] == all && is_box).then(|| vec![self.by.range()]);
        };
        if !results[0].within(all) {
            return None;
        }
        let mut values = values[results[0].low as usize..=results[0].high as usize].to_vec();
        values.sort_unstable();
        let is_box = values.windows(2).all(|pair| pair[1] - pair[0] == 1);
        is_box.then(|| vec![Range { low: values[0], high: values[values.len() - 1] }])
    }

    fn is_one_to_one(&self) -> bool {
        self.by.is_injective()
    }

    fn table(&self) -> Option<&Table> {
        Some(&self.by)
    }

    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, results: &[DimId], cx: &mut C) -> Undone
    where
        Self: Into<C::Transform>,
    {
        if !self.by.is_injective() {
            return Err(UndoFault::Shared);
        }
        let values = self.by.values().ok_or(UndoFault::Irreversible)?;
        let absent = self.by.length();
        let count = usize::try_from(lengths.operands[0]).map_err(|_| UndoFault::TooMany)?;
        if count > crate::limits::TABLE_VALUES as usize {
            return Err(UndoFault::TooMany);
        }
        let mut inverse = vec![absent; count];
        for (at, &value) in (0..).zip(values) {
            inverse[value as usize] = at;
        }
        let is_complete = !inverse.contains(&absent);
        let by = Table::of_values(format!("{}_inverse", self.by.name()), inverse);
        let by = by.map_err(|message| UndoFault::Unfit(TransformFault::new(message, "")))?;
        // A value that the table does not have maps to an index that has no counterpart.
        let dim = if is_complete { results[0] } else { cx.shift(results[0], 0, absent + 1)? };
        cx.apply(Lookup { by }, &[dim])
    }
}
