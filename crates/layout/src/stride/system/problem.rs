//! A system of constraints, and why one has no solution.

use super::reason::{Cause, Reason};
use crate::space::ElemSize;
use crate::stride::constraint::Constraint;

/// Constraints on the strides of variables, which all have elements of one size.
///
/// Hard constraints are facts, soft ones are requests: a conflict is reported in terms of the soft ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The number of variables.
    pub vars: usize,
    /// The size of an element.
    pub elem: ElemSize,
    /// The constraints that are never dropped.
    pub hard: Vec<Constraint>,
    /// The constraints that a conflict may name, in order of preference: an unsatisfiable core consists of early ones.
    pub soft: Vec<Constraint>,
}

impl System {
    pub(super) fn constraint(&self, cause: Cause) -> Constraint {
        match cause {
            Cause::Hard(at) => self.hard[at],
            Cause::Soft(at) => self.soft[at],
        }
    }

    /// Returns all hard constraints and the first soft ones.
    pub(super) fn causes(&self, soft: usize) -> Vec<Cause> {
        (0..self.hard.len()).map(Cause::Hard).chain((0..soft).map(Cause::Soft)).collect()
    }
}

/// Why a system has no solution. Soft constraints are named by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemConflict {
    /// A minimal unsatisfiable core: soft constraints that never hold together with the hard ones, while any of them may
    /// be dropped and the others then hold. In the order of their places; empty if the hard ones alone fail.
    pub unsat_core: Vec<usize>,
    /// The numbers that disagree, derived from the core and hard constraints alone.
    pub reason: Reason,
    /// For each member of the core, in its order: the member, and the least strides, by variable, that satisfy all other
    /// constraints of the system. `None` if these have a conflict of their own.
    pub corrections: Vec<(usize, Option<Vec<i64>>)>,
}

impl std::error::Error for SystemConflict {}
