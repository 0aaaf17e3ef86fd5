//! The elements of a block: their offsets from the first one, and the conditions under which a block is whole.

use super::blocks::{BlockGrid, BlockLength};
use super::buffer_views::BufferSide;

/// The treatment of an element of a whole block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementState {
    Copy,
    Zero,
    /// The slot belongs to another tensor.
    Skip,
}

/// An element of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockElement {
    /// The offset in the source from that of the block, in bytes.
    pub(super) source: i64,
    /// The offset in the target from that of the block, in bytes.
    pub(super) target: i64,
    pub(super) state: ElementState,
}

/// The facts of a grid that hold for all of its blocks.
#[derive(Clone, Debug)]
pub(super) struct BlockMap {
    /// The elements, in the order of the digits.
    pub(super) elements: Vec<BlockElement>,
    /// The digits whose values in a block can exceed their length.
    pub(super) checked: Vec<usize>,
    /// The guarded dims whose position depends on the block.
    pub(super) moving: Vec<usize>,
    /// `true` if a block can have both elements and slots that are zero or not written.
    pub(super) splits: bool,
    /// By guarded dim: the greatest position of an element, less that of its block.
    pub(super) extent: Vec<i64>,
    /// The greatest powers of two, at most the widest access, that divide each source offset and each target offset of a
    /// block, in bytes.
    pub(super) align: [i64; 2],
}

impl BlockMap {
    /// Returns the facts of a grid.
    pub(super) fn from_grid(grid: &BlockGrid) -> BlockMap {
        BlockMap::of_part(grid, checked(grid))
    }

    /// Returns the facts of the parts of a tile, of which these digits can exceed their length.
    pub(super) fn of_part(grid: &BlockGrid, checked: Vec<usize>) -> BlockMap {
        let map = BlockMap::with_checked(grid, checked);
        BlockMap { elements: map.elements(grid), ..map }
    }

    /// Returns the facts of a grid whose blocks are not moved as a whole.
    pub(super) fn without_elements(grid: &BlockGrid) -> BlockMap {
        BlockMap::with_checked(grid, checked(grid))
    }

    fn with_checked(grid: &BlockGrid, checked: Vec<usize>) -> BlockMap {
        fn is_moving(grid: &BlockGrid, dim: usize) -> bool {
            let mut digits = grid.digits.iter();
            digits.any(|it| it.part.is_some_and(|(of, _)| of == dim) && it.count() != Some(1))
        }
        let moving = (0..grid.dims.len()).filter(|&dim| is_moving(grid, dim)).collect();
        let mut extent = vec![0; grid.dims.len()];
        for digit in &grid.digits {
            if let Some((dim, weight)) = digit.part {
                extent[dim] += weight * (digit.block - 1);
            }
        }
        let mut map = BlockMap {
            elements: Vec::new(),
            checked,
            moving,
            splits: false,
            extent,
            align: [BufferSide::Source, BufferSide::Target].map(|side| grid.align(side)),
        };
        // The last block of a digit can have fewer values.
        let mut checked = map.checked.iter().map(|&at| &grid.digits[at]);
        map.splits = checked.any(|digit| digit.length.number() % digit.block != 0)
            || map.moving.iter().any(|&dim| map.is_split(grid, dim));
        map
    }

    /// Returns `true` if a block can contain a bound of a dim.
    fn is_split(&self, grid: &BlockGrid, dim: usize) -> bool {
        let parts = grid.digits.iter().filter_map(|it| Some((it.part?, it)));
        let parts = parts.filter(|((of, _), it)| *of == dim && it.count() != Some(1));
        let steps = parts.map(|((_, weight), it)| weight * it.block);
        let step = steps.fold(0, ir::layout::gcd);
        let ranges = [&grid.dims[dim].written, &grid.dims[dim].valued];
        let mut bounds = ranges.into_iter().flatten().flat_map(|range| [range.start, range.end]);
        self.extent[dim] >= step || bounds.any(|bound| bound % step != 0)
    }

    /// Returns `true` if every block is written, and has either a value for each of its elements or none.
    pub(super) fn is_whole_or_zero(&self, grid: &BlockGrid) -> bool {
        !self.splits
            && self.checked.is_empty()
            && self.moving.iter().all(|&dim| grid.dims[dim].written.is_none())
    }

    fn elements(&self, grid: &BlockGrid) -> Vec<BlockElement> {
        let mut coordinates = vec![0; grid.digits.len()];
        let mut found = Vec::new();
        loop {
            found.push(self.element(grid, &coordinates));
            let digits = 0..grid.digits.len();
            let next = digits.rev().find(|&at| coordinates[at] + 1 < grid.digits[at].block);
            let Some(next) = next else { return found };
            coordinates[next] += 1;
            coordinates[next + 1..].fill(0);
        }
    }

    fn element(&self, grid: &BlockGrid, coordinates: &[i64]) -> BlockElement {
        let [source, target] = [BufferSide::Source, BufferSide::Target].map(|side| {
            let digits = grid.digits.iter().zip(coordinates);
            digits.map(|(digit, at)| digit.stride(side) * at).sum()
        });
        let mut state = if grid.source.is_some() { ElementState::Copy } else { ElementState::Zero };
        for (at, dim) in grid.dims.iter().enumerate().filter(|(at, _)| !self.moving.contains(at)) {
            let parts = grid.digits.iter().zip(coordinates);
            let parts = parts.filter_map(|(digit, value)| Some((digit.part?, value)));
            let parts = parts.filter(|((dim, _), _)| *dim == at);
            let position: i64 = parts.map(|((_, weight), value)| weight * value).sum();
            let [is_written, is_valued] = [&dim.written, &dim.valued]
                .map(|range| range.as_ref().is_none_or(|range| range.contains(&position)));
            if !is_written {
                state = ElementState::Skip;
            } else if !is_valued && state == ElementState::Copy {
                state = ElementState::Zero;
            }
        }
        BlockElement { source, target, state }
    }
}

/// Returns the digits over whose length the loops can step.
fn checked(grid: &BlockGrid) -> Vec<usize> {
    (0..grid.digits.len()).filter(|&at| is_checked(grid, at)).collect()
}

fn is_checked(grid: &BlockGrid, at: usize) -> bool {
    let digit = &grid.digits[at];
    let BlockLength::Static(length) = digit.length else { return true };
    let loops = grid.loops.iter().filter(|it| it.digit == at);
    let blocks = loops.filter_map(|it| it.count).fold(1_i64, i64::saturating_mul);
    blocks.saturating_mul(digit.block) != length
}

/// Returns the greatest power of two, at most `align`, that divides the offset of each element.
pub(super) fn element_align(align: i64, offsets: impl Iterator<Item = i64>) -> i64 {
    1 << offsets.fold(align, |all, offset| all | offset).trailing_zeros()
}
