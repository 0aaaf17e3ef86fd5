//! The entry point of one `layout.reorder`: an invocation for each slot of the target's buffer.
//!
//! ```text
//! slot = id.x + id.y * invocations in a row
//! if slot < slots:
//!     offset, valid = the kernel's function of slot
//!     target[slot] = valid ? source[offset] : 0
//! ```
//!
//! Elements are copied as unsigned integers of their size. Those of 8 and 16 bits are widened on their way, so that
//! a device needs to know them in memory only. Invocations beyond the last slot do nothing; where there are 2^32 or more,
//! which the largest buffers lead to, the slot begins anew at 0, and the same is stored there again.

use super::function::inline;
use super::parts::{ModuleParts, SpirvType};
use super::reorders::{LOCAL_SIZE, ReorderEntry};
use address::operation::Width;
use rspirv::dr::{Error, Operand};
use rspirv::spirv::{
    BuiltIn, Decoration, ExecutionMode, ExecutionModel, FunctionControl, Op, SelectionControl,
    StorageClass, Word,
};
use std::collections::BTreeMap;

/// The variables that entry points share.
pub(super) struct EntryPoints {
    /// Which invocation this is.
    invocation: Word,
    /// The buffers of source and target, by the bits of their elements.
    buffers: BTreeMap<u32, [Word; 2]>,
}

impl EntryPoints {
    /// The variables of a module without entry points.
    pub(super) fn new(parts: &mut ModuleParts) -> EntryPoints {
        let name = "gl_GlobalInvocationID";
        let invocation = parts.variable(StorageClass::Input, SpirvType::Vector3, name);
        let built_in = [Operand::BuiltIn(BuiltIn::GlobalInvocationId)];
        parts.builder.decorate(invocation, Decoration::BuiltIn, built_in);
        EntryPoints { invocation, buffers: BTreeMap::new() }
    }

    /// Writes the entry point of a reorder.
    pub(super) fn write(&mut self, parts: &mut ModuleParts, reorder: &ReorderEntry<'_>) {
        let buffers = self.buffers(parts, reorder.bits);
        let entry = EntryPoint { parts, reorder, invocation: self.invocation, buffers };
        entry.write().expect("blocks are begun and ended in turn");
    }

    fn buffers(&mut self, parts: &mut ModuleParts, bits: u32) -> [Word; 2] {
        *self.buffers.entry(bits).or_insert_with(|| {
            let mut variable = |name: &str, binding: u32| {
                let of = SpirvType::Buffer(Box::new(in_memory(bits)));
                let id = parts.variable(StorageClass::StorageBuffer, of, &format!("{name}{bits}"));
                let number = |number| [Operand::LiteralBit32(number)];
                parts.builder.decorate(id, Decoration::DescriptorSet, number(0));
                parts.builder.decorate(id, Decoration::Binding, number(binding));
                parts.builder.decorate(id, Decoration::Restrict, []);
                id
            };
            let buffers = [variable("source", 0), variable("target", 1)];
            parts.builder.decorate(buffers[0], Decoration::NonWritable, []);
            buffers
        })
    }
}

/// The type of an element of so many bits in memory.
fn in_memory(bits: u32) -> SpirvType {
    match bits {
        8 => SpirvType::U8,
        16 => SpirvType::U16,
        64 => SpirvType::U64,
        _ => SpirvType::U32,
    }
}

/// The type of an element on its way.
fn on_its_way(bits: u32) -> SpirvType {
    if bits == 64 { SpirvType::U64 } else { SpirvType::U32 }
}

/// An entry point in the making.
struct EntryPoint<'p, 'r> {
    parts: &'p mut ModuleParts,
    reorder: &'r ReorderEntry<'r>,
    invocation: Word,
    buffers: [Word; 2],
}

type Made<T> = Result<T, Error>;

impl EntryPoint<'_, '_> {
    fn write(mut self) -> Made<()> {
        let ty = self.parts.ty(&SpirvType::Function(vec![], Box::new(SpirvType::Void)));
        let void = self.parts.ty(&SpirvType::Void);
        let name = self.reorder.kernel.function.name;
        let builder = &mut self.parts.builder;
        let main = builder.begin_function(void, None, FunctionControl::NONE, ty)?;
        builder.name(main, name);
        builder.entry_point(ExecutionModel::GLCompute, main, name, [self.invocation]);
        builder.execution_mode(main, ExecutionMode::LocalSize, [LOCAL_SIZE, 1, 1]);
        let first = builder.begin_block(None)?;
        self.body(first)?;
        self.parts.builder.ret()?;
        self.parts.builder.end_function()
    }

    fn body(&mut self, first: Word) -> Made<()> {
        let slot = self.slot()?;
        let [x, y, _] = self.reorder.groups();
        let slots = self.reorder.slots();
        if x * y * u64::from(LOCAL_SIZE) == slots {
            return self.copy(slot, first);
        }
        let count = self.parts.constant(&SpirvType::U32, slots);
        let inside = self.parts.op(Op::ULessThan, &SpirvType::Bool, &[slot, count]);
        let end = self.if_so(inside)?;
        self.copy(slot, end.then)?;
        self.join(end)?;
        Ok(())
    }

    /// The slot of this invocation.
    fn slot(&mut self) -> Made<Word> {
        let x = self.component(0)?;
        let [row, rows, _] = self.reorder.groups();
        if rows == 1 {
            return Ok(x);
        }
        let y = self.component(1)?;
        let row = self.parts.constant(&SpirvType::U32, row * u64::from(LOCAL_SIZE));
        let begin = self.parts.op(Op::IMul, &SpirvType::U32, &[y, row]);
        Ok(self.parts.op(Op::IAdd, &SpirvType::U32, &[begin, x]))
    }

    /// A component of the invocation's number.
    fn component(&mut self, place: u64) -> Made<Word> {
        let place = self.parts.constant(&SpirvType::U32, place);
        let pointer = SpirvType::Pointer(StorageClass::Input, Box::new(SpirvType::U32));
        let pointer = self.parts.op(Op::AccessChain, &pointer, &[self.invocation, place]);
        Ok(self.parts.op(Op::Load, &SpirvType::U32, &[pointer]))
    }

    /// Fills one slot; `block` is the one at hand.
    fn copy(&mut self, slot: Word, block: Word) -> Made<()> {
        let reorder = self.reorder;
        let program = &reorder.kernel.function.program;
        let wide = program.params()[0].width == Width::I64;
        let argument =
            if wide { self.parts.op(Op::UConvert, &SpirvType::U64, &[slot]) } else { slot };
        let place = inline(self.parts, program, &[argument]);
        let Some(valid) = place.valid else {
            let element = self.load(place.offset);
            return self.store(slot, element);
        };
        let end = self.if_so(valid)?;
        let element = self.load(place.offset);
        if !reorder.kernel.facts.fills_padding {
            self.store(slot, element)?;
            return self.join(end);
        }
        let then = end.then;
        self.join(end)?;
        let ty = on_its_way(reorder.bits);
        let zero = self.parts.constant(&ty, 0);
        let ty = self.parts.ty(&ty);
        let either = self.parts.builder.phi(ty, None, [(zero, block), (element, then)])?;
        self.store(slot, either)
    }

    /// The place of an element in one of the buffers.
    fn pointer(&mut self, buffer: usize, at: Word) -> Word {
        let number = in_memory(self.reorder.bits);
        let pointer = SpirvType::Pointer(StorageClass::StorageBuffer, Box::new(number));
        let array = self.parts.constant(&SpirvType::U32, 0);
        self.parts.op(Op::AccessChain, &pointer, &[self.buffers[buffer], array, at])
    }

    fn load(&mut self, at: Word) -> Word {
        let (memory, way) = (in_memory(self.reorder.bits), on_its_way(self.reorder.bits));
        let pointer = self.pointer(0, at);
        let element = self.parts.op(Op::Load, &memory, &[pointer]);
        if memory == way { element } else { self.parts.op(Op::UConvert, &way, &[element]) }
    }

    fn store(&mut self, at: Word, element: Word) -> Made<()> {
        let (memory, way) = (in_memory(self.reorder.bits), on_its_way(self.reorder.bits));
        let element = match memory == way {
            true => element,
            false => self.parts.op(Op::UConvert, &memory, &[element]),
        };
        let pointer = self.pointer(1, at);
        self.parts.builder.store(pointer, element, None, [])
    }

    /// Goes on in a block that is run where a truth holds.
    fn if_so(&mut self, truth: Word) -> Made<ConditionalBlock> {
        let builder = &mut self.parts.builder;
        let (then, end) = (builder.id(), builder.id());
        builder.selection_merge(end, SelectionControl::NONE)?;
        builder.branch_conditional(truth, then, end, [])?;
        builder.begin_block(Some(then))?;
        Ok(ConditionalBlock { then, end })
    }

    /// Goes on in the block behind.
    fn join(&mut self, one: ConditionalBlock) -> Made<()> {
        self.parts.builder.branch(one.end)?;
        self.parts.builder.begin_block(Some(one.end))?;
        Ok(())
    }
}

/// A block that is not always run.
struct ConditionalBlock {
    then: Word,
    end: Word,
}
