//! The last stage: the least fixpoint of the lower bounds, class by class, in topological order.

use std::collections::VecDeque;

use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use super::problem::System;
use super::reason::{Cause, Reason};
use super::state::{BoundSource, FixpointState, Increase};
use super::trace::Trace;
use crate::domain::ceil;
use crate::stride::constraint::Constraint;

/// The maximum number of increases of the classes of one cycle. A cycle whose factors multiply to well below 1
/// converges in a few rounds. If the product is near 1 and multiples are large, the number of rounds has no useful
/// bound.
const MAX_INCREASES: usize = crate::limits::INCREASES as usize;

/// Returns the least strides, by variable, that satisfy the chosen constraints.
///
/// # Errors
/// The reason why there are none.
pub(super) fn least(system: &System, chosen: &[Cause]) -> Result<Vec<i64>, Box<Reason>> {
    let mut state = FixpointState::new(system, chosen);
    state.compute()?;
    Ok((0..system.vars).map(|var| state.stride(var)).collect())
}

impl FixpointState<'_> {
    /// Computes the least value of each class.
    ///
    /// # Errors
    /// The constraints have no solution, or the computation did not converge within the limit.
    pub(super) fn compute(&mut self) -> Result<(), Box<Reason>> {
        self.check_form()?;
        self.join_equalities()?;
        let groups = self.groups()?;
        self.bind()?;
        self.propagate(&groups)
    }

    fn check_form(&self) -> Result<(), Box<Reason>> {
        let vars = self.system.vars;
        for (member, constraint) in self.constraints() {
            let terms = constraint.terms().all(|term| term.var < vars && term.times >= 1);
            let amount = !matches!(constraint, Constraint::Multiple { bits, .. } if bits < 1);
            if !(terms && amount) {
                return Err(Box::new(Reason::Malformed { constraint: member }));
            }
        }
        Ok(())
    }

    /// Increases every class to its least value, group by group.
    fn propagate(&mut self, groups: &[Vec<NodeIndex>]) -> Result<(), Box<Reason>> {
        self.last = vec![None; self.weights.count];
        let mut place = vec![0; self.weights.count];
        for (index, group) in groups.iter().enumerate() {
            group.iter().for_each(|node| place[node.index()] = index);
        }
        let mut queued = vec![true; self.weights.count];
        for group in groups {
            self.propagate_within(group, &place, &mut queued)?;
        }
        Ok(())
    }

    fn propagate_within(
        &mut self,
        group: &[NodeIndex],
        place: &[usize],
        queued: &mut [bool],
    ) -> Result<(), Box<Reason>> {
        let mut sorted: Vec<usize> = group.iter().map(|node| node.index()).collect();
        sorted.sort_unstable();
        let mut queue = VecDeque::from(sorted);
        for step in 0.. {
            let Some(class) = queue.pop_front() else { break };
            queued[class] = false;
            if step > MAX_INCREASES {
                return Err(Trace::new(self).not_converged(class));
            }
            if self.increase(class)? && group.len() > 1 {
                let above = self.lower_bounds.neighbors(NodeIndex::new(class));
                for other in
                    above.map(NodeIndex::index).filter(|other| place[*other] == place[class])
                {
                    if !std::mem::replace(&mut queued[other], true) {
                        queue.push_back(other);
                    }
                }
            }
        }
        Ok(())
    }

    /// Increases a class to the value that the current values of the others imply. Returns `false` if it already has
    /// that value.
    fn increase(&mut self, class: usize) -> Result<bool, Box<Reason>> {
        let (bound, source) = self.greatest_lower_bound(class);
        let bounds = &self.bounds[class];
        let value = match bounds.exact {
            Some((value, _)) if bound <= value => value,
            _ => ceil(bound, bounds.step) * bounds.step,
        };
        let increase = Increase { class, value, source };
        if value > bounds.most || bounds.exact.is_some_and(|(exact, _)| value > exact) {
            return Err(Trace::new(self).least_above_most(increase));
        }
        let source = bounds.exact.map_or(source, |(_, member)| BoundSource::Exact(member));
        if self.last[class].is_some_and(|last| self.increases[last].value >= value) {
            return Ok(false);
        }
        self.last[class] = Some(self.increases.len());
        self.increases.push(Increase { source, ..increase });
        Ok(true)
    }

    /// Returns the greatest lower bound of the unknown of a class, before rounding up.
    fn greatest_lower_bound(&self, class: usize) -> (i128, BoundSource) {
        let bounds = &self.bounds[class];
        let own = bounds.least_by.map_or(BoundSource::OneElement, BoundSource::Elems);
        let mut best = (bounds.least, own);
        let mut best_member = None;
        let edges =
            self.lower_bounds.edges_directed(NodeIndex::new(class), petgraph::Direction::Incoming);
        for edge in edges {
            let member = *edge.weight();
            let Some(from) = self.last[edge.source().index()] else { continue };
            let source = BoundSource::Stride { member, from };
            let (var, stride) = self.bounded_variable(source).expect("the edge is a lower bound");
            let bound = ceil(stride, self.weights.weight(var));
            let first = best_member.is_none_or(|best| member < best);
            if bound > best.0 || (bound == best.0 && best_member.is_some() && first) {
                (best, best_member) = ((bound, source), Some(member));
            }
        }
        best
    }
}
