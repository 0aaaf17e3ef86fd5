//! Joint layouts of the slots of a site: slots that must have one layout, and the slots of a view op.

use super::transfer::View;
use crate::assign_layouts::sites::candidate::{Candidate, CandidateSet};
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::value_map::ValueMap;
use crate::assign_layouts::sites::{Site, SiteSlot, SlotSubview};
use indexmap::IndexSet;
use ir::layout::DimsOrder;
use rustc_hash::FxBuildHasher;

/// The candidate layouts of each value.
pub(super) type CandidateSets = ValueMap<CandidateSet>;

/// The joint layouts of the slots of one site, built from the candidates of their values.
#[derive(Clone, Copy)]
pub(super) struct JointLayouts<'a> {
    pub(crate) site: &'a Site,
    pub(crate) footprints: &'a Footprints,
    pub(crate) candidates: &'a CandidateSets,
}

impl<'a> JointLayouts<'a> {
    /// Returns the candidates of the value at a slot.
    pub(crate) fn candidates(self, slot: &SiteSlot) -> impl Iterator<Item = Candidate> + use<'a> {
        self.candidates.get(&slot.value).into_iter().flatten().copied()
    }

    /// Returns the slots that must have one layout.
    pub(crate) fn members<'s>(
        self,
        same: &'s [bool],
    ) -> impl Iterator<Item = &'a SiteSlot> + use<'a, 's> {
        let slots = self.site.slots.iter().zip(same);
        slots.filter(|(_, is_same)| **is_same).map(|(slot, _)| slot)
    }

    /// Returns the candidate layouts of slots that must have one layout, as layouts of the greatest rank among them.
    pub(crate) fn leaders(self, same: &[bool]) -> Leaders {
        let ranks = self.members(same).map(|slot| self.footprints.rank(slot.key));
        let rank = ranks.max().unwrap_or(0);
        let mut layouts = CandidateSet::default();
        for slot in self.members(same) {
            let own = self.footprints.rank(slot.key);
            layouts.extend(self.candidates(slot).filter_map(|candidate| match candidate {
                _ if own == rank => Some(candidate),
                Candidate::Order(order) => order.with_outer_dims(rank).map(Candidate::Order),
                _ => None,
            }));
        }
        Leaders { layouts, rank }
    }

    /// Returns the layouts of all slots: `leader` for those that must have one layout, and the exact layouts for the
    /// others.
    pub(super) fn led_by(
        self,
        leader: Candidate,
        rank: usize,
        same: &[bool],
        exact: &[Option<Candidate>],
    ) -> Option<Vec<Option<Candidate>>> {
        let slots = self.site.slots.iter().enumerate();
        let layouts = slots.map(|(at, slot)| match same.get(at) {
            Some(true) => self.of_rank(leader, rank, slot).map(Some),
            _ => Some(exact.get(at).copied().flatten()),
        });
        layouts.collect()
    }

    /// Returns the layout of a slot whose group has this leader of the greatest rank. A tensor of lower rank is
    /// broadcast: it has the last dims of an order, and is row major if the leader is a format.
    pub(super) fn of_rank(
        self,
        leader: Candidate,
        rank: usize,
        slot: &SiteSlot,
    ) -> Option<Candidate> {
        let own = self.footprints.rank(slot.key);
        match leader {
            _ if own == rank => Some(leader),
            Candidate::Order(order) => order.of_last_dims(own).map(Candidate::Order),
            _ => Some(self.footprints.row_major(slot.key)),
        }
    }

    /// Returns the linked slots of a view with the candidates of each.
    pub(super) fn anchors(self, links: &[SlotSubview]) -> Vec<(usize, Candidate)> {
        let ends: IndexSet<usize, FxBuildHasher> =
            links.iter().flat_map(|link| [link.whole, link.part]).collect();
        ends.into_iter()
            .flat_map(|at| self.candidates(&self.site.slots[at]).map(move |known| (at, known)))
            .collect()
    }

    /// Returns the layouts of all slots of a view op if one slot has this layout; `None` if the op then moves data.
    pub(crate) fn through(
        self,
        links: &[SlotSubview],
        at: usize,
        candidate: Candidate,
    ) -> Option<Vec<Option<Candidate>>> {
        let mut layouts = vec![None; self.site.slots.len()];
        layouts[at] = Some(candidate);
        // All subviews of an op share a whole, so the second iteration reaches all of them.
        for link in links.iter().chain(links) {
            match (layouts[link.whole], layouts[link.part]) {
                (Some(whole), None) => {
                    let part = self.with_view(link, |view| view.part_of(whole))?;
                    layouts[link.part] = Some(part);
                }
                (None, Some(part)) => {
                    let whole = self.with_view(link, |view| view.whole_of(part))?;
                    layouts[link.whole] = Some(whole);
                }
                _ => {}
            }
        }
        links.iter().all(|link| self.fits(link, &layouts) == Some(true)).then_some(layouts)
    }

    /// Returns `true` if the layouts of a part and its whole correspond. `None` if one is unknown, or the op moves data.
    fn fits(self, link: &SlotSubview, layouts: &[Option<Candidate>]) -> Option<bool> {
        let whole = layouts[link.whole]?;
        let part = layouts[link.part]?;
        let derived = self.with_view(link, |view| view.part_of(whole))?;
        Some(self.is_equivalent(&self.site.slots[link.part], derived, part))
    }

    fn with_view<T>(self, link: &SlotSubview, read: impl FnOnce(View<'_>) -> T) -> T {
        let whole = self.lens(link.whole);
        let part = self.lens(link.part);
        read(View { whole: &whole, part: &part, map: &link.map })
    }

    /// Returns `true` if two layouts are equal except for dims of length 1.
    fn is_equivalent(self, slot: &SiteSlot, a: Candidate, b: Candidate) -> bool {
        match (a, b) {
            (Candidate::Order(a), Candidate::Order(b)) => {
                a == b || DimsOrder::is_trivial_reorder(a, b, self.footprints.shape(slot.key))
            }
            _ => a == b,
        }
    }

    /// Returns the lengths of a slot, as the maps of views count them.
    pub(crate) fn lens(self, slot: usize) -> Vec<i64> {
        let shape = self.footprints.shape(self.site.slots[slot].key);
        shape.values().map(|len| len.or_stand_in()).collect()
    }
}

/// The candidate layouts of a group of slots that must have one layout.
pub(super) struct Leaders {
    pub(crate) layouts: CandidateSet,
    /// The rank of the layouts, which is the greatest rank among the slots.
    pub(crate) rank: usize,
}

/// Returns the joint layouts in which some slots have one common layout and the others exact layouts.
pub(super) fn same(
    joint: JointLayouts<'_>,
    same: &[bool],
    exact: &[Option<Candidate>],
) -> Vec<Vec<Option<Candidate>>> {
    let leaders = joint.leaders(same);
    let layouts = leaders.layouts.into_iter();
    layouts.filter_map(|leader| joint.led_by(leader, leaders.rank, same, exact)).collect()
}

/// Returns `true` if joint layouts are valid for the tensors of a site.
pub(super) fn is_valid(
    site: &Site,
    layouts: &[Option<Candidate>],
    footprints: &mut Footprints,
) -> bool {
    let mut slots = site.slots.iter().zip(layouts);
    slots.all(|(slot, layout)| layout.is_none_or(|layout| footprints.admits(slot.key, layout)))
}
