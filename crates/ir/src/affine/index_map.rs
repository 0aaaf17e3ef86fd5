//! Affine maps as index maps of the core: from the index of an element to its index in memory.

use super::{AffineExpr, AffineMap, BinaryOp};
use layout::index::{Expr, Exprs};
use layout::{ElemSize, Layout, LayoutFault, MapFault, Shape};

impl AffineMap {
    /// Returns the results of the map over an index, as expressions of the core.
    ///
    /// # Errors
    /// A result has a symbol, uses a dim that the index lacks, divides by less than 1, or a number does not fit 64 bits.
    pub(crate) fn index_exprs(
        &self,
        index: &[Expr],
        exprs: &mut Exprs,
    ) -> Result<Vec<Expr>, MapFault> {
        let results = self.results().iter().enumerate().map(|(number, result)| {
            let result = result.index_expr(index, exprs);
            result.map_err(|fault| MapFault::at_result(number, fault))
        });
        results.collect()
    }

    /// Returns the layout of a tensor whose elements have their index in row-major memory by this map. A result that is
    /// bounded for all lengths, such as `c mod 16`, has a dim of memory as long as its bound, so that a last block that is
    /// not full is padded.
    ///
    /// # Errors
    /// The map does not have the rank of the shape, or denotes no layout of the shape.
    pub fn blocked_layout(
        &self,
        shape: &Shape,
        elem: Option<ElemSize>,
    ) -> Result<Layout, MapFault> {
        if self.num_dims() as usize != shape.len() {
            let message =
                format!("the map has {} dims, but the tensor has {}", self.num_dims(), shape.len());
            return Err(LayoutFault::new(message).into());
        }
        let mut exprs = Exprs::new();
        let index = exprs.index_of(shape);
        let results = self.index_exprs(&index, &mut exprs)?;
        let bounds = self.results().iter().map(|result| result.bound().unwrap_or(0));
        let least: Vec<i64> = bounds.map(|bound| bound.saturating_add(1)).collect();
        Layout::from_padded_components(shape, &mut exprs, &results, &least, elem)
    }
}

impl AffineExpr {
    /// Returns the expression over an index. The depth of affine expressions bounds the recursion.
    fn index_expr(&self, index: &[Expr], exprs: &mut Exprs) -> Result<Expr, LayoutFault> {
        match self {
            AffineExpr::Const(value) => Ok(exprs.constant(*value)),
            AffineExpr::Dim(dim) => index
                .get(*dim as usize)
                .copied()
                .ok_or_else(|| LayoutFault::new(format!("d{dim} is not a dim of the tensor"))),
            AffineExpr::Symbol(symbol) => {
                Err(LayoutFault::new(format!("the value of symbol s{symbol} is unknown")))
            }
            AffineExpr::Binary(binary) => {
                let left = binary.lhs().index_expr(index, exprs)?;
                let right = binary.rhs().index_expr(index, exprs)?;
                exprs.operation(binary.op().keyword(), left, right)
            }
        }
    }

    /// Returns an upper bound of the expression for all nonnegative dims; `None` if it has none, or may be negative.
    fn bound(&self) -> Option<i64> {
        let AffineExpr::Binary(binary) = self else {
            return match self {
                AffineExpr::Const(value @ 0..) => Some(*value),
                _ => None,
            };
        };
        let right = match binary.rhs() {
            AffineExpr::Const(value @ 1..) => Some(*value),
            _ => None,
        };
        let left = binary.lhs().bound();
        match binary.op() {
            BinaryOp::Mod => {
                right.map(|divisor| left.map_or(divisor - 1, |it| it.min(divisor - 1)))
            }
            BinaryOp::FloorDiv => Some(left? / right?),
            BinaryOp::CeilDiv => Some((left? - 1).div_euclid(right?) + 1),
            BinaryOp::Mul => left?.checked_mul(right?),
            BinaryOp::Add => left?.checked_add(binary.rhs().bound()?),
        }
    }
}
