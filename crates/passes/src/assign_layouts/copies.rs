//! The copies of a value in other layouts, as decisions of the problem.
//!
//! For each layout in which a value may be used, one node decides whether the value is available in it. Its cost is that
//! of the conversion from the definition, nothing if the definition has the same memory, and a use in the layout is
//! allowed only if it is available. Layouts with the same memory share a node. A padded definition is larger than some
//! of its copies, so each copy may also be converted from a smaller one; other labels of the node are these sources.

use super::candidate::Candidate;
use super::conversions::ConversionCosts;
use super::sites::SiteSlot;
use pbqp::{Cost, FORBIDDEN, NodeId, Problem, ProblemError};

/// A node of the problem that decides the layout in which a value is defined, and the layout for each of its labels.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) node: NodeId,
    /// `None` for a label that is unrelated to the layout.
    pub(super) layouts: Vec<Option<Candidate>>,
}

/// A node that decides whether a value is available in some layouts of equal memory.
struct Copied {
    layouts: Vec<Candidate>,
    node: NodeId,
    /// The copies from which this one may be converted, as indices. Label 0 is the absence of the copy, label 1 the
    /// conversion from the definition, and the next labels are conversions from these.
    sources: Vec<usize>,
}

/// The copies of a value.
pub(super) struct Copies {
    all: Vec<Copied>,
}

impl Copies {
    /// Adds the nodes for a value that is used in these layouts, and their edges to the definition.
    ///
    /// # Errors
    /// The costs overflow.
    pub(super) fn new(
        problem: &mut Problem,
        costs: &mut ConversionCosts<'_>,
        slot: &SiteSlot,
        definition: &Definition,
        used: impl IntoIterator<Item = Candidate>,
    ) -> Result<Copies, ProblemError> {
        let mut classes = costs.by_memory(slot, used);
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
        let mut copies = Copies { all: Vec::new() };
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

    /// Adds the edges to a site that uses the value. `layouts` has the layout of the use for each label of the site;
    /// `None` for any layout.
    ///
    /// # Errors
    /// The costs overflow.
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

    /// Returns `true` if some layouts of equal memory are spelled differently, so that a use may need a view.
    pub(super) fn has_views(&self) -> bool {
        self.all.iter().any(|copy| copy.layouts.len() > 1)
    }
}
