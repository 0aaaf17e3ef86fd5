//! The data of expressions: sums, atoms and predicates, by the ids of the store that holds them.

use crate::domain::Range;

/// An expression of an [`Exprs`](super::Exprs). Within it, equal expressions are equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expr(pub(super) u32);

impl Expr {
    /// The result of a sum, product or bound beyond 64 bits, and of every expression made from it.
    pub const OVERFLOW: Expr = Expr(u32::MAX);
}

/// An indivisible part of a sum, by its place in its [`Exprs`](super::Exprs). An atom is greater than the atoms inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(pub(super) u32);

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
pub struct LinearSum {
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
