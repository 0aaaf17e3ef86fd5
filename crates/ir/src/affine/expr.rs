//! The expression tree: its nodes, the cached properties of each node, and evaluation.
//!
//! Only `BinaryExpr::node` creates nodes. It limits the depth to [`MAX_DEPTH`], so that every recursion over an
//! expression (drop, equality, hash, print, evaluation) fits a small stack.

use super::error::{AffineError, MAX_DEPTH, MAX_NODES};
use super::operator::BinaryOp;
use layout::gcd;
use std::sync::Arc;

/// An affine expression over numbered dimensions and symbols. Cheap to clone: subtrees are shared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AffineExpr {
    /// The dimension `d<n>`.
    Dim(u32),
    /// The symbol `s<n>`.
    Symbol(u32),
    /// A constant.
    Const(i64),
    /// An operator with two operands.
    Binary(Arc<BinaryExpr>),
}

/// An inner node of an expression, with its cached properties.
// The properties precede the operands, so that the derived equality mostly ends early for unequal trees.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct BinaryExpr {
    op: BinaryOp,
    properties: NodeProperties,
    lhs: AffineExpr,
    rhs: AffineExpr,
}

/// The properties of an expression that are known without a traversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct NodeProperties {
    depth: u32,
    nodes: u32,
    is_symbolic: bool,
    /// A divisor of every value of the expression; 0 if the value is always 0.
    divisor: u64,
    max_dim: Option<u32>,
    max_symbol: Option<u32>,
}

impl BinaryExpr {
    /// Returns the operator.
    pub fn op(&self) -> BinaryOp {
        self.op
    }

    /// Returns the left operand.
    pub fn lhs(&self) -> &AffineExpr {
        &self.lhs
    }

    /// Returns the right operand.
    pub fn rhs(&self) -> &AffineExpr {
        &self.rhs
    }

    /// Creates a node without folding. Fails only if the tree would exceed [`MAX_DEPTH`] or [`MAX_NODES`].
    pub(super) fn node(
        op: BinaryOp,
        lhs: AffineExpr,
        rhs: AffineExpr,
    ) -> Result<AffineExpr, AffineError> {
        let properties = NodeProperties::of_binary(op, &lhs, &rhs);
        if properties.depth > MAX_DEPTH {
            return Err(AffineError::TooDeep);
        }
        if properties.nodes > MAX_NODES {
            return Err(AffineError::TooLarge);
        }
        Ok(AffineExpr::Binary(Arc::new(Self { op, properties, lhs, rhs })))
    }
}

impl NodeProperties {
    fn from_expr(expr: &AffineExpr) -> Self {
        let leaf = Self {
            depth: 1,
            nodes: 1,
            is_symbolic: true,
            divisor: 1,
            max_dim: None,
            max_symbol: None,
        };
        match expr {
            AffineExpr::Dim(dim) => Self { is_symbolic: false, max_dim: Some(*dim), ..leaf },
            AffineExpr::Symbol(symbol) => Self { max_symbol: Some(*symbol), ..leaf },
            AffineExpr::Const(value) => Self { divisor: value.unsigned_abs(), ..leaf },
            AffineExpr::Binary(binary) => binary.properties,
        }
    }

    fn of_binary(op: BinaryOp, lhs: &AffineExpr, rhs: &AffineExpr) -> Self {
        let left = Self::from_expr(lhs);
        let right = Self::from_expr(rhs);
        Self {
            depth: 1 + left.depth.max(right.depth),
            nodes: left.nodes.saturating_add(right.nodes).saturating_add(1),
            is_symbolic: left.is_symbolic && right.is_symbolic,
            divisor: known_divisor(op, left.divisor, right.divisor, rhs),
            max_dim: left.max_dim.max(right.max_dim),
            max_symbol: left.max_symbol.max(right.max_symbol),
        }
    }
}

/// Returns the largest known divisor of `lhs op rhs` from those of the operands.
fn known_divisor(op: BinaryOp, left: u64, right: u64, rhs: &AffineExpr) -> u64 {
    match op {
        // Each factor also divides the product. The larger one is kept if the product of both overflows.
        BinaryOp::Mul => left.checked_mul(right).unwrap_or(left.max(right)),
        BinaryOp::Add | BinaryOp::Mod => gcd(left, right),
        BinaryOp::FloorDiv | BinaryOp::CeilDiv => match rhs {
            AffineExpr::Const(_) if right != 0 && left.is_multiple_of(right) => left / right,
            _ => 1,
        },
    }
}

impl AffineExpr {
    /// Returns the number of levels of the tree, 1 for a leaf. The value is cached.
    pub fn depth(&self) -> u32 {
        NodeProperties::from_expr(self).depth
    }

    /// Returns `true` if the expression contains no dimension. The value is cached.
    pub fn is_symbolic_or_constant(&self) -> bool {
        NodeProperties::from_expr(self).is_symbolic
    }

    /// Returns the highest dimension position; `None` without dimensions. The value is cached.
    pub fn max_dim(&self) -> Option<u32> {
        NodeProperties::from_expr(self).max_dim
    }

    /// Returns the highest symbol position; `None` without symbols. The value is cached.
    pub fn max_symbol(&self) -> Option<u32> {
        NodeProperties::from_expr(self).max_symbol
    }

    /// Returns the largest number that is known to divide every value of the expression; 0 if the value is known to be
    /// 0.
    pub fn largest_known_divisor(&self) -> u64 {
        NodeProperties::from_expr(self).divisor
    }

    /// Checks that the positions of all dimensions and symbols are below these counts.
    ///
    /// # Errors
    /// A dimension or symbol is out of range.
    pub(super) fn check_range(&self, num_dims: u32, num_symbols: u32) -> Result<(), AffineError> {
        if let Some(dim) = self.max_dim().filter(|&dim| dim >= num_dims) {
            return Err(AffineError::DimOutOfRange { dim, num_dims });
        }
        match self.max_symbol().filter(|&symbol| symbol >= num_symbols) {
            Some(symbol) => Err(AffineError::SymbolOutOfRange { symbol, num_symbols }),
            None => Ok(()),
        }
    }

    /// Returns the value at a point: `dims[n]` for `d<n>`, `symbols[n]` for `s<n>`.
    ///
    /// Returns `None` on overflow, for a position that the slices lack, and where an operator is undefined (see
    /// [`BinaryOp`]). Folding assumes that symbolic divisors are positive, as MLIR does. For other divisors the folded
    /// expression may be undefined although the original is defined.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            Self::Dim(dim) => dims.get(*dim as usize).copied(),
            Self::Symbol(symbol) => symbols.get(*symbol as usize).copied(),
            Self::Const(value) => Some(*value),
            Self::Binary(binary) => {
                let lhs = binary.lhs().eval(dims, symbols)?;
                binary.op().apply(lhs, binary.rhs().eval(dims, symbols)?)
            }
        }
    }
}
