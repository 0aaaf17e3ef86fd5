//! The exact search: branch and bound over placements from the lowest block to the highest.
//!
//! Some optimal placement has each block at the least multiple of its alignment above the blocks below it. The search
//! enumerates these placements in the order of offsets: a block is placed on top of all placed blocks that are live with it,
//! never below the block before it. At each point of time the blocks form a stack, so the top of the stack plus the sizes
//! of the blocks that are not placed yet bound the peak from below.

use super::block::{Block, Packing, Placement};

/// Improves a packing within this many steps. If no packing with a lower peak exists, the peak becomes the bound. A step
/// is one look at a block at one point of time.
pub(super) fn search(blocks: &[Block], found: Packing, steps: u64) -> Packing {
    let mut search = Search::new(blocks, found, steps);
    if search.run() {
        search.best.bound = search.best.peak;
    }
    search.best
}

struct Search<'a> {
    blocks: &'a [Block],
    best: Packing,
    steps: u64,
    /// The first and the last of the points of time of each block. The points are the starts of blocks.
    points: Vec<(usize, usize)>,
    /// The top of the stack at each point of time.
    tops: Vec<u64>,
    /// The sum of the sizes that are not placed yet, at each point of time.
    left: Vec<u128>,
    offsets: Vec<Option<u64>>,
}

/// A placed block, what it replaced, and the other candidates.
struct Level {
    candidates: Vec<(u64, usize)>,
    /// The number of the next candidate.
    next: usize,
    placed: Option<(usize, Vec<u64>)>,
}

impl Search<'_> {
    fn new(blocks: &[Block], best: Packing, steps: u64) -> Search<'_> {
        let mut starts: Vec<u32> = blocks.iter().map(|block| block.lifetime.0).collect();
        starts.sort_unstable();
        starts.dedup();
        let point = |block: &Block| {
            let first = starts.partition_point(|&start| start < block.lifetime.0);
            let last = starts.partition_point(|&start| start <= block.lifetime.1) - 1;
            (first, last)
        };
        let points: Vec<(usize, usize)> = blocks.iter().map(point).collect();
        let mut left = vec![0; starts.len()];
        for (block, &(first, last)) in blocks.iter().zip(&points) {
            left[first..=last].iter_mut().for_each(|sum| *sum += u128::from(block.size));
        }
        let tops = vec![0; starts.len()];
        Search { blocks, best, steps, points, tops, left, offsets: vec![None; blocks.len()] }
    }

    /// Runs the search. Returns `true` if it ended before the steps were used, so that the best packing is optimal.
    fn run(&mut self) -> bool {
        let mut levels = vec![Level { candidates: Vec::new(), next: 0, placed: None }];
        let Some(candidates) = self.candidates(None) else { return false };
        levels[0].candidates = candidates;
        while let Some(level) = levels.last_mut() {
            if let Some((block, tops)) = level.placed.take() {
                self.remove(block, &tops);
            }
            let Some(&(offset, block)) = level.candidates.get(level.next) else {
                levels.pop();
                continue;
            };
            level.next += 1;
            // The peak may have been lowered since the candidates were collected.
            if offset + self.blocks[block].size >= self.best.peak {
                continue;
            }
            level.placed = Some((block, self.put(block, offset)));
            if levels.len() == self.blocks.len() {
                self.accept();
                if self.best.peak == self.best.bound {
                    return true;
                }
                continue;
            }
            match self.candidates(Some((offset, block))) {
                Some(candidates) => {
                    levels.push(Level { candidates, next: 0, placed: None });
                }
                None => return false,
            }
        }
        true
    }

    /// Returns the blocks that can be the next one with a lower peak than the best one, each with its offset, lowest first.
    /// `None` if the steps are used.
    fn candidates(&mut self, last: Option<(u64, usize)>) -> Option<Vec<(u64, usize)>> {
        let level = last.map_or(0, |(offset, _)| offset);
        self.steps = self.steps.checked_sub(self.tops.len() as u64)?;
        let peak = u128::from(self.best.peak);
        let mut sums = self.tops.iter().zip(&self.left).filter(|(_, left)| **left > 0);
        if sums.any(|(&top, &left)| u128::from(top.max(level)) + left >= peak) {
            return Some(Vec::new());
        }
        let mut found: Vec<(u64, usize)> = Vec::new();
        let mut lowest_end = u64::MAX;
        for (at, block) in self.blocks.iter().enumerate() {
            if self.offsets[at].is_some() {
                continue;
            }
            let (first, end) = self.points[at];
            self.steps = self.steps.checked_sub((end - first + 1) as u64)?;
            let top = self.tops[first..=end].iter().copied().max().unwrap_or(0);
            let Some(offset) = block.offset_from(top) else { return Some(Vec::new()) };
            if offset + block.size >= self.best.peak {
                return Some(Vec::new());
            }
            lowest_end = lowest_end.min(offset + block.size);
            // Of two blocks at one offset, which are not live together, the order does not matter.
            if last.is_none_or(|last| (offset, at) > last) {
                found.push((offset, at));
            }
        }
        // A block at or above the end of another one is not the next: the other one fits below it.
        found.retain(|&(offset, _)| offset < lowest_end);
        found.sort_unstable_by_key(|&(offset, at)| {
            let (first, last) = self.points[at];
            (offset, std::cmp::Reverse((self.blocks[at].size, last - first)), at)
        });
        Some(found)
    }

    /// Places a block. Returns the tops that it replaced.
    fn put(&mut self, block: usize, offset: u64) -> Vec<u64> {
        let (first, last) = self.points[block];
        let size = self.blocks[block].size;
        let old = self.tops[first..=last].to_vec();
        self.tops[first..=last].fill(offset + size);
        self.left[first..=last].iter_mut().for_each(|sum| *sum -= u128::from(size));
        self.offsets[block] = Some(offset);
        old
    }

    fn remove(&mut self, block: usize, tops: &[u64]) {
        let (first, last) = self.points[block];
        let size = u128::from(self.blocks[block].size);
        self.tops[first..=last].copy_from_slice(tops);
        self.left[first..=last].iter_mut().for_each(|sum| *sum += size);
        self.offsets[block] = None;
    }

    /// Makes the placement of all blocks the best one.
    fn accept(&mut self) {
        let Placement { offsets, peak } = Placement::new(self.blocks, &self.offsets);
        if peak < self.best.peak {
            self.best.offsets = offsets;
            self.best.peak = peak;
        }
    }
}
