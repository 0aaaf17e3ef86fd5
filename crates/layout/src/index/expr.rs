//! The data of expressions: sums, atoms and predicates, by their ids in the store.

use crate::domain::{Range, Table};

/// An expression of an [`Exprs`](super::Exprs) store. Within one store, equal expressions have equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expr(pub(super) u32);

impl Expr {
    /// The result of a sum, product or bound that does not fit 64 bits, and of every operation on such a result.
    pub const OVERFLOW: Expr = Expr(u32::MAX);
}

/// An indivisible part of a sum, identified by its index in its [`Exprs`](super::Exprs) store. An atom is greater than
/// all atoms inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(pub(super) u32);

/// The kinds of [`Atom`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// A component of the index, or a variable of a proof.
    Var {
        /// The position of the component in the index, or the number of the proof variable.
        number: u32,
        /// The range of its values.
        range: Range,
    },
    /// `floor(value / divisor)`, modulo `modulus` if there is one.
    Digit {
        /// The dividend.
        value: Expr,
        /// The divisor, above 0.
        divisor: i64,
        /// The modulus, above 0; `None` for a quotient.
        modulus: Option<i64>,
    },
    /// The bitwise exclusive or of two or more different expressions, in ascending order.
    Xor(Box<[Expr]>),
    /// The value of a table.
    Lookup {
        /// The index, which is inside the table at every valid index of the layout.
        index: Expr,
        /// The table.
        table: Table,
    },
    /// A value that is in a range at every valid index.
    Guard {
        /// A sum without constant. Its factors have no common divisor, and the first is above 0.
        value: Expr,
        /// The range that a predicate and the value's own range allow.
        range: Range,
    },
}

/// A constant plus the sum of each factor times its atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinearSum {
    /// The constant.
    pub constant: i64,
    /// The atoms in ascending order, each with its nonzero factor.
    pub terms: Box<[(Atom, i64)]>,
}

/// The condition `low <= value < high` on an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// The value to compare. Its guards come from earlier predicates.
    pub value: Expr,
    /// The least value that is allowed.
    pub low: i64,
    /// The end of the range, which is not allowed.
    pub high: i64,
}
