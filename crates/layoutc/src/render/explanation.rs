//! Explanations: facts about the input with their reasons, printed in the forms of diagnostics.

use ir::diag::Note;
use ir::source::Span;

/// A fact about a position of the input, and its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    /// The position.
    pub(crate) span: Span,
    /// The fact.
    pub(crate) message: String,
    /// The reasons, in the order of derivation.
    pub(crate) notes: Vec<Note>,
}
