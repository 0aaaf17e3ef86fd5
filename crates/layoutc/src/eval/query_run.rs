//! A request under way, and how it reports errors.

use super::answers::Answers;
use super::symbols::{QueriedLayout, QueryFault, SymbolTable};
use ir::diag::{Diag, Severity, code};
use ir::source::Span;
use std::io;

/// A request under way.
pub(super) struct QueryRun<'a, 'o> {
    pub(super) symbols: SymbolTable<'a>,
    pub(super) answers: Answers<'a, 'o>,
    pub(super) report: &'a mut dyn FnMut(Diag),
    /// `true` if there was no error so far.
    pub(super) is_successful: bool,
}

impl QueryRun<'_, '_> {
    /// Does something with the one layout that a request is about.
    pub(super) fn one(
        &mut self,
        of: &str,
        then: impl FnOnce(&mut Self, &QueriedLayout) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.symbols.find(of) {
            Ok(subject) => then(self, &subject),
            Err(fault) => self.fault(Span::NONE, fault),
        }
    }

    /// Reports what is wrong, after the answers so far; the request goes on.
    pub(super) fn fault(&mut self, span: Span, fault: QueryFault) -> io::Result<()> {
        self.answers.flush()?;
        self.is_successful = false;
        (self.report)(fault.into_diag(span));
        Ok(())
    }

    pub(super) fn remark(&mut self, message: String) {
        (self.report)(Diag::new(Severity::Remark, code::QUERY, Span::NONE, message));
    }
}
