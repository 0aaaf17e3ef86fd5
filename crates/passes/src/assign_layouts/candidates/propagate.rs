//! The candidates of each value: the layouts that its sites request, and those that propagate from other values.
//!
//! Layouts propagate through sites that relate several values: ops of one layout, view ops, control flow. Propagation
//! ends at a fixpoint. A limit on the candidates of all values keeps the time linear in the number of ops.

use super::joint::{CandidateSets, JointLayouts, is_valid, same};
use super::limited_slices;
use super::unit_dims;
use crate::assign_layouts::effort::{CandidateLimit, Effort};
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::{
    Site, SiteGroup, SiteId, SiteRule, SiteSlot, Sites, SlotSubview,
};
use ir::Value;
use ir::layout::{Dim, DimsOrder, StrideLimits, permutations};
use ir::views::ViewMap;
use std::collections::VecDeque;

/// The maximum number of dims longer than 1 for which all orders of a reshape are candidates.
const MAX_PERMUTED: usize = crate::limits::PERMUTED as usize;

/// The number of rounds in which values with dims of length 1 adopt the orders of their neighbors.
const ROUNDS: usize = 3;

/// The candidates of all values of a module.
pub(crate) struct Candidates {
    pub(crate) of_value: CandidateSets,
    /// For each group, the candidates that a limit excluded.
    pub(crate) dropped: Vec<Dropped>,
}

/// Candidates that a limit excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dropped {
    pub(crate) count: u64,
    /// The first value that lacks a candidate.
    pub(crate) first: Option<Value>,
}

impl Dropped {
    fn add(&mut self, value: Value) {
        self.count += 1;
        self.first.get_or_insert(value);
    }
}

/// Computes the candidates of all values for a device with these limits. `effort` limits their number.
pub(crate) fn candidates(
    sites: &Sites,
    groups: &[SiteGroup],
    footprints: &mut Footprints,
    (effort, limits): (Effort, Option<StrideLimits>),
) -> Candidates {
    let queue = SiteQueue { waiting: VecDeque::new(), is_waiting: vec![false; sites.all.len()] };
    let candidates = Candidates {
        of_value: CandidateSets::default(),
        dropped: vec![Dropped::default(); groups.len()],
    };
    let mut group_of = vec![0; sites.all.len()];
    for (number, group) in groups.iter().enumerate() {
        group.sites.iter().for_each(|&site| group_of[site] = number);
    }
    let room = groups.iter().map(|group| effort.candidates(group.sites.len())).collect();
    let mut propagation =
        Propagation { sites, footprints, candidates, group_of, room, limits, queue };
    propagation.run();
    propagation.candidates
}

/// The worklist of sites at which a value has new candidates.
struct SiteQueue {
    waiting: VecDeque<SiteId>,
    is_waiting: Vec<bool>,
}

impl SiteQueue {
    fn push(&mut self, site: SiteId) {
        if !std::mem::replace(&mut self.is_waiting[site], true) {
            self.waiting.push_back(site);
        }
    }

    fn pop(&mut self) -> Option<SiteId> {
        let site = self.waiting.pop_front()?;
        self.is_waiting[site] = false;
        Some(site)
    }
}

/// Candidates to add to the values of slots.
type NewCandidates = Vec<(SiteSlot, Candidate)>;

struct Propagation<'a> {
    sites: &'a Sites,
    footprints: &'a mut Footprints,
    candidates: Candidates,
    /// The group of each site.
    group_of: Vec<usize>,
    /// The limit on the candidates of each group.
    room: Vec<CandidateLimit>,
    /// The limits of the device.
    limits: Option<StrideLimits>,
    queue: SiteQueue,
}

impl Propagation<'_> {
    fn run(&mut self) {
        let sites = self.sites;
        for (id, site) in sites.all.iter().enumerate() {
            self.learn(requested(site, self.footprints), None);
            self.queue.push(id);
        }
        self.follow();
        sites.all.iter().for_each(|site| self.add_common_layouts(site));
        for (id, site) in sites.all.iter().enumerate() {
            let orders = self.reshape_orders(id, site);
            self.learn(orders, None);
        }
        self.follow();
        for round in 0..=ROUNDS {
            for (id, site) in sites.all.iter().enumerate() {
                let orders = unit_dims::orders(self.joint(site));
                if round < ROUNDS {
                    self.learn(orders, Some(id));
                } else {
                    self.drop_new(id, &orders);
                }
            }
            self.follow();
        }
    }

    /// Adds the row-major layouts of the tensors of a choice that must have one layout, if none of their candidates is
    /// valid for all of them.
    fn add_common_layouts(&mut self, site: &Site) {
        let SiteRule::Offers(offers) = &site.rule else { return };
        for offer in offers {
            if !offer.has_same() {
                continue;
            }
            let sames = offer.sames();
            let known = same(self.joint(site), &sames, &offer.exact());
            if known.iter().any(|it| is_valid(site, it, self.footprints)) {
                continue;
            }
            let slots = self.joint(site).members(&sames);
            let row_major = slots.map(|slot| (*slot, self.footprints.row_major(slot.key)));
            self.learn(row_major.collect(), None);
            self.follow();
        }
    }

    /// Counts the candidates that another round would add.
    fn drop_new(&mut self, site: SiteId, orders: &NewCandidates) {
        for &(slot, order) in orders {
            let known = self.candidates.of_value.get(&slot.value).into_iter().flatten();
            let is_known =
                known.into_iter().any(|&known| self.footprints.is_same(slot.key, known, order));
            if !is_known && self.footprints.admits(slot.key, order) {
                self.candidates.dropped[self.group_of[site]].add(slot.value);
            }
        }
    }

    fn joint<'s>(&'s self, site: &'s Site) -> JointLayouts<'s> {
        JointLayouts { site, footprints: self.footprints, candidates: &self.candidates.of_value }
    }

    fn follow(&mut self) {
        let sites = self.sites;
        while let Some(id) = self.queue.pop() {
            let joint = self.joint(&sites.all[id]);
            let news = propagated(joint);
            let valid = self.limits.map(|limits| limited_slices::orders(joint, limits));
            self.learn(news, Some(id));
            // The site learns from these orders, too.
            self.learn(valid.unwrap_or_default(), None);
        }
    }

    /// Adds candidates, and queues the sites of every value that gained one, except the site that they come from.
    fn learn(&mut self, news: NewCandidates, from: Option<SiteId>) {
        let mut news = VecDeque::from(news);
        while let Some((slot, candidate)) = news.pop_front() {
            let known = self.candidates.of_value.get_or_default(slot.value);
            if known.contains(&candidate) || !self.footprints.admits(slot.key, candidate) {
                continue;
            }
            let slots = self.sites.values.get(&slot.value);
            let place = slots.and_then(|slots| slots.def.or(slots.uses.first().copied()));
            let group = place.map_or(0, |place| self.group_of[place.site]);
            let count = slots.map_or(0, |slots| slots.all().count());
            if !self.room[group].reserve(known.len(), count) {
                self.candidates.dropped[group].add(slot.value);
                continue;
            }
            known.insert(candidate);
            // A format with the memory of an order propagates wherever the order does.
            if let Some(order) = self.footprints.order_of(slot.key, candidate) {
                news.push_back((slot, order));
            }
            let Some(slots) = slots else { continue };
            for place in slots.all() {
                if Some(place.site) != from {
                    self.queue.push(place.site);
                }
            }
        }
    }

    /// Returns all orders in which a reshape is a view. The best order may depend on several uses of a value, none of
    /// which requests it alone.
    fn reshape_orders(&mut self, id: SiteId, site: &Site) -> NewCandidates {
        let links = site.rule.links();
        let [SlotSubview { map: ViewMap::Reshape, whole, part }] = *links else {
            return Vec::new();
        };
        let joint = self.joint(site);
        let [longs_of_part, longs_of_whole] =
            [part, whole].map(|slot| joint.lens(slot).into_iter().filter(|&len| len > 1).count());
        // A view has the same orders from both sides, so the side with fewer orders is enumerated.
        let from = if longs_of_part < longs_of_whole { part } else { whole };
        let lens = joint.lens(from);
        let (long, short): (Vec<Dim>, Vec<Dim>) =
            Dim::all(lens.len()).partition(|dim| lens[dim.index()] > 1);
        if long.len() > MAX_PERMUTED {
            self.candidates.dropped[self.group_of[id]].add(site.slots[from].value);
            return Vec::new();
        }
        let orders = permutations(&long).into_iter().filter_map(|long| {
            let order = DimsOrder::from_permutation(&[&short[..], &long].concat()).ok()?;
            joint.through(links, from, Candidate::Order(order))
        });
        orders.flat_map(|layouts| at_slots(site, layouts)).collect()
    }
}

/// Returns the layouts that a site requests on its own.
fn requested(site: &Site, footprints: &Footprints) -> NewCandidates {
    match &site.rule {
        SiteRule::Fixed(fixed) => at_slots(site, fixed.clone()).collect(),
        SiteRule::Offers(offers) => {
            let requests = offers.iter().flat_map(|offer| site.slots.iter().zip(&offer.requests));
            requests.filter_map(|(slot, request)| Some((*slot, request.exact()?))).collect()
        }
        // A view op moves no data if all its layouts are row major.
        SiteRule::View(_) | SiteRule::CopyingView(_) | SiteRule::Same => {
            site.slots.iter().map(|slot| (*slot, footprints.row_major(slot.key))).collect()
        }
        SiteRule::Copy(to) => vec![(site.slots[1], *to)],
        SiteRule::Free | SiteRule::Covers(_) => Vec::new(),
    }
}

fn at_slots(
    site: &Site,
    layouts: Vec<Option<Candidate>>,
) -> impl Iterator<Item = (SiteSlot, Candidate)> {
    let slots = site.slots.iter().zip(layouts);
    slots.filter_map(|(slot, layout)| Some((*slot, layout?)))
}

/// Returns the layouts that propagate between the slots of a site.
fn propagated(joint: JointLayouts<'_>) -> NewCandidates {
    match &joint.site.rule {
        SiteRule::Same => shared(joint, &vec![true; joint.site.slots.len()]),
        SiteRule::Offers(offers) => {
            let offers = offers.iter().filter(|offer| offer.has_same());
            offers.flat_map(|offer| shared(joint, &offer.sames())).collect()
        }
        SiteRule::View(links) | SiteRule::CopyingView(links) => {
            let anchors = joint.anchors(links).into_iter();
            let layouts = anchors.filter_map(|(at, candidate)| joint.through(links, at, candidate));
            layouts.flat_map(|layouts| at_slots(joint.site, layouts)).collect()
        }
        SiteRule::Fixed(_) | SiteRule::Copy(_) | SiteRule::Free | SiteRule::Covers(_) => Vec::new(),
    }
}

/// Returns, for slots that must have one layout, the candidates of any of them as candidates of all.
fn shared(joint: JointLayouts<'_>, same: &[bool]) -> NewCandidates {
    let leaders = joint.leaders(same);
    let mut news = Vec::new();
    for leader in leaders.layouts {
        for slot in joint.members(same) {
            news.extend(joint.of_rank(leader, leaders.rank, slot).map(|layout| (*slot, layout)));
        }
    }
    news
}
