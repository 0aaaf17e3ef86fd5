//! The dominance check: the definition of a value must dominate its uses in a region.

use crate::data::module::{Block, Def, Module, Op, Region, Value};
use rustc_hash::FxHashMap;

/// Returns the position of each op in its block, by the op's number.
pub(super) fn positions(module: &Module) -> Vec<u32> {
    let mut positions = vec![0; module.ops_len()];
    for parent in module.walk() {
        for &block in module.regions(parent).iter().flat_map(|&region| module.blocks(region)) {
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
    /// The position of each block in its region.
    nodes: FxHashMap<Block, u32>,
    /// The dominator tree of the blocks. `None` if the region has one block, the common case.
    tree: Option<DominatorTree>,
    /// The position of each op of the module in its block, by the op's number.
    positions: &'a [u32],
}

impl<'a> Dominance<'a> {
    pub(super) fn new(module: &'a Module, region: Region, positions: &'a [u32]) -> Dominance<'a> {
        let blocks = module.blocks(region);
        let nodes: FxHashMap<Block, u32> = blocks.iter().copied().zip(0..).collect();
        let tree = (blocks.len() > 1).then(|| {
            let mut successors =
                NodeLists { ends: Vec::with_capacity(blocks.len()), nodes: Vec::new() };
            for &block in blocks {
                let last = module.last_op(block).map_or(&[][..], |last| module.successors(last));
                successors.nodes.extend(last.iter().filter_map(|next| nodes.get(next)));
                successors.ends.push(successors.nodes.len() as u32);
            }
            DominatorTree::new(&successors)
        });
        Dominance { module, region, nodes, tree, positions }
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
        let node = self.nodes[&block];
        self.tree.as_ref().is_none_or(|tree| tree.times[node as usize].is_some())
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
        let [Some(&from), Some(&to)] = [from, to].map(|block| self.nodes.get(&block)) else {
            return true;
        };
        from == to || self.tree.as_ref().is_none_or(|tree| tree.dominates(from, to))
    }
}

/// A dominator tree, stored as the times at which a depth-first walk enters and leaves each node. A query then takes
/// constant time.
struct DominatorTree {
    /// The entry and exit time of each node. `None` for an unreachable node.
    times: Vec<Option<(u32, u32)>>,
}

/// The number of a node that is not numbered yet.
const NONE: u32 = u32::MAX;

impl DominatorTree {
    /// Builds the dominator tree of a graph with these successors; node 0 is the entry.
    fn new(successors: &NodeLists) -> DominatorTree {
        let order = postorder(successors);
        let dominators = immediate_dominators(successors, &order);
        // In post-order, a dominator follows the nodes that it dominates. The
        // intervals of a node's children are adjacent.
        let mut sizes = vec![1u32; successors.len()];
        for &node in &order {
            if node != 0 {
                sizes[dominators[node as usize] as usize] += sizes[node as usize];
            }
        }
        let mut times = vec![None; successors.len()];
        let mut free = vec![0u32; successors.len()];
        for &node in order.iter().rev() {
            let node = node as usize;
            let enter = if node == 0 { 0 } else { free[dominators[node] as usize] };
            if node != 0 {
                free[dominators[node] as usize] += sizes[node];
            }
            times[node] = Some((enter, enter + sizes[node] - 1));
            free[node] = enter + 1;
        }
        DominatorTree { times }
    }

    fn dominates(&self, above: u32, below: u32) -> bool {
        match (self.times[above as usize], self.times[below as usize]) {
            (Some(above), Some(below)) => above.0 <= below.0 && below.1 <= above.1,
            _ => false,
        }
    }
}

/// Returns the nodes that are reachable from node 0 in post-order: a node follows its children in the depth-first tree.
fn postorder(successors: &NodeLists) -> Vec<u32> {
    let mut is_seen = vec![false; successors.len()];
    let mut order = Vec::with_capacity(successors.len());
    let mut stack = vec![(0u32, 0usize)];
    is_seen[0] = true;
    while let Some((node, position)) = stack.last_mut() {
        match successors.get(*node).get(*position) {
            Some(&next) => {
                *position += 1;
                if !std::mem::replace(&mut is_seen[next as usize], true) {
                    stack.push((next, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}

/// Returns the immediate dominator of each reachable node, computed by the algorithm of Cooper, Harvey and Kennedy.
fn immediate_dominators(successors: &NodeLists, order: &[u32]) -> Vec<u32> {
    let predecessors = successors.reversed();
    let mut numbers = vec![NONE; successors.len()];
    for (&node, number) in order.iter().zip(0..) {
        numbers[node as usize] = number;
    }
    let mut dominators = vec![NONE; successors.len()];
    dominators[0] = 0;
    let common = |dominators: &[u32], mut one: u32, mut other: u32| {
        while one != other {
            while numbers[one as usize] < numbers[other as usize] {
                one = dominators[one as usize];
            }
            while numbers[other as usize] < numbers[one as usize] {
                other = dominators[other as usize];
            }
        }
        one
    };
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().skip(1) {
            let known = predecessors.get(node).iter().copied();
            let known = known.filter(|&above| dominators[above as usize] != NONE);
            let new = known.reduce(|one, other| common(&dominators, one, other));
            let new = new.expect("a predecessor of the node is already numbered");
            changed |= std::mem::replace(&mut dominators[node as usize], new) != new;
        }
    }
    dominators
}

/// A list of nodes for each node, such as its successors.
struct NodeLists {
    /// The end of each list in `nodes`. A list begins at the end of the previous list.
    ends: Vec<u32>,
    nodes: Vec<u32>,
}

impl NodeLists {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.nodes[start as usize..self.ends[node] as usize]
    }

    /// Returns the reversed lists: the list of `b` contains `a` if the list of `a` contains `b`.
    fn reversed(&self) -> NodeLists {
        let mut ends = vec![0u32; self.len()];
        for &node in &self.nodes {
            ends[node as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        // Each list is filled from its end, so that its end moves to its start.
        let mut nodes = vec![0; self.nodes.len()];
        let mut starts = ends.clone();
        for node in (0..self.len() as u32).rev() {
            for &next in self.get(node) {
                starts[next as usize] -= 1;
                nodes[starts[next as usize] as usize] = node;
            }
        }
        NodeLists { ends, nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns which nodes are reachable from node 0 on paths without the node `closed`.
    fn reachable_nodes(edges: &[(u32, u32)], nodes: u32, closed: Option<u32>) -> Vec<bool> {
        let mut found = vec![false; nodes as usize];
        found[0] = closed != Some(0);
        for _ in 0..nodes {
            for &(from, to) in edges {
                found[to as usize] |= found[from as usize] && closed != Some(to);
            }
        }
        found
    }

    proptest! {
        #[test]
        fn dominators_are_on_every_path(edges in prop::collection::vec((0u32..9, 0u32..9), 0..24)) {
            const NODES: u32 = 9;
            let mut successors = NodeLists { ends: Vec::new(), nodes: Vec::new() };
            for node in 0..NODES {
                successors.nodes.extend(edges.iter().filter(|edge| edge.0 == node).map(|edge| edge.1));
                successors.ends.push(successors.nodes.len() as u32);
            }
            let tree = DominatorTree::new(&successors);
            let open = reachable_nodes(&edges, NODES, None);
            for above in 0..NODES {
                let around = reachable_nodes(&edges, NODES, Some(above));
                for below in 0..NODES {
                    let (above_open, below_open) = (open[above as usize], open[below as usize]);
                    let expected = above_open && below_open && !around[below as usize];
                    prop_assert_eq!(tree.dominates(above, below), expected);
                }
            }
        }
    }
}
