//! Accesses to the buffers of a kernel, in widths of 1 to 32 bytes.
//!
//! A buffer has one variable for each width of its accesses: arrays of bytes, of 16-bit and 32-bit words, and of vectors
//! of words. The variables have the same binding. Values in registers are words of 32 bits; a narrower one is
//! zero-extended. On a device with 64-bit integers, accesses of 8 and more bytes have words of 64 bits, since drivers
//! for CPUs move a vector word by word.
//!
//! Workgroup memory is an array of words of 32 bits. Parts of its words are accessed as on a device without arrays of
//! bytes.
//!
//! A device without arrays of bytes or of 16-bit words reads them from words of 32 bits. It writes them by two atomic
//! operations on the word that contains them, which do not change its other bytes. So several invocations can write parts
//! of one word.

use super::buffer_views::BufferSide;
use super::parts::{ModuleParts, SpirvType};
use super::pieces::LoadedPiece;
use ir::target::StorageIntegers;
use rspirv::dr::{Error, Operand};
use rspirv::spirv::{Decoration, Op, Scope, StorageClass, Word};

pub(super) type Built<T> = Result<T, Error>;

/// Returns the size of the widest access on a device with these integers, in bytes: a vector of four words.
pub(crate) fn widest(integers: StorageIntegers) -> i64 {
    if integers.longs { 32 } else { 16 }
}

/// Returns `true` if buffers can have arrays of elements of this many bytes.
fn has_array(integers: StorageIntegers, bytes: i64) -> bool {
    match bytes {
        1 => integers.bytes,
        2 => integers.halves,
        _ => true,
    }
}

/// The memory of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KernelMemory {
    Buffer(BufferSide),
    /// The variable in workgroup memory.
    Workgroup(Word),
}

/// An address: a number of units, which a register holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub(super) at: Word,
    /// The size of a unit in bytes: a power of two, at most the width of the widest access.
    pub(super) unit: i64,
    pub(super) memory: KernelMemory,
}

impl Address {
    /// Returns the number of units of another size, which divides that of the address.
    pub(super) fn in_units(self, parts: &mut ModuleParts, unit: i64) -> Word {
        let scale = self.unit / unit;
        if scale <= 1 {
            return self.at;
        }
        let shift = parts.number(u64::from(scale.ilog2()));
        parts.word(Op::ShiftLeftLogical, &[self.at, shift])
    }
}

impl ModuleParts {
    /// Returns workgroup memory of this size in bytes, a number of words.
    pub(super) fn workgroup(&mut self, bytes: i64) -> KernelMemory {
        if let Some(&variable) = self.buffers.workgroup.get(&bytes) {
            return KernelMemory::Workgroup(variable);
        }
        let words = u32::try_from(bytes / 4).unwrap_or(u32::MAX);
        let variable = self.variable(StorageClass::Workgroup, SpirvType::Words(words), "tile");
        self.buffers.workgroup.insert(bytes, variable);
        KernelMemory::Workgroup(variable)
    }

    /// Returns `true` if accesses of this width need no other bytes of a word.
    fn has_array(&self, memory: KernelMemory, width: i64) -> bool {
        match memory {
            KernelMemory::Buffer(_) => has_array(self.buffers.integers, width),
            KernelMemory::Workgroup(_) => width >= 4,
        }
    }

    /// Returns the size of the words of accesses of this width, in bytes: 4 or 8. A narrower access has one word.
    pub(super) fn word_bytes(&self, memory: KernelMemory, width: i64) -> i64 {
        match memory {
            KernelMemory::Buffer(_) if self.buffers.integers.longs && width >= 8 => 8,
            _ => 4,
        }
    }

    /// Returns the type of the array elements for accesses of this width.
    fn in_memory(&self, memory: KernelMemory, width: i64) -> SpirvType {
        let word = self.word_bytes(memory, width);
        // A vector has at most 4 words.
        let words = (width / word) as u32;
        match (width, word) {
            (1, _) => SpirvType::U8,
            (2, _) => SpirvType::U16,
            (4, _) => SpirvType::U32,
            (8, 8) => SpirvType::U64,
            (_, 8) => SpirvType::LongVector(words),
            _ => SpirvType::Vector(words),
        }
    }

    /// Returns the variable of a buffer for accesses of this width.
    fn view(&mut self, side: BufferSide, width: i64) -> Word {
        if let Some(&id) = self.buffers.views.get(&(side, width)) {
            return id;
        }
        let name = match side {
            BufferSide::Source => "source",
            BufferSide::Target => "target",
        };
        let memory = KernelMemory::Buffer(side);
        let of = SpirvType::Buffer(Box::new(self.in_memory(memory, width)));
        let id = self.variable(StorageClass::StorageBuffer, of, &format!("{name}{}", width * 8));
        self.builder.decorate(id, Decoration::DescriptorSet, [Operand::LiteralBit32(0)]);
        self.builder.decorate(id, Decoration::Binding, [Operand::LiteralBit32(side as u32)]);
        match side {
            BufferSide::Source => {
                self.builder.decorate(id, Decoration::Restrict, []);
                self.builder.decorate(id, Decoration::NonWritable, []);
            }
            // Several variables have this binding.
            BufferSide::Target => self.builder.decorate(id, Decoration::Aliased, []),
        }
        self.buffers.views.insert((side, width), id);
        id
    }

    fn pointer(&mut self, memory: KernelMemory, width: i64, index: Word) -> Word {
        let side = match memory {
            KernelMemory::Buffer(side) => side,
            KernelMemory::Workgroup(variable) => {
                let word = Box::new(SpirvType::U32);
                let pointer = SpirvType::Pointer(StorageClass::Workgroup, word);
                return self.op(Op::AccessChain, &pointer, &[variable, index]);
            }
        };
        let variable = self.view(side, width);
        let element = Box::new(self.in_memory(memory, width));
        let pointer = SpirvType::Pointer(StorageClass::StorageBuffer, element);
        let array = self.number(0);
        self.op(Op::AccessChain, &pointer, &[variable, array, index])
    }

    /// Loads `width` bytes at an address plus a number of bytes. Both are multiples of the width.
    pub(super) fn load(&mut self, address: Address, offset: i64, width: i64) -> Vec<LoadedPiece> {
        if !self.has_array(address.memory, width) {
            return vec![self.load_part(address, offset, width)];
        }
        let index = index(self, address, offset, width);
        let pointer = self.pointer(address.memory, width, index);
        let memory = self.in_memory(address.memory, width);
        let value = self.op(Op::Load, &memory, &[pointer]);
        let word = match memory {
            SpirvType::Vector(_) => SpirvType::U32,
            SpirvType::LongVector(_) => SpirvType::U64,
            SpirvType::U8 | SpirvType::U16 => {
                let word = self.word(Op::UConvert, &[value]);
                return vec![LoadedPiece { word, bytes: width }];
            }
            _ => return vec![LoadedPiece { word: value, bytes: width }],
        };
        let bytes = self.word_bytes(address.memory, width);
        let count = (width / bytes) as u32;
        (0..count).map(|at| LoadedPiece { word: self.member(&word, value, at), bytes }).collect()
    }

    /// Loads a part of a word.
    fn load_part(&mut self, address: Address, offset: i64, width: i64) -> LoadedPiece {
        let WordPart { index, shift } = WordPart::at_offset(self, address, offset);
        let pointer = self.pointer(address.memory, 4, index);
        let mut word = self.word(Op::Load, &[pointer]);
        let is_first = matches!(shift, PartShift::Static(0));
        if !is_first {
            let shift = shift.id(self);
            word = self.word(Op::ShiftRightLogical, &[word, shift]);
        }
        if !matches!(shift, PartShift::Static(shift) if shift + 8 * width == 32) {
            let mask = self.number(mask(width));
            word = self.word(Op::BitwiseAnd, &[word, mask]);
        }
        LoadedPiece { word, bytes: width }
    }

    /// Stores words as `width` bytes at an address plus a number of bytes. Both are multiples of the width. The words
    /// have the size of [`BufferViews::word_bytes`].
    pub(super) fn store(
        &mut self,
        address: Address,
        offset: i64,
        width: i64,
        words: &[Word],
    ) -> Built<()> {
        let &[first, ..] = words else { return Ok(()) };
        if !self.has_array(address.memory, width) {
            self.store_part(address, offset, width, first);
            return Ok(());
        }
        let index = index(self, address, offset, width);
        let pointer = self.pointer(address.memory, width, index);
        let memory = self.in_memory(address.memory, width);
        let value = match memory {
            SpirvType::U8 | SpirvType::U16 => self.op(Op::UConvert, &memory, &[first]),
            _ if words.len() > 1 => self.op(Op::CompositeConstruct, &memory, words),
            _ => first,
        };
        self.builder.store(pointer, value, None, [])
    }

    /// Stores a part of a word: clears its bits, and then sets them.
    fn store_part(&mut self, address: Address, offset: i64, width: i64, value: Word) {
        let WordPart { index, shift } = WordPart::at_offset(self, address, offset);
        let pointer = self.pointer(address.memory, 4, index);
        let (kept, set) = match shift {
            PartShift::Static(shift) => {
                let kept = !(mask(width) << shift) & u64::from(u32::MAX);
                let kept = self.number(kept);
                let by = self.number(shift.unsigned_abs());
                let set = match shift {
                    0 => value,
                    _ => self.word(Op::ShiftLeftLogical, &[value, by]),
                };
                (kept, set)
            }
            PartShift::Dynamic(shift) => {
                let mask = self.number(mask(width));
                let mask = self.word(Op::ShiftLeftLogical, &[mask, shift]);
                let kept = self.word(Op::Not, &[mask]);
                (kept, self.word(Op::ShiftLeftLogical, &[value, shift]))
            }
        };
        let scope = match address.memory {
            KernelMemory::Buffer(_) => Scope::Device,
            KernelMemory::Workgroup(_) => Scope::Workgroup,
        };
        let scope = self.number(u64::from(scope as u32));
        let relaxed = self.number(0);
        self.word(Op::AtomicAnd, &[pointer, scope, relaxed, kept]);
        if value != self.number(0) {
            self.word(Op::AtomicOr, &[pointer, scope, relaxed, set]);
        }
    }
}

/// A part of a word of 32 bits: the position of the word, and the first bit.
struct WordPart {
    index: Word,
    shift: PartShift,
}

#[derive(Clone, Copy)]
enum PartShift {
    Static(i64),
    Dynamic(Word),
}

impl PartShift {
    fn id(self, parts: &mut ModuleParts) -> Word {
        match self {
            PartShift::Static(shift) => parts.number(shift.unsigned_abs()),
            PartShift::Dynamic(id) => id,
        }
    }
}

impl WordPart {
    fn at_offset(parts: &mut ModuleParts, address: Address, offset: i64) -> WordPart {
        if address.unit >= 4 {
            let index = index(parts, address, offset.div_euclid(4) * 4, 4);
            return WordPart { index, shift: PartShift::Static(offset.rem_euclid(4) * 8) };
        }
        let byte = index(parts, address, offset, 1);
        let two = parts.number(2);
        let three = parts.number(3);
        let index = parts.word(Op::ShiftRightLogical, &[byte, two]);
        let within = parts.word(Op::BitwiseAnd, &[byte, three]);
        let shift = parts.word(Op::ShiftLeftLogical, &[within, three]);
        WordPart { index, shift: PartShift::Dynamic(shift) }
    }
}

/// Returns the bits of a part of a word.
fn mask(bytes: i64) -> u64 {
    (1 << (8 * bytes)) - 1
}

/// Returns the position of an address plus a number of bytes in an array of elements of this width.
fn index(parts: &mut ModuleParts, address: Address, offset: i64, width: i64) -> Word {
    let is_zero = address.unit / width > 1 && address.at == parts.number(0);
    let at = if is_zero { address.at } else { address.in_units(parts, width) };
    add(parts, at, offset.div_euclid(width))
}

/// Returns a word plus a constant, which can be negative.
pub(super) fn add(parts: &mut ModuleParts, word: Word, by: i64) -> Word {
    if by == 0 {
        return word;
    }
    let by = parts.number((by & i64::from(u32::MAX)).unsigned_abs());
    if word == parts.number(0) {
        return by;
    }
    parts.word(Op::IAdd, &[word, by])
}
