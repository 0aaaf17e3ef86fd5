//! `triton`: encodings of tensors of TritonGPU, which place elements onto registers, lanes, warps and blocks, or into
//! shared memory.
//!
//! An encoding is a linear map over bits from a slot to an index: each bit of a coordinate adds a basis vector to the index
//! by exclusive or. A tile of hardware that is smaller than the tensor repeats in registers; where it is larger, lanes and
//! warps hold copies. Each file below `triton` computes the bases of some encodings.
//!
//! - `attribute`: the text as a tree of attributes; `lengths`: the lengths of the tensor;
//! - `cga`: the blocks of a cluster; `tile`: a tile of bases that grows;
//! - `operand`: operands of a dot and their parents; `nvidia`, `amd`: tensor cores; `distributed`: all encodings onto
//!   registers; `shared`, `padded`: shared memory;
//! - `write`: the writer.

mod amd;
mod attribute;
mod cga;
mod distributed;
mod lengths;
mod nvidia;
mod operand;
mod padded;
mod shared;
#[cfg(test)]
mod tests;
mod tile;
mod write;

use layout::{AxisBases, NotationFault, Placement};

use crate::element::ElementType;
use crate::notation::{Notation, NotationFunctions};
use crate::placed::NotatedPlacement;
use crate::suffix::fault_at;
use attribute::{Encoding, EncodingText, parse_text};
use lengths::Lengths;

pub(crate) const NOTATION: Notation = Notation {
    name: "triton",
    summary: "Triton: an encoding of TritonGPU onto registers, lanes, warps and blocks, or shared memory",
    example: "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>[8,16]",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Placement { read, write: write::write },
};

/// Reads `#ttg.blocked<{...}>[4,64]` or `#ttg.swizzled_shared<{...}>[64,64]:f16`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedPlacement, NotationFault> {
    let EncodingText { encoding, lengths, lengths_at, elem } = parse_text(text, given)?;
    let lengths = Lengths::new(&lengths, lengths_at)?;
    let placement = placement_of(&encoding, &lengths)?;
    Ok(NotatedPlacement::new(placement, elem))
}

/// Returns the placement of an encoding of a tensor of some lengths.
///
/// # Errors
/// The encoding is unknown, an attribute is missing, unknown or invalid, or the lengths do not fit it.
fn placement_of(encoding: &Encoding, lengths: &Lengths) -> Result<Placement, NotationFault> {
    let bases = match encoding.name.as_str() {
        "swizzled_shared" => shared::swizzled(encoding, lengths)?,
        "nvmma_shared" => shared::nvmma(encoding, lengths)?,
        "shared_linear" => shared::linear(encoding, lengths)?,
        "padded_shared" => return padded::placement(encoding, lengths),
        _ => distributed::bases(encoding, lengths)?,
    };
    placed(&bases, encoding, lengths)
}

/// Returns the placement of bases.
///
/// # Errors
/// No slot holds some index, or a slot has too many bits.
fn placed(
    bases: &[AxisBases],
    encoding: &Encoding,
    lengths: &Lengths,
) -> Result<Placement, NotationFault> {
    Placement::of_bases(&lengths.values(), bases)
        .map_err(|fault| fault_at(encoding.at.clone(), fault))
}
