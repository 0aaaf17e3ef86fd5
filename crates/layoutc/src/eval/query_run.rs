//! The execution of one request, and its errors.

use super::answers::Answers;
use compiler::{QueriedSubject, SymbolTable};
use ir::diag::{Diag, Severity, code};
use ir::source::Span;
use passes::QueryError;
use std::io;

/// The execution of one request.
pub(super) struct QueryRun<'a, 'o, 'm> {
    pub(super) symbols: SymbolTable<'m>,
    pub(super) answers: Answers<'a, 'o>,
    pub(super) report: &'a mut dyn FnMut(Diag),
    /// `true` if no error was reported so far.
    pub(super) is_successful: bool,
}

impl QueryRun<'_, '_, '_> {
    /// Resolves the single symbol of a request and calls `then` with its layout or placement.
    pub(super) fn one(
        &mut self,
        of: &str,
        then: impl FnOnce(&mut Self, &QueriedSubject) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.symbols.subject(of) {
            Ok(subject) => then(self, &subject),
            Err(fault) => self.fault(Span::NONE, fault),
        }
    }

    /// Reports an error, after the answers so far. The request continues.
    pub(super) fn fault(&mut self, span: Span, fault: QueryError) -> io::Result<()> {
        self.answers.flush()?;
        self.is_successful = false;
        (self.report)(fault.at(span).into_diag());
        Ok(())
    }

    pub(super) fn remark(&mut self, message: String) {
        (self.report)(Diag::new(Severity::Remark, code::QUERY, Span::NONE, message));
    }
}
