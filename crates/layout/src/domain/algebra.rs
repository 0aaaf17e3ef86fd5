//! The operations of index arithmetic, as an interface.
//!
//! The meaning of a transform is stated once, over an [`Algebra`]. Evaluation on numbers, bounds by ranges and
//! symbolic expressions are algebras under the same meaning.

/// Index arithmetic over one kind of value. Division rounds down, as all division of the project does.
pub trait Algebra {
    /// The value of an index.
    type Value: Clone;

    /// Returns `constant` plus the sum of factor times value.
    fn linear(&mut self, constant: i64, terms: &[(i64, Self::Value)]) -> Self::Value;

    /// Returns `floor(value / divisor)`, modulo `modulus` if that is given. Both are above 0.
    fn digit(&mut self, value: &Self::Value, divisor: i64, modulus: Option<i64>) -> Self::Value;

    /// Returns the bitwise exclusive or of two values that are not negative.
    fn xor(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// Adds the predicate `low <= value < high`: an index is valid only if every predicate holds. Returns the same
    /// value, which a domain may assume to be in that range at every valid index.
    fn require(&mut self, value: &Self::Value, low: i64, high: i64) -> Self::Value;
}
