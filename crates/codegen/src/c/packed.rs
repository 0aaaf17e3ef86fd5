//! Kernels without a plan for elements that share a byte: a loop over the bytes of the target.
//!
//! A byte is written once, with all of its elements, so that no two threads write it. The first element of a byte is in
//! its low bits. Bits that belong to other tensors are kept.

use super::language::C;
use super::parallel;
use crate::conversions::Conversion;
use crate::source::SourceLanguage;
use address::program::Program;

/// The copy of elements of 1, 2 or 4 bits.
pub(super) struct PackedCopy {
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

impl PackedCopy {
    /// Returns the copy of a conversion by a program; `None` if elements do not share bytes evenly.
    pub(super) fn new(conversion: &Conversion<'_>, program: &Program) -> Option<PackedCopy> {
        let kernel = &conversion.kernel;
        let bits = kernel.target.elem()?.bits().get().unsigned_abs();
        let slot = program.params().first()?;
        (bits < 8 && 8 % bits == 0).then(|| PackedCopy {
            bits,
            first: conversion.first_slot.unsigned_abs(),
            slots: slot.end(),
            fills_padding: kernel.fills_padding,
            is_partial: program.valid().is_some(),
            types: [C.word_type(slot.width), C.word_type(program.width(program.offset()))],
        })
    }

    /// Returns the statements of the kernel. `function` returns the slot of the source.
    pub(super) fn body(&self, function: &str) -> String {
        let per_byte = 8 / self.bits;
        let first = self.first / per_byte;
        let end = self.slots.div_ceil(per_byte);
        let bits = self.bits;
        let moved = i64::try_from(end.saturating_mul(2)).unwrap_or(i64::MAX);
        let mut text = parallel::line(moved);
        text += &format!(
            "    for (int64_t at = {first}; at < {end}; ++at) {{\n        unsigned int byte = {};\n",
            self.kept()
        );
        text += &format!(
            "        for (unsigned int bit = 0; bit < 8u; bit += {bits}u) {{\n            \
             const uint64_t slot = (uint64_t)at * {per_byte}u + bit / {bits}u;\n"
        );
        let outside = self.outside();
        if !outside.is_empty() {
            let outside = outside.join(" || ");
            text += &format!(
                "            if ({outside}) {{\n                continue;\n            }}\n"
            );
        }
        text + &self.element(function) + "        }\n" + self.store() + "    }\n"
    }

    /// Returns the bits of a byte before its elements are written.
    fn kept(&self) -> String {
        let per_byte = 8 / self.bits;
        let before = self.first % per_byte * self.bits;
        match (self.fills_padding, before) {
            (false, _) => "d[at]".to_owned(),
            (true, 0) => "0u".to_owned(),
            (true, _) => {
                let mask = (1_u64 << before) - 1;
                format!("at == {} ? d[at] & {mask}u : 0u", self.first / per_byte)
            }
        }
    }

    /// Returns the statement that writes a byte. A byte without an element may belong to another tensor.
    fn store(&self) -> &'static str {
        if self.fills_padding {
            "        d[at] = (unsigned char)byte;\n"
        } else {
            "        if (byte != d[at]) {\n            d[at] = (unsigned char)byte;\n        }\n"
        }
    }

    /// Returns the conditions of slots in the first and the last byte that are not written.
    fn outside(&self) -> Vec<String> {
        let per_byte = 8 / self.bits;
        let before =
            (!self.first.is_multiple_of(per_byte)).then(|| format!("slot < {}u", self.first));
        let after =
            (!self.slots.is_multiple_of(per_byte)).then(|| format!("slot >= {}u", self.slots));
        before.into_iter().chain(after).collect()
    }

    /// Returns the statements that move one element into its byte.
    fn element(&self, function: &str) -> String {
        let PackedCopy { bits, types: [word, offset], .. } = self;
        let per_byte = 8 / bits;
        let mask = (1_u64 << bits) - 1;
        let value = format!(
            "((unsigned int)s[from / {per_byte}u] >> (from % {per_byte}u * {bits}u)) & {mask}u"
        );
        let write = match self.fills_padding {
            true => format!("byte |= ({value}) << bit;"),
            false => format!("byte = (byte & ~({mask}u << bit)) | (({value}) << bit);"),
        };
        if self.is_partial {
            return format!(
                "            {offset} from = 0;\n            if ({function}(({word})slot, &from)) {{\n                {write}\n            }}\n"
            );
        }
        format!(
            "            const {offset} from = {function}(({word})slot);\n            {write}\n"
        )
    }
}
