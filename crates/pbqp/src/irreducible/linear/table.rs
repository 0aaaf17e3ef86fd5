//! The pairs of labels of an edge in the linear program.

use super::super::{Core, Link};
use super::simplex::Program;
use rustc_hash::FxHashMap;

/// No variable: the label is excluded.
pub(super) const NO_VARIABLE: u32 = u32::MAX;

/// No group: the label is excluded, or forbidden with all labels of the neighbor.
const NO_GROUP: u32 = u32::MAX;

/// The cost of a pair of groups that is not allowed.
const FORBIDDEN: i64 = i64::MAX;

/// The source of the offset of a group of columns.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Offset {
    Zero,
    /// The dual of a row.
    Dual(u32),
    /// The cost of a pair of groups, which is the only one of its column, minus the dual of a row.
    Rest(usize, u32),
}

/// The share of a pair of groups.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Share {
    Zero,
    Variable(u32),
    /// The share of the row or of the column.
    Whole(usize),
    /// The share of the row, less a variable.
    Rest(u32),
}

/// An edge: groups of its rows and columns, and the costs of their pairs. The costs are those left after the messages,
/// so that each row and each column has one of 0.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) nodes: [usize; 2],
    /// The first offsets of the rows and of the columns.
    places: [usize; 2],
    /// The first labels of the rows and of the columns.
    starts: [usize; 2],
    /// The cost that has moved from the edge to each row and to each column.
    moved: [Vec<i64>; 2],
    /// The group of each row and of each column.
    groups: [Vec<u32>; 2],
    /// The costs of pairs of groups, row-major.
    costs: Vec<i64>,
    counts: [usize; 2],
    /// The group of most rows, and that of most columns.
    largest: [usize; 2],
    offsets: Vec<Offset>,
    /// The shares of pairs of groups, row-major; none if the edge needs no row.
    shares: Vec<Share>,
}

/// A link of a cycle between a group of rows and a group of columns of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeCharge {
    pub(super) table: usize,
    pub(super) groups: [usize; 2],
    pub(super) differs: bool,
}

/// The costs of the pairs of groups of an edge, less what moves to cycles.
#[derive(Debug)]
pub(super) struct ChargedCosts {
    costs: Vec<i64>,
    /// The amount that moves with it from the labels of each group of rows and of columns.
    shifts: [Vec<i64>; 2],
}

/// The costs of the pairs of labels of an edge that are left after cost has moved to the labels.
struct Left<'a> {
    core: &'a Core,
    nodes: [usize; 2],
    /// The first pair.
    pairs: usize,
    moved: [Vec<i64>; 2],
    /// The labels that are neither excluded nor forbidden with all labels of the neighbor.
    labels: [Vec<usize>; 2],
}

impl<'a> Left<'a> {
    fn new(core: &'a Core, nodes: [usize; 2], link: &Link) -> Left<'a> {
        let moved = nodes.map(|node| vec![0; core.size(node)]);
        let labels = nodes.map(|node| core.labels(node).map(|label| label as usize).collect());
        Left { core, nodes, pairs: link.pairs, moved, labels }
    }

    fn cost(&self, row: usize, column: usize) -> i64 {
        let pair = self.core.pairs[self.pairs + row * self.moved[1].len() + column];
        let is_allowed = pair < self.core.scaling.big;
        if is_allowed { pair - self.moved[0][row] - self.moved[1][column] } else { FORBIDDEN }
    }

    fn cost_at(&self, side: usize, label: usize, other: usize) -> i64 {
        if side == 0 { self.cost(label, other) } else { self.cost(other, label) }
    }

    /// Moves the least cost of each row or column to it. A label without an allowed pair is left out.
    fn tighten(&mut self, side: usize) {
        let mut labels = std::mem::take(&mut self.labels[side]);
        labels.retain(|&label| {
            let others = self.labels[1 - side].iter();
            let least = others.map(|&other| self.cost_at(side, label, other)).min();
            let least = least.filter(|&least| least != FORBIDDEN);
            self.moved[side][label] += least.unwrap_or(self.core.scaling.big);
            least.is_some()
        });
        self.labels[side] = labels;
    }

    /// Returns the group of each label, and the first label of each group. Labels of a group have equal costs.
    fn group(&self, side: usize) -> (Vec<u32>, Vec<usize>) {
        let mut groups = vec![NO_GROUP; self.moved[side].len()];
        let mut first = Vec::new();
        let mut known = FxHashMap::default();
        for &label in &self.labels[side] {
            let others = self.labels[1 - side].iter();
            let costs: Vec<i64> = others.map(|&other| self.cost_at(side, label, other)).collect();
            groups[label] = *known.entry(costs).or_insert_with(|| {
                first.push(label);
                first.len() as u32 - 1
            });
        }
        (groups, first)
    }
}

/// Returns the group of most labels.
fn largest(groups: &[u32], count: usize) -> usize {
    let mut sizes = vec![0; count];
    for &group in groups.iter().filter(|&&group| group != NO_GROUP) {
        sizes[group as usize] += 1;
    }
    (0..count).max_by_key(|&group| sizes[group]).unwrap_or(0)
}

/// Returns the value of a dual as an offset.
fn rounded(dual: f64, big: i64) -> i64 {
    let limit = big as f64 * 4.0;
    dual.clamp(-limit, limit).round() as i64
}

/// Returns the least cost that is left of pairs, given with the offsets of their other labels.
fn least(costs: &[i64], pairs: impl Iterator<Item = (usize, i64)>) -> i64 {
    let left = pairs.filter(|&(at, _)| costs[at] != FORBIDDEN);
    left.map(|(at, offset)| costs[at] - offset).min().unwrap_or(0)
}

impl Table {
    /// Returns the edge for the labels that are not excluded. The offsets of its columns are given; those of its rows are
    /// the greatest ones that these permit.
    pub(super) fn new(core: &Core, node: usize, link: &Link, offsets: &[i64]) -> Table {
        let mut left = Left::new(core, [node, link.neighbor], link);
        let columns = left.moved[1].len();
        left.moved[1].copy_from_slice(&offsets[link.outward..link.outward + columns]);
        left.tighten(0);
        left.tighten(1);
        let [(of_rows, first_rows), (of_columns, first_columns)] =
            [0, 1].map(|side| left.group(side));
        let costs = first_rows.iter().flat_map(|&row| {
            let left = &left;
            first_columns.iter().map(move |&column| left.cost(row, column))
        });
        let costs = costs.collect();
        let counts = [first_rows.len(), first_columns.len()];
        let groups = [of_rows, of_columns];
        let largest = [0, 1].map(|side| largest(&groups[side], counts[side]));
        Table {
            nodes: left.nodes,
            places: [link.inward, link.outward],
            starts: left.nodes.map(|node| core.starts[node]),
            moved: left.moved,
            groups,
            costs,
            counts,
            largest,
            offsets: vec![Offset::Zero; counts[1]],
            shares: Vec::new(),
        }
    }

    /// Returns the cost that has moved to each row or column.
    pub(super) fn moved(&self, side: usize) -> impl Iterator<Item = i128> + '_ {
        self.moved[side].iter().map(|&moved| i128::from(moved))
    }

    fn cost(&self, row: usize, column: usize) -> i64 {
        self.costs[row * self.counts[1] + column]
    }

    /// Returns the only group of columns that a group of rows may be paired with.
    fn only_column(&self, row: usize) -> Option<usize> {
        let mut allowed = (0..self.counts[1]).filter(|&column| self.cost(row, column) != FORBIDDEN);
        allowed.next().filter(|_| allowed.next().is_none())
    }

    /// Returns the only group of rows that a group of columns may be paired with.
    fn only_row(&self, column: usize) -> Option<usize> {
        let mut allowed = (0..self.counts[0]).filter(|&row| self.cost(row, column) != FORBIDDEN);
        allowed.next().filter(|_| allowed.next().is_none())
    }

    /// Adds the rows and variables of the edge to a program.
    pub(super) fn add_to(&mut self, program: &mut Program, variables: &[u32]) {
        match self.counts {
            [0 | 1, _] | [_, 0 | 1] => {}
            [2, 2] => self.add_square(program, variables),
            _ => self.add_general(program, variables),
        }
    }

    /// Returns the entries of the labels of a group.
    fn entries(&self, side: usize, group: usize, variables: &[u32], value: f64) -> Vec<(u32, f64)> {
        let groups = self.groups[side].iter().zip(&variables[self.starts[side]..]);
        let of_group =
            groups.filter(|&(&of, &variable)| of == group as u32 && variable != NO_VARIABLE);
        of_group.map(|(_, &variable)| (variable, value)).collect()
    }

    /// Adds one row: the share of the first group of rows, less that of the column with which it costs nothing, is the
    /// share of the pair with the other column, less that of the opposite pair.
    fn add_square(&mut self, program: &mut Program, variables: &[u32]) {
        let near = usize::from(self.cost(0, 0) != 0 || self.cost(1, 1) != 0);
        let costs = [self.cost(0, 1 - near), self.cost(1, near)];
        if costs == [0, 0] {
            return;
        }
        let mut entries = self.entries(0, 0, variables, 1.0);
        entries.extend(self.entries(1, near, variables, -1.0));
        self.shares = vec![Share::Zero; 4];
        for (row, (cost, value)) in costs.into_iter().zip([-1.0, 1.0]).enumerate() {
            let far = if row == 0 { 1 - near } else { near };
            let rest = if cost == FORBIDDEN {
                Share::Whole(0)
            } else {
                let pair = program.add_column(cost as f64);
                entries.push((pair, value));
                self.shares[2 * row + far] = Share::Variable(pair);
                Share::Rest(pair)
            };
            self.shares[2 * row + 1 - far] = rest;
        }
        let row = program.add_row(&entries, 0.0, false);
        self.offsets[near] = Offset::Dual(row);
    }

    /// Adds a row for each group: its share is the sum of the shares of its pairs. A pair that is the only one of its
    /// row or column has the share of that group, and needs no variable. One row follows from all others.
    fn add_general(&mut self, program: &mut Program, variables: &[u32]) {
        let [rows, columns] = self.counts;
        let single_rows: Vec<bool> = (0..rows).map(|row| self.only_column(row).is_some()).collect();
        let single_columns: Vec<bool> = (0..columns)
            .map(|column| self.only_row(column).is_some_and(|row| !single_rows[row]))
            .collect();
        let mut of_rows: Vec<Vec<(u32, f64)>> =
            (0..rows).map(|row| self.entries(0, row, variables, -1.0)).collect();
        let mut of_columns: Vec<Vec<(u32, f64)>> =
            (0..columns).map(|column| self.entries(1, column, variables, -1.0)).collect();
        for row in 0..rows {
            for column in 0..columns {
                let cost = self.cost(row, column);
                let share = if cost == FORBIDDEN {
                    Share::Zero
                } else if single_rows[row] {
                    of_columns[column].extend(self.entries(0, row, variables, 1.0));
                    Share::Whole(0)
                } else if single_columns[column] {
                    of_rows[row].extend(self.entries(1, column, variables, 1.0));
                    Share::Whole(1)
                } else {
                    let pair = program.add_column(cost as f64);
                    of_rows[row].push((pair, 1.0));
                    of_columns[column].push((pair, 1.0));
                    Share::Variable(pair)
                };
                self.shares.push(share);
            }
        }
        let mut row_of = vec![u32::MAX; rows];
        for row in (0..rows).filter(|&row| !single_rows[row]) {
            row_of[row] = program.add_row(&of_rows[row], 0.0, false);
        }
        let mut kept = (0..columns).filter(|&column| !single_columns[column]).peekable();
        while let Some(column) = kept.next() {
            if kept.peek().is_some() {
                let row = program.add_row(&of_columns[column], 0.0, false);
                self.offsets[column] = Offset::Dual(row);
            }
        }
        for column in (0..columns).filter(|&column| single_columns[column]) {
            if let Some(row) = self.only_row(column) {
                self.offsets[column] = Offset::Rest(row * columns + column, row_of[row]);
            }
        }
    }

    /// Returns the pairs of groups that links may join.
    pub(super) fn related(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let pairs = 0..self.shares.len();
        // The groups of a square are complements of each other.
        let pairs = pairs.filter(|&at| self.counts != [2, 2] || at == 0);
        pairs.map(|at| [at / self.counts[1], at % self.counts[1]])
    }

    /// Returns for which labels a group holds.
    pub(super) fn members(&self, side: usize, group: usize) -> Vec<bool> {
        self.groups[side].iter().map(|&of| of == group as u32).collect()
    }

    /// Returns the share of labels of which one only is in its group.
    pub(super) fn difference(&self, groups: [usize; 2], variables: &[u32]) -> Vec<(u32, f64)> {
        let [row, column] = groups;
        let mut entries = self.entries(0, row, variables, 1.0);
        entries.extend(self.entries(1, column, variables, 1.0));
        match self.shares[row * self.counts[1] + column] {
            Share::Zero => {}
            Share::Variable(pair) => entries.push((pair, -2.0)),
            Share::Whole(side) => entries.extend(self.entries(side, groups[side], variables, -2.0)),
            Share::Rest(pair) => {
                entries.extend(self.entries(0, row, variables, -2.0));
                entries.push((pair, 2.0));
            }
        }
        entries
    }

    /// Moves cost from the pairs of groups that violate a link. The program takes a part of it from the labels of the two
    /// groups, so their offsets change, too.
    pub(super) fn charge(&self, charged: &mut ChargedCosts, charge: &EdgeCharge, amount: i64) {
        let costs = charged.costs.iter_mut().enumerate();
        for (at, cost) in costs.filter(|(_, cost)| **cost != FORBIDDEN) {
            let holds =
                [at / self.counts[1] == charge.groups[0], at % self.counts[1] == charge.groups[1]];
            if (holds[0] != holds[1]) != charge.differs {
                *cost -= amount;
            }
        }
        let shift = if charge.differs { amount } else { -amount };
        for (shifts, group) in charged.shifts.iter_mut().zip(charge.groups) {
            shifts[group] += shift;
        }
    }

    /// Returns the costs of pairs of groups.
    pub(super) fn uncharged(&self) -> ChargedCosts {
        let shifts = self.counts.map(|count| vec![0; count]);
        ChargedCosts { costs: self.costs.clone(), shifts }
    }

    /// Writes the offsets of the edge: those of columns from the duals, and the greatest ones of rows that these permit.
    /// Only the changes to the offsets that the program starts at are written, each with its place. A constant for all rows
    /// or columns does not matter, so the largest group has no change.
    pub(super) fn write(
        &self,
        charged: &ChargedCosts,
        duals: &[f64],
        big: i64,
        changes: &mut Vec<(u32, i64)>,
    ) {
        let ChargedCosts { costs, shifts } = charged;
        let [rows, columns] = self.counts;
        let own = self.offsets.iter().zip(&shifts[1]).map(|(offset, shift)| match *offset {
            Offset::Zero => *shift,
            Offset::Dual(row) => rounded(duals[row as usize], big) + shift,
            Offset::Rest(pair, row) => {
                costs[pair] - rounded(duals[row as usize], big) - shifts[0][pair / columns]
            }
        });
        let first: Vec<i64> = own.collect();
        let of_rows: Vec<i64> = (0..rows)
            .map(|row| {
                least(costs, first.iter().enumerate().map(|(at, &it)| (row * columns + at, it)))
            })
            .collect();
        let of_columns = (0..columns)
            .map(|column| {
                let pairs = of_rows.iter().enumerate();
                least(costs, pairs.map(|(row, &offset)| (row * columns + column, offset)))
            })
            .collect();
        for (side, of_groups) in [of_rows, of_columns].iter().enumerate() {
            let of_largest = of_groups.get(self.largest[side]).copied().unwrap_or(0);
            for (label, &group) in self.groups[side].iter().enumerate() {
                let change = of_groups.get(group as usize).map_or(0, |of| of - of_largest);
                if change != 0 {
                    changes.push(((self.places[side] + label) as u32, change));
                }
            }
        }
    }

    /// Writes the offsets that the program starts at.
    pub(super) fn write_first(&self, offsets: &mut [i64]) {
        for (&place, moved) in self.places.iter().zip(&self.moved) {
            offsets[place..place + moved.len()].copy_from_slice(moved);
        }
    }
}
