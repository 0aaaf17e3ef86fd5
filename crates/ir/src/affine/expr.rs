//! The expression tree: its node, the facts each node stores about itself, and evaluation.
//!
//! Only `BinaryExpr::node` makes a node. It keeps the tree within [`MAX_DEPTH`], so that every recursion over an
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
    /// A number.
    Const(i64),
    /// An operator over two expressions.
    Binary(Arc<BinaryExpr>),
}

/// An inner node of an expression, with its facts.
// The facts stand before the operands, so that the derived equality of unlike trees mostly ends without a walk.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct BinaryExpr {
    op: BinaryOp,
    facts: NodeFacts,
    lhs: AffineExpr,
    rhs: AffineExpr,
}

/// The facts of an expression that are known without a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct NodeFacts {
    depth: u32,
    nodes: u32,
    is_symbolic: bool,
    /// A number that divides every value of the expression; 0 if the value is always 0.
    divisor: u64,
    max_dim: Option<u32>,
    max_symbol: Option<u32>,
}

impl BinaryExpr {
    /// The operator.
    pub fn op(&self) -> BinaryOp {
        self.op
    }

    /// The left operand.
    pub fn lhs(&self) -> &AffineExpr {
        &self.lhs
    }

    /// The right operand.
    pub fn rhs(&self) -> &AffineExpr {
        &self.rhs
    }

    /// Makes a node as it is, without folding. Fails only where the tree would be too deep or too large.
    pub(super) fn node(
        op: BinaryOp,
        lhs: AffineExpr,
        rhs: AffineExpr,
    ) -> Result<AffineExpr, AffineError> {
        let facts = NodeFacts::of_binary(op, &lhs, &rhs);
        if facts.depth > MAX_DEPTH {
            return Err(AffineError::TooDeep);
        }
        if facts.nodes > MAX_NODES {
            return Err(AffineError::TooLarge);
        }
        Ok(AffineExpr::Binary(Arc::new(Self { op, facts, lhs, rhs })))
    }
}

impl NodeFacts {
    fn of(expr: &AffineExpr) -> Self {
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
            AffineExpr::Binary(binary) => binary.facts,
        }
    }

    fn of_binary(op: BinaryOp, lhs: &AffineExpr, rhs: &AffineExpr) -> Self {
        let (left, right) = (Self::of(lhs), Self::of(rhs));
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

/// The largest divisor known of `lhs op rhs`, given those of the operands.
fn known_divisor(op: BinaryOp, left: u64, right: u64, rhs: &AffineExpr) -> u64 {
    match op {
        // A factor divides the product too, which is what remains known when the product of both overflows.
        BinaryOp::Mul => left.checked_mul(right).unwrap_or(left.max(right)),
        BinaryOp::Add | BinaryOp::Mod => gcd(left, right),
        BinaryOp::FloorDiv | BinaryOp::CeilDiv => match rhs {
            AffineExpr::Const(_) if right != 0 && left.is_multiple_of(right) => left / right,
            _ => 1,
        },
    }
}

impl AffineExpr {
    /// How many levels the tree has; a leaf has 1. Stored, not computed.
    pub fn depth(&self) -> u32 {
        NodeFacts::of(self).depth
    }

    /// `true` if no dimension occurs in the expression. Stored, not computed.
    pub fn is_symbolic_or_constant(&self) -> bool {
        NodeFacts::of(self).is_symbolic
    }

    /// The highest dimension position used. Stored, not computed.
    pub fn max_dim(&self) -> Option<u32> {
        NodeFacts::of(self).max_dim
    }

    /// The highest symbol position used. Stored, not computed.
    pub fn max_symbol(&self) -> Option<u32> {
        NodeFacts::of(self).max_symbol
    }

    /// The largest number known to divide every value of the expression; 0 where the value is known to be 0.
    pub fn largest_known_divisor(&self) -> u64 {
        NodeFacts::of(self).divisor
    }

    /// `true` if products have a constant factor and divisions a constant divisor: no semi-affine part.
    pub fn is_pure_affine(&self) -> bool {
        let Self::Binary(binary) = self else {
            return true;
        };
        let constant = |expr: &Self| matches!(expr, Self::Const(_));
        let (lhs, rhs) = (binary.lhs(), binary.rhs());
        let operator_is_pure = match binary.op() {
            BinaryOp::Add => true,
            BinaryOp::Mul => constant(lhs) || constant(rhs),
            BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv => constant(rhs),
        };
        operator_is_pure && lhs.is_pure_affine() && rhs.is_pure_affine()
    }

    /// Checks that the expression uses only the dimensions and symbols of a space with these counts.
    ///
    /// # Errors
    /// The expression uses a dimension or symbol beyond them.
    pub(super) fn check_range(&self, num_dims: u32, num_symbols: u32) -> Result<(), AffineError> {
        if let Some(dim) = self.max_dim().filter(|&dim| dim >= num_dims) {
            return Err(AffineError::DimOutOfRange { dim, num_dims });
        }
        match self.max_symbol().filter(|&symbol| symbol >= num_symbols) {
            Some(symbol) => Err(AffineError::SymbolOutOfRange { symbol, num_symbols }),
            None => Ok(()),
        }
    }

    /// The value at a point: `dims[n]` for `d<n>`, `symbols[n]` for `s<n>`.
    ///
    /// `None` on overflow, on a position that the slices do not have, and where an operator is not defined
    /// (see [`BinaryOp`]). Folding takes symbolic divisors to be positive, as MLIR does: elsewhere the folded
    /// expression may be undefined where the written one was not.
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
