//! The linear relaxation of a core over its local polytope: a share of each label and of each pair of labels, such that
//! the shares of a node sum to 1 and those of pairs agree with those of labels (Schlesinger 1976). Its dual is the
//! greatest bound of any reparametrization, which message passing often misses.
//!
//! The program starts at the messages, so its first bound is theirs. Labels whose pairs on an edge cost the same but for
//! a constant share one group, and pairs that cost nothing need no variable, so that an edge of two groups on either side
//! is one row (`table`). The dual simplex method (`simplex`) solves it in floating-point numbers. The duals become
//! integer offsets, whose bound is computed exactly.

mod cycles;
mod factor;
mod simplex;
mod table;

use super::Core;
use crate::certificate::Reparametrization;
use cycles::{Relaxed, separate};
use simplex::{Program, Simplex};
use table::{ChargedCosts, EdgeCharge, NO_VARIABLE, Table};

pub(crate) use simplex::Outcome;

/// The maximum number of entries of the program.
const MAX_ENTRIES: usize = 4_000_000;

/// The linear relaxation of a core for the labels that were allowed when it was built.
#[derive(Debug)]
pub(crate) struct Relaxation {
    simplex: Simplex,
    /// The variable of each label of the core; [`NO_VARIABLE`] for an excluded label.
    variables: Vec<u32>,
    tables: Vec<Table>,
    /// The row of each cycle of the core, and its links that are edges.
    cycles: Vec<(u32, Vec<EdgeCharge>)>,
    /// The bound of the messages that the program starts at, scaled.
    base: i128,
    /// The offsets that the program starts at.
    first: Vec<i64>,
}

impl Core {
    /// Returns the linear relaxation for the allowed labels, starting at these offsets; `None` if it is too large.
    pub(crate) fn relaxation(&self, offsets: &[i64]) -> Option<Relaxation> {
        let entries: usize = (0..self.len())
            .flat_map(|node| &self.later[node])
            .map(|link| link.transposed - link.pairs)
            .sum();
        if entries > MAX_ENTRIES {
            return None;
        }
        let mut program = Program::default();
        let mut own: Vec<i128> = self.costs.iter().map(|&cost| i128::from(cost)).collect();
        let mut tables = Vec::new();
        for node in 0..self.len() {
            for link in &self.later[node] {
                let table = Table::new(self, node, link, offsets);
                for (side, end) in [node, link.neighbor].into_iter().enumerate() {
                    let own = &mut own[self.starts[end]..];
                    own.iter_mut().zip(table.moved(side)).for_each(|(own, moved)| *own += moved);
                }
                tables.push(table);
            }
        }
        let mut base = 0;
        let mut variables = vec![NO_VARIABLE; self.costs.len()];
        for node in 0..self.len() {
            let labels = self.labels(node).map(|label| self.starts[node] + label as usize);
            let least = labels.clone().map(|at| own[at]).min()?;
            base += least;
            let entries: Vec<(u32, f64)> = labels
                .map(|at| {
                    variables[at] = program.add_column((own[at] - least) as f64);
                    (variables[at], 1.0)
                })
                .collect();
            program.add_row(&entries, 1.0, false);
        }
        for table in &mut tables {
            table.add_to(&mut program, &variables);
        }
        let mut first = vec![0; self.messages.len()];
        tables.iter().for_each(|table| table.write_first(&mut first));
        let count = self.len() + tables.len();
        let tie = self.scale() as f64 / (8 * count.max(1)) as f64;
        Some(Relaxation {
            simplex: Simplex::new(program, tie),
            variables,
            tables,
            cycles: Vec::new(),
            base,
            first,
        })
    }
}

impl Relaxation {
    /// Raises the bound until the optimum, the cutoff, which is scaled, or the end of the work. Returns the reason and the
    /// work.
    pub(crate) fn solve(&mut self, cutoff: i128, most_work: u64) -> (Outcome, u64) {
        self.simplex.solve(self.relative(cutoff), most_work)
    }

    fn relative(&self, bound: i128) -> f64 {
        (bound - self.base) as f64
    }

    /// Excludes labels of a node, or allows them again.
    pub(crate) fn exclude(&mut self, core: &Core, node: usize, labels: &[u32], is_excluded: bool) {
        for &label in labels {
            let variable = self.variables[core.starts[node] + label as usize];
            if variable != NO_VARIABLE {
                self.simplex.fix(variable, is_excluded);
            }
        }
    }

    /// Returns the basis, to which `restore` returns.
    pub(crate) fn basis(&self) -> Vec<u32> {
        self.simplex.basis()
    }

    /// Returns to a basis of the program for the same excluded labels, or fewer.
    pub(crate) fn restore(&mut self, basis: &[u32]) {
        self.simplex.restore(basis);
    }

    /// Returns the share of each label of the core.
    pub(crate) fn shares(&self) -> Vec<f64> {
        let shares = self.variables.iter().map(|&variable| match variable {
            NO_VARIABLE => 0.0,
            variable => self.simplex.value(variable),
        });
        shares.collect()
    }

    /// Adds rows for cycles that the shares violate. Returns their number, and the work.
    pub(crate) fn strengthen(&mut self, core: &mut Core, shares: &[f64]) -> (usize, u64) {
        let Relaxation { simplex, variables, tables, .. } = self;
        let relaxed = Relaxed { simplex, variables, starts: &core.starts, tables };
        let (found, work) = separate(core, &relaxed, shares);
        let count = found.len();
        for found in found {
            let row = self.simplex.add_row(&found.entries, found.right);
            self.cycles.push((row, found.charges));
            core.cycles.push(found.cycle);
        }
        if count > 0 && !self.simplex.refresh() {
            return (0, work);
        }
        (count, work)
    }

    /// Returns the reparametrization that proves the bound, without its base. If no shares satisfy the program, it proves `cutoff`, which is
    /// scaled.
    pub(crate) fn reparametrization(&self, core: &Core, cutoff: i128) -> Reparametrization {
        let duals = self.simplex.duals(self.relative(cutoff));
        let limit = core.scaling.big as f64 * 4.0;
        let mut costs: Vec<ChargedCosts> = self.tables.iter().map(Table::uncharged).collect();
        let mut charged = Vec::with_capacity(self.cycles.len());
        for (row, charges) in &self.cycles {
            let amount = (-duals[*row as usize]).clamp(0.0, limit).round() as i64;
            charged.push(amount);
            for charge in charges.iter().filter(|_| amount > 0) {
                self.tables[charge.table].charge(&mut costs[charge.table], charge, amount);
            }
        }
        let mut changes = Vec::new();
        for (table, costs) in self.tables.iter().zip(&costs) {
            table.write(costs, &duals, core.scaling.big, &mut changes);
        }
        Reparametrization { changes, charged, ..Reparametrization::default() }
    }

    /// Returns the offsets that the program starts at, to which the changes of reparametrizations are added.
    pub(crate) fn first(&self) -> &[i64] {
        &self.first
    }
}
