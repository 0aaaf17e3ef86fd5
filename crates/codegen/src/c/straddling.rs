//! Kernels without a plan for elements that begin or end inside a byte, of 3 bits for example: a loop over groups of
//! elements of the target.
//!
//! The elements of a group fill whole bytes together, and no other group has bits of these bytes, so that groups are
//! written in parallel. Bits that belong to other tensors are kept.

use super::bits;
use super::language::C;
use super::parallel;
use crate::conversions::Conversion;
use crate::source::SourceLanguage;
use address::program::Program;

/// The greatest number of bits of a buffer.
const MAX_BITS: u64 = i64::MAX.unsigned_abs();

/// The copy of elements of 3, 5, 6, 7, 9 or another number of bits that is not a number of bytes.
pub(super) struct StraddlingCopy {
    /// The size of an element in bits.
    bits: u64,
    /// The first slot of the target that is written.
    first: u64,
    /// The number of slots of the target.
    slots: u64,
    fills_padding: bool,
    /// `true` if some slots have no element.
    is_partial: bool,
    /// The types of a slot of the target, and of one of the source.
    types: [&'static str; 2],
}

impl StraddlingCopy {
    /// Returns the copy of a conversion by a program.
    ///
    /// # Errors
    /// A buffer has more bits than a bit number of 64 bits counts.
    pub(super) fn new(
        conversion: &Conversion<'_>,
        program: &Program,
        bits: u64,
    ) -> Result<StraddlingCopy, String> {
        let kernel = &conversion.kernel;
        let counts = kernel.slots().ok_or("a length is dynamic")?;
        for (what, count) in ["source", "target"].into_iter().zip(counts) {
            let all = count.unsigned_abs().checked_mul(bits);
            if all.is_none_or(|all| all > MAX_BITS) {
                return Err(format!(
                    "its {what} has {count} slots of {bits} bits, which are more than 2^63 - 1 bits"
                ));
            }
        }
        let slot = &program.params()[0];
        Ok(StraddlingCopy {
            bits,
            first: conversion.first_slot.unsigned_abs(),
            slots: slot.end(),
            fills_padding: kernel.fills_padding,
            is_partial: program.valid().is_some(),
            types: [C.word_type(slot.width), C.word_type(program.width(program.offset()))],
        })
    }

    /// Returns the number of elements of a group.
    fn group(&self) -> u64 {
        // Eight elements are a whole number of bytes, and an even width needs less.
        8 >> self.bits.trailing_zeros().min(3)
    }

    /// Returns the statements of the kernel. `function` returns the slot of the source.
    pub(super) fn body(&self, function: &str) -> String {
        let group = self.group();
        let first = self.first / group;
        let end = self.slots.div_ceil(group);
        let bytes = group.saturating_mul(self.bits) / 4;
        let moved = i64::try_from(end.saturating_mul(bytes)).unwrap_or(i64::MAX);
        let mut text = parallel::line(moved);
        text += &format!(
            "    for (int64_t at = {first}; at < {end}; ++at) {{\n        \
             for (unsigned int element = 0; element < {group}u; ++element) {{\n            \
             const uint64_t slot = (uint64_t)at * {group}u + element;\n"
        );
        let before = (!self.first.is_multiple_of(group)).then(|| format!("slot < {}u", self.first));
        let after = (!self.slots.is_multiple_of(group)).then(|| format!("slot >= {}u", self.slots));
        let outside: Vec<String> = before.into_iter().chain(after).collect();
        if !outside.is_empty() {
            let outside = outside.join(" || ");
            text += &format!(
                "            if ({outside}) {{\n                continue;\n            }}\n"
            );
        }
        text + &self.element(function) + "        }\n    }\n" + &self.rest()
    }

    /// Returns the statements that write one element.
    fn element(&self, function: &str) -> String {
        let StraddlingCopy { bits: width, types: [word, offset], .. } = self;
        let to = format!("slot * {width}u");
        let value = bits::get(&format!("(uint64_t)from * {width}u"), *width);
        let copy = bits::put(&to, *width, &value);
        if !self.is_partial {
            return format!(
                "            const {offset} from = {function}(({word})slot);\n            {copy}\n"
            );
        }
        let otherwise = match self.fills_padding {
            true => {
                format!(
                    " else {{\n                {}\n            }}\n",
                    bits::put(&to, *width, "0")
                )
            }
            false => "\n".to_owned(),
        };
        format!(
            "            {offset} from = 0;\n            if ({function}(({word})slot, &from)) {{\n                {copy}\n            }}{otherwise}"
        )
    }

    /// Returns the statement that sets the bits of the last byte after the last slot to zero, if they are padding.
    fn rest(&self) -> String {
        let end = self.slots * self.bits;
        let used = end % 8;
        if !self.fills_padding || used == 0 {
            return String::new();
        }
        let mask = (1_u32 << used) - 1;
        let last = end / 8;
        format!("    d[{last}] = (unsigned char)(d[{last}] & {mask}u);\n")
    }
}
