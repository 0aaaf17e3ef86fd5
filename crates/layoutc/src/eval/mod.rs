//! `layoutc eval`: answers questions about the layouts of a compiled module, as JSON, one object a line.
//!
//! In reading order: `options` reads the command line into a [`Request`]; `symbols` finds the layout that a name
//! means; `queries` reads lines of queries, `json` and `answers` write lines of answers; `summary` tells all about
//! one layout, `same` compares two, `access` looks at how a group of lanes meets memory. All that is computed is
//! computed by the core.

mod access;
mod answers;
mod json;
mod options;
mod queries;
mod same;
mod summary;
mod symbols;

pub(crate) use options::{Request, parse};
pub(crate) use symbols::{Fault, Located, Symbols};

use crate::output::Output;
use answers::{Answers, Place};
use codegen::Emitter;
use ir::diag::{Diag, Severity, code};
use ir::layout::{AddressError, Bytes, Elems, IndexSpace, LogicalIndex, RankError};
use ir::source::Span;
use ir::{Module, Registry};
use queries::{Batch, Question};
use std::io::{self, ErrorKind};
use symbols::Subject;

/// What stands in the place of an emitter: it tells which passes run where the user asks for none.
pub(crate) const EMITTER: Emitter = Emitter {
    name: "eval",
    summary: "answers to questions about layouts",
    passes: &["resolve-strides"],
    binary: false,
    emit: |_, _, _| Ok(()),
};

/// Questions to a compiled module.
pub(crate) struct Job<'a> {
    pub(crate) module: &'a Module,
    pub(crate) registry: &'a Registry,
    pub(crate) request: &'a Request,
    /// The text of the queries with the position of its first byte; empty where there are none.
    pub(crate) queries: (&'a str, u32),
}

/// Answers a request, and reports what is wrong; whether nothing was.
///
/// # Errors
/// The answers cannot be written.
pub(crate) fn answer(
    job: &Job<'_>,
    out: &mut Output<'_>,
    report: &mut dyn FnMut(Diag),
) -> io::Result<bool> {
    let mut run = Run {
        symbols: Symbols::new(job.module, job.registry),
        answers: Answers::new(out),
        report,
        fine: true,
    };
    match run.request(job) {
        // Nobody reads the answers any more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(run.fine),
        result => result.map(|()| run.fine),
    }
}

/// A request under way.
struct Run<'a, 'o> {
    symbols: Symbols<'a>,
    answers: Answers<'a, 'o>,
    report: &'a mut dyn FnMut(Diag),
    /// Nothing was wrong so far.
    fine: bool,
}

impl Run<'_, '_> {
    fn request(&mut self, job: &Job<'_>) -> io::Result<()> {
        match job.request {
            Request::Queries { of, inverse, .. } => {
                let (text, base) = job.queries;
                self.batch(&Batch { text, base, of: of.as_deref(), inverse: *inverse })?;
            }
            Request::At { of, at } => self.one(of, |run, subject| {
                let index = at.iter().copied();
                run.at(
                    subject,
                    of,
                    LogicalIndex::new(index).map_err(AddressError::from),
                    Span::NONE,
                )
            })?,
            Request::Offset { of, offset } => {
                self.one(of, |run, subject| run.slot(subject, of, *offset, Span::NONE))?;
            }
            Request::All { of } => self.one(of, |run, subject| run.all(subject, of))?,
            Request::AllSlots { of } => self.one(of, |run, subject| run.all_slots(subject, of))?,
            Request::Summary { of } => self.one(of, |run, subject| run.summary(subject, of))?,
            Request::Same { a, b } => self.same(a, b)?,
            Request::Access { of, access } => self.one(of, |run, subject| {
                let told = match subject.in_elements(of) {
                    Ok(layout) => access::answer(layout, of, access, &mut run.answers)?,
                    Err(fault) => Err(fault),
                };
                told.map_or_else(|fault| run.fault(Span::NONE, fault), |()| Ok(()))
            })?,
        }
        self.answers.flush()
    }

    /// Does something with the one layout that a request is about.
    fn one(
        &mut self,
        of: &str,
        then: impl FnOnce(&mut Self, &Subject) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.symbols.find(of) {
            Ok(subject) => then(self, &subject),
            Err(fault) => self.fault(Span::NONE, fault),
        }
    }

    /// Reports what is wrong, after the answers so far; the request goes on.
    fn fault(&mut self, span: Span, fault: Fault) -> io::Result<()> {
        self.answers.flush()?;
        self.fine = false;
        (self.report)(fault.into_diag(span));
        Ok(())
    }

    fn remark(&mut self, message: String) {
        (self.report)(Diag::new(Severity::Remark, code::QUERY, Span::NONE, message));
    }

    /// Answers each line of a text.
    fn batch(&mut self, batch: &Batch<'_>) -> io::Result<()> {
        for (line, span) in batch.lines() {
            match batch.read(line) {
                Ok(query) => match self.symbols.find(&query.of) {
                    Ok(subject) => self.query(&subject, &query.of, query.question, span)?,
                    Err(fault) => self.fault(span, fault)?,
                },
                Err(fault) => self.fault(span, fault)?,
            }
        }
        Ok(())
    }

    fn query(
        &mut self,
        subject: &Subject,
        of: &str,
        question: Question,
        span: Span,
    ) -> io::Result<()> {
        match question {
            Question::At(index) => self.at(subject, of, index.map_err(AddressError::from), span),
            Question::Slot(slot) => self.slot(subject, of, slot, span),
        }
    }

    /// Answers where the element at an index is.
    fn at(
        &mut self,
        subject: &Subject,
        of: &str,
        index: Result<LogicalIndex, AddressError>,
        span: Span,
    ) -> io::Result<()> {
        let layout = &subject.layout;
        let place = index.and_then(|index| {
            let offset = layout.offset_of(&index)?;
            let place = match subject.in_bytes {
                None => Place::new(offset, layout.elem())?,
                Some(size) => Place::of_byte(offset.map(Elems::get), size),
            };
            Ok((index, place))
        });
        match place {
            Ok((index, place)) => self.answers.place(of, &index, place),
            Err(error) => self.fault(span, index_fault(of, error)),
        }
    }

    /// Answers which index a slot holds.
    fn slot(&mut self, subject: &Subject, of: &str, slot: i64, span: Span) -> io::Result<()> {
        let unit = subject.in_bytes.unwrap_or(1);
        let place = Elems::new(slot).checked_mul(unit).ok_or(AddressError::Overflow);
        match place.and_then(|place| subject.layout.owners_of(place)) {
            Ok(owners) => self.answers.owners(of, slot, &owners),
            Err(error) => self.fault(span, Fault::new(format!("slot {slot} of `{of}`: {error}"))),
        }
    }

    /// Answers for all indices, in row-major order.
    fn all(&mut self, subject: &Subject, of: &str) -> io::Result<()> {
        let lengths = subject.layout.shape().values().map(|length| length.get());
        let Some(lengths) = lengths.collect::<Option<Vec<i64>>>() else {
            let message = format!("the indices of `{of}` have no end, as a length is dynamic");
            return self.fault(Span::NONE, Fault::new(message));
        };
        let space = IndexSpace::below(lengths);
        let mut index = space.first();
        loop {
            let at = LogicalIndex::new(index.iter().copied()).map_err(AddressError::from);
            self.at(subject, of, at, Span::NONE)?;
            if !space.advance(&mut index) {
                return Ok(());
            }
        }
    }

    /// Answers for all slots: from 0, or the least offset if that is below 0, as many as the allocation has.
    fn all_slots(&mut self, subject: &Subject, of: &str) -> io::Result<()> {
        match slots(subject) {
            Ok(mut slots) => slots.try_for_each(|slot| self.slot(subject, of, slot, Span::NONE)),
            Err(error) => {
                let message = format!("the slots of `{of}` cannot be counted: {error}");
                self.fault(Span::NONE, Fault::new(message))
            }
        }
    }
}

fn index_fault(of: &str, error: AddressError) -> Fault {
    Fault::new(match error {
        AddressError::Rank(RankError::Mismatch { expected, found }) => {
            format!("the index has rank {found}, but `{of}` has rank {expected}")
        }
        _ => format!("an index of `{of}`: {error}"),
    })
}

fn slots(subject: &Subject) -> Result<std::ops::Range<i64>, AddressError> {
    let unit = subject.in_bytes.unwrap_or(1);
    let least = subject.layout.offset_range()?.map_or(0, |(least, _)| least.get());
    let start = least.min(0).div_euclid(unit);
    let count = match subject.in_bytes {
        None => subject.layout.allocation()?.get(),
        Some(size) => subject.layout.size_with_elements_of(Bytes::new(size))?.get(),
    };
    let count = count / unit + i64::from(count % unit != 0);
    Ok(start..start.checked_add(count).ok_or(AddressError::Overflow)?)
}
