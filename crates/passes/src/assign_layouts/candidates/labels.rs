//! The labels of each site: the joint layouts of its slots that the rule of the site allows.

use super::joint::{JointLayouts, is_valid, same};
use super::propagate::Candidates;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::{Footprints, FormRole, ReqsId};
use crate::assign_layouts::sites::{Site, SiteRule, Sites, SlotRole};
use ir::Module;
use ir::layout::StrideReqs;
use ir::stride_reqs::{REQS_ATTR, stated};

/// A joint assignment of layouts to the slots of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SiteLabel {
    /// The layout of each slot; `None` for a slot that accepts any layout.
    pub(crate) layouts: Vec<Option<Candidate>>,
    /// The stride requirements of the op and of the offer on each slot; empty if there are none on any slot.
    reqs: Vec<ReqsId>,
    /// The cost of the choice itself, in the unit of the rates.
    pub(crate) cost: u64,
    /// The offer of the site's rule that the label uses.
    pub(crate) offer: Option<usize>,
    /// `true` if the site does not exist in the cover of its ops.
    pub(crate) is_absent: bool,
}

impl SiteLabel {
    /// Returns the label of these layouts, without requirements, costs or an offer.
    pub(crate) fn new(layouts: Vec<Option<Candidate>>) -> SiteLabel {
        SiteLabel { layouts, reqs: Vec::new(), cost: 0, offer: None, is_absent: false }
    }

    /// Returns the stride requirements of the op and of the offer on a slot.
    pub(crate) fn reqs(&self, slot: usize) -> ReqsId {
        self.reqs.get(slot).copied().unwrap_or_default()
    }

    /// Adds stride requirements on a slot.
    fn add_reqs(&mut self, slot: usize, reqs: ReqsId, footprints: &mut Footprints) {
        if reqs != ReqsId::NONE {
            self.reqs.resize(self.layouts.len(), ReqsId::NONE);
            self.reqs[slot] = footprints.join(self.reqs[slot], reqs);
        }
    }
}

/// Returns the labels of each site; every site has at least one.
pub(crate) fn labels(
    module: &Module,
    sites: &Sites,
    candidates: &Candidates,
    footprints: &mut Footprints,
) -> Vec<Vec<SiteLabel>> {
    let mut all = Vec::with_capacity(sites.all.len());
    let are_stated = module.ctx.find_name(REQS_ATTR).is_some();
    for site in &sites.all {
        if let SiteRule::Covers(count) = site.rule {
            all.push(vec![SiteLabel::new(Vec::new()); count]);
            continue;
        }
        let candidates = &candidates.of_value;
        let mut allowed = allowed(JointLayouts { site, footprints, candidates });
        add_reqs(module, (site, are_stated), &mut allowed, footprints);
        let mut labels = admitted(site, allowed, footprints);
        if let SiteRule::Copy(_) = &site.rule
            && let [from, _] = &site.slots[..]
            && !sites.constants.contains(from.value)
        {
            labels
                .iter_mut()
                .for_each(|label| label.cost = copy_cost(module, site, label, footprints));
        }
        // Of equal costs, the solver returns the first label. Where layouts are assigned again, this is the one that
        // changes the fewest types.
        if !sites.declared.is_empty() {
            labels.sort_by_key(|label| changed_types(module, site, label, footprints));
        }
        if site.cover.is_some() {
            let absent = SiteLabel::new(vec![None; site.slots.len()]);
            labels.push(SiteLabel { is_absent: true, ..absent });
        }
        all.push(labels);
    }
    if footprints.has_reqs() {
        for (site, labels) in sites.all.iter().zip(&all) {
            record_reqs(module, site, labels, footprints);
        }
    }
    add_alternatives(sites, &mut all);
    all
}

/// Adds the labels with which a value that several sites define has each of their layouts.
fn add_alternatives(sites: &Sites, all: &mut [Vec<SiteLabel>]) {
    for (_, slots) in sites.values.iter() {
        let Some(def) = slots.def.filter(|_| !slots.alternatives.is_empty()) else { continue };
        for at in &slots.alternatives {
            let layouts: Vec<_> = all[at.site].iter().map(|label| label.layouts[at.slot]).collect();
            for layout in layouts.into_iter().filter(Option::is_some) {
                if !all[def.site].iter().any(|label| label.layouts[def.slot] == layout) {
                    all[def.site].push(SiteLabel::new(vec![layout]));
                }
            }
        }
    }
}

/// Adds the requirements that the op and the offers of a site state. `are_stated` is `false` if no op of the module
/// states requirements.
fn add_reqs(
    module: &Module,
    (site, are_stated): (&Site, bool),
    labels: &mut [SiteLabel],
    footprints: &mut Footprints,
) {
    let offers = match &site.rule {
        SiteRule::Offers(offers) => &offers[..],
        _ => &[],
    };
    if !are_stated && offers.iter().all(|offer| offer.reqs.iter().all(StrideReqs::is_empty)) {
        return;
    }
    for (at, slot) in site.slots.iter().enumerate() {
        let Some((op, place)) = slot.place(module) else { continue };
        let offered = site.reqs_place(module, at);
        let of_op = stated(module, op, place).map(|reqs| footprints.reqs_id(reqs));
        for label in &mut *labels {
            let offer = label.offer.and_then(|offer| offers[offer].reqs.get(offered?));
            let own = offer.map_or(ReqsId::NONE, |reqs| footprints.reqs_id(reqs));
            label.add_reqs(at, own, footprints);
            label.add_reqs(at, of_op.unwrap_or_default(), footprints);
        }
    }
}

/// Records the requirements that the values of a site can have, with those of their types.
fn record_reqs(module: &Module, site: &Site, labels: &[SiteLabel], footprints: &mut Footprints) {
    for (at, slot) in site.slots.iter().enumerate() {
        let role = match slot.role {
            SlotRole::Def | SlotRole::Alternative => FormRole::Defined,
            SlotRole::Use(..) | SlotRole::Declared => FormRole::Copied,
        };
        for label in labels {
            let Some(layout) = label.layouts[at] else { continue };
            let of_type = footprints.type_reqs(module.ty(slot.value), layout);
            let reqs = footprints.join(label.reqs(at), of_type);
            footprints.add_reqs((slot.value, slot.key), layout, role, reqs);
        }
    }
}

/// Returns the number of values that a site defines in another layout than that of their types.
fn changed_types(
    module: &Module,
    site: &Site,
    label: &SiteLabel,
    footprints: &Footprints,
) -> usize {
    site.slots
        .iter()
        .zip(&label.layouts)
        .filter(|(slot, layout)| {
            let old = Candidate::declared(module, module.ty(slot.value));
            let old = old.unwrap_or_else(|| footprints.row_major(slot.key));
            slot.role == SlotRole::Def && layout.is_some_and(|layout| layout != old)
        })
        .count()
}

/// Returns the cost of a kept reorder.
fn copy_cost(module: &Module, site: &Site, label: &SiteLabel, footprints: &mut Footprints) -> u64 {
    let mut ends = [0, 0];
    let mut result = None;
    for (at, slot) in site.slots.iter().enumerate() {
        let is_result = slot.role == SlotRole::Def;
        let bytes = label.layouts[at].map_or(0, |layout| {
            let of_type = footprints.type_reqs(module.ty(slot.value), layout);
            let reqs = footprints.join(label.reqs(at), of_type);
            footprints.padded_bytes(slot.key, layout, reqs)
        });
        ends[usize::from(is_result)] = bytes;
        result = result.or(is_result.then_some(slot.value));
    }
    let [read, written] = ends;
    result.map_or(0, |value| footprints.rates().conversion(module, value, read, written))
}

/// Returns the labels that the rule of a site allows.
fn allowed(joint: JointLayouts<'_>) -> Vec<SiteLabel> {
    let slots = joint.site.slots.len();
    match &joint.site.rule {
        SiteRule::Fixed(fixed) => vec![SiteLabel::new(fixed.clone())],
        SiteRule::Free | SiteRule::Covers(_) => vec![SiteLabel::new(vec![None; slots])],
        SiteRule::Copy(to) => joint
            .candidates(&joint.site.slots[0])
            .map(|from| SiteLabel::new(vec![Some(from), Some(*to)]))
            .collect(),
        SiteRule::Same => {
            let all = same(joint, &vec![true; slots], &[]);
            all.into_iter().map(SiteLabel::new).collect()
        }
        SiteRule::Offers(offers) => {
            let mut labels = Vec::new();
            for (number, offer) in offers.iter().enumerate() {
                let exact = offer.exact();
                let all = match offer.has_same() {
                    true => same(joint, &offer.sames(), &exact),
                    false => vec![exact],
                };
                labels.extend(all.into_iter().map(|layouts| SiteLabel {
                    cost: offer.cost,
                    offer: Some(number),
                    ..SiteLabel::new(layouts)
                }));
            }
            labels
        }
        SiteRule::View(links) | SiteRule::CopyingView(links) => {
            let anchors = joint.anchors(links).into_iter();
            let layouts = anchors.filter_map(|(at, candidate)| joint.through(links, at, candidate));
            layouts.map(SiteLabel::new).collect()
        }
    }
}

/// Returns the labels that are valid for the tensors of a site, without duplicates; row major if no label is valid.
fn admitted(site: &Site, labels: Vec<SiteLabel>, footprints: &mut Footprints) -> Vec<SiteLabel> {
    let mut kept: Vec<SiteLabel> = Vec::new();
    for label in labels {
        if is_valid(site, &label.layouts, footprints)
            && !kept.iter().any(|known| {
                (&known.layouts, &known.reqs) == (&label.layouts, &label.reqs)
                    && known.cost <= label.cost
            })
        {
            kept.push(label);
        }
    }
    if kept.is_empty() {
        let plain = site.slots.iter().map(|slot| Some(footprints.row_major(slot.key)));
        kept.push(SiteLabel::new(plain.collect()));
    }
    kept
}
