//! The covers of overlapping groups of ops, as decisions of the problem.
//!
//! A site that exists in some of the covers has a label for its absence, in which it accepts any layouts at no cost. An
//! edge to the site that selects the cover allows this label in the other covers alone. A value that several sites define
//! has a node of its own, and each site that exists has the layout of that node.

use super::LayoutProblem;
use crate::assign_layouts::sites::{SiteCover, SiteId};
use pbqp::{ProblemError, allowed_pairs};

impl LayoutProblem<'_> {
    /// Adds the edges between a site that exists in some of the covers of its ops and the site that selects the cover.
    pub(super) fn add_cover(&mut self, site: SiteId) -> Result<(), ProblemError> {
        let Some(SiteCover { selector, active }) = &self.input.sites.all[site].cover else {
            return Ok(());
        };
        let labels = &self.input.labels[site];
        let pairs = allowed_pairs(active, labels, |active, label| *active != label.is_absent);
        let [selector, node] = [self.node(*selector), self.node(site)];
        self.problem.add_edge(selector, node, pairs)?;
        Ok(())
    }

    /// Adds the edges between the sites that define a value in some of the covers and the site of the value.
    pub(super) fn add_alternatives(&mut self, value: ir::Value) -> Result<(), ProblemError> {
        let slots = &self.input.sites.values[&value];
        let Some(def) = slots.def else { return Ok(()) };
        let layouts = self.layouts_at(def);
        for &at in &slots.alternatives {
            let own = self.layouts_at(at);
            let labels = &self.input.labels[at.site];
            let labels: Vec<_> = own.into_iter().zip(labels).collect();
            let pairs = allowed_pairs(&layouts, &labels, |layout, (own, label)| {
                label.is_absent || own.is_none() || own == layout
            });
            let [value, site] = [self.node(def.site), self.node(at.site)];
            self.problem.add_edge(value, site, pairs)?;
        }
        Ok(())
    }
}
