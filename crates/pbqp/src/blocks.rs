//! Splits what is connected at single variables: biconnected blocks, by depth-first search (Hopcroft and Tarjan
//! 1973).

use super::graph::Graph;

/// A block: the variable that joins it to blocks still to come, and the others.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) cut: u32,
    pub(super) others: Vec<u32>,
}

/// Finds blocks; what it needs for that serves all components.
pub(super) struct Blocks {
    /// When each variable was found, from 1.
    found: Vec<u32>,
    /// The first found that is reached from it or from what hangs on it.
    low: Vec<u32>,
    clock: u32,
    pending: Vec<u32>,
    blocks: Vec<Block>,
}

impl Blocks {
    /// For a graph of so many variables.
    pub(super) fn new(count: usize) -> Blocks {
        let (found, low) = (vec![0; count], vec![0; count]);
        Blocks { found, low, clock: 0, pending: Vec::new(), blocks: Vec::new() }
    }

    /// The blocks of a component, those that hang on others first. The last one is the largest, if it has a
    /// variable that no other block has.
    pub(super) fn find(&mut self, graph: &Graph, component: &[u32]) -> Vec<Block> {
        let blocks = self.search(graph, component, component[0]);
        let largest = blocks.iter().max_by_key(|block| block.others.len());
        let cuts: Vec<u32> = blocks.iter().map(|block| block.cut).collect();
        // A search from a variable of one block only finishes that block last.
        let inner = largest.and_then(|block| block.others.iter().find(|var| !cuts.contains(var)));
        match inner {
            Some(&root) if blocks.len() > 1 => self.search(graph, component, root),
            _ => blocks,
        }
    }

    fn search(&mut self, graph: &Graph, component: &[u32], root: u32) -> Vec<Block> {
        self.clock = 0;
        self.pending.clear();
        component.iter().for_each(|&var| self.found[var as usize] = 0);
        let mut path = vec![self.visit(graph, root)];
        while let Some((var, rest)) = path.last_mut() {
            let var = *var;
            match rest.pop() {
                Some(other) if self.found[other as usize] == 0 => {
                    path.push(self.visit(graph, other));
                }
                Some(other) => self.reach(var, self.found[other as usize]),
                None => {
                    path.pop();
                    if let Some(&(parent, _)) = path.last() {
                        self.leave(parent, var);
                    }
                }
            }
        }
        std::mem::take(&mut self.blocks)
    }

    fn visit(&mut self, graph: &Graph, var: u32) -> (u32, Vec<u32>) {
        self.clock += 1;
        self.found[var as usize] = self.clock;
        self.low[var as usize] = self.clock;
        self.pending.push(var);
        (var, graph.tables_of(var).map(|(_, other)| other).collect())
    }

    fn reach(&mut self, var: u32, found: u32) {
        let low = &mut self.low[var as usize];
        *low = (*low).min(found);
    }

    fn leave(&mut self, parent: u32, var: u32) {
        let low = self.low[var as usize];
        if low < self.found[parent as usize] {
            return self.reach(parent, low);
        }
        let from = self.pending.iter().rposition(|&pending| pending == var);
        let from = from.expect("what was found is pending until its block is");
        let mut others = self.pending.split_off(from);
        others.sort_unstable();
        self.blocks.push(Block { cut: parent, others });
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::Problem;
    use super::*;

    fn find(count: usize, edges: &[(usize, usize)]) -> Vec<Block> {
        let mut problem = Problem::new();
        let vars: Vec<_> = (0..count).map(|_| problem.add_variable(vec![0]).unwrap()).collect();
        for &(a, b) in edges {
            problem.add_edge(vars[a], vars[b], vec![0]).unwrap();
        }
        let component: Vec<u32> = (0..count as u32).collect();
        Blocks::new(count).find(&Graph::new(&problem), &component)
    }

    #[test]
    fn a_cycle_is_a_block() {
        let blocks = find(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].others.len(), 3);
    }

    #[test]
    fn triangles_that_share_a_variable_are_two() {
        let blocks = find(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]);
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0].cut, 2);
    }

    #[test]
    fn the_largest_comes_last() {
        let square = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)];
        let tail = [(3, 4), (4, 5), (5, 3), (5, 6)];
        let blocks = find(7, &[&tail[..], &square].concat());
        let sizes: Vec<usize> = blocks.iter().map(|block| block.others.len()).collect();
        assert_eq!(sizes, [1, 2, 3]);
    }
}
