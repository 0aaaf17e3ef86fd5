//! The driver of the solver: reductions, blocks, reductions again, cores; then labels are assigned in reverse order.

use crate::biconnected::BlockFinder;
use crate::branch::{self, BoundedCore, SearchOutcome, Solved};
use crate::certificate::{Certificate, Step};
use crate::cost::{Cost, FORBIDDEN};
use crate::graph::{Graph, Taken};
use crate::limits::{Limits, WorkBudget};
use crate::polish::polish;
use crate::problem::Problem;
use crate::reduce::{best_label, reduce};
use crate::solution::{CoreStats, Solution, SolveError};
use rustc_hash::FxHashSet;

/// The maximum number of labels of a cut node, as a block is solved for each of them. With more labels, the cut node
/// stays in its cores.
const MAX_CUT_LABELS: usize = 16;

/// Labels the nodes of a problem at the least cost, or as close to it as the limits permit.
///
/// The labels are the same on every machine, and no node can have a smaller label at the same total cost. If optima
/// differ in the labels of several nodes, any of them may be returned.
///
/// # Errors
/// No labels are allowed, or none were found within the limits.
pub fn solve(problem: &Problem, limits: Limits) -> Result<Solution, SolveError> {
    solve_with_progress(problem, limits, &mut |_| {})
}

/// Labels the nodes as [`solve`] does. During the search, `watch` receives the number of steps so far.
///
/// # Errors
/// As for [`solve`].
pub fn solve_with_progress(
    problem: &Problem,
    limits: Limits,
    watch: &mut dyn FnMut(u64),
) -> Result<Solution, SolveError> {
    let mut budget = WorkBudget::new(limits, watch);
    let solved = solve_graph(Graph::new(problem), true, &mut budget);
    if solved.lower_bound == FORBIDDEN {
        return Err(SolveError::Infeasible);
    }
    let mut labels = solved.labels.ok_or(SolveError::Undecided)?;
    polish(problem, &mut labels);
    let cost = problem.cost(&labels).filter(|&cost| cost != FORBIDDEN);
    let cost = cost.expect("the labels of a solution are allowed");
    let Solved { lower_bound, steps, .. } = solved;
    let certificate = Certificate { labels, cost, lower_bound, steps };
    Ok(Solution { certificate, stats: budget.stats })
}

/// A step to undo when labels are assigned in reverse order.
enum Undo {
    Eliminated(Taken),
    /// A projected block, with its labels for each label of the cut node.
    Projected {
        cut: usize,
        block: Vec<usize>,
        labels: Vec<Option<Vec<u32>>>,
    },
}

/// Solves a graph. `has_blocks` permits the projection of blocks.
fn solve_graph(graph: Graph, has_blocks: bool, budget: &mut WorkBudget) -> Solved {
    let mut solver = Solver { graph, steps: Vec::new(), undo: Vec::new(), budget };
    let bounds = solver.run(has_blocks);
    let (labels, lower_bound) = bounds.unwrap_or((None, FORBIDDEN));
    Solved { labels, lower_bound, steps: solver.steps }
}

struct Solver<'a, 'w> {
    graph: Graph,
    steps: Vec<Step>,
    undo: Vec<Undo>,
    budget: &'a mut WorkBudget<'w>,
}

impl Solver<'_, '_> {
    /// Returns labels, if some were found, and the lower bound; `None` if no labels are allowed.
    fn run(&mut self, has_blocks: bool) -> Option<(Option<Vec<u32>>, Cost)> {
        self.reduce()?;
        if has_blocks && self.project_blocks() {
            self.reduce()?;
        }
        let mut labels = Some(vec![0; self.graph.nodes.len()]);
        let mut bound = self.graph.constant;
        for component in self.graph.components() {
            let core = self.solve_core(component.clone());
            let gap = core.gap;
            self.budget.stats.cores.push(CoreStats { nodes: component.len() as u64, gap });
            self.steps.push(Step::Core(core.proof));
            bound = bound.saturating_add(core.lower_bound);
            if core.lower_bound == FORBIDDEN {
                return None;
            }
            labels = labels.zip(core.labels).map(|(mut labels, of_core)| {
                set(&mut labels, &component, &of_core);
                labels
            });
        }
        Some((labels.and_then(|labels| self.undo(labels)), bound))
    }

    fn reduce(&mut self) -> Option<()> {
        let taken = reduce(&mut self.graph, &mut self.steps, &mut self.budget.stats)?;
        self.undo.extend(taken.into_iter().map(Undo::Eliminated));
        Some(())
    }

    fn solve_core(&mut self, nodes: Vec<usize>) -> BoundedCore {
        match branch::solve(&self.graph, nodes, self.budget) {
            SearchOutcome::Bounded(core) => core,
            SearchOutcome::Shrunk(search) => {
                let rest = solve_graph(search.rest(&self.graph), true, self.budget);
                search.finish_with(rest, self.budget)
            }
            SearchOutcome::Conditioned(search, node) => {
                search.finish_cases(&self.graph, node, self.budget, |case, budget| {
                    solve_graph(case, true, budget)
                })
            }
        }
    }

    /// Projects blocks onto their cut nodes. Returns `true` if there was one.
    fn project_blocks(&mut self) -> bool {
        let mut finder = BlockFinder::new(&self.graph);
        let before = self.undo.len();
        // The cut nodes of blocks that were not projected. Blocks that contain such a node are not projected, either.
        let mut fixed = FxHashSet::default();
        for component in self.graph.components() {
            let mut blocks = finder.find(&self.graph, &component);
            blocks.pop();
            for block in blocks {
                let is_free = !block.others.iter().any(|node| fixed.contains(node));
                if !is_free || !self.project(block.cut, block.others) {
                    fixed.insert(block.cut);
                }
            }
        }
        self.undo.len() > before
    }

    /// Solves a block for each label of its cut node. Returns `false`, without a change, if there are too many labels,
    /// or the block stays undecided for one of them.
    fn project(&mut self, cut: usize, block: Vec<usize>) -> bool {
        let cut_labels: Vec<usize> = self.graph.nodes[cut].labels().collect();
        if cut_labels.len() > MAX_CUT_LABELS {
            return false;
        }
        let inner = self.graph.part(&block);
        let mut labels = vec![None; self.graph.nodes[cut].costs.len()];
        let mut steps = Vec::new();
        let mut bounds = Vec::new();
        for label in cut_labels {
            let mut case = inner.clone();
            self.add_edges(&mut case, &block, cut, label);
            let solved = solve_graph(case, false, self.budget);
            if solved.labels.is_none() && solved.lower_bound != FORBIDDEN {
                return false;
            }
            labels[label] = solved.labels;
            steps.push(solved.steps);
            bounds.push((label, solved.lower_bound));
        }
        for (label, bound) in bounds {
            let cost = &mut self.graph.nodes[cut].costs[label];
            *cost = cost.saturating_add(bound);
        }
        let ids = block.iter().map(|&node| self.graph.nodes[node].id).collect();
        self.steps.push(Step::Project { cut: self.graph.nodes[cut].id, block: ids, steps });
        block.iter().for_each(|&node| drop(self.graph.take(node)));
        self.budget.stats.projected += 1;
        self.undo.push(Undo::Projected { cut, block, labels });
        true
    }

    /// Adds the costs of the edges between a block and its cut node to the nodes of the block, for one label of the cut
    /// node.
    fn add_edges(&self, case: &mut Graph, block: &[usize], cut: usize, label: usize) {
        for edge in self.graph.edges_of(cut) {
            let Ok(at) = block.binary_search(&edge.neighbor) else { continue };
            for (partner, cost) in case.nodes[at].costs.iter_mut().enumerate() {
                *cost = cost.saturating_add(self.graph.pair(edge, label, partner));
            }
        }
    }

    /// Returns the labels of all nodes, given those of the cores; `None` if a projected block has no labels.
    fn undo(&mut self, mut labels: Vec<u32>) -> Option<Vec<u32>> {
        while let Some(undo) = self.undo.pop() {
            match undo {
                Undo::Eliminated(taken) => labels[taken.node] = best_label(&taken, &labels),
                Undo::Projected { cut, block, labels: of_block } => {
                    let of_block = of_block[labels[cut] as usize].as_ref()?;
                    set(&mut labels, &block, of_block);
                }
            }
        }
        Some(labels)
    }
}

fn set(labels: &mut [u32], nodes: &[usize], values: &[u32]) {
    for (&node, &value) in nodes.iter().zip(values) {
        labels[node] = value;
    }
}
