//! The order of the work: reductions, blocks, reductions again, cores; then labels are found backwards.

use super::blocks::Blocks;
use super::branch::{self, Budget};
use super::certificate::Step;
use super::graph::Graph;
use super::problem::FORBIDDEN;
use super::reduce::{Eliminated, Reducer};
use super::{CoreStats, Stats};

/// Cuts of more labels than this stay in their cores, since a block is solved for each label of its cut.
const CUT_LABELS: usize = 16;

/// What is known of a graph.
pub(super) struct Solved {
    /// Labels that may be, if some were found.
    pub(super) labels: Option<Vec<u32>>,
    /// What none cost less than; [`FORBIDDEN`] if there are none.
    pub(super) bound: u64,
    /// The proof of that.
    pub(super) steps: Vec<Step>,
}

/// How to find labels once those of others are known.
enum Undo {
    Eliminated(Eliminated),
    /// The labels of a part, for each label of the variable that it hung on.
    Projected {
        onto: u32,
        part: Vec<u32>,
        cases: Vec<Option<Vec<u32>>>,
    },
}

/// Solves a graph, on which some steps were taken already; `is_split` allows to solve blocks apart.
pub(super) fn solve_graph(
    graph: Graph,
    steps: Vec<Step>,
    is_split: bool,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Solved {
    let mut work = Work { graph, steps, undo: Vec::new(), budget, stats };
    match work.run(is_split) {
        Some((labels, bound)) => Solved { labels, bound, steps: work.steps },
        None => Solved { labels: None, bound: FORBIDDEN, steps: work.steps },
    }
}

struct Work<'a> {
    graph: Graph,
    steps: Vec<Step>,
    undo: Vec<Undo>,
    budget: &'a mut Budget,
    stats: &'a mut Stats,
}

impl Work<'_> {
    /// `None` if no labels may be.
    fn run(&mut self, is_split: bool) -> Option<(Option<Vec<u32>>, u64)> {
        self.reduce()?;
        if is_split && self.project_blocks() {
            self.reduce()?;
        }
        let mut labels = Some(vec![0; self.graph.unary.len()]);
        let mut bound = self.graph.constant;
        for component in self.graph.components() {
            let core = self.solve_core(component.clone());
            self.steps.push(Step::Bound(core.proof));
            bound = bound.saturating_add(core.bound);
            if core.bound == FORBIDDEN {
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
        let mut undo = Vec::new();
        let mut reducer =
            Reducer { graph: &mut self.graph, steps: &mut self.steps, undo: &mut undo, removed: 0 };
        let is_possible = reducer.run();
        self.stats.removed_labels += reducer.removed;
        self.stats.eliminated += undo.len() as u64;
        self.undo.extend(undo.into_iter().map(Undo::Eliminated));
        is_possible.then_some(())
    }

    fn solve_core(&mut self, vars: Vec<u32>) -> branch::Bounded {
        let mut core = CoreStats { variables: vars.len() as u64, gap: 0 };
        let solved = branch::solve(&self.graph, vars, self.budget, self.stats);
        core.gap = solved.gap;
        self.stats.cores.push(core);
        solved
    }

    /// Solves the blocks that hang on one variable, for each label of it. True if there was one.
    fn project_blocks(&mut self) -> bool {
        let mut finder = Blocks::new(self.graph.unary.len());
        let mut place = vec![0; self.graph.unary.len()];
        let before = self.undo.len();
        for component in self.graph.components() {
            let mut blocks = finder.find(&self.graph, &component);
            blocks.pop();
            // What hangs on a variable but was not solved goes on with it.
            let mut carried = rustc_hash::FxHashMap::<u32, Vec<u32>>::default();
            for block in blocks {
                let more = block.others.iter().filter_map(|var| carried.remove(var)).flatten();
                let mut part: Vec<u32> = more.collect();
                part.extend(block.others);
                part.sort_unstable();
                if let Err(part) = self.project(block.cut, part, &mut place) {
                    carried.entry(block.cut).or_default().extend(part);
                }
            }
        }
        self.undo.len() > before
    }

    /// Solves a part for each label of the variable that it hangs on. Gives it back if that does not pay or some
    /// label stays undecided.
    fn project(&mut self, onto: u32, part: Vec<u32>, place: &mut [u32]) -> Result<(), Vec<u32>> {
        if self.graph.labels(onto).nth(CUT_LABELS).is_some() {
            return Err(part);
        }
        let inner = self.graph.part(&part, place);
        let mut cases = vec![None; self.graph.unary[onto as usize].len()];
        let mut steps = Vec::new();
        let mut bounds = Vec::new();
        for label in self.graph.labels(onto).collect::<Vec<_>>() {
            let mut case = inner.clone();
            for (table, other) in self.graph.tables_of(onto) {
                let Ok(at) = part.binary_search(&other) else { continue };
                for (partner, cost) in case.unary[at].iter_mut().enumerate() {
                    *cost = cost.saturating_add(self.graph.pair(table, onto, label, partner));
                }
            }
            let solved = solve_graph(case, Vec::new(), false, self.budget, self.stats);
            if solved.labels.is_none() && solved.bound != FORBIDDEN {
                return Err(part);
            }
            cases[label] = solved.labels;
            steps.push(solved.steps);
            bounds.push((label, solved.bound));
        }
        for (label, bound) in bounds {
            let cost = &mut self.graph.unary[onto as usize][label];
            *cost = cost.saturating_add(bound);
        }
        let names = part.iter().map(|&var| self.graph.names[var as usize]).collect();
        let name = self.graph.names[onto as usize];
        self.steps.push(Step::Project { onto: name, part: names, cases: steps });
        part.iter().for_each(|&var| drop(self.graph.take(var)));
        self.stats.projected += 1;
        self.undo.push(Undo::Projected { onto, part, cases });
        Ok(())
    }

    /// The labels of all variables, from those of the cores.
    fn undo(&mut self, mut labels: Vec<u32>) -> Option<Vec<u32>> {
        while let Some(undo) = self.undo.pop() {
            match undo {
                Undo::Eliminated(var) => var.choose(&mut labels),
                Undo::Projected { onto, part, cases } => {
                    let of_part = cases[labels[onto as usize] as usize].as_ref()?;
                    set(&mut labels, &part, of_part);
                }
            }
        }
        Some(labels)
    }
}

fn set(labels: &mut [u32], vars: &[u32], values: &[u32]) {
    for (&var, &value) in vars.iter().zip(values) {
        labels[var as usize] = value;
    }
}
