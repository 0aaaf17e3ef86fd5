//! The labels of each site: the joint layouts of its slots that the rule of the site allows.

use super::candidate::Candidate;
use super::footprint::Footprints;
use super::joint::JointLayouts;
use super::propagate::Candidates;
use super::sites::{Site, SiteRule, Sites};

/// A joint assignment of layouts to the slots of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SiteLabel {
    /// The layout of each slot; `None` for a slot that accepts any layout.
    pub(super) layouts: Vec<Option<Candidate>>,
    /// The cost of the choice itself, in the unit of the rates.
    pub(super) cost: u64,
    /// The offer of the site's rule that the label uses.
    pub(super) offer: Option<usize>,
}

impl SiteLabel {
    fn new(layouts: Vec<Option<Candidate>>) -> SiteLabel {
        SiteLabel { layouts, cost: 0, offer: None }
    }
}

/// Returns the labels of each site; every site has at least one.
pub(super) fn labels(
    sites: &Sites,
    candidates: &Candidates,
    footprints: &mut Footprints,
) -> Vec<Vec<SiteLabel>> {
    let labels = |site| {
        let candidates = &candidates.of_value;
        let all = allowed(JointLayouts { site, footprints, candidates });
        admitted(site, all, footprints)
    };
    sites.all.iter().map(labels).collect()
}

/// Returns the labels that the rule of a site allows.
fn allowed(joint: JointLayouts<'_>) -> Vec<SiteLabel> {
    let slots = joint.site.slots.len();
    match &joint.site.rule {
        SiteRule::Fixed(fixed) => vec![SiteLabel::new(fixed.clone())],
        SiteRule::Free => vec![SiteLabel::new(vec![None; slots])],
        SiteRule::Same => {
            let all = same(joint, &vec![true; slots], &[]);
            all.into_iter().map(SiteLabel::new).collect()
        }
        SiteRule::Offers(offers) => {
            let mut labels = Vec::new();
            for (number, offer) in offers.iter().enumerate() {
                let (sames, exact) = (offer.sames(), offer.exact());
                let all = match sames.contains(&true) {
                    true => same(joint, &sames, &exact),
                    false => vec![exact],
                };
                labels.extend(all.into_iter().map(|layouts| SiteLabel {
                    layouts,
                    cost: offer.cost,
                    offer: Some(number),
                }));
            }
            labels
        }
        SiteRule::View(links) => {
            let anchors = joint.anchors(links).into_iter();
            let layouts = anchors.filter_map(|(at, candidate)| joint.through(links, at, candidate));
            layouts.map(SiteLabel::new).collect()
        }
    }
}

/// Returns the joint layouts in which some slots have one common layout and the others exact layouts.
fn same(
    joint: JointLayouts<'_>,
    same: &[bool],
    exact: &[Option<Candidate>],
) -> Vec<Vec<Option<Candidate>>> {
    let leaders = joint.leaders(same);
    let layouts = leaders.layouts.into_iter();
    layouts.filter_map(|leader| joint.led_by(leader, leaders.rank, same, exact)).collect()
}

/// Returns the labels that are valid for the tensors of a site, without duplicates; row major if no label is valid.
fn admitted(site: &Site, labels: Vec<SiteLabel>, footprints: &mut Footprints) -> Vec<SiteLabel> {
    let mut kept: Vec<SiteLabel> = Vec::new();
    for label in labels {
        let mut slots = site.slots.iter().zip(&label.layouts);
        let is_admitted = slots
            .all(|(slot, layout)| layout.is_none_or(|layout| footprints.admits(slot.key, layout)));
        let is_known =
            |known: &SiteLabel| known.layouts == label.layouts && known.cost <= label.cost;
        if is_admitted && !kept.iter().any(is_known) {
            kept.push(label);
        }
    }
    if kept.is_empty() {
        let plain = site.slots.iter().map(|slot| Some(footprints.row_major(slot.key)));
        kept.push(SiteLabel::new(plain.collect()));
    }
    kept
}
