//! Greedy placements: blocks in an order, each at the least free offset; and a local search over orders.

use super::conflicts::Conflicts;
use super::{Block, Placement};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Places blocks in the order of their lifetimes, each at the least offset that is free at its start. `None` if one does
/// not fit 63 bits.
pub(super) fn first_fit(blocks: &[Block]) -> Option<Placement> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&at| (blocks[at].lifetime.0, Reverse(blocks[at].size)));
    let mut placement = Placement { offsets: vec![0; blocks.len()], peak: 0 };
    // The live blocks by offset, each with its end.
    let mut live: BTreeMap<u64, u64> = BTreeMap::new();
    let mut ends: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for at in order {
        let block = &blocks[at];
        while let Some(entry) = ends.first_entry().filter(|it| *it.key() < block.lifetime.0) {
            for offset in entry.remove() {
                live.remove(&offset);
            }
        }
        let taken = live.iter().map(|(&offset, &end)| (offset, end));
        let offset = least_free(block, taken)?;
        let end = offset + block.size;
        live.insert(offset, end);
        ends.entry(block.lifetime.1).or_default().push(offset);
        placement.offsets[at] = offset;
        placement.peak = placement.peak.max(end);
    }
    Some(placement)
}

/// Returns the least offset of a block in the gaps between taken ranges, which are sorted by offset. `None` if it does not
/// fit 63 bits.
fn least_free(block: &Block, taken: impl Iterator<Item = (u64, u64)>) -> Option<u64> {
    let mut offset = block.offset_from(0)?;
    for (start, end) in taken {
        if offset + block.size <= start {
            break;
        }
        if end > offset {
            offset = block.offset_from(end)?;
        }
    }
    Some(offset)
}

/// Returns the orders that are usually good: by size, by the product of size and time, by time, and by the sum of the
/// sizes that are live together with a block; all from the greatest.
pub(super) fn orders(blocks: &[Block], conflicts: &Conflicts) -> Vec<Vec<usize>> {
    let time = |at: usize| u64::from(blocks[at].lifetime.1 - blocks[at].lifetime.0) + 1;
    let size = |at: usize| u128::from(blocks[at].size);
    let beside = |at: usize| {
        let others = conflicts.of(at).iter().map(|&other| size(other));
        others.sum::<u128>() + size(at)
    };
    let beside: Vec<u128> = (0..blocks.len()).map(beside).collect();
    let mut found = Vec::new();
    let mut add = |key: &dyn Fn(usize) -> (u128, u128)| {
        let mut order: Vec<usize> = (0..blocks.len()).collect();
        order.sort_by_key(|&at| (Reverse(key(at)), at));
        found.push(order);
    };
    add(&|at| (size(at), time(at).into()));
    add(&|at| (size(at) * u128::from(time(at)), size(at)));
    add(&|at| (time(at).into(), size(at)));
    add(&|at| (beside[at], size(at)));
    found
}

/// Places blocks in an order, each at the least offset that the blocks before it leave free. `None` if one does not fit
/// 63 bits.
pub(super) fn place(blocks: &[Block], conflicts: &Conflicts, order: &[usize]) -> Option<Placement> {
    let mut offsets: Vec<Option<u64>> = vec![None; blocks.len()];
    let mut peak = 0;
    let mut taken = Vec::new();
    for &at in order {
        let block = &blocks[at];
        taken.clear();
        let placed = conflicts.of(at).iter();
        taken.extend(placed.filter_map(|&other| {
            let offset = offsets[other]?;
            Some((offset, offset + blocks[other].size))
        }));
        taken.sort_unstable();
        let offset = least_free(block, taken.iter().copied())?;
        offsets[at] = Some(offset);
        peak = peak.max(offset + block.size);
    }
    Some(Placement { offsets: offsets.into_iter().map(|it| it.unwrap_or(0)).collect(), peak })
}

/// Moves blocks that end above the bound to earlier positions of the order, as long as the sum of what ends above the bound
/// does not grow, until it reaches the bound or the steps are used. A step is one comparison of a block with a placed one.
pub(super) fn improve(
    blocks: &[Block],
    conflicts: &Conflicts,
    start: Placement,
    (bound, mut steps): (u64, u64),
) -> Placement {
    let cost = (0..blocks.len()).map(|at| conflicts.of(at).len() as u64 + 1).sum::<u64>();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&at| (start.offsets[at], at));
    let mut current = match place(blocks, conflicts, &order) {
        Some(placement) if placement.peak <= start.peak => placement,
        _ => start,
    };
    let mut current_excess = excess(blocks, &current, bound);
    let mut best = current.clone();
    while best.peak > bound && steps >= cost {
        steps -= cost;
        let high = |at: &usize| current.offsets[*at] + blocks[*at].size > bound;
        let positions: Vec<usize> = (0..order.len()).filter(|&it| high(&order[it])).collect();
        let Some(&from) = positions.get(random.below(positions.len())) else { break };
        let mut changed = order.clone();
        let moved = changed.remove(from);
        changed.insert(random.below(from + 1), moved);
        let Some(placement) = place(blocks, conflicts, &changed) else { continue };
        // A worse order now and then leaves a local optimum.
        let new_excess = excess(blocks, &placement, bound);
        if new_excess <= current_excess || random.below(ACCEPTED_ONCE_IN) == 0 {
            order = changed;
            current = placement;
            current_excess = new_excess;
        }
        if current.peak < best.peak {
            best = current.clone();
        }
    }
    best
}

/// Returns the sum of the bytes by which blocks end above the bound.
fn excess(blocks: &[Block], placement: &Placement, bound: u64) -> u128 {
    let ends = placement.offsets.iter().zip(blocks).map(|(offset, block)| offset + block.size);
    ends.map(|end| u128::from(end.saturating_sub(bound))).sum()
}

/// The number of steps after which, on average, an order with a greater peak is accepted.
const ACCEPTED_ONCE_IN: usize = 64;

/// A generator of numbers (xorshift), the same in each run.
struct Random(u64);

impl Random {
    /// Returns a number below `end`; 0 if `end` is 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % (end.max(1) as u64)) as usize
    }
}
