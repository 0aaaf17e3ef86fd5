//! Copies that are decided one by one: a node for each layout decides whether the value is available in it.
//!
//! A padded definition is larger than some of its copies, so each copy may also be converted from a smaller one; other
//! labels of its node are these sources. The order of sizes excludes cycles.

use super::value::{CopiedValue, require_used};
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::{Footprints, FormRole};
use pbqp::{FORBIDDEN, NodeId, Problem, ProblemError};

/// A node that decides whether a value is available in some layouts of equal memory.
pub(super) struct Copied {
    pub(super) layouts: Vec<Candidate>,
    node: NodeId,
    /// The copies from which this one may be converted, as indices. Label 0 is the absence of the copy, label 1 the
    /// conversion from the definition, and the next labels are conversions from these.
    sources: Vec<usize>,
}

/// The copies of a value, each with a node.
pub(crate) struct SingleCopies {
    pub(super) all: Vec<Copied>,
}

impl SingleCopies {
    /// Adds the nodes for a value that is used in layouts of these classes, and their edges to the definition.
    pub(super) fn new(
        value: &mut CopiedValue<'_, '_>,
        mut classes: Vec<Vec<Candidate>>,
    ) -> Result<SingleCopies, ProblemError> {
        let key = value.slot.key;
        let slot = value.slot;
        let defined = value.definition.padded(value.costs, slot);
        let footprints = &mut *value.costs.footprints;
        let defined = defined.into_iter().flatten();
        let largest = defined.map(|(at, reqs)| footprints.padded_bytes(key, at, reqs)).max();
        let largest = largest.unwrap_or(0);
        let small = footprints.row_major(key);
        let has_small = classes.iter().any(|class| footprints.is_same(key, class[0], small));
        if classes.len() > 1 && !has_small && footprints.bytes(key, small) < largest {
            classes.push(vec![small]);
        }
        let bytes = |footprints: &mut Footprints, layout| {
            let reqs = footprints.least_reqs(slot.value, layout, FormRole::Copied);
            footprints.padded_bytes(key, layout, reqs)
        };
        classes.sort_by_key(|class| bytes(footprints, class[0]));
        let mut copies = SingleCopies { all: Vec::new() };
        for layouts in classes {
            let footprints = &mut *value.costs.footprints;
            let sources = (0..copies.all.len())
                .filter(|&at| bytes(footprints, copies.all[at].layouts[0]) < largest)
                .collect();
            copies.add(value, layouts, sources)?;
        }
        Ok(copies)
    }

    fn add(
        &mut self,
        value: &mut CopiedValue<'_, '_>,
        layouts: Vec<Candidate>,
        sources: Vec<usize>,
    ) -> Result<(), ProblemError> {
        let slot = value.slot;
        let to = value.costs.copied(slot, layouts[0]);
        let mut own = vec![0, 0];
        own.extend(sources.iter().map(|&at| {
            let from = value.costs.copied(slot, self.all[at].layouts[0]);
            value.costs.cost(slot, from, to)
        }));
        let mut pairs = Vec::new();
        for defined in value.definition.padded(value.costs, slot) {
            pairs.extend([0, defined.map_or(0, |from| value.costs.copy_cost(slot, from, to))]);
            pairs.extend(sources.iter().map(|_| 0));
        }
        let node = value.add_node(own, pairs)?;
        for (number, &source) in sources.iter().enumerate() {
            let Copied { node: from, sources: ref of_source, .. } = self.all[source];
            let labels = 2 + sources.len();
            let mut pairs = vec![0; (2 + of_source.len()) * labels];
            pairs[2 + number] = FORBIDDEN;
            value.problem.add_edge(from, node, pairs)?;
        }
        self.all.push(Copied { layouts, node, sources });
        Ok(())
    }

    /// Adds the edges to a site that uses the value in these layouts.
    pub(super) fn connect(
        &self,
        problem: &mut Problem,
        site: NodeId,
        layouts: &[Option<Candidate>],
    ) -> Result<(), ProblemError> {
        for copy in &self.all {
            let labels = 2 + copy.sources.len();
            require_used(problem, &copy.layouts, (copy.node, labels), (site, layouts))?;
        }
        Ok(())
    }
}
