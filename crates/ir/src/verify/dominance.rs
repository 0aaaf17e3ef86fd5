//! Dominance of definitions over uses in one region.

use crate::data::module::{Block, Def, Module, Op, Region, Value};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// Returns the position of each op in its block, by the op's number.
pub(super) fn places(module: &Module) -> Vec<u32> {
    let mut places = vec![0; module.ops_len()];
    for parent in module.walk() {
        for &block in module.regions(parent).iter().flat_map(|&region| module.blocks(region)) {
            for (op, place) in module.ops(block).zip(0..) {
                places[op.into_raw().into_u32() as usize] = place;
            }
        }
    }
    places
}

/// Returns the operands of an op that are defined in a region that is not around the op.
pub(super) fn hidden_operands(module: &Module, op: Op) -> impl Iterator<Item = (Op, Value)> {
    let operands = module.operands(op).iter().copied();
    operands.filter(move |&value| !is_visible(module, value, op)).map(move |value| (op, value))
}

/// `true` if a value is defined in one of the regions around an op.
fn is_visible(module: &Module, value: Value, op: Op) -> bool {
    let owner = match module.def(value) {
        Def::Argument(block, _) => Some(block),
        Def::Result(def, _) => module.block_of(def),
    };
    let (Some(owner), Some(mut block)) = (owner, module.block_of(op)) else { return false };
    let region = module.block_region(owner);
    while module.block_region(block) != region {
        let Some(around) = module.block_of(module.region_parent(module.block_region(block))) else {
            return false;
        };
        block = around;
    }
    true
}

/// The order of execution in one region: of blocks by dominators, of ops by place.
pub(super) struct Dominance<'a> {
    module: &'a Module,
    region: Region,
    nodes: FxHashMap<Block, NodeIndex>,
    /// `None` if the region has one block, the common case.
    tree: Option<DominatorTree>,
    /// The position of each op of the module in its block, by the op's number.
    places: &'a [u32],
}

impl<'a> Dominance<'a> {
    pub(super) fn new(module: &'a Module, region: Region, places: &'a [u32]) -> Dominance<'a> {
        let blocks = module.blocks(region);
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        let nodes: FxHashMap<Block, NodeIndex> =
            blocks.iter().map(|&block| (block, graph.add_node(()))).collect();
        for &block in blocks {
            let successors = module.last_op(block).map_or(&[][..], |last| module.successors(last));
            for successor in successors.iter().filter_map(|successor| nodes.get(successor)) {
                graph.add_edge(nodes[&block], *successor, ());
            }
        }
        let tree = (blocks.len() > 1)
            .then(|| DominatorTree::new(&simple_fast(&graph, nodes[&blocks[0]]), blocks.len()));
        Dominance { module, region, nodes, tree, places }
    }

    /// Returns the uses that their definition does not dominate, in program order.
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
        let bad = self.module.operands(user).iter().filter(|&&value| !self.reaches(value, op));
        faults.extend(bad.map(|&value| (user, value)));
    }

    fn place(&self, op: Op) -> u32 {
        self.places[op.into_raw().into_u32() as usize]
    }

    fn reachable(&self, block: Block) -> bool {
        let node = self.nodes[&block];
        self.tree.as_ref().is_none_or(|tree| tree.times[node.index()].is_some())
    }

    /// `true` if the definition of a value dominates `op`.
    fn reaches(&self, value: Value, op: Op) -> bool {
        let block = self.module.block_of(op).expect("ops of a region are in a block");
        match self.module.def(value) {
            Def::Argument(owner, _) => self.block_reaches(owner, block),
            // An op's regions run before it has results.
            Def::Result(def, _) if def == op => false,
            Def::Result(def, _) => match self.module.block_of(def) {
                Some(owner) if owner == block => self.place(def) < self.place(op),
                Some(owner) => self.block_reaches(owner, block),
                None => false,
            },
        }
    }

    /// `true` if block `from` dominates block `to`. Blocks of other regions are not judged here: the scoping of names
    /// ensures that they enclose `to`.
    fn block_reaches(&self, from: Block, to: Block) -> bool {
        let (Some(&from), Some(&to)) = (self.nodes.get(&from), self.nodes.get(&to)) else {
            return true;
        };
        from == to || self.tree.as_ref().is_none_or(|tree| tree.dominates(from, to))
    }
}

/// The dominator tree, with the times at which a walk enters and leaves each node: a query then takes no walk of its own.
struct DominatorTree {
    /// `None` for unreachable nodes.
    times: Vec<Option<(u32, u32)>>,
}

impl DominatorTree {
    fn new(dominators: &Dominators<NodeIndex>, nodes: usize) -> DominatorTree {
        let mut children: Vec<Vec<NodeIndex>> = vec![Vec::new(); nodes];
        for node in (0..nodes).map(NodeIndex::new) {
            if let Some(above) = dominators.immediate_dominator(node) {
                children[above.index()].push(node);
            }
        }
        let mut tree = DominatorTree { times: vec![None; nodes] };
        tree.walk(dominators.root(), &children);
        tree
    }

    fn walk(&mut self, root: NodeIndex, children: &[Vec<NodeIndex>]) {
        let (mut time, mut stack) = (0, vec![root]);
        while let Some(&node) = stack.last() {
            time += 1;
            match &mut self.times[node.index()] {
                Some((_, leave)) => {
                    *leave = time;
                    stack.pop();
                }
                fresh => {
                    *fresh = Some((time, time));
                    stack.extend(&children[node.index()]);
                }
            }
        }
    }

    fn dominates(&self, above: NodeIndex, below: NodeIndex) -> bool {
        match (self.times[above.index()], self.times[below.index()]) {
            (Some(above), Some(below)) => above.0 <= below.0 && below.1 <= above.1,
            _ => false,
        }
    }
}
