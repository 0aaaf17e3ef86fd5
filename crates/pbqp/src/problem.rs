//! What is to be solved: variables with a cost for each label, and edges with a cost for each pair of labels.

use rustc_hash::FxHashMap;
use std::fmt;

/// The cost of what may not be. It stays what it is whatever is added.
pub const FORBIDDEN: u64 = u64::MAX;

/// The largest finite costs of all variables and edges stay below this in sum, so that no sum wraps.
pub const MAX_TOTAL: u64 = 1 << 60;

/// A variable of a [`Problem`], numbered from 0 as they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub(super) u32);

impl Var {
    /// Its place in the order of the variables, and in a list of labels.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a variable or an edge was not taken. The problem is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemError {
    /// A variable needs a label at least.
    NoLabels,
    /// There are 2^32 variables already, or 2^32 labels of one.
    TooMany,
    /// A variable of another problem.
    UnknownVariable(Var),
    /// An edge from a variable to itself.
    Loop(Var),
    /// An edge has another number of costs than there are pairs of labels.
    Shape {
        /// How many there are.
        given: usize,
        /// How many pairs of labels there are.
        pairs: usize,
    },
    /// The largest costs reach [`MAX_TOTAL`] in sum.
    TooLarge,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemError::NoLabels => f.write_str("a variable without labels"),
            ProblemError::TooMany => f.write_str("more than 2^32 variables or labels"),
            ProblemError::UnknownVariable(var) => write!(f, "there is no variable {}", var.0),
            ProblemError::Loop(var) => write!(f, "an edge joins variable {} to itself", var.0),
            ProblemError::Shape { given, pairs } => {
                write!(f, "{given} costs for {pairs} pairs of labels")
            }
            ProblemError::TooLarge => f.write_str("the costs reach 2^60 in sum"),
        }
    }
}

impl std::error::Error for ProblemError {}

/// Costs of pairs of labels of two variables.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// The smaller variable, whose labels are the rows.
    pub(super) first: Var,
    /// The larger variable, whose labels are the columns.
    pub(super) second: Var,
    /// Row-major.
    pub(super) costs: Vec<u64>,
}

/// Variables, each to take one of its labels, so that the costs of all variables and edges are least in sum.
///
/// The order of the variables matters for speed: where one depends on another, add it later, and soon.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub(super) costs: Vec<Vec<u64>>,
    pub(super) edges: Vec<Edge>,
    places: FxHashMap<(Var, Var), usize>,
    total: u64,
}

impl Problem {
    /// A problem without variables.
    pub fn new() -> Problem {
        Problem::default()
    }

    /// Adds a variable with the cost of each of its labels.
    ///
    /// # Errors
    /// No labels, too many, or costs that are too large.
    pub fn add_variable(&mut self, costs: Vec<u64>) -> Result<Var, ProblemError> {
        if costs.is_empty() {
            return Err(ProblemError::NoLabels);
        }
        u32::try_from(costs.len()).map_err(|_| ProblemError::TooMany)?;
        let var = u32::try_from(self.costs.len()).map_err(|_| ProblemError::TooMany)?;
        self.total = self.with_largest(&costs)?;
        self.costs.push(costs);
        Ok(Var(var))
    }

    /// Adds a cost for each pair of labels, row-major: the rows are the labels of `a`. Edges between the same two
    /// variables add up.
    ///
    /// # Errors
    /// Variables that are not of this problem or the same, costs that are not as many as pairs, or too large.
    pub fn add_edge(&mut self, a: Var, b: Var, costs: Vec<u64>) -> Result<(), ProblemError> {
        let pairs = self.labels(a)?.saturating_mul(self.labels(b)?);
        if a == b {
            return Err(ProblemError::Loop(a));
        }
        if costs.len() != pairs {
            return Err(ProblemError::Shape { given: costs.len(), pairs });
        }
        self.total = self.with_largest(&costs)?;
        let costs = if a < b { costs } else { transposed(&costs, self.costs[b.index()].len()) };
        let (first, second) = (a.min(b), a.max(b));
        let place = *self.places.entry((first, second)).or_insert(self.edges.len());
        match self.edges.get_mut(place) {
            Some(edge) => add(&mut edge.costs, &costs),
            None => self.edges.push(Edge { first, second, costs }),
        }
        Ok(())
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Whether there is nothing to solve.
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// What these labels cost, one for each variable; [`FORBIDDEN`] if one of them or a pair is. `None` if they are
    /// not labels of this problem's variables.
    pub fn cost(&self, labels: &[u32]) -> Option<u64> {
        if labels.len() != self.len() {
            return None;
        }
        let mut sum = 0u64;
        for (costs, &label) in self.costs.iter().zip(labels) {
            sum = sum.saturating_add(*costs.get(label as usize)?);
        }
        for edge in &self.edges {
            let row = labels[edge.first.index()] as usize;
            let columns = self.costs[edge.second.index()].len();
            let column = labels[edge.second.index()] as usize;
            sum = sum.saturating_add(edge.costs[row * columns + column]);
        }
        Some(sum)
    }

    fn labels(&self, var: Var) -> Result<usize, ProblemError> {
        self.costs.get(var.index()).map(Vec::len).ok_or(ProblemError::UnknownVariable(var))
    }

    fn with_largest(&self, costs: &[u64]) -> Result<u64, ProblemError> {
        let largest = costs.iter().copied().filter(|&cost| cost != FORBIDDEN).max().unwrap_or(0);
        let total = self.total.checked_add(largest).filter(|&total| total < MAX_TOTAL);
        total.ok_or(ProblemError::TooLarge)
    }
}

/// The table with rows and columns exchanged; `rows` is that of the result's columns.
pub(super) fn transposed(costs: &[u64], columns: usize) -> Vec<u64> {
    let rows = costs.len() / columns;
    let place = |at: usize| (at % rows) * columns + at / rows;
    (0..costs.len()).map(|at| costs[place(at)]).collect()
}

/// Adds costs to costs.
pub(super) fn add(to: &mut [u64], costs: &[u64]) {
    for (to, cost) in to.iter_mut().zip(costs) {
        *to = to.saturating_add(*cost);
    }
}
