//! The least solution of a system, or its minimal unsatisfiable core with the minimal corrections.
//!
//! The search finds members from the last one back. The next member ends the shortest prefix of the open soft
//! constraints that fails together with the members found before. The result is that of QuickXplain (Junker 2004),
//! which prefers early constraints. A failed attempt names the constraints that it used, which shortens the prefix at
//! once. So the search seldom needs more than two or three attempts.

use super::fixpoint::least;
use super::problem::{System, SystemConflict};
use super::reason::{Cause, Reason};
use crate::stride::conflict::Correction;

impl System {
    /// Returns the least stride of each variable, in elements, such that every constraint holds.
    ///
    /// Time is linear in variables and constraints, except for the analysis of cycles of lower bounds.
    ///
    /// # Errors
    /// A conflict with a minimal unsatisfiable core. If there are several cores, the one with earlier soft constraints
    /// is preferred. A stride that does not fit 63 bits is a conflict, too.
    pub fn solve(&self) -> Result<Vec<i64>, Box<SystemConflict>> {
        let all = self.causes(self.soft.len());
        least(self, &all).map_err(|reason| Box::new(self.conflict(&all, *reason)))
    }

    /// Returns the conflict of a system that fails for this reason.
    fn conflict(&self, all: &[Cause], reason: Reason) -> SystemConflict {
        let mut search =
            CoreSearch { system: self, required: Vec::new(), open: self.soft.len(), reason };
        while search.next_member().is_some() {}
        let mut reason = search.reason.clone();
        if !search.required.is_empty()
            && let Err(of_core) = least(self, &search.chosen(0))
        {
            // The reason of the core alone. It differs only if cycles do not converge.
            reason = *of_core;
        }
        let core: Vec<usize> = search.required.into_iter().rev().collect();
        let corrections = core.iter().enumerate().filter_map(|(removed, &member)| {
            let others = all.iter().copied().filter(|&cause| cause != Cause::Soft(member));
            let strides = least(self, &others.collect::<Vec<Cause>>()).ok()?;
            Some(Correction { removed, strides })
        });
        SystemConflict { reason, corrections: corrections.collect(), core }
    }
}

/// A search for a core.
struct CoreSearch<'a> {
    system: &'a System,
    /// The members of the core found so far, the last one first.
    required: Vec<usize>,
    /// The number of soft constraints still open, which are the first ones.
    open: usize,
    /// The reason why the hard, kept and open constraints fail.
    reason: Reason,
}

impl CoreSearch<'_> {
    /// Returns the hard and kept constraints, and the first `open` open ones.
    fn chosen(&self, open: usize) -> Vec<Cause> {
        let mut chosen = self.system.causes(open);
        chosen.extend(self.required.iter().rev().copied().map(Cause::Soft));
        chosen
    }

    /// Returns the length of the shortest prefix of the open constraints that contains all that the reason names.
    fn needed(&self) -> usize {
        let causes = self.reason.causes();
        (0..self.open)
            .rev()
            .find(|at| causes.binary_search(&Cause::Soft(*at)).is_ok())
            .map_or(0, |last| last + 1)
    }

    /// Finds another member of the core; `None` if the core is complete.
    fn next_member(&mut self) -> Option<usize> {
        let mut holds_below = 0;
        let mut fails = self.needed();
        let mut step = 1;
        while holds_below < fails {
            // Steps double until an attempt holds; then the interval is bisected.
            let tried = match holds_below {
                0 => fails.saturating_sub(step),
                _ => holds_below + (fails - holds_below) / 2,
            };
            match least(self.system, &self.chosen(tried)) {
                Ok(_) => holds_below = tried + 1,
                Err(reason) => {
                    self.reason = *reason;
                    fails = self.needed();
                    step *= 2;
                }
            }
        }
        self.open = fails.checked_sub(1)?;
        self.required.push(self.open);
        Some(self.open)
    }
}
