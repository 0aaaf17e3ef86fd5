//! `layoutc eval`: answers queries about the layouts of a compiled module, as JSON, one object a line.
//!
//! In reading order: `options` reads the command line into an [`EvalRequest`]. `queries` reads lines of queries; `answers`
//! writes lines of answers. A `query_run` executes one request: `positions` computes positions of elements, `slots` the
//! slots of placements, `records` bits of records, and `symbolic` answers about layouts with symbols, which
//! `symbol_summary` describes; `summary` describes one layout, `compare` compares two, `moves` counts the moves of a
//! conversion, which `move_plan` describes, and `access` analyzes the memory access of a group of
//! lanes. The core does all computations.

mod access;
mod answers;
mod compare;
mod compare_records;
mod move_plan;
mod moves;
mod options;
mod positions;
mod queries;
mod query_run;
mod records;
mod slots;
mod summary;
mod symbol_summary;
mod symbolic;

pub(crate) use access::lane_access;
pub(crate) use options::{
    AccessRequest, Dims, EvalRequest, LaneFlags, SymbolValues, command, parse, query_example,
};

use crate::streams::output::Output;
use answers::Answers;
use compiler::SymbolTable;
use ir::diag::Diag;
use ir::source::Span;
use queries::Batch;
use query_run::QueryRun;
use std::io::{self, ErrorKind};

/// Answers a request about the layouts of a module, and reports errors. `queries` is the text of the queries with the
/// position of its first byte, if the request has queries. Returns `true` if there was no error.
///
/// # Errors
/// The answers cannot be written.
pub(crate) fn answer(
    symbols: SymbolTable<'_>,
    request: &EvalRequest,
    queries: (&str, u32),
    out: &mut Output<'_>,
    report: &mut dyn FnMut(Diag),
) -> io::Result<bool> {
    let mut run = QueryRun { symbols, answers: Answers::new(out), report, is_successful: true };
    match run.request(request, queries) {
        // The reader of the answers has closed the pipe.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(run.is_successful),
        result => result.map(|()| run.is_successful),
    }
}

impl QueryRun<'_, '_, '_> {
    fn request(&mut self, request: &EvalRequest, (text, base): (&str, u32)) -> io::Result<()> {
        match request {
            EvalRequest::Queries { of, inverse, .. } => {
                self.batch(&Batch { text, base, of: of.as_deref(), inverse: *inverse })?;
            }
            EvalRequest::At { of, at } => {
                self.one(of, |run, subject| run.at_coordinate(subject, of, at, Span::NONE))?;
            }
            EvalRequest::Offset { of, offset } => {
                self.one(of, |run, subject| run.known_slot(subject, of, *offset))?;
            }
            EvalRequest::Slot { of, slot } => {
                self.one(of, |run, subject| run.slot_on_axes(subject, of, slot, Span::NONE))?;
            }
            EvalRequest::All { of } => self.one(of, |run, subject| run.all(subject, of))?,
            EvalRequest::AllSlots { of } => {
                self.one(of, |run, subject| run.all_slots(subject, of))?
            }
            EvalRequest::Records { of, field, question } => self.one(of, |run, subject| {
                run.record_question(subject, of, field.as_deref(), question)
            })?,
            EvalRequest::Summary { of } => self.one(of, |run, subject| run.summary(subject, of))?,
            EvalRequest::Same { a, b } => self.same(a, b)?,
            EvalRequest::Moves { from, to, with_plan } => self.moves(from, to, *with_plan)?,
            EvalRequest::Access { of, access } => self.one(of, |run, subject| {
                let layout = subject.layout(of);
                let result = match layout.as_ref().map(|layout| layout.in_elements(of)) {
                    Ok(Ok(layout)) => access::answer(layout, of, access, &mut run.answers)?,
                    Ok(Err(fault)) => Err(fault),
                    Err(fault) => Err(fault.clone()),
                };
                result.map_or_else(|fault| run.fault(Span::NONE, fault), |()| Ok(()))
            })?,
        }
        self.answers.flush()
    }
}
