//! The problem of the sites outside of functions that may be cloned, with nodes for the variants and the calls.

use super::super::super::problem::LayoutProblem;
use super::super::super::sites::{SiteGroup, SiteId};
use super::super::super::solve;
use super::function::Variants;
use super::sites::{VariantSites, labeled};
use crate::assign_layouts::problem::exclusions::GroupExclusions;
use indexmap::IndexMap;
use ir::Op;
use pbqp::{Cost, FORBIDDEN, NodeId, allowed_pairs};
use rustc_hash::FxHashMap;

/// The variants that calls use.
pub(in super::super) struct ChosenVariants {
    /// The lower bound of the cost over all clonings.
    pub(in super::super) bound: u64,
    /// The variant of each call outside of functions that may be cloned.
    of_calls: FxHashMap<Op, usize>,
    /// The variants of the calls in the body of each variant of a function.
    of_inner: FxHashMap<(Op, usize), FxHashMap<Op, usize>>,
}

impl ChosenVariants {
    /// Returns the variant that a call uses. `caller` is the function that has the call and its variant; `None` if that
    /// function is not cloned.
    pub(in super::super) fn variant(&self, call: Op, caller: Option<(Op, usize)>) -> usize {
        let inner = caller.and_then(|caller| self.of_inner.get(&caller));
        inner.unwrap_or(&self.of_calls).get(&call).copied().unwrap_or(0)
    }
}

impl VariantSites<'_> {
    /// Solves the problem of the sites outside, with the variants and the calls. `None` if the costs overflow.
    pub(super) fn solve(
        &mut self,
        outside: &SiteGroup,
        variants: &[Variants<'_>],
        costs: &[Vec<Vec<Option<u64>>>],
    ) -> Option<ChosenVariants> {
        let input = labeled(&self.sites, &self.labels, &self.candidates);
        let outside = (outside, &GroupExclusions::default());
        let mut problem =
            LayoutProblem::new(self.module, input, outside, &mut self.footprints).ok()?;
        let mut nodes = VariantNodes { existing: Vec::new(), calls: Vec::new() };
        for (own, costs) in variants.iter().zip(costs) {
            let of_function = match own.is_cloned {
                true => ExistingNodes::many(&mut problem, costs)?,
                false => self.single(&mut problem, own)?,
            };
            nodes.existing.push(of_function);
        }
        for (at, own) in variants.iter().enumerate() {
            nodes.connect_inner(&mut problem, at, variants)?;
            for &call in &own.boundary.calls {
                if self.enclosing.enclosing(self.module, call).is_none() {
                    let node = self.call(&mut problem, &nodes.existing[at], own, call)?;
                    nodes.calls.push((call, node));
                }
            }
        }
        let solution = solve::solve(&problem, self.from.effort.limits(), &mut |_| {}).ok()?;
        let bound = solution.lower_bound() / problem.byte;
        let of_calls = nodes.calls.iter().map(|&(call, node)| (call, solution.label(node)));
        let of_calls = of_calls.collect();
        let mut of_inner = FxHashMap::default();
        for (own, existing) in variants.iter().zip(&nodes.existing) {
            let ExistingNodes::Many(existing) = existing else { continue };
            for (variant, &node) in existing.iter().enumerate() {
                let Some(choice) = solution.label(node).checked_sub(1) else { continue };
                let calls = own.calls.iter().map(|&(call, _)| call);
                let inner = calls.zip(own.choices[choice].iter().copied()).collect();
                of_inner.insert((own.boundary.function, variant), inner);
            }
        }
        Some(ChosenVariants { bound, of_calls, of_inner })
    }

    /// Adds the node of a function with one variant, which its body in the problem has.
    fn single(&self, problem: &mut LayoutProblem<'_>, own: &Variants<'_>) -> Option<ExistingNodes> {
        let node = problem.problem.add_node(vec![0; own.layouts.len()]).ok()?;
        for (at, &port) in own.ports.iter().enumerate() {
            if let Some(site) = self.body_site(own.boundary, port) {
                self.require_layout(problem, (node, own, at), site)?;
            }
        }
        Some(ExistingNodes::One(node))
    }

    /// Requires that a site has the layout that the label of a node, which is a variant, has at a port of this index.
    fn require_layout(
        &self,
        problem: &mut LayoutProblem<'_>,
        (node, own, at): (NodeId, &Variants<'_>, usize),
        site: SiteId,
    ) -> Option<()> {
        let pairs = allowed_pairs(&own.layouts, &self.labels[site], |layouts, label| {
            label.layouts[0] == Some(layouts[at])
        });
        let site = problem.node(site);
        problem.problem.add_edge(node, site, pairs).ok()?;
        Some(())
    }

    /// Returns the node of a call, whose label is the variant that it calls.
    fn call(
        &self,
        problem: &mut LayoutProblem<'_>,
        existing: &ExistingNodes,
        own: &Variants<'_>,
        call: Op,
    ) -> Option<NodeId> {
        let node = match existing {
            ExistingNodes::One(node) => *node,
            ExistingNodes::Many(_) => problem.problem.add_node(vec![0; own.layouts.len()]).ok()?,
        };
        for (at, &port) in own.ports.iter().enumerate() {
            if let Some(site) = self.call_site(own.boundary, call, port) {
                self.require_layout(problem, (node, own, at), site)?;
            }
        }
        let ExistingNodes::Many(existing) = existing else { return Some(node) };
        for (variant, &existing) in existing.iter().enumerate() {
            let mut pairs = Vec::new();
            for called in 0..own.layouts.len() {
                let absent = if called == variant { FORBIDDEN } else { 0 };
                pairs.push(absent);
                pairs.extend(own.choices.iter().map(|_| 0));
            }
            problem.problem.add_edge(node, existing, pairs).ok()?;
        }
        Some(node)
    }
}

/// The nodes that decide which variants of a function exist.
enum ExistingNodes {
    /// A node for each variant. Label 0 is its absence, the next ones are the choices of what it calls.
    Many(Vec<NodeId>),
    /// A node whose label is the only variant.
    One(NodeId),
}

impl ExistingNodes {
    /// Adds a node for each variant, with the costs of its body.
    fn many(problem: &mut LayoutProblem<'_>, costs: &[Vec<Option<u64>>]) -> Option<ExistingNodes> {
        let mut nodes = Vec::new();
        for choices in costs {
            let own: Vec<Cost> = std::iter::once(0)
                .chain(choices.iter().map(|cost| match cost {
                    Some(cost) => cost.checked_mul(problem.byte).unwrap_or(FORBIDDEN - 1),
                    None => FORBIDDEN,
                }))
                .collect();
            nodes.push(problem.problem.add_node(own).ok()?);
        }
        Some(ExistingNodes::Many(nodes))
    }
}

/// The nodes of variants and calls.
struct VariantNodes {
    /// The nodes of each function.
    existing: Vec<ExistingNodes>,
    /// The calls outside of functions that may be cloned.
    calls: Vec<(Op, NodeId)>,
}

impl VariantNodes {
    /// Requires the variants that the variants of a function call.
    fn connect_inner(
        &self,
        problem: &mut LayoutProblem<'_>,
        at: usize,
        all: &[Variants<'_>],
    ) -> Option<()> {
        let ExistingNodes::Many(callers) = &self.existing[at] else { return Some(()) };
        let own = &all[at];
        let mut callees: IndexMap<usize, Vec<usize>> = IndexMap::new();
        for (number, &(_, callee)) in own.calls.iter().enumerate() {
            callees.entry(callee).or_default().push(number);
        }
        for &caller in callers {
            for (&callee, calls) in &callees {
                let called = &all[callee];
                match &self.existing[callee] {
                    ExistingNodes::Many(nodes) => {
                        for (variant, &node) in nodes.iter().enumerate() {
                            let pairs = own.needing(called, calls, variant);
                            problem.problem.add_edge(caller, node, pairs).ok()?;
                        }
                    }
                    ExistingNodes::One(node) => {
                        let pairs = own.agreeing(called, calls);
                        problem.problem.add_edge(caller, *node, pairs).ok()?;
                    }
                }
            }
        }
        Some(())
    }
}
