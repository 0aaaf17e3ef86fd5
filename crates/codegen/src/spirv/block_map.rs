//! The elements of a block: their offsets from the first one, and the conditions under which a block is whole.

use super::blocks::{BlockDigit, BlockGrid, BlockLength};
use super::buffer_views::BufferSide;
use std::ops::Range;

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
    /// The greatest power of two, at most the widest access, that divides each source offset of a block, in bytes.
    pub(super) source_align: i64,
    /// The same of the target.
    pub(super) target_align: i64,
}

impl BlockMap {
    /// Returns the facts of a grid.
    pub(super) fn from_grid(grid: &BlockGrid) -> BlockMap {
        let map = BlockMap::without_elements(grid);
        BlockMap { elements: map.elements(grid), ..map }
    }

    /// Returns the facts of the parts of a tile, of which these digits can exceed their length.
    pub(super) fn of_part(grid: &BlockGrid, checked: Vec<usize>) -> BlockMap {
        let map = BlockMap::with_checked(grid, checked);
        BlockMap { elements: map.elements(grid), ..map }
    }

    /// Returns the facts of a grid whose blocks are not moved as a whole.
    pub(super) fn without_elements(grid: &BlockGrid) -> BlockMap {
        let checked = (0..grid.digits.len()).filter(|&at| is_checked(grid, at)).collect();
        BlockMap::with_checked(grid, checked)
    }

    fn with_checked(grid: &BlockGrid, checked: Vec<usize>) -> BlockMap {
        fn is_moving(grid: &BlockGrid, dim: usize) -> bool {
            let mut digits = grid.digits.iter();
            digits.any(|it| it.part.is_some_and(|(of, _)| of == dim) && it.count() != Some(1))
        }
        let moving = (0..grid.dims.len()).filter(|&dim| is_moving(grid, dim)).collect();
        let reach = |dim: usize| {
            let parts = grid.digits.iter().filter_map(|it| Some((it.part?, it.block)));
            let parts = parts.filter(|((of, _), _)| *of == dim);
            parts.map(|((_, weight), block)| weight * (block - 1)).sum()
        };
        let mut map = BlockMap {
            elements: Vec::new(),
            checked,
            moving,
            splits: false,
            extent: (0..grid.dims.len()).map(reach).collect(),
            source_align: grid.align(BufferSide::Source),
            target_align: grid.align(BufferSide::Target),
        };
        map.splits = map.checked.iter().any(|&at| is_partial(&grid.digits[at]))
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
        let sum = |stride: fn(&BlockDigit) -> i64| {
            grid.digits.iter().zip(coordinates).map(|(digit, at)| stride(digit) * at).sum()
        };
        let mut state = if grid.source.is_some() { ElementState::Copy } else { ElementState::Zero };
        for (at, dim) in grid.dims.iter().enumerate().filter(|(at, _)| !self.moving.contains(at)) {
            let parts = grid.digits.iter().zip(coordinates);
            let parts = parts.filter_map(|(digit, value)| Some((digit.part?, value)));
            let parts = parts.filter(|((dim, _), _)| *dim == at);
            let position: i64 = parts.map(|((_, weight), value)| weight * value).sum();
            let holds = |range: &Option<Range<i64>>| {
                range.as_ref().is_none_or(|range| range.contains(&position))
            };
            if !holds(&dim.written) {
                state = ElementState::Skip;
            } else if !holds(&dim.valued) && state == ElementState::Copy {
                state = ElementState::Zero;
            }
        }
        BlockElement { source: sum(|it| it.source), target: sum(|it| it.target), state }
    }
}

/// Returns `true` if the last block of a digit can have fewer values.
fn is_partial(digit: &BlockDigit) -> bool {
    let (BlockLength::Static(length) | BlockLength::Dynamic(length)) = digit.length;
    length % digit.block != 0
}

/// Returns `true` if the loops can step over the length of a digit.
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
