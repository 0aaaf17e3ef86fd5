//! The ops of a module, each after the definitions of its operands.

use ir::{Block, Module, Op, Region};
use rustc_hash::FxHashSet;

/// Returns the ops in the regions of an op: blocks in reverse post-order, so that a block follows those that dominate
/// it, and the ops of a region after the op around it. Unreachable blocks are last.
pub(super) fn ops_within(module: &Module, root: Op) -> Vec<Op> {
    let mut all = Vec::new();
    let mut stack = vec![root];
    while let Some(op) = stack.pop() {
        if op != root {
            all.push(op);
        }
        let regions = module.regions(op).iter();
        let blocks = regions.flat_map(|&region| blocks_in_order(module, region));
        let mut inner: Vec<Op> = blocks.flat_map(|block| module.ops(block)).collect();
        inner.reverse();
        stack.extend(inner);
    }
    all
}

fn blocks_in_order(module: &Module, region: Region) -> Vec<Block> {
    let blocks = module.blocks(region);
    let mut seen = FxHashSet::default();
    let mut order = Vec::with_capacity(blocks.len());
    let Some(&entry) = blocks.first() else { return order };
    seen.insert(entry);
    // Each block on the stack with the number of its successors that were visited.
    let mut stack = vec![(entry, 0)];
    while let Some((block, visited)) = stack.pop() {
        let successors = module.last_op(block).map_or(&[][..], |op| module.successors(op));
        match successors.get(visited) {
            Some(&next) => {
                stack.push((block, visited + 1));
                if seen.insert(next) {
                    stack.push((next, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order.extend(blocks.iter().copied().filter(|block| !seen.contains(block)));
    order
}
