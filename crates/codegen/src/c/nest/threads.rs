//! The loops of a nest that run in parallel.
//!
//! Threads need several iterations each, so the outermost loops are collapsed until there are enough. A loop that a guard
//! bounds is not collapsed, because its bounds depend on the loops outside. A small copy takes less time than the start
//! of threads, and has no parallel loops.

use super::Nest;
use crate::c::parallel::directive;

/// The number of iterations of the parallel loops that suffices: several for each of the threads of most CPUs.
const ITERATIONS: i64 = 128;

impl Nest<'_> {
    /// Writes the directive for a loop of the plan, if it is the outermost one.
    pub(super) fn parallel(&mut self, at: usize) {
        if at == 0 {
            self.parallel_loops(self.collapsed());
        }
    }

    /// Writes the directive for this number of nested loops.
    pub(super) fn parallel_loops(&mut self, loops: usize) {
        if let Some(directive) = directive(loops, self.moved, self.plan.dynamic().is_some()) {
            self.line(&directive);
        }
    }

    /// Closes a loop of the plan. A thread makes what it streamed visible at the end of the parallel loops.
    pub(super) fn close_loop(&mut self, at: usize) {
        if at + 1 == self.collapsed() && self.has_streams {
            self.line("LAYOUTC_DRAIN");
        }
        self.close();
    }

    /// Returns the number of loops that run in parallel as one.
    fn collapsed(&self) -> usize {
        let mut iterations = 1_i64;
        let mut loops = 0;
        while iterations < ITERATIONS
            && let Some(count) = self.rectangular(loops)
        {
            iterations = iterations.saturating_mul(count);
            loops += 1;
        }
        loops.max(1)
    }

    /// Returns the number of iterations of a loop that depends on no other one; `None` if it does, or is not a loop of its
    /// own.
    fn rectangular(&self, at: usize) -> Option<i64> {
        let it = self.loops.get(at)?;
        let digit = self.digit(it.digit);
        let is_free = it.step > 1 || !it.inside && !self.is_guarded(it.digit);
        let is_loop = self.tile(at).is_none();
        let count = digit.length.get().map_or(i64::MAX, |length| (length / it.step).max(1));
        (is_free && is_loop).then_some(count)
    }
}
