//! Solves a core: messages first and, where they leave a gap, depth-first branch and bound over the labels of the
//! variable that is least decided, each case starting from the messages of the one before.

use super::certificate::{CoreBound, Node};
use super::graph::Graph;
use super::messages::Core;
use super::problem::FORBIDDEN;
use super::solve::solve_graph;
use super::{Limits, Stats};

/// The bounds of all work, as counts: what is left of them.
#[derive(Debug)]
pub(super) struct Budget {
    limits: Limits,
    steps: u64,
    words: u64,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Budget {
        Budget { limits, steps: limits.steps, words: limits.proof_words }
    }
}

/// What is known of a core.
pub(super) struct Bounded {
    /// Labels that may be, if some were found.
    pub(super) labels: Option<Vec<u32>>,
    /// What none cost less than.
    pub(super) bound: u64,
    /// What the labels cost more than that.
    pub(super) gap: u64,
    /// The proof of that.
    pub(super) proof: CoreBound,
}

/// Solves the core of these variables, ascending, as far as the budget goes.
pub(super) fn solve(
    graph: &Graph,
    vars: Vec<u32>,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Bounded {
    let core = Core::new(graph, vars);
    let upper = core.too_much();
    let mut search = Search {
        graph,
        stats,
        core,
        budget,
        upper,
        labels: None,
        sweeps: 0,
        tree: Vec::new(),
        offsets: Vec::new(),
    };
    let bound = search.run();
    search.stats.sweeps += search.sweeps;
    search.stats.nodes += search.tree.len() as u64;
    let Search { core, upper, labels, tree, offsets, .. } = search;
    let cost = core.cost_of(upper);
    Bounded {
        labels,
        bound,
        gap: cost - bound,
        proof: CoreBound { vars: core.names, scale: core.scale, tree, offsets },
    }
}

/// How a visit of a case ended.
enum Visit {
    /// Nothing in it is better than what was found.
    Closed,
    /// Sweeps no longer help.
    Stalled,
    /// The budget is spent.
    Spent,
}

/// Something to do to the core: labels of a variable that are excluded, or taken back.
enum Task {
    Enter(usize, Vec<u32>),
    Leave(usize, Vec<u32>),
}

/// How many sweeps must bring something, at the root and elsewhere: 1/32 of the gap.
const PATIENCE: [u64; 2] = [8, 4];

/// Where one of so many labels is excluded at once, the rest is worth to be reduced again.
const REST_SHARE: usize = 40;

/// How many sweeps a core is worth even if the budget is spent.
const LEAST_SWEEPS: u64 = 8;

struct Search<'a> {
    graph: &'a Graph,
    stats: &'a mut Stats,
    core: Core,
    budget: &'a mut Budget,
    /// The cost of `labels` in units of the core; above all that may be while there are none.
    upper: i128,
    labels: Option<Vec<u32>>,
    sweeps: u64,
    tree: Vec<Node>,
    offsets: Vec<Vec<i64>>,
}

impl Search<'_> {
    /// Gives the bound, as a cost.
    fn run(&mut self) -> u64 {
        let visit = self.visit(PATIENCE[0]);
        let root = self.core.bound_in_units();
        let leaf = self.keep_offsets();
        if !matches!(visit, Visit::Stalled) {
            self.tree.push(Node::Leaf(leaf));
            return self.core.cost_of(root.min(self.upper));
        }
        let mut tasks = Vec::new();
        let all = self.count_labels();
        if self.exclude_costly(&mut tasks, leaf) {
            let left = self.count_labels();
            if (all - left) * REST_SHARE >= all {
                return self.solve_rest();
            }
            self.go_on(&mut tasks);
        }
        let bound = if self.work_off(tasks) { self.upper } else { root.min(self.upper) };
        self.core.cost_of(bound)
    }

    /// True if all that was to be done is proven to be no better than what was found.
    fn work_off(&mut self, mut tasks: Vec<Task>) -> bool {
        let mut is_closed = true;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Leave(var, labels) => self.core.include(var, &labels),
                Task::Enter(var, labels) => {
                    self.core.exclude(var, &labels);
                    is_closed &= self.enter(&mut tasks);
                }
            }
        }
        is_closed
    }

    /// Bounds a case or splits it further. False if it stays open, with the bound of the root.
    fn enter(&mut self, tasks: &mut Vec<Task>) -> bool {
        let visit = if self.is_spent() { Visit::Spent } else { self.visit(PATIENCE[1]) };
        if matches!(visit, Visit::Spent) {
            self.tree.push(Node::Leaf(0));
            return false;
        }
        let leaf = self.keep_offsets();
        if matches!(visit, Visit::Closed) {
            self.tree.push(Node::Leaf(leaf));
        } else if self.exclude_costly(tasks, leaf) {
            self.go_on(tasks);
        }
        true
    }

    /// Excludes the labels that kept offsets show to be no better than what was found. False if no case is left.
    fn exclude_costly(&mut self, tasks: &mut Vec<Task>, leaf: u32) -> bool {
        let costly = self.core.too_costly(&self.offsets[leaf as usize], self.upper);
        for (var, labels) in costly {
            // One by one: the offsets bound the cost of each label, not that of several at once.
            for &label in &labels {
                self.tree.push(Node::Split { var: self.core.names[var], labels: vec![label] });
                self.tree.push(Node::Leaf(leaf));
            }
            self.core.exclude(var, &labels);
            tasks.push(Task::Leave(var, labels));
            if self.core.labels(var).next().is_none() {
                self.tree.push(Node::Leaf(leaf));
                return false;
            }
        }
        true
    }

    /// Splits the case, or visits it again if the labels of all variables are known now.
    fn go_on(&mut self, tasks: &mut Vec<Task>) {
        if self.is_fixed() { tasks.push(Task::Enter(0, Vec::new())) } else { self.split(tasks) }
    }

    /// Solves what is left of the core as a problem of its own, which can be reduced again. Gives the bound, as a
    /// cost.
    fn solve_rest(&mut self) -> u64 {
        let mut place = vec![0; self.graph.unary.len()];
        let mut rest = self.graph.part(&self.core.vars, &mut place);
        for (var, costs) in rest.unary.iter_mut().enumerate() {
            let labels: Vec<u32> = self.core.labels(var).collect();
            for (label, cost) in costs.iter_mut().enumerate() {
                if !labels.contains(&(label as u32)) {
                    *cost = FORBIDDEN;
                }
            }
        }
        let solved = solve_graph(rest, Vec::new(), true, self.budget, self.stats);
        self.tree.push(Node::Steps(solved.steps));
        if let Some(labels) = solved.labels {
            self.propose(labels);
        }
        solved.bound.min(self.core.cost_of(self.upper))
    }

    fn count_labels(&self) -> usize {
        (0..self.core.len()).map(|var| self.core.labels(var).count()).sum()
    }

    fn is_fixed(&self) -> bool {
        (0..self.core.len()).all(|var| self.core.labels(var).nth(1).is_none())
    }

    fn keep_offsets(&mut self) -> u32 {
        let offsets = self.core.offsets();
        self.budget.words = self.budget.words.saturating_sub(offsets.len() as u64);
        self.offsets.push(offsets);
        self.offsets.len() as u32 - 1
    }

    fn is_spent(&self) -> bool {
        self.budget.steps == 0
            || self.budget.words == 0
            || self.sweeps >= self.budget.limits.sweeps.max(LEAST_SWEEPS)
    }

    fn visit(&mut self, patience: u64) -> Visit {
        let mut mark = None;
        for sweep in 0.. {
            if self.is_spent() && self.sweeps >= LEAST_SWEEPS {
                return Visit::Spent;
            }
            self.sweep();
            let is_fixed = self.try_fixed();
            if is_fixed || self.core.bound_in_units() >= self.upper {
                return Visit::Closed;
            }
            if sweep % patience == patience - 1 {
                let bound = self.core.bound;
                let gap = self.upper * i128::from(self.core.scale) - bound;
                if mark.is_some_and(|mark| (bound - mark) * 32 < gap) {
                    return Visit::Stalled;
                }
                mark = Some(bound);
            }
        }
        Visit::Stalled
    }

    /// A sweep, and labels from it.
    fn sweep(&mut self) {
        self.core.sweep();
        self.sweeps += 1;
        self.budget.steps = self.budget.steps.saturating_sub(self.core.pairs_per_sweep);
        if self.core.bound_in_units() >= self.upper {
            return;
        }
        self.propose(self.core.round());
    }

    fn propose(&mut self, labels: Vec<u32>) {
        let cost = self.core.cost(&labels);
        if cost < self.upper {
            self.upper = cost;
            self.labels = Some(labels);
        }
    }

    /// Whether one label is left to each variable. Then these are tried, and the bound of the case is exact.
    fn try_fixed(&mut self) -> bool {
        if !self.is_fixed() {
            return false;
        }
        self.propose((0..self.core.len()).flat_map(|var| self.core.labels(var)).collect());
        true
    }

    /// Splits by the variable whose two best labels are closest, of these by the one of most neighbours: the best
    /// label is one case, the others are the other one.
    fn split(&mut self, tasks: &mut Vec<Task>) {
        let ranked = (0..self.core.len()).filter_map(|var| {
            let ranked = self.core.ranked(var);
            let &[(first, best), (second, _), ..] = &ranked[..] else { return None };
            Some(((second - first, usize::MAX - self.core.degree(var), var), best))
        });
        let ((_, _, var), best) = ranked.min().expect("not all variables are fixed");
        let others: Vec<u32> = self.core.labels(var).filter(|&label| label != best).collect();
        let name = self.core.names[var];
        self.tree.push(Node::Split { var: name, labels: vec![best] });
        tasks.extend([
            Task::Leave(var, vec![best]),
            Task::Enter(var, vec![best]),
            Task::Leave(var, others.clone()),
            Task::Enter(var, others),
        ]);
    }
}
