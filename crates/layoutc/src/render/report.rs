//! Prints diagnostics in order and counts the errors.

use super::{Style, closing_line, render};
use crate::status::Stopped;
use ir::diag::{Diag, Severity, counted, fold_classes};
use ir::source::SourceMap;
use std::io::Write;

/// The printer of the diagnostics of one execution, on standard error.
#[derive(Debug)]
pub(crate) struct DiagnosticReporter {
    style: Style,
    /// The maximum number of printed errors; `None` if there is no limit.
    limit: Option<usize>,
    shown: usize,
    hidden: usize,
}

impl DiagnosticReporter {
    pub(crate) fn new(style: Style, limit: usize) -> DiagnosticReporter {
        DiagnosticReporter { style, limit: (limit > 0).then_some(limit), shown: 0, hidden: 0 }
    }

    /// Prints diagnostics by position, and each class of warnings as one. Diagnostics without a position come last.
    pub(crate) fn show(&mut self, mut diags: Vec<Diag>, sources: &SourceMap, err: &mut dyn Write) {
        diags.sort_by_key(|diag| diag.span().start);
        for diag in &fold_classes(diags) {
            if self.admits(diag.severity) {
                // If standard error is closed, the diagnostic is lost.
                let _ = err.write_all(render(diag, sources, self.style).as_bytes());
            }
        }
    }

    /// Counts a diagnostic. Returns `true` if it is within the limit.
    fn admits(&mut self, severity: Severity) -> bool {
        if severity != Severity::Error {
            return true;
        }
        let room = self.limit.is_none_or(|limit| self.shown < limit);
        self.shown += usize::from(room);
        self.hidden += usize::from(!room);
        room
    }

    /// Prints the reason if an execution stopped, and the number of hidden errors. Returns the exit status.
    pub(crate) fn end(
        mut self,
        result: Result<(), Stopped>,
        sources: &SourceMap,
        err: &mut dyn Write,
    ) -> i32 {
        let status = result.map_or_else(
            |Stopped { diags, status }| {
                self.show(diags, sources, err);
                status
            },
            |()| 0,
        );
        self.finish(err);
        status
    }

    /// Prints the number of hidden errors, if there are any.
    pub(crate) fn finish(&self, err: &mut dyn Write) {
        if self.hidden > 0 {
            let shown = counted(self.shown, "error");
            let message = format!("{shown}, {} more not shown", self.hidden);
            let _ = err.write_all(closing_line(&message, self.style).as_bytes());
        }
    }
}
