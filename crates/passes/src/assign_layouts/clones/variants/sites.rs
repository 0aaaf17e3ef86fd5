//! The sites of a module whose functions are detached from their calls, and the costs of the bodies of variants.

use super::super::super::collect;
use super::super::super::prepared::SiteSources;
use super::super::super::problem::LabeledSites;
use super::super::super::sites::{Freedom, SiteGroup, SiteId, Sites, defining_op};
use super::super::super::solve::{self, SolverWork};
use super::function::{Variants, product};
use crate::assign_layouts::candidates::labels::{self, SiteLabel};
use crate::assign_layouts::candidates::propagate::{self, Candidates, Dropped};
use crate::assign_layouts::collect::boundaries::{FunctionBoundary, FunctionScope};
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use ir::progress::NoProgress;
use ir::{Module, Op, Value};
use rustc_hash::FxHashMap;

/// The sites of a module in which functions that may be cloned are detached from their calls.
pub(super) struct VariantSites<'a> {
    pub(super) module: &'a Module,
    pub(super) from: SiteSources<'a>,
    pub(super) enclosing: EnclosingFunctions,
    pub(super) sites: Sites,
    pub(super) labels: Vec<Vec<SiteLabel>>,
    pub(super) candidates: Candidates,
    pub(super) footprints: Footprints,
    /// The site of each operand.
    pub(super) uses: FxHashMap<(Op, usize), SiteId>,
}

/// The functions that may be cloned, with their indices.
pub(super) struct EnclosingFunctions(pub(super) FxHashMap<Op, usize>);

impl EnclosingFunctions {
    /// Returns the index of the function that has an op in its body. `None` if the function cannot be cloned.
    pub(super) fn enclosing(&self, module: &Module, op: Op) -> Option<usize> {
        let mut around = module.ancestors(op);
        around.find_map(|op| self.0.get(&op).copied())
    }
}

impl<'a> VariantSites<'a> {
    /// Collects the sites. Their candidates are those of the module without clones, in which layouts propagate through
    /// calls. `None` if a limit excludes a candidate.
    pub(super) fn new(
        module: &'a Module,
        from: SiteSources<'a>,
        scope: &FunctionScope,
        enclosing: EnclosingFunctions,
        functions: &[&FunctionBoundary],
    ) -> Option<VariantSites<'a>> {
        let rates = from.rates(module);
        let rules = from.rules(&rates);
        let mut footprints = from.footprints(rates.clone());
        let linked = collect::sites(module, rules, from.mode, scope, &mut footprints);
        let groups = linked.groups(module);
        let known = propagate::candidates(&linked, &groups, &mut footprints, from.limits());
        if known.dropped.iter().any(|dropped| dropped.count > 0) {
            return None;
        }
        let mut detached = from.scope(module);
        detached.detached = functions.iter().map(|it| it.function).collect();
        let sites = collect::sites(module, rules, from.mode, &detached, &mut footprints);
        let candidates = Candidates { dropped: vec![Dropped::default()], ..known };
        let labels = labels::labels(module, &sites, &candidates, &mut footprints);
        let slots = sites.all.iter().enumerate().flat_map(|(id, site)| {
            site.slots.iter().filter_map(move |slot| Some((slot.role.operand()?, id)))
        });
        let uses = slots.collect();
        Some(VariantSites { module, from, enclosing, sites, labels, candidates, footprints, uses })
    }

    /// Returns the sites outside of functions that may be cloned, and the sites of each of these. `None` if a group of
    /// sites that share values is in several of them.
    pub(super) fn owned_groups(&self) -> Option<(SiteGroup, Vec<SiteGroup>)> {
        let mut outside = SiteGroup::default();
        let bodies = self.enclosing.0.iter().map(|_| SiteGroup::default());
        let mut bodies: Vec<SiteGroup> = bodies.collect();
        for group in self.sites.groups(self.module) {
            let slots = group.sites.iter().flat_map(|&site| &self.sites.all[site].slots);
            let mut of_slots = slots.map(|slot| {
                let user = slot.role.operand().map(|(op, _)| op);
                let op = user.unwrap_or_else(|| defining_op(self.module, slot.value));
                self.enclosing.enclosing(self.module, op)
            });
            let owner = of_slots.next().flatten();
            if of_slots.any(|other| other != owner) {
                return None;
            }
            let all = owner.map_or(&mut outside, |at| &mut bodies[at]);
            all.sites.extend(group.sites);
            all.values.extend(group.values);
        }
        Some((outside, bodies))
    }

    /// Returns the variants of a function, without the choices of what they call.
    pub(super) fn variants<'b>(
        &self,
        at: usize,
        group: SiteGroup,
        functions: &[&'b FunctionBoundary],
    ) -> Option<Variants<'b>> {
        let boundary = functions[at];
        let is_cloned = self.enclosing.0.contains_key(&boundary.function);
        let freedoms = boundary.inputs.iter().chain(&boundary.results).enumerate();
        let ports: Vec<usize> = freedoms
            .filter(|&(port, freedom)| {
                *freedom != Freedom::Fixed && !self.is_constant(boundary, port)
            })
            .map(|(port, _)| port)
            .collect();
        let layouts = product(ports.iter().map(|&port| {
            let site = self.body_site(boundary, port).or_else(|| {
                boundary.calls.iter().find_map(|&call| self.call_site(boundary, call, port))
            });
            site.map_or_else(Vec::new, |site| {
                self.labels[site].iter().filter_map(|label| label.layouts[0]).collect()
            })
        }))?;
        let calls = functions.iter().enumerate().flat_map(|(callee, it)| {
            let calls = it.calls.iter().map(move |&call| (call, callee));
            calls.filter(|&(call, _)| self.enclosing.enclosing(self.module, call) == Some(at))
        });
        let calls = calls.collect();
        let choices = Vec::new();
        Some(Variants { boundary, is_cloned, ports, layouts, group, calls, choices })
    }

    /// Returns `true` if all calls pass a constant for an input, so that the input has any layout at no cost.
    fn is_constant(&self, boundary: &FunctionBoundary, port: usize) -> bool {
        port < boundary.inputs.len()
            && boundary.calls.iter().all(|&call| {
                let value = self.module.operands(call)[port];
                self.sites.constants.contains(value)
            })
    }

    /// Returns the site of an input or result in the body of its function.
    pub(super) fn body_site(&self, boundary: &FunctionBoundary, port: usize) -> Option<SiteId> {
        match port.checked_sub(boundary.inputs.len()) {
            None => self.def_site(*boundary.arguments.get(port)?),
            Some(at) => boundary.returns.iter().find_map(|&end| self.uses.get(&(end, at)).copied()),
        }
    }

    /// Returns the site of an input or result of a function at one of its calls.
    pub(super) fn call_site(
        &self,
        boundary: &FunctionBoundary,
        call: Op,
        port: usize,
    ) -> Option<SiteId> {
        match port.checked_sub(boundary.inputs.len()) {
            None => self.uses.get(&(call, port)).copied(),
            Some(at) => self.def_site(self.module.result(call, at)?),
        }
    }

    fn def_site(&self, value: Value) -> Option<SiteId> {
        Some(self.sites.values.get(&value)?.def?.site)
    }

    /// Returns the lower bound of the cost of the body of each variant, for each choice of the variants that it calls;
    /// `None` as a cost if the layouts are impossible. `None` if the costs overflow.
    pub(super) fn body_costs(
        &mut self,
        own: &Variants<'_>,
        all: &[Variants<'_>],
    ) -> Option<Vec<Vec<Option<u64>>>> {
        let mut costs = Vec::new();
        for layouts in own.layouts.iter().filter(|_| own.is_cloned) {
            let mut of_variant = Vec::new();
            for choice in &own.choices {
                let mut fixed: Vec<(SiteId, Candidate)> = Vec::new();
                for (&port, &layout) in own.ports.iter().zip(layouts) {
                    fixed.extend(self.body_site(own.boundary, port).map(|site| (site, layout)));
                }
                for (&(call, callee), &variant) in own.calls.iter().zip(choice) {
                    let callee = &all[callee];
                    for (&port, &layout) in callee.ports.iter().zip(&callee.layouts[variant]) {
                        let site = self.call_site(callee.boundary, call, port);
                        fixed.extend(site.map(|site| (site, layout)));
                    }
                }
                of_variant.push(self.body_cost(&own.group, &fixed)?);
            }
            costs.push(of_variant);
        }
        Some(costs)
    }

    /// Returns the lower bound of the cost of some sites, of which some have fixed layouts; the inner `None` if that is
    /// impossible.
    fn body_cost(
        &mut self,
        group: &SiteGroup,
        fixed: &[(SiteId, Candidate)],
    ) -> Option<Option<u64>> {
        let mut old: Vec<(SiteId, Vec<SiteLabel>)> = Vec::new();
        for &(site, layout) in fixed {
            let labels = &mut self.labels[site];
            let kept: Vec<SiteLabel> =
                labels.iter().filter(|label| label.layouts[0] == Some(layout)).cloned().collect();
            old.push((site, std::mem::replace(labels, kept)));
        }
        let is_possible = fixed.iter().all(|&(site, _)| !self.labels[site].is_empty());
        let input = labeled(&self.sites, &self.labels, &self.candidates);
        let groups = std::slice::from_ref(group);
        let footprints = &mut self.footprints;
        let effort = self.from.effort;
        let solved = is_possible.then(|| {
            let progress = &mut NoProgress;
            let work = SolverWork::new(effort, progress);
            solve::groups(self.module, input, groups, footprints, work, None)
        });
        let bound = match solved {
            Some(Ok(solved)) => Some(Some(solved.totals.bound)),
            Some(Err(_)) => None,
            None => Some(None),
        };
        // A site may be fixed twice, so that the labels are restored from the last to the first.
        old.into_iter().rev().for_each(|(site, labels)| self.labels[site] = labels);
        bound
    }
}

/// Returns the input of the solver.
pub(super) fn labeled<'a>(
    sites: &'a Sites,
    labels: &'a [Vec<SiteLabel>],
    candidates: &'a Candidates,
) -> LabeledSites<'a> {
    LabeledSites { sites, labels, candidates }
}
