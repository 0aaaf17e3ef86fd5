//! Orders in which slices respect the limits of a device, although no op requests these orders.
//!
//! A slice is strided in the dims that it cuts. If the device has packed tensors only, these dims must be outermost. If
//! the innermost stride must be one element, the innermost dim must not have a step, and must be longer than 1.

use super::joint::JointLayouts;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::{SiteRule, SiteSlot, SlotSubview};
use ir::layout::{Dim, StrideLimits};
use ir::views::ViewMap;

/// Returns, for the candidates of each whole of a slice or concat, the orders with the dims outermost that the device
/// does not allow innermost. Orders with the memory of a candidate are left out.
pub(crate) fn orders(joint: JointLayouts<'_>, limits: StrideLimits) -> Vec<(SiteSlot, Candidate)> {
    let SiteRule::View(links) = &joint.site.rule else { return Vec::new() };
    let mut news: Vec<(SiteSlot, Candidate)> = Vec::new();
    for link in links {
        let slot = joint.site.slots[link.whole];
        let moved = outermost_dims(joint, link, limits);
        if moved.is_empty() {
            continue;
        }
        let shape = joint.footprints.shape(slot.key);
        let long = |candidate: Candidate| -> Option<Vec<Dim>> {
            Some(candidate.order()?.results().filter(|&dim| !shape[dim].is_one()).collect())
        };
        for order in joint.candidates(&slot).filter_map(Candidate::order) {
            let order = order.with_innermost(|dim| !moved.contains(&dim.index()));
            let order = Candidate::Order(order);
            let mut known = joint.candidates(&slot).chain(news.iter().map(|(_, order)| *order));
            if !known.any(|known| long(known) == long(order)) {
                news.push((slot, order));
            }
        }
    }
    news
}

/// Returns the dims of the whole of a link that are moved outermost.
fn outermost_dims(joint: JointLayouts<'_>, link: &SlotSubview, limits: StrideLimits) -> Vec<usize> {
    let ViewMap::Slice { dims, kept } = &link.map else { return Vec::new() };
    let lens = joint.lens(link.whole);
    (0..dims.len())
        .filter(|&at| {
            let dim = &dims[at];
            let is_cut = dim.len < lens[at];
            let is_strided = dim.step != 1 || dim.len == 1 || !kept.contains(&at);
            is_cut && (is_strided || !limits.non_packed)
        })
        .collect()
}
