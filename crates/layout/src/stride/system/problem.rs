//! A system of constraints, and the reason why it has no solution.

use super::reason::{Cause, Reason};
use crate::space::ElemSize;
use crate::stride::constraint::Constraint;

/// Constraints on the strides of variables. All elements have the same size.
///
/// Hard constraints are facts, soft ones are requirements. A conflict is reported in terms of the soft ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The number of variables.
    pub vars: usize,
    /// The size of an element.
    pub elem: ElemSize,
    /// The constraints that are never dropped.
    pub hard: Vec<Constraint>,
    /// The constraints that a conflict may name, in order of preference: an unsatisfiable core prefers early ones.
    pub soft: Vec<Constraint>,
}

impl System {
    pub(super) fn constraint(&self, cause: Cause) -> Constraint {
        match cause {
            Cause::Hard(at) => self.hard[at],
            Cause::Soft(at) => self.soft[at],
        }
    }

    /// Returns all hard constraints and the first `soft` soft ones.
    pub(super) fn causes(&self, soft: usize) -> Vec<Cause> {
        (0..self.hard.len()).map(Cause::Hard).chain((0..soft).map(Cause::Soft)).collect()
    }
}

/// The reason why a system has no solution. It refers to soft constraints by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SystemConflict {
    /// A minimal unsatisfiable core: the soft constraints and the hard ones are not satisfiable together, but after
    /// dropping any one of the soft constraints the others are. The indices are ascending. Empty if the hard
    /// constraints alone are unsatisfiable.
    pub unsat_core: Vec<usize>,
    /// The numbers that disagree, derived only from the core and from hard constraints.
    pub reason: Reason,
    /// For each member of the core, in its order: the member, and the least strides, by variable, that satisfy all
    /// other constraints of the system. The strides are `None` if these are unsatisfiable, too.
    pub corrections: Vec<(usize, Option<Vec<i64>>)>,
}

impl std::error::Error for SystemConflict {}
