//! The offsets of blocks of memory in one arena, without overlaps among blocks that are live at the same time.
//!
//! This is dynamic storage allocation: the lifetimes are fixed intervals, and the arena must be small. It is NP-hard. The
//! lower bound is the greatest sum of the sizes of live blocks. Several greedy orders come first (`greedy`), then a local
//! search over orders, then an exact search that stops at the bound (`search`), each only while the arena is above the
//! bound. Steps bound the work, never time, so the same blocks always have the same offsets.

mod block;
mod bound;
mod conflicts;
mod greedy;
mod search;
#[cfg(test)]
mod tests;

use block::Placement;
pub(super) use block::{Block, Packing};
use bound::lower_bound;
use conflicts::Conflicts;

/// Returns offsets of blocks, found within this many steps. `None` if the blocks do not fit 63 bits in any of the tried
/// orders.
pub(super) fn pack(blocks: &[Block], steps: u64) -> Option<Packing> {
    let bound = lower_bound(blocks)?;
    let first = greedy::first_fit(blocks);
    let is_optimal = first.as_ref().is_some_and(|first| first.peak == bound);
    let conflicts = (!is_optimal).then(|| Conflicts::new(blocks)).flatten();
    let Some(conflicts) = conflicts else {
        return first.map(|Placement { offsets, peak }| Packing { offsets, peak, bound });
    };
    let mut best = first;
    for order in greedy::orders(blocks, &conflicts) {
        if best.as_ref().is_none_or(|best| best.peak > bound) {
            best = Placement::lower(best, greedy::place(blocks, &conflicts, &order));
        }
    }
    let Placement { offsets, peak } =
        greedy::improve(blocks, &conflicts, best?, (bound, steps / 2));
    let packing = Packing { offsets, peak, bound };
    Some(if peak > bound { search::search(blocks, packing, steps / 2) } else { packing })
}
