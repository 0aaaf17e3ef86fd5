//! What kernels without a plan have in common, which copy elements slot by slot in groups of whole bytes: the groups, the
//! slots that are not written, and the call that returns the slot of the source.

use super::language::C;
use super::parallel;
use crate::conversions::Conversion;
use crate::source::SourceLanguage;
use address::program::Program;

/// A copy of elements slot by slot. The elements of a group fill whole bytes together, and no other group has bits of these
/// bytes, so that groups are written in parallel.
pub(super) struct SlotCopy {
    /// The size of an element in bits.
    pub(super) bits: u64,
    /// The first slot of the target that is written.
    pub(super) first: u64,
    /// The number of slots of the target.
    pub(super) slots: u64,
    pub(super) fills_padding: bool,
    /// `true` if some slots have no element.
    is_partial: bool,
    /// The types of a slot of the target, and of one of the source.
    types: [&'static str; 2],
}

impl SlotCopy {
    /// Returns the copy of a conversion by a program from slots of the target to slots of the source.
    pub(super) fn new(conversion: &Conversion<'_>, program: &Program, bits: u64) -> SlotCopy {
        let slot = &program.params()[0];
        SlotCopy {
            bits,
            first: conversion.first_slot.unsigned_abs(),
            slots: slot.end(),
            fills_padding: conversion.kernel.fills_padding,
            is_partial: program.valid().is_some(),
            types: [C.word_type(slot.width), C.word_type(program.width(program.offset()))],
        }
    }

    /// Returns the number of elements of a group.
    pub(super) fn group(&self) -> u64 {
        // Eight elements are a whole number of bytes, and an even width needs fewer.
        8 >> self.bits.trailing_zeros().min(3)
    }

    /// Returns the start of the loop over groups, each of which moves a number of bytes.
    pub(super) fn loop_over_groups(&self, moved: u64) -> String {
        let group = self.group();
        let (first, end) = (self.first / group, self.slots.div_ceil(group));
        let moved = i64::try_from(end.saturating_mul(moved)).unwrap_or(i64::MAX);
        let pragma = parallel::line(moved);
        format!("{pragma}    for (int64_t at = {first}; at < {end}; ++at) {{\n")
    }

    /// Returns the statement that skips slots of the first and the last group that are not written.
    pub(super) fn skip(&self) -> String {
        let group = self.group();
        let before = (!self.first.is_multiple_of(group)).then(|| format!("slot < {}u", self.first));
        let after = (!self.slots.is_multiple_of(group)).then(|| format!("slot >= {}u", self.slots));
        let outside: Vec<String> = before.into_iter().chain(after).collect();
        if outside.is_empty() {
            return String::new();
        }
        let outside = outside.join(" || ");
        format!("            if ({outside}) {{\n                continue;\n            }}\n")
    }

    /// Returns the statements that call a function for the slot of the source, and then write its element; or else do
    /// `otherwise`, if a slot has no element. They are indented by a number of spaces.
    pub(super) fn element(
        &self,
        (function, indent): (&str, usize),
        write: &str,
        otherwise: Option<&str>,
    ) -> String {
        let [word, offset] = self.types;
        let pad = " ".repeat(indent);
        if !self.is_partial {
            return format!("{pad}const {offset} from = {function}(({word})slot);\n{pad}{write}\n");
        }
        let otherwise = otherwise.map_or_else(String::new, |statement| {
            format!(" else {{\n{pad}    {statement}\n{pad}}}")
        });
        format!(
            "{pad}{offset} from = 0;\n{pad}if ({function}(({word})slot, &from)) {{\n{pad}    {write}\n{pad}}}{otherwise}\n"
        )
    }
}
