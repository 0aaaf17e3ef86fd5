//! The joint choices of each site: first what layouts each value may come to have, then the labels.
//!
//! A value may have what a site asks of it, and what reaches it through sites that hand layouts on: ops that have
//! one layout throughout, views, control flow. That is followed until nothing is new, with a bound on the number
//! of layouts of one value, so that it is linear in the number of ops.

use super::candidate::{Candidate, Kinds};
use super::offers::{Asked, Offer};
use super::sites::{Link, Rule, Site, SiteId, Sites, Slot};
use super::transfer::View;
use indexmap::{IndexMap, IndexSet};
use ir::layout::DimsOrder;
use ir::views::ViewMap;
use ir::{Module, Value};
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;

/// A value is considered in no more layouts than the second number where there are up to so many sites.
const MOST_CANDIDATES: [(usize, usize); 3] = [(2_000, 24), (20_000, 12), (usize::MAX, 8)];

/// The orders of a reshape are told where so many dims at most are longer than 1, and so many orders are possible.
const MOST_PERMUTED: usize = 4;
const MOST_TOLD: usize = 8;

/// So often layouts of values with dims of length 1 are merged with those of their neighbours.
const ROUNDS: usize = 3;

/// A joint choice of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// The layout of each slot; none for one that may have any.
    pub(super) layouts: Vec<Option<Candidate>>,
    /// What it costs by itself, in bytes.
    pub(super) cost: u64,
    /// The offer of the site's rule that it comes from.
    pub(super) offer: Option<usize>,
}

/// The labels of all sites.
pub(super) struct Labels {
    pub(super) of_site: Vec<Vec<Label>>,
    /// The layouts that each value may get.
    pub(super) of_value: IndexMap<Value, IndexSet<Candidate>, FxBuildHasher>,
    /// How often the bound kept a layout from a value.
    pub(super) dropped: u64,
}

impl Labels {
    /// All labels. Every site has one at least.
    pub(super) fn new(module: &Module, sites: &Sites, kinds: &mut Kinds) -> Labels {
        let bound = MOST_CANDIDATES.iter().find(|(most, _)| sites.all.len() <= *most);
        let most = bound.map_or(1, |bound| bound.1);
        let queue = Queue { waiting: VecDeque::new(), is_waiting: vec![false; sites.all.len()] };
        let of_value = IndexMap::default();
        let mut maker = Maker { module, sites, kinds, of_value, dropped: 0, most, queue };
        maker.spread();
        let of_site = sites.all.iter().map(|site| maker.labels(site)).collect();
        Labels { of_site, of_value: maker.of_value, dropped: maker.dropped }
    }
}

struct Maker<'a> {
    module: &'a Module,
    sites: &'a Sites,
    kinds: &'a mut Kinds,
    of_value: IndexMap<Value, IndexSet<Candidate>, FxBuildHasher>,
    dropped: u64,
    /// A value is considered in no more layouts than this.
    most: usize,
    queue: Queue,
}

/// Sites at which something is new.
struct Queue {
    waiting: VecDeque<SiteId>,
    is_waiting: Vec<bool>,
}

impl Queue {
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

impl Maker<'_> {
    /// Follows layouts through the sites.
    fn spread(&mut self) {
        let sites = self.sites;
        for (id, site) in sites.all.iter().enumerate() {
            let told = self.told(site);
            self.learn(told, None);
            self.queue.push(id);
        }
        self.follow();
        if self.most > MOST_TOLD {
            for site in &sites.all {
                let told = self.block_orders(site);
                self.learn(told, None);
            }
            self.follow();
        }
        for _ in 0..ROUNDS {
            for (id, site) in sites.all.iter().enumerate() {
                let merged = self.merged(site);
                self.learn(merged, Some(id));
            }
            self.follow();
        }
    }

    fn follow(&mut self) {
        let sites = self.sites;
        while let Some(id) = self.queue.pop() {
            let news = self.handed(&sites.all[id]);
            self.learn(news, Some(id));
        }
    }

    fn learn(&mut self, news: Vec<(Slot, Candidate)>, from: Option<SiteId>) {
        let mut news = VecDeque::from(news);
        while let Some((slot, candidate)) = news.pop_front() {
            let known = self.of_value.entry(slot.value).or_default();
            if known.contains(&candidate)
                || !self.kinds.admits(&self.module.ctx, slot.kind, candidate)
            {
                continue;
            }
            if known.len() >= self.most {
                self.dropped += 1;
                continue;
            }
            known.insert(candidate);
            // A format that is the memory of an order goes where orders go.
            if let Some(order) = self.kinds.order_of(&self.module.ctx, slot.kind, candidate) {
                news.push_back((slot, order));
            }
            let Some(ends) = self.sites.values.get(&slot.value) else { continue };
            for &(site, _) in ends.def.iter().chain(&ends.uses) {
                if Some(site) != from {
                    self.queue.push(site);
                }
            }
        }
    }

    /// All orders in which a reshape is a view, where they are few: which of them is best may depend on several readers of a
    /// value, none of which asks for it alone.
    fn block_orders(&self, site: &Site) -> Vec<(Slot, Candidate)> {
        let Rule::View(links) = &site.rule else { return Vec::new() };
        let [Link { map: ViewMap::Reshape, whole, .. }] = links[..] else { return Vec::new() };
        let slot = &site.slots[whole];
        let lens = self.lens(site, whole);
        let (long, short): (Vec<usize>, Vec<usize>) =
            (0..lens.len()).partition(|&dim| lens[dim] > 1);
        if long.len() > MOST_PERMUTED {
            return Vec::new();
        }
        let orders = permutations(&long).into_iter().filter_map(|long| {
            let dims: Vec<usize> = short.iter().copied().chain(long).collect();
            let order = Candidate::Order(DimsOrder::from_results(&dims).ok()?);
            let layouts = self.through(site, links, whole, order)?;
            Some(
                site.slots
                    .iter()
                    .copied()
                    .zip(layouts)
                    .filter_map(|(slot, got)| Some((slot, got?))),
            )
        });
        let told: Vec<Vec<(Slot, Candidate)>> = orders.map(Iterator::collect).collect();
        let few = told.len() <= MOST_TOLD && self.candidates(slot).count() < self.most;
        if few { told.into_iter().flatten().collect() } else { Vec::new() }
    }

    /// Layouts that suit both ends of a site, where one end has length 1 in a dim in which the other is longer: the
    /// short one says nothing of where that dim stands, so that the long one may have it where others want it.
    fn merged(&self, site: &Site) -> Vec<(Slot, Candidate)> {
        let mut news = Vec::new();
        for (short, long, dims) in self.unequal(site) {
            let (short, long) = (&site.slots[short], &site.slots[long]);
            let shape: Vec<_> = self.kinds.facts(short.kind).shape.values().copied().collect();
            for own in self.candidates(short) {
                let Candidate::Order(own) = own else { continue };
                let own = own.results().map(|dim| dim.index());
                let own: Vec<usize> = own.filter(|&dim| !shape[dim].is_one()).collect();
                let own: Vec<usize> = own.into_iter().map(|dim| dims[dim]).collect();
                for other in self.candidates(long) {
                    let Candidate::Order(other) = other else { continue };
                    let other: Vec<usize> = other.results().map(|dim| dim.index()).collect();
                    for early in [false, true] {
                        let order = DimsOrder::from_results(&merge(&own, &other, early)).ok();
                        news.extend(order.map(|order| (*long, Candidate::Order(order))));
                    }
                }
            }
        }
        news
    }

    /// The pairs of slots of which the first has length 1 in a dim in which the second is longer, or lacks it, each with the
    /// dims of the second that those of the first are.
    fn unequal(&self, site: &Site) -> Vec<(usize, usize, Vec<usize>)> {
        match &site.rule {
            Rule::Same => self.unequal_members(site, &vec![true; site.slots.len()]),
            Rule::Offers(offers) => {
                offers.iter().flat_map(|offer| self.unequal_members(site, &sames(offer))).collect()
            }
            Rule::View(links) => {
                let cuts = links.iter().filter_map(|link| match &link.map {
                    ViewMap::Slice { kept, .. } => Some((link.part, link.whole, kept.clone())),
                    _ => None,
                });
                cuts.filter(|(short, long, dims)| self.differ(site, *short, *long, dims)).collect()
            }
            Rule::Fixed(_) | Rule::Free => Vec::new(),
        }
    }

    fn unequal_members(&self, site: &Site, same: &[bool]) -> Vec<(usize, usize, Vec<usize>)> {
        let places: Vec<usize> =
            (0..site.slots.len()).filter(|&at| same.get(at) == Some(&true)).collect();
        // One slot of each kind speaks for all.
        let mut kinds = IndexSet::<_, FxBuildHasher>::default();
        let representatives: Vec<usize> =
            places.into_iter().filter(|&at| kinds.insert(site.slots[at].kind)).collect();
        let mut pairs = Vec::new();
        for &short in &representatives {
            for &long in &representatives {
                let (own, rank) = (self.rank(&site.slots[short]), self.rank(&site.slots[long]));
                let Some(gone) = rank.checked_sub(own) else { continue };
                let dims: Vec<usize> = (gone..rank).collect();
                if short != long && self.differ(site, short, long, &dims) {
                    pairs.push((short, long, dims));
                }
            }
        }
        pairs
    }

    fn differ(&self, site: &Site, short: usize, long: usize, dims: &[usize]) -> bool {
        let shape = |at: usize| self.kinds.facts(site.slots[at].kind).shape.values();
        let told = |dim: usize| {
            let at = dims.iter().position(|&known| known == dim)?;
            shape(short).nth(at).filter(|len| !len.is_one())
        };
        shape(long).enumerate().any(|(dim, len)| !len.is_one() && told(dim).is_none())
    }

    /// The layouts that a site asks for by itself.
    fn told(&self, site: &Site) -> Vec<(Slot, Candidate)> {
        let slots = site.slots.iter();
        match &site.rule {
            Rule::Fixed(fixed) => {
                slots.zip(fixed).filter_map(|(slot, fixed)| Some((*slot, (*fixed)?))).collect()
            }
            Rule::Offers(offers) => {
                let asked = offers.iter().flat_map(|offer| slots.clone().zip(&offer.asked));
                let exact = asked.filter_map(|(slot, asked)| match asked {
                    Asked::Exactly(candidate) => Some((*slot, *candidate)),
                    Asked::Any | Asked::Same => None,
                });
                exact.collect()
            }
            // Row major is where a view always is one.
            Rule::View(_) | Rule::Same => {
                slots.map(|slot| (*slot, self.kinds.row_major(slot.kind))).collect()
            }
            Rule::Free => Vec::new(),
        }
    }

    /// The layouts that the slots of a site get from each other.
    fn handed(&mut self, site: &Site) -> Vec<(Slot, Candidate)> {
        match &site.rule {
            Rule::Same => self.shared(site, &vec![true; site.slots.len()]),
            Rule::Offers(offers) => {
                let mut news = Vec::new();
                for offer in offers {
                    news.extend(self.shared(site, &sames(offer)));
                }
                news
            }
            Rule::View(links) => {
                let anchors: Vec<(usize, Candidate)> = self.anchors(site, links);
                let found = anchors.into_iter().flat_map(|(at, candidate)| {
                    let layouts = self.through(site, links, at, candidate).unwrap_or_default();
                    site.slots.iter().zip(layouts).filter_map(|(slot, got)| Some((*slot, got?)))
                });
                found.collect()
            }
            Rule::Fixed(_) | Rule::Free => Vec::new(),
        }
    }

    fn candidates(&self, slot: &Slot) -> impl Iterator<Item = Candidate> {
        self.of_value.get(&slot.value).into_iter().flatten().copied()
    }

    /// What slots that must have the same layout may have: each of what any of them may have.
    fn shared(&self, site: &Site, same: &[bool]) -> Vec<(Slot, Candidate)> {
        let rank = self.leading_rank(site, same);
        let mut news = Vec::new();
        for leader in self.leaders(site, same, rank) {
            for slot in members(site, same) {
                news.extend(self.of_rank(leader, rank, slot).map(|got| (*slot, got)));
            }
        }
        news
    }

    fn rank(&self, slot: &Slot) -> usize {
        self.kinds.facts(slot.kind).shape.len()
    }

    fn leading_rank(&self, site: &Site, same: &[bool]) -> usize {
        members(site, same).map(|slot| self.rank(slot)).max().unwrap_or(0)
    }

    /// What the slots may have, as layouts of the greatest rank among them.
    fn leaders(&self, site: &Site, same: &[bool], rank: usize) -> IndexSet<Candidate> {
        let mut leaders = IndexSet::new();
        for slot in members(site, same) {
            let own = self.rank(slot);
            leaders.extend(self.candidates(slot).filter_map(|candidate| match candidate {
                Candidate::Order(order) if own < rank => widened(order, rank),
                Candidate::Order(_) => Some(candidate),
                _ => (own == rank).then_some(candidate),
            }));
        }
        leaders
    }

    /// A layout of the greatest rank as that of a slot: a tensor of lower rank is broadcast, so it has the last dims. Beside
    /// a format it is row major.
    fn of_rank(&self, leader: Candidate, rank: usize, slot: &Slot) -> Option<Candidate> {
        let own = self.rank(slot);
        match leader {
            _ if own == rank => Some(leader),
            Candidate::Order(order) => narrowed(order, own),
            _ => Some(self.kinds.row_major(slot.kind)),
        }
    }

    /// The slots that the parts of a view are told from, with what they may have.
    fn anchors(&self, site: &Site, links: &[Link]) -> Vec<(usize, Candidate)> {
        let ends: IndexSet<usize> = links.iter().flat_map(|link| [link.whole, link.part]).collect();
        let known = |at: usize| self.candidates(&site.slots[at]).map(move |known| (at, known));
        ends.into_iter().flat_map(known).collect()
    }

    /// The layouts of all slots of a view when one has this layout.
    fn through(
        &self,
        site: &Site,
        links: &[Link],
        at: usize,
        candidate: Candidate,
    ) -> Option<Vec<Option<Candidate>>> {
        let mut layouts = vec![None; site.slots.len()];
        layouts[at] = Some(candidate);
        // The parts of one op share a whole, so two rounds reach them all.
        for _ in 0..2 {
            for link in links {
                let (whole, part) = (self.lens(site, link.whole), self.lens(site, link.part));
                let view = View { whole: &whole, part: &part, map: &link.map };
                match (layouts[link.whole], layouts[link.part]) {
                    (Some(whole), None) => layouts[link.part] = Some(view.part_of(whole)?),
                    (None, Some(part)) => layouts[link.whole] = Some(view.whole_of(part)?),
                    _ => {}
                }
            }
        }
        let fits = |link: &Link| -> Option<bool> {
            let (whole, part) = (self.lens(site, link.whole), self.lens(site, link.part));
            let view = View { whole: &whole, part: &part, map: &link.map };
            let told = view.part_of(layouts[link.whole]?)?;
            let kind = site.slots[link.part].kind;
            Some(Some(told) == layouts[link.part] || self.alike(kind, told, layouts[link.part]?))
        };
        links.iter().all(|link| fits(link) == Some(true)).then_some(layouts)
    }

    /// Whether two orders differ in dims of length 1 alone.
    fn alike(&self, kind: super::candidate::Kind, a: Candidate, b: Candidate) -> bool {
        match (a, b) {
            (Candidate::Order(a), Candidate::Order(b)) => {
                DimsOrder::is_trivial_reorder(a, b, &self.kinds.facts(kind).shape)
            }
            _ => a == b,
        }
    }

    fn lens(&self, site: &Site, slot: usize) -> Vec<i64> {
        let shape = &self.kinds.facts(site.slots[slot].kind).shape;
        // Parts are told of static tensors alone.
        shape.values().map(|len| len.get().unwrap_or(1)).collect()
    }

    /// The labels of a site; row major where nothing else is possible.
    fn labels(&mut self, site: &Site) -> Vec<Label> {
        let mut labels: Vec<Label> = match &site.rule {
            Rule::Fixed(fixed) => vec![label(fixed.clone())],
            Rule::Free => vec![label(vec![None; site.slots.len()])],
            Rule::Same => self.same_labels(site, &vec![true; site.slots.len()], &[], None, 0),
            Rule::Offers(offers) => offers
                .iter()
                .enumerate()
                .flat_map(|(at, offer)| self.offer_labels(site, at, offer))
                .collect(),
            Rule::View(links) => {
                let anchors = self.anchors(site, links);
                let told = anchors.into_iter();
                told.filter_map(|(at, known)| self.through(site, links, at, known))
                    .map(label)
                    .collect()
            }
        };
        labels.retain(|label| self.admitted(site, label));
        let mut kept: Vec<Label> = Vec::new();
        for label in labels {
            if !kept.iter().any(|known| known.layouts == label.layouts && known.cost <= label.cost)
            {
                kept.push(label);
            }
        }
        if kept.is_empty() {
            let plain = site.slots.iter().map(|slot| Some(self.kinds.row_major(slot.kind)));
            kept.push(label(plain.collect()));
        }
        kept
    }

    fn admitted(&mut self, site: &Site, label: &Label) -> bool {
        let mut slots = site.slots.iter().zip(&label.layouts);
        slots.all(|(slot, layout)| {
            layout.is_none_or(|layout| self.kinds.admits(&self.module.ctx, slot.kind, layout))
        })
    }

    fn offer_labels(&self, site: &Site, at: usize, offer: &Offer) -> Vec<Label> {
        let same = sames(offer);
        let exact: Vec<Option<Candidate>> = offer
            .asked
            .iter()
            .map(|asked| match asked {
                Asked::Exactly(candidate) => Some(*candidate),
                Asked::Any | Asked::Same => None,
            })
            .collect();
        if same.contains(&true) {
            return self.same_labels(site, &same, &exact, Some(at), offer.cost);
        }
        vec![Label { layouts: exact, cost: offer.cost, offer: Some(at) }]
    }

    fn same_labels(
        &self,
        site: &Site,
        same: &[bool],
        exact: &[Option<Candidate>],
        offer: Option<usize>,
        cost: u64,
    ) -> Vec<Label> {
        let rank = self.leading_rank(site, same);
        let mut labels = Vec::new();
        for leader in self.leaders(site, same, rank) {
            let layouts: Option<Vec<Option<Candidate>>> = site
                .slots
                .iter()
                .enumerate()
                .map(|(at, slot)| match same.get(at) {
                    Some(true) => self.of_rank(leader, rank, slot).map(Some),
                    _ => Some(exact.get(at).copied().flatten()),
                })
                .collect();
            labels.extend(layouts.map(|layouts| Label { layouts, cost, offer }));
        }
        labels
    }
}

fn label(layouts: Vec<Option<Candidate>>) -> Label {
    Label { layouts, cost: 0, offer: None }
}

/// All orders of some dims.
fn permutations(dims: &[usize]) -> Vec<Vec<usize>> {
    dims.iter().fold(vec![Vec::new()], |all, &dim| {
        let longer = all.iter().flat_map(|order: &Vec<usize>| {
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, dim);
                longer
            })
        });
        longer.collect()
    })
}

/// Which slots of an offer must have the same layout.
fn sames(offer: &Offer) -> Vec<bool> {
    offer.asked.iter().map(|asked| *asked == Asked::Same).collect()
}

/// All dims of the second list, in its order but for those of the first, which keep theirs: what has to wait does so, or
/// pulls what it waits for before it.
fn merge(first: &[usize], second: &[usize], pull: bool) -> Vec<usize> {
    let mut merged: Vec<usize> = Vec::with_capacity(second.len());
    let mut waiting: Vec<usize> = Vec::new();
    for &dim in second {
        let before =
            first.iter().position(|&known| known == dim).map_or(&[][..], |at| &first[..at]);
        let missing = before.iter().filter(|known| !merged.contains(known));
        let missing: Vec<usize> = missing.copied().collect();
        if merged.contains(&dim) {
            continue;
        }
        if missing.is_empty() || pull {
            merged.extend(missing);
            merged.push(dim);
        } else {
            waiting.push(dim);
        }
        // What waited for this one comes now, in the order of the first list.
        waiting.sort_by_key(|dim| first.iter().position(|known| known == dim));
        waiting.retain(|&dim| {
            let at = first.iter().position(|&known| known == dim).unwrap_or(0);
            let ready = first[..at].iter().all(|known| merged.contains(known));
            if ready {
                merged.push(dim);
            }
            !ready
        });
    }
    merged
}

fn members<'a>(site: &'a Site, same: &[bool]) -> impl Iterator<Item = &'a Slot> {
    site.slots.iter().zip(same.to_vec()).filter(|(_, same)| *same).map(|(slot, _)| slot)
}

/// The order of the last dims.
fn narrowed(order: DimsOrder, rank: usize) -> Option<Candidate> {
    let gone = order.rank().checked_sub(rank)?;
    let dims: Vec<usize> =
        order.results().filter_map(|dim| dim.index().checked_sub(gone)).collect();
    DimsOrder::from_results(&dims).ok().map(Candidate::Order)
}

/// The order with new outermost dims before those it has.
fn widened(order: DimsOrder, rank: usize) -> Option<Candidate> {
    let new = rank.checked_sub(order.rank())?;
    let dims: Vec<usize> = (0..new).chain(order.results().map(|dim| dim.index() + new)).collect();
    DimsOrder::from_results(&dims).ok().map(Candidate::Order)
}
