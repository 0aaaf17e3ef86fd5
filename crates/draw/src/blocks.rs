//! Blocks of a graph: consecutive nodes that are drawn as one box, which can be opened.
//!
//! The nodes of a name scope, such as `layer1/block0`, are a block. If there are still too many boxes, so is each
//! repetition of a sequence of boxes, and then each group of a fixed number of boxes. Nodes of a block are consecutive in
//! program order, so that no arrow leads backwards.

use crate::graph::{GraphNode, GraphNodeKind, LayoutGraph};
use std::ops::Range;

/// The greatest number of boxes of a picture, beyond which they are grouped.
const MOST: usize = crate::limits::BLOCK_BOXES as usize;
/// The greatest number of boxes of an overview whose blocks are replaced by their boxes.
const FEW: usize = crate::limits::OVERVIEW_BOXES as usize;
/// The number of parts of a scope that are blocks.
const SCOPES: usize = 12;

/// A box of a picture: a node, or a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BlockItem {
    /// A node, by its number.
    Node(usize),
    /// A block.
    Block(GraphBlock),
}

/// Consecutive nodes that are drawn as one box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GraphBlock {
    /// The name.
    pub(crate) name: String,
    /// The numbers of the nodes.
    pub(crate) nodes: Range<usize>,
    /// The boxes of the picture that shows the block.
    pub(crate) items: Vec<BlockItem>,
}

impl BlockItem {
    /// Returns the numbers of the nodes.
    pub(crate) fn nodes(&self) -> Range<usize> {
        match self {
            BlockItem::Node(node) => *node..node + 1,
            BlockItem::Block(block) => block.nodes.clone(),
        }
    }
}

/// Returns the boxes of the picture that shows a whole graph.
pub(crate) fn blocks(graph: &LayoutGraph) -> Vec<BlockItem> {
    let scopes = node_scopes(graph);
    let tree = BlockTree { graph, scopes };
    expanded(tree.items(0..graph.nodes.len(), 0))
}

/// Replaces the greatest blocks by their boxes, as long as some of these are blocks and there are few boxes.
fn expanded(mut items: Vec<BlockItem>) -> Vec<BlockItem> {
    loop {
        let blocks = items.iter().enumerate().filter_map(|(at, item)| match item {
            BlockItem::Block(block) => Some((block.nodes.len(), at, block)),
            BlockItem::Node(_) => None,
        });
        let nested = blocks.filter(|(_, _, block)| {
            block.items.iter().any(|item| matches!(item, BlockItem::Block(_)))
        });
        let greatest = nested.max_by_key(|&(nodes, at, _)| (nodes, at));
        let Some((_, at, block)) = greatest else { return items };
        if items.len() - 1 + block.items.len() > FEW {
            return items;
        }
        let inner = block.items.clone();
        items.splice(at..=at, inner);
    }
}

/// Returns the scope of each node. A node without one, such as a copy that a pass inserted, has that of the next node with
/// one. Inputs and returns have none.
fn node_scopes(graph: &LayoutGraph) -> Vec<Vec<&str>> {
    let mut scopes = vec![Vec::new(); graph.nodes.len()];
    let mut next: Vec<&str> = Vec::new();
    for (at, node) in graph.nodes.iter().enumerate().rev() {
        if node.kind == GraphNodeKind::End {
            continue;
        }
        if let Some(scope) = &node.scope {
            next = scope.splitn(SCOPES, '/').filter(|part| !part.is_empty()).collect();
        }
        scopes[at].clone_from(&next);
    }
    scopes
}

struct BlockTree<'a> {
    graph: &'a LayoutGraph,
    scopes: Vec<Vec<&'a str>>,
}

impl BlockTree<'_> {
    /// Returns the boxes of consecutive nodes, whose scopes have the first `depth` parts in common.
    fn items(&self, nodes: Range<usize>, depth: usize) -> Vec<BlockItem> {
        let items = self.scoped(nodes, depth);
        self.limited(items)
    }

    /// Groups nodes by the next part of their scopes.
    fn scoped(&self, nodes: Range<usize>, depth: usize) -> Vec<BlockItem> {
        let mut items = Vec::new();
        let mut at = nodes.start;
        while at < nodes.end {
            let part = self.scopes[at].get(depth);
            let after = (at..nodes.end).find(|&node| self.scopes[node].get(depth) != part);
            let run = at..after.unwrap_or(nodes.end);
            at = run.end;
            match part {
                Some(_) if run == nodes => return self.scoped(run, depth + 1),
                Some(part) if run.len() > 1 => {
                    let name = (*part).to_owned();
                    let inner = self.items(run.clone(), depth + 1);
                    items.push(BlockItem::Block(GraphBlock { name, nodes: run, items: inner }));
                }
                _ => items.extend(run.map(BlockItem::Node)),
            }
        }
        items
    }

    /// Groups boxes until there are few.
    fn limited(&self, items: Vec<BlockItem>) -> Vec<BlockItem> {
        if items.len() <= MOST {
            return items;
        }
        let items = self.repeated(items);
        if items.len() <= MOST {
            return items;
        }
        let each = items.len().div_ceil(MOST).max(2);
        let groups: Vec<BlockItem> = items.chunks(each).map(|group| self.group(group)).collect();
        self.limited(groups)
    }

    /// Returns some boxes as one block.
    fn group(&self, items: &[BlockItem]) -> BlockItem {
        let (Some(first), Some(last)) = (items.first(), items.last()) else {
            return BlockItem::Block(GraphBlock {
                name: String::new(),
                nodes: 0..0,
                items: vec![],
            });
        };
        if let [single] = items {
            return single.clone();
        }
        let nodes = first.nodes().start..last.nodes().end;
        let name = format!("{} to {}", self.name(first), self.name(last));
        BlockItem::Block(GraphBlock { name, nodes, items: items.to_vec() })
    }

    fn name(&self, item: &BlockItem) -> String {
        match item {
            BlockItem::Block(block) => block.name.clone(),
            BlockItem::Node(node) => {
                let name = &self.graph.nodes[*node].name;
                name.split(" = ").next().unwrap_or(name).to_owned()
            }
        }
    }

    /// Groups each repetition of the sequence of boxes that repetitions cover most.
    fn repeated(&self, items: Vec<BlockItem>) -> Vec<BlockItem> {
        let kinds: Vec<String> = items.iter().map(|item| self.signature(item)).collect();
        let Some((start, period, count)) = longest_repetition(&kinds) else { return items };
        let end = start + period * count;
        let mut grouped = items[..start].to_vec();
        grouped.extend(items[start..end].chunks(period).map(|group| self.group(group)));
        grouped.extend_from_slice(&items[end..]);
        grouped
    }

    /// Returns the ops of a box, equal for boxes of equal ops.
    fn signature(&self, item: &BlockItem) -> String {
        item.nodes().map(|node| op_of(&self.graph.nodes[node])).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the name of the op of a node.
pub(crate) fn op_of(node: &GraphNode) -> &str {
    let op = node.name.split_once(" = ").map_or(node.name.as_str(), |(_, op)| op);
    op.split(' ').next().unwrap_or(op)
}

/// Returns the begin, the period and the number of the repetitions of a sequence that cover the most entries, of those
/// with a period of at least 2. `None` if no sequence is repeated.
fn longest_repetition(kinds: &[String]) -> Option<(usize, usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for period in 2..=kinds.len() / 2 {
        let mut start = 0;
        for at in 0..=kinds.len() - period {
            if at + period < kinds.len() && kinds[at] == kinds[at + period] {
                continue;
            }
            let count = (at - start) / period + 1;
            let covered = best.map_or(0, |(_, period, count)| period * count);
            if count > 1 && period * count > covered {
                best = Some((start, period, count));
            }
            start = at + 1;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: &[(&str, Option<&str>)]) -> LayoutGraph {
        let nodes = nodes.iter().map(|(op, scope)| GraphNode {
            name: format!("%x = {op} %y"),
            details: Vec::new(),
            scope: scope.map(str::to_owned),
            kind: if *op == "in" { GraphNodeKind::End } else { GraphNodeKind::Op },
        });
        LayoutGraph { nodes: nodes.collect(), ..LayoutGraph::default() }
    }

    /// Formats boxes: a block as its name with its boxes in parentheses.
    fn shown(items: &[BlockItem]) -> String {
        let items = items.iter().map(|item| match item {
            BlockItem::Node(node) => node.to_string(),
            BlockItem::Block(block) => format!("{}({})", block.name, shown(&block.items)),
        });
        items.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn scopes_are_nested_blocks() {
        let found = blocks(&graph(&[
            ("in", None),
            ("a", Some("/net/stem")),
            ("a", Some("/net/stem")),
            ("copy", None),
            ("b", Some("/net/layer/0")),
            ("b", Some("/net/layer/0")),
            ("b", Some("/net/layer/1")),
            ("b", Some("/net/layer/1")),
            ("c", Some("/net")),
        ]));
        assert_eq!(shown(&found), "0 stem(1 2) 0(3 4 5) 1(6 7) 8");
    }

    #[test]
    fn repetitions_are_grouped_if_there_are_many_boxes() {
        let sequence = ["conv", "norm", "relu", "add"];
        let nodes: Vec<_> = (0..200).map(|at| (sequence[at % 4], None)).collect();
        let found = blocks(&graph(&nodes));
        assert_eq!(found.len(), 50);
        assert!(found.iter().all(|item| item.nodes().len() == 4), "{found:?}");
        let few = blocks(&graph(&nodes[..40]));
        assert_eq!(few.len(), 40);
    }

    #[test]
    fn every_node_is_in_one_box() {
        let names: Vec<String> =
            (0..500usize).map(|at| format!("s{}/t{}", at * at % 7, at % 3)).collect();
        let nodes: Vec<_> = names.iter().map(|name| (name.as_str(), Some(name.as_str()))).collect();
        let mut open = vec![blocks(&graph(&nodes))];
        let mut seen = vec![0; 500];
        while let Some(items) = open.pop() {
            assert!(items.len() <= MOST);
            let mut end = items.first().map_or(0, |item| item.nodes().start);
            for item in items {
                assert_eq!(item.nodes().start, end);
                end = item.nodes().end;
                match item {
                    BlockItem::Node(node) => seen[node] += 1,
                    BlockItem::Block(block) => open.push(block.items),
                }
            }
        }
        assert_eq!(seen, vec![1; 500]);
    }
}
