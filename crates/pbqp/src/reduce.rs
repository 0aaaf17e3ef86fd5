//! Reductions that keep the optimum: labels that cannot be or never pay are removed, and variables that have at
//! most two neighbours, or one label, are eliminated (R0, RI, RII), until none is left of either.

use super::certificate::Step;
use super::graph::Graph;
use super::problem::{FORBIDDEN, add};
use std::collections::VecDeque;

/// How to find the label of a variable once those of its neighbours are known.
#[derive(Debug)]
pub(super) struct Eliminated {
    var: u32,
    costs: Vec<u64>,
    /// The neighbours, with the costs of the pairs; the rows are the labels of `var`.
    others: Vec<(u32, Vec<u64>)>,
}

impl Eliminated {
    /// Sets the label that is least in cost, of these the first.
    pub(super) fn choose(&self, labels: &mut [u32]) {
        let cost = |label: usize| {
            let pair = |(other, costs): &(u32, Vec<u64>)| {
                let columns = costs.len() / self.costs.len();
                costs[label * columns + labels[*other as usize] as usize]
            };
            self.others.iter().map(pair).fold(self.costs[label], u64::saturating_add)
        };
        let best = (0..self.costs.len()).min_by_key(|&label| cost(label));
        labels[self.var as usize] = best.expect("a variable has labels") as u32;
    }
}

/// Why a label was removed, to explain a conflict: the neighbour that leaves it no partner.
pub(super) type Reasons = Vec<Vec<Option<u32>>>;

/// What reductions do to a graph.
pub(super) struct Reducer<'a> {
    pub(super) graph: &'a mut Graph,
    pub(super) steps: &'a mut Vec<Step>,
    pub(super) undo: &'a mut Vec<Eliminated>,
    /// How many labels were removed.
    pub(super) removed: u64,
}

impl Reducer<'_> {
    /// All reductions, to exhaustion. False if a variable is left without labels.
    pub(super) fn run(&mut self) -> bool {
        loop {
            if !self.eliminate() {
                return false;
            }
            let vars: Vec<u32> = self.graph.vars().collect();
            let before = self.removed;
            if self.propagate(&vars, None).is_err() {
                return false;
            }
            vars.iter().for_each(|&var| self.remove_dominated(var));
            if self.removed == before && !vars.iter().any(|&var| self.can_go(var)) {
                return true;
            }
        }
    }

    /// Removes each label that a neighbour leaves no partner, to exhaustion (arc consistency). An error is a
    /// variable that has no label left.
    pub(super) fn propagate(
        &mut self,
        vars: &[u32],
        mut reasons: Option<&mut Reasons>,
    ) -> Result<(), u32> {
        let mut queue: VecDeque<u32> = vars.iter().copied().collect();
        let mut queued = vec![false; self.graph.unary.len()];
        queue.iter().for_each(|&var| queued[var as usize] = true);
        while let Some(var) = queue.pop_front() {
            queued[var as usize] = false;
            if self.graph.labels(var).next().is_none() {
                return Err(var);
            }
            for (table, other) in self.graph.tables_of(var).collect::<Vec<_>>() {
                let lost = self.unsupported(table, other, var);
                for &label in &lost {
                    self.remove(other, label, Step::unsupported(self.graph, other, label, var));
                    if let Some(reasons) = &mut reasons {
                        reasons[other as usize][label] = Some(var);
                    }
                }
                if !lost.is_empty() && !std::mem::replace(&mut queued[other as usize], true) {
                    queue.push_back(other);
                }
            }
        }
        Ok(())
    }

    fn unsupported(&self, table: u32, var: u32, by: u32) -> Vec<usize> {
        let graph = &*self.graph;
        if !graph.tables[table as usize].costs.contains(&FORBIDDEN)
            && graph.labels(by).next().is_some()
        {
            return Vec::new();
        }
        let is_lost = |&label: &usize| {
            graph.labels(by).all(|other| graph.pair(table, var, label, other) == FORBIDDEN)
        };
        graph.labels(var).filter(is_lost).collect()
    }

    fn remove(&mut self, var: u32, label: usize, step: Step) {
        self.graph.unary[var as usize][label] = FORBIDDEN;
        self.steps.push(step);
        self.removed += 1;
    }

    /// Removes the labels for which another one is never worse, whatever the neighbours take. Of equals the first
    /// stays.
    fn remove_dominated(&mut self, var: u32) {
        let labels: Vec<usize> = self.graph.labels(var).collect();
        for &label in labels.iter().rev() {
            let mut others = labels.iter().copied().filter(|&by| by != label);
            let by = others.find(|&by| self.is_dominated(var, label, by));
            if let Some(by) = by {
                self.remove(var, label, Step::dominated(self.graph, var, label, by));
            }
        }
    }

    fn is_dominated(&self, var: u32, label: usize, by: usize) -> bool {
        let costs = &self.graph.unary[var as usize];
        if costs[by] == FORBIDDEN {
            return false;
        }
        let mut slack = i128::from(costs[label]) - i128::from(costs[by]);
        for (table, other) in self.graph.tables_of(var) {
            match self.worst(table, var, other, [label, by]) {
                Some(worst) => slack -= worst,
                None => return false,
            }
        }
        slack >= 0
    }

    /// How much `by` costs more than `label` at the most, over the labels of a neighbour. `None` if it is forbidden
    /// where `label` is not.
    fn worst(&self, table: u32, var: u32, other: u32, [label, by]: [usize; 2]) -> Option<i128> {
        let mut worst = i128::MIN;
        for partner in self.graph.labels(other) {
            let kept = self.graph.pair(table, var, label, partner);
            let given = self.graph.pair(table, var, by, partner);
            match (kept, given) {
                (FORBIDDEN, _) => {}
                (_, FORBIDDEN) => return None,
                _ => worst = worst.max(i128::from(given) - i128::from(kept)),
            }
        }
        (worst != i128::MIN).then_some(worst)
    }

    fn can_go(&self, var: u32) -> bool {
        self.graph.degree(var) <= 2 || self.graph.labels(var).nth(1).is_none()
    }

    /// Eliminates variables, those of few neighbours first. False if one is left without labels.
    fn eliminate(&mut self) -> bool {
        let mut queues: [Vec<u32>; 2] = Default::default();
        for var in self.graph.vars().collect::<Vec<_>>() {
            self.enqueue(&mut queues, var);
        }
        while let Some(var) = queues[0].pop().or_else(|| queues[1].pop()) {
            if !self.graph.is_here(var) || !self.can_go(var) {
                continue;
            }
            let changed = self.eliminate_one(var);
            if self.graph.constant == FORBIDDEN {
                return false;
            }
            changed.into_iter().for_each(|var| self.enqueue(&mut queues, var));
        }
        true
    }

    fn enqueue(&self, queues: &mut [Vec<u32>; 2], var: u32) {
        if self.can_go(var) {
            queues[usize::from(self.graph.degree(var) == 2)].push(var);
        }
    }

    /// Eliminates one; gives the neighbours that it had.
    fn eliminate_one(&mut self, var: u32) -> Vec<u32> {
        if self.graph.labels(var).next().is_none() {
            self.add_constant(FORBIDDEN);
            return Vec::new();
        }
        self.steps.push(Step::eliminate(self.graph, var));
        let only =
            self.graph.labels(var).next().filter(|_| self.graph.labels(var).nth(1).is_none());
        let (costs, others) = self.graph.take(var);
        let changed = others.iter().map(|&(other, _)| other).collect();
        match (&others[..], only) {
            ([], _) => self.add_constant(costs.iter().copied().min().unwrap_or(FORBIDDEN)),
            (_, Some(label)) => self.fix(&costs, &others, label),
            ([(other, pairs)], None) => {
                add(&mut self.graph.unary[*other as usize], &projected(&costs, pairs));
            }
            ([first, second], None) => self.join(&costs, first, second),
            _ => unreachable!("a variable with three neighbours and labels to choose from stays"),
        }
        let others = if only.is_some() { Vec::new() } else { others };
        self.undo.push(Eliminated { var, costs, others });
        changed
    }

    fn add_constant(&mut self, cost: u64) {
        self.graph.constant = self.graph.constant.saturating_add(cost);
    }

    fn fix(&mut self, costs: &[u64], others: &[(u32, Vec<u64>)], label: usize) {
        self.add_constant(costs[label]);
        for (other, pairs) in others {
            let columns = pairs.len() / costs.len();
            add(&mut self.graph.unary[*other as usize], &pairs[label * columns..][..columns]);
        }
    }

    fn join(&mut self, costs: &[u64], first: &(u32, Vec<u64>), second: &(u32, Vec<u64>)) {
        let ((a, to_a), (b, to_b)) =
            if first.0 < second.0 { (first, second) } else { (second, first) };
        let (rows, columns) = (to_a.len() / costs.len(), to_b.len() / costs.len());
        let mut table = vec![FORBIDDEN; rows * columns];
        for (label, &cost) in costs.iter().enumerate().filter(|&(_, &cost)| cost != FORBIDDEN) {
            let to_b = &to_b[label * columns..][..columns];
            for (row, &pair) in table.chunks_exact_mut(columns).zip(&to_a[label * rows..]) {
                let cost = cost.saturating_add(pair);
                for (least, &pair) in row.iter_mut().zip(to_b) {
                    *least = (*least).min(cost.saturating_add(pair));
                }
            }
        }
        self.graph.add_table([*a, *b], table);
    }
}

/// The least cost over the labels of a variable, for each label of its neighbour.
fn projected(costs: &[u64], pairs: &[u64]) -> Vec<u64> {
    let columns = pairs.len() / costs.len();
    let mut least = vec![FORBIDDEN; columns];
    for (cost, row) in costs.iter().zip(pairs.chunks_exact(columns)) {
        for (least, &pair) in least.iter_mut().zip(row) {
            *least = (*least).min(cost.saturating_add(pair));
        }
    }
    least
}
