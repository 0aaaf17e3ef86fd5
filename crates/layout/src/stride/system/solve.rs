//! The least solution of a system, or the conflict that it has none.

use super::fixpoint::least;
use super::problem::{System, SystemConflict};
use super::subsystem::Subsystem;
use super::unsat_core::conflict;

impl System {
    /// Returns the least stride of each variable, in elements, among all that satisfy every constraint.
    ///
    /// Time is linear in variables and constraints, except for sorting out cycles of lower bounds.
    ///
    /// # Errors
    /// A conflict with a minimal unsatisfiable core. Among several cores, it is one of early soft constraints. A stride
    /// that does not fit 63 bits is a conflict too.
    pub fn solve(&self) -> Result<Vec<i64>, Box<SystemConflict>> {
        let whole = Subsystem::whole(self);
        least(&whole, &whole.all()).map_err(|reason| Box::new(conflict(self, &whole, *reason)))
    }
}
