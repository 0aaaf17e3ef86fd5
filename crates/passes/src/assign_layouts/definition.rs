//! The node of the problem that decides the layout in which a value is defined.

use super::candidate::Candidate;
use pbqp::NodeId;

/// A node of the problem that decides the layout in which a value is defined, and the layout for each of its labels.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) node: NodeId,
    /// `None` for a label that is unrelated to the layout.
    pub(super) layouts: Vec<Option<Candidate>>,
}
