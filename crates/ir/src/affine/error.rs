//! The bounds of affine expressions, and the errors of their construction.

use super::operator::BinaryOp;
use layout::impl_error;

/// The maximum depth of an expression tree; a leaf has depth 1.
pub const MAX_DEPTH: u32 = crate::limits::AFFINE_DEPTH as u32;

/// The maximum number of nodes of an expression. A shared subtree counts each time that it occurs.
pub const MAX_NODES: u32 = crate::limits::AFFINE_NODES as u32;

/// The reason why an affine expression, map or set cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AffineError {
    /// Both factors of a product depend on dimensions.
    NonAffineMul,
    /// The right operand of this `mod`, `floordiv` or `ceildiv` depends on a dimension.
    NonAffineDivisor(BinaryOp),
    /// The expression would be deeper than [`MAX_DEPTH`].
    TooDeep,
    /// The expression would have more nodes than [`MAX_NODES`].
    TooLarge,
    /// The expression uses dimension `dim` of a map or set with `num_dims` dimensions.
    DimOutOfRange {
        /// The invalid position.
        dim: u32,
        /// The number of dimensions.
        num_dims: u32,
    },
    /// The expression uses symbol `symbol` of a map or set with `num_symbols` symbols.
    SymbolOutOfRange {
        /// The invalid position.
        symbol: u32,
        /// The number of symbols.
        num_symbols: u32,
    },
    /// The list is not a permutation of `0..n`.
    NotPermutation,
}

impl_error!(AffineError {
    Self::NonAffineMul => "at least one factor of an affine product must not depend on dimensions",
    Self::NonAffineDivisor(op) => "the right operand of `{}` must not depend on dimensions" (op.keyword()),
    Self::TooDeep => "affine expression is nested deeper than {MAX_DEPTH} levels",
    Self::TooLarge => "affine expression has more than {MAX_NODES} nodes",
    Self::DimOutOfRange { dim, num_dims } => "dim d{dim} is out of range: the number of dims is {num_dims}",
    Self::SymbolOutOfRange { symbol, num_symbols } =>
        "symbol s{symbol} is out of range: the number of symbols is {num_symbols}",
    Self::NotPermutation => "the positions are not a permutation",
});
