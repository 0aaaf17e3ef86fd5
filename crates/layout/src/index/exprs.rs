//! The store of expressions, which holds each sum and each atom once, with its strided interval.

use super::expr::{Atom, AtomKind, Expr, LinearSum, Predicate};
use crate::domain::{Algebra, Range, StridedDomain, StridedInterval};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A store of expressions, each held once, and of the predicates on them.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    sums: IndexSet<LinearSum, FxBuildHasher>,
    sum_intervals: Vec<StridedInterval>,
    atoms: IndexSet<AtomKind, FxBuildHasher>,
    atom_intervals: Vec<StridedInterval>,
    pub(super) predicates: IndexSet<Predicate, FxBuildHasher>,
    /// A cache of the results of `digit`, which the search for digits to join calls repeatedly.
    pub(super) digits: FxHashMap<AtomKind, Expr>,
    /// The depth of nested searches for digits to join.
    pub(super) depth: u32,
    /// The depth of nested digits.
    pub(super) digit_depth: u32,
    /// The number of proof variables so far.
    fresh: u32,
}

/// The number of the first proof variable. Components of an index have lower numbers.
pub(super) const FIRST_FRESH: u32 = 1 << 31;

impl Exprs {
    /// Returns an empty store.
    pub fn new() -> Exprs {
        Exprs::default()
    }

    /// Returns the expression of a constant.
    pub fn constant(&mut self, value: i64) -> Expr {
        self.sum(value, &[])
    }

    /// Returns component `number` of the index, which ranges from 0 to below `length`. A length below 1 counts as 1. A
    /// component of length 1 is the constant 0.
    pub fn var(&mut self, number: u32, length: i64) -> Expr {
        self.var_within(number, Range { low: 0, high: length.max(1) - 1 })
    }

    /// Returns component `number` of the index, which has this range. A component of one value is a constant.
    pub fn var_within(&mut self, number: u32, range: Range) -> Expr {
        debug_assert!(number < FIRST_FRESH, "greater numbers are those of fresh variables");
        self.var_in(number, range)
    }

    fn var_in(&mut self, number: u32, range: Range) -> Expr {
        if range.low == range.high {
            return self.constant(range.low);
        }
        let atom = self.atom(AtomKind::Var { number, range });
        self.of_atom(atom)
    }

    /// Returns a new variable, which is in no expression yet.
    pub(super) fn fresh_var(&mut self, length: i64) -> Expr {
        let number = FIRST_FRESH + self.fresh;
        self.fresh += 1;
        self.var_in(number, Range { low: 0, high: length.max(1) - 1 })
    }

    /// Returns the constant and the terms of an expression; `None` if it is [`Expr::OVERFLOW`].
    pub fn kind(&self, expr: Expr) -> Option<&LinearSum> {
        self.sums.get_index(expr.0 as usize)
    }

    /// Returns the kind of an atom of this store.
    pub fn atom_kind(&self, atom: Atom) -> &AtomKind {
        &self.atoms[atom.0 as usize]
    }

    /// Returns all predicates that ranges do not prove, in order, each once. An index inside its lengths is valid if
    /// all of them hold.
    pub fn predicates(&self) -> impl ExactSizeIterator<Item = Predicate> {
        self.predicates.iter().copied()
    }

    /// Removes and returns the predicates.
    pub fn take_predicates(&mut self) -> Vec<Predicate> {
        std::mem::take(&mut self.predicates).into_iter().collect()
    }

    /// Returns the atom that an expression consists of; `None` if it is not a single atom.
    pub(super) fn as_atom(&self, expr: Expr) -> Option<Atom> {
        let sum = self.kind(expr)?;
        match *sum.terms {
            [(atom, 1)] if sum.constant == 0 => Some(atom),
            _ => None,
        }
    }

    /// Returns the value of a constant expression; `None` if it has terms.
    pub fn as_constant(&self, expr: Expr) -> Option<i64> {
        self.kind(expr).filter(|sum| sum.terms.is_empty()).map(|sum| sum.constant)
    }

    /// Returns the expression of an atom of this store.
    pub fn of_atom(&mut self, atom: Atom) -> Expr {
        self.keep(LinearSum { constant: 0, terms: Box::new([(atom, 1)]) })
    }

    pub(super) fn expr_of_kind(&mut self, kind: AtomKind) -> Expr {
        let atom = self.atom(kind);
        self.of_atom(atom)
    }

    /// Stores a sum in normal form. A sum whose interval does not fit 128 bits yields [`Expr::OVERFLOW`].
    pub(super) fn keep(&mut self, sum: LinearSum) -> Expr {
        if let Some(place) = self.sums.get_index_of(&sum) {
            return Expr(id(place));
        }
        let Some(interval) = self.interval_of_sum(&sum) else {
            return Expr::OVERFLOW;
        };
        self.sum_intervals.push(interval);
        Expr(id(self.sums.insert_full(sum).0))
    }

    /// Stores an atom in normal form. Its expressions must not be [`Expr::OVERFLOW`].
    fn atom(&mut self, kind: AtomKind) -> Atom {
        if let Some(place) = self.atoms.get_index_of(&kind) {
            return Atom(id(place));
        }
        let interval = self.interval_of_kind(&kind);
        self.atom_intervals.push(interval);
        Atom(id(self.atoms.insert_full(kind).0))
    }

    /// Returns the interval of a sum of atoms; `None` if a bound overflows 128 bits.
    pub(super) fn interval_of_sum(&self, sum: &LinearSum) -> Option<StridedInterval> {
        let terms = sum.terms.iter();
        let terms = terms.map(|&(atom, factor)| (factor.into(), self.interval_of_atom(atom)));
        StridedInterval::linear(sum.constant.into(), terms)
    }

    fn interval_of_kind(&self, kind: &AtomKind) -> StridedInterval {
        match kind {
            AtomKind::Var { range, .. } => interval(*range),
            AtomKind::Digit { value, divisor, modulus } => {
                let quotient = self.interval(*value).quotient((*divisor).into());
                modulus.map_or(quotient, |modulus| quotient.remainder(modulus.into()))
            }
            AtomKind::Xor(parts) => parts
                .iter()
                .map(|&part| self.interval(part))
                .reduce(StridedInterval::xor)
                .expect("an exclusive or has two parts or more"),
            AtomKind::Lookup { index, table } => {
                StridedDomain::default().lookup(&self.interval(*index), table)
            }
            // If the two intervals are disjoint, no index is valid, and each of them is a correct bound.
            AtomKind::Guard { value, range } => {
                let range = interval(*range);
                self.interval(*value).meet(range).unwrap_or(range)
            }
        }
    }

    /// Returns the bounds and the congruence of the value at every valid index. The bounds may be far beyond 64 bits.
    /// For [`Expr::OVERFLOW`] the interval has every integer.
    pub fn interval(&self, expr: Expr) -> StridedInterval {
        self.sum_intervals.get(expr.0 as usize).copied().unwrap_or(StridedInterval::UNKNOWN)
    }

    pub(super) fn interval_of_atom(&self, atom: Atom) -> StridedInterval {
        self.atom_intervals[atom.0 as usize]
    }
}

fn interval(range: Range) -> StridedInterval {
    StridedInterval::range(range.low.into(), range.high.into())
}

fn id(place: usize) -> u32 {
    u32::try_from(place).expect("memory holds fewer than 2^32 expressions")
}
