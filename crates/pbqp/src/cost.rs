//! Costs, and matrices of them.

/// A cost, in any unit that is the same for all costs of a problem. `assign-layouts` uses fractions of bytes.
pub type Cost = u64;

/// The cost of a label, or of a pair of labels, that is not allowed. Additions saturate at it.
pub const FORBIDDEN: Cost = Cost::MAX;

/// The exclusive limit of the sum of the largest finite costs of all nodes and edges, so that no sum overflows.
pub const MAX_TOTAL: Cost = 1 << 60;

/// The costs of the pairs of labels of two nodes. The rows are the labels of the first node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matrix {
    columns: usize,
    /// The costs, row-major.
    costs: Vec<Cost>,
}

impl Matrix {
    /// Returns the matrix of these costs, row-major. `columns` is at least 1.
    pub(crate) fn new(columns: usize, costs: Vec<Cost>) -> Matrix {
        debug_assert_eq!(costs.len() % columns, 0);
        Matrix { columns, costs }
    }

    /// Returns the matrix with the same cost everywhere.
    pub(crate) fn filled(rows: usize, columns: usize, cost: Cost) -> Matrix {
        Matrix::new(columns, vec![cost; rows * columns])
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.costs.len() / self.columns
    }

    /// Returns the number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Returns all costs, row-major.
    pub(crate) fn costs(&self) -> &[Cost] {
        &self.costs
    }

    /// Returns the cost of one pair.
    pub(crate) fn get(&self, row: usize, column: usize) -> Cost {
        self.costs[row * self.columns + column]
    }

    /// Returns the costs of one row.
    pub(crate) fn row(&self, row: usize) -> &[Cost] {
        &self.costs[row * self.columns..][..self.columns]
    }

    /// Returns all rows.
    pub(crate) fn all_rows(&self) -> impl Iterator<Item = &[Cost]> {
        self.costs.chunks_exact(self.columns)
    }

    /// Returns all rows, mutably.
    pub(crate) fn all_rows_mut(&mut self) -> impl Iterator<Item = &mut [Cost]> {
        self.costs.chunks_exact_mut(self.columns)
    }

    /// Returns the matrix with rows and columns exchanged.
    pub(crate) fn transposed(&self) -> Matrix {
        let rows = self.rows();
        Matrix::new(
            rows,
            (0..self.costs.len())
                .map(|place| self.costs[(place % rows) * self.columns + place / rows])
                .collect(),
        )
    }

    /// Adds a matrix of the same shape.
    pub(crate) fn add(&mut self, other: &Matrix) {
        add(&mut self.costs, &other.costs);
    }
}

/// Returns the costs of all pairs of two lists, row-major: 0 for an allowed pair, [`FORBIDDEN`] for any other.
pub fn allowed_pairs<A, B>(
    rows: &[A],
    columns: &[B],
    is_allowed: impl Fn(&A, &B) -> bool,
) -> Vec<Cost> {
    let pairs = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
    pairs.map(|(row, column)| if is_allowed(row, column) { 0 } else { FORBIDDEN }).collect()
}

/// Adds costs elementwise. A forbidden cost stays forbidden.
pub(crate) fn add(to: &mut [Cost], costs: &[Cost]) {
    for (to, cost) in to.iter_mut().zip(costs) {
        *to = to.saturating_add(*cost);
    }
}
