//! A system of constraints, and the reason why it has no solution.

use super::reason::{Cause, Reason};
use crate::space::ElemSize;
use crate::stride::conflict::Conflict;
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

/// The conflict of a system. The members of its core are ascending indices of soft constraints, and the strides are those
/// of the variables, in elements.
pub type SystemConflict = Conflict<usize, Vec<i64>, Reason>;
