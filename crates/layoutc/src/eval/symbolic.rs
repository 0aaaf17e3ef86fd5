//! Answers about layouts with symbols: positions for values that no plain layout has, summaries and comparisons.

use super::answers::ElementPosition;
use super::positions::index_fault;
use super::query_run::QueryRun;
use compiler::{QueriedMap, QueriedSubject, constant_layout, symbols_error};
use ir::layout::{
    AddressError, Decider, Elems, IndexSpace, LogicalIndex, Method, SymbolicComparison,
    SymbolicDifference, SymbolicLayout, joined,
};
use ir::source::Span;
use passes::{QueryError, SmtSolver};
use serde_json::{Map, Value, json};
use std::io;

impl QueryRun<'_, '_, '_> {
    /// Reports that a subject has no layout in memory.
    pub(super) fn no_layout(
        &mut self,
        subject: &QueriedSubject,
        of: &str,
        span: Span,
    ) -> io::Result<()> {
        match subject.layout(of) {
            Err(fault) => self.fault(span, fault),
            Ok(_) => Ok(()),
        }
    }

    /// Answers with the position of the element at an index.
    pub(super) fn at_of_map(
        &mut self,
        (map, of): (&QueriedMap, &str),
        index: Vec<i64>,
        span: Span,
    ) -> io::Result<()> {
        let offset = match map.offset_at(&index) {
            Ok(offset) => offset.map(Elems::new),
            Err(fault) => return self.fault(span, symbols_error(of, &fault)),
        };
        let position = LogicalIndex::new(index).map_err(AddressError::from);
        let position =
            position.and_then(|index| Ok((index, ElementPosition::new(offset, map.elem())?)));
        match position {
            Ok((index, position)) => self.answers.element_position(of, &index, position),
            Err(error) => self.fault(span, index_fault(of, error)),
        }
    }

    /// Answers with the positions of all indices, in row-major order.
    pub(super) fn all_of_map(&mut self, (map, of): (&QueriedMap, &str)) -> io::Result<()> {
        let lengths = match map.lengths() {
            Ok(lengths) => lengths,
            Err(fault) => return self.fault(Span::NONE, symbols_error(of, &fault)),
        };
        for index in IndexSpace::below(lengths).iter() {
            self.at_of_map((map, of), index, Span::NONE)?;
        }
        Ok(())
    }

    /// Answers if two layouts, of which one has symbols, are equal for all values, or else with values and an index at
    /// which they differ. A difference is also an error.
    pub(super) fn same_symbols(
        &mut self,
        (a, first): (&str, &QueriedSubject),
        (b, second): (&str, &QueriedSubject),
    ) -> io::Result<()> {
        let layouts = self.symbolic(first, a).and_then(|a| Ok((a, self.symbolic(second, b)?)));
        let (first, second) = match layouts {
            Ok(layouts) => layouts,
            Err(fault) => return self.fault(Span::NONE, fault),
        };
        let mut solver = SmtSolver::of_environment();
        let compared = first.compare(&second, &mut Decider::with_prover(&mut solver));
        match compared {
            Ok(SymbolicComparison::Equal(Method::Prover)) => {
                self.answers.line(&json!({ "same": true, "by": Method::Prover.to_string() }))
            }
            Ok(SymbolicComparison::Equal(_)) => self.answers.line(&json!({ "same": true })),
            Ok(SymbolicComparison::Different(difference)) => self.differ((a, b), &difference),
            Err(fault) => {
                let error = format!("`{a}` and `{b}` cannot be compared: {}", fault.message);
                let missing = solver.failure().filter(|_| fault.undecided).map(str::to_owned);
                let notes = fault.notes.into_iter().chain(missing);
                let error = notes.fold(QueryError::new(error), QueryError::note);
                self.fault(Span::NONE, error)
            }
        }
    }

    /// Answers with values and an index at which two layouts differ, and reports the difference.
    fn differ(&mut self, (a, b): (&str, &str), found: &SymbolicDifference) -> io::Result<()> {
        let values = || found.symbols.names().zip(&found.values);
        let with: Map<String, Value> =
            values().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        let has_other_rank = found.a_lengths.len() != found.b_lengths.len();
        let (at, of_a, of_b) = match has_other_rank {
            true => (None, None, None),
            false => (Some(&found.index), found.a, found.b),
        };
        self.answers.line(&json!({
            "same": false, "with": with, "at": at, "a": of_a, "b": of_b,
        }))?;
        let values = joined(values().map(|(name, value)| format!("{name} = {value}")), ", ");
        let difference = if found.a_lengths == found.b_lengths {
            let offset = |offset: Option<i64>| match offset {
                Some(offset) => format!("at offset {offset}"),
                None => "invalid".to_owned(),
            };
            let at = joined(&found.index, ", ");
            format!("index [{at}] is {} in `{a}`, {} in `{b}`", offset(found.a), offset(found.b))
        } else {
            let [of_a, of_b] = [&found.a_lengths, &found.b_lengths].map(|it| joined(it, ", "));
            format!("the shape is [{of_a}] in `{a}`, [{of_b}] in `{b}`")
        };
        let message = match values.is_empty() {
            true => format!("`{a}` and `{b}` differ: {difference}"),
            false => format!("`{a}` and `{b}` differ at {values}: {difference}"),
        };
        self.fault(Span::NONE, QueryError::new(message))
    }

    /// Returns a subject as a layout over symbols, of which a plain layout has none.
    fn symbolic(
        &mut self,
        subject: &QueriedSubject,
        of: &str,
    ) -> Result<SymbolicLayout, QueryError> {
        let layout = match subject {
            QueriedSubject::Symbolic(symbols) => return Ok(symbols.read.layout.clone()),
            _ => subject.layout(of)?,
        };
        let layout = layout.in_elements(of)?;
        if layout.shape().static_lengths().is_none()
            && let Some(symbols) = self.symbols.symbols(of)?
        {
            return Ok(symbols.read.layout.clone());
        }
        constant_layout(layout).ok_or_else(|| {
            let message = format!("`{of}` cannot be compared for all values of symbols");
            QueryError::new(message).note(match layout.shape().static_lengths() {
                None => "a length is dynamic",
                Some(_) => {
                    "its offsets are not sums of quotients and remainders, or some indices have no slot"
                }
            })
        })
    }
}
