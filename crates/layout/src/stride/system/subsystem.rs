//! Subsystems: some variables of a system, renumbered, and all constraints on them.

use petgraph::unionfind::UnionFind;

use super::problem::System;
use super::reason::Cause;
use crate::stride::constraint::{Constraint, Scaled};

/// A constraint with its name in the system.
#[derive(Clone, Copy)]
pub(super) struct NamedConstraint {
    pub(super) cause: Cause,
    /// The constraint, on variables of the subsystem.
    pub(super) constraint: Constraint,
}

/// Variables that no constraint connects with others, with the constraints on them.
pub(super) struct Subsystem {
    /// The bits of an element.
    pub(super) elem_bits: i128,
    /// The variable of the system for each variable of the subsystem.
    pub(super) vars: Vec<usize>,
    /// The constraints, hard ones first, each sort in the order of the system.
    pub(super) members: Vec<NamedConstraint>,
    /// The number of hard constraints.
    pub(super) hard: usize,
}

impl Subsystem {
    /// Returns all of a system, with the same numbers.
    pub(super) fn whole(system: &System) -> Subsystem {
        Subsystem::new(system, (0..system.vars).collect(), named(system).collect())
    }

    fn new(system: &System, vars: Vec<usize>, members: Vec<NamedConstraint>) -> Subsystem {
        let is_hard = |member: &&NamedConstraint| matches!(member.cause, Cause::Hard(_));
        let hard = members.iter().take_while(is_hard).count();
        Subsystem { elem_bits: system.elem.bits().get().into(), vars, members, hard }
    }

    /// Returns two subsystems: the variables that constraints connect with those of a constraint, and the rest.
    pub(super) fn split(system: &System, around: Constraint) -> (Subsystem, Subsystem) {
        let mut sets = UnionFind::<usize>::new(system.vars);
        let valid = |term: &Scaled| term.var < system.vars;
        for NamedConstraint { constraint, .. } in named(system) {
            let vars: Vec<usize> = constraint.terms().filter(valid).map(|term| term.var).collect();
            if let [a, b] = vars[..] {
                sets.union(a, b);
            }
        }
        let roots: Vec<usize> =
            around.terms().filter(valid).map(|term| sets.find(term.var)).collect();
        let near: Vec<bool> = (0..system.vars).map(|var| roots.contains(&sets.find(var))).collect();
        let side = |side| Subsystem::side(system, &near, side, around);
        (side(true), side(false))
    }

    /// Returns the variables for which `near` is `side`. A constraint on no valid variable is near only as `around`.
    fn side(system: &System, near: &[bool], side: bool, around: Constraint) -> Subsystem {
        let vars: Vec<usize> = (0..system.vars).filter(|&var| near[var] == side).collect();
        let mut local = vec![usize::MAX; system.vars];
        for (index, &var) in vars.iter().enumerate() {
            local[var] = index;
        }
        let is_near = |constraint: Constraint| {
            let known = constraint.terms().find_map(|term| near.get(term.var).copied());
            known.unwrap_or(constraint == around)
        };
        // A variable that does not exist is not one of the subsystem either.
        let rename = |term: Scaled| Scaled {
            var: local.get(term.var).copied().unwrap_or(usize::MAX),
            times: term.times,
        };
        let members = named(system)
            .filter(|member| is_near(member.constraint) == side)
            .map(|member| NamedConstraint {
                constraint: member.constraint.map_terms(rename),
                ..member
            })
            .collect();
        Subsystem::new(system, vars, members)
    }

    /// Returns the places of all members.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.members.len()).collect()
    }
}

fn named(system: &System) -> impl Iterator<Item = NamedConstraint> {
    let member = |(cause, &constraint)| NamedConstraint { cause, constraint };
    let hard = system.hard.iter().enumerate().map(|(at, it)| (Cause::Hard(at), it));
    let soft = system.soft.iter().enumerate().map(|(at, it)| (Cause::Soft(at), it));
    hard.chain(soft).map(member)
}
