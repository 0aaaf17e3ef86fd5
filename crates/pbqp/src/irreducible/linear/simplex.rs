//! The dual simplex method for linear programs in which every variable is 0 or more, and every cost too, so that the
//! basis of all slacks is dual feasible. The bound therefore rises from the start, and each of its duals proves a bound.
//!
//! The arithmetic is that of IEEE 754 without any function of a library, so every machine makes the same pivots. Results
//! are rounded, so what they prove is computed again from the duals, in integers.

use super::factor::{Factors, SparseColumn};

/// A value that violates its bound by less is feasible.
const FEASIBLE: f64 = 1e-9;

/// The least value of a pivot.
const LEAST_PIVOT: f64 = 1e-7;

/// The number of pivots after which the basis is factorized again.
const MAX_UPDATES: usize = 64;

/// The number of pivots without a factorization that may disagree before the solve gives up.
const MAX_FAULTS: u32 = 20;

const NOT_BASIC: u32 = u32::MAX;

/// The reason why a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The optimum is found.
    Optimal,
    /// The bound has reached the cutoff.
    Cut,
    /// No values satisfy the rows.
    Infeasible,
    /// The work is spent, or rounding errors are too large.
    Stopped,
}

/// A linear program: the least cost of non-negative values that satisfy equations, each with a slack.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) columns: Vec<SparseColumn>,
    pub(super) costs: Vec<f64>,
    pub(super) right: Vec<f64>,
    /// `true` for a row whose slack may be positive: the sum is at most the right side.
    pub(super) is_inequality: Vec<bool>,
}

impl Program {
    /// Adds a variable of this cost without entries. Returns its number.
    pub(super) fn add_column(&mut self, cost: f64) -> u32 {
        self.columns.push(Vec::new());
        self.costs.push(cost);
        self.columns.len() as u32 - 1
    }

    /// Adds a row. Returns its number.
    pub(super) fn add_row(
        &mut self,
        entries: &[(u32, f64)],
        right: f64,
        is_inequality: bool,
    ) -> u32 {
        let row = self.right.len() as u32;
        self.right.push(right);
        self.is_inequality.push(is_inequality);
        for &(column, value) in entries {
            self.columns[column as usize].push((row, value));
        }
        row
    }
}

/// A linear program with a basis. Variables after those of the columns are the slacks of the rows.
#[derive(Debug)]
pub(super) struct Simplex {
    program: Program,
    by_row: Vec<SparseColumn>,
    /// `true` for a variable that must be 0.
    is_fixed: Vec<bool>,
    /// The costs, raised a little so that ties are rare.
    tied_costs: Vec<f64>,
    /// The same costs, raised where rounding errors made a reduced cost negative.
    costs: Vec<f64>,
    /// The basic variable of each row.
    head: Vec<u32>,
    /// The row of each basic variable.
    place: Vec<u32>,
    factors: Factors,
    /// The value of the basic variable of each row.
    values: Vec<f64>,
    reduced: Vec<f64>,
    /// The squared lengths of the rows of the inverse (steepest edge).
    weights: Vec<f64>,
    objective: f64,
    /// The ray of the duals that proves the program infeasible, with the slope of the bound along it.
    ray: Option<(Vec<f64>, f64)>,
    faults: u32,
    /// The entries of the row of the pivot, and the variables that have one.
    entries: Vec<f64>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl Simplex {
    /// Returns the program with the basis of all slacks. `tie` is the least amount that is added to each cost; the
    /// greatest is twice as much.
    pub(super) fn new(program: Program, tie: f64) -> Simplex {
        let rows = program.right.len();
        let count = program.columns.len();
        let mut by_row = vec![Vec::new(); rows];
        for (at, column) in program.columns.iter().enumerate() {
            column.iter().for_each(|&(row, value)| by_row[row as usize].push((at as u32, value)));
        }
        let mut is_fixed = vec![false; count];
        is_fixed.extend(program.is_inequality.iter().map(|is_inequality| !is_inequality));
        let ties = (0..count as u64).map(|at| {
            // The low bits of a product by an odd constant spread evenly.
            let spread = at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44;
            tie * (1.0 + spread as f64 / f64::from(1 << 20))
        });
        let costs: Vec<f64> =
            program.costs.iter().zip(ties).map(|(cost, tie)| cost + tie).collect();
        let mut reduced = costs.clone();
        reduced.resize(count + rows, 0.0);
        let mut place = vec![NOT_BASIC; count];
        place.extend(0..rows as u32);
        let mut simplex = Simplex {
            values: program.right.clone(),
            by_row,
            is_fixed,
            tied_costs: costs.clone(),
            costs,
            head: (count as u32..(count + rows) as u32).collect(),
            place,
            factors: Factors::default(),
            reduced,
            weights: vec![1.0; rows],
            objective: 0.0,
            ray: None,
            faults: 0,
            entries: vec![0.0; count + rows],
            touched: Vec::new(),
            is_touched: vec![false; count + rows],
            program,
        };
        simplex.factorize();
        simplex
    }

    /// Requires a variable to be 0, or permits other values again.
    pub(super) fn fix(&mut self, variable: u32, is_fixed: bool) {
        self.is_fixed[variable as usize] = is_fixed;
    }

    /// Returns the value of a variable.
    pub(super) fn value(&self, variable: u32) -> f64 {
        match self.place[variable as usize] {
            NOT_BASIC => 0.0,
            row => self.values[row as usize].max(0.0),
        }
    }

    /// Adds a row that the values may violate: the sum of entries is at most the right side. Its slack is basic.
    pub(super) fn add_row(&mut self, entries: &[(u32, f64)], right: f64) -> u32 {
        let row = self.program.add_row(entries, right, true);
        let slack = self.is_fixed.len() as u32;
        self.by_row.push(entries.to_vec());
        self.is_fixed.push(false);
        self.head.push(slack);
        self.place.push(row);
        self.values.push(0.0);
        self.reduced.push(0.0);
        self.weights.push(1.0);
        self.entries.push(0.0);
        self.is_touched.push(false);
        row
    }

    /// Factorizes the basis after rows were added. Returns `false` if that fails.
    pub(super) fn refresh(&mut self) -> bool {
        self.factorize()
    }

    /// Returns the basic variables.
    pub(super) fn basis(&self) -> Vec<u32> {
        self.head.clone()
    }

    /// Returns to a basis that was dual feasible for at most the variables that are fixed now.
    pub(super) fn restore(&mut self, basis: &[u32]) {
        self.head.copy_from_slice(basis);
        self.place.fill(NOT_BASIC);
        self.costs.clone_from(&self.tied_costs);
        self.weights.fill(1.0);
        self.faults = 0;
        self.factorize();
    }

    /// Raises the bound until the optimum, the cutoff, or the end of the work. Returns the reason and the work.
    pub(super) fn solve(&mut self, cutoff: f64, most_work: u64) -> (Outcome, u64) {
        self.ray = None;
        self.repair();
        let mut work = 0;
        loop {
            if self.objective >= cutoff {
                return (Outcome::Cut, work);
            }
            if work > most_work || self.faults > MAX_FAULTS {
                return (Outcome::Stopped, work);
            }
            if self.factors.updates() >= MAX_UPDATES || self.factors.is_long() {
                work += self.factors.work() as u64;
                if !self.factorize() {
                    return (Outcome::Stopped, work);
                }
            }
            let Some(row) = self.leaving() else { return (Outcome::Optimal, work) };
            let (outcome, of_pivot) = self.pivot(row);
            work += of_pivot;
            if let Some(outcome) = outcome {
                return (outcome, work);
            }
        }
    }

    /// Makes variables feasible again that are no longer fixed and have a negative reduced cost: their costs rise.
    fn repair(&mut self) {
        for at in 0..self.reduced.len() {
            if !self.is_fixed[at] && self.place[at] == NOT_BASIC && self.reduced[at] < 0.0 {
                if let Some(cost) = self.costs.get_mut(at) {
                    *cost -= self.reduced[at];
                }
                self.reduced[at] = 0.0;
            }
        }
    }

    /// Returns the row with the largest violation; `None` if all values are feasible.
    fn leaving(&self) -> Option<usize> {
        let mut best = None;
        let mut most = 0.0;
        for (row, &value) in self.values.iter().enumerate() {
            let is_violated =
                value < -FEASIBLE || value > FEASIBLE && self.is_fixed[self.head[row] as usize];
            if is_violated && value * value > most * self.weights[row] {
                most = value * value / self.weights[row];
                best = Some(row);
            }
        }
        best
    }

    /// Exchanges the basic variable of a row. Returns the outcome if the solve ends, and the work.
    fn pivot(&mut self, row: usize) -> (Option<Outcome>, u64) {
        let mut dual = vec![0.0; self.head.len()];
        dual[row] = 1.0;
        let mut work = (4 * self.head.len() + self.factors.solve_transposed(&mut dual)) as u64;
        let sign = if self.values[row] < 0.0 { -1.0 } else { 1.0 };
        work += self.price(&dual);
        let Some(entering) = self.entering(sign) else {
            if self.factors.updates() > 0 {
                // The row may only seem to have no pivot.
                self.faults += 1;
                let is_factorized = self.factorize();
                return ((!is_factorized).then_some(Outcome::Stopped), work);
            }
            dual.iter_mut().for_each(|value| *value *= sign);
            self.ray = Some((dual, self.values[row].abs()));
            return (Some(Outcome::Infeasible), work);
        };
        let mut column = vec![0.0; self.head.len()];
        self.add_column(entering, 1.0, &mut column);
        work += self.factors.solve(&mut column) as u64;
        let expected = self.entries[entering as usize];
        if (column[row] - expected).abs() > 1e-6 * (1.0 + expected.abs())
            && self.factors.updates() > 0
        {
            self.faults += 1;
            let is_factorized = self.factorize();
            return ((!is_factorized).then_some(Outcome::Stopped), work);
        }
        work += self.exchange(row, entering, dual, &column);
        (None, work)
    }

    /// Computes the entries of a row of the tableau for all variables outside the basis.
    fn price(&mut self, dual: &[f64]) -> u64 {
        for at in self.touched.drain(..) {
            self.entries[at as usize] = 0.0;
            self.is_touched[at as usize] = false;
        }
        let count = self.program.columns.len();
        let mut work = 0;
        for (row, &value) in dual.iter().enumerate() {
            if value.abs() <= 1e-12 {
                continue;
            }
            let slack = (count + row) as u32;
            if self.place[slack as usize] == NOT_BASIC {
                self.entries[slack as usize] = value;
                self.touched.push(slack);
            }
            work += self.by_row[row].len() as u64;
            for &(column, entry) in &self.by_row[row] {
                let at = column as usize;
                if self.place[at] == NOT_BASIC {
                    if !std::mem::replace(&mut self.is_touched[at], true) {
                        self.touched.push(column);
                    }
                    self.entries[at] += value * entry;
                }
            }
        }
        work
    }

    /// Returns the variable that enters the basis: that with the least ratio of reduced cost and entry. Among those that
    /// differ by rounding only, it has the largest entry.
    fn entering(&self, sign: f64) -> Option<u32> {
        let candidates = self.touched.iter().copied().filter(|&at| {
            !self.is_fixed[at as usize] && sign * self.entries[at as usize] > LEAST_PIVOT
        });
        let slack = 1e-12 * self.objective.abs().max(1.0);
        let mut least = f64::INFINITY;
        for at in candidates.clone() {
            let entry = self.entries[at as usize].abs();
            least = least.min((self.reduced[at as usize].max(0.0) + slack) / entry);
        }
        let mut best = None;
        let mut most = 0.0;
        for at in candidates {
            let entry = self.entries[at as usize].abs();
            if self.reduced[at as usize] <= least * entry && entry > most {
                most = entry;
                best = Some(at);
            }
        }
        best
    }

    fn exchange(&mut self, row: usize, entering: u32, dual: Vec<f64>, column: &[f64]) -> u64 {
        let pivot = column[row];
        let step = self.reduced[entering as usize].max(0.0) / self.entries[entering as usize];
        for &at in &self.touched {
            self.reduced[at as usize] -= step * self.entries[at as usize];
        }
        let leaving = self.head[row];
        self.objective += step * self.values[row];
        self.reduced[leaving as usize] = -step;
        self.reduced[entering as usize] = 0.0;
        let value = self.values[row] / pivot;
        let mut image = dual;
        let weight = self.weights[row].max(image.iter().map(|value| value * value).sum());
        let work = self.factors.solve(&mut image) as u64;
        for (at, &entry) in column.iter().enumerate() {
            if entry != 0.0 && at != row {
                self.values[at] -= value * entry;
                let ratio = entry / pivot;
                let changed = self.weights[at] - 2.0 * ratio * image[at] + ratio * ratio * weight;
                self.weights[at] = changed.max(1e-4);
            }
        }
        self.values[row] = value;
        self.weights[row] = (weight / (pivot * pivot)).max(1e-4);
        self.factors.replace(row, column);
        self.head[row] = entering;
        self.place[entering as usize] = row as u32;
        self.place[leaving as usize] = NOT_BASIC;
        work
    }

    fn add_column(&self, variable: u32, times: f64, to: &mut [f64]) {
        let count = self.program.columns.len();
        match self.program.columns.get(variable as usize) {
            Some(column) => {
                column.iter().for_each(|&(row, value)| to[row as usize] += times * value);
            }
            None => to[variable as usize - count] += times,
        }
    }

    /// Factorizes the basis, and computes all values and reduced costs again. Returns `false` if the basis is singular.
    fn factorize(&mut self) -> bool {
        let count = self.program.columns.len();
        let columns: Vec<SparseColumn> = self
            .head
            .iter()
            .map(|&variable| match self.program.columns.get(variable as usize) {
                Some(column) => column.clone(),
                None => vec![(variable - count as u32, 1.0)],
            })
            .collect();
        let mut rows = vec![0; columns.len()];
        let Some(factors) = Factors::new(&columns, &mut rows) else { return false };
        self.factors = factors;
        let old = (self.head.clone(), self.weights.clone());
        for (at, &row) in rows.iter().enumerate() {
            self.head[row as usize] = old.0[at];
            self.weights[row as usize] = old.1[at];
            self.place[old.0[at] as usize] = row;
        }
        self.values.clone_from(&self.program.right);
        self.factors.solve(&mut self.values);
        let duals = self.duals_of(&self.costs);
        for at in 0..self.reduced.len() {
            if self.place[at] != NOT_BASIC {
                self.reduced[at] = 0.0;
                continue;
            }
            let cost = self.costs.get(at).copied().unwrap_or(0.0);
            self.reduced[at] = match self.program.columns.get(at) {
                Some(column) => {
                    let sum: f64 =
                        column.iter().map(|&(row, value)| value * duals[row as usize]).sum();
                    cost - sum
                }
                None => -duals[at - count],
            };
        }
        self.repair();
        self.objective =
            duals.iter().zip(&self.program.right).map(|(dual, right)| dual * right).sum();
        true
    }

    fn duals_of(&self, costs: &[f64]) -> Vec<f64> {
        let cost = |&variable: &u32| costs.get(variable as usize).copied().unwrap_or(0.0);
        let mut duals: Vec<f64> = self.head.iter().map(cost).collect();
        self.factors.solve_transposed(&mut duals);
        duals
    }

    /// Returns the duals of the rows, for the costs as they were given. If the program is infeasible, they prove at least
    /// the bound `cutoff`.
    pub(super) fn duals(&self, cutoff: f64) -> Vec<f64> {
        let mut duals = self.duals_of(&self.program.costs);
        if let Some((ray, slope)) = &self.ray {
            let length = 1.5 * (cutoff - self.objective).max(0.0) / slope;
            duals.iter_mut().zip(ray).for_each(|(dual, ray)| *dual += length * ray);
        }
        duals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Random;

    /// Checks the optimality conditions of random transport problems.
    #[test]
    fn optimum_satisfies_the_conditions() {
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let mut program = Program::default();
            let sizes = [0; 2].map(|_| 2 + random.below(4) as usize);
            let cells: Vec<Vec<u32>> = (0..sizes[0])
                .map(|_| {
                    (0..sizes[1]).map(|_| program.add_column(random.below(9) as f64)).collect()
                })
                .collect();
            let amounts: Vec<f64> = (0..sizes[0]).map(|_| 1.0 + random.below(9) as f64).collect();
            let total: f64 = amounts.iter().sum();
            for (row, &amount) in cells.iter().zip(&amounts) {
                let row: Vec<_> = row.iter().map(|&cell| (cell, 1.0)).collect();
                program.add_row(&row, amount, false);
            }
            for column in 0..sizes[1] {
                let column: Vec<_> = cells.iter().map(|row| (row[column], 1.0)).collect();
                // Capacities that together hold twice the total.
                program.add_row(&column, 2.0 * total / sizes[1] as f64, true);
            }
            let mut simplex = Simplex::new(program.clone(), 1e-9);
            assert_eq!(simplex.solve(f64::INFINITY, u64::MAX).0, Outcome::Optimal);
            let duals = simplex.duals(0.0);
            let mut cost = 0.0;
            let mut used = vec![0.0; program.right.len()];
            for (at, column) in program.columns.iter().enumerate() {
                let value = simplex.value(at as u32);
                let sum: f64 = column.iter().map(|&(row, entry)| entry * duals[row as usize]).sum();
                assert!(program.costs[at] - sum > -1e-6);
                cost += value * program.costs[at];
                column.iter().for_each(|&(row, entry)| used[row as usize] += entry * value);
            }
            let bound: f64 =
                duals.iter().zip(&program.right).map(|(dual, right)| dual * right).sum();
            assert!((cost - bound).abs() < 1e-5, "{cost} {bound}");
            for (row, used) in used.iter().enumerate() {
                let is_tight = (used - program.right[row]).abs() < 1e-6;
                assert!(is_tight || program.is_inequality[row] && *used < program.right[row]);
            }
        }
    }
}
