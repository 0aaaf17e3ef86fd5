//! The bounds of dynamic lengths, the entry `bounds` of an encoding.
//!
//! A layout has the lengths of [`laid_out`]: a dynamic dim with a bound is as long as its bound. The core therefore has
//! no lengths with bounds; that a dim is dynamic remains a property of the type.

use super::fault::Fault;
use super::shaped::{BOUNDS, ShapedType};
use crate::data::attrs::AttrKind;
use crate::data::context::Context;
use crate::data::ids::{Attr, Type};
use crate::data::types::{Extent, Piece};
use crate::diag::code;
use crate::source::PathStep;

/// The entry of a dynamic dim without a bound: MLIR's `ShapedType::kDynamic`.
const UNBOUNDED: i64 = i64::MIN;

/// Returns the entries of `bounds`: the bound of each dim, which is its length if that is static, or `None` if it is
/// dynamic and has no bound.
pub(super) fn read_bounds(
    ctx: &Context,
    value: Attr,
    dims: &[Extent],
) -> Result<Vec<Extent>, Fault> {
    let Some(entries) = ctx.as_int_list(value).or_else(|| opaque_elements(ctx, value)) else {
        let message = "`bounds` must be a list of integers, an upper bound for each logical dim";
        return Err(Fault::new(code::ENCODING_KEYS, message));
    };
    if entries.len() != dims.len() {
        return Err(Fault::of_count(BOUNDS, entries.len(), dims.len()));
    }
    let entries = entries.into_iter().zip(dims).enumerate();
    entries.map(|(dim, (entry, &length))| bound(dim, entry, length)).collect()
}

fn bound(dim: usize, entry: i64, length: Extent) -> Result<Extent, Fault> {
    fn fault(dim: usize, message: String) -> Fault {
        let path = [PathStep::Attr(BOUNDS.into()), PathStep::Element(dim)];
        Fault::new(code::ENCODING_KEYS, message).at(path)
    }
    match (length, u64::try_from(entry)) {
        (Some(length), Ok(entry)) if entry == length => Ok(Some(length)),
        (Some(length), _) => Err(Fault {
            near: Some(length.to_string()),
            ..fault(
                dim,
                format!("the bound of d{dim} must be its static length {length}, but is {entry}"),
            )
        }),
        (None, Ok(entry)) if entry > 0 => Ok(Some(entry)),
        (None, _) if entry == UNBOUNDED => Ok(None),
        (None, _) => {
            Err(fault(dim, format!("the bound of d{dim} must be at least 1, but is {entry}"))
                .note(format!("{UNBOUNDED} is the entry of a dynamic dim without a bound")))
        }
    }
}

/// Returns the integers of VPUX's `#const.OpaqueI64Elements<[1, 16]> : tensor<2xsi64>`; `None` for other attributes.
fn opaque_elements(ctx: &Context, value: Attr) -> Option<Vec<i64>> {
    let AttrKind::Dialect { text, .. } = ctx.attr_kind(value) else { return None };
    let [Piece::Text(body)] = &text.body[..] else { return None };
    let body = body.strip_prefix("OpaqueI64Elements<")?.strip_suffix('>')?.trim();
    let list = body.strip_prefix('[')?.strip_suffix(']')?;
    list.split(',').map(|entry| entry.trim().parse().ok()).collect()
}

/// Returns the entry of a dim with this bound.
pub(super) fn bound_entry(bound: Extent) -> i64 {
    bound.and_then(|bound| i64::try_from(bound).ok()).unwrap_or(UNBOUNDED)
}

/// Returns the lengths that a layout has: the bounds if there are any, which include the static lengths.
pub(super) fn laid_out(dims: &[Extent], bounds: Option<&[Extent]>) -> Vec<Extent> {
    bounds.unwrap_or(dims).to_vec()
}

/// Returns the bounds of a type, an entry for each dim: the length of a static dim, the bound of a dynamic one, or
/// `None` for a dynamic dim without a bound. `None` if the encoding has no valid bounds.
pub fn bounds(ctx: &Context, ty: Type) -> Option<Vec<Extent>> {
    let ShapedType { dims, encoding, .. } = ShapedType::from_type(ctx, ty)?;
    read_bounds(ctx, ctx.dict_get(encoding?, BOUNDS)?, dims).ok()
}

/// Returns the lengths that the layout of a ranked tensor, or of a memref with a dictionary of our keys, has: a bound
/// for each dynamic dim that has one; `None` for other types.
pub fn laid_out_lengths(ctx: &Context, ty: Type) -> Option<Vec<Extent>> {
    let ShapedType { dims, .. } = ShapedType::from_type(ctx, ty)?;
    Some(laid_out(dims, bounds(ctx, ty).as_deref()))
}
