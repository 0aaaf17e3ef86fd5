//! The sites of the ops that are in matches of groups.
//!
//! In a cluster with several covers, a site exists in some of them only. A value that several sites define in different
//! covers has a site of its own.

use super::Collector;
use super::covers::{Covers, OfferedMatch};
use crate::assign_layouts::sites::offers::SiteOffer;
use crate::assign_layouts::sites::{
    GroupedOps, Site, SiteCover, SiteId, SiteOrigin, SiteRule, SiteSlot, SlotRole,
};
use indexmap::IndexMap;
use ir::source::Span;
use ir::{Op, Value};
use rustc_hash::FxBuildHasher;

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
            self.is_defined[result.number()] = true;
        }
        let rules = self.rules;
        let of_slots = || slots.iter().map(|slot| slot.value).zip(places.iter().copied());
        let offers = offers
            .iter()
            .map(|offer| SiteOffer::new(module, rules, root, offer.clone(), of_slots()));
        let rule = SiteRule::Offers(offers.collect());
        let of_target = self.rules.target.and_then(|target| target.rule(name));
        let group = GroupedOps {
            name: name.clone(),
            ops: found.ops.clone(),
            places,
            choices: of_target
                .map(|rule| rule.choices.iter().map(ToString::to_string).collect())
                .unwrap_or_default(),
            span: of_target.map_or(Span::NONE, |rule| rule.span()),
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
