//! Lengths and numbers as functions of the symbolic dims of a model.

use super::polynomial::Polynomial;
use crate::infer::moved::Length;

/// A length, or an element of a shape, as a function of the symbolic dims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// This polynomial.
    Exact(Polynomial),
    /// A value of 0 or more that grows with every symbol, or stays equal.
    Rising,
    /// Another function.
    Unknown,
}

impl Length for Quantity {
    fn one() -> Quantity {
        Quantity::constant(1)
    }

    fn product<'a>(factors: impl IntoIterator<Item = &'a Quantity>) -> Quantity {
        factors.into_iter().fold(Quantity::constant(1), |product, factor| product.times(factor))
    }
}

impl Quantity {
    /// Returns a constant.
    pub(super) fn constant(value: impl Into<i128>) -> Quantity {
        Quantity::Exact(Polynomial::constant(value.into()))
    }

    /// Returns the symbol of a number.
    pub(super) fn symbol(number: usize) -> Quantity {
        Quantity::Exact(Polynomial::symbol(number))
    }

    fn known(found: Option<Polynomial>) -> Quantity {
        found.map_or(Quantity::Unknown, Quantity::Exact)
    }

    /// Returns the value of a constant. `None` for other functions.
    pub(super) fn as_constant(&self) -> Option<i128> {
        match self {
            Quantity::Exact(exact) => exact.as_constant(),
            _ => None,
        }
    }

    /// Returns `true` if the value grows with every symbol, or stays equal: at the bounds of the symbols it is greatest.
    pub(super) fn is_rising(&self) -> bool {
        match self {
            Quantity::Exact(exact) => exact.is_rising(),
            Quantity::Rising => true,
            Quantity::Unknown => false,
        }
    }

    /// Returns `true` if the value is also 0 or more.
    pub(super) fn is_natural(&self) -> bool {
        match self {
            Quantity::Exact(exact) => exact.is_natural(),
            other => other.is_rising(),
        }
    }

    /// Returns the value of a function that grows with each of these values. It is 0 or more.
    pub(super) fn rising<'a>(from: impl IntoIterator<Item = &'a Quantity>) -> Quantity {
        match from.into_iter().all(Quantity::is_natural) {
            true => Quantity::Rising,
            false => Quantity::Unknown,
        }
    }

    pub(super) fn plus(&self, other: &Quantity) -> Quantity {
        match (self, other) {
            (Quantity::Exact(a), Quantity::Exact(b)) => Quantity::known(a.plus(1, b)),
            (a, b) => Quantity::rising([a, b]),
        }
    }

    pub(super) fn minus(&self, other: &Quantity) -> Quantity {
        match (self, other) {
            (Quantity::Exact(a), Quantity::Exact(b)) => Quantity::known(a.plus(-1, b)),
            _ => Quantity::Unknown,
        }
    }

    pub(super) fn times(&self, other: &Quantity) -> Quantity {
        match (self, other) {
            (Quantity::Exact(a), Quantity::Exact(b)) => Quantity::known(a.times(b)),
            (a, b) => Quantity::rising([a, b]),
        }
    }

    /// Returns the quotient, rounded down for operands of 0 or more.
    pub(super) fn over(&self, other: &Quantity) -> Quantity {
        if let Quantity::Exact(a) = self
            && let Quantity::Exact(b) = other
            && let Some(quotient) = a.exactly_over(b)
        {
            return Quantity::Exact(quotient);
        }
        match other.as_constant() {
            Some(1..) => Quantity::rising([self]),
            _ => Quantity::Unknown,
        }
    }
}
