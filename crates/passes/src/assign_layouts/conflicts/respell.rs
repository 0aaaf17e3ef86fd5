//! Labels with the same memory as a known one, but with other positions of the dims of length 1.
//!
//! A device may limit the stride of the innermost dim, so a strided tensor may be valid in only some of the orders with
//! its memory. The stride of a dim of length 1 is free. So if any order is valid, then also the one in which all dims of
//! length 1 are innermost. Such labels are added where views conflict. Elsewhere, they would only slow the solver.

use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::offers::Request;
use crate::assign_layouts::sites::{Site, SiteRule, SiteSlot, SlotSubview};
use ir::layout::{Dim, DimsOrder};
use ir::views::ViewMap;

/// Returns labels that differ from a label of a site only in the positions of dims of length 1. The last one has them
/// innermost wherever the rule of the site allows it.
pub(crate) fn respelled(site: &Site, label: &SiteLabel, footprints: &Footprints) -> Vec<SiteLabel> {
    let spelling = Spelling { site, label, footprints };
    if label.is_absent {
        return Vec::new();
    }
    match &site.rule {
        SiteRule::View(links) => {
            let all = [
                spelling.projected(links),
                spelling.unit_dims_innermost(|slot| links.iter().any(|link| link.part == slot)),
                spelling.unit_dims_innermost(|_| true),
            ];
            all.into_iter().filter(|other| other != label).collect()
        }
        SiteRule::Same => spelling.same(&vec![true; site.slots.len()]).into_iter().collect(),
        SiteRule::Offers(offers) => {
            let offer = label.offer.and_then(|offer| offers.get(offer));
            let requests = offer.map_or(&[][..], |offer| &offer.requests);
            let same: Vec<bool> = requests.iter().map(|it| *it == Request::Same).collect();
            spelling.same(&same).into_iter().collect()
        }
        SiteRule::CopyingView(_)
        | SiteRule::Fixed(_)
        | SiteRule::Copy(_)
        | SiteRule::Free
        | SiteRule::Covers(_) => Vec::new(),
    }
}

/// Returns the layouts of the slots of a label with all dims of length 1 innermost.
pub(super) fn unit_dims_innermost(
    site: &Site,
    label: &SiteLabel,
    footprints: &Footprints,
) -> Vec<Option<Candidate>> {
    Spelling { site, label, footprints }.unit_dims_innermost(|_| true).layouts
}

/// A label of a site, whose orders are spelled in other ways.
#[derive(Clone, Copy)]
struct Spelling<'a> {
    site: &'a Site,
    label: &'a SiteLabel,
    footprints: &'a Footprints,
}

impl Spelling<'_> {
    fn is_unit(&self, slot: &SiteSlot, dim: Dim) -> bool {
        self.footprints.shape(slot.key)[dim].is_one()
    }

    fn order(&self, slot: usize) -> Option<DimsOrder> {
        self.label.layouts[slot].and_then(Candidate::order)
    }

    /// Returns the label in which each slice has the order of its whole.
    fn projected(&self, links: &[SlotSubview]) -> SiteLabel {
        let mut label = self.label.clone();
        for link in links {
            let ViewMap::Slice { kept, .. } = &link.map else { continue };
            let Some(whole) = self.order(link.whole) else { continue };
            let part = whole.results().filter_map(|dim| {
                let at = kept.iter().position(|&kept| kept == dim.index());
                at.and_then(Dim::new)
            });
            let part = DimsOrder::from_permutation(&part.collect::<Vec<_>>()).ok();
            let is_order = self.order(link.part).is_some();
            if let Some(part) = part.filter(|_| is_order) {
                label.layouts[link.part] = Some(Candidate::Order(part));
            }
        }
        label
    }

    /// Returns the label in which the dims of length 1 of some slots are innermost.
    fn unit_dims_innermost(&self, is_respelled: impl Fn(usize) -> bool) -> SiteLabel {
        let mut label = self.label.clone();
        for (at, slot) in self.site.slots.iter().enumerate().filter(|it| is_respelled(it.0)) {
            if let Some(order) = self.order(at) {
                let order = order.with_innermost(|dim| self.is_unit(slot, dim));
                label.layouts[at] = Some(Candidate::Order(order));
            }
        }
        label
    }

    /// Returns the label in which the dims of length 1 of slots that must have one layout are innermost. `None` if that
    /// is the label itself.
    fn same(&self, same: &[bool]) -> Option<SiteLabel> {
        let members = self.site.slots.iter().enumerate();
        let members = members.filter(|it| same.get(it.0) == Some(&true));
        let rank = members.clone().map(|(_, slot)| self.footprints.rank(slot.key)).max()?;
        let leaders = members.clone().filter(|(_, slot)| self.footprints.rank(slot.key) == rank);
        let leader = self.order(leaders.clone().next()?.0)?;
        let leader =
            leader.with_innermost(|dim| leaders.clone().all(|(_, slot)| self.is_unit(slot, dim)));
        let mut label = self.label.clone();
        for (at, slot) in members {
            self.order(at)?;
            let own = leader.of_last_dims(self.footprints.rank(slot.key))?;
            label.layouts[at] = Some(Candidate::Order(own));
        }
        (label != *self.label).then_some(label)
    }
}
