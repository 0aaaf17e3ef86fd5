//! The rules of `VkTensorRollingBackingCreateInfoARM` (VK_ARM_tensor_controls): the attribute `wraps`.
//!
//! The rules of shaders, such as 12463 (an access must not cross the end of a window), are not about a description.

use super::rule::{Breaches, RuleContext, bytes};
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

/// A dim of a tensor with a rolling backing.
struct WrappedDim {
    at: usize,
    wrap: i128,
    length: i128,
}

impl WrappedDim {
    /// Returns `true` if the wrap is a proper part of the dim, or wrong.
    fn is_partial(&self) -> bool {
        self.wrap != self.length
    }

    fn is_power_of_two(&self) -> bool {
        self.wrap > 0 && self.wrap & (self.wrap - 1) == 0
    }

    /// Returns the text of a violation: the words before and after the length of the dim.
    fn must_be(&self, before: &str, after: &str) -> String {
        let WrappedDim { at, wrap, length } = self;
        format!("wraps[{at}] must be {before}pDimensions[{at}] = {length}{after}, but is {wrap}")
    }
}

/// Returns the wraps of all dims; none without a rolling backing, and none if there are more than its structure has, which
/// [`dimension_count`] reports.
fn wraps<'a>(cx: &'a RuleContext<'_>) -> impl DoubleEndedIterator<Item = WrappedDim> + 'a {
    let wraps = cx.written.wraps.as_deref().filter(|_| cx.dims().len() <= MAX_WRAPS);
    let wraps = wraps.unwrap_or_default();
    wraps.iter().zip(cx.dims()).enumerate().map(|(at, (&wrap, &length))| WrappedDim {
        at,
        wrap: wrap.into(),
        length: length.into(),
    })
}

pub(super) fn tiling(cx: &RuleContext<'_>, found: &mut Breaches) {
    let tiling = cx.tiling();
    if cx.written.wraps.is_some() && tiling != "LINEAR" && !tiling.starts_with("BRICK_") {
        found.add(format!(
            "a rolling backing needs tiling LINEAR or BRICK, but the tiling is {tiling}"
        ));
    }
}

pub(super) fn dimension_count(cx: &RuleContext<'_>, found: &mut Breaches) {
    let count = cx.dims().len();
    if cx.written.wraps.is_some() && count > MAX_WRAPS {
        found.add(format!(
            "a tensor with a rolling backing has at most {MAX_WRAPS} dims, but there are {count}"
        ));
    }
}

/// Checks that the device has the extension. The structure is not valid in the chain without it.
pub(super) fn extension(cx: &RuleContext<'_>, found: &mut Breaches) {
    if cx.written.wraps.is_some() && !cx.target.tensor_controls {
        found.add_of_device("a rolling backing needs VK_ARM_tensor_controls, the feature `tensorControls` of a target");
    }
}

pub(super) fn within_dims(cx: &RuleContext<'_>, found: &mut Breaches) {
    for dim in wraps(cx).filter(|dim| dim.wrap > dim.length) {
        found.add(dim.must_be("at most ", ""));
    }
}

pub(super) fn below_limit(cx: &RuleContext<'_>, found: &mut Breaches) {
    for dim in wraps(cx).filter(|dim| dim.is_partial() && dim.wrap >= 1 << 16) {
        found.add(dim.must_be("", " or less than 65536"));
    }
}

pub(super) fn powers_of_two(cx: &RuleContext<'_>, found: &mut Breaches) {
    let mut others = wraps(cx).filter(|dim| !dim.is_power_of_two());
    let Some(WrappedDim { at: first, wrap, .. }) = others.next() else { return };
    for dim in others.filter(WrappedDim::is_partial) {
        let because = format!(" or a power of two, because wraps[{first}] = {wrap} is none");
        found.add(dim.must_be("", &because));
    }
}

pub(super) fn brick_rows(cx: &RuleContext<'_>, found: &mut Breaches) {
    let size = brick_outer_size(cx);
    let dim = wraps(cx).nth_back(1);
    if let Some(dim) = dim.filter(|dim| dim.is_partial() && dim.wrap % size != 0) {
        found.add(dim.must_be("", &format!(" or a multiple of {size}, the length of a brick")));
    }
}

pub(super) fn brick_columns(cx: &RuleContext<'_>, found: &mut Breaches) {
    let size = brick_outer_size(cx);
    let Some(elem) = cx.elem().filter(|_| size != 1) else { return };
    let unit = 64 / size / elem;
    // The quotient is 0 for large elements: then only the length is a multiple.
    let or = if unit == 0 { String::new() } else { format!(" or a multiple of {unit}") };
    let dim = wraps(cx).next_back().filter(WrappedDim::is_partial);
    if let Some(dim) = dim.filter(|dim| dim.wrap.checked_rem(unit).unwrap_or(dim.wrap) != 0) {
        found.add(dim.must_be("", &format!("{or}, for elements of {}", bytes(elem))));
    }
}
