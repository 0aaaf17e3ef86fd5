//! The storage padding that a kernel fills: where it ends.

use super::fault::CopyPlanFault;
use super::form::DigitForm;
use crate::pipeline::Layout;

/// The end of the slots that a kernel fills, counted from the slot of the tuple of zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PaddingEnd {
    /// The kernel writes elements only: there is no padding, or it belongs to another tensor.
    ElementsOnly,
    /// The outermost length is dynamic, and the padding ends with the last block.
    Dynamic,
    /// The end of the allocation.
    Slots(i64),
}

/// Returns the end of the padding that a kernel fills in a target.
pub(super) fn padding_end(
    target: &Layout,
    form: &DigitForm,
    offset: i64,
    fills_padding: bool,
) -> Result<PaddingEnd, CopyPlanFault> {
    if !fills_padding {
        return Ok(PaddingEnd::ElementsOnly);
    }
    if target.shape().first_dynamic().is_some() {
        return Ok(PaddingEnd::Dynamic);
    }
    let slots = target.allocation().map_err(CopyPlanFault::Allocation)?.get();
    let range = target.offset_range().map_err(CopyPlanFault::Allocation)?;
    let least = range.ok_or(CopyPlanFault::Empty)?.0;
    let elements = form.dims.iter().try_fold(1_i128, |product, dim| {
        product.checked_mul(i128::from(dim.valid.end) - i128::from(dim.valid.start))
    });
    if elements == Some(i128::from(slots) - i128::from(least.get())) {
        return Ok(PaddingEnd::ElementsOnly);
    }
    Ok(PaddingEnd::Slots(slots.checked_sub(offset).ok_or(CopyPlanFault::Overflow)?))
}
