//! Copies that are decided one by one: a node for each layout decides whether the value is available in it.
//!
//! A padded definition is larger than some of its copies, so each copy may also be converted from a smaller one; other
//! labels of its node are these sources. The order of sizes excludes cycles.

use crate::assign_layouts::problem::conversions::ConversionCosts;
use crate::assign_layouts::problem::definition::Definition;
use crate::assign_layouts::sites::SiteSlot;
use crate::assign_layouts::sites::candidate::Candidate;
use pbqp::{Cost, FORBIDDEN, NodeId, Problem, ProblemError};

/// A node that decides whether a value is available in some layouts of equal memory.
struct Copied {
    layouts: Vec<Candidate>,
    node: NodeId,
    /// The copies from which this one may be converted, as indices. Label 0 is the absence of the copy, label 1 the
    /// conversion from the definition, and the next labels are conversions from these.
    sources: Vec<usize>,
}

/// The copies of a value, each with a node.
pub(crate) struct SingleCopies {
    all: Vec<Copied>,
}

impl SingleCopies {
    /// Adds the nodes for a value that is used in layouts of these classes, and their edges to the definition.
    pub(super) fn new(
        problem: &mut Problem,
        costs: &mut ConversionCosts<'_>,
        slot: &SiteSlot,
        definition: &Definition,
        mut classes: Vec<Vec<Candidate>>,
    ) -> Result<SingleCopies, ProblemError> {
        let bytes_of =
            |costs: &mut ConversionCosts<'_>, at: Candidate| costs.footprints.bytes(slot.key, at);
        let defined = definition.layouts.iter().flatten();
        let largest = defined.map(|&at| bytes_of(costs, at)).max().unwrap_or(0);
        let small = costs.footprints.row_major(slot.key);
        let has_small =
            classes.iter().any(|class| costs.footprints.is_same(slot.key, class[0], small));
        if classes.len() > 1 && !has_small && bytes_of(costs, small) < largest {
            classes.push(vec![small]);
        }
        classes.sort_by_key(|class| bytes_of(costs, class[0]));
        let mut copies = SingleCopies { all: Vec::new() };
        for layouts in classes {
            let sources = (0..copies.all.len())
                .filter(|&at| bytes_of(costs, copies.all[at].layouts[0]) < largest)
                .collect();
            copies.add(problem, costs, slot, definition, layouts, sources)?;
        }
        Ok(copies)
    }

    fn add(
        &mut self,
        problem: &mut Problem,
        costs: &mut ConversionCosts<'_>,
        slot: &SiteSlot,
        definition: &Definition,
        layouts: Vec<Candidate>,
        sources: Vec<usize>,
    ) -> Result<(), ProblemError> {
        let to = layouts[0];
        let mut own = vec![0, 0];
        own.extend(sources.iter().map(|&at| costs.cost(slot, self.all[at].layouts[0], to)));
        let node = problem.add_node(own)?;
        problem.mark_dependent(node);
        let mut pairs = Vec::new();
        for &defined in &definition.layouts {
            pairs.extend([0, defined.map_or(0, |from| costs.copy_cost(slot, from, to))]);
            pairs.extend(sources.iter().map(|_| 0));
        }
        problem.add_edge(definition.node, node, pairs)?;
        for (number, &source) in sources.iter().enumerate() {
            let Copied { node: from, sources: ref of_source, .. } = self.all[source];
            let labels = 2 + sources.len();
            let mut pairs = vec![0; (2 + of_source.len()) * labels];
            pairs[2 + number] = FORBIDDEN;
            problem.add_edge(from, node, pairs)?;
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
            let is_used =
                |layout: &Option<Candidate>| layout.is_some_and(|it| copy.layouts.contains(&it));
            if !layouts.iter().any(is_used) {
                continue;
            }
            let absent = layouts.iter().map(|layout| if is_used(layout) { FORBIDDEN } else { 0 });
            let mut pairs: Vec<Cost> = absent.collect();
            pairs.resize(layouts.len() * (2 + copy.sources.len()), 0);
            problem.add_edge(copy.node, site, pairs)?;
        }
        Ok(())
    }

    /// Returns the layouts in which the value may be used, grouped by equal memory.
    pub(super) fn classes(&self) -> impl Iterator<Item = &[Candidate]> {
        self.all.iter().map(|copy| &copy.layouts[..])
    }
}
