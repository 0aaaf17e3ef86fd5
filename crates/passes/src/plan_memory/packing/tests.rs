//! Tests of packings against all placements of few blocks, and of the claims of a packing.

use super::{Block, Packing, pack};
use proptest::prelude::*;

fn block() -> impl Strategy<Value = Block> {
    let alignment = prop_oneof![Just(1u64), Just(2), Just(3), Just(4), Just(8)];
    (1u64..9, alignment, 0u32..8, 0u32..4).prop_map(|(size, alignment, first, length)| Block {
        size,
        alignment,
        lifetime: (first, first + length),
    })
}

/// Returns the reason why offsets are not a packing of blocks.
fn fault(blocks: &[Block], packing: &Packing) -> Option<String> {
    let Packing { offsets, peak, bound } = packing;
    let ends = offsets.iter().zip(blocks).map(|(offset, block)| offset + block.size);
    if ends.max().unwrap_or(0) != *peak || bound > peak {
        return Some(format!("the peak {peak} or the bound {bound} is wrong"));
    }
    for (at, (a, a_offset)) in blocks.iter().zip(offsets).enumerate() {
        if a_offset % a.alignment != 0 {
            return Some(format!("block {at} is misaligned"));
        }
        for (b, b_offset) in blocks[..at].iter().zip(offsets) {
            let are_disjoint = a_offset + a.size <= *b_offset || b_offset + b.size <= *a_offset;
            if a.is_live_with(b) && !are_disjoint {
                return Some(format!("block {at} overlaps an earlier one"));
            }
        }
    }
    None
}

/// Returns the least peak over all offsets below `limit`, by trying them all.
fn least_peak(blocks: &[Block], offsets: &mut Vec<u64>, limit: u64) -> u64 {
    let Some(block) = blocks.get(offsets.len()) else {
        return offsets.iter().zip(blocks).map(|(o, b)| o + b.size).max().unwrap_or(0);
    };
    let mut least = limit;
    let mut offset = 0;
    while offset + block.size < least {
        let placed = offsets.iter().zip(blocks);
        let mut overlaps = placed.map(|(&other, b)| {
            b.is_live_with(block) && other < offset + block.size && offset < other + b.size
        });
        if !overlaps.any(|it| it) {
            offsets.push(offset);
            least = least.min(least_peak(blocks, offsets, least));
            offsets.pop();
        }
        offset += block.alignment;
    }
    least
}

proptest! {
    #[test]
    fn packing_is_valid_and_its_bound_holds(blocks in prop::collection::vec(block(), 0..40), steps in 0u64..5000) {
        let packing = pack(&blocks, steps).unwrap();
        prop_assert_eq!(fault(&blocks, &packing), None);
        let live = |time| blocks.iter().filter(move |it| (it.lifetime.0..=it.lifetime.1).contains(&time));
        let sum = (0..12).map(|time| live(time).map(|it| it.size).sum::<u64>()).max().unwrap();
        prop_assert!(packing.bound >= sum);
    }

    #[test]
    fn search_finds_the_least_peak(blocks in prop::collection::vec(block(), 1..5)) {
        let packing = pack(&blocks, 1 << 20).unwrap();
        prop_assert_eq!(fault(&blocks, &packing), None);
        let least = least_peak(&blocks, &mut Vec::new(), packing.peak + 1);
        prop_assert_eq!(packing.peak, least);
        prop_assert_eq!(packing.bound, least);
    }
}

#[test]
fn packing_reports_sizes_beyond_63_bits() {
    let block = Block { size: 1 << 62, alignment: 1, lifetime: (0, 0) };
    assert_eq!(pack(&[block, block], 1000), None);
    let later = Block { lifetime: (1, 1), ..block };
    assert_eq!(pack(&[block, later], 1000).map(|it| it.peak), Some(1 << 62));
}
