//! Lowering of the bits of values in records: from an index to the byte and the position in it of each part.

use super::fault::{AddressFault, IndexType};
use super::lowered::{LoweredProgram, first_fitting};
use super::unsigned::{PredicateMode, UnsignedLowering, WordSum};
use crate::operation::Width;
use crate::program::{Param, Program};
use layout::{Algebra, Layout, Range};

/// Returns the program that computes, for each of these layouts in units of bits, the byte of the bit at an index and the
/// position of the bit in the byte. The last result is a boolean: whether the index is valid.
///
/// # Errors
/// A length is dynamic, or an intermediate value does not fit the index type.
pub fn lower_bits(parts: &[&Layout], index: IndexType) -> Result<Program, AddressFault> {
    if let Some(dim) = parts.iter().find_map(|layout| layout.shape().first_dynamic()) {
        return Err(AddressFault::Dynamic(dim));
    }
    first_fitting(index.widths(), |mode| Ok(lowered(parts, mode)))
}

fn lowered(parts: &[&Layout], mode: PredicateMode) -> LoweredProgram {
    let lengths = parts.first().and_then(|layout| layout.shape().static_lengths());
    let lengths = lengths.unwrap_or_default();
    let inputs: Vec<Range> = lengths.iter().map(|&length| Range::below(length)).collect();
    let params = inputs.iter().map(|&range| Param { width: Width::I64, range });
    let mut lowering = UnsignedLowering::new(params.collect(), mode);
    let index: Vec<WordSum> =
        lengths.iter().enumerate().map(|(dim, &length)| lowering.index(dim, length, 0)).collect();
    let mut results = Vec::new();
    for layout in parts {
        let bit = layout.offset_over(&index, &mut lowering);
        let byte = lowering.digit(&bit, 8, None);
        let shift = lowering.digit(&bit, 1, Some(8));
        results.extend([lowering.word(&byte), lowering.word(&shift)]);
    }
    results.push(lowering.take_valid());
    LoweredProgram { lowering, results, inputs }
}
