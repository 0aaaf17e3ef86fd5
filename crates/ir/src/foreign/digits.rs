//! Maps of several results. Each result is a dim or a digit of a dim, and the digits of a dim cover it exactly once.
//!
//! Memory is row major over the ranges of the results. A dim that is split into digits is their `merge`, followed by a
//! `slice` if its length is not the product of their ranges.

use super::fault::{fault, too_large};
use crate::affine::{AffineExpr, BinaryOp};
use crate::diag::code;
use crate::encoding::Fault;
use layout::transform::{Insert, Merge, Slice, Transform};
use layout::{
    DimId, ElemSize, Elems, Layout, LayoutBuilder, Len, MAX_RANK, MemShape, PhysicalLayout, Shape,
    solve,
};

/// The digit `(dim floordiv divisor) mod modulus`.
#[derive(Clone, Copy)]
struct DimDigit {
    dim: usize,
    divisor: i64,
    modulus: Option<i64>,
}

/// A digit with its index among the results and its range.
#[derive(Clone, Copy)]
struct MapResult {
    result: usize,
    digit: DimDigit,
    range: Len,
}

/// Returns the layout of a map's results over a shape.
///
/// # Errors
/// A result is not a digit of a dim, a dim is not covered exactly once, there are too many results, or memory is too
/// large.
pub(super) fn layout(
    results: &[AffineExpr],
    shape: &Shape,
    elem: ElemSize,
) -> Result<Layout, Fault> {
    if results.len() > MAX_RANK {
        let message = format!(
            "the map has {} results, but memory has at most {MAX_RANK} dims",
            results.len()
        );
        return Err(fault(message));
    }
    let digits = map_results(results, shape)?;
    let lens = MemShape::new(digits.iter().map(|digit| digit.range));
    let lens = lens.expect("the number of results was checked");
    let strides = solve(&lens, elem, &[])
        .map_err(|conflict| Fault::new(code::STRIDES_UNSOLVABLE, conflict.to_string()))?;
    let physical = PhysicalLayout::new(lens, strides, Elems::ZERO, elem);
    let mut builder =
        LayoutBuilder::new(physical.expect("solved strides have the rank of the lengths"));
    let mut logical_dims = Vec::new();
    for (dim, &len) in shape.iter() {
        let own = digits.iter().copied().filter(|result| result.digit.dim == dim.index());
        logical_dims.push(logical_dim(&mut builder, results, own.collect(), dim.index(), len)?);
    }
    builder.finish(&logical_dims).map_err(too_large)
}

fn map_results(results: &[AffineExpr], shape: &Shape) -> Result<Vec<MapResult>, Fault> {
    let lens: Vec<Len> = shape.values().copied().collect();
    let map_result = |(result, expr): (usize, &AffineExpr)| {
        let invalid = |reason: String| at_result(results, result, &reason);
        let digit = digit_of(expr).map_err(invalid)?;
        let range = digit.range(lens[digit.dim]).map_err(invalid)?;
        Ok(MapResult { result, digit, range })
    };
    results.iter().enumerate().map(map_result).collect()
}

fn at_result(results: &[AffineExpr], result: usize, reason: &str) -> Fault {
    let expr = &results[result];
    fault(format!("result {result} of the map, `{expr}`, is not a physical dim: {reason}"))
        .note("a result must be a dim, `d floordiv c` or `d mod c`; the digits of a dim must cover its index exactly \
               once")
}

/// Returns the expression as a digit. The depth of expressions bounds the recursion.
fn digit_of(expr: &AffineExpr) -> Result<DimDigit, String> {
    match expr {
        AffineExpr::Dim(dim) => Ok(DimDigit { dim: *dim as usize, divisor: 1, modulus: None }),
        AffineExpr::Symbol(symbol) => Err(format!("the value of symbol s{symbol} is unknown")),
        AffineExpr::Const(_) => Err("it is constant".to_owned()),
        AffineExpr::Binary(binary) => match (binary.op(), binary.rhs()) {
            (BinaryOp::FloorDiv, AffineExpr::Const(by)) if *by > 0 => {
                digit_of(binary.lhs())?.over(*by)
            }
            (BinaryOp::Mod, AffineExpr::Const(by)) if *by > 0 => {
                digit_of(binary.lhs())?.modulo(*by)
            }
            (op, _) => Err(format!("the result of `{}` is not a digit of a dim", op.keyword())),
        },
    }
}

impl DimDigit {
    fn over(self, by: i64) -> Result<DimDigit, String> {
        let modulus = match self.modulus {
            Some(modulus) if modulus % by != 0 => {
                return Err(format!("{modulus} is not a multiple of {by}"));
            }
            modulus => modulus.map(|modulus| modulus / by),
        };
        let divisor = self.divisor.checked_mul(by);
        Ok(DimDigit { divisor: divisor.ok_or("a divisor overflows 64 bits")?, modulus, ..self })
    }

    fn modulo(self, by: i64) -> Result<DimDigit, String> {
        match self.modulus {
            Some(modulus) if modulus % by != 0 => {
                Err(format!("{modulus} is not a multiple of {by}"))
            }
            _ => Ok(DimDigit { modulus: Some(by), ..self }),
        }
    }

    /// Returns the number of values of the digit, which start at 0, over a dim of a length.
    fn range(self, len: Len) -> Result<Len, String> {
        let Some(length) = len.get() else {
            let whole = self.divisor == 1 && self.modulus.is_none();
            return if whole {
                Ok(len)
            } else {
                Err(format!("the length of d{} is dynamic", self.dim))
            };
        };
        let count = (length - 1) / self.divisor + 1;
        let count = self.modulus.map_or(count, |modulus| count.min(modulus));
        Ok(Len::new(count).expect("a length and a modulus are at least 1"))
    }
}

/// Adds the transforms that combine digits to their logical dim, and returns the dim.
fn logical_dim(
    builder: &mut LayoutBuilder,
    results: &[AffineExpr],
    mut parts: Vec<MapResult>,
    dim: usize,
    len: Len,
) -> Result<DimId, Fault> {
    // A digit of range 1 is always 0 and may have any position.
    parts.sort_by_key(|part| (part.digit.divisor, !part.range.is_one()));
    let covered = covered_count(results, &parts)?;
    if len.get().is_some_and(|length| covered < i128::from(length))
        || (parts.is_empty() && len.is_dynamic())
    {
        return Err(missing(dim, len, covered));
    }
    let base = builder.base_dims().to_vec();
    let lower: Vec<DimId> = parts.iter().rev().map(|part| base[part.result]).collect();
    let mut apply = |transform: Transform, lower: &[DimId]| {
        builder.apply(transform, lower).map(|upper| upper[0]).map_err(too_large)
    };
    let merged = match lower[..] {
        [] => apply(Insert { length: 1 }.into(), &[])?,
        [whole] => whole,
        _ => apply(Merge.into(), &lower)?,
    };
    match len.get() {
        Some(end) if covered > i128::from(end) => apply(Slice { begin: 0, end }.into(), &[merged]),
        _ => Ok(merged),
    }
}

/// Returns how many indices the digits cover together, sorted from the fastest. Each digit must begin where the faster
/// digits end.
fn covered_count(results: &[AffineExpr], parts: &[MapResult]) -> Result<i128, Fault> {
    let mut covered = 1;
    for part in parts {
        let Some(range) = part.range.get() else {
            // For a dim of dynamic length, each digit has the whole length as its range, so a second one is a
            // repetition.
            if parts.len() > 1 {
                return Err(repeated(results, part));
            }
            return Ok(covered);
        };
        if range > 1 && i128::from(part.digit.divisor) != covered {
            return Err(misplaced(results, part, covered));
        }
        covered = covered.saturating_mul(range.into());
    }
    Ok(covered)
}

fn repeated(results: &[AffineExpr], part: &MapResult) -> Fault {
    at_result(results, part.result, &format!("d{} occurs twice", part.digit.dim))
}

fn misplaced(results: &[AffineExpr], part: &MapResult, covered: i128) -> Fault {
    let DimDigit { dim, divisor, .. } = part.digit;
    if i128::from(divisor) < covered {
        return repeated(results, part);
    }
    let reason = format!(
        "its divisor of d{dim} is {divisor}, but must be {covered}, the number of indices that the faster digits cover"
    );
    at_result(results, part.result, &reason)
}

fn missing(dim: usize, len: Len, covered: i128) -> Fault {
    let message = if covered == 1 {
        format!("the map has no result for d{dim}, whose length is {len}")
    } else {
        format!("the results of the map cover {covered} indices of d{dim}, but its length is {len}")
    };
    fault(message).note(
        "the digits of a dim must cover its index exactly once, as in `(d0 floordiv 4, d1, d0 mod 4)`",
    )
}
