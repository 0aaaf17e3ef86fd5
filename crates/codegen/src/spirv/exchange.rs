//! Tiles that the invocations of a workgroup transpose together, in workgroup memory.
//!
//! ```text
//! for each part of the tile, in the order of the source:  load it, and store it in workgroup memory
//! barrier
//! for each part of the tile, in the order of the target:  load it from workgroup memory, and store it
//! ```
//!
//! Both loops are grids of blocks whose addresses are relative to the tile. Workgroup memory holds the tile in the
//! order of the target, with a zero for each slot without an element. A part fills whole words of it, so that
//! invocations never write the same word. Neighboring invocations access neighboring words of each buffer.

use super::block_entry::{BlockCode, BlockState, joined};
use super::block_map::BlockMap;
use super::block_program;
use super::blocks::{BlockGrid, BlockLength, GridLoop, LOCAL_SIZE, ceil};
use super::control;
use super::exchange_digits::{ExchangeDigits, WORD};
use super::memory::{Address, Built};
use super::parts::ModuleParts;
use ir::layout::{CopyPlan, TileExchange};
use rspirv::spirv::{MemorySemantics, Op, Scope, Word};

/// A grid of a kernel.
pub(crate) enum GridCode {
    /// Each invocation moves a block.
    Blocks(Box<BlockCode>),
    /// Each workgroup moves a tile.
    Tiles(Box<ExchangeCode>),
}

impl GridCode {
    /// Returns the code of the grids of a plan.
    pub(super) fn from_plan(plan: &CopyPlan, grids: Vec<BlockGrid>) -> Vec<GridCode> {
        let digits = ExchangeDigits::from_plan(plan);
        grids
            .into_iter()
            .enumerate()
            .map(|(at, grid)| match digits.filter(|_| at == 0) {
                Some(digits) => GridCode::Tiles(Box::new(ExchangeCode::new(digits, grid))),
                None => GridCode::Blocks(Box::new(BlockCode::new(grid))),
            })
            .collect()
    }

    /// Returns the number of its blocks or tiles; for a dynamic length, for each block of the dynamic digit.
    pub(super) fn count(&self) -> Option<i64> {
        match self {
            GridCode::Blocks(code) => code.grid().count(),
            GridCode::Tiles(code) => code.tile.grid().count(),
        }
    }

    /// Returns the size of its workgroup memory, in bytes.
    pub(super) fn workgroup_bytes(&self) -> i64 {
        match self {
            GridCode::Blocks(_) => 0,
            GridCode::Tiles(code) => code.bytes,
        }
    }

    /// Returns the number of workgroups of its blocks or tiles.
    pub(super) fn groups(&self) -> Option<i64> {
        match self {
            GridCode::Blocks(_) => self.count().map(|count| ceil(count, LOCAL_SIZE.into())),
            GridCode::Tiles(_) => self.count(),
        }
    }
}

/// Returns the number of invocations of these grids; for a dynamic length, for each block of the dynamic digit. With
/// tiles, each grid has whole workgroups. `None` if a number does not fit.
pub(super) fn invocations(grids: &[GridCode]) -> Option<i64> {
    if !has_tiles(grids) {
        return grids.iter().map(GridCode::count).sum();
    }
    let groups: Option<i64> = grids.iter().map(GridCode::groups).sum();
    groups?.checked_mul(LOCAL_SIZE.into())
}

/// Returns `true` if a grid consists of tiles.
pub(super) fn has_tiles(grids: &[GridCode]) -> bool {
    grids.iter().any(|grid| matches!(grid, GridCode::Tiles(_)))
}

/// The code of tiles in workgroup memory.
pub(crate) struct ExchangeCode {
    /// The grid of tiles.
    tile: BlockCode,
    /// The parts of a tile in the order of the source.
    load: BlockCode,
    /// The parts of a tile in the order of the target.
    store: BlockCode,
    /// The size of a tile in workgroup memory.
    bytes: i64,
}

impl ExchangeCode {
    fn new(digits: ExchangeDigits, grid: BlockGrid) -> ExchangeCode {
        let map = BlockMap::without_elements(&grid);
        let row = TileExchange::row_bytes(grid.digits[digits.target].block, digits.bytes);
        let bytes = row.saturating_mul(grid.digits[digits.source].block);
        // The address of a part is relative to that of its tile.
        let load = (load_grid(digits, &grid, row), [map.align[0], WORD]);
        let store = (store_grid(digits, &grid, row), [WORD, map.align[1]]);
        let [load, store] = [load, store].map(|(grid, most)| {
            let mut part = BlockMap::of_part(&grid, map.checked.clone());
            part.align = [part.align[0].min(most[0]), part.align[1].min(most[1])];
            part_code(grid, part)
        });
        let program = block_program::of_grid(&grid, &map);
        ExchangeCode { tile: BlockCode::from_parts(grid, map, program), load, store, bytes }
    }

    /// Returns the size of a tile in workgroup memory, in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> i64 {
        self.bytes
    }

    /// Returns the grid of tiles, and those of the parts of a tile.
    #[cfg(test)]
    pub(super) fn codes(&self) -> [&BlockCode; 3] {
        [&self.tile, &self.load, &self.store]
    }

    /// Writes the code of a tile. The arguments are its number, after the block of the dynamic digit if there is one.
    /// All invocations of a workgroup execute it.
    pub(super) fn write(
        &self,
        parts: &mut ModuleParts,
        arguments: &[Word],
        (local, length): (Word, Option<Word>),
    ) -> Built<()> {
        let memory = parts.workgroup(self.bytes);
        let tile = self.tile.state(parts, arguments, length);
        each_part(parts, &self.load, local, |parts, number| {
            let own = self.load.state(parts, &[number], None);
            let source = tile.source.zip(own.source);
            let source = source.map(|(tile, own)| joined(parts, tile, own.at, own.unit));
            let ends = (source, Address { memory, ..own.target });
            part_state(parts, &tile, own, ends)
        })?;
        barrier(parts)?;
        each_part(parts, &self.store, local, |parts, number| {
            let own = self.store.state(parts, &[number], None);
            let source = own.source.map(|source| Address { memory, ..source });
            let target = joined(parts, tile.target, own.target.at, own.target.unit);
            part_state(parts, &tile, own, (source, target))
        })
    }
}

/// Returns the grid that moves the parts of a tile into workgroup memory.
fn load_grid(digits: ExchangeDigits, tile: &BlockGrid, row: i64) -> BlockGrid {
    let mut grid = relative(digits, tile, [digits.part(); 2], [digits.target, digits.source]);
    for (at, digit) in grid.digits.iter_mut().enumerate() {
        digit.target = digits.stride(at, row, tile.elem);
    }
    for dim in &mut grid.dims {
        // An element that is read has a slot. Other slots are zero in workgroup memory.
        let written = dim.written.take();
        dim.valued = dim.valued.take().or(written);
    }
    grid
}

/// Returns the grid that moves the parts of a tile out of workgroup memory.
fn store_grid(digits: ExchangeDigits, tile: &BlockGrid, row: i64) -> BlockGrid {
    let mut grid = relative(digits, tile, [1, digits.part()], [digits.source, digits.target]);
    for (at, digit) in grid.digits.iter_mut().enumerate() {
        digit.source = digits.stride(at, row, tile.elem);
    }
    grid.dims.iter_mut().for_each(|dim| dim.valued = None);
    grid
}

/// Returns the grid of the parts of a tile, which have these numbers of values of both digits. The loops are given
/// outermost first.
fn relative(
    digits: ExchangeDigits,
    tile: &BlockGrid,
    [source, target]: [i64; 2],
    loops: [usize; 2],
) -> BlockGrid {
    let mut grid = BlockGrid { source: Some(0), target: 0, loops: Vec::new(), ..tile.clone() };
    grid.digits[digits.source].block = source;
    grid.digits[digits.target].block = target;
    for digit in loops {
        let count = tile.digits[digit].block / grid.digits[digit].block;
        grid.loops.push(GridLoop { digit, count: Some(count), step: 1 });
    }
    grid
}

/// Returns the code of the parts of a tile with these facts.
fn part_code(grid: BlockGrid, map: BlockMap) -> BlockCode {
    let mut one_tile = grid.clone();
    for digit in &mut one_tile.digits {
        // The tile has one value of a dynamic digit.
        if let BlockLength::Dynamic(_) = digit.length {
            digit.length = BlockLength::Static(1);
        }
    }
    let program = block_program::of_grid(&one_tile, &map);
    BlockCode::from_parts(grid, map, program)
}

/// Writes a loop over the parts of a tile, which the invocations of a workgroup share.
fn each_part(
    parts: &mut ModuleParts,
    code: &BlockCode,
    local: Word,
    state: impl Fn(&mut ModuleParts, Word) -> BlockState,
) -> Built<()> {
    let rounds = ceil(code.grid().count().unwrap_or(1), LOCAL_SIZE.into()).unsigned_abs();
    if rounds == 1 {
        return part(parts, code, local, state);
    }
    control::repeat(parts, rounds, |parts, round| {
        let size = parts.number(LOCAL_SIZE.into());
        let first = parts.word(Op::IMul, &[round, size]);
        let number = parts.word(Op::IAdd, &[first, local]);
        part(parts, code, number, state)
    })
}

/// Writes the part of a tile with a number, if there is one.
fn part(
    parts: &mut ModuleParts,
    code: &BlockCode,
    number: Word,
    state: impl Fn(&mut ModuleParts, Word) -> BlockState,
) -> Built<()> {
    let count = code.grid().count().unwrap_or(1);
    let inside = (count % i64::from(LOCAL_SIZE) != 0).then(|| {
        let end = parts.number(count.unsigned_abs());
        parts.condition(Op::ULessThan, &[number, end])
    });
    control::when_some(parts, inside, |parts| {
        let block = state(parts, number);
        code.write_block(parts, &block)
    })
}

/// Returns the state of a part of a tile at these addresses.
fn part_state(
    parts: &mut ModuleParts,
    tile: &BlockState,
    own: BlockState,
    (source, target): (Option<Address>, Address),
) -> BlockState {
    let starts = tile.starts.iter().zip(&own.starts);
    let starts =
        starts.map(|(&(tile, length), &(own, _))| (parts.word(Op::IAdd, &[tile, own]), length));
    let starts = starts.collect();
    let positions = tile.positions.iter().zip(&own.positions);
    let positions = positions.map(|(&tile, &own)| match (tile, own) {
        (Some(tile), Some(own)) => Some(parts.word(Op::IAdd, &[tile, own])),
        (tile, own) => tile.or(own),
    });
    BlockState { source, target, starts, positions: positions.collect() }
}

/// Writes a barrier of all invocations of a workgroup, after which they read what others wrote to its memory.
fn barrier(parts: &mut ModuleParts) -> Built<()> {
    let scope = parts.number(u64::from(Scope::Workgroup as u32));
    let semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY;
    let semantics = parts.number(semantics.bits().into());
    parts.builder.control_barrier(scope, scope, semantics)
}
