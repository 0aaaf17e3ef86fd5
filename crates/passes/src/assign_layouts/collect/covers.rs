//! The groups of ops that a device executes as one, and the ways in which they cover the ops of a module.
//!
//! A match of a group replaces the sites of its ops by one site. Matches that share ops form a cluster, whose *covers*
//! are the largest sets of matches without a common op. In a cluster with several covers, the sites exist in some of the
//! covers only: a site without slots selects the cover, and a value that several sites define has a site of its own.

use super::Collector;
use crate::assign_layouts::sites::offers::{RuleSources, SiteOffer};
use crate::assign_layouts::sites::{
    GroupedOps, RemovedReorders, Site, SiteCover, SiteId, SiteOrigin, SiteRule, SiteSlot, SlotRole,
    UnfitGroup,
};
use indexmap::{IndexMap, IndexSet};
use ir::choice::Offer;
use ir::groups::{GroupMatch, GroupMatcher};
use ir::target::TargetGroup;
use ir::{Module, Op, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The maximum number of matches of a cluster of which all covers are considered.
pub(in crate::assign_layouts) const MAX_OVERLAPS: usize = crate::limits::OVERLAPS as usize;

/// The matches of the groups of a target in a module.
pub(super) struct Covers {
    groups: Vec<(String, TargetGroup)>,
    /// The matches to which a choice applies.
    matches: Vec<OfferedMatch>,
    /// The number of each match without a choice, and its last op.
    unfit: Vec<(usize, Op)>,
    clusters: Vec<Cluster>,
    /// The cluster of each op of a match.
    cluster_of: FxHashMap<Op, usize>,
    /// The sites of clusters of which only one cover is considered.
    pub(super) uncovered: Vec<SiteId>,
}

/// A match with the choices of the rule of its group that apply to it.
struct OfferedMatch {
    found: GroupMatch,
    offers: Vec<Offer>,
}

/// Matches that share ops, directly or through other matches.
struct Cluster {
    /// The covers: the numbers of their matches.
    covers: Vec<Vec<usize>>,
    /// The numbers of all matches.
    matches: Vec<usize>,
    /// The site that selects the cover; `None` before its first op, and if there is one cover.
    selector: Option<SiteId>,
    /// `true` if there are other covers, which are not considered.
    is_limited: bool,
}

impl Covers {
    /// Returns the matches of the groups of the target.
    pub(super) fn new(
        module: &Module,
        rules: RuleSources<'_>,
        removed: &RemovedReorders,
    ) -> Covers {
        let mut covers = Covers {
            groups: Vec::new(),
            matches: Vec::new(),
            unfit: Vec::new(),
            clusters: Vec::new(),
            cluster_of: FxHashMap::default(),
            uncovered: Vec::new(),
        };
        let Some(target) = rules.target else { return covers };
        covers.groups = rules.registry.ruled_groups(target);
        if covers.groups.is_empty() {
            return covers;
        }
        let source = |value: Value| removed.source(module, value);
        let is_removed = |op: Op| removed.contains(op);
        let matcher = GroupMatcher::new(module, rules.registry, &source, &is_removed);
        for found in matcher.find(&covers.groups) {
            let group = &covers.groups[found.group];
            let offers = found.offers(module, rules.registry, target, group);
            if offers.is_empty() {
                covers.unfit.push((found.group, found.root()));
            } else {
                covers.matches.push(OfferedMatch { found, offers });
            }
        }
        covers.add_clusters();
        covers
    }

    /// Adds the clusters, in the order of their first matches.
    fn add_clusters(&mut self) {
        let mut union = UnionFind::<usize>::new(self.matches.len());
        let mut first: FxHashMap<Op, usize> = FxHashMap::default();
        for (number, OfferedMatch { found, .. }) in self.matches.iter().enumerate() {
            for &op in &found.ops {
                union.union(number, *first.entry(op).or_insert(number));
            }
        }
        let mut members: IndexMap<usize, Vec<usize>, FxBuildHasher> = IndexMap::default();
        for number in 0..self.matches.len() {
            members.entry(union.find(number)).or_default().push(number);
        }
        for matches in members.into_values() {
            for &number in &matches {
                let ops = &self.matches[number].found.ops;
                self.cluster_of.extend(ops.iter().map(|&op| (op, self.clusters.len())));
            }
            let is_limited = matches.len() > MAX_OVERLAPS;
            let covers =
                if is_limited { vec![self.greedy(&matches)] } else { self.covers(&matches) };
            self.clusters.push(Cluster { covers, matches, selector: None, is_limited });
        }
    }

    /// Returns `true` if two matches share an op.
    fn overlap(&self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|number| &self.matches[number].found.ops);
        a.iter().any(|op| b.contains(op))
    }

    /// Returns the largest sets of some matches without a common op. Those that cover more ops by fewer groups are first.
    fn covers(&self, matches: &[usize]) -> Vec<Vec<usize>> {
        let mut covers = Vec::new();
        // The sets of the matches so far, each with the matches that are not in it.
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        for &next in matches {
            let with: Vec<Vec<usize>> = open
                .iter()
                .filter(|set| set.iter().all(|&known| !self.overlap(known, next)))
                .map(|set| [&set[..], &[next]].concat())
                .collect();
            open.extend(with);
        }
        for set in open {
            let is_free = |&number: &usize| set.iter().all(|&known| !self.overlap(known, number));
            if !matches.iter().any(is_free) {
                covers.push(set);
            }
        }
        let covered = |set: &Vec<usize>| {
            let ops: usize = set.iter().map(|&number| self.matches[number].found.ops.len()).sum();
            (std::cmp::Reverse(ops), set.len(), set.clone())
        };
        covers.sort_by_key(covered);
        covers
    }

    /// Returns a set of matches without a common op: those of more ops first.
    fn greedy(&self, matches: &[usize]) -> Vec<usize> {
        let mut order = matches.to_vec();
        order.sort_by_key(|&number| std::cmp::Reverse(self.matches[number].found.ops.len()));
        let mut taken: IndexSet<Op, FxBuildHasher> = IndexSet::default();
        let mut cover = Vec::new();
        for number in order {
            let ops = &self.matches[number].found.ops;
            if ops.iter().all(|op| !taken.contains(op)) {
                taken.extend(ops.iter().copied());
                cover.push(number);
            }
        }
        cover
    }

    /// Returns the cluster of an op; `None` if no match has it.
    pub(super) fn cluster_of(&self, op: Op) -> Option<usize> {
        self.cluster_of.get(&op).copied()
    }

    /// Returns the groups with a match to which no choice of their rule applies.
    pub(super) fn unfit(&self) -> Vec<UnfitGroup> {
        let mut unfit: IndexMap<usize, UnfitGroup> = IndexMap::new();
        for &(group, root) in &self.unfit {
            let name = self.groups[group].0.clone();
            let known = unfit.entry(group).or_insert(UnfitGroup { name, count: 0, first: root });
            known.count += 1;
        }
        unfit.into_values().collect()
    }
}

/// The sites of the ops of groups.
impl Collector<'_> {
    /// Adds the sites of an op that is in a match: its own if a cover leaves it alone, and those of the groups of which it
    /// is the last op.
    pub(super) fn covered(&mut self, op: Op) {
        let Some(number) = self.covers.cluster_of(op) else { return };
        let selector = self.selector(number, op);
        let first = self.sites.len();
        let mut active = Vec::new();
        let is_in = |covers: &Covers, at: &usize| covers.matches[*at].found.ops.contains(&op);
        let covers = &self.covers.clusters[number].covers;
        let alone = covers.iter().map(|cover| !cover.iter().any(|at| is_in(&self.covers, at)));
        let alone: Vec<bool> = alone.collect();
        if alone.contains(&true) {
            self.ruled(op);
            active.extend((first..self.sites.len()).map(|_| alone.clone()));
        }
        for at in self.covers.clusters[number].matches.clone() {
            let covers = self.covers.clusters[number].covers.iter();
            let of_match: Vec<bool> = covers.map(|cover| cover.contains(&at)).collect();
            if self.covers.matches[at].found.root() == op && of_match.contains(&true) {
                let site = self.group_site(at);
                self.sites.push(site);
                active.push(of_match);
            }
        }
        let is_single = matches!(&active[..], [only] if !only.contains(&false));
        if let Some(selector) = selector.filter(|_| !is_single) {
            for (site, active) in self.sites[first..].iter_mut().zip(active) {
                site.cover = Some(SiteCover { selector, active });
            }
            self.add_alternatives(op, first);
        }
        if self.covers.clusters[number].is_limited && first < self.sites.len() {
            self.covers.uncovered.push(first);
        }
        if first < self.sites.len() {
            self.declare(self.module.results(op));
        }
    }

    /// Returns the site that selects the cover of a cluster; `None` if it has one.
    fn selector(&mut self, number: usize, op: Op) -> Option<SiteId> {
        let cluster = &mut self.covers.clusters[number];
        if cluster.covers.len() > 1 && cluster.selector.is_none() {
            let rule = SiteRule::Covers(cluster.covers.len());
            cluster.selector = Some(self.sites.len());
            self.sites.push(Site::new(op, Vec::new(), rule, SiteOrigin::Covers));
        }
        cluster.selector
    }

    /// Returns the site of a match.
    fn group_site(&mut self, number: usize) -> Site {
        let module = self.module;
        let OfferedMatch { found, offers } = &self.covers.matches[number];
        let root = found.root();
        let (name, _) = &self.covers.groups[found.group];
        let mut slots = Vec::new();
        let mut places = Vec::new();
        for operand in &found.operands {
            let value = module.operands(operand.op)[operand.operand];
            let ty = module.ty(value);
            let value = self.removed.source(module, value);
            if let Some(key) = self.footprints.key(&module.ctx, value, ty) {
                let role = SlotRole::Use(operand.op, operand.operand);
                slots.push(SiteSlot { value, key, role });
                places.push(operand.param);
            }
        }
        let result = module.result(root, 0).expect("a match has a result");
        if let Some(key) = self.footprints.key(&module.ctx, result, module.ty(result)) {
            slots.push(SiteSlot { value: result, key, role: SlotRole::Def });
            places.push(Some(found.params.len()));
            self.defined.insert(result);
        }
        let of_slots: Vec<(Value, Option<usize>)> =
            slots.iter().zip(&places).map(|(slot, &place)| (slot.value, place)).collect();
        let rates = self.rules.rates;
        let offers = offers
            .iter()
            .map(|offer| SiteOffer::of_group(module, rates, root, offer.clone(), &of_slots));
        let rule = SiteRule::Offers(offers.collect());
        let of_target = self.rules.target.and_then(|target| target.rule(name));
        let group = GroupedOps {
            name: name.clone(),
            ops: found.ops.clone(),
            places,
            choices: of_target
                .map(|rule| rule.choices.iter().map(ToString::to_string).collect())
                .unwrap_or_default(),
            span: of_target.map_or(ir::source::Span::NONE, |rule| rule.span()),
        };
        let group = Some(Box::new(group));
        Site { group, ..Site::new(root, slots, rule, SiteOrigin::Group) }
    }

    /// Adds a site for each result of an op that the sites from `first` on define in different covers.
    fn add_alternatives(&mut self, op: Op, first: SiteId) {
        let mut defined: IndexMap<Value, SiteSlot, FxBuildHasher> = IndexMap::default();
        for slot in self.sites[first..].iter_mut().flat_map(|site| &mut site.slots) {
            if slot.role == SlotRole::Def {
                defined.insert(slot.value, *slot);
                slot.role = SlotRole::Alternative;
            }
        }
        for slot in defined.into_values() {
            self.push(op, vec![slot], SiteRule::Same, SiteOrigin::Covers);
        }
    }
}
