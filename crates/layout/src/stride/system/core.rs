//! Minimal cores of systems that fail.
//!
//! Members are found from the last one back: the shortest run of early soft demands that fails (together
//! with the members found before) ends with the next member. The outcome is that of QuickXplain (Junker
//! 2004), one of early demands. A failed attempt names the demands it needed, which cuts the run short
//! there and then; so the binary search seldom takes more than two or three attempts. After the first member,
//! only the part of the system around it matters.

use super::part::Part;
use super::reason::{Cause, Reason};
use super::{System, SystemConflict};

/// The conflict of a system of which `whole` fails for a reason.
pub(super) fn conflict(system: &System, whole: &Part, reason: Reason) -> SystemConflict {
    let mut search = Search::new(whole, reason);
    let Some(last) = search.next() else {
        return SystemConflict { core: Vec::new(), reason: search.reason, repairs: Vec::new() };
    };
    let (near, far) = Part::split(system, whole.members[last].demand);
    let mut search = search.within(whole, &near, last);
    while search.next().is_some() {}
    let kept = search.sorted();
    // Told of the core alone; only where cycles stay unsettled can a smaller set do better.
    let reason = near.solve(&search.chosen(0)).err().map_or(search.reason, |reason| *reason);
    let repairs = repairs(system, &near, &far, &kept);
    SystemConflict {
        core: kept.into_iter().map(|member| place(&near, member)).collect(),
        reason,
        repairs,
    }
}

/// A search for a core among the demands of a part.
struct Search<'a> {
    part: &'a Part,
    /// Members of the core, the last one first.
    kept: Vec<usize>,
    /// The soft demands of the part that are still in question: those before this one.
    open: usize,
    /// Why hard, kept and open demands fail.
    reason: Reason,
}

impl<'a> Search<'a> {
    fn new(part: &'a Part, reason: Reason) -> Search<'a> {
        Search { part, kept: Vec::new(), open: part.members.len() - part.hard, reason }
    }

    /// The same search in a part that holds all that matters.
    fn within<'b>(self, whole: &Part, near: &'b Part, last: usize) -> Search<'b> {
        let cause = whole.members[last].cause;
        let found = near.members.iter().position(|member| member.cause == cause);
        let last = found.expect("a demand is in the part around it");
        Search { part: near, kept: vec![last], open: last - near.hard, reason: self.reason }
    }

    /// Hard and kept demands, and the first open ones.
    fn chosen(&self, open: usize) -> Vec<usize> {
        (0..self.part.hard + open).chain(self.sorted()).collect()
    }

    fn sorted(&self) -> Vec<usize> {
        self.kept.iter().rev().copied().collect()
    }

    /// How many open demands it takes for the ones that the reason names.
    fn needed(&self) -> usize {
        let soft = &self.part.members[self.part.hard..self.part.hard + self.open];
        let causes = self.reason.causes();
        let named = |member: &super::part::Member| causes.binary_search(&member.cause).is_ok();
        soft.iter().rposition(named).map_or(0, |last| last + 1)
    }

    /// Finds another member of the core; nothing when it is complete.
    fn next(&mut self) -> Option<usize> {
        let (mut holds_below, mut fails, mut step) = (0, self.needed(), 1);
        while holds_below < fails {
            // Steps double until one holds, then halves close in.
            let tried = match holds_below {
                0 => fails.saturating_sub(step),
                _ => holds_below + (fails - holds_below) / 2,
            };
            match self.part.solve(&self.chosen(tried)) {
                Ok(_) => holds_below = tried + 1,
                Err(reason) => {
                    self.reason = *reason;
                    fails = self.needed();
                    step *= 2;
                }
            }
        }
        self.open = fails.checked_sub(1)?;
        self.kept.push(self.part.hard + self.open);
        self.kept.last().copied()
    }
}

fn place(part: &Part, member: usize) -> usize {
    match part.members[member].cause {
        Cause::Hard(place) | Cause::Soft(place) => place,
    }
}

/// What each member of the core costs.
fn repairs(
    system: &System,
    near: &Part,
    far: &Part,
    core: &[usize],
) -> Vec<(usize, Option<Vec<i64>>)> {
    let rest = far.solve(&far.all()).ok();
    let without = |dropped: usize| {
        let rest = rest.as_ref()?;
        let others: Vec<usize> = near.all().into_iter().filter(|&it| it != dropped).collect();
        let solved = near.solve(&others).ok()?;
        let mut strides = vec![0; system.vars];
        for (part, values) in [(near, &solved), (far, rest)] {
            for (&var, &stride) in part.vars.iter().zip(values) {
                strides[var] = stride;
            }
        }
        Some(strides)
    };
    core.iter().map(|&member| (place(near, member), without(member))).collect()
}
