//! Symbolic evaluation: index expressions in a normal form.
//!
//! An expression is a constant plus a sum of factor times [`Atom`]; an atom is a variable, a digit of an expression, an
//! exclusive or, or an expression known to be in a range. Every constructor returns the normal form, so equal
//! expressions have equal [`Expr`]s, and so have many equal functions. The parts, in reading order:
//! - this file: the data, each expression stored once;
//! - `strided_interval`: the range and the remainder of every value;
//! - `sum`: sums, and digits of one value that join again;
//! - `digit`, `xor`, `guard`: the rules of the three other operations;
//! - `query`: evaluation, substitution, affine form;
//! - `aligned`: the proof that neighbours along a dim are neighbours in memory, as vectors need;
//! - `print`: the text of an expression.
//!
//! All rules hold for whole numbers without bound. Stored numbers have 64 bits: a factor that does not fit yields
//! [`Expr::OVERFLOW`], and so does every expression made from it.

mod aligned;
mod digit;
mod guard;
mod print;
mod query;
mod strided_interval;
mod sum;
mod xor;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::domain::{Algebra, Range};
use strided_interval::StridedInterval;

/// An expression of an [`Exprs`]. Within it, equal expressions are equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expr(u32);

impl Expr {
    /// The result of a sum, product or bound beyond 64 bits, and of every expression made from it.
    pub const OVERFLOW: Expr = Expr(u32::MAX);
}

/// An indivisible part of a sum, by its place in its [`Exprs`]. An atom is greater than the atoms inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(u32);

/// The kinds of [`Atom`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// A component of the index, or a variable of a proof; its number says which.
    Var {
        /// Its place in the index.
        number: u32,
        /// All its values.
        range: Range,
    },
    /// `floor(value / divisor)`, modulo `modulus` if that is given.
    Digit {
        /// The dividend.
        value: Expr,
        /// Above 0.
        divisor: i64,
        /// Above 0.
        modulus: Option<i64>,
    },
    /// The bitwise exclusive or of two or more different expressions, least first.
    Xor(Box<[Expr]>),
    /// The value itself, which is in this range at every valid index.
    Guard {
        /// A sum without constant, whose factors have no common divisor, the first of them above 0.
        value: Expr,
        /// The values that a predicate and the value's own range allow.
        range: Range,
    },
}

/// A constant plus the sum of factor times atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The number that is added to the terms.
    pub constant: i64,
    /// Atoms, least first, each with its factor, which is not 0.
    pub terms: Box<[(Atom, i64)]>,
}

/// The condition `low <= value < high` on an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// The value that is compared. Guards in it come from earlier predicates.
    pub value: Expr,
    /// The least value allowed.
    pub low: i64,
    /// The end of the values allowed, which is not allowed itself.
    pub high: i64,
}

/// Expressions, each stored once, and the predicates on them.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    sums: IndexSet<Sum, FxBuildHasher>,
    sum_intervals: Vec<StridedInterval>,
    atoms: IndexSet<AtomKind, FxBuildHasher>,
    atom_intervals: Vec<StridedInterval>,
    predicates: IndexSet<Predicate, FxBuildHasher>,
    /// Results of `digit`, which the search for digits that join repeats often.
    digits: FxHashMap<AtomKind, Expr>,
    /// The depth of nested searches for digits that join.
    depth: u32,
    /// The depth of nested digits.
    digit_depth: u32,
    /// The number of variables of proofs.
    fresh: u32,
}

/// The number of the first variable that is no component of an index.
const FIRST_FRESH: u32 = 1 << 31;

impl Exprs {
    /// Returns no expressions and no predicates.
    pub fn new() -> Exprs {
        Exprs::default()
    }

    /// Returns the expression of a number.
    pub fn constant(&mut self, value: i64) -> Expr {
        self.linear(value, &[])
    }

    /// Returns component `number` of the index, from 0 up to a length; a length below 1 counts as 1. A component of
    /// length 1 is the constant 0.
    pub fn var(&mut self, number: u32, length: i64) -> Expr {
        debug_assert!(number < FIRST_FRESH, "greater numbers are those of fresh variables");
        self.var_in(number, length)
    }

    fn var_in(&mut self, number: u32, length: i64) -> Expr {
        let range = Range { low: 0, high: length.max(1) - 1 };
        if range.high == 0 {
            return self.constant(0);
        }
        let atom = self.atom(AtomKind::Var { number, range });
        self.linear_of_atom(atom)
    }

    /// Returns a variable that is in no expression yet.
    fn fresh_var(&mut self, length: i64) -> Expr {
        let number = FIRST_FRESH + self.fresh;
        self.fresh += 1;
        self.var_in(number, length)
    }

    /// Returns the constant and the terms; `None` for an overflow.
    pub fn kind(&self, expr: Expr) -> Option<&Sum> {
        self.sums.get_index(expr.0 as usize)
    }

    /// Returns the kind of an atom of these expressions.
    pub fn atom_kind(&self, atom: Atom) -> &AtomKind {
        &self.atoms[atom.0 as usize]
    }

    /// Returns all predicates that ranges do not prove, in order, each once. An index inside its lengths is valid if all
    /// of them hold.
    pub fn predicates(&self) -> impl ExactSizeIterator<Item = Predicate> {
        self.predicates.iter().copied()
    }

    /// Removes and returns the predicates.
    pub fn take_predicates(&mut self) -> Vec<Predicate> {
        std::mem::take(&mut self.predicates).into_iter().collect()
    }

    /// Returns the atom of an expression that is one atom; `None` if it is not.
    fn as_atom(&self, expr: Expr) -> Option<Atom> {
        match self.kind(expr)? {
            Sum { constant: 0, terms } => match **terms {
                [(atom, 1)] => Some(atom),
                _ => None,
            },
            _ => None,
        }
    }

    fn as_constant(&self, expr: Expr) -> Option<i64> {
        self.kind(expr).filter(|sum| sum.terms.is_empty()).map(|sum| sum.constant)
    }

    fn linear_of_atom(&mut self, atom: Atom) -> Expr {
        self.keep(Sum { constant: 0, terms: Box::new([(atom, 1)]) })
    }

    fn expr_of_kind(&mut self, kind: AtomKind) -> Expr {
        let atom = self.atom(kind);
        self.linear_of_atom(atom)
    }

    /// Stores a sum that is in normal form. A sum whose range is beyond 128 bits is an overflow.
    fn keep(&mut self, sum: Sum) -> Expr {
        if let Some(place) = self.sums.get_index_of(&sum) {
            return Expr(id(place));
        }
        let Some(interval) = StridedInterval::of_sum(&sum, |atom| self.interval_of_atom(atom))
        else {
            return Expr::OVERFLOW;
        };
        self.sum_intervals.push(interval);
        Expr(id(self.sums.insert_full(sum).0))
    }

    /// Stores an atom that is in normal form, whose expressions are free of overflow.
    fn atom(&mut self, kind: AtomKind) -> Atom {
        if let Some(place) = self.atoms.get_index_of(&kind) {
            return Atom(id(place));
        }
        let interval = StridedInterval::of_atom(&kind, |expr| self.interval(expr));
        self.atom_intervals.push(interval);
        Atom(id(self.atoms.insert_full(kind).0))
    }

    fn interval(&self, expr: Expr) -> StridedInterval {
        self.sum_intervals.get(expr.0 as usize).copied().unwrap_or(StridedInterval::UNKNOWN)
    }

    fn interval_of_atom(&self, atom: Atom) -> StridedInterval {
        self.atom_intervals[atom.0 as usize]
    }
}

fn id(place: usize) -> u32 {
    u32::try_from(place).expect("memory holds fewer than 2^32 expressions")
}

impl Algebra for Exprs {
    type Value = Expr;

    fn linear(&mut self, constant: i64, terms: &[(i64, Expr)]) -> Expr {
        self.sum(constant, terms)
    }

    fn digit(&mut self, value: &Expr, divisor: i64, modulus: Option<i64>) -> Expr {
        self.digit_of(*value, divisor, modulus)
    }

    fn xor(&mut self, a: &Expr, b: &Expr) -> Expr {
        self.xor_of(vec![*a, *b])
    }

    fn require(&mut self, value: &Expr, low: i64, high: i64) -> Expr {
        self.guard(*value, low, high, guard::Record::Yes)
    }
}
