//! Maps of several results: each result is a dim or a digit of one, and each dim is there exactly once.
//!
//! Memory is row major over the ranges of the results. A dim that is cut is the `merge` of its digits, and a
//! `slice` of that where its length is no product of theirs.

use super::fault::{fault, too_large};
use crate::affine::{AffineExpr, BinaryOp};
use crate::diag::code;
use crate::encoding::Fault;
use layout::transform::{Insert, Merge, Slice, Transform};
use layout::{
    DimId, ElemSize, Elems, Layout, LayoutBuilder, Len, MAX_RANK, MemShape, PhysicalLayout, Shape,
    solve,
};

/// `(dim floordiv divisor) mod modulus`.
#[derive(Clone, Copy)]
struct DimDigit {
    dim: usize,
    divisor: i64,
    modulus: Option<i64>,
}

/// A digit with its place among the results and its range.
#[derive(Clone, Copy)]
struct MapResult {
    result: usize,
    digit: DimDigit,
    range: Len,
}

/// The layout of a map's results over a shape.
///
/// # Errors
/// A result is no digit of a dim, a dim is not there exactly once, there are too many results, or
/// memory is too large.
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
    let places = places(results, shape)?;
    let lens = MemShape::new(places.iter().map(|place| place.range));
    let lens = lens.expect("the number of results was checked");
    let strides = solve(&lens, elem, &[])
        .map_err(|conflict| Fault::new(code::STRIDES_UNSOLVABLE, conflict.to_string()))?;
    let physical = PhysicalLayout::new(lens, strides, Elems::ZERO, elem);
    let mut builder =
        LayoutBuilder::new(physical.expect("solved strides have the rank of the lengths"));
    let mut logical_dims = Vec::new();
    for (dim, &len) in shape.iter() {
        let own = places.iter().copied().filter(|place| place.digit.dim == dim.index());
        logical_dims.push(top(&mut builder, results, own.collect(), dim.index(), len)?);
    }
    builder.finish(&logical_dims).map_err(too_large)
}

fn places(results: &[AffineExpr], shape: &Shape) -> Result<Vec<MapResult>, Fault> {
    let lens: Vec<Len> = shape.values().copied().collect();
    let place = |(result, expr): (usize, &AffineExpr)| {
        let refused = |reason: String| at_result(results, result, &reason);
        let digit = digit_of(expr).map_err(refused)?;
        let range = digit.range(lens[digit.dim]).map_err(refused)?;
        Ok(MapResult { result, digit, range })
    };
    results.iter().enumerate().map(place).collect()
}

fn at_result(results: &[AffineExpr], result: usize, reason: &str) -> Fault {
    let expr = &results[result];
    fault(format!("result {result} of the map, `{expr}`, gives no physical dim: {reason}"))
        .note("a result is a dim, `d floordiv c` or `d mod c`; all digits of a dim together hold its index once")
}

/// The expression as a digit. Depth is bounded by that of expressions.
fn digit_of(expr: &AffineExpr) -> Result<DimDigit, String> {
    match expr {
        AffineExpr::Dim(dim) => Ok(DimDigit { dim: *dim as usize, divisor: 1, modulus: None }),
        AffineExpr::Symbol(symbol) => Err(format!("no type tells the value of symbol s{symbol}")),
        AffineExpr::Const(_) => Err("it is the same for every index".to_owned()),
        AffineExpr::Binary(binary) => match (binary.op(), binary.rhs()) {
            (BinaryOp::FloorDiv, AffineExpr::Const(by)) if *by > 0 => {
                digit_of(binary.lhs())?.over(*by)
            }
            (BinaryOp::Mod, AffineExpr::Const(by)) if *by > 0 => {
                digit_of(binary.lhs())?.modulo(*by)
            }
            (op, _) => Err(format!("`{}` makes no digit of a dim", op.keyword())),
        },
    }
}

impl DimDigit {
    fn over(self, by: i64) -> Result<DimDigit, String> {
        let modulus = match self.modulus {
            Some(modulus) if modulus % by != 0 => {
                return Err(format!("{modulus} is no multiple of {by}"));
            }
            modulus => modulus.map(|modulus| modulus / by),
        };
        let divisor = self.divisor.checked_mul(by);
        Ok(DimDigit { divisor: divisor.ok_or("a divisor leaves 64 bits")?, modulus, ..self })
    }

    fn modulo(self, by: i64) -> Result<DimDigit, String> {
        match self.modulus {
            Some(modulus) if modulus % by != 0 => Err(format!("{modulus} is no multiple of {by}")),
            _ => Ok(DimDigit { modulus: Some(by), ..self }),
        }
    }

    /// How many values it takes, from 0 on, over a dim of a length.
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
        Ok(Len::new(count).expect("a length is above zero, and so is a modulus"))
    }
}

/// The logical dim that digits make together.
fn top(
    builder: &mut LayoutBuilder,
    results: &[AffineExpr],
    mut places: Vec<MapResult>,
    dim: usize,
    len: Len,
) -> Result<DimId, Fault> {
    // A digit that is always 0 tells nothing, and may stand anywhere.
    places.sort_by_key(|place| (place.digit.divisor, !place.range.is_one()));
    let held = held(results, &places)?;
    if len.get().is_some_and(|length| held < i128::from(length))
        || (places.is_empty() && len.is_dynamic())
    {
        return Err(missing(dim, len, held));
    }
    let base = builder.base_dims().to_vec();
    let lower: Vec<DimId> = places.iter().rev().map(|place| base[place.result]).collect();
    let mut apply = |transform: Transform, lower: &[DimId]| {
        builder.apply(transform, lower).map(|upper| upper[0]).map_err(too_large)
    };
    let made = match lower[..] {
        [] => apply(Insert { length: 1 }.into(), &[])?,
        [whole] => whole,
        _ => apply(Merge.into(), &lower)?,
    };
    match len.get() {
        Some(end) if held > i128::from(end) => apply(Slice { begin: 0, end }.into(), &[made]),
        _ => Ok(made),
    }
}

/// How many indices the digits hold together, the fastest first, if each begins where the faster ones end.
fn held(results: &[AffineExpr], places: &[MapResult]) -> Result<i128, Fault> {
    let mut held = 1;
    for place in places {
        let Some(range) = place.range.get() else {
            // Ranges of a dim with a dynamic length are that length: a second one repeats the first.
            if places.len() > 1 {
                return Err(repeated(results, place));
            }
            return Ok(held);
        };
        if range > 1 && i128::from(place.digit.divisor) != held {
            return Err(misplaced(results, place, held));
        }
        held = held.saturating_mul(range.into());
    }
    Ok(held)
}

fn repeated(results: &[AffineExpr], place: &MapResult) -> Fault {
    at_result(results, place.result, &format!("d{} is there twice", place.digit.dim))
}

fn misplaced(results: &[AffineExpr], place: &MapResult, held: i128) -> Fault {
    let DimDigit { dim, divisor, .. } = place.digit;
    if i128::from(divisor) < held {
        return repeated(results, place);
    }
    let reason = format!(
        "it counts steps of {divisor} of d{dim}, but within a step the results hold {held}"
    );
    at_result(results, place.result, &reason)
}

fn missing(dim: usize, len: Len, held: i128) -> Fault {
    let message = if held == 1 {
        format!("no result of the map holds d{dim}, of length {len}")
    } else {
        format!("the results of the map hold {held} indices of d{dim}, but it has length {len}")
    };
    fault(message).note(
        "all digits of a dim together hold its index once, as in `(d0 floordiv 4, d1, d0 mod 4)`",
    )
}
