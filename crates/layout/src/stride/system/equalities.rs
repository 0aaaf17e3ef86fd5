//! The first stage: classes of variables by equalities, and the graph of lower bounds between the classes.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;

use super::classes::{Joined, StrideOverflow};
use super::cycles::{Cycle, LowerBound, cycles};
use super::failure::FixpointFailure;
use super::ratio::Ratio;
use super::state::{EqualityEdge, EqualitySource, FixpointState};
use crate::stride::constraint::{Constraint, Scaled};

/// Why an equality cannot be added.
enum JoinFailure {
    Unequal(Ratio),
    Overflow(StrideOverflow),
}

impl JoinFailure {
    fn at(self, member: usize) -> FixpointFailure {
        match self {
            JoinFailure::Unequal(known) => FixpointFailure::UnequalRatio { member, known },
            JoinFailure::Overflow(overflow) => FixpointFailure::RatioOverflow(overflow),
        }
    }
}

impl FixpointState<'_> {
    pub(super) fn join_equalities(&mut self) -> Result<(), FixpointFailure> {
        for (member, constraint) in self.constraints() {
            if let Constraint::Equal(a, b) = constraint {
                let source = EqualitySource::Member(member);
                self.join(a, b, source).map_err(|failure| failure.at(member))?;
            }
        }
        self.weigh()
    }

    fn join(&mut self, a: Scaled, b: Scaled, source: EqualitySource) -> Result<(), JoinFailure> {
        let edge = EqualityEdge { ends: [a.var, b.var], source };
        let apart = !self.classes.same(a.var, b.var);
        let joined = self.classes.join(a, b);
        if apart {
            self.equalities.push(edge);
        }
        match joined.map_err(JoinFailure::Overflow)? {
            Joined::Merged | Joined::Known => Ok(()),
            Joined::Contradicts(known) => Err(JoinFailure::Unequal(known)),
        }
    }

    fn weigh(&mut self) -> Result<(), FixpointFailure> {
        self.weights = self.classes.weights().map_err(FixpointFailure::RatioOverflow)?;
        Ok(())
    }

    /// Returns the groups of classes that bound each other in cycles, each after all that bound it from below. Cycles that
    /// are equalities are gone: their classes are one.
    pub(super) fn groups(&mut self) -> Result<Vec<Vec<NodeIndex>>, FixpointFailure> {
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

    fn collect_lower_bounds(&mut self) -> Result<(), FixpointFailure> {
        self.lower_bounds = DiGraph::with_capacity(self.weights.count, self.chosen.len());
        for _ in 0..self.weights.count {
            self.lower_bounds.add_node(());
        }
        for (member, constraint) in self.constraints() {
            let Constraint::AtLeast(a, b) = constraint else { continue };
            let (to, from) = (self.weights.class[a.var], self.weights.class[b.var]);
            if to != from {
                self.lower_bounds.add_edge(NodeIndex::new(from), NodeIndex::new(to), member);
            } else if self.scaled_weight(a) < self.scaled_weight(b) {
                return Err(FixpointFailure::BoundWithinClass(member));
            }
        }
        Ok(())
    }

    /// Makes equalities of the cycles whose factors multiply to one. Returns `true` if there are any.
    fn join_level_cycles(&mut self, groups: &[Vec<NodeIndex>]) -> Result<bool, FixpointFailure> {
        let mut found = false;
        for group in groups.iter().filter(|group| group.len() > 1) {
            for cycle in cycles(&self.bounds_within(group), group.len()) {
                let members = match cycle {
                    Cycle::Growing(members) => return Err(FixpointFailure::GrowingCycle(members)),
                    Cycle::Level(members) => members,
                };
                found = true;
                self.join_cycle(members)?;
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
                let weight = |term: Scaled| self.weights.weight[term.var];
                let factors = [(b.times, a.times), (weight(b), weight(a))];
                let factors = factors.map(|(num, den)| (num.unsigned_abs(), den.unsigned_abs()));
                bounds.push(LowerBound { from, to, factors, member });
            }
        }
        bounds.sort_by_key(|bound| bound.member);
        bounds
    }

    fn join_cycle(&mut self, members: Vec<usize>) -> Result<(), FixpointFailure> {
        let source = EqualitySource::LevelCycle(self.level_cycles.len());
        self.level_cycles.push(members.clone());
        for member in members {
            let Constraint::AtLeast(a, b) = self.constraint(member) else { continue };
            self.join(a, b, source).map_err(|failure| failure.at(member))?;
        }
        Ok(())
    }
}
