//! Biconnected components, by depth-first search (Hopcroft and Tarjan 1973).

use crate::graph::Graph;

/// A biconnected component, or block.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BiconnectedComponent {
    /// The node that the block shares with blocks later in the list.
    pub(crate) cut: usize,
    /// All other nodes, ascending.
    pub(crate) others: Vec<usize>,
}

/// The search for blocks. Its arrays are reused for all components of a graph.
pub(crate) struct BlockFinder {
    /// The discovery time of each node, from 1; 0 if it is not yet discovered.
    found: Vec<u32>,
    /// The least discovery time that is reachable from the node or from a descendant.
    low: Vec<u32>,
    clock: u32,
    /// The nodes that are discovered and not yet in a block.
    pending: Vec<usize>,
    blocks: Vec<BiconnectedComponent>,
}

impl BlockFinder {
    pub(crate) fn new(graph: &Graph) -> BlockFinder {
        let count = graph.nodes.len();
        let found = vec![0; count];
        let low = vec![0; count];
        BlockFinder { found, low, clock: 0, pending: Vec::new(), blocks: Vec::new() }
    }

    /// Returns the blocks of a component in an order in which each block precedes the block that its cut node belongs
    /// to. The last block is the largest, if that block has a node of its own.
    pub(crate) fn find(&mut self, graph: &Graph, component: &[usize]) -> Vec<BiconnectedComponent> {
        let blocks = self.search(graph, component, component[0]);
        let largest = blocks.iter().max_by_key(|block| block.others.len());
        let cuts: Vec<usize> = blocks.iter().map(|block| block.cut).collect();
        // The search lists the block of its start node last.
        let inner = largest.and_then(|block| block.others.iter().find(|node| !cuts.contains(node)));
        match inner {
            Some(&start) if blocks.len() > 1 => self.search(graph, component, start),
            _ => blocks,
        }
    }

    fn search(
        &mut self,
        graph: &Graph,
        component: &[usize],
        start: usize,
    ) -> Vec<BiconnectedComponent> {
        self.clock = 0;
        self.pending.clear();
        component.iter().for_each(|&node| self.found[node] = 0);
        let mut path = vec![self.visit(graph, start)];
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            match rest.pop() {
                Some(other) if self.found[other] == 0 => path.push(self.visit(graph, other)),
                Some(other) => self.low[node] = self.low[node].min(self.found[other]),
                None => {
                    path.pop();
                    if let Some(&(parent, _)) = path.last() {
                        self.leave(parent, node);
                    }
                }
            }
        }
        std::mem::take(&mut self.blocks)
    }

    fn visit(&mut self, graph: &Graph, node: usize) -> (usize, Vec<usize>) {
        self.clock += 1;
        self.found[node] = self.clock;
        self.low[node] = self.clock;
        self.pending.push(node);
        (node, graph.edges_of(node).map(|edge| edge.neighbor).collect())
    }

    fn leave(&mut self, parent: usize, node: usize) {
        let low = self.low[node];
        if low < self.found[parent] {
            self.low[parent] = self.low[parent].min(low);
            return;
        }
        let from = self.pending.iter().rposition(|&pending| pending == node);
        let from = from.expect("a node is pending until it belongs to a block");
        let mut others = self.pending.split_off(from);
        others.sort_unstable();
        self.blocks.push(BiconnectedComponent { cut: parent, others });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    fn find(count: usize, edges: &[(usize, usize)]) -> Vec<BiconnectedComponent> {
        let mut problem = Problem::new();
        let nodes: Vec<_> = (0..count).map(|_| problem.add_node(vec![0]).unwrap()).collect();
        for &(a, b) in edges {
            problem.add_edge(nodes[a], nodes[b], vec![0]).unwrap();
        }
        let graph = Graph::new(&problem);
        let component: Vec<usize> = (0..count).collect();
        BlockFinder::new(&graph).find(&graph, &component)
    }

    #[test]
    fn cycle_is_one_block() {
        let blocks = find(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].others.len(), 3);
    }

    #[test]
    fn triangles_that_share_a_node_are_two_blocks() {
        let blocks = find(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]);
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0].cut, 2);
    }

    #[test]
    fn largest_block_is_last() {
        let square = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)];
        let tail = [(3, 4), (4, 5), (5, 3), (5, 6)];
        let blocks = find(7, &[&tail[..], &square].concat());
        let sizes: Vec<usize> = blocks.iter().map(|block| block.others.len()).collect();
        assert_eq!(sizes, [1, 2, 3]);
    }
}
