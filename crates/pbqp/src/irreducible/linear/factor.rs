//! The factors of a basis matrix: a sparse LU decomposition, and one elementary matrix for each pivot since (the product
//! form of the inverse).
//!
//! The basis has one column for each row. A column is numbered by the row on which it has its pivot.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A column of the basis: its rows with their values.
pub(super) type SparseColumn = Vec<(u32, f64)>;

/// Smaller values are zero.
const NEGLIGIBLE: f64 = 1e-12;

/// A pivot of the nucleus is at least this part of the largest value of its column.
const THRESHOLD: f64 = 0.1;

/// The least pivot of a column that is independent of the columns before it.
const LEAST_PIVOT: f64 = 1e-9;

/// A step of the elimination.
#[derive(Clone, Debug, Default)]
struct Pivot {
    row: u32,
    value: f64,
    /// The entries of the column below the pivot, divided by it.
    lower: SparseColumn,
    /// The entries of the column on rows of earlier pivots.
    upper: SparseColumn,
}

/// Elementary matrices in the order in which a solve applies them: each divides the value of a row, and subtracts multiples
/// of the result from other rows.
#[derive(Clone, Debug, Default)]
struct Eliminations {
    rows: Vec<u32>,
    values: Vec<f64>,
    /// The end of the entries of each matrix.
    ends: Vec<usize>,
    entries: SparseColumn,
}

/// The factors of a basis matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors {
    rows: usize,
    /// The lower and the upper factor, and the transposed ones.
    lower: Eliminations,
    upper: Eliminations,
    transposed_upper: Eliminations,
    transposed_lower: Eliminations,
    updates: Eliminations,
    /// The number of entries of the decomposition.
    entries: usize,
}

impl Eliminations {
    /// Adds a matrix, unless it changes nothing.
    fn push(&mut self, row: u32, value: f64, entries: impl IntoIterator<Item = (u32, f64)>) {
        let before = self.entries.len();
        self.entries.extend(entries);
        if value != 1.0 || self.entries.len() > before {
            self.rows.push(row);
            self.values.push(value);
            self.ends.push(self.entries.len());
        }
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    /// Applies all matrices. Returns the number of values that it visits.
    fn apply(&self, values: &mut [f64]) -> usize {
        let mut work = self.len();
        let mut start = 0;
        for ((&row, &pivot), &end) in self.rows.iter().zip(&self.values).zip(&self.ends) {
            let value = values[row as usize];
            if value != 0.0 {
                let value = value / pivot;
                values[row as usize] = value;
                for &(row, entry) in &self.entries[start..end] {
                    values[row as usize] -= entry * value;
                }
                work += end - start;
            }
            start = end;
        }
        work
    }

    /// Applies all transposed matrices, the last one first. Returns the number of values that it visits.
    fn apply_transposed(&self, values: &mut [f64]) -> usize {
        for (at, (&row, &pivot)) in self.rows.iter().zip(&self.values).enumerate().rev() {
            let start = if at == 0 { 0 } else { self.ends[at - 1] };
            let entries = self.entries[start..self.ends[at]].iter();
            let product: f64 = entries.map(|&(row, entry)| entry * values[row as usize]).sum();
            values[row as usize] = (values[row as usize] - product) / pivot;
        }
        self.len() + self.entries.len()
    }
}

/// Returns the entries of pivots by row, each with the row of its pivot, and the first entry of each row and the end.
fn by_row(
    pivots: &[Pivot],
    entries: impl Fn(&Pivot) -> &SparseColumn,
) -> (Vec<usize>, SparseColumn) {
    let mut starts = vec![0; pivots.len() + 1];
    for &(row, _) in pivots.iter().flat_map(&entries) {
        starts[row as usize + 1] += 1;
    }
    for row in 0..pivots.len() {
        starts[row + 1] += starts[row];
    }
    let mut next = starts.clone();
    let mut transposed = vec![(0, 0.0); starts[pivots.len()]];
    for pivot in pivots {
        for &(row, value) in entries(pivot) {
            transposed[next[row as usize]] = (pivot.row, value);
            next[row as usize] += 1;
        }
    }
    (starts, transposed)
}

impl Factors {
    /// Factorizes the matrix of these columns, and sets the pivot row of each. Returns `None` if a column depends on
    /// others.
    pub(super) fn new(columns: &[SparseColumn], pivot_rows: &mut [u32]) -> Option<Factors> {
        let mut pivots = Vec::with_capacity(columns.len());
        let mut elimination = Elimination::new(columns);
        let order = elimination.order(columns);
        for (column, row) in order {
            let row = elimination.eliminate(&mut pivots, &columns[column as usize], row)?;
            pivot_rows[column as usize] = row;
        }
        Some(Factors::of_pivots(&pivots))
    }

    fn of_pivots(pivots: &[Pivot]) -> Factors {
        let mut factors = Factors { rows: pivots.len(), ..Factors::default() };
        let (lower_starts, lower) = by_row(pivots, |pivot| &pivot.lower);
        let (upper_starts, upper) = by_row(pivots, |pivot| &pivot.upper);
        for pivot in pivots {
            let &Pivot { row, value, lower: ref below, .. } = pivot;
            let of_row = upper_starts[row as usize]..upper_starts[row as usize + 1];
            factors.lower.push(row, 1.0, below.iter().copied());
            factors.transposed_upper.push(row, value, upper[of_row].iter().copied());
        }
        for pivot in pivots.iter().rev() {
            let &Pivot { row, value, upper: ref above, .. } = pivot;
            let of_row = lower_starts[row as usize]..lower_starts[row as usize + 1];
            factors.upper.push(row, value, above.iter().copied());
            factors.transposed_lower.push(row, 1.0, lower[of_row].iter().copied());
        }
        factors.entries = pivots.len() + lower.len() + upper.len();
        factors
    }

    /// Returns the number of pivots since the decomposition.
    pub(super) fn updates(&self) -> usize {
        self.updates.len()
    }

    /// Returns `true` if solves visit so many elementary matrices that a new decomposition is cheaper.
    pub(super) fn is_long(&self) -> bool {
        self.updates.entries.len() > 2 * (self.rows + self.entries)
    }

    /// Returns the number of values that a decomposition visits, about.
    pub(super) fn work(&self) -> usize {
        4 * (self.rows + self.entries)
    }

    /// Replaces the column with its pivot on a row. `column` is the new column, solved by the factors so far.
    pub(super) fn replace(&mut self, row: usize, column: &[f64]) {
        let others = column.iter().enumerate();
        let others = others.filter(|&(at, value)| at != row && value.abs() > NEGLIGIBLE);
        self.updates.push(row as u32, column[row], others.map(|(at, &value)| (at as u32, value)));
    }

    /// Solves the basis for a right-hand side, in place: then each row has the value of its column. Returns the number of
    /// values that it visits.
    pub(super) fn solve(&self, values: &mut [f64]) -> usize {
        self.lower.apply(values) + self.upper.apply(values) + self.updates.apply(values)
    }

    /// Solves the transposed basis for a right-hand side, in place. Returns the number of values that it visits.
    pub(super) fn solve_transposed(&self, values: &mut [f64]) -> usize {
        self.updates.apply_transposed(values)
            + self.transposed_upper.apply(values)
            + self.transposed_lower.apply(values)
    }
}

/// The state of a decomposition.
struct Elimination {
    /// The number of columns without a pivot that have an entry on each row.
    counts: Vec<u32>,
    /// The number of the pivot on each row; `u32::MAX` if there is none yet.
    pivot_of: Vec<u32>,
    values: Vec<f64>,
    is_present: Vec<bool>,
}

impl Elimination {
    fn new(columns: &[SparseColumn]) -> Elimination {
        let mut counts = vec![0; columns.len()];
        for &(row, _) in columns.iter().flatten() {
            counts[row as usize] += 1;
        }
        Elimination {
            counts,
            pivot_of: vec![u32::MAX; columns.len()],
            values: vec![0.0; columns.len()],
            is_present: vec![false; columns.len()],
        }
    }

    /// Returns an order of the columns, with the pivot rows that are known: columns with one entry on the remaining rows
    /// come first, then rows with one remaining column, then all others.
    fn order(&mut self, columns: &[SparseColumn]) -> Vec<(u32, Option<u32>)> {
        let count = columns.len();
        let mut by_row: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (at, column) in columns.iter().enumerate() {
            column.iter().for_each(|&(row, _)| by_row[row as usize].push(at as u32));
        }
        let mut left: Vec<u32> = columns.iter().map(|column| column.len() as u32).collect();
        let mut is_done = vec![false; count];
        let mut has_pivot = vec![false; count];
        let mut order = Vec::with_capacity(count);
        let mut queue: Vec<u32> = (0..count as u32).filter(|&at| left[at as usize] == 1).collect();
        while let Some(column) = queue.pop() {
            if is_done[column as usize] || left[column as usize] != 1 {
                continue;
            }
            let mut entries = columns[column as usize].iter();
            let Some(&(row, _)) = entries.find(|&&(row, _)| !has_pivot[row as usize]) else {
                continue;
            };
            is_done[column as usize] = true;
            has_pivot[row as usize] = true;
            order.push((column, Some(row)));
            for &other in &by_row[row as usize] {
                left[other as usize] -= 1;
                if left[other as usize] == 1 {
                    queue.push(other);
                }
            }
        }
        for &(column, _) in &order {
            columns[column as usize].iter().for_each(|&(row, _)| self.counts[row as usize] -= 1);
        }
        let rows = 0..count as u32;
        let mut queue: Vec<u32> = rows.filter(|&row| self.counts[row as usize] == 1).collect();
        while let Some(row) = queue.pop() {
            if has_pivot[row as usize] || self.counts[row as usize] != 1 {
                continue;
            }
            let mut of_row = by_row[row as usize].iter();
            let Some(&column) = of_row.find(|&&column| !is_done[column as usize]) else { continue };
            is_done[column as usize] = true;
            has_pivot[row as usize] = true;
            order.push((column, Some(row)));
            for &(row, _) in &columns[column as usize] {
                self.counts[row as usize] -= 1;
                if self.counts[row as usize] == 1 {
                    queue.push(row);
                }
            }
        }
        let mut rest: Vec<u32> =
            (0..count as u32).filter(|&column| !is_done[column as usize]).collect();
        rest.sort_by_key(|&column| left[column as usize]);
        order.extend(rest.into_iter().map(|column| (column, None)));
        order
    }

    /// Eliminates the earlier pivots from a column, and adds its pivot. Returns the row of the pivot.
    fn eliminate(
        &mut self,
        pivots: &mut Vec<Pivot>,
        column: &[(u32, f64)],
        row: Option<u32>,
    ) -> Option<u32> {
        let mut touched = Vec::with_capacity(column.len());
        let mut queue = BinaryHeap::new();
        for &(row, value) in column {
            self.add(row, value, &mut touched, &mut queue);
        }
        while let Some(Reverse(at)) = queue.pop() {
            let pivot = &pivots[at as usize];
            let value = self.values[pivot.row as usize];
            for &(row, factor) in &pivot.lower {
                self.add(row, -factor * value, &mut touched, &mut queue);
            }
        }
        let chosen = self.choose(&touched, row);
        let value = chosen.map_or(0.0, |row| self.values[row as usize]);
        let mut pivot = Pivot { row: chosen.unwrap_or(0), value, ..Pivot::default() };
        for &row in &touched {
            let entry = std::mem::take(&mut self.values[row as usize]);
            self.is_present[row as usize] = false;
            if entry.abs() <= NEGLIGIBLE || Some(row) == chosen {
                continue;
            }
            if self.pivot_of[row as usize] == u32::MAX {
                pivot.lower.push((row, entry / value));
            } else {
                pivot.upper.push((row, entry));
            }
        }
        let row = chosen?;
        self.pivot_of[row as usize] = pivots.len() as u32;
        pivots.push(pivot);
        Some(row)
    }

    fn add(
        &mut self,
        row: u32,
        value: f64,
        touched: &mut Vec<u32>,
        queue: &mut BinaryHeap<Reverse<u32>>,
    ) {
        let at = row as usize;
        if !std::mem::replace(&mut self.is_present[at], true) {
            touched.push(row);
            if self.pivot_of[at] != u32::MAX {
                queue.push(Reverse(self.pivot_of[at]));
            }
        }
        self.values[at] += value;
    }

    /// Returns the row of the pivot: the given one, or that with the fewest columns among the large values.
    fn choose(&self, touched: &[u32], row: Option<u32>) -> Option<u32> {
        let free = touched.iter().copied().filter(|&row| self.pivot_of[row as usize] == u32::MAX);
        let size = |row: u32| self.values[row as usize].abs();
        let largest = free.clone().map(size).fold(0.0, f64::max);
        let least = LEAST_PIVOT.max(largest * THRESHOLD);
        let row = row.filter(|&row| size(row) >= LEAST_PIVOT);
        row.or_else(|| {
            let large = free.filter(|&row| size(row) >= least);
            large.min_by_key(|&row| (self.counts[row as usize], row))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Random;

    /// Checks the solutions of random sparse systems after some replaced columns.
    #[test]
    fn solutions_satisfy_their_systems() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let count = 1 + random.below(30) as usize;
            let mut columns: Vec<SparseColumn> =
                (0..count).map(|at| column(&mut random, count, at)).collect();
            let mut rows = vec![0; count];
            let Some(mut factors) = Factors::new(&columns, &mut rows) else { continue };
            for _ in 0..5 {
                check(&factors, &columns, &rows, &mut random);
                let at = random.below(count as u64) as usize;
                let new = column(&mut random, count, at);
                let mut solved = dense(&new, count);
                factors.solve(&mut solved);
                let row = rows[at] as usize;
                if solved[row].abs() > 0.01 {
                    factors.replace(row, &solved);
                    columns[at] = new;
                }
            }
        }
    }

    fn column(random: &mut Random, count: usize, at: usize) -> SparseColumn {
        let mut column = vec![(at as u32, 1.0 + random.below(3) as f64)];
        for _ in 0..random.below(3) {
            let row = random.below(count as u64) as u32;
            if column.iter().all(|&(other, _)| other != row) {
                column.push((row, random.below(5) as f64 - 2.5));
            }
        }
        column
    }

    fn dense(column: &[(u32, f64)], count: usize) -> Vec<f64> {
        let mut values = vec![0.0; count];
        column.iter().for_each(|&(row, value)| values[row as usize] = value);
        values
    }

    fn check(factors: &Factors, columns: &[SparseColumn], rows: &[u32], random: &mut Random) {
        let count = columns.len();
        let right: Vec<f64> = (0..count).map(|_| random.below(9) as f64 - 4.0).collect();
        let mut solved = right.clone();
        factors.solve(&mut solved);
        let mut product = vec![0.0; count];
        for (column, &row) in columns.iter().zip(rows) {
            column
                .iter()
                .for_each(|&(at, value)| product[at as usize] += value * solved[row as usize]);
        }
        let mut transposed = vec![0.0; count];
        rows.iter().zip(&right).for_each(|(&row, &value)| transposed[row as usize] = value);
        factors.solve_transposed(&mut transposed);
        let scale = solved.iter().chain(&transposed).fold(1.0, |most: f64, it| most.max(it.abs()));
        for (at, column) in columns.iter().enumerate() {
            assert!((product[at] - right[at]).abs() < 1e-6 * scale, "{product:?} {right:?}");
            let sum: f64 = column.iter().map(|&(at, value)| value * transposed[at as usize]).sum();
            assert!((sum - right[at]).abs() < 1e-6 * scale, "{transposed:?} {right:?}");
        }
    }
}
