//! Symbolic index expressions in a normal form: the algebra that writes an index down instead of computing it.
//!
//! An expression is a constant plus a sum of factor times [`Atom`]; an atom is a variable, a digit of an
//! expression, an exclusive or, or an expression known to be in a range. Equal expressions have equal
//! [`Expr`]s, and many equal functions are one expression, because every constructor puts what it makes into
//! normal form. The parts, in reading order:
//! - this file: the data, and how it is kept once each;
//! - `facts`: what is known of every value: its range and its remainder;
//! - `sum`: sums, and digits of one value that join again;
//! - `digit`, `xor`, `guard`: the rules of the three other operations;
//! - `query`: evaluation, substitution, affine form;
//! - `aligned`: whether neighbours along a dim are neighbours in memory, which is what vectors need;
//! - `print`: the text of an expression.
//!
//! All rules hold for whole numbers without bound. What is stored has 64 bits: a factor that does not fit
//! gives [`Expr::OVERFLOW`], and so does all that is made from it.

mod aligned;
mod digit;
mod facts;
mod guard;
mod print;
mod query;
mod sum;
mod xor;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::domain::{Algebra, Range, StridedInterval};

/// An expression of an [`Exprs`]. Within it, equal expressions are equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expr(u32);

impl Expr {
    /// What a sum, product or bound beyond 64 bits gives, and all that is made from it.
    pub const OVERFLOW: Expr = Expr(u32::MAX);
}

/// An indivisible part of a sum, by its place in its [`Exprs`]. An atom is greater than those inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(u32);

/// What an [`Atom`] is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// A component of the index, or a variable that a proof made up; its number says which.
    Var {
        /// Its place in the index.
        number: u32,
        /// All values it has.
        range: Range,
    },
    /// `floor(value / divisor)`, and that modulo `modulus` where there is one.
    Digit {
        /// What is divided.
        value: Expr,
        /// Above 0.
        divisor: i64,
        /// Above 0.
        modulus: Option<i64>,
    },
    /// The bitwise exclusive or of two or more different expressions, least first.
    Xor(Box<[Expr]>),
    /// The value itself, which is in this range wherever the index is valid.
    Guard {
        /// A sum without constant, whose factors have no common divisor, the first of them above 0.
        value: Expr,
        /// What a predicate and the value's own range leave.
        range: Range,
    },
}

/// A constant plus the sum of factor times atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// What is added to the terms.
    pub constant: i64,
    /// Atoms, least first, each with its factor, which is not 0.
    pub terms: Box<[(Atom, i64)]>,
}

/// The condition `low <= value < high` on an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// What is compared. Guards in it come from predicates before this one.
    pub value: Expr,
    /// The least value allowed.
    pub low: i64,
    /// The least value above those allowed.
    pub high: i64,
}

/// Expressions, each stored once, and the predicates that were asked of them.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    sums: IndexSet<Sum, FxBuildHasher>,
    sum_facts: Vec<StridedInterval>,
    atoms: IndexSet<AtomKind, FxBuildHasher>,
    atom_facts: Vec<StridedInterval>,
    predicates: IndexSet<Predicate, FxBuildHasher>,
    /// Results of `digit`, which the search for digits that join asks for again and again.
    digits: FxHashMap<AtomKind, Expr>,
    /// How many searches for digits that join are inside one another.
    depth: u32,
    /// How many digits are being made inside one another.
    digit_depth: u32,
    made_up: u32,
}

/// Numbers from here on are those of variables that are no component of an index.
const FIRST_MADE_UP: u32 = 1 << 31;

impl Exprs {
    /// No expressions, no predicates.
    pub fn new() -> Exprs {
        Exprs::default()
    }

    /// A number.
    pub fn constant(&mut self, value: i64) -> Expr {
        self.linear(value, &[])
    }

    /// Component `number` of the index, from 0 up to a length, which is at least 1 (a lesser one counts
    /// as 1). A component of length 1 is the constant 0.
    pub fn var(&mut self, number: u32, length: i64) -> Expr {
        debug_assert!(number < FIRST_MADE_UP, "numbers above are those of variables made up");
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

    /// A variable that is in no expression yet.
    fn fresh_var(&mut self, length: i64) -> Expr {
        let number = FIRST_MADE_UP + self.made_up;
        self.made_up += 1;
        self.var_in(number, length)
    }

    /// The constant and the terms; nothing for an overflow.
    pub fn kind(&self, expr: Expr) -> Option<&Sum> {
        self.sums.get_index(expr.0 as usize)
    }

    /// What an atom of these expressions is.
    pub fn atom_kind(&self, atom: Atom) -> &AtomKind {
        &self.atoms[atom.0 as usize]
    }

    /// All predicates that were asked and that ranges do not prove, in order, each once. An index inside its
    /// lengths is valid when all of them hold.
    pub fn predicates(&self) -> impl ExactSizeIterator<Item = Predicate> {
        self.predicates.iter().copied()
    }

    /// The predicates, which then are forgotten.
    pub fn take_predicates(&mut self) -> Vec<Predicate> {
        std::mem::take(&mut self.predicates).into_iter().collect()
    }

    /// The atom of an expression that is nothing else.
    fn as_atom(&self, expr: Expr) -> Option<Atom> {
        match self.kind(expr)? {
            Sum { constant: 0, terms } => match **terms {
                [(atom, 1)] => Some(atom),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number that an expression is; nothing where it has terms.
    pub fn as_constant(&self, expr: Expr) -> Option<i64> {
        self.kind(expr).filter(|sum| sum.terms.is_empty()).map(|sum| sum.constant)
    }

    fn linear_of_atom(&mut self, atom: Atom) -> Expr {
        self.keep(Sum { constant: 0, terms: Box::new([(atom, 1)]) })
    }

    fn expr_of_kind(&mut self, kind: AtomKind) -> Expr {
        let atom = self.atom(kind);
        self.linear_of_atom(atom)
    }

    /// Stores a sum that is in normal form. Nothing is stored of one whose range is beyond all numbers.
    fn keep(&mut self, sum: Sum) -> Expr {
        if let Some(place) = self.sums.get_index_of(&sum) {
            return Expr(id(place));
        }
        let Some(facts) = self.interval_of_sum(&sum) else {
            return Expr::OVERFLOW;
        };
        self.sum_facts.push(facts);
        Expr(id(self.sums.insert_full(sum).0))
    }

    /// Stores an atom that is in normal form, all its expressions being free of overflow.
    fn atom(&mut self, kind: AtomKind) -> Atom {
        if let Some(place) = self.atoms.get_index_of(&kind) {
            return Atom(id(place));
        }
        let facts = self.interval_of_kind(&kind);
        self.atom_facts.push(facts);
        Atom(id(self.atoms.insert_full(kind).0))
    }
}

fn id(place: usize) -> u32 {
    u32::try_from(place).expect("memory ends long before four thousand million expressions")
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
