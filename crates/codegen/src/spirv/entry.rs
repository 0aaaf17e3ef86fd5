//! The entry point of a `layout.reorder`, with one invocation per slot of the target buffer.
//!
//! ```text
//! slot = id.x + id.y * invocations per row
//! if slot < slots:
//!     offset, valid = kernel(slot)
//!     target[slot] = valid ? source[offset] : 0
//! ```
//!
//! Elements are copied as unsigned integers of their size. Elements of 8 and 16 bits are widened to 32 bits after the
//! load, so the device needs these types only in memory. Invocations beyond the last slot do nothing. The largest
//! buffers need 2^32 or more invocations; the slot then wraps to 0, and these invocations store the same elements
//! again.

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

/// The variables that the entry points of a module share.
pub(super) struct EntryPoints {
    /// The variable of `GlobalInvocationId`.
    invocation: Word,
    /// The source and the target buffer, by the number of bits of their elements.
    buffers: BTreeMap<u32, [Word; 2]>,
}

impl EntryPoints {
    /// Declares the variables in a module without entry points.
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
        entry.write().expect("each block begins after the previous one has ended");
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

/// Returns the type of an element of this number of bits in memory.
fn in_memory(bits: u32) -> SpirvType {
    match bits {
        8 => SpirvType::U8,
        16 => SpirvType::U16,
        64 => SpirvType::U64,
        _ => SpirvType::U32,
    }
}

/// Returns the type of a loaded element of this number of bits.
fn in_registers(bits: u32) -> SpirvType {
    if bits == 64 { SpirvType::U64 } else { SpirvType::U32 }
}

/// An entry point under construction.
struct EntryPoint<'p, 'r> {
    parts: &'p mut ModuleParts,
    reorder: &'r ReorderEntry<'r>,
    invocation: Word,
    buffers: [Word; 2],
}

type Built<T> = Result<T, Error>;

impl EntryPoint<'_, '_> {
    fn write(mut self) -> Built<()> {
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

    fn body(&mut self, first: Word) -> Built<()> {
        let slot = self.slot()?;
        let [x, y, _] = self.reorder.groups();
        let slots = self.reorder.slots();
        if x * y * u64::from(LOCAL_SIZE) == slots {
            return self.copy(slot, first);
        }
        let count = self.parts.constant(&SpirvType::U32, slots);
        let inside = self.parts.op(Op::ULessThan, &SpirvType::Bool, &[slot, count]);
        let block = self.begin_if(inside)?;
        self.copy(slot, block.then)?;
        self.end_if(block)?;
        Ok(())
    }

    /// Writes the computation of the slot of this invocation, and returns its id.
    fn slot(&mut self) -> Built<Word> {
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

    /// Loads a component of the invocation id.
    fn component(&mut self, index: u64) -> Built<Word> {
        let index = self.parts.constant(&SpirvType::U32, index);
        let pointer = SpirvType::Pointer(StorageClass::Input, Box::new(SpirvType::U32));
        let pointer = self.parts.op(Op::AccessChain, &pointer, &[self.invocation, index]);
        Ok(self.parts.op(Op::Load, &SpirvType::U32, &[pointer]))
    }

    /// Writes the copy to one slot. `block` is the current block.
    fn copy(&mut self, slot: Word, block: Word) -> Built<()> {
        let reorder = self.reorder;
        let program = &reorder.kernel.function.program;
        let wide = program.params()[0].width == Width::I64;
        let argument =
            if wide { self.parts.op(Op::UConvert, &SpirvType::U64, &[slot]) } else { slot };
        let address = inline(self.parts, program, &[argument]);
        let Some(valid) = address.valid else {
            let element = self.load(address.offset);
            return self.store(slot, element);
        };
        let conditional = self.begin_if(valid)?;
        let element = self.load(address.offset);
        if !reorder.kernel.facts.fills_padding {
            self.store(slot, element)?;
            return self.end_if(conditional);
        }
        let then = conditional.then;
        self.end_if(conditional)?;
        let ty = in_registers(reorder.bits);
        let zero = self.parts.constant(&ty, 0);
        let ty = self.parts.ty(&ty);
        let either = self.parts.builder.phi(ty, None, [(zero, block), (element, then)])?;
        self.store(slot, either)
    }

    /// Returns a pointer to an element of a buffer.
    fn pointer(&mut self, buffer: usize, at: Word) -> Word {
        let number = in_memory(self.reorder.bits);
        let pointer = SpirvType::Pointer(StorageClass::StorageBuffer, Box::new(number));
        let array = self.parts.constant(&SpirvType::U32, 0);
        self.parts.op(Op::AccessChain, &pointer, &[self.buffers[buffer], array, at])
    }

    fn load(&mut self, at: Word) -> Word {
        let (memory, register) = (in_memory(self.reorder.bits), in_registers(self.reorder.bits));
        let pointer = self.pointer(0, at);
        let element = self.parts.op(Op::Load, &memory, &[pointer]);
        match memory == register {
            true => element,
            false => self.parts.op(Op::UConvert, &register, &[element]),
        }
    }

    fn store(&mut self, at: Word, element: Word) -> Built<()> {
        let (memory, register) = (in_memory(self.reorder.bits), in_registers(self.reorder.bits));
        let element = match memory == register {
            true => element,
            false => self.parts.op(Op::UConvert, &memory, &[element]),
        };
        let pointer = self.pointer(1, at);
        self.parts.builder.store(pointer, element, None, [])
    }

    /// Begins a block that is executed if a condition is true.
    fn begin_if(&mut self, condition: Word) -> Built<ConditionalBlock> {
        let builder = &mut self.parts.builder;
        let (then, end) = (builder.id(), builder.id());
        builder.selection_merge(end, SelectionControl::NONE)?;
        builder.branch_conditional(condition, then, end, [])?;
        builder.begin_block(Some(then))?;
        Ok(ConditionalBlock { then, end })
    }

    /// Ends a conditional block and begins its merge block.
    fn end_if(&mut self, block: ConditionalBlock) -> Built<()> {
        self.parts.builder.branch(block.end)?;
        self.parts.builder.begin_block(Some(block.end))?;
        Ok(())
    }
}

/// The labels of a conditional block and its merge block.
struct ConditionalBlock {
    then: Word,
    end: Word,
}
