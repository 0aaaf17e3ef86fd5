//! Explanations: facts about the input with their reasons, shown in the forms of diagnostics.

use ir::diag::Note;
use ir::source::Span;

/// A fact about a place of the input, and the reasons for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    /// The place.
    pub(crate) span: Span,
    /// The fact.
    pub(crate) message: String,
    /// The reasons, in the order of the derivation.
    pub(crate) notes: Vec<Note>,
}
