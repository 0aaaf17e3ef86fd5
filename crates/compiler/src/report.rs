//! Diagnostics with the positions of their text.

use ir::diag::{CoreRequirement, Diag, Severity, StrideConflict, code};
use ir::layout::{Conflict, NotationFault};
use ir::layout::{impl_error, joined};
use ir::source::{SourceMap, Span};
use notation::Witness;
use std::fmt;

/// A note of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportNote {
    /// The text, one sentence.
    pub message: String,
    /// `path:line:column`, both from 1; `None` if the note is not about a text.
    pub position: Option<String>,
}

/// Stride requirements that cannot all hold, with the position, `path:line:column`, of each type, attribute or op that
/// states one. The strides of its corrections are in elements, by logical dim.
pub type ReportedConflict = Conflict<CoreRequirement<String>, Vec<i64>>;

/// A diagnostic with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reported {
    /// The severity.
    pub severity: Severity,
    /// The code, such as `L0401`.
    pub code: String,
    /// The headline, one sentence.
    pub message: String,
    /// The path of the text; empty if the diagnostic is not about a text.
    pub path: String,
    /// The line and the column, both from 1, 0 without a text. Columns count characters. A notation is a text without a
    /// path.
    pub at: (u32, u32),
    /// The notes.
    pub notes: Vec<ReportNote>,
    /// The requirements of a conflict and its corrections; `None` if the diagnostic is about something else.
    pub conflict: Option<ReportedConflict>,
}

/// The diagnostics of a failed call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The diagnostics in the order in which they were reported.
    pub diagnostics: Vec<Reported>,
}

impl Report {
    pub(crate) fn new(diags: Vec<Diag>, sources: &SourceMap) -> Report {
        Report { diagnostics: diags.into_iter().map(|diag| Reported::new(diag, sources)).collect() }
    }
}

/// Diagnostics that are not about a text.
impl From<Vec<Diag>> for Report {
    fn from(diags: Vec<Diag>) -> Report {
        Report::new(diags, &SourceMap::default())
    }
}

impl Reported {
    /// Returns the report of a text that denotes no layout.
    pub fn of_notation(text: &str, fault: NotationFault) -> Report {
        let mut sources = SourceMap::default();
        let diag = Diag::of_notation_text(fault, text, "", &mut sources);
        Report::new(vec![diag], &sources)
    }

    /// Returns the report of a query that is malformed or cannot be answered.
    pub fn of_query(message: impl Into<String>) -> Report {
        Report::new(vec![Diag::error(code::QUERY, Span::NONE, message)], &SourceMap::default())
    }

    fn new(diag: Diag, sources: &SourceMap) -> Reported {
        let span = diag.span();
        let file = sources.file_at(span.start).filter(|_| span.is_some());
        let notes = diag.notes.into_iter().map(|note| ReportNote {
            position: sources.describe(note.span),
            message: note.message,
        });
        Reported {
            severity: diag.severity,
            code: diag.code.to_string(),
            message: diag.message,
            path: file.map_or_else(String::new, |file| file.name.clone()),
            at: file.map_or((0, 0), |file| file.line_col(span.start)),
            notes: notes.collect(),
            conflict: diag.conflict.map(|conflict| reported(&conflict, sources)),
        }
    }
}

/// Returns a conflict with the positions of its requirements.
fn reported(conflict: &StrideConflict, sources: &SourceMap) -> ReportedConflict {
    conflict.map(
        (),
        |CoreRequirement { origin, sources: places, text, .. }| {
            let positions = places.iter().filter_map(|place| sources.describe(place.span));
            CoreRequirement::new(*origin, positions.collect(), text.clone())
        },
        |strides| Some(strides.values().map(|stride| stride.get()).collect()),
    )
}

/// The report of a layout that a notation cannot express.
impl From<Witness> for Report {
    fn from(witness: Witness) -> Report {
        Reported::of_query(witness.to_string())
    }
}

impl fmt::Display for Reported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}:{}:{}: ", self.path, self.at.0, self.at.1)?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)?;
        self.notes.iter().try_for_each(|note| write!(f, "\n  note: {}", note.message))
    }
}

impl_error!(Report { Self { diagnostics, .. } => "{}" (joined(diagnostics, "\n")) });
