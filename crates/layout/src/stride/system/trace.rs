//! A finished computation with its equalities as trees, which lead from a value back to the constraints behind it.

use std::collections::VecDeque;

use super::reason::{BoundKind, Cause, DerivedBound};
use super::state::{BoundSource, EqualitySource, FixpointState, Increase, MOST};
use crate::domain::lcm;
use crate::stride::constraint::{Constraint, Scaled};

/// Removes duplicate constraints and keeps the order.
pub(super) fn causes(members: Vec<Cause>) -> Vec<Cause> {
    members.into_iter().collect::<indexmap::IndexSet<Cause>>().into_iter().collect()
}

/// A computation that failed or succeeded.
pub(super) struct Trace<'a> {
    pub(super) state: &'a FixpointState<'a>,
    /// For each variable except the roots: the next variable towards the root, and the equality between both.
    up: Vec<Option<(usize, usize)>>,
    /// The distance of each variable from its root.
    depth: Vec<usize>,
    /// The root of the tree of each variable.
    pub(super) root: Vec<usize>,
    /// The equalities of the tree of each root.
    trees: Vec<Vec<usize>>,
    /// The `Multiple` constraints by class.
    multiples: Vec<Vec<Cause>>,
    /// The variables of each class.
    pub(super) of_class: Vec<Vec<usize>>,
}

impl<'a> Trace<'a> {
    pub(super) fn new(state: &'a FixpointState<'a>) -> Trace<'a> {
        let vars = state.system.vars;
        let classes = state.weights.count;
        let mut next: Vec<Vec<(usize, usize)>> = vec![Vec::new(); vars];
        for (equality, found) in state.equalities.iter().enumerate() {
            let [a, b] = found.ends;
            next[a].push((b, equality));
            next[b].push((a, equality));
        }
        let mut trace = Trace {
            state,
            up: vec![None; vars],
            depth: vec![0; vars],
            root: vec![usize::MAX; vars],
            trees: vec![Vec::new(); vars],
            multiples: vec![Vec::new(); classes],
            of_class: vec![Vec::new(); classes],
        };
        for var in 0..vars {
            if trace.root[var] == usize::MAX {
                trace.grow_tree(var, &next);
            }
        }
        trace.list_by_tree_and_class();
        trace
    }

    fn grow_tree(&mut self, root: usize, next: &[Vec<(usize, usize)>]) {
        self.root[root] = root;
        let mut queue = VecDeque::from([root]);
        while let Some(var) = queue.pop_front() {
            for &(other, equality) in &next[var] {
                if self.root[other] == usize::MAX {
                    self.root[other] = root;
                    self.up[other] = Some((var, equality));
                    self.depth[other] = self.depth[var] + 1;
                    queue.push_back(other);
                }
            }
        }
    }

    /// Lists equalities by tree, and multiples and variables by class. A computation that failed early has no classes.
    fn list_by_tree_and_class(&mut self) {
        for (equality, found) in self.state.equalities.iter().enumerate() {
            self.trees[self.root[found.ends[0]]].push(equality);
        }
        for (var, &class) in self.state.weights.class.iter().enumerate() {
            self.of_class[class].push(var);
        }
        if self.of_class.is_empty() {
            return;
        }
        for &member in self.state.chosen {
            if let Some((class, _)) = self.state.step(member) {
                self.multiples[class].push(member);
            }
        }
    }

    pub(super) fn weight(&self, var: usize) -> i128 {
        self.state.weights.weight(var)
    }

    pub(super) fn class(&self, var: usize) -> usize {
        self.state.weights.class[var]
    }

    pub(super) fn bound(&self, kind: BoundKind, elems: i128, members: Vec<Cause>) -> DerivedBound {
        DerivedBound { kind, elems, because: causes(members), from: None }
    }

    /// Returns both sides of a lower bound; `None` for other constraints.
    pub(super) fn lower_bound(&self, member: Cause) -> Option<(Scaled, Scaled)> {
        match self.state.constraint(member) {
            Constraint::AtLeast(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// Returns the stride behind a lower bound, with its factor, and its value; `None` if the bound has no such stride.
    pub(super) fn source(&self, source: BoundSource) -> Option<(Scaled, i128)> {
        let BoundSource::Stride { member, from } = source else { return None };
        let b = self.lower_bound(member)?.1;
        let elems = self.state.increases[from].value * self.weight(b.var);
        Some((b, elems))
    }

    /// Returns the constraints of the equalities between two variables of one class.
    pub(super) fn path(&self, mut a: usize, mut b: usize) -> Vec<Cause> {
        let mut members = Vec::new();
        while a != b {
            let deeper = if self.depth[a] >= self.depth[b] { &mut a } else { &mut b };
            let (up, equality) = self.up[*deeper].expect("both are in one tree");
            *deeper = up;
            match self.state.equalities[equality].source {
                EqualitySource::Member(member) => members.push(member),
                EqualitySource::LevelCycle(cycle) => self.push_level_cycle(cycle, &mut members),
            }
        }
        members
    }

    /// Adds the lower bounds of a level cycle, and the equalities between their ends. Those equalities were known
    /// before, or are among the lower bounds of the cycle.
    fn push_level_cycle(&self, cycle: usize, members: &mut Vec<Cause>) {
        let bounds = &self.state.level_cycles[cycle];
        members.extend(bounds);
        for term in bounds.iter().flat_map(|&member| self.state.constraint(member).terms()) {
            self.push_tree(self.root[term.var], members);
        }
    }

    /// Adds all constraints that are equalities between variables of a tree, and the level cycles among them.
    pub(super) fn push_tree(&self, root: usize, members: &mut Vec<Cause>) {
        for &equality in &self.trees[root] {
            match self.state.equalities[equality].source {
                EqualitySource::Member(member) => members.push(member),
                EqualitySource::LevelCycle(cycle) => {
                    members.extend(&self.state.level_cycles[cycle]);
                }
            }
        }
    }

    /// Adds all constraints that determine the weights and the multiple of a class.
    pub(super) fn push_class(&self, class: usize, members: &mut Vec<Cause>) {
        self.push_tree(self.root[self.of_class[class][0]], members);
        members.extend(self.steps(class));
    }

    /// Returns the constraints that make the unknown of a class a multiple of a number. Redundant constraints are
    /// omitted.
    pub(super) fn steps(&self, class: usize) -> Vec<Cause> {
        let mut members = Vec::new();
        let mut common = Some(1);
        for &member in &self.multiples[class] {
            let Some((_, step)) = self.state.step(member) else { continue };
            let Some(so_far) = common.filter(|&so_far| so_far <= MOST) else { break };
            if so_far % step != 0 {
                members.push(member);
                common = lcm(so_far, step);
            }
        }
        members
    }

    /// Adds the constraints behind a lower bound, from the last one back to the start of the chain.
    pub(super) fn push_chain(&self, mut source: BoundSource, members: &mut Vec<Cause>) {
        loop {
            let (member, from) = match source {
                BoundSource::OneElement => return,
                BoundSource::Elems(member) | BoundSource::Exact(member) => {
                    return members.push(member);
                }
                BoundSource::Stride { member, from } => (member, self.state.increases[from]),
            };
            members.push(member);
            if let Some((_, exit)) = self.lower_bound(member) {
                self.push_value(from, exit.var, members);
            }
            source = from.source;
        }
    }

    /// Adds the constraints that carry the lower bound of a class to one of its variables, and those that round it up.
    pub(super) fn push_value(&self, increase: Increase, var: usize, members: &mut Vec<Cause>) {
        match self.state.bounded_variable(increase.source) {
            Some((entry, stride)) if increase.value * self.weight(entry) == stride => {
                members.extend(self.path(entry, var));
            }
            None if increase.value == 1 && self.weight(var) == 1 => {}
            _ => self.push_class(increase.class, members),
        }
    }
}
