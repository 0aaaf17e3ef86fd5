//! Greedy placements: blocks in an order, each at the least free offset; and a local search over orders.

use super::block::{Block, Placement};
use super::conflicts::Conflicts;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Places blocks in the order of their lifetimes, each at the least offset that is free at its start. `None` if one does
/// not fit 63 bits.
pub(super) fn first_fit(blocks: &[Block]) -> Option<Placement> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&at| (blocks[at].lifetime.0, Reverse(blocks[at].size)));
    let mut placement = Placement { offsets: vec![0; blocks.len()], peak: 0 };
    let mut free = FreeRanges { ends: BTreeMap::from([(0, u64::MAX)]) };
    let mut live: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for at in order {
        let block = &blocks[at];
        while let Some(entry) = live.first_entry().filter(|it| *it.key() < block.lifetime.0) {
            for ended in entry.remove() {
                let offset = placement.offsets[ended];
                free.give_back(offset, offset + blocks[ended].size);
            }
        }
        let offset = free.take(block)?;
        live.entry(block.lifetime.1).or_default().push(at);
        placement.offsets[at] = offset;
        placement.peak = placement.peak.max(offset + block.size);
    }
    Some(placement)
}

/// The ranges of an arena that no live block uses.
struct FreeRanges {
    /// The end of each range, by its start. No two ranges touch.
    ends: BTreeMap<u64, u64>,
}

impl FreeRanges {
    /// Removes the first range that is long enough for a block, except what the block leaves. Returns the offset of the block; `None` if the block does not
    /// fit 63 bits.
    fn take(&mut self, block: &Block) -> Option<u64> {
        let (start, offset, end) = self.ends.iter().find_map(|(&start, &end)| {
            let offset = block.offset_from(start)?;
            (offset + block.size <= end).then_some((start, offset, end))
        })?;
        self.ends.remove(&start);
        let rest = [(start, offset), (offset + block.size, end)];
        self.ends.extend(rest.into_iter().filter(|(start, end)| start < end));
        Some(offset)
    }

    /// Adds a range that was taken.
    fn give_back(&mut self, mut start: u64, mut end: u64) {
        if let Some((&before, _)) = self.ends.range(..start).next_back().filter(|it| *it.1 == start)
        {
            self.ends.remove(&before);
            start = before;
        }
        if let Some(after) = self.ends.remove(&end) {
            end = after;
        }
        self.ends.insert(start, end);
    }
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
    let mut placer = Placer { blocks, conflicts, taken: Vec::new() };
    let mut offsets = vec![None; blocks.len()];
    order.iter().try_for_each(|&at| placer.place(at, &mut offsets))?;
    Some(Placement::new(blocks, &offsets))
}

/// The placement of single blocks.
struct Placer<'a> {
    blocks: &'a [Block],
    conflicts: &'a Conflicts,
    /// The ranges in which a block cannot be.
    taken: Vec<(u64, u64)>,
}

impl Placer<'_> {
    /// Places a block at the least offset that the placed blocks leave free.
    fn place(&mut self, at: usize, offsets: &mut [Option<u64>]) -> Option<()> {
        self.taken.clear();
        let placed = self.conflicts.of(at).iter();
        self.taken.extend(placed.filter_map(|&other| {
            let offset = offsets[other]?;
            Some((offset, offset + self.blocks[other].size))
        }));
        self.taken.sort_unstable();
        offsets[at] = Some(least_free(&self.blocks[at], self.taken.iter().copied())?);
        Some(())
    }
}

/// Improves a placement by a local search over orders, until it reaches the bound or the steps are used. A move puts a block
/// that ends above the bound before one that it conflicts with, if the sum of what ends above the bound does not grow. A
/// step is one comparison of a block with another one.
pub(super) fn improve(
    blocks: &[Block],
    conflicts: &Conflicts,
    start: Placement,
    (bound, steps): (u64, u64),
) -> Placement {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&at| (start.offsets[at], at));
    let current = match place(blocks, conflicts, &order) {
        Some(placement) if placement.peak <= start.peak => placement,
        _ => start,
    };
    let excess = excess(blocks, &current, bound);
    let random = Random(0x9E37_79B9_7F4A_7C15);
    let mut search =
        OrderSearch { blocks, conflicts, bound, steps, random, order, current, excess };
    let mut best = search.current.clone();
    while best.peak > bound && search.step().is_some() {
        if search.current.peak < best.peak {
            best = search.current.clone();
        }
    }
    best
}

/// A local search over orders.
struct OrderSearch<'a> {
    blocks: &'a [Block],
    conflicts: &'a Conflicts,
    bound: u64,
    steps: u64,
    random: Random,
    order: Vec<usize>,
    /// The placement in this order.
    current: Placement,
    /// The sum of the bytes by which blocks of it end above the bound.
    excess: u128,
}

impl OrderSearch<'_> {
    /// Tries one move. `None` if the steps are used or no block ends above the bound.
    fn step(&mut self) -> Option<()> {
        let OrderSearch { blocks, conflicts, bound, .. } = *self;
        self.steps = self.steps.checked_sub(blocks.len() as u64)?;
        let end = |at: usize| self.current.offsets[at] + blocks[at].size;
        let high: Vec<usize> =
            (0..self.order.len()).filter(|&it| end(self.order[it]) > bound).collect();
        let from = *high.get(self.random.below(high.len()))?;
        let moved = self.order[from];
        let mut is_conflicting = vec![false; blocks.len()];
        conflicts.of(moved).iter().for_each(|&other| is_conflicting[other] = true);
        let before: Vec<usize> = (0..from).filter(|&it| is_conflicting[self.order[it]]).collect();
        let Some(&to) = before.get(self.random.below(before.len())) else { return Some(()) };
        self.order[to..=from].rotate_right(1);
        let changed = self.placed_from(to)?;
        let excess = changed.as_ref().map(|changed| excess(blocks, changed, bound));
        // A worse order now and then leaves a local optimum.
        let is_accepted = |excess: u128, random: &mut Random| {
            excess <= self.excess || random.below(ACCEPTED_ONCE_IN) == 0
        };
        match changed.zip(excess) {
            Some((changed, excess)) if is_accepted(excess, &mut self.random) => {
                self.current = changed;
                self.excess = excess;
            }
            _ => self.order[to..=from].rotate_left(1),
        }
        Some(())
    }

    /// Places the blocks of the order again, from a position on. The outer `None` if the steps are used, the inner one if a
    /// block does not fit 63 bits.
    fn placed_from(&mut self, position: usize) -> Option<Option<Placement>> {
        let OrderSearch { blocks, conflicts, .. } = *self;
        let mut placer = Placer { blocks, conflicts, taken: Vec::new() };
        let (kept, rest) = self.order.split_at(position);
        let mut offsets = vec![None; blocks.len()];
        for &at in kept {
            offsets[at] = Some(self.current.offsets[at]);
        }
        for &at in rest {
            self.steps = self.steps.checked_sub(conflicts.of(at).len() as u64 + 1)?;
            if placer.place(at, &mut offsets).is_none() {
                return Some(None);
            }
        }
        Some(Some(Placement::new(blocks, &offsets)))
    }
}

/// Returns the sum of the bytes by which blocks end above the bound.
fn excess(blocks: &[Block], placement: &Placement, bound: u64) -> u128 {
    let ends = placement.offsets.iter().zip(blocks).map(|(offset, block)| offset + block.size);
    ends.map(|end| u128::from(end.saturating_sub(bound))).sum()
}

/// The number of worse orders of which, on average, one is accepted.
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
