//! Minimal unsatisfiable cores of systems that have no solution, and their minimal corrections.
//!
//! Members are found from the last one back: the shortest prefix of the open soft constraints that fails, together
//! with the members found before, ends with the next member. The outcome is that of QuickXplain (Junker
//! 2004), one of early constraints. A failed attempt names the constraints it needed, which shortens the prefix at once.
//! So the binary search seldom takes more than two or three attempts. After the first member,
//! only the subsystem around it matters.

use super::fixpoint::least;
use super::problem::{System, SystemConflict};
use super::reason::{Cause, Reason};
use super::subsystem::{NamedConstraint, Subsystem};

/// Returns the conflict of a system of which `whole` fails for a reason.
pub(super) fn conflict(system: &System, whole: &Subsystem, reason: Reason) -> SystemConflict {
    let mut search = CoreSearch::new(whole, reason);
    let Some(last) = search.next_member() else {
        let reason = search.reason;
        return SystemConflict { unsat_core: Vec::new(), reason, corrections: Vec::new() };
    };
    let (near, far) = Subsystem::split(system, whole.members[last].constraint);
    let mut search = search.within(whole, &near, last);
    while search.next_member().is_some() {}
    let kept = search.sorted();
    // The reason of the core alone. A smaller set has another one only if cycles do not converge.
    let reason = least(&near, &search.chosen(0)).err().map_or(search.reason, |reason| *reason);
    let corrections = corrections(system, &near, &far, &kept);
    let unsat_core = kept.into_iter().map(|member| place(&near, member)).collect();
    SystemConflict { unsat_core, reason, corrections }
}

/// A search for a core among the constraints of a subsystem.
struct CoreSearch<'a> {
    subsystem: &'a Subsystem,
    /// Members of the core, the last one first.
    kept: Vec<usize>,
    /// The number of soft constraints of the subsystem that are still open: the first ones.
    open: usize,
    /// Why hard, kept and open constraints fail.
    reason: Reason,
}

impl<'a> CoreSearch<'a> {
    fn new(subsystem: &'a Subsystem, reason: Reason) -> CoreSearch<'a> {
        let open = subsystem.members.len() - subsystem.hard;
        CoreSearch { subsystem, kept: Vec::new(), open, reason }
    }

    /// Returns the same search in the subsystem around the first member.
    fn within<'b>(self, whole: &Subsystem, near: &'b Subsystem, last: usize) -> CoreSearch<'b> {
        let cause = whole.members[last].cause;
        let found = near.members.iter().position(|member| member.cause == cause);
        let last = found.expect("a constraint is in the subsystem around it");
        let open = last - near.hard;
        CoreSearch { subsystem: near, kept: vec![last], open, reason: self.reason }
    }

    /// Returns the hard and kept constraints, and the first open ones.
    fn chosen(&self, open: usize) -> Vec<usize> {
        (0..self.subsystem.hard + open).chain(self.sorted()).collect()
    }

    fn sorted(&self) -> Vec<usize> {
        self.kept.iter().rev().copied().collect()
    }

    /// Returns the length of the shortest prefix of the open constraints that holds all that the reason names.
    fn needed(&self) -> usize {
        let soft = &self.subsystem.members[self.subsystem.hard..self.subsystem.hard + self.open];
        let causes = self.reason.causes();
        let named = |member: &NamedConstraint| causes.binary_search(&member.cause).is_ok();
        soft.iter().rposition(named).map_or(0, |last| last + 1)
    }

    /// Finds another member of the core. `None` if the core is complete.
    fn next_member(&mut self) -> Option<usize> {
        let (mut holds_below, mut fails, mut step) = (0, self.needed(), 1);
        while holds_below < fails {
            // Steps double until one holds, then the interval is halved.
            let tried = match holds_below {
                0 => fails.saturating_sub(step),
                _ => holds_below + (fails - holds_below) / 2,
            };
            match least(self.subsystem, &self.chosen(tried)) {
                Ok(_) => holds_below = tried + 1,
                Err(reason) => {
                    self.reason = *reason;
                    fails = self.needed();
                    step *= 2;
                }
            }
        }
        self.open = fails.checked_sub(1)?;
        self.kept.push(self.subsystem.hard + self.open);
        self.kept.last().copied()
    }
}

fn place(subsystem: &Subsystem, member: usize) -> usize {
    match subsystem.members[member].cause {
        Cause::Hard(place) | Cause::Soft(place) => place,
    }
}

/// Returns each member of the core with the least strides of the system without it.
fn corrections(
    system: &System,
    near: &Subsystem,
    far: &Subsystem,
    core: &[usize],
) -> Vec<(usize, Option<Vec<i64>>)> {
    let rest = least(far, &far.all()).ok();
    let without = |dropped: usize| {
        let rest = rest.as_ref()?;
        let others: Vec<usize> = near.all().into_iter().filter(|&it| it != dropped).collect();
        let solved = least(near, &others).ok()?;
        let mut strides = vec![0; system.vars];
        for (subsystem, values) in [(near, &solved), (far, rest)] {
            for (&var, &stride) in subsystem.vars.iter().zip(values) {
                strides[var] = stride;
            }
        }
        Some(strides)
    };
    core.iter().map(|&member| (place(near, member), without(member))).collect()
}
