//! Affine expressions over symbols as expressions of the crate `layout`.

use layout::{SymExpr, SymNode};

use super::{AffineExpr, AffineMap, BinaryOp};

impl AffineExpr {
    /// Returns the same expression over dims and symbols.
    ///
    /// # Errors
    /// The expression is too deep or too large, or a divisor is below 1.
    pub fn sym_expr(&self) -> Result<SymExpr, String> {
        let binary = match self {
            AffineExpr::Dim(dim) => return Ok(SymExpr::dim(*dim as usize)),
            AffineExpr::Symbol(symbol) => return Ok(SymExpr::symbol(*symbol as usize)),
            AffineExpr::Const(value) => return Ok(SymExpr::constant(*value)),
            AffineExpr::Binary(binary) => binary,
        };
        let (a, b) = (binary.lhs().sym_expr()?, binary.rhs().sym_expr()?);
        match binary.op() {
            // MLIR has no differences: the negative of an expression is its product by -1.
            BinaryOp::Mul if b.as_constant() == Some(-1) => a.negated(),
            op => SymExpr::operation(op.keyword(), a, b),
        }
    }
}

impl TryFrom<&SymExpr> for AffineExpr {
    type Error = String;

    /// Returns the same expression over dims and symbols.
    ///
    /// # Errors
    /// The expression is too deep or too large, or MLIR has no such product or quotient.
    fn try_from(expr: &SymExpr) -> Result<AffineExpr, String> {
        let number = |number: &usize| u32::try_from(*number).map_err(|error| error.to_string());
        let op = match expr.node() {
            SymNode::Constant(value) => return Ok(AffineExpr::Const(*value)),
            SymNode::Symbol(symbol) => return number(symbol).map(AffineExpr::Symbol),
            SymNode::Dim(dim) => return number(dim).map(AffineExpr::Dim),
            SymNode::Sum(..) => BinaryOp::Add,
            SymNode::Product(..) => BinaryOp::Mul,
            SymNode::FloorDiv(..) => BinaryOp::FloorDiv,
            SymNode::CeilDiv(..) => BinaryOp::CeilDiv,
            SymNode::Mod(..) => BinaryOp::Mod,
        };
        let Some([a, b]) = expr.node().operands() else { return Err("no operands".to_owned()) };
        let (a, b) = (AffineExpr::try_from(a)?, AffineExpr::try_from(b)?);
        AffineExpr::binary(op, a, b).map_err(|error| error.to_string())
    }
}

impl AffineMap {
    /// Returns the results as expressions over dims and symbols.
    ///
    /// # Errors
    /// As [`AffineExpr::sym_expr`].
    pub fn sym_exprs(&self) -> Result<Vec<SymExpr>, String> {
        self.results().iter().map(AffineExpr::sym_expr).collect()
    }
}
