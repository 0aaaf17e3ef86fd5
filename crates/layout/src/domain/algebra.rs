//! The operations of index arithmetic, as an interface.
//!
//! The meaning of a transform is written once, over an [`Algebra`]. Concrete evaluation, interval analysis and symbolic
//! evaluation implement the trait, so all three agree on that meaning.

use super::table::Table;

/// Index arithmetic over one kind of value. Division rounds down, as everywhere in the project.
pub trait Algebra {
    /// The value of an index.
    type Value: Clone;

    /// Returns `constant` plus the sum of each factor times its value.
    fn linear(&mut self, constant: i64, terms: &[(i64, Self::Value)]) -> Self::Value;

    /// Returns `floor(value / divisor)`, modulo `modulus` if there is one. Both are above 0.
    fn digit(&mut self, value: &Self::Value, divisor: i64, modulus: Option<i64>) -> Self::Value;

    /// Returns the bitwise exclusive or of two nonnegative values.
    fn xor(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// Returns the value of a table at an index. It is unspecified if the index is outside the table.
    fn lookup(&mut self, index: &Self::Value, table: &Table) -> Self::Value;

    /// Adds the predicate `low <= value < high`. An index is valid only if every predicate holds. Returns the same
    /// value, which a domain may assume to be in that range at every valid index.
    fn require(&mut self, value: &Self::Value, low: i64, high: i64) -> Self::Value;
}
