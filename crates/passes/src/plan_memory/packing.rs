//! The offsets of blocks of memory in one arena, without overlaps among blocks that are live at the same time.
//!
//! This is dynamic storage allocation: the lifetimes are fixed intervals, and the arena must be small. It is NP-hard. The
//! lower bound is the greatest sum of the sizes of live blocks. Several greedy orders come first (`greedy`), then a local
//! search over orders, then an exact search that stops at the bound (`search`), each only while the arena is above the
//! bound. Steps bound the work, never time, so the same blocks always have the same offsets.

mod conflicts;
mod greedy;
mod search;
#[cfg(test)]
mod tests;

use conflicts::Conflicts;

/// A block of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The size in bytes, 1 or more.
    pub(super) size: u64,
    /// The number of which the offset is a multiple, 1 or more.
    pub(super) alignment: u64,
    /// The first and the last point of time at which the block is live.
    pub(super) lifetime: (u32, u32),
}

impl Block {
    fn is_live_with(&self, other: &Block) -> bool {
        self.lifetime.0 <= other.lifetime.1 && other.lifetime.0 <= self.lifetime.1
    }

    /// Returns the least offset of the block at or above `least`; `None` if the block then ends beyond 63 bits.
    fn offset_from(&self, least: u64) -> Option<u64> {
        let offset = least.checked_next_multiple_of(self.alignment)?;
        let end = offset.checked_add(self.size)?;
        i64::try_from(end).is_ok().then_some(offset)
    }
}

/// The offsets of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    /// The offset of each block.
    pub(super) offsets: Vec<u64>,
    /// The end of the last block.
    pub(super) peak: u64,
    /// A number of bytes that no packing is below.
    pub(super) bound: u64,
}

/// Returns offsets of blocks, found within this many steps. `None` if the blocks do not fit 63 bits in any of the tried
/// orders.
pub(super) fn pack(blocks: &[Block], steps: u64) -> Option<Packing> {
    let bound = lower_bound(blocks)?;
    let conflicts = Conflicts::new(blocks);
    let mut best = greedy::first_fit(blocks)?;
    if let Some(conflicts) = &conflicts {
        for order in greedy::orders(blocks, conflicts) {
            if best.peak > bound {
                best = best.or_lower(greedy::place(blocks, conflicts, &order));
            }
        }
        if best.peak > bound {
            best = greedy::improve(blocks, conflicts, best, (bound, steps / 2));
        }
    }
    let Placement { offsets, peak } = best;
    let packing = Packing { offsets, peak, bound };
    match conflicts {
        Some(_) if peak > bound => Some(search::search(blocks, packing, steps / 2)),
        _ => Some(packing),
    }
}

/// The offsets of blocks, and the end of the last one.
#[derive(Clone, Debug)]
struct Placement {
    offsets: Vec<u64>,
    peak: u64,
}

impl Placement {
    fn or_lower(self, other: Option<Placement>) -> Placement {
        match other {
            Some(other) if other.peak < self.peak => other,
            _ => self,
        }
    }
}

/// Returns the greatest sum of live sizes. Each size but one is rounded up to the greatest common divisor of all
/// alignments, because blocks above others begin at a multiple of it. `None` if a sum exceeds 63 bits.
fn lower_bound(blocks: &[Block]) -> Option<u64> {
    let unit = blocks.iter().fold(0, |unit, block| gcd(unit, block.alignment));
    let rounded = |block: &Block| u128::from(block.size.div_ceil(unit)) * u128::from(unit);
    let mut events: Vec<(u64, bool, usize)> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        events.push((block.lifetime.0.into(), true, at));
        events.push((u64::from(block.lifetime.1) + 1, false, at));
    }
    events.sort_unstable();
    let mut sum = 0u128;
    let mut slacks = std::collections::BTreeMap::<u128, usize>::new();
    let mut bound = 0;
    for (_, starts, at) in events {
        let size = rounded(&blocks[at]);
        let slack = size - u128::from(blocks[at].size);
        let count = slacks.entry(slack).or_insert(0);
        if starts {
            *count += 1;
            sum += size;
        } else {
            *count -= 1;
            sum -= size;
            if *count == 0 {
                slacks.remove(&slack);
            }
        }
        let spared = slacks.last_key_value().map_or(0, |(slack, _)| *slack);
        bound = bound.max(sum - spared);
    }
    i64::try_from(bound).ok().and_then(|bound| u64::try_from(bound).ok())
}

/// Returns the greatest common divisor of two numbers; `gcd(0, a)` is `a`.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    let mut pair = (a, b);
    while pair.1 != 0 {
        pair = (pair.1, pair.0 % pair.1);
    }
    pair.0
}
