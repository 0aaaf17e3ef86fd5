//! The limits on the work of the pass, derived from its option `effort`. All limits are counts of steps and of memory,
//! so the result does not depend on the machine.

use pbqp::Limits;

/// The default of the option `effort`.
pub(super) const DEFAULT: &str = "10";

/// The maximum number of candidates of one value, whatever the effort.
const MOST_CANDIDATES: usize = 720;

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

    /// Returns the limit on the candidates of one value in a group of this many sites. The product of the sites and the
    /// squared number of candidates, which is the size of the problem, is bounded.
    pub(super) fn candidates(self, sites: usize) -> usize {
        let pairs = u64::from(self.0) * 400_000 / (sites.max(1) as u64);
        (pairs.isqrt() as usize).clamp(LEAST_CANDIDATES, MOST_CANDIDATES)
    }

    /// Returns the maximum number of rounds in which conflicts of views in a module of this many sites are excluded.
    pub(super) fn rounds(self, sites: usize) -> usize {
        let rounds = u64::from(self.0) * 50_000 / (sites.max(1) as u64);
        (rounds as usize).clamp(2, 4 * self.0 as usize)
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
        Limits { steps: effort * 150_000_000, proof_words: effort << 18 }
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort(10)
    }
}
