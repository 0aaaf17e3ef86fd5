//! The first stage: classes of variables by equalities, and the graph of lower bounds between the classes.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;

use super::cycles::{LowerBound, level_cycles};
use super::reason::{BoundKind, Cause, Reason};
use super::state::{EqualityEdge, EqualitySource, FixpointState};
use super::trace::Trace;
use crate::domain::lowest_terms;
use crate::stride::constraint::{Constraint, Scaled};

impl FixpointState<'_> {
    pub(super) fn join_equalities(&mut self) -> Result<(), Box<Reason>> {
        for (member, constraint) in self.constraints() {
            if let Constraint::Equal(a, b) = constraint {
                self.join(member, (a, b), EqualitySource::Member(member))?;
            }
        }
        self.weigh()
    }

    /// Adds the equality that a constraint states or is part of.
    fn join(
        &mut self,
        member: Cause,
        (a, b): (Scaled, Scaled),
        source: EqualitySource,
    ) -> Result<(), Box<Reason>> {
        if !self.classes.same(a.var, b.var) {
            self.equalities.push(EqualityEdge { ends: [a.var, b.var], source });
        }
        match self.classes.join(a, b) {
            Ok(None) => Ok(()),
            Ok(Some(known)) => {
                let known = (known.num.into(), known.den.into());
                Err(Trace::new(self).unequal(member, (a, b), (BoundKind::Exactly, known)))
            }
            Err(overflow) => Err(Trace::new(self).ratio_overflow(overflow)),
        }
    }

    fn weigh(&mut self) -> Result<(), Box<Reason>> {
        let weights = self.classes.weights();
        self.weights = weights.map_err(|overflow| Trace::new(self).ratio_overflow(overflow))?;
        Ok(())
    }

    /// Returns the strongly connected components of the graph of lower bounds, in topological order: each after all
    /// components that bound it. Cycles that are equalities are already merged into one class.
    pub(super) fn groups(&mut self) -> Result<Vec<Vec<NodeIndex>>, Box<Reason>> {
        loop {
            self.collect_lower_bounds()?;
            let mut groups = kosaraju_scc(&self.lower_bounds);
            groups.reverse();
            if !self.join_level_cycles(&groups)? {
                return Ok(groups);
            }
            self.weigh()?;
        }
    }

    fn collect_lower_bounds(&mut self) -> Result<(), Box<Reason>> {
        self.lower_bounds = DiGraph::with_capacity(self.weights.count, self.chosen.len());
        for _ in 0..self.weights.count {
            self.lower_bounds.add_node(());
        }
        for (member, constraint) in self.constraints() {
            let Constraint::AtLeast(a, b) = constraint else { continue };
            let to = self.weights.class[a.var];
            let from = self.weights.class[b.var];
            if to != from {
                self.lower_bounds.add_edge(NodeIndex::new(from), NodeIndex::new(to), member);
            } else if self.scaled_weight(a) < self.scaled_weight(b) {
                let known = lowest_terms(self.weights.weight(a.var), self.weights.weight(b.var));
                let kind = BoundKind::AtLeast;
                return Err(Trace::new(self).unequal(member, (a, b), (kind, known)));
            }
        }
        Ok(())
    }

    /// Converts cycles whose factors multiply to 1 into equalities. Returns `true` if there are any.
    fn join_level_cycles(&mut self, groups: &[Vec<NodeIndex>]) -> Result<bool, Box<Reason>> {
        let mut found = false;
        for group in groups.iter().filter(|group| group.len() > 1) {
            let level = level_cycles(&self.bounds_within(group), group.len());
            for cycle in level.map_err(|cycle| Trace::new(self).growing_cycle(&cycle))? {
                found = true;
                self.join_cycle(cycle)?;
            }
        }
        Ok(found)
    }

    /// Returns the lower bounds between the classes of a group, in the order of the constraints.
    fn bounds_within(&self, group: &[NodeIndex]) -> Vec<LowerBound> {
        let places = group.iter().enumerate().map(|(place, &node)| (node, place));
        let places: FxHashMap<NodeIndex, usize> = places.collect();
        let mut bounds = Vec::new();
        for (from, &node) in group.iter().enumerate() {
            for edge in self.lower_bounds.edges(node) {
                let Some(&to) = places.get(&edge.target()) else { continue };
                let member = *edge.weight();
                let Constraint::AtLeast(a, b) = self.constraint(member) else { continue };
                let weights = &self.weights.weight;
                let factors = [(b.times, a.times), (weights[b.var], weights[a.var])];
                let factors = factors.map(|(num, den)| (num.unsigned_abs(), den.unsigned_abs()));
                bounds.push(LowerBound { from, to, factors, member });
            }
        }
        bounds.sort_by_key(|bound| bound.member);
        bounds
    }

    fn join_cycle(&mut self, members: Vec<Cause>) -> Result<(), Box<Reason>> {
        let source = EqualitySource::LevelCycle(self.level_cycles.len());
        self.level_cycles.push(members.clone());
        for member in members {
            let Constraint::AtLeast(a, b) = self.constraint(member) else { continue };
            self.join(member, (a, b), source)?;
        }
        Ok(())
    }
}
