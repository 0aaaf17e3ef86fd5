//! The groups of ops that a device executes as one, and the ways in which they cover the ops of a module.
//!
//! A match of a group replaces the sites of its ops by one site. Matches that share ops form a cluster, whose *covers*
//! are the largest sets of matches without a common op. In a cluster with several covers, the sites exist in some of the
//! covers only: a site without slots selects the cover, and a value that several sites define has a site of its own.

use crate::assign_layouts::sites::offers::RuleSources;
use crate::assign_layouts::sites::{RemovedReorders, SiteId, UnfitGroup};
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
    pub(super) groups: Vec<(String, TargetGroup)>,
    /// The matches to which a choice applies.
    pub(super) matches: Vec<OfferedMatch>,
    /// The number of each match without a choice, and its last op.
    unfit: Vec<(usize, Op)>,
    pub(super) clusters: Vec<Cluster>,
    /// The cluster of each op of a match.
    cluster_of: FxHashMap<Op, usize>,
    /// The sites of clusters of which only one cover is considered.
    pub(super) uncovered: Vec<SiteId>,
}

/// A match with the choices of the rule of its group that apply to it.
pub(super) struct OfferedMatch {
    pub(super) found: GroupMatch,
    pub(super) offers: Vec<Offer>,
}

/// Matches that share ops, directly or through other matches.
pub(super) struct Cluster {
    /// The covers: the numbers of their matches.
    pub(super) covers: Vec<Vec<usize>>,
    /// The numbers of all matches.
    pub(super) matches: Vec<usize>,
    /// The site that selects the cover; `None` before its first op, and if there is one cover.
    pub(super) selector: Option<SiteId>,
    /// `true` if there are other covers, which are not considered.
    pub(super) is_limited: bool,
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
