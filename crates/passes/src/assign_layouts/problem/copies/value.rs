//! A value whose copies are decided, and the edges that every form of its copies adds.

use crate::assign_layouts::problem::conversions::ConversionCosts;
use crate::assign_layouts::problem::definition::Definition;
use crate::assign_layouts::sites::SiteSlot;
use crate::assign_layouts::sites::candidate::Candidate;
use pbqp::{Cost, FORBIDDEN, NodeId, Problem, ProblemError, allowed_pairs};

/// A value whose copies the problem decides.
pub(crate) struct CopiedValue<'a, 'c> {
    pub(crate) problem: &'a mut Problem,
    pub(crate) costs: &'a mut ConversionCosts<'c>,
    /// The slot of the definition.
    pub(crate) slot: &'a SiteSlot,
    pub(crate) definition: &'a Definition,
}

impl CopiedValue<'_, '_> {
    /// Adds a node that decides about copies: the costs of its labels, and those of its labels with each label of the
    /// definition.
    pub(super) fn add_node(
        &mut self,
        own: Vec<Cost>,
        pairs: Vec<Cost>,
    ) -> Result<NodeId, ProblemError> {
        let node = self.problem.add_node(own)?;
        self.problem.mark_dependent(node);
        self.problem.add_edge(self.definition.node, node, pairs)?;
        Ok(node)
    }
}

/// Forbids the first of the labels of a node, the absence of a class of copies, where a site uses the class.
pub(super) fn require_used(
    problem: &mut Problem,
    class: &[Candidate],
    (node, labels): (NodeId, usize),
    (site, layouts): (NodeId, &[Option<Candidate>]),
) -> Result<(), ProblemError> {
    let mut pairs = allowed_pairs(&[class], layouts, |class, layout| {
        layout.is_none_or(|layout| !class.contains(&layout))
    });
    if !pairs.contains(&FORBIDDEN) {
        return Ok(());
    }
    pairs.resize(layouts.len() * labels, 0);
    problem.add_edge(node, site, pairs)?;
    Ok(())
}
