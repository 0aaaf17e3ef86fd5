//! The rules of `VkTensorRollingBackingCreateInfoARM` (VK_ARM_tensor_controls): the attribute `wraps`.
//!
//! The rules of shaders, such as 12463 (an access must not cross the end of a window), are not about a description.

use super::rule::{Breach, RuleContext, breach, bytes, device, when};
use ir::vulkan::MAX_WRAPS;

/// Returns the length of a brick along its outer dim; 1 for tilings without bricks.
fn brick_outer_size(cx: &RuleContext<'_>) -> i128 {
    match cx.tiling() {
        "BRICK_16_WIDE" => 16,
        "BRICK_8_WIDE" => 8,
        "BRICK_4_WIDE" => 4,
        _ => 1,
    }
}

/// The wrap and the length of a dim, with its position.
type WrappedDim = (usize, i128, i128);

/// Returns the wraps of all dims; none without a rolling backing, and none if there are more than its structure has, which
/// [`dimension_count`] reports.
fn wraps<'a>(cx: &'a RuleContext<'_>) -> impl DoubleEndedIterator<Item = WrappedDim> + 'a {
    let wraps = cx.written.wraps.as_deref().filter(|_| cx.dims().len() <= MAX_WRAPS);
    let wraps = wraps.unwrap_or_default();
    let dims = &cx.dims()[..wraps.len().min(cx.dims().len())];
    let pairs = wraps.iter().take(dims.len()).copied().collect::<Vec<u32>>().into_iter();
    pairs.zip(dims).enumerate().map(|(at, (wrap, &length))| (at, wrap.into(), length.into()))
}

fn is_power_of_two(wrap: i128) -> bool {
    wrap > 0 && wrap & (wrap - 1) == 0
}

pub(super) fn tiling(cx: &RuleContext<'_>) -> Vec<Breach> {
    let tiling = cx.tiling();
    let allowed = tiling == "LINEAR" || tiling.starts_with("BRICK_");
    when(cx.written.wraps.is_some() && !allowed, || {
        format!("a rolling backing needs tiling LINEAR or BRICK, but the tiling is {tiling}")
    })
}

pub(super) fn dimension_count(cx: &RuleContext<'_>) -> Vec<Breach> {
    let count = cx.dims().len();
    when(cx.written.wraps.is_some() && count > MAX_WRAPS, || {
        format!(
            "a tensor with a rolling backing has at most {MAX_WRAPS} dims, but there are {count}"
        )
    })
}

/// Checks that the device has the extension. The structure is not valid in the chain without it.
pub(super) fn extension(cx: &RuleContext<'_>) -> Vec<Breach> {
    let text =
        "a rolling backing needs VK_ARM_tensor_controls, the feature `tensorControls` of a target";
    let missing = cx.written.wraps.is_some() && !cx.target.tensor_controls;
    missing.then(|| device(text.to_owned())).into_iter().collect()
}

pub(super) fn within_dims(cx: &RuleContext<'_>) -> Vec<Breach> {
    let wrong = wraps(cx).filter(|&(_, wrap, length)| wrap > length);
    wrong
        .map(|(at, wrap, length)| {
            format!("wraps[{at}] must be at most pDimensions[{at}] = {length}, but is {wrap}")
        })
        .map(breach)
        .collect()
}

pub(super) fn below_limit(cx: &RuleContext<'_>) -> Vec<Breach> {
    let wrong = wraps(cx).filter(|&(_, wrap, length)| wrap != length && wrap >= 1 << 16);
    wrong
        .map(|(at, wrap, length)| {
            format!(
                "wraps[{at}] must be pDimensions[{at}] = {length} or less than 65536, but is {wrap}"
            )
        })
        .map(breach)
        .collect()
}

pub(super) fn powers_of_two(cx: &RuleContext<'_>) -> Vec<Breach> {
    let first = wraps(cx).find(|&(_, wrap, _)| !is_power_of_two(wrap));
    let Some((first, other, _)) = first else { return Vec::new() };
    let wrong = wraps(cx)
        .filter(|&(at, wrap, length)| at > first && wrap != length && !is_power_of_two(wrap));
    wrong.map(|(at, wrap, length)| {
        format!(
            "wraps[{at}] must be pDimensions[{at}] = {length} or a power of two, because wraps[{first}] = {other} is none, but is {wrap}"
        )
    }).map(breach).collect()
}

pub(super) fn brick_rows(cx: &RuleContext<'_>) -> Vec<Breach> {
    let size = brick_outer_size(cx);
    let dim = wraps(cx).rev().nth(1);
    let wrong = dim.filter(|&(_, wrap, length)| wrap != length && wrap % size != 0);
    wrong.map(|(at, wrap, length)| {
        format!(
            "wraps[{at}] must be pDimensions[{at}] = {length} or a multiple of {size}, the length of a brick, but is {wrap}"
        )
    }).map(breach).into_iter().collect()
}

pub(super) fn brick_columns(cx: &RuleContext<'_>) -> Vec<Breach> {
    let (size, Some(elem)) = (brick_outer_size(cx), cx.elem()) else { return Vec::new() };
    if size == 1 {
        return Vec::new();
    }
    // The quotient is 0 for large elements: then only the length is a multiple.
    let unit = 64 / size / elem;
    let dim = wraps(cx).next_back();
    let wrong = dim.filter(|&(_, wrap, length)| {
        wrap != length && !(if unit == 0 { wrap == 0 } else { wrap % unit == 0 })
    });
    wrong.map(|(at, wrap, length)| {
        let or = match unit {
            0 => String::new(),
            _ => format!(" or a multiple of {unit}"),
        };
        let of = bytes(elem);
        format!(
            "wraps[{at}] must be pDimensions[{at}] = {length}{or}, for elements of {of}, but is {wrap}"
        )
    }).map(breach).into_iter().collect()
}
