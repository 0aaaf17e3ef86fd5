//! The optimization problem of a group of sites, for the PBQP solver.
//!
//! A site is a node, and the labels of the site are the labels of the node. A value with one use is an edge with the
//! costs of conversion. A value with several uses has nodes for its copies (`copies`). If a site defines a value in any
//! layout, the layout of the definition is a node of its own. Decisions that no solution may contain together are
//! `exclusions`.
//!
//! The fourth step, between the labels of the sites and the solver. `conversions` are the edges between layouts,
//! `definition` and `copies` the decisions about a value, `covers` the covers of
//! overlapping groups, and `exclusions` the combinations that no solution may contain. `form_bytes` decides whether the
//! forms of a value are larger than a limit.

mod assignment;
pub(super) mod conversions;
mod copies;
mod covers;
mod definition;
pub(super) mod exclusions;
mod form_bytes;
pub(super) mod padding;

use super::sites::{Site, SiteGroup, SiteId, SiteOrigin, SiteRule, SlotId, SlotRole};
use crate::assign_layouts::sites::candidate::{Candidate, CandidateSet};
use crate::assign_layouts::sites::footprint::{Footprints, ReqsId};
pub(super) use assignment::{Assignment, GroupCost, LabeledSites};
use conversions::{ConversionCosts, MemoryForm, bytes_cost, most_ties};
use copies::{CopiedValue, Copies};
use definition::Definition;
use exclusions::{Decided, GroupExclusions, NodeDecision, exclude};
use ir::{Module, Value};
use padding::AssignedForms;
use pbqp::{Cost, NodeId, Problem, ProblemError, allowed_pairs};
use rustc_hash::FxHashMap;

/// The problem of a group, and the meaning of its nodes.
pub(super) struct LayoutProblem<'a> {
    pub(super) problem: Problem,
    /// The cost of one byte.
    pub(super) byte: Cost,
    input: LabeledSites<'a>,
    group: &'a SiteGroup,
    exclusions: &'a GroupExclusions,
    /// The node of each site.
    nodes: FxHashMap<SiteId, NodeId>,
    definitions: FxHashMap<Value, Definition>,
    /// The copies of each value that has nodes for them.
    copies: FxHashMap<Value, Copies>,
}

impl<'a> LayoutProblem<'a> {
    /// Builds the problem of a group. One byte costs more than all tie-breaking together, or 1 if the costs overflow.
    ///
    /// # Errors
    /// The costs overflow.
    pub(super) fn new(
        module: &Module,
        input: LabeledSites<'a>,
        (group, exclusions): (&'a SiteGroup, &'a GroupExclusions),
        footprints: &mut Footprints,
    ) -> Result<LayoutProblem<'a>, ProblemError> {
        let of_group = (group, exclusions);
        let ties = group.values.iter().map(|&value| {
            let uses = input.sites.values[&value].uses.len();
            most_ties(module, value, uses)
        });
        let ties = ties
            .chain(exclusions.split.values().flat_map(|split| &split.uses).map(|split| split.tie));
        let ties = ties.fold(0, u64::saturating_add);
        let byte = ties.checked_add(1).and_then(u64::checked_next_power_of_two);
        let with_ties =
            byte.map(|byte| LayoutProblem::with_byte(module, input, of_group, footprints, byte));
        match with_ties {
            Some(Ok(problem)) => Ok(problem),
            _ => LayoutProblem::with_byte(module, input, of_group, footprints, 1),
        }
    }

    fn with_byte(
        module: &Module,
        input: LabeledSites<'a>,
        (group, exclusions): (&'a SiteGroup, &'a GroupExclusions),
        footprints: &mut Footprints,
        byte: Cost,
    ) -> Result<LayoutProblem<'a>, ProblemError> {
        let mut problem = LayoutProblem {
            problem: Problem::new(),
            byte,
            input,
            group,
            exclusions,
            nodes: FxHashMap::default(),
            definitions: FxHashMap::default(),
            copies: FxHashMap::default(),
        };
        let constants = &input.sites.constants;
        let mut costs = ConversionCosts { module, footprints, constants, byte };
        // The solver is fastest if nodes are in program order, and nodes of values follow the nodes that define them.
        for &site in &group.sites {
            problem.add_site(&mut costs, site)?;
        }
        for &site in &group.sites {
            problem.add_cover(site)?;
        }
        for &value in &group.values {
            problem.connect(&mut costs, value)?;
            problem.add_alternatives(value)?;
        }
        for exclusion in &exclusions.all {
            problem.exclude(&mut costs, exclusion)?;
        }
        Ok(problem)
    }

    /// Adds the node of a site, and the nodes of the values that it defines.
    fn add_site(
        &mut self,
        costs: &mut ConversionCosts<'_>,
        site: SiteId,
    ) -> Result<(), ProblemError> {
        let LabeledSites { sites, labels, .. } = self.input;
        let own = labels[site].iter().map(|label| bytes_cost(label.cost, self.byte));
        let node = self.problem.add_node(own.collect())?;
        self.nodes.insert(site, node);
        for (number, slot) in sites.all[site].slots.iter().enumerate() {
            let place = SlotId { site, slot: number };
            if slot.role != SlotRole::Def || sites.values[&slot.value].def != Some(place) {
                continue;
            }
            let Some((def, uses)) = self.paid_uses(slot.value) else { continue };
            if uses.is_empty() {
                continue;
            }
            let definition = self.add_definition(slot.value, def, uses)?;
            let uses = &definition.uses;
            let split = self.exclusions.split.get(&slot.value);
            if split.is_some() || !is_single(def, uses) {
                let needed = self.layouts_of(uses);
                let problem = &mut self.problem;
                let mut value = CopiedValue { problem, costs, slot, definition: &definition };
                let copies = match split {
                    Some(split) => Copies::split(&mut value, needed, split)?,
                    None => Copies::new(&mut value, needed, uses.len())?,
                };
                self.copies.insert(slot.value, copies);
            }
            self.definitions.insert(slot.value, definition);
        }
        Ok(())
    }

    /// Returns the node that decides the layout of a definition: that of the site, or a new one if the site allows any
    /// layout. Then the layouts are the candidates of the value and those of its uses.
    fn add_definition(
        &mut self,
        value: Value,
        def: SlotId,
        uses: Vec<SlotId>,
    ) -> Result<Definition, ProblemError> {
        let site = self.node(def.site);
        let layouts = self.layouts_at(def);
        if layouts.iter().all(Option::is_some) {
            let reqs = Some(self.reqs_at(def));
            return Ok(Definition { node: site, layouts, reqs, uses });
        }
        let mut all: CandidateSet = layouts.iter().flatten().copied().collect();
        all.extend(self.input.candidates.of_value.get(&value).into_iter().flatten());
        all.extend(self.layouts_of(&uses));
        let node = self.problem.add_node(vec![0; all.len()])?;
        let all: Vec<Option<Candidate>> = all.into_iter().map(Some).collect();
        let pairs = allowed_pairs(&all, &layouts, |defined, at| at.is_none() || at == defined);
        self.problem.add_edge(node, site, pairs)?;
        Ok(Definition { node, layouts: all, reqs: None, uses })
    }

    /// Adds the edges of a value: from its definition to its only use, or from its copies to all its users.
    fn connect(
        &mut self,
        costs: &mut ConversionCosts<'_>,
        value: Value,
    ) -> Result<(), ProblemError> {
        let Some(definition) = self.definitions.get_mut(&value) else { return Ok(()) };
        let Some(def) = self.input.sites.values[&value].def else { return Ok(()) };
        let uses = std::mem::take(&mut definition.uses);
        let node = definition.node;
        let slot = self.input.sites.slot(def);
        let defined = definition.padded(costs, slot);
        let mut copies = self.copies.remove(&value);
        for at in uses {
            let site = self.node(at.site);
            let labels = &self.input.labels[at.site];
            if let Some(copies) = &mut copies {
                let used = self.layouts_at(at);
                let mut sizes = Vec::new();
                for label in labels.iter().filter(|_| matches!(copies, Copies::Padded(_))) {
                    sizes.push(label.layouts[at.slot].map_or(0, |layout| {
                        let (layout, reqs) = costs.with_type(slot, layout, label.reqs(at.slot));
                        costs.footprints.padded_bytes(slot.key, layout, reqs)
                    }));
                }
                copies.connect(&mut self.problem, (at, site), &used, &sizes)?;
                if !copies.has_views() || site == node {
                    continue;
                }
            }
            let mut pairs = Vec::with_capacity(defined.len() * labels.len());
            for &from in &defined {
                pairs.extend(labels.iter().map(|label| match from.zip(label.layouts[at.slot]) {
                    Some((from, to)) if copies.is_some() => costs.view_cost(slot, from.0, to),
                    Some((from, to)) => {
                        let to = costs.with_type(slot, to, label.reqs(at.slot));
                        costs.cost(slot, from, to)
                    }
                    None => 0,
                }));
            }
            self.problem.add_edge(node, site, pairs)?;
        }
        self.copies.extend(copies.map(|copies| (value, copies)));
        Ok(())
    }

    /// Excludes a combination of decisions. One that the problem has no nodes for is never taken.
    fn exclude(
        &mut self,
        costs: &mut ConversionCosts<'_>,
        exclusion: &[Decided],
    ) -> Result<(), ProblemError> {
        let mut decisions: Vec<NodeDecision> = Vec::with_capacity(exclusion.len());
        for decided in exclusion {
            let decision = match *decided {
                Decided::Bytes(slots, least) => {
                    self.bytes_decision(costs.footprints, slots, least)?
                }
                // The labels of its site decide the layout of a value without a definition here.
                Decided::DefinedAs(value, _) if !self.definitions.contains_key(&value) => continue,
                _ => self.decision(costs, decided),
            };
            let Some(decision) = decision else { return Ok(()) };
            decisions.push(decision);
        }
        exclude(&mut self.problem, decisions)
    }

    fn decision(&self, costs: &mut ConversionCosts<'_>, decided: &Decided) -> Option<NodeDecision> {
        match *decided {
            Decided::Bytes(..) => None,
            Decided::DefinedAs(value, layout) => {
                let of = self.definitions.get(&value)?;
                Some((of.node, of.layouts.iter().map(|&own| own == Some(layout)).collect()))
            }
            Decided::Use(at, form) => {
                let slot = self.input.sites.slot(at);
                let Copies::Split(split) = self.copies.get(&slot.value)? else { return None };
                split.selecting(costs.footprints, (at, slot), form)
            }
            Decided::Defined(value, layout) => {
                let def = self.input.sites.values[&value].def?;
                let slot = self.input.sites.slot(def);
                let known = self.definitions.get(&value).cloned();
                // A value without paid uses has the layout of the label of its site.
                let Definition { node, layouts, .. } = known.unwrap_or_else(|| Definition {
                    node: self.node(def.site),
                    layouts: self.layouts_at(def),
                    reqs: None,
                    uses: Vec::new(),
                });
                Some((
                    node,
                    layouts
                        .iter()
                        .map(|own| {
                            own.is_some_and(|own| costs.footprints.is_same(slot.key, own, layout))
                        })
                        .collect(),
                ))
            }
            Decided::Labels(site, ref labels) => {
                let all = 0..self.input.labels[site].len();
                Some((self.node(site), all.map(|label| labels.contains(&label)).collect()))
            }
        }
    }

    /// Returns the node of a site.
    pub(super) fn node(&self, site: SiteId) -> NodeId {
        self.nodes[&site]
    }

    /// Returns the definition of a value, and its uses that require a layout. `None` for a value whose layout costs
    /// nothing: a constant, or a value without a definition here. An input with a chosen layout has a definition, even if
    /// it is constant: fewer of its conversions are better.
    fn paid_uses(&self, value: Value) -> Option<(SlotId, Vec<SlotId>)> {
        let sites = self.input.sites;
        let slots = &sites.values[&value];
        let is_constant = sites.constants.contains(value);
        let def = slots.def?;
        let Site { rule, origin, .. } = &sites.all[def.site];
        let is_chosen = matches!(origin, SiteOrigin::Boundary(_));
        if is_constant && !is_chosen || matches!(rule, SiteRule::Free) {
            return None;
        }
        let uses = slots.uses.iter().copied().filter(|at| {
            self.input.labels[at.site].iter().any(|label| label.layouts[at.slot].is_some())
        });
        Some((def, uses.collect()))
    }

    /// Returns the layout of a slot for each label of its site.
    fn layouts_at(&self, at: SlotId) -> Vec<Option<Candidate>> {
        self.input.labels[at.site].iter().map(|label| label.layouts[at.slot]).collect()
    }

    /// Returns the requirements on a slot for each label of its site; empty if there are none.
    fn reqs_at(&self, at: SlotId) -> Vec<ReqsId> {
        let reqs = self.input.labels[at.site].iter().map(|label| label.reqs(at.slot));
        if reqs.clone().all(|reqs| reqs == ReqsId::NONE) { Vec::new() } else { reqs.collect() }
    }

    /// Returns the layouts in which these slots may use their values.
    fn layouts_of(&self, uses: &[SlotId]) -> CandidateSet {
        uses.iter()
            .flat_map(|at| {
                let slot = at.slot;
                self.input.labels[at.site].iter().filter_map(move |label| label.layouts[slot])
            })
            .collect()
    }

    /// Returns the problem with the additional constraint that a value is defined in one layout. `None` for a value
    /// whose layout costs nothing.
    pub(super) fn with_definition(&self, value: Value, defined: Candidate) -> Option<Problem> {
        let Definition { node, layouts, .. } = self.definitions.get(&value)?;
        let mut problem = self.problem.clone();
        let costs = allowed_pairs(&[defined], layouts, |defined, layout| *layout == Some(*defined));
        problem.add_costs(*node, &costs).ok()?;
        Some(problem)
    }

    /// Decodes a solution, as a part of an assignment without its costs, which are returned.
    pub(super) fn decode(
        &self,
        module: &Module,
        footprints: &mut Footprints,
        solution: &pbqp::Solution,
        assignment: &mut Assignment,
    ) -> GroupCost {
        let mut cost = GroupCost::default();
        let LabeledSites { sites, labels, .. } = self.input;
        for &site in &self.group.sites {
            let label = solution.label(self.node(site));
            assignment.labels[site] = label;
            let label = &labels[site][label];
            assignment.absent[site] = label.is_absent;
            assignment.offers[site] = label.offer;
            let is_copy = matches!(sites.all[site].rule, SiteRule::Copy(_));
            cost.offered = cost.offered.saturating_add(if is_copy { 0 } else { label.cost });
        }
        let constants = &sites.constants;
        let mut costs = ConversionCosts { module, footprints, constants, byte: self.byte };
        let mut used: Vec<MemoryForm> = Vec::new();
        for &value in &self.group.values {
            let slots = &sites.values[&value];
            let Some(def) = slots.def else { continue };
            if assignment.definition(slots).is_none() {
                // The value is inside of a group.
                assignment.values.remove(value);
                continue;
            }
            let slot = sites.slot(def);
            used.clear();
            for form in slots.uses.iter().filter_map(|&at| self.form(value, at, solution)) {
                if !used.contains(&form) {
                    used.push(form);
                }
            }
            let decided = self.definitions.get(&value);
            let decided = decided.and_then(|of| of.layouts[solution.label(of.node)]);
            let defined = decided
                .or_else(|| self.layout(def, solution))
                .or_else(|| sites.declared.get(&value).copied())
                .or_else(|| used.first().map(|form| form.layout))
                .unwrap_or_else(|| costs.footprints.row_major(slot.key));
            for &at in slots.uses.iter().filter(|at| !assignment.absent[at.site]) {
                if let Some(operand) = sites.slot(at).role.operand() {
                    let form = self.form(value, at, solution);
                    assignment.uses.insert(operand, form.unwrap_or(MemoryForm::shared(defined)));
                }
            }
            let plan = costs.plan_of(slot, defined, used.iter().copied());
            assignment.values.insert(value, plan);
        }
        let values = self.group.values.iter().copied();
        let forms = AssignedForms { module, input: self.input, assignment };
        let sites = self.group.sites.iter().copied();
        cost.reorder_cost = forms.reorder_cost(footprints, values, sites);
        cost
    }
}

impl LayoutProblem<'_> {
    /// Returns the layout of a slot in a solution; `None` for any layout.
    fn layout(&self, at: SlotId, solution: &pbqp::Solution) -> Option<Candidate> {
        self.input.labels[at.site][solution.label(self.node(at.site))].layouts[at.slot]
    }

    /// Returns the form that a use of a value has in a solution; `None` for a use in any layout.
    fn form(&self, value: Value, at: SlotId, solution: &pbqp::Solution) -> Option<MemoryForm> {
        let layout = self.layout(at, solution)?;
        let copy = match (self.copies.get(&value), self.input.sites.slot(at).role.operand()) {
            (Some(Copies::Split(split)), _) => split.selected(at, |node| solution.label(node)),
            (_, Some(operand)) => self.exclusions.constants.get(&operand).copied().unwrap_or(0),
            (_, None) => 0,
        };
        Some(MemoryForm { layout, copy })
    }
}

/// Returns `true` if a value has one use, at another site than its definition.
fn is_single(def: SlotId, uses: &[SlotId]) -> bool {
    matches!(uses[..], [only] if only.site != def.site)
}
