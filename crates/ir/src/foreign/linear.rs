//! Maps of one result: strides and an offset, if the result is linear.

use super::fault::fault;
use crate::affine::{AffineExpr, BinaryOp};
use crate::encoding::Fault;

/// A sum of a constant and of multiples of dims.
struct FlattenedExpr {
    factors: Vec<i64>,
    constant: i64,
}

/// Returns the stride of each of `rank` dims, and the offset.
///
/// # Errors
/// The result is not linear in the dims, uses a symbol, or a number overflows 64 bits.
pub(super) fn strides_of(result: &AffineExpr, rank: usize) -> Result<(Vec<i64>, i64), Fault> {
    let sum = sum_of(result, rank).map_err(|reason| {
        fault(format!("result 0 of the map, `{result}`, does not define strides: {reason}"))
            .note("a single result must be a sum of dims times constants; write digits of dims as several results, \
                   as in `(d0 floordiv 4, d1, d0 mod 4)`")
    })?;
    Ok((sum.factors, sum.constant))
}

/// Returns the expression as a sum. The depth of expressions bounds the recursion.
fn sum_of(expr: &AffineExpr, rank: usize) -> Result<FlattenedExpr, String> {
    let number = |constant| FlattenedExpr { factors: vec![0; rank], constant };
    match expr {
        AffineExpr::Const(value) => Ok(number(*value)),
        AffineExpr::Symbol(symbol) => Err(format!("the value of symbol s{symbol} is unknown")),
        AffineExpr::Dim(dim) => {
            let mut sum = number(0);
            let factor = sum.factors.get_mut(*dim as usize);
            *factor.ok_or_else(|| format!("d{dim} is not a dim of the memref"))? = 1;
            Ok(sum)
        }
        AffineExpr::Binary(binary) => {
            let (lhs, rhs) = (sum_of(binary.lhs(), rank)?, sum_of(binary.rhs(), rank)?);
            let result = match binary.op() {
                BinaryOp::Add => lhs.plus(&rhs),
                BinaryOp::Mul if rhs.is_number() => lhs.times(rhs.constant),
                BinaryOp::Mul if lhs.is_number() => rhs.times(lhs.constant),
                op => return Err(format!("`{}` is not linear", op.keyword())),
            };
            result.ok_or_else(|| "a number overflows 64 bits".to_owned())
        }
    }
}

impl FlattenedExpr {
    fn is_number(&self) -> bool {
        self.factors.iter().all(|&factor| factor == 0)
    }

    fn plus(&self, other: &FlattenedExpr) -> Option<FlattenedExpr> {
        let pairs = self.factors.iter().zip(&other.factors);
        let factors = pairs.map(|(a, b)| a.checked_add(*b)).collect::<Option<_>>()?;
        Some(FlattenedExpr { factors, constant: self.constant.checked_add(other.constant)? })
    }

    fn times(&self, by: i64) -> Option<FlattenedExpr> {
        let factors = self.factors.iter().map(|factor| factor.checked_mul(by));
        Some(FlattenedExpr {
            factors: factors.collect::<Option<_>>()?,
            constant: self.constant.checked_mul(by)?,
        })
    }
}
