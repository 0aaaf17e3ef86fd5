//! The candidates of each value: the layouts that its sites request, and those that propagate from other values.
//!
//! Layouts propagate through sites that relate several values: ops of one layout, view ops, control flow. Propagation
//! ends at a fixpoint. A limit on the candidates of one value keeps the time linear in the number of ops.

use super::candidate::Candidate;
use super::footprint::Footprints;
use super::joint::{CandidateSets, JointLayouts};
use super::sites::{Site, SiteId, SiteRule, SiteSlot, Sites, SlotSubview};
use super::unit_dims;
use ir::layout::{Dim, DimsOrder, permutations};
use ir::views::ViewMap;
use std::collections::VecDeque;

/// The maximum number of candidates of one value, by the number of sites.
const MOST_CANDIDATES: [(usize, usize); 3] = [(2_000, 24), (20_000, 12), (usize::MAX, 8)];

/// The maximum number of dims longer than 1, and of orders in which it is a view, for which all orders of a reshape are
/// candidates.
const MOST_PERMUTED: usize = 4;
const MOST_ORDERS: usize = 8;

/// The number of rounds in which values with dims of length 1 adopt the orders of their neighbors.
const ROUNDS: usize = 3;

/// The candidates of all values of a module.
pub(super) struct Candidates {
    pub(super) of_value: CandidateSets,
    /// The number of times that the limit rejected a candidate.
    pub(super) dropped: u64,
}

/// Computes the candidates of all values.
pub(super) fn candidates(sites: &Sites, footprints: &mut Footprints) -> Candidates {
    let limit = MOST_CANDIDATES.iter().find(|(most, _)| sites.all.len() <= *most);
    let most = limit.map_or(1, |limit| limit.1);
    let queue = SiteQueue { waiting: VecDeque::new(), is_waiting: vec![false; sites.all.len()] };
    let candidates = Candidates { of_value: CandidateSets::default(), dropped: 0 };
    let mut propagation = Propagation { sites, footprints, candidates, most, queue };
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
    /// The maximum number of candidates of one value.
    most: usize,
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
        if self.most > MOST_ORDERS {
            for site in &sites.all {
                self.learn(self.reshape_orders(site), None);
            }
            self.follow();
        }
        for _ in 0..ROUNDS {
            for (id, site) in sites.all.iter().enumerate() {
                self.learn(unit_dims::orders(self.joint(site)), Some(id));
            }
            self.follow();
        }
    }

    fn joint<'s>(&'s self, site: &'s Site) -> JointLayouts<'s> {
        JointLayouts { site, footprints: self.footprints, candidates: &self.candidates.of_value }
    }

    fn follow(&mut self) {
        let sites = self.sites;
        while let Some(id) = self.queue.pop() {
            self.learn(propagated(self.joint(&sites.all[id])), Some(id));
        }
    }

    /// Adds candidates, and queues the sites of every value that gained one, except the site that they come from.
    fn learn(&mut self, news: NewCandidates, from: Option<SiteId>) {
        let mut news = VecDeque::from(news);
        while let Some((slot, candidate)) = news.pop_front() {
            let known = self.candidates.of_value.entry(slot.value).or_default();
            if known.contains(&candidate) || !self.footprints.admits(slot.key, candidate) {
                continue;
            }
            if known.len() >= self.most {
                self.candidates.dropped += 1;
                continue;
            }
            known.insert(candidate);
            // A format with the memory of an order propagates wherever the order does.
            if let Some(order) = self.footprints.order_of(slot.key, candidate) {
                news.push_back((slot, order));
            }
            let Some(slots) = self.sites.values.get(&slot.value) else { continue };
            for place in slots.def.iter().chain(&slots.uses) {
                if Some(place.site) != from {
                    self.queue.push(place.site);
                }
            }
        }
    }

    /// Returns all orders in which a reshape is a view, if they are few. The best order may depend on several uses of a
    /// value, none of which requests it alone.
    fn reshape_orders(&self, site: &Site) -> NewCandidates {
        let SiteRule::View(links) = &site.rule else { return Vec::new() };
        let [SlotSubview { map: ViewMap::Reshape, whole, .. }] = links[..] else {
            return Vec::new();
        };
        let joint = self.joint(site);
        let lens = joint.lens(whole);
        let (long, short): (Vec<Dim>, Vec<Dim>) =
            Dim::all(lens.len()).partition(|dim| lens[dim.index()] > 1);
        if long.len() > MOST_PERMUTED {
            return Vec::new();
        }
        let orders = permutations(&long).into_iter().filter_map(|long| {
            let order = DimsOrder::from_permutation(&[&short[..], &long].concat()).ok()?;
            joint.through(links, whole, Candidate::Order(order))
        });
        let orders: Vec<Vec<Option<Candidate>>> = orders.collect();
        let known = joint.candidates(&site.slots[whole]).count();
        if orders.len() > MOST_ORDERS || known >= self.most {
            return Vec::new();
        }
        orders.into_iter().flat_map(|layouts| at_slots(site, layouts)).collect()
    }
}

/// Returns the layouts that a site requests on its own.
fn requested(site: &Site, footprints: &Footprints) -> NewCandidates {
    match &site.rule {
        SiteRule::Fixed(fixed) => at_slots(site, fixed.clone()).collect(),
        SiteRule::Offers(offers) => {
            offers.iter().flat_map(|offer| at_slots(site, offer.exact())).collect()
        }
        // A view op moves no data if all its layouts are row major.
        SiteRule::View(_) | SiteRule::Same => {
            site.slots.iter().map(|slot| (*slot, footprints.row_major(slot.key))).collect()
        }
        SiteRule::Free => Vec::new(),
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
            offers.iter().flat_map(|offer| shared(joint, &offer.sames())).collect()
        }
        SiteRule::View(links) => {
            let anchors = joint.anchors(links).into_iter();
            let layouts = anchors.filter_map(|(at, candidate)| joint.through(links, at, candidate));
            layouts.flat_map(|layouts| at_slots(joint.site, layouts)).collect()
        }
        SiteRule::Fixed(_) | SiteRule::Free => Vec::new(),
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
