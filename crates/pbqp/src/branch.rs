//! Branch and bound on an irreducible core. Message passing bounds the core. If a gap remains, its linear relaxation does,
//! which is strengthened by cycles. If a gap remains, too, a depth-first search branches on the labels of the least decided
//! node. Each case starts from the basis of the case above it, or, if the relaxation is too large, from the messages of
//! the case before. If few fixed labels make the core reducible, it is conditioned on them instead.

use crate::certificate::{Case, CoreProof, Reparametrization, Step};
use crate::conditioning::{ConditioningPlan, CoreSkeleton};
use crate::cost::{Cost, FORBIDDEN};
use crate::graph::Graph;
use crate::irreducible::{Core, Kicks, Margins, Outcome, Relaxation};
use crate::limits::WorkBudget;
use std::borrow::Cow;
use std::rc::Rc;

/// The number of sweeps in which the bound must rise by 1/32 of the gap: at the root, and below it.
const ROOT_PATIENCE: u64 = 8;
const CASE_PATIENCE: u64 = 4;

/// The minimum number of sweeps of a core, even if the budget is spent.
const LEAST_SWEEPS: u64 = 8;

/// The estimated steps of the linear relaxation of a core for each pair of its labels. Sweeps before it take no more.
const RELAXATION_STEPS: u64 = 8;

/// The rest of a core is reduced again if fixing at the root excludes at least one in this many labels.
const SHRUNK_SHARE: usize = 40;

/// The steps for kicks before branching, in sweeps of the core, and at most this part of the budget.
const KICK_SWEEPS: u64 = 100;
const KICK_SHARE: u64 = 8;

/// The maximum number of steps of a plan to condition a core, in sweeps of the core, and at most this part of the budget.
const CONDITIONING_SWEEPS: u64 = 200;
const CONDITIONING_SHARE: u64 = 8;

/// The relaxation of the whole core and its cycles take at most this part, in percent, of the steps that are not reserved.
const RELAXATION_PERCENT: u64 = 80;

/// The number of rounds of cycles in a row that may raise the bound by less than 1/32 of the gap.
const MAX_FLAT_ROUNDS: u32 = 4;

/// The size of a step of a certificate, in 64-bit integers.
const WORDS_PER_STEP: usize = 8;

/// The part of the budget, in percent, that is reserved for kicks after branching has not closed the core.
const RESERVED_PERCENT: u64 = 40;

/// The result for a graph: labels, lower bound, and proof.
pub(crate) struct Solved {
    /// The best labels found; `None` if no allowed labels were found.
    pub(crate) labels: Option<Vec<u32>>,
    /// The lower bound; [`FORBIDDEN`] if no labels are allowed.
    pub(crate) lower_bound: Cost,
    /// The proof of the lower bound.
    pub(crate) steps: Vec<Step>,
}

/// The result for a core: labels, lower bound, and proof.
pub(crate) struct BoundedCore {
    /// The best labels found; `None` if no allowed labels were found.
    pub(crate) labels: Option<Vec<u32>>,
    /// The lower bound; [`FORBIDDEN`] if no labels are allowed.
    pub(crate) lower_bound: Cost,
    /// The difference between the cost of the labels and the lower bound.
    pub(crate) gap: Cost,
    /// The proof of the lower bound.
    pub(crate) proof: CoreProof,
}

/// The result of branch and bound.
pub(crate) enum SearchOutcome {
    /// The core is solved, as far as the budget permits.
    Bounded(BoundedCore),
    /// So many labels are excluded that the rest of the core should be reduced again.
    Shrunk(Box<Search>),
    /// The rest of the core should be solved for each label of this node of the core.
    Conditioned(Box<Search>, usize),
}

/// Solves the core of these nodes, as far as the budget permits. The nodes are ascending.
pub(crate) fn solve(graph: &Graph, nodes: Vec<usize>, budget: &mut WorkBudget) -> SearchOutcome {
    let core = Core::new(graph, nodes);
    let upper = core.too_many_units();
    let tree = Vec::new();
    let offsets = Vec::new();
    let reserved = budget.steps_left() / 100 * RESERVED_PERCENT;
    Search {
        core,
        upper,
        labels: None,
        sweeps: 0,
        reserved,
        tree,
        offsets,
        open: 0,
        base: 0,
        last: Reparametrization::default(),
        relaxation: None,
        shares: Vec::new(),
    }
    .run(budget)
}

/// The reason why the sweeps of a case ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    /// No labels of the case are cheaper than the best ones so far.
    Closed,
    /// The bound has stopped rising.
    Stalled,
    /// The budget is spent.
    Spent,
}

/// A step of the search. `Enter` excludes labels of a node and visits the case, whose linear relaxation starts at a basis;
/// `Leave` allows them again.
enum Task {
    Enter(usize, Vec<u32>, Option<Rc<Vec<u32>>>),
    Leave(usize, Vec<u32>),
}

/// A depth-first search over the labels of a core.
pub(crate) struct Search {
    core: Core,
    /// The cost of `labels`, in units of the core. Without labels, a value above the cost of any allowed labels.
    upper: i128,
    labels: Option<Vec<u32>>,
    sweeps: u64,
    /// The steps that are reserved for kicks.
    reserved: u64,
    tree: Vec<Case>,
    offsets: Vec<Reparametrization>,
    /// The offsets that bound the cases that stay open.
    open: u32,
    /// The offsets that the relaxation starts at.
    base: u32,
    /// The offsets of the last visit.
    last: Reparametrization,
    relaxation: Option<Relaxation>,
    /// The share of each label in the last optimum of the relaxation.
    shares: Vec<f64>,
}

impl Search {
    fn run(mut self, budget: &mut WorkBudget) -> SearchOutcome {
        let mut visit = self.visit(ROOT_PATIENCE, budget);
        let start = budget.steps_left();
        if visit == Visit::Stalled {
            self.start_relaxation();
        }
        let mut offsets = self.keep_offsets(budget);
        self.base = offsets;
        let mut root = self.core.bound_in_units();
        if visit == Visit::Stalled {
            let left = budget.steps_left().saturating_sub(self.reserved);
            let most = left / 100 * RELAXATION_PERCENT;
            visit = self.relax(most, budget);
            if visit == Visit::Stalled && self.plan(budget).is_none() {
                visit = self.strengthen(most, budget);
            }
            if self.core.bound_in_units() > root {
                root = self.core.bound_in_units();
                offsets = self.keep_offsets(budget);
                self.open = offsets;
            }
        }
        if visit != Visit::Stalled {
            if visit == Visit::Spent {
                self.kick(root, budget.steps_left().min(self.reserved), budget);
            }
            self.tree.push(Case::Bound { offsets });
            let bound = self.core.cost_of(root.min(self.upper));
            return SearchOutcome::Bounded(self.finish(bound, budget));
        }
        // Kicks take as long as the relaxation did, as it often closes the core without them.
        let mut most = KICK_SWEEPS.saturating_mul(self.core.steps_per_sweep());
        if self.relaxation.is_some() {
            most = most.min(start - budget.steps_left());
        }
        self.kick(root, most.min(budget.steps_left() / KICK_SHARE), budget);
        let mut tasks = Vec::new();
        let all = self.count_labels();
        if self.fix(&mut tasks, offsets) {
            if (all - self.count_labels()) * SHRUNK_SHARE >= all {
                return SearchOutcome::Shrunk(Box::new(self));
            }
            if let Some(plan) = self.plan(budget) {
                budget.work(plan.own_steps);
                return SearchOutcome::Conditioned(Box::new(self), plan.node);
            }
            self.descend(&mut tasks);
        }
        let is_closed = self.work_off(tasks, budget);
        if !is_closed {
            self.kick(root, budget.steps_left().min(self.reserved), budget);
        }
        let bound = if is_closed { self.upper } else { root.min(self.upper) };
        let bound = self.core.cost_of(bound);
        SearchOutcome::Bounded(self.finish(bound, budget))
    }

    /// Starts the linear relaxation at the messages, as the offsets of the core from here on.
    fn start_relaxation(&mut self) {
        self.relaxation = self.core.relaxation(&self.last.moved);
        if let Some(relaxation) = &self.relaxation {
            let moved = relaxation.first().to_vec();
            self.last = Reparametrization { moved, ..Reparametrization::default() };
            let bound = self.margins(&self.last).map(|margins| margins.bound);
            self.core.bound = bound.unwrap_or(self.upper * i128::from(self.core.scale()));
        }
    }

    /// Returns the rest of the core, without the excluded labels, as a graph of its own.
    pub(crate) fn rest(&self, graph: &Graph) -> Graph {
        let mut rest = graph.part(&self.core.nodes);
        for (at, node) in rest.nodes.iter_mut().enumerate() {
            let labels: Vec<u32> = self.core.labels(at).collect();
            for (label, cost) in node.costs.iter_mut().enumerate() {
                if !labels.contains(&(label as u32)) {
                    *cost = FORBIDDEN;
                }
            }
        }
        rest
    }

    /// Returns the result for the core after its rest is solved.
    pub(crate) fn finish_with(mut self, rest: Solved, budget: &mut WorkBudget) -> BoundedCore {
        self.tree.push(Case::Solve(rest.steps));
        rest.labels.into_iter().for_each(|labels| self.propose(labels));
        let bound = rest.lower_bound.min(self.core.cost_of(self.upper));
        self.finish(bound, budget)
    }

    /// Returns a plan to condition the core, if its work is a small part of the budget.
    fn plan(&self, budget: &WorkBudget) -> Option<ConditioningPlan> {
        let most = CONDITIONING_SWEEPS.saturating_mul(self.core.steps_per_sweep());
        let nodes = 0..self.core.len();
        let labels = nodes.clone().map(|node| self.core.labels(node).count() as u64);
        let neighbors = nodes.map(|node| self.core.neighbors(node).collect());
        let skeleton = CoreSkeleton::new(labels.collect(), neighbors.collect());
        skeleton.plan(most.min(budget.steps_left() / CONDITIONING_SHARE))
    }

    /// Returns the result for the core after `solve` has solved its rest for each label of a node.
    pub(crate) fn finish_cases(
        mut self,
        graph: &Graph,
        node: usize,
        budget: &mut WorkBudget,
        solve: impl Fn(Graph, &mut WorkBudget) -> Solved,
    ) -> BoundedCore {
        let labels: Vec<u32> = self.core.labels(node).collect();
        let mut bound = FORBIDDEN;
        for (at, &label) in labels.iter().enumerate() {
            if at + 1 < labels.len() {
                self.tree.push(Case::Branch { node: self.core.ids[node], labels: vec![label] });
            }
            let others: Vec<u32> = labels.iter().copied().filter(|&it| it != label).collect();
            self.core.exclude(node, &others);
            let case = solve(self.rest(graph), budget);
            self.core.include(node, &others);
            budget.keep(WORDS_PER_STEP * case.steps.len());
            self.tree.push(Case::Solve(case.steps));
            case.labels.into_iter().for_each(|labels| self.propose(labels));
            bound = bound.min(case.lower_bound);
        }
        let bound = bound.min(self.core.cost_of(self.upper));
        self.finish(bound, budget)
    }

    fn finish(self, lower_bound: Cost, budget: &mut WorkBudget) -> BoundedCore {
        let Search { core, upper, labels, tree, offsets, .. } = self;
        budget.stats.cases += tree.len() as u64;
        let gap = core.cost_of(upper) - lower_bound;
        let scale = core.scale();
        let cycles = core.cycles.iter().map(|cycle| cycle.certified(&core.ids)).collect();
        let proof = CoreProof { nodes: core.ids, lower_bound, scale, tree, cycles, offsets };
        BoundedCore { labels, lower_bound, gap, proof }
    }

    /// Runs all tasks. Returns `true` if every case is closed.
    fn work_off(&mut self, mut tasks: Vec<Task>, budget: &mut WorkBudget) -> bool {
        let mut is_closed = true;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Leave(node, labels) => self.include(node, &labels),
                Task::Enter(node, labels, basis) => {
                    self.exclude(node, &labels);
                    if let (Some(relaxation), Some(basis)) = (&mut self.relaxation, basis) {
                        relaxation.restore(&basis);
                    }
                    is_closed &= self.enter(&mut tasks, budget);
                }
            }
        }
        is_closed
    }

    /// Closes a case or splits it. Returns `false` if the case stays open; the bound of the root then applies to it.
    fn enter(&mut self, tasks: &mut Vec<Task>, budget: &mut WorkBudget) -> bool {
        let visit = if self.is_spent(budget) { Visit::Spent } else { self.visit_case(budget) };
        if visit == Visit::Spent {
            self.tree.push(Case::Bound { offsets: self.open });
            return false;
        }
        let offsets = self.keep_offsets(budget);
        if visit == Visit::Closed {
            self.tree.push(Case::Bound { offsets });
        } else if self.fix(tasks, offsets) {
            self.descend(tasks);
        }
        true
    }

    /// Bounds a case by its linear relaxation, or by messages if there is none.
    fn visit_case(&mut self, budget: &mut WorkBudget) -> Visit {
        if self.relaxation.is_none() {
            return self.visit(CASE_PATIENCE, budget);
        }
        if self.try_decided() {
            // Any offsets prove the cost of the only labels.
            self.last.clone_from(&self.offsets[self.open as usize]);
            return Visit::Closed;
        }
        let most = budget.steps_left().saturating_sub(self.reserved);
        self.relax(most, budget)
    }

    /// Bounds the case by its linear relaxation, and rounds its shares to labels.
    fn relax(&mut self, most_steps: u64, budget: &mut WorkBudget) -> Visit {
        let Some(mut relaxation) = self.relaxation.take() else { return Visit::Stalled };
        let visit = self.relax_with(&mut relaxation, most_steps, budget);
        self.relaxation = Some(relaxation);
        visit
    }

    /// Adds rows for cycles to the linear relaxation of the whole core as long as they raise the bound.
    fn strengthen(&mut self, most_steps: u64, budget: &mut WorkBudget) -> Visit {
        let least_left = budget.steps_left().saturating_sub(most_steps);
        let mut visit = Visit::Stalled;
        let mut since_raised = 0;
        let mut mark = self.core.bound;
        while visit == Visit::Stalled && budget.steps_left() > least_left {
            let Some(mut relaxation) = self.relaxation.take() else { break };
            let (count, work) = relaxation.strengthen(&mut self.core, &self.shares);
            self.relaxation = Some(relaxation);
            budget.work(work);
            if count == 0 {
                break;
            }
            visit = self.relax(budget.steps_left().saturating_sub(least_left), budget);
            let gap = self.upper * i128::from(self.core.scale()) - self.core.bound;
            since_raised = if (self.core.bound - mark) * 32 < gap { since_raised + 1 } else { 0 };
            if since_raised == 0 {
                mark = self.core.bound;
            }
            if since_raised >= MAX_FLAT_ROUNDS {
                break;
            }
        }
        visit
    }

    fn relax_with(
        &mut self,
        relaxation: &mut Relaxation,
        most_steps: u64,
        budget: &mut WorkBudget,
    ) -> Visit {
        let scale = i128::from(self.core.scale());
        // A bound above this number of units less one is rounded up to it.
        let cutoff = self.upper * scale - scale / 4;
        let (outcome, work) = relaxation.solve(cutoff, most_steps);
        budget.work(work);
        self.last = relaxation.reparametrization(&self.core, self.upper * scale);
        self.last.base = Some(self.base);
        let Some(margins) = self.margins(&self.last) else {
            self.core.bound = self.upper * scale;
            return Visit::Closed;
        };
        self.core.bound = margins.bound;
        if self.core.bound_in_units() >= self.upper {
            return Visit::Closed;
        }
        self.shares = relaxation.shares();
        let (labels, passes) = self.core.round_shares(&self.shares);
        budget.work(passes * self.core.steps_per_pass());
        self.propose(labels);
        match outcome {
            _ if self.core.bound_in_units() >= self.upper => Visit::Closed,
            Outcome::Stopped if self.is_spent(budget) => Visit::Spent,
            _ => Visit::Stalled,
        }
    }

    /// Returns the costs that a reparametrization leaves.
    fn margins(&self, moves: &Reparametrization) -> Option<Margins> {
        let own = moves.base.map_or(moves, |base| &self.offsets[base as usize]);
        let mut offsets = Cow::Borrowed(&own.moved);
        for &(place, more) in &moves.changes {
            offsets.to_mut()[place as usize] += more;
        }
        self.core.margins(&offsets, &moves.charged)
    }

    fn exclude(&mut self, node: usize, labels: &[u32]) {
        self.core.exclude(node, labels);
        if let Some(relaxation) = &mut self.relaxation {
            relaxation.exclude(&self.core, node, labels, true);
        }
    }

    fn include(&mut self, node: usize, labels: &[u32]) {
        self.core.include(node, labels);
        if let Some(relaxation) = &mut self.relaxation {
            relaxation.exclude(&self.core, node, labels, false);
        }
    }

    /// Excludes the labels that the offsets with this index prove not to be better than the best labels so far. Returns
    /// `false` if that closes the case.
    fn fix(&mut self, tasks: &mut Vec<Task>, offsets: u32) -> bool {
        let Some(margins) = self.margins(&self.offsets[offsets as usize]) else {
            self.tree.push(Case::Bound { offsets });
            return false;
        };
        let costly = self.core.too_costly(&margins, self.upper);
        if costly.is_empty() {
            return true;
        }
        self.tree.push(Case::Fix {
            offsets,
            labels: costly
                .iter()
                .map(|(node, labels)| (self.core.ids[*node], labels.clone()))
                .collect(),
        });
        let mut is_feasible = true;
        for (node, labels) in costly {
            self.exclude(node, &labels);
            is_feasible &= self.core.labels(node).next().is_some();
            tasks.push(Task::Leave(node, labels));
        }
        if !is_feasible {
            self.tree.push(Case::Bound { offsets });
        }
        is_feasible
    }

    /// Splits the case, or visits it again if each node now has one label.
    fn descend(&mut self, tasks: &mut Vec<Task>) {
        if self.is_decided() {
            tasks.push(Task::Enter(0, Vec::new(), None));
        } else {
            self.split(tasks);
        }
    }

    /// Splits at the node whose two best labels have the closest costs; ties go to the node with most neighbors. The
    /// best label is one case, all others are the second case.
    fn split(&mut self, tasks: &mut Vec<Task>) {
        let (node, best) = if self.relaxation.is_some() {
            self.core.least_decided(&self.shares)
        } else {
            self.least_decided()
        };
        let basis = self.relaxation.as_ref().map(|it| Rc::new(it.basis()));
        let others: Vec<u32> = self.core.labels(node).filter(|&label| label != best).collect();
        self.tree.push(Case::Branch { node: self.core.ids[node], labels: vec![best] });
        tasks.extend([
            Task::Leave(node, vec![best]),
            Task::Enter(node, vec![best], basis),
            Task::Leave(node, others.clone()),
            Task::Enter(node, others, None),
        ]);
    }

    /// Returns the node whose two best labels have the closest costs, and its best label.
    fn least_decided(&self) -> (usize, u32) {
        let ranked = (0..self.core.len()).filter_map(|node| {
            let ranked = self.core.ranked(node);
            let &[(first, best), (second, _), ..] = &ranked[..] else { return None };
            Some(((second - first, usize::MAX - self.core.degree(node), node), best))
        });
        let ((_, _, node), best) = ranked.min().expect("a node has two labels");
        (node, best)
    }

    fn count_labels(&self) -> usize {
        (0..self.core.len()).map(|node| self.core.labels(node).count()).sum()
    }

    fn is_decided(&self) -> bool {
        (0..self.core.len()).all(|node| self.core.labels(node).nth(1).is_none())
    }

    fn keep_offsets(&mut self, budget: &mut WorkBudget) -> u32 {
        budget.keep(self.last.words());
        self.offsets.push(self.last.clone());
        self.offsets.len() as u32 - 1
    }

    /// Sweeps until the case is closed, the bound stops rising, or the budget is spent.
    fn visit(&mut self, patience: u64, budget: &mut WorkBudget) -> Visit {
        let visit = self.sweep_until(patience, budget);
        let moved = self.core.offsets();
        self.last = Reparametrization { moved, ..Reparametrization::default() };
        visit
    }

    fn sweep_until(&mut self, patience: u64, budget: &mut WorkBudget) -> Visit {
        let mut mark = None;
        let labels = self.count_labels() as u64;
        let most = RELAXATION_STEPS.saturating_mul(labels * labels) / self.core.steps_per_sweep();
        for sweep in 1u64.. {
            if self.is_spent(budget) && self.sweeps >= LEAST_SWEEPS {
                return Visit::Spent;
            }
            self.sweep(budget);
            if self.try_decided() || self.core.bound_in_units() >= self.upper {
                return Visit::Closed;
            }
            if sweep % patience == 0 {
                let bound = self.core.bound;
                let gap = self.upper * i128::from(self.core.scale()) - bound;
                if mark.is_some_and(|mark| (bound - mark) * 32 < gap) || sweep >= most {
                    return Visit::Stalled;
                }
                mark = Some(bound);
            }
        }
        Visit::Stalled
    }

    /// Returns `true` if the budget for branching is spent.
    fn is_spent(&self, budget: &WorkBudget) -> bool {
        budget.is_spent() || budget.steps_left() <= self.reserved
    }

    /// Sweeps once, and rounds the messages to labels.
    fn sweep(&mut self, budget: &mut WorkBudget) {
        self.core.sweep();
        self.sweeps += 1;
        budget.sweep(self.core.steps_per_sweep());
        if self.core.bound_in_units() < self.upper {
            let (labels, passes) = self.core.round();
            budget.work(passes * self.core.steps_per_pass());
            self.propose(labels);
        }
    }

    /// Improves the best labels by kicks, unless their cost equals the bound of the core, in units.
    fn kick(&mut self, bound: i128, most_steps: u64, budget: &mut WorkBudget) {
        let room = (self.upper - bound) * i128::from(self.core.scale());
        if let Some(labels) = self.labels.clone().filter(|_| room > 0) {
            let (labels, steps) = Kicks::new(&self.core, labels, room).run(most_steps);
            budget.work(steps);
            self.propose(labels);
        }
    }

    /// Keeps labels if they are the best so far.
    fn propose(&mut self, labels: Vec<u32>) {
        let cost = self.core.cost(&labels);
        if cost < self.upper {
            self.upper = cost;
            self.labels = Some(labels);
        }
    }

    /// Proposes the labels of a case in which each node has one label. Returns `false` if some node has several.
    fn try_decided(&mut self) -> bool {
        let is_decided = self.is_decided();
        if is_decided {
            self.propose((0..self.core.len()).flat_map(|node| self.core.labels(node)).collect());
        }
        is_decided
    }
}
