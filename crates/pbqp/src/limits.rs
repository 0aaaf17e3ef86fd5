//! The limits on the work of one solve.

use crate::solution::SolverStats;

/// The limits on the work of the solver. When one is reached, the solver returns the best labels so far and their
/// proven bound. Both limits are counts, so the result does not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The number of steps: pairs of labels that message passing visits, and similar work. One second is about 400
    /// million.
    pub steps: u64,
    /// The number of 64-bit integers in the certificate.
    pub proof_words: u64,
}

impl Default for Limits {
    /// Returns limits of about ten seconds and 128 MiB.
    fn default() -> Limits {
        Limits { steps: 4_000_000_000, proof_words: 1 << 24 }
    }
}

/// The remaining work, and counts of the work so far.
pub(crate) struct WorkBudget<'a> {
    left: Limits,
    pub(crate) stats: SolverStats,
    /// Receives the number of steps so far.
    watch: &'a mut dyn FnMut(u64),
}

impl<'a> WorkBudget<'a> {
    pub(crate) fn new(limits: Limits, watch: &'a mut dyn FnMut(u64)) -> WorkBudget<'a> {
        WorkBudget { left: limits, stats: SolverStats::default(), watch }
    }

    /// Returns `true` if one of the limits is reached.
    pub(crate) fn is_spent(&self) -> bool {
        self.left.steps == 0 || self.left.proof_words == 0
    }

    /// Counts a sweep of message passing over this many pairs of labels.
    pub(crate) fn sweep(&mut self, pairs: u64) {
        self.work(pairs);
        self.stats.sweeps += 1;
    }

    /// Counts other steps.
    pub(crate) fn work(&mut self, steps: u64) {
        self.left.steps = self.left.steps.saturating_sub(steps);
        self.stats.steps = self.stats.steps.saturating_add(steps);
        (self.watch)(self.stats.steps);
    }

    /// Returns the number of steps that are left.
    pub(crate) fn steps_left(&self) -> u64 {
        self.left.steps
    }

    /// Counts integers of the certificate.
    pub(crate) fn keep(&mut self, words: usize) {
        self.left.proof_words = self.left.proof_words.saturating_sub(words as u64);
    }
}
