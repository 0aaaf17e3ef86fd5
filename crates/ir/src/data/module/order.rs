//! Program order: the ops of a block in sequence, and of a module in pre-order.

use super::entity::{Block, Op, OpData};
use super::store::Module;

impl Module {
    /// Appends an op that is not in a block.
    pub fn append_op(&mut self, block: Block, op: Op) {
        let last = self.blocks[block].last;
        self.link(block, op, last, None);
    }

    /// Inserts an op that is not in a block directly before another op of a block.
    pub fn insert_before(&mut self, op: Op, before: Op) {
        let block = self.block_of(before).expect("`before` is in a block");
        let prev = self.ops[before].prev;
        self.link(block, op, prev, Some(before));
    }

    /// Inserts an op that is not in a block directly after another op of a block.
    pub fn insert_after(&mut self, op: Op, after: Op) {
        let block = self.block_of(after).expect("`after` is in a block");
        let next = self.ops[after].next;
        self.link(block, op, Some(after), next);
    }

    fn link(&mut self, block: Block, op: Op, prev: Option<Op>, next: Option<Op>) {
        debug_assert!(self.ops[op].parent.is_none(), "an op is in one block at most");
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (Some(block), prev, next);
        match prev {
            Some(prev) => self.ops[prev].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        match next {
            Some(next) => self.ops[next].prev = Some(op),
            None => self.blocks[block].last = Some(op),
        }
    }

    /// Removes an op from its block. Its results must be unused.
    pub fn erase(&mut self, op: Op) {
        let OpData { parent, prev, next, .. } = self.ops[op];
        let Some(block) = parent else { return };
        match prev {
            Some(prev) => self.ops[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(next) => self.ops[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (None, None, None);
    }

    /// Returns the next op of the block; `None` after the last one.
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }

    /// Returns the ops of a block in order.
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> {
        std::iter::successors(self.blocks[block].first, |&op| self.next_op(op))
    }

    /// Returns the last op of a block; `None` if the block is empty.
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    /// Returns the root op and all nested ops in pre-order: an op, then the ops in its regions.
    pub fn walk(&self) -> Walk<'_> {
        self.walk_from(self.root)
    }

    /// Returns `op` and all nested ops in pre-order.
    pub fn walk_from(&self, op: Op) -> Walk<'_> {
        Walk { module: self, stack: vec![WalkStep::Op(op)] }
    }
}

enum WalkStep {
    Op(Op),
    Rest(Op),
}

/// An iterator over ops in pre-order, without recursion.
pub struct Walk<'a> {
    module: &'a Module,
    stack: Vec<WalkStep>,
}

impl Iterator for Walk<'_> {
    type Item = Op;

    fn next(&mut self) -> Option<Op> {
        let op = match self.stack.pop()? {
            WalkStep::Op(op) => op,
            WalkStep::Rest(op) => {
                if let Some(next) = self.module.next_op(op) {
                    self.stack.push(WalkStep::Rest(next));
                }
                op
            }
        };
        for &region in self.module.regions(op).iter().rev() {
            for &block in self.module.blocks(region).iter().rev() {
                let first = self.module.blocks[block].first;
                self.stack.extend(first.map(WalkStep::Rest));
            }
        }
        Some(op)
    }
}
