//! Kernels without a plan for elements that begin or end inside a byte, of 3 bits for example: a loop over groups of
//! elements of the target.
//!
//! Bits that belong to other tensors are kept.

use super::bits;
use super::slot_copy::SlotCopy;
use crate::conversions::Conversion;
use ir::layout::Bits;

/// Checks that a bit number of 64 bits counts the bits of both buffers of a conversion.
///
/// # Errors
/// A buffer has more bits.
pub(super) fn check_bits(conversion: &Conversion<'_>, bits: Bits) -> Result<(), String> {
    let counts = conversion.kernel.slots().ok_or("a length is dynamic")?;
    for (what, count) in ["source", "target"].into_iter().zip(counts) {
        if bits.checked_mul(count).is_none() {
            let bits = bits.get();
            return Err(format!(
                "its {what} has {count} slots of {bits} bits, which are more than 2^63 - 1 bits"
            ));
        }
    }
    Ok(())
}

/// Returns the statements of the kernel, for elements of 3, 5, 6, 7, 9 or another number of bits that is not a number of
/// bytes. `function` returns the slot of the source.
pub(super) fn body(copy: &SlotCopy, function: &str) -> String {
    let group = copy.group();
    let mut text = copy.loop_over_groups(group.saturating_mul(copy.bits) / 4);
    text += &format!(
        "        for (unsigned int element = 0; element < {group}u; ++element) {{\n            \
         const uint64_t slot = (uint64_t)at * {group}u + element;\n"
    );
    text + &copy.skip() + &element(copy, function) + "        }\n    }\n" + &rest(copy)
}

/// Returns the statements that write one element.
fn element(copy: &SlotCopy, function: &str) -> String {
    let width = copy.bits;
    let to = format!("slot * {width}u");
    let value = bits::get(&format!("(uint64_t)from * {width}u"), width);
    let zero = copy.fills_padding.then(|| bits::put(&to, width, "0"));
    copy.element((function, 12), &bits::put(&to, width, &value), zero.as_deref())
}

/// Returns the statement that sets the bits of the last byte after the last slot to zero, if they are padding.
fn rest(copy: &SlotCopy) -> String {
    let end = copy.slots * copy.bits;
    let used = end % 8;
    if !copy.fills_padding || used == 0 {
        return String::new();
    }
    let mask = (1_u32 << used) - 1;
    let last = end / 8;
    format!("    d[{last}] = (unsigned char)(d[{last}] & {mask}u);\n")
}
