//! The dominator tree of a region.

use super::{Block, Module, Region};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Returns the blocks that each block immediately dominates, in reverse text order. Unreachable blocks are left out.
pub fn dominated_blocks(module: &Module, region: Region) -> BTreeMap<Block, Vec<Block>> {
    let blocks = module.blocks(region);
    let mut children: BTreeMap<Block, Vec<Block>> = BTreeMap::new();
    let [entry, _, ..] = blocks else { return children };
    let mut graph: DiGraph<Block, ()> = DiGraph::new();
    let nodes: FxHashMap<Block, NodeIndex> =
        blocks.iter().map(|&block| (block, graph.add_node(block))).collect();
    for &block in blocks {
        let last = module.last_op(block);
        for successor in last.map_or(&[][..], |last| module.successors(last)) {
            if let Some(&to) = nodes.get(successor) {
                graph.add_edge(nodes[&block], to, ());
            }
        }
    }
    let dominators = simple_fast(&graph, nodes[entry]);
    for block in blocks.iter().rev() {
        if let Some(above) = dominators.immediate_dominator(nodes[block]) {
            children.entry(graph[above]).or_default().push(*block);
        }
    }
    children
}
