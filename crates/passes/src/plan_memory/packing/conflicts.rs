//! The pairs of blocks that are live at the same time.

use super::block::Block;

const MAX_CONFLICTS: usize = crate::limits::MEMORY_CONFLICTS as usize;

/// The blocks that are live together with each block.
pub(super) struct Conflicts {
    of_block: Vec<Vec<usize>>,
}

impl Conflicts {
    /// Returns the conflicts of blocks; `None` if there are too many.
    pub(super) fn new(blocks: &[Block]) -> Option<Conflicts> {
        let mut order: Vec<usize> = (0..blocks.len()).collect();
        order.sort_by_key(|&at| blocks[at].lifetime.0);
        let mut of_block = vec![Vec::new(); blocks.len()];
        let mut live: Vec<usize> = Vec::new();
        let mut count = 0;
        for at in order {
            live.retain(|&other| blocks[other].is_live_with(&blocks[at]));
            count += live.len();
            if count > MAX_CONFLICTS {
                return None;
            }
            for &other in &live {
                of_block[at].push(other);
                of_block[other].push(at);
            }
            live.push(at);
        }
        Some(Conflicts { of_block })
    }

    /// Returns the blocks that are live together with a block.
    pub(super) fn of(&self, block: usize) -> &[usize] {
        &self.of_block[block]
    }
}
