//! The blocks of the memory layouts of cooperative matrices: the number of elements in each part of a dim.
//!
//! Source: SPV_ARM_cooperative_matrix_layouts revision 2 (2025-11-10), which VK_ARM_cooperative_matrix_layouts enables.
//! A block of 64 bytes holds 4 rows of 16 bytes. A group of blocks, as many as the operand `Stride` states, is interleaved
//! by words of 4 bytes.

use crate::space::ElemSize;
use std::num::NonZeroU8;

/// The rows of a block.
const ROWS: i64 = 4;
/// The bytes of a row of a block.
const ROW_BYTES: i64 = 16;
/// The bytes by which the blocks of a group are interleaved.
const WORD_BYTES: i64 = 4;

/// The operand `Stride` of a load or store of a cooperative matrix: the number of blocks in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockStride(NonZeroU8);

impl BlockStride {
    /// The values that the extension allows.
    pub const LEGAL: [i64; 3] = [1, 2, 4];

    /// Returns the stride of this many blocks; `None` if it is not legal.
    pub fn new(blocks: i64) -> Option<BlockStride> {
        let legal = BlockStride::LEGAL.contains(&blocks).then_some(blocks)?;
        NonZeroU8::new(u8::try_from(legal).ok()?).map(BlockStride)
    }

    /// Returns the number of blocks.
    pub fn get(self) -> i64 {
        i64::from(self.0.get())
    }
}

/// A part of a dim of a matrix, from the most significant to the least: its index is that of the part in mixed radix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BlockPart {
    /// The groups of blocks, or the blocks of a dim that is not grouped.
    Groups,
    /// The blocks of a group.
    Blocks,
    /// The rows of a block, or the words of a row.
    Lines,
    /// The elements of a word.
    Elements,
}

/// A dim of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MatrixDim {
    /// The dim before the last one.
    Rows,
    /// The last dim.
    Columns,
}

impl MatrixDim {
    /// Returns the position of the dim from the end.
    pub(super) fn back(self) -> usize {
        match self {
            MatrixDim::Rows => 2,
            MatrixDim::Columns => 1,
        }
    }

    /// Returns the name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            MatrixDim::Rows => "rows",
            MatrixDim::Columns => "columns",
        }
    }

    /// Returns the length of a part within the groups; 1 for the groups themselves, whose number depends on the dim.
    /// `None` if elements are not whole bytes, or do not fit a word although blocks are interleaved.
    pub(super) fn part(self, part: BlockPart, stride: BlockStride, elem: ElemSize) -> Option<i64> {
        let bytes = element_bytes(stride, elem)?;
        Some(match (part, self) {
            (BlockPart::Groups, _) => 1,
            (BlockPart::Blocks, _) => stride.get(),
            (BlockPart::Lines, MatrixDim::Rows) => ROWS,
            (BlockPart::Lines, MatrixDim::Columns) => ROW_BYTES / bytes.max(WORD_BYTES),
            (BlockPart::Elements, MatrixDim::Rows) => 1,
            (BlockPart::Elements, MatrixDim::Columns) => (WORD_BYTES / bytes).max(1),
        })
    }
}

/// Returns the bytes of an element; `None` if an element has parts of bytes, or does not divide a word, or, without
/// interleaving, a row of a block.
pub(super) fn element_bytes(stride: BlockStride, elem: ElemSize) -> Option<i64> {
    let bytes = elem.bytes()?.get();
    let divided = if stride.get() == 1 { ROW_BYTES } else { WORD_BYTES };
    (divided % bytes == 0).then_some(bytes)
}
