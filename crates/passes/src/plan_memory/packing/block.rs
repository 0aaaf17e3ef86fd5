//! Blocks of memory with lifetimes, and their placements.

/// A block of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::plan_memory) struct Block {
    /// The size in bytes, 1 or more.
    pub(in crate::plan_memory) size: u64,
    /// The number of which the offset is a multiple, 1 or more.
    pub(in crate::plan_memory) alignment: u64,
    /// The first and the last point of time at which the block is live.
    pub(in crate::plan_memory) lifetime: (u32, u32),
}

impl Block {
    pub(super) fn is_live_with(&self, other: &Block) -> bool {
        self.lifetime.0 <= other.lifetime.1 && other.lifetime.0 <= self.lifetime.1
    }

    /// Returns the least offset of the block at or above `least`; `None` if the block then ends beyond 63 bits.
    pub(super) fn offset_from(&self, least: u64) -> Option<u64> {
        let offset = least.checked_next_multiple_of(self.alignment)?;
        let end = offset.checked_add(self.size)?;
        i64::try_from(end).is_ok().then_some(offset)
    }
}

/// The offsets of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::plan_memory) struct Packing {
    /// The offset of each block.
    pub(in crate::plan_memory) offsets: Vec<u64>,
    /// The end of the last block.
    pub(in crate::plan_memory) peak: u64,
    /// A number of bytes that no packing is below.
    pub(in crate::plan_memory) bound: u64,
}

/// The offsets of blocks, and the end of the last one.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub(super) offsets: Vec<u64>,
    pub(super) peak: u64,
}

impl Placement {
    /// Returns the placement of blocks at these offsets, which are all known.
    pub(super) fn new(blocks: &[Block], offsets: &[Option<u64>]) -> Placement {
        let offsets: Vec<u64> = offsets.iter().map(|offset| offset.unwrap_or(0)).collect();
        let ends = offsets.iter().zip(blocks).map(|(offset, block)| offset + block.size);
        let peak = ends.max().unwrap_or(0);
        Placement { offsets, peak }
    }

    /// Returns the placement with the lower peak; the first of equal ones.
    pub(super) fn lower(a: Option<Placement>, b: Option<Placement>) -> Option<Placement> {
        match (a, b) {
            (Some(a), Some(b)) if b.peak < a.peak => Some(b),
            (Some(a), _) => Some(a),
            (None, b) => b,
        }
    }
}
