//! A conflict together with the labels of an assignment, as decisions that the conflict depends on.

use super::touches::TouchedConflict;
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::problem::exclusions::Decided;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::{Sites, SlotId};
use crate::resolve_strides::LinkConflict;

/// A conflict with the labels of all sites and those that are assigned.
#[derive(Clone, Copy)]
pub(super) struct LabeledConflict<'a> {
    pub(crate) conflict: &'a LinkConflict,
    pub(super) touched: &'a TouchedConflict,
    pub(crate) labels: &'a [Vec<SiteLabel>],
    pub(crate) assignment: &'a Assignment,
}

impl LabeledConflict<'_> {
    /// Returns the labels of the site of a link in which its slots have the assigned layouts, or other layouts with the
    /// same memory if the conflict holds for these, too.
    pub(super) fn same_labels(
        &self,
        sites: &Sites,
        link: &[SlotId],
        footprints: &mut Footprints,
    ) -> Decided {
        let site = link[0].site;
        let labels = &self.labels[site];
        let assigned = &labels[self.assignment.labels[site]].layouts;
        let in_all = self.conflict.holds_in_all_spellings;
        let mut is_same = |at: &SlotId, label: usize| {
            let key = sites.slot(*at).key;
            match (labels[label].layouts[at.slot], assigned[at.slot]) {
                (Some(own), Some(other)) if in_all => footprints.is_same(key, own, other),
                (own, other) => own == other,
            }
        };
        Decided::Labels(
            site,
            (0..labels.len()).filter(|it| link.iter().all(|at| is_same(at, *it))).collect(),
        )
    }

    /// Returns the labels of the site of a slot with the assigned layout and the stride requirements of the assigned
    /// offer.
    pub(super) fn same_offer(&self, at: SlotId) -> Decided {
        let labels = &self.labels[at.site];
        let assigned = &labels[self.assignment.labels[at.site]];
        Decided::Labels(
            at.site,
            (0..labels.len())
                .filter(|label| {
                    let SiteLabel { layouts, offer, .. } = &labels[*label];
                    layouts[at.slot] == assigned.layouts[at.slot] && *offer == assigned.offer
                })
                .collect(),
        )
    }
}
