//! Orders of dims of length 1. If one slot of a site has length 1 in a dim in which another slot is longer, its layout
//! does not depend on the position of that dim. The longer tensor can then have the dim in the position that other
//! sites require.

use super::joint::JointLayouts;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::TensorKey;
use crate::assign_layouts::sites::{SiteRule, SiteSlot};
use indexmap::IndexSet;
use ir::layout::Dim;
use ir::views::ViewMap;
use rustc_hash::FxBuildHasher;

/// A slot that has length 1 in a dim in which another slot is longer, or lacks that dim.
struct UnequalPair {
    short: usize,
    long: usize,
    /// For each dim of the shorter tensor, the corresponding dim of the longer one.
    dims: Vec<usize>,
}

/// Returns orders for the longer slots of a site that also fit the shorter ones.
pub(crate) fn orders(joint: JointLayouts<'_>) -> Vec<(SiteSlot, Candidate)> {
    let mut news = Vec::new();
    for UnequalPair { short, long, dims } in unequal_pairs(joint) {
        let [short, long] = [short, long].map(|slot| &joint.site.slots[slot]);
        let shape = joint.footprints.shape(short.key);
        for own in joint.candidates(short).filter_map(Candidate::order) {
            let own = own.results().filter(|&dim| !shape[dim].is_one());
            let own: Vec<Dim> = own.filter_map(|dim| Dim::new(dims[dim.index()])).collect();
            for other in joint.candidates(long).filter_map(Candidate::order) {
                for pulls in [false, true] {
                    let order = other.rearranged(&own, pulls);
                    news.extend(order.map(|order| (*long, Candidate::Order(order))));
                }
            }
        }
    }
    news
}

fn unequal_pairs(joint: JointLayouts<'_>) -> Vec<UnequalPair> {
    match &joint.site.rule {
        SiteRule::Same => unequal_members(joint, &vec![true; joint.site.slots.len()]),
        SiteRule::Offers(offers) => {
            let offers = offers.iter().filter(|offer| offer.has_same());
            offers.flat_map(|offer| unequal_members(joint, &offer.sames())).collect()
        }
        SiteRule::View(links) | SiteRule::CopyingView(links) => {
            let slices = links.iter().filter_map(|link| match &link.map {
                ViewMap::Slice { kept, .. } => {
                    let dims = kept.clone();
                    Some(UnequalPair { short: link.part, long: link.whole, dims })
                }
                _ => None,
            });
            slices.filter(|pair| differ(joint, pair)).collect()
        }
        SiteRule::Fixed(_) | SiteRule::Copy(_) | SiteRule::Free | SiteRule::Covers(_) => Vec::new(),
    }
}

/// Returns the pairs among slots that must have one layout. One slot represents all slots of its type.
fn unequal_members(joint: JointLayouts<'_>, same: &[bool]) -> Vec<UnequalPair> {
    let mut of_members = joint.members(same).map(|slot| slot.key);
    let first = of_members.next();
    if of_members.all(|key| Some(key) == first) {
        return Vec::new();
    }
    let slots = joint.site.slots.iter().enumerate();
    let mut keys = IndexSet::<TensorKey, FxBuildHasher>::default();
    let members = slots.filter(|&(at, slot)| same.get(at) == Some(&true) && keys.insert(slot.key));
    let members: Vec<usize> = members.map(|(at, _)| at).collect();
    fn rank(joint: JointLayouts<'_>, slot: usize) -> usize {
        joint.footprints.rank(joint.site.slots[slot].key)
    }
    let mut pairs = Vec::new();
    for &short in &members {
        for &long in members.iter().filter(|&&long| long != short) {
            let Some(gone) = rank(joint, long).checked_sub(rank(joint, short)) else { continue };
            let pair = UnequalPair { short, long, dims: (gone..rank(joint, long)).collect() };
            pairs.extend(Some(pair).filter(|pair| differ(joint, pair)));
        }
    }
    pairs
}

fn differ(joint: JointLayouts<'_>, UnequalPair { short, long, dims }: &UnequalPair) -> bool {
    let [short, long] =
        [*short, *long].map(|slot| joint.footprints.shape(joint.site.slots[slot].key));
    let is_long_in_short = |dim: usize| {
        let own = dims.iter().position(|&known| known == dim);
        own.and_then(|own| short.values().nth(own)).is_some_and(|len| !len.is_one())
    };
    let mut lens = long.values().enumerate();
    lens.any(|(dim, len)| !len.is_one() && !is_long_in_short(dim))
}
