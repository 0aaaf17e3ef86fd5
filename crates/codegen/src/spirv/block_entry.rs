//! The code of one block of a grid: its addresses, the conditions under which it is whole, and its move.
//!
//! ```text
//! if every element of the block is inside the digits and has a value:  move it in whole vectors
//! else if all of its slots are written, and none has a value:          store zeros in whole vectors
//! else, for each element:                                              copy it, store zero, or skip it
//! ```
//!
//! The last part is left out if the bounds of digits and dims are bounds of blocks.

use super::block_map::{BlockMap, element_align};
use super::block_program::{self, BlockProgram};
use super::blocks::{BlockDim, BlockGrid, BlockLength};
use super::buffer_views::BufferSide;
use super::control;
use super::function::values;
use super::memory::{Address, Built, KernelMemory, add};
use super::parts::{ModuleParts, SpirvType};
use super::tile;
use rspirv::spirv::{Op, Word};
use std::ops::Range;

/// A grid with the facts and the program of its blocks.
pub(crate) struct BlockCode {
    grid: BlockGrid,
    map: BlockMap,
    program: BlockProgram,
}

/// A block in registers.
pub(super) struct BlockState {
    pub(super) source: Option<Address>,
    pub(super) target: Address,
    /// By checked digit: the first value, and the length.
    pub(super) starts: Vec<(Word, Word)>,
    /// By dim: the position of the first element; `None` if it is 0.
    pub(super) positions: Vec<Option<Word>>,
}

impl BlockCode {
    pub(super) fn new(grid: BlockGrid) -> BlockCode {
        let map = BlockMap::from_grid(&grid);
        let program = block_program::of_grid(&grid, &map);
        BlockCode::from_parts(grid, map, program)
    }

    /// Returns the grid, the facts and the program.
    #[cfg(test)]
    pub(super) fn parts(&self) -> (&BlockGrid, &BlockMap, &BlockProgram) {
        (&self.grid, &self.map, &self.program)
    }

    pub(super) fn from_parts(grid: BlockGrid, map: BlockMap, program: BlockProgram) -> BlockCode {
        BlockCode { grid, map, program }
    }

    pub(super) fn grid(&self) -> &BlockGrid {
        &self.grid
    }

    /// Writes the code of a block. The arguments are its number, after the block of the dynamic digit if there is one.
    pub(super) fn write(
        &self,
        parts: &mut ModuleParts,
        arguments: &[Word],
        length: Option<Word>,
    ) -> Built<()> {
        let block = self.state(parts, arguments, length);
        self.write_block(parts, &block)
    }

    /// Writes the code of a block from its state.
    pub(super) fn write_block(&self, parts: &mut ModuleParts, block: &BlockState) -> Built<()> {
        let Some(whole) = self.whole(parts, block) else {
            return self.by_element(parts, block);
        };
        let Some(whole) = control::all(parts, &whole) else {
            return self.copy_whole(parts, block, true);
        };
        if let (Some(source), true) = (block.source, self.map.is_whole_or_zero(&self.grid)) {
            let ends = (source, block.target);
            let elements = &self.map.elements;
            return tile::whole_or_zero(parts, elements, self.grid.elem, ends, whole);
        }
        control::choose(
            parts,
            whole,
            |parts| self.copy_whole(parts, block, true),
            |parts| self.copy_partial(parts, block),
        )
    }

    fn copy_whole(&self, parts: &mut ModuleParts, block: &BlockState, is_copy: bool) -> Built<()> {
        let source = block.source.filter(|_| is_copy);
        tile::whole(parts, &self.map.elements, self.grid.elem, (source, block.target))
    }

    /// Writes the code of a block that is not whole.
    fn copy_partial(&self, parts: &mut ModuleParts, block: &BlockState) -> Built<()> {
        let Some(empty) = self.empty(parts, block) else {
            return match self.map.splits {
                true => self.by_element(parts, block),
                false => Ok(()),
            };
        };
        if !self.map.splits {
            return control::when(parts, empty, |parts| self.copy_whole(parts, block, false));
        }
        control::choose(
            parts,
            empty,
            |parts| self.copy_whole(parts, block, false),
            |parts| self.by_element(parts, block),
        )
    }

    /// Writes the computation of the addresses and positions of a block.
    pub(super) fn state(
        &self,
        parts: &mut ModuleParts,
        arguments: &[Word],
        length: Option<Word>,
    ) -> BlockState {
        let found = values(parts, &self.program.program, arguments);
        let [source_unit, target_unit] = self.program.units;
        let source = self.grid.source.map(|offset| {
            let mut at = found[0];
            if self.grid.digits.iter().any(|digit| digit.source < 0) {
                at = parts.word(Op::ISub, &[at, found[1]]);
            }
            let at = add(parts, at, offset / source_unit);
            Address { at, unit: source_unit, memory: KernelMemory::Buffer(BufferSide::Source) }
        });
        let at = add(parts, found[2], self.grid.target / target_unit);
        let memory = KernelMemory::Buffer(BufferSide::Target);
        let target = Address { at, unit: target_unit, memory };
        let (starts, moving) = found[3..].split_at(self.map.checked.len());
        let starts = starts.iter().zip(&self.map.checked);
        let starts = starts.map(|(&start, &digit)| {
            let digit = &self.grid.digits[digit];
            match (digit.length, length) {
                // An invocation beyond the last block is outside of the bounds of the program.
                (BlockLength::Dynamic(factor), Some(length)) => {
                    (scaled(parts, arguments[0], digit.block), scaled(parts, length, factor))
                }
                (length, _) => (start, parts.number(length.number().unsigned_abs())),
            }
        });
        let starts = starts.collect();
        let mut positions = vec![None; self.grid.dims.len()];
        for (&dim, &position) in self.map.moving.iter().zip(moving) {
            positions[dim] = Some(position);
        }
        BlockState { source, target, starts, positions }
    }

    /// Returns the conditions under which a block is whole; `None` if no block is.
    fn whole(&self, parts: &mut ModuleParts, block: &BlockState) -> Option<Vec<Word>> {
        let mut conditions = self.inside(parts, block);
        for (dim, reach, position) in self.moving(block) {
            for range in [&dim.written, &dim.valued].into_iter().flatten() {
                contained(parts, position, range, reach, &mut conditions)?;
            }
        }
        Some(conditions)
    }

    /// Returns the condition that all slots of a block are written, but none has an element. `None` if
    /// every block has an element.
    fn empty(&self, parts: &mut ModuleParts, block: &BlockState) -> Option<Word> {
        self.grid.source?;
        let mut conditions = self.inside(parts, block);
        let mut apart: Option<Word> = None;
        for (dim, reach, position) in self.moving(block) {
            if let Some(range) = &dim.written {
                contained(parts, position, range, reach, &mut conditions)?;
            }
            let Some(range) = &dim.valued else { continue };
            let outside = outside(parts, position, range, reach);
            apart = Some(match apart {
                None => outside,
                Some(apart) => parts.condition(Op::LogicalOr, &[apart, outside]),
            });
        }
        conditions.push(apart?);
        control::all(parts, &conditions)
    }

    /// Returns the dims whose position depends on the block: the dim, the reach of a block, and the position.
    fn moving<'a>(
        &'a self,
        block: &'a BlockState,
    ) -> impl Iterator<Item = (&'a BlockDim, i64, Word)> {
        self.map.moving.iter().filter_map(|&dim| {
            Some((&self.grid.dims[dim], self.map.extent[dim], block.positions[dim]?))
        })
    }

    /// Returns the conditions that a block is inside the lengths of its digits.
    fn inside(&self, parts: &mut ModuleParts, block: &BlockState) -> Vec<Word> {
        let mut conditions = Vec::new();
        let checked = block.starts.iter().zip(&self.map.checked);
        for (&(start, length), &digit) in checked {
            let digit = &self.grid.digits[digit];
            match digit.length {
                BlockLength::Static(length) => {
                    let end = parts.number((length - digit.block + 1).unsigned_abs());
                    conditions.push(parts.condition(Op::ULessThan, &[start, end]));
                }
                BlockLength::Dynamic(_) => {
                    conditions.push(parts.condition(Op::ULessThan, &[start, length]));
                    if digit.block > 1 {
                        let rest = parts.word(Op::ISub, &[length, start]);
                        let least = parts.number((digit.block - 1).unsigned_abs());
                        conditions.push(parts.condition(Op::ULessThan, &[least, rest]));
                    }
                }
            }
        }
        conditions
    }

    /// Writes the move of a block element by element.
    fn by_element(&self, parts: &mut ModuleParts, block: &BlockState) -> Built<()> {
        let count = self.map.elements.len() as u64;
        let elements = self.map.elements.iter();
        let elem = 1 << self.grid.elem.trailing_zeros();
        let [source, target] = self.program.units.map(|unit| unit | elem);
        let source = element_align(source, elements.clone().map(|it| it.source));
        let target = element_align(target, elements.map(|it| it.target));
        let program = block_program::of_block(&self.grid, &self.map, [source, target]);
        if count == 1 {
            let zero = parts.number(0);
            return self.element(parts, block, &program, zero);
        }
        control::repeat(parts, count, |parts, at| self.element(parts, block, &program, at))
    }

    /// Writes the move of one element of a block.
    fn element(
        &self,
        parts: &mut ModuleParts,
        block: &BlockState,
        program: &BlockProgram,
        at: Word,
    ) -> Built<()> {
        let found = values(parts, &program.program, &[at]);
        let mut written = Vec::new();
        for (&(start, length), &value) in block.starts.iter().zip(&found[3..]) {
            let value = parts.word(Op::IAdd, &[start, value]);
            written.push(parts.condition(Op::ULessThan, &[value, length]));
        }
        let mut valued = Vec::new();
        let positions = &found[3 + block.starts.len()..];
        for ((dim, &position), base) in self.grid.dims.iter().zip(positions).zip(&block.positions) {
            let position = match base {
                None => position,
                Some(base) => parts.word(Op::IAdd, &[*base, position]),
            };
            for (range, conditions) in [(&dim.written, &mut written), (&dim.valued, &mut valued)] {
                if let Some(range) = range
                    && contained(parts, position, range, 0, conditions).is_none()
                {
                    conditions.push(parts.constant(&SpirvType::Bool, 0));
                }
            }
        }
        let source = block.source.map(|source| {
            let sub = self.grid.digits.iter().any(|digit| digit.source < 0);
            let offset = match sub {
                false => found[0],
                true => parts.word(Op::ISub, &[found[0], found[1]]),
            };
            joined(parts, source, offset, program.units[0])
        });
        let target = joined(parts, block.target, found[2], program.units[1]);
        let written = control::all(parts, &written);
        let valued = control::all(parts, &valued);
        control::when_some(parts, written, |parts| {
            element(parts, self.grid.elem, (source, target), valued)
        })
    }
}

/// Returns a word times a constant.
pub(super) fn scaled(parts: &mut ModuleParts, word: Word, factor: i64) -> Word {
    if factor == 1 {
        return word;
    }
    let factor = parts.number(factor.unsigned_abs());
    parts.word(Op::IMul, &[word, factor])
}

/// Writes the copy of one element if it has a value, and otherwise sets it to zero.
pub(super) fn element(
    parts: &mut ModuleParts,
    elem: i64,
    (source, target): (Option<Address>, Address),
    valued: Option<Word>,
) -> Built<()> {
    use super::block_map::{BlockElement, ElementState};
    let one = [BlockElement { source: 0, target: 0, state: ElementState::Copy }];
    match valued.filter(|_| source.is_some()) {
        None => tile::whole(parts, &one, elem, (source, target)),
        Some(valued) => control::choose(
            parts,
            valued,
            |parts| tile::whole(parts, &one, elem, (source, target)),
            |parts| tile::whole(parts, &one, elem, (None, target)),
        ),
    }
}

/// Returns an address plus a number of units of another size, which divides that of the address.
pub(super) fn joined(
    parts: &mut ModuleParts,
    address: Address,
    offset: Word,
    unit: i64,
) -> Address {
    let at = address.in_units(parts, unit);
    Address { at: parts.word(Op::IAdd, &[at, offset]), unit, ..address }
}

/// Adds the conditions that the positions from `position` to `position + reach` are in a range. `None` if they never are.
fn contained(
    parts: &mut ModuleParts,
    position: Word,
    range: &Range<i64>,
    reach: i64,
    conditions: &mut Vec<Word>,
) -> Option<()> {
    let end = u64::try_from(range.end - reach).ok().filter(|&end| end > 0)?;
    if range.start > 0 {
        let start = parts.number(range.start.unsigned_abs());
        conditions.push(parts.condition(Op::UGreaterThanEqual, &[position, start]));
    }
    let end = parts.number(end);
    conditions.push(parts.condition(Op::ULessThan, &[position, end]));
    Some(())
}

/// Returns the condition that the positions from `position` to `position + reach` are outside of a range.
fn outside(parts: &mut ModuleParts, position: Word, range: &Range<i64>, reach: i64) -> Word {
    let end = parts.number(range.end.max(0).unsigned_abs());
    let after = parts.condition(Op::UGreaterThanEqual, &[position, end]);
    if range.start <= reach {
        return after;
    }
    let end = parts.number((range.start - reach).unsigned_abs());
    let before = parts.condition(Op::ULessThan, &[position, end]);
    parts.condition(Op::LogicalOr, &[before, after])
}
