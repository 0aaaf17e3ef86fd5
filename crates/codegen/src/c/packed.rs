//! Kernels without a plan for elements that share a byte: a loop over the bytes of the target.
//!
//! A byte is written once, with all of its elements, so that no two threads write it. The first element of a byte is in
//! its low bits. Bits that belong to other tensors are kept.

use super::slot_copy::SlotCopy;

/// Returns the statements of the kernel, for elements of 1, 2 or 4 bits. `function` returns the slot of the source.
pub(super) fn body(copy: &SlotCopy, function: &str) -> String {
    let (per_byte, bits) = (copy.group(), copy.bits);
    let mut text = copy.loop_over_groups(2);
    text += &format!("        unsigned int byte = {};\n", kept(copy));
    text += &format!(
        "        for (unsigned int bit = 0; bit < 8u; bit += {bits}u) {{\n            \
         const uint64_t slot = (uint64_t)at * {per_byte}u + bit / {bits}u;\n"
    );
    text + &copy.skip() + &element(copy, function) + "        }\n" + store(copy) + "    }\n"
}

/// Returns the bits of a byte before its elements are written.
fn kept(copy: &SlotCopy) -> String {
    let per_byte = copy.group();
    let before = copy.first % per_byte * copy.bits;
    match (copy.fills_padding, before) {
        (false, _) => "d[at]".to_owned(),
        (true, 0) => "0u".to_owned(),
        (true, _) => {
            let mask = (1_u64 << before) - 1;
            format!("at == {} ? d[at] & {mask}u : 0u", copy.first / per_byte)
        }
    }
}

/// Returns the statement that writes a byte. A byte without an element may belong to another tensor.
fn store(copy: &SlotCopy) -> &'static str {
    if copy.fills_padding {
        "        d[at] = (unsigned char)byte;\n"
    } else {
        "        if (byte != d[at]) {\n            d[at] = (unsigned char)byte;\n        }\n"
    }
}

/// Returns the statements that move one element into its byte.
fn element(copy: &SlotCopy, function: &str) -> String {
    let (per_byte, bits) = (copy.group(), copy.bits);
    let mask = (1_u64 << bits) - 1;
    let value = format!(
        "((unsigned int)s[from / {per_byte}u] >> (from % {per_byte}u * {bits}u)) & {mask}u"
    );
    let write = match copy.fills_padding {
        true => format!("byte |= ({value}) << bit;"),
        false => format!("byte = (byte & ~({mask}u << bit)) | (({value}) << bit);"),
    };
    copy.element((function, 12), &write, None)
}
