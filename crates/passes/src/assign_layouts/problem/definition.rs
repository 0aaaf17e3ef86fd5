//! The node of the problem that decides the layout in which a value is defined.

use crate::assign_layouts::sites::candidate::Candidate;
use pbqp::NodeId;

/// A node of the problem that decides the layout in which a value is defined, and the layout for each of its labels.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) node: NodeId,
    /// `None` for a label that is unrelated to the layout.
    pub(crate) layouts: Vec<Option<Candidate>>,
}
