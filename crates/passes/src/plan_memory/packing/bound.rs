//! The lower bound of a packing.

use super::block::Block;
use ir::layout::gcd;
use std::collections::BTreeMap;

/// Returns the greatest sum of live sizes. Each size but one is rounded up to the greatest common divisor of all
/// alignments, because blocks above others begin at a multiple of it. `None` if a sum exceeds 63 bits.
pub(super) fn lower_bound(blocks: &[Block]) -> Option<u64> {
    let unit = blocks.iter().fold(0, |unit, block| gcd(unit, block.alignment));
    let rounded = |block: &Block| u128::from(block.size.div_ceil(unit)) * u128::from(unit);
    let mut events: Vec<(u64, bool, usize)> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        events.push((block.lifetime.0.into(), true, at));
        events.push((u64::from(block.lifetime.1) + 1, false, at));
    }
    events.sort_unstable();
    let mut sum = 0u128;
    let mut slacks = BTreeMap::<u128, usize>::new();
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
