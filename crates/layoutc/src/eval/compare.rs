//! Comparison of two layouts as functions from indices to offsets.

use super::query_run::QueryRun;
use super::slots::SlotKeys;
use compiler::{QueriedLayout, QueriedSubject};
use ir::layout::{CompareError, Difference, Elems, Placement, PlacementDifference};
use ir::source::Span;
use passes::QueryError;
use serde_json::{Value, json};
use std::io;

impl QueryRun<'_, '_, '_> {
    /// Answers if two layouts are equal, or else with the first index at which they differ. A difference is also an
    /// error.
    pub(super) fn same(&mut self, a: &str, b: &str) -> io::Result<()> {
        let [first, second] = self.symbols.subjects([a, b]);
        match (first, second) {
            (Ok(QueriedSubject::Layout(first)), Ok(QueriedSubject::Layout(second))) => {
                self.compare((a, &first), (b, &second))
            }
            (Ok(QueriedSubject::Records(first)), Ok(QueriedSubject::Records(second))) => {
                self.compare_records((a, &first), (b, &second))
            }
            (Ok(first), Ok(second)) if first.has_symbols() || second.has_symbols() => {
                self.same_symbols((a, &first), (b, &second))
            }
            (Ok(first), Ok(second)) => {
                match first.placement(a).and_then(|first| Ok((first, second.placement(b)?))) {
                    Ok((first, second)) => self.compare_placements((a, &first), (b, &second)),
                    Err(fault) => self.fault(Span::NONE, fault),
                }
            }
            (first, second) => {
                let faults = [first.err(), second.err()].into_iter().flatten();
                faults.into_iter().try_for_each(|fault| self.fault(Span::NONE, fault))
            }
        }
    }

    fn compare_placements(
        &mut self,
        (a, first): (&str, &Placement),
        (b, second): (&str, &Placement),
    ) -> io::Result<()> {
        match first.difference(second) {
            Ok(None) => self.answers.line(&json!({ "same": true })),
            Ok(Some(PlacementDifference { at, a: in_a, b: in_b, .. })) => {
                let in_a = SlotKeys::new(first).values(&in_a);
                let in_b = SlotKeys::new(second).values(&in_b);
                let index: Value = at.values().copied().collect();
                self.answers.line(&json!({ "same": false, "at": index, "a": in_a, "b": in_b }))?;
                let message = format!(
                    "`{a}` and `{b}` differ: index {at} is in the slots {in_a} of `{a}`, {in_b} of `{b}`"
                );
                self.fault(Span::NONE, QueryError::new(message))
            }
            Err(error) => self.not_compared(a, b, error),
        }
    }

    /// Reports why two layouts have no first difference.
    pub(super) fn not_compared(&mut self, a: &str, b: &str, error: CompareError) -> io::Result<()> {
        if let CompareError::Shapes(..) = error {
            self.answers.line(&differ(None))?;
            let message = format!("`{a}` and `{b}` differ: {error}");
            return self.fault(Span::NONE, QueryError::new(message));
        }
        let message = format!("`{a}` and `{b}` cannot be compared: {error}");
        self.fault(Span::NONE, QueryError::new(message))
    }

    fn compare(
        &mut self,
        (a, first): (&str, &QueriedLayout),
        (b, second): (&str, &QueriedLayout),
    ) -> io::Result<()> {
        let layouts = first.in_elements(a).and_then(|a| Ok((a, second.in_elements(b)?)));
        let (first, second) = match layouts {
            Ok(layouts) => layouts,
            Err(fault) => return self.fault(Span::NONE, fault),
        };
        match first.difference(second) {
            Ok(None) => self.answers.line(&json!({ "same": true })),
            Ok(Some(difference)) => {
                self.answers.line(&differ(Some(&difference)))?;
                self.fault(Span::NONE, difference_fault(a, b, &difference))
            }
            Err(error) => self.not_compared(a, b, error),
        }
    }
}

fn differ(difference: Option<&Difference>) -> Value {
    let at = difference.map(|it| it.at.values().copied().collect::<Value>());
    let a = difference.and_then(|it| it.a).map(Elems::get);
    let b = difference.and_then(|it| it.b).map(Elems::get);
    json!({ "same": false, "at": at, "a": a, "b": b })
}

fn difference_fault(a: &str, b: &str, difference: &Difference) -> QueryError {
    fn offset(offset: Option<Elems>) -> String {
        match offset {
            Some(offset) => format!("at offset {}", offset.get()),
            None => "invalid".to_owned(),
        }
    }
    let first = offset(difference.a);
    let second = offset(difference.b);
    let at = &difference.at;
    QueryError::new(format!(
        "`{a}` and `{b}` differ: index {at} is {first} in `{a}`, {second} in `{b}`"
    ))
}
