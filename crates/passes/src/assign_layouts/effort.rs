//! The limits on the work of the pass, derived from its option `effort`. All limits are counts of steps and of memory,
//! so the result does not depend on the machine.

use pbqp::Limits;

/// The default of the option `effort`.
pub(super) const DEFAULT: &str = "10";

/// The maximum number of candidates of one value, whatever the effort.
const MAX_CANDIDATES: usize = crate::limits::CANDIDATES as usize;

/// The minimum of the limit on the candidates of one value.
const LEAST_CANDIDATES: usize = 8;

/// The work that the pass may do: 10 is about two seconds for the hardest graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort(u32);

impl Effort {
    /// Reads the option. `None` unless it is a number from 1 to 1000.
    pub(super) fn parse(text: &str) -> Option<Effort> {
        text.parse().ok().filter(|effort| (1..=1000).contains(effort)).map(Effort)
    }

    /// Returns the limit on the candidates of the values in a group of this many sites.
    pub(super) fn candidates(self, sites: usize) -> CandidateLimit {
        let pairs = u64::from(self.0) * 400_000;
        let share = (pairs / sites.max(1) as u64).isqrt() as usize;
        CandidateLimit { share: share.clamp(LEAST_CANDIDATES, MAX_CANDIDATES), spare_pairs: pairs }
    }

    /// Returns the maximum number of rounds in which conflicts of views in a module of this many sites are excluded.
    pub(super) fn rounds(self, sites: usize) -> usize {
        let rounds = u64::from(self.0) * 50_000 / (sites.max(1) as u64);
        (rounds as usize).clamp(2, 4 * self.0 as usize)
    }

    /// Returns the maximum number of assignments of a module of this many sites whose arenas are planned.
    pub(super) fn arenas(self, sites: usize) -> usize {
        let rounds = u64::from(self.0) * 1_000 / (sites.max(1) as u64);
        (rounds as usize).clamp(4, 40 * self.0 as usize)
    }

    /// Returns the limit on the ops of all clones of functions together.
    pub(super) fn cloned_ops(self) -> usize {
        self.0 as usize * 1_000
    }

    /// Returns the limit on the sites that are solved to compute the costs of the variants of functions.
    pub(super) fn variant_sites(self) -> usize {
        self.0 as usize * 20_000
    }

    /// Returns the limits of the solver.
    pub(super) fn limits(self) -> Limits {
        let effort = u64::from(self.0);
        let mut limits = Limits::default();
        limits.steps = effort * 150_000_000;
        limits.proof_words = effort << 18;
        limits
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort(10)
    }
}

/// The limit on the candidates of the values in a group. It bounds the sum, over all slots, of the squared number of
/// candidates, which is the size of the problem: each value has a share, and values with more candidates use spare pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CandidateLimit {
    /// The number of candidates that any value may have.
    share: usize,
    /// The number of pairs of candidates, over all slots, that values may have beyond their share.
    spare_pairs: u64,
}

impl CandidateLimit {
    /// Reserves room for a further candidate of a value with this many candidates and slots. Returns `false` if there is
    /// none.
    pub(super) fn reserve(&mut self, known: usize, slots: usize) -> bool {
        if known < self.share {
            return true;
        }
        let pairs = (2 * known as u64 + 1).saturating_mul(slots as u64);
        let left = self.spare_pairs.checked_sub(pairs).filter(|_| known < MAX_CANDIDATES);
        self.spare_pairs = left.unwrap_or(self.spare_pairs);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of candidates that a value with two slots may have.
    fn reserved(limit: &mut CandidateLimit) -> usize {
        (0..).find(|&known| !limit.reserve(known, 2)).unwrap()
    }

    #[test]
    fn values_share_the_spare_pairs() {
        let mut limit = Effort::default().candidates(40_000);
        let first = reserved(&mut limit);
        assert_eq!(first, MAX_CANDIDATES);
        let all: Vec<usize> = (0..20).map(|_| reserved(&mut limit)).collect();
        assert!(all.is_sorted_by(|a, b| a >= b), "{all:?}");
        assert_eq!(all[19], 10);
    }

    #[test]
    fn value_of_a_small_group_has_every_order_of_six_dims() {
        let mut limit = Effort::default().candidates(1);
        assert_eq!(reserved(&mut limit), MAX_CANDIDATES);
        assert_eq!(limit, Effort::default().candidates(1));
    }
}
