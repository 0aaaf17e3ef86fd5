//! The dominance check: the definition of a value must dominate its uses in a region.

use crate::data::module::dominated_blocks;
use crate::data::module::{Block, Def, Module, Op, Region, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// Returns the position of each op in its block, by the op's number.
pub(super) fn positions(module: &Module) -> Vec<u32> {
    let mut positions = vec![0; module.ops_len()];
    for parent in module.walk() {
        for block in module.inner_blocks(parent) {
            for (op, position) in module.ops(block).zip(0..) {
                positions[op.number()] = position;
            }
        }
    }
    positions
}

/// Returns the operands of an op whose definition is not in a region around the op.
pub(super) fn hidden_operands(module: &Module, op: Op) -> impl Iterator<Item = (Op, Value)> {
    let operands = module.operands(op).iter().copied();
    operands.filter(move |&value| !is_visible(module, value, op)).map(move |value| (op, value))
}

/// Returns `true` if a value is defined in one of the regions around an op.
fn is_visible(module: &Module, value: Value, op: Op) -> bool {
    let owner = match module.def(value) {
        Def::Argument(block, _) => Some(block),
        Def::Result(def, _) => module.block_of(def),
    };
    let Some(owner) = owner else { return false };
    let Some(mut block) = module.block_of(op) else { return false };
    let region = module.block_region(owner);
    while module.block_region(block) != region {
        let Some(around) = module.block_of(module.region_parent(module.block_region(block))) else {
            return false;
        };
        block = around;
    }
    true
}

/// The dominance relation of one region: of blocks by the dominator tree, of ops in a block by position.
pub(super) struct Dominance<'a> {
    module: &'a Module,
    region: Region,
    /// The times at which a depth-first walk of the dominator tree enters and leaves each reachable block, so that a
    /// query takes constant time. `None` if the region has one block, the common case.
    times: Option<FxHashMap<Block, Range<usize>>>,
    /// The position of each op of the module in its block, by the op's number.
    positions: &'a [u32],
}

impl<'a> Dominance<'a> {
    pub(super) fn new(module: &'a Module, region: Region, positions: &'a [u32]) -> Dominance<'a> {
        let entry = module.blocks(region).first().filter(|_| module.blocks(region).len() > 1);
        let times = entry.map(|&entry| times(&dominated_blocks(module, region), entry));
        Dominance { module, region, times, positions }
    }

    /// Returns the uses in reachable blocks that are not dominated by their definition, in program order.
    pub(super) fn faults(self) -> Vec<(Op, Value)> {
        let module = self.module;
        let mut faults = Vec::new();
        for &block in module.blocks(self.region).iter().filter(|&&block| self.reachable(block)) {
            for op in module.ops(block) {
                self.uses(op, op, &mut faults);
                if !module.regions(op).is_empty() {
                    module.walk_from(op).skip(1).for_each(|user| self.uses(op, user, &mut faults));
                }
            }
        }
        faults
    }

    /// Adds the faulty uses of `user`, which is `op` or in one of its regions.
    fn uses(&self, op: Op, user: Op, faults: &mut Vec<(Op, Value)>) {
        let bad = self.module.operands(user).iter().filter(|&&value| !self.dominates(value, op));
        faults.extend(bad.map(|&value| (user, value)));
    }

    fn position(&self, op: Op) -> u32 {
        self.positions[op.number()]
    }

    fn reachable(&self, block: Block) -> bool {
        self.times.as_ref().is_none_or(|times| times.contains_key(&block))
    }

    /// Returns `true` if the definition of a value dominates `op`.
    fn dominates(&self, value: Value, op: Op) -> bool {
        let block = self.module.block_of(op).expect("ops of a region are in a block");
        match self.module.def(value) {
            Def::Argument(owner, _) => self.block_dominates(owner, block),
            // The results of an op are not defined in its own regions.
            Def::Result(def, _) if def == op => false,
            Def::Result(def, _) => match self.module.block_of(def) {
                Some(owner) if owner == block => self.position(def) < self.position(op),
                Some(owner) => self.block_dominates(owner, block),
                None => false,
            },
        }
    }

    /// Returns `true` if block `from` dominates block `to`. A block of another region encloses `to`, which
    /// [`hidden_operands`] checks, and therefore dominates it.
    fn block_dominates(&self, from: Block, to: Block) -> bool {
        let Some(times) = self.times.as_ref().filter(|_| from != to) else { return true };
        if self.module.block_region(from) != self.region {
            return true;
        }
        let [Some(from), Some(to)] = [from, to].map(|block| times.get(&block)) else {
            return false;
        };
        from.start <= to.start && to.end <= from.end
    }
}

/// Returns the times at which a depth-first walk from `entry` enters and leaves each node of a tree.
fn times(children: &BTreeMap<Block, Vec<Block>>, entry: Block) -> FxHashMap<Block, Range<usize>> {
    let mut times: FxHashMap<Block, Range<usize>> = FxHashMap::default();
    let mut stack = vec![entry];
    while let Some(&block) = stack.last() {
        let now = times.len();
        match times.get_mut(&block) {
            Some(known) => {
                known.end = now;
                stack.pop();
            }
            None => {
                times.insert(block, now..now);
                stack.extend(children.get(&block).into_iter().flatten());
            }
        }
    }
    times
}
