//! The entry point of a `layout.reorder`.
//!
//! ```text
//! n = the number of this invocation
//! if n < blocks of the first grid:        move block n of the first grid
//! else if n < blocks of both grids:       move block n - blocks of the first grid, of the second grid
//! ```
//!
//! If a length is dynamic, n is first divided into the block of the dynamic digit and the rest, and the conditions are on
//! the rest. With tiles in workgroup memory, workgroups are counted instead of invocations, so that all invocations of a
//! workgroup execute the same grid. A kernel without a plan has one invocation per slot of the target, and its program computes the source slot:
//!
//! ```text
//! slot = first slot + n
//! if slot < slots:
//!     offset, valid = program(slot)
//!     target[slot] = valid ? source[offset] : 0
//! ```
//!
//! Elements are copied as unsigned words. Invocations beyond the last block do nothing. The largest buffers need 2^32 or
//! more invocations; the number of an invocation then wraps to 0, and these invocations store the same elements again.

use super::block_entry;
use super::block_program;
use super::blocks::LOCAL_SIZE;
use super::buffer_views::BufferSide;
use super::control;
use super::exchange::{self, GridCode};
use super::function::values;
use super::memory::{Address, Built, KernelMemory, add};
use super::parts::{ModuleParts, SpirvType};
use super::reorders::{Invocations, LENGTH, ReorderCode, ReorderEntry};
use address::program::Program;
use rspirv::dr::Operand;
use rspirv::spirv::{
    BuiltIn, Decoration, ExecutionMode, ExecutionModel, FunctionControl, Op, StorageClass, Word,
};

/// The variables that the entry points of a module share.
pub(super) struct EntryPoints {
    /// The variable of `GlobalInvocationId`.
    invocation: Word,
    /// The variable of `NumWorkgroups`; `None` before its first use.
    groups: Option<Word>,
    /// The variables of `WorkgroupId` and `LocalInvocationId`; `None` before their first use.
    tile: Option<[Word; 2]>,
    /// The variable of the push constants; `None` before its first use.
    length: Option<Word>,
}

impl EntryPoints {
    /// Declares the variables in a module without entry points.
    pub(super) fn new(parts: &mut ModuleParts) -> EntryPoints {
        let invocation = built_in(parts, BuiltIn::GlobalInvocationId, "gl_GlobalInvocationID");
        EntryPoints { invocation, groups: None, tile: None, length: None }
    }

    /// Writes the entry point of a reorder.
    pub(super) fn write(&mut self, parts: &mut ModuleParts, reorder: &ReorderEntry<'_>) {
        let entry = EntryPoint { parts, shared: self, reorder };
        entry.write().expect("each block begins after the previous one has ended");
    }
}

/// Declares a variable with an input of three words.
fn built_in(parts: &mut ModuleParts, input: BuiltIn, name: &str) -> Word {
    let id = parts.variable(StorageClass::Input, SpirvType::Vector(3), name);
    parts.builder.decorate(id, Decoration::BuiltIn, [Operand::BuiltIn(input)]);
    id
}

/// An entry point under construction.
struct EntryPoint<'p, 'r> {
    parts: &'p mut ModuleParts,
    shared: &'p mut EntryPoints,
    reorder: &'r ReorderEntry<'r>,
}

impl EntryPoint<'_, '_> {
    fn write(mut self) -> Built<()> {
        let ty = self.parts.ty(&SpirvType::Function(vec![], Box::new(SpirvType::Void)));
        let void = self.parts.ty(&SpirvType::Void);
        let name = self.reorder.name;
        let tile = self.tile_inputs();
        let mut inputs = tile.map_or(vec![self.shared.invocation], Vec::from);
        let is_dynamic = matches!(self.reorder.invocations, Invocations::PerLength { .. });
        if is_dynamic {
            inputs.push(self.groups());
        }
        let builder = &mut self.parts.builder;
        let main = builder.begin_function(void, None, FunctionControl::NONE, ty)?;
        builder.name(main, name);
        builder.entry_point(ExecutionModel::GLCompute, main, name, inputs);
        builder.execution_mode(main, ExecutionMode::LocalSize, [LOCAL_SIZE, 1, 1]);
        builder.begin_block(None)?;
        match &self.reorder.code {
            ReorderCode::Grids(grids) if is_dynamic => self.dynamic_grids(grids)?,
            ReorderCode::Grids(grids) => {
                let number = self.number();
                self.grids(grids, &[], number, None)?;
            }
            ReorderCode::Slots(program) => self.slots(program)?,
        }
        self.parts.builder.ret()?;
        self.parts.builder.end_function()
    }

    fn groups(&mut self) -> Word {
        let parts = &mut *self.parts;
        *self
            .shared
            .groups
            .get_or_insert_with(|| built_in(parts, BuiltIn::NumWorkgroups, "gl_NumWorkGroups"))
    }

    /// Returns the variables of the numbers of the workgroup and of the invocation in it, for a kernel with tiles.
    fn tile_inputs(&mut self) -> Option<[Word; 2]> {
        let has_tiles = match &self.reorder.code {
            ReorderCode::Grids(grids) => exchange::has_tiles(grids),
            ReorderCode::Slots(_) => false,
        };
        let parts = &mut *self.parts;
        has_tiles.then(|| {
            *self.shared.tile.get_or_insert_with(|| {
                let group = built_in(parts, BuiltIn::WorkgroupId, "gl_WorkGroupID");
                [group, built_in(parts, BuiltIn::LocalInvocationId, "gl_LocalInvocationID")]
            })
        })
    }

    /// Returns the variable that counts, and the factor of a workgroup: workgroups for tiles, else invocations.
    fn counted(&mut self) -> (Word, u64) {
        match self.tile_inputs() {
            Some([group, _]) => (group, 1),
            None => (self.shared.invocation, LOCAL_SIZE.into()),
        }
    }

    /// Writes the computation of the number of this invocation or workgroup in a grid of a static size, and returns its
    /// id.
    fn number(&mut self) -> Word {
        let (input, size) = self.counted();
        let x = self.component(input, 0);
        let [row, rows, _] = self.reorder.groups().unwrap_or([1; 3]);
        if rows == 1 {
            return x;
        }
        let y = self.component(input, 1);
        let row = self.parts.number(row * size);
        let begin = self.parts.word(Op::IMul, &[y, row]);
        self.parts.word(Op::IAdd, &[begin, x])
    }

    /// Writes the computation of the number of this invocation or workgroup in a grid of any size, and returns its id.
    fn number_in_groups(&mut self) -> Word {
        let (input, size) = self.counted();
        let groups = self.groups();
        let [x, y, z] = [0, 1, 2].map(|at| self.component(input, at));
        let [columns, rows] = [0, 1].map(|at| self.component(groups, at));
        let local = self.parts.number(size);
        let parts = &mut *self.parts;
        let above = parts.word(Op::IMul, &[z, rows]);
        let row = parts.word(Op::IAdd, &[above, y]);
        let columns = if size == 1 { columns } else { parts.word(Op::IMul, &[columns, local]) };
        let begin = parts.word(Op::IMul, &[row, columns]);
        parts.word(Op::IAdd, &[begin, x])
    }

    /// Loads a component of an input.
    fn component(&mut self, input: Word, index: u64) -> Word {
        let index = self.parts.number(index);
        let pointer = SpirvType::Pointer(StorageClass::Input, Box::new(SpirvType::U32));
        let pointer = self.parts.op(Op::AccessChain, &pointer, &[input, index]);
        self.parts.word(Op::Load, &[pointer])
    }

    /// Loads the dynamic length.
    fn length(&mut self) -> Word {
        let class = StorageClass::PushConstant;
        let ty = SpirvType::PushConstants(LENGTH);
        let parts = &mut *self.parts;
        let variable =
            *self.shared.length.get_or_insert_with(|| parts.variable(class, ty, "constants"));
        let zero = parts.number(0);
        let pointer = SpirvType::Pointer(class, Box::new(SpirvType::U32));
        let pointer = parts.op(Op::AccessChain, &pointer, &[variable, zero]);
        parts.word(Op::Load, &[pointer])
    }

    /// Writes the grids of a plan with a dynamic length.
    fn dynamic_grids(&mut self, grids: &[GridCode]) -> Built<()> {
        let number = self.number_in_groups();
        let length = self.length();
        let count = self.counts(grids).iter().sum::<u64>();
        let split = block_program::split(i64::try_from(count).unwrap_or(i64::MAX));
        let split = values(self.parts, &split, &[number]);
        self.grids(grids, &split[..1], split[1], Some(length))
    }

    /// Returns the numbers of workgroups of grids with tiles, else of blocks.
    fn counts(&self, grids: &[GridCode]) -> Vec<u64> {
        let has_tiles = exchange::has_tiles(grids);
        let counts = grids.iter().map(|it| if has_tiles { it.groups() } else { it.count() });
        counts.map(|count| count.unwrap_or(1).unsigned_abs()).collect()
    }

    /// Writes all grids. `before` is the block of the dynamic digit, and `number` the number of the block or workgroup
    /// among those of all grids.
    fn grids(
        &mut self,
        grids: &[GridCode],
        before: &[Word],
        number: Word,
        length: Option<Word>,
    ) -> Built<()> {
        let counts = self.counts(grids);
        let local = self.tile_inputs().map(|[_, local]| self.component(local, 0));
        let size = if local.is_some() { 1 } else { u64::from(LOCAL_SIZE) };
        let is_exact = match self.reorder.groups() {
            Some([x, y, _]) => x * y * size == counts.iter().sum::<u64>(),
            // The rest of a division.
            None => true,
        };
        let state = GridChain { grids, counts: &counts, before, local, length, is_exact };
        state.write(self.parts, 0, number)
    }

    /// Writes the copy to one slot, by the program from slots to slots.
    fn slots(&mut self, program: &Program) -> Built<()> {
        let number = self.number();
        let first = self.reorder.first_slot;
        let slot = add(self.parts, number, i64::try_from(first).unwrap_or(0));
        let [x, y, _] = self.reorder.groups().unwrap_or([1; 3]);
        let slots = program.params()[0].end();
        if x * y * u64::from(LOCAL_SIZE) == slots && first == 0 {
            return self.slot(program, slot);
        }
        let count = self.parts.number(slots - first);
        let inside = self.parts.condition(Op::ULessThan, &[number, count]);
        let reorder = self.reorder;
        let shared = &mut *self.shared;
        control::when(self.parts, inside, |parts| {
            EntryPoint { parts, shared, reorder }.slot(program, slot)
        })
    }

    fn slot(&mut self, program: &Program, slot: Word) -> Built<()> {
        let wide = program.params()[0].end() > 1 << 31;
        let wide = wide || program.params()[0].width == address::operation::Width::I64;
        let argument = match wide {
            true => self.parts.op(Op::UConvert, &SpirvType::U64, &[slot]),
            false => slot,
        };
        let found = values(self.parts, program, &[argument]);
        let mut offset = found[0];
        if program.width(program.offset()) == address::operation::Width::I64 {
            offset = self.parts.word(Op::UConvert, &[offset]);
        }
        let elem = i64::from(self.reorder.bits / 8);
        let source = self.address(BufferSide::Source, offset, elem);
        let target = self.address(BufferSide::Target, slot, elem);
        let uncertain = program.valid().filter(|&valid| program.constant(valid) != Some(1));
        let valid = uncertain.and_then(|_| found.get(1).copied());
        let fills = self.reorder.fills_padding;
        control::when_some(self.parts, valid.filter(|_| !fills), |parts| {
            block_entry::element(parts, elem, (Some(source), target), valid.filter(|_| fills))
        })
    }

    /// Returns the address of an element.
    fn address(&mut self, side: BufferSide, slot: Word, elem: i64) -> Address {
        let unit = 1 << elem.trailing_zeros();
        let at = block_entry::scaled(self.parts, slot, elem / unit);
        Address { at, unit, memory: KernelMemory::Buffer(side) }
    }
}

/// The grids of a kernel, of which an invocation executes one block, or a part of one tile.
struct GridChain<'a> {
    grids: &'a [GridCode],
    counts: &'a [u64],
    before: &'a [Word],
    /// The number of the invocation in its workgroup, in a kernel with tiles.
    local: Option<Word>,
    length: Option<Word>,
    /// `true` if every invocation has a block, or every workgroup a grid.
    is_exact: bool,
}

impl GridChain<'_> {
    /// Writes the grids from `at` on. `number` is the number of the block from the first of them.
    fn write(&self, parts: &mut ModuleParts, at: usize, number: Word) -> Built<()> {
        let is_last = at + 1 == self.grids.len();
        if is_last && self.is_exact {
            return self.grid(parts, at, number);
        }
        let count = parts.number(self.counts[at]);
        let inside = parts.condition(Op::ULessThan, &[number, count]);
        if is_last {
            return control::when(parts, inside, |parts| self.grid(parts, at, number));
        }
        let rest = parts.word(Op::ISub, &[number, count]);
        control::choose(
            parts,
            inside,
            |parts| self.grid(parts, at, number),
            |parts| self.write(parts, at + 1, rest),
        )
    }

    /// Writes a block or tile of a grid.
    fn grid(&self, parts: &mut ModuleParts, at: usize, number: Word) -> Built<()> {
        let mut arguments = [self.before, &[number]].concat();
        let (code, local) = match (&self.grids[at], self.local) {
            (GridCode::Tiles(code), Some(local)) => {
                return code.write(parts, &arguments, (local, self.length));
            }
            (GridCode::Tiles(_), None) => return Ok(()),
            (GridCode::Blocks(code), None) => return code.write(parts, &arguments, self.length),
            (GridCode::Blocks(code), Some(local)) => (code, local),
        };
        let size = parts.number(LOCAL_SIZE.into());
        let first = parts.word(Op::IMul, &[number, size]);
        let block = parts.word(Op::IAdd, &[first, local]);
        let count = code.grid().count().unwrap_or(1).unsigned_abs();
        let count = parts.number(count);
        let inside = parts.condition(Op::ULessThan, &[block, count]);
        arguments[self.before.len()] = block;
        control::when(parts, inside, |parts| code.write(parts, &arguments, self.length))
    }
}
