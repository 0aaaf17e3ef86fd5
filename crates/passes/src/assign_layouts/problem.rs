//! The optimization problem for the PBQP solver.
//!
//! A site is a node, and the labels of the site are the labels of the node. A value with one use is an edge with the
//! costs of conversion. A value with several uses is a node of its own: each label is the layout of its definition and
//! a set of conversions that the uses share.

use super::candidate::{Candidate, CandidateSet};
use super::conversions::{Conversion, ConversionCosts, ConversionPlan, bytes_cost};
use super::footprint::Footprints;
use super::labels::SiteLabel;
use super::propagate::Candidates;
use super::sites::{SiteId, SiteRule, Sites, SlotId, SlotRole, ValueSlots};
use indexmap::IndexMap;
use ir::{Module, Op, Value};
use pbqp::{Cost, FORBIDDEN, NodeId, Problem, ProblemError};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The number of required layouts up to which all conversion sets of a value are considered. Above it, only sets of up
/// to [`MOST_CONVERSIONS`] conversions and the full set are considered.
const ALL_SETS: usize = 5;
const MOST_CONVERSIONS: usize = 3;
const MOST_CLASSES: usize = 16;

/// A label of the node of a value.
struct ValueLabel {
    plan: ConversionPlan,
    /// The conversions that move no data, which every plan includes.
    views: Vec<Conversion>,
}

impl ValueLabel {
    /// Returns the cost of a use of the value in a layout, in addition to the cost of the plan.
    fn use_cost(&self, layout: Candidate) -> Cost {
        let is_among =
            |conversions: &[Conversion]| conversions.iter().any(|known| known.to == layout);
        match layout {
            _ if self.plan.defined == layout || is_among(&self.plan.conversions) => 0,
            // The use of a view pays one unit, so that it costs more than a use without a conversion.
            _ if is_among(&self.views) => 1,
            _ => FORBIDDEN,
        }
    }
}

/// The problem of a module, and the meaning of its nodes.
pub(super) struct LayoutProblem<'a> {
    pub(super) problem: Problem,
    /// The cost of one byte.
    pub(super) byte: Cost,
    sites: &'a Sites,
    labels: &'a [Vec<SiteLabel>],
    candidates: &'a Candidates,
    /// The node of each site.
    nodes: Vec<Option<NodeId>>,
    values: IndexMap<Value, (NodeId, Vec<ValueLabel>), FxBuildHasher>,
}

/// The decoded solution of a problem.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    /// The offer that each site uses; `None` for a site without offers.
    pub(super) offers: Vec<Option<usize>>,
    /// The layout and the conversions of each value that has a layout.
    pub(super) values: IndexMap<Value, ConversionPlan, FxBuildHasher>,
    /// The layout in which an op uses each operand.
    pub(super) uses: IndexMap<(Op, usize), Candidate, FxBuildHasher>,
}

impl<'a> LayoutProblem<'a> {
    /// Builds the problem of these sites and labels.
    ///
    /// # Errors
    /// The costs overflow.
    pub(super) fn new(
        module: &Module,
        sites: &'a Sites,
        labels: &'a [Vec<SiteLabel>],
        candidates: &'a Candidates,
        footprints: &mut Footprints,
        byte: Cost,
    ) -> Result<LayoutProblem<'a>, ProblemError> {
        let mut problem = LayoutProblem {
            problem: Problem::new(),
            byte,
            sites,
            labels,
            candidates,
            nodes: vec![None; sites.all.len()],
            values: IndexMap::default(),
        };
        let mut costs = ConversionCosts { module, footprints, byte };
        // The solver is fastest if nodes are in program order, and nodes of values follow the nodes that define them.
        for site in in_program_order(module, sites) {
            problem.add_site(&mut costs, site)?;
        }
        for (&value, slots) in &sites.values {
            problem.connect(&mut costs, value, slots)?;
        }
        Ok(problem)
    }

    /// Adds the node of a site, and the nodes of the values that it defines and that have several uses.
    fn add_site(
        &mut self,
        costs: &mut ConversionCosts<'_>,
        site: SiteId,
    ) -> Result<(), ProblemError> {
        let own = self.labels[site].iter().map(|label| bytes_cost(label.cost, self.byte));
        self.nodes[site] = Some(self.problem.add_node(own.collect())?);
        let sites = self.sites;
        for (number, slot) in sites.all[site].slots.iter().enumerate() {
            let slots = &sites.values[&slot.value];
            let place = SlotId { site, slot: number };
            if slot.role == SlotRole::Def && slots.def == Some(place) {
                self.add_value(costs, slot.value, slots)?;
            }
        }
        Ok(())
    }

    /// Adds the node of a value, unless exactly one other site uses it.
    fn add_value(
        &mut self,
        costs: &mut ConversionCosts<'_>,
        value: Value,
        slots: &ValueSlots,
    ) -> Result<(), ProblemError> {
        let Some((def, uses)) = self.paid_uses(slots) else { return Ok(()) };
        if uses.is_empty() || matches!(uses[..], [only] if only.site != def.site) {
            return Ok(());
        }
        let slot = self.sites.slot(def);
        let needed = self.layouts_of(&uses);
        let by_memory = costs.by_memory(slot, needed.iter().copied());
        let (mut node, mut labels) = (Vec::new(), Vec::new());
        for defined in self.definitions(value, def, &needed) {
            // A layout with the memory of the definition costs nothing, so it is always available.
            let (same, others): (Vec<_>, Vec<_>) = by_memory
                .iter()
                .cloned()
                .partition(|group| costs.footprints.is_same(slot.key, group[0], defined));
            let same = same.into_iter().flatten().filter(|&same| same != defined);
            let views: Vec<_> = same.map(|to| Conversion { from: defined, to }).collect();
            for set in conversion_sets(&others, uses.len()) {
                let (cost, plan) = costs.plan(slot, defined, &set);
                node.push(cost);
                labels.push(ValueLabel { plan, views: views.clone() });
            }
        }
        let node = self.problem.add_node(node)?;
        self.values.insert(value, (node, labels));
        Ok(())
    }

    /// Adds the edges of a value: from its definition to its only use, or from its node to all its sites.
    fn connect(
        &mut self,
        costs: &mut ConversionCosts<'_>,
        value: Value,
        slots: &ValueSlots,
    ) -> Result<(), ProblemError> {
        let Some((def, uses)) = self.paid_uses(slots) else { return Ok(()) };
        let Some((node, labels)) = self.values.get(&value) else {
            let Some(&to) = uses.first() else { return Ok(()) };
            let pairs = self.conversion_costs(costs, def, to);
            self.problem.add_edge(self.node(def.site), self.node(to.site), pairs)?;
            return Ok(());
        };
        let node = *node;
        let definition = |label: &ValueLabel, layout| {
            if label.plan.defined == layout { 0 } else { FORBIDDEN }
        };
        let mut edges = vec![(def.site, self.pairs(labels, def, definition))];
        let uses = uses.into_iter();
        edges.extend(uses.map(|at| (at.site, self.pairs(labels, at, ValueLabel::use_cost))));
        for (site, pairs) in edges {
            self.problem.add_edge(node, self.node(site), pairs)?;
        }
        Ok(())
    }

    fn node(&self, site: SiteId) -> NodeId {
        self.nodes[site].expect("every site has a node")
    }

    /// Returns the definition of a value, and its uses that require a layout. `None` for a value whose layout costs
    /// nothing: a constant, or a value without a definition here.
    fn paid_uses(&self, slots: &ValueSlots) -> Option<(SlotId, Vec<SlotId>)> {
        let is_free = |def: &SlotId| matches!(self.sites.all[def.site].rule, SiteRule::Free);
        let def = slots.def.filter(|def| !is_free(def))?;
        let uses = slots.uses.iter().copied().filter(|&at| !self.layouts_of(&[at]).is_empty());
        Some((def, uses.collect()))
    }

    /// Returns the layouts in which these slots may use their values.
    fn layouts_of(&self, uses: &[SlotId]) -> CandidateSet {
        let layouts = |at: &SlotId| {
            let slot = at.slot;
            self.labels[at.site].iter().filter_map(move |label| label.layouts[slot])
        };
        uses.iter().flat_map(layouts).collect()
    }

    /// Returns the layouts in which a value may be defined. If its site allows any layout, these are the candidates of
    /// the value and the needed layouts.
    fn definitions(&self, value: Value, def: SlotId, needed: &CandidateSet) -> CandidateSet {
        let layouts = self.labels[def.site].iter().map(|label| label.layouts[def.slot]);
        let is_any = layouts.clone().any(|layout| layout.is_none());
        let mut definitions: CandidateSet = layouts.flatten().collect();
        if is_any {
            definitions.extend(self.candidates.of_value.get(&value).into_iter().flatten());
            definitions.extend(needed);
        }
        definitions
    }

    /// Returns the cost to convert a value between each label of its definition and each label of its only use.
    fn conversion_costs(
        &self,
        costs: &mut ConversionCosts<'_>,
        def: SlotId,
        to: SlotId,
    ) -> Vec<Cost> {
        let slot = self.sites.slot(def);
        let mut pairs = Vec::new();
        for defined in &self.labels[def.site] {
            for used in &self.labels[to.site] {
                pairs.push(match (defined.layouts[def.slot], used.layouts[to.slot]) {
                    (Some(from), Some(to)) => costs.cost(slot, from, to),
                    _ => 0,
                });
            }
        }
        pairs
    }

    /// Returns the cost matrix of the labels of a value and the labels of a site.
    fn pairs(
        &self,
        labels: &[ValueLabel],
        at: SlotId,
        cost: impl Fn(&ValueLabel, Candidate) -> Cost,
    ) -> Vec<Cost> {
        let mut pairs = Vec::new();
        for label in labels {
            for of_site in &self.labels[at.site] {
                pairs.push(of_site.layouts[at.slot].map_or(0, |layout| cost(label, layout)));
            }
        }
        pairs
    }

    /// Returns the problem with the additional constraint that a value is defined in one layout. `None` for a value
    /// whose layout costs nothing.
    pub(super) fn with_definition(&self, value: Value, defined: Candidate) -> Option<Problem> {
        let def = self.sites.values.get(&value)?.def?;
        let cost = |is_allowed| if is_allowed { 0 } else { FORBIDDEN };
        let (node, costs): (NodeId, Vec<Cost>) = match self.values.get(&value) {
            Some((node, labels)) => {
                (*node, labels.iter().map(|label| cost(label.plan.defined == defined)).collect())
            }
            None => {
                let labels = self.labels[def.site].iter();
                let layouts = labels.map(|label| label.layouts[def.slot]);
                (self.node(def.site), layouts.map(|layout| cost(layout == Some(defined))).collect())
            }
        };
        let mut problem = self.problem.clone();
        problem.add_costs(node, &costs).ok()?;
        Some(problem)
    }

    /// Decodes a solution.
    pub(super) fn assignment(
        &self,
        module: &Module,
        footprints: &mut Footprints,
        solution: &pbqp::Solution,
    ) -> Assignment {
        let label = |site: SiteId| &self.labels[site][solution.label(self.node(site))];
        let layout = |at: SlotId| label(at.site).layouts[at.slot];
        let offers = (0..self.nodes.len()).map(|site| label(site).offer).collect();
        let mut assignment = Assignment { offers, ..Assignment::default() };
        let mut costs = ConversionCosts { module, footprints, byte: self.byte };
        for (&value, slots) in &self.sites.values {
            let Some(def) = slots.def else { continue };
            let slot = self.sites.slot(def);
            let used: CandidateSet = slots.uses.iter().filter_map(|&at| layout(at)).collect();
            let defined = match self.values.get(&value) {
                Some((node, labels)) => labels[solution.label(*node)].plan.defined,
                None => {
                    let defined = layout(def).or(used.first().copied());
                    defined.unwrap_or_else(|| costs.footprints.row_major(slot.key))
                }
            };
            let others: Vec<Candidate> = used.into_iter().filter(|&it| it != defined).collect();
            let plan = costs.plan(slot, defined, &others).1;
            for &at in &slots.uses {
                if let SlotRole::Use(op, operand) = self.sites.slot(at).role {
                    assignment.uses.insert((op, operand), layout(at).unwrap_or(defined));
                }
            }
            assignment.values.insert(value, plan);
        }
        assignment
    }
}

/// Returns the sets of conversions to consider, each with at most as many conversions as there are uses. Layouts with
/// the same memory are either all in a set or none of them, because one conversion makes the others free.
fn conversion_sets(by_memory: &[Vec<Candidate>], uses: usize) -> Vec<Vec<Candidate>> {
    let (by_memory, others) = by_memory.split_at(by_memory.len().min(MOST_CLASSES));
    let is_few = by_memory.len() <= ALL_SETS;
    let full = (1u32 << by_memory.len()) - 1;
    let sets = (0..=full).filter(|bits| {
        let count = bits.count_ones() as usize;
        (is_few && count <= uses) || *bits == full || count <= MOST_CONVERSIONS.min(uses)
    });
    let members =
        |bits: u32| by_memory.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1);
    let sets = sets.map(|bits| members(bits).flat_map(|(_, group)| group).copied().collect());
    let all = by_memory.iter().chain(others).flatten().copied().collect();
    sets.chain(others.iter().cloned()).chain((!others.is_empty()).then_some(all)).collect()
}

/// Returns the sites in program order of their ops.
fn in_program_order(module: &Module, sites: &Sites) -> Vec<SiteId> {
    let places: FxHashMap<Op, usize> = module.walk().enumerate().map(|(at, op)| (op, at)).collect();
    let mut order: Vec<SiteId> = (0..sites.all.len()).collect();
    order.sort_by_key(|&site| places.get(&sites.all[site].op));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::layout::{DimsOrder, permutations};

    /// Returns `count` layouts with pairwise different memory.
    fn layouts(count: usize) -> Vec<Vec<Candidate>> {
        let orders = permutations(&[0, 1, 2, 3]).into_iter().take(count);
        orders
            .map(|order| vec![Candidate::Order(DimsOrder::from_results(&order).unwrap())])
            .collect()
    }

    #[test]
    fn conversion_sets_are_at_most_as_large_as_uses() {
        assert_eq!(conversion_sets(&layouts(3), 3).len(), 8);
        // All sets of at most two, and the full one.
        assert_eq!(conversion_sets(&layouts(3), 2).len(), 8);
        assert_eq!(conversion_sets(&layouts(5), 2).len(), 1 + 5 + 10 + 1);
        assert_eq!(conversion_sets(&[], 2), [Vec::new()]);
    }

    #[test]
    fn many_layouts_have_small_sets_and_the_full_set() {
        let of_six = conversion_sets(&layouts(6), 9);
        assert_eq!(of_six.len(), 1 + 6 + 15 + 20 + 1);
        assert!(of_six.iter().any(|set| set.len() == 6));
        // Above the limit there are only sets of one, and the full set.
        let of_many = conversion_sets(&layouts(MOST_CLASSES + 2), 9);
        assert_eq!(of_many.iter().map(Vec::len).max(), Some(MOST_CLASSES + 2));
    }
}
