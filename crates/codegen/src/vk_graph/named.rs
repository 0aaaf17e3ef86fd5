//! A graph with the identifiers of its declarations.

use super::model::GraphModel;
use super::storage::ConstantStorage;

/// A graph with its names and the places of its constants.
pub(super) struct NamedGraph<'a> {
    pub(super) graph: &'a GraphModel<'a>,
    /// The identifier, such as `main_graph`.
    pub(super) name: &'a str,
    /// The start of the names of its constants in the preprocessor.
    pub(super) upper: String,
    pub(super) storage: &'a [ConstantStorage],
}

impl NamedGraph<'_> {
    /// Returns the number of descriptor sets, with empty ones between others.
    pub(super) fn sets(&self) -> usize {
        self.graph.resources.iter().map(|it| it.set as usize + 1).max().unwrap_or_default()
    }
}
