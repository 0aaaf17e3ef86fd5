//! The labels of a view op whose tensors cannot share memory on a device, whatever other ops there are.

use super::respell::unit_dims_innermost;
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::{Site, SiteRule};
use crate::resolve_strides::ViewTensors;
use ir::layout::StrideLimits;

/// Returns the labels of a site in which its links exceed limits in all positions of dims of length 1. Tensors of dynamic
/// lengths and formats are assumed to fit.
pub(super) fn exceeding(
    site: &Site,
    labels: &[SiteLabel],
    footprints: &Footprints,
    limits: StrideLimits,
) -> Vec<usize> {
    let SiteRule::View(links) = &site.rule else { return Vec::new() };
    let shapes = site.slots.iter().map(|slot| footprints.shape(slot.key));
    if shapes.clone().any(|shape| shape.first_dynamic().is_some()) {
        return Vec::new();
    }
    let tensors = ViewTensors {
        lens: shapes.map(|shape| shape.values().map(|len| len.or_stand_in()).collect()).collect(),
        links: links.iter().map(|link| (link.whole, link.part, &link.map)).collect(),
        elem: footprints.elem(site.slots[0].key),
        limits,
    };
    (0..labels.len())
        .filter(|label| !labels[*label].is_absent)
        .filter(|label| {
            let layouts = unit_dims_innermost(site, &labels[*label], footprints);
            let orders: Vec<_> = layouts.iter().map(|it| it.and_then(Candidate::order)).collect();
            let has_orders =
                layouts.iter().zip(&orders).all(|(it, order)| it.is_some() == order.is_some());
            has_orders && !tensors.can_share(&orders)
        })
        .collect()
}
