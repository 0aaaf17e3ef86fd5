//! The types and constants that the functions of a SPIR-V module share, without duplicates.
//!
//! The builder of rspirv keeps the sections in order, but it creates an id for each constant and searches all types for
//! each new type. The tables of this file find both in logarithmic time, and their order depends only on the module.

use super::buffer_views::BufferViews;
use ir::target::StorageIntegers;
use rspirv::dr::{Builder, InsertPoint, Instruction, Operand};
use rspirv::spirv::{
    AddressingModel, Capability, Decoration, FunctionControl, GlslStd450Op, LinkageType,
    MemoryModel, Op, StorageClass, Word,
};
use std::collections::BTreeMap;

/// A SPIR-V type of addressing functions and entry points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SpirvType {
    /// `void`.
    Void,
    /// A boolean.
    Bool,
    /// An unsigned integer of 8 bits, in memory only.
    U8,
    /// An unsigned integer of 16 bits, in memory only.
    U16,
    /// An unsigned integer of 32 bits.
    U32,
    /// An unsigned integer of 64 bits.
    U64,
    /// A struct of the halves of a product of two integers of this type, the low half first.
    Product(Box<SpirvType>),
    /// A struct of an offset of this type and the validity of the index.
    Located(Box<SpirvType>),
    /// A struct of the components of an index, of these types, and whether the slot holds an element.
    Owner(Vec<SpirvType>),
    /// A function type: the parameters and the result.
    Function(Vec<SpirvType>, Box<SpirvType>),
    /// A vector of this number of 32-bit integers.
    Vector(u32),
    /// A vector of this number of 64-bit integers.
    LongVector(u32),
    /// An array of this number of 32-bit integers, in workgroup memory.
    Words(u32),
    /// An array of this number of integers of this type, in a function.
    Table(Box<SpirvType>, u32),
    /// A storage buffer: a block with a runtime array of this type.
    Buffer(Box<SpirvType>),
    /// A block of push constants: one 32-bit integer with this name.
    PushConstants(&'static str),
    /// A pointer in a storage class.
    Pointer(StorageClass, Box<SpirvType>),
}

impl SpirvType {
    /// Returns the size of an integer or vector in memory, in bytes.
    fn bytes(&self) -> u32 {
        match self {
            SpirvType::U8 => 1,
            SpirvType::U16 => 2,
            SpirvType::U64 => 8,
            SpirvType::Vector(words) => 4 * words,
            SpirvType::LongVector(words) => 8 * words,
            _ => 4,
        }
    }
}

/// A SPIR-V module under construction.
pub(super) struct ModuleParts {
    pub(super) builder: Builder,
    types: BTreeMap<SpirvType, Word>,
    constants: BTreeMap<(SpirvType, u64), Word>,
    /// The constants of tables, by their type and the constants of their values.
    tables: BTreeMap<(SpirvType, Vec<Word>), Word>,
    /// The import of `GLSL.std.450`; `None` before its first use.
    extended: Option<Word>,
    /// The variables of the buffers of kernels.
    pub(super) buffers: BufferViews,
}

impl ModuleParts {
    /// Returns an empty library of version 1.3.
    pub(super) fn library() -> ModuleParts {
        let mut parts = ModuleParts::kernels(StorageIntegers::default());
        parts.builder.capability(Capability::Linkage);
        parts
    }

    /// Returns an empty module of version 1.3 for entry points.
    pub(super) fn kernels(integers: StorageIntegers) -> ModuleParts {
        let mut builder = Builder::new();
        builder.set_version(1, 3);
        builder.capability(Capability::Shader);
        builder.memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
        let buffers = BufferViews::new(integers);
        let types = BTreeMap::new();
        let constants = BTreeMap::new();
        let tables = BTreeMap::new();
        ModuleParts { builder, types, constants, tables, extended: None, buffers }
    }

    /// Returns the finished module.
    pub(super) fn finish(self) -> rspirv::dr::Module {
        self.builder.module()
    }

    /// Returns the id of a type, which is declared at its first use.
    pub(super) fn ty(&mut self, ty: &SpirvType) -> Word {
        if let Some(&id) = self.types.get(ty) {
            return id;
        }
        let id = match ty {
            SpirvType::Void => self.declare(Op::TypeVoid, None, vec![]),
            SpirvType::Bool => self.declare(Op::TypeBool, None, vec![]),
            SpirvType::U8 => {
                self.builder.capability(Capability::StorageBuffer8BitAccess);
                // SPIR-V 1.5 made the extension part of the core.
                self.builder.extension("SPV_KHR_8bit_storage");
                self.integer(8)
            }
            SpirvType::U16 => {
                self.builder.capability(Capability::StorageBuffer16BitAccess);
                self.integer(16)
            }
            SpirvType::U32 => self.integer(32),
            SpirvType::U64 => {
                self.builder.capability(Capability::Int64);
                self.integer(64)
            }
            SpirvType::Product(half) => {
                let half = self.ty(half);
                self.structure("product", &[(half, "low"), (half, "high")])
            }
            SpirvType::Located(offset) => {
                let offset = self.ty(offset);
                let valid = self.ty(&SpirvType::Bool);
                self.structure("located", &[(offset, "offset"), (valid, "valid")])
            }
            SpirvType::Owner(components) => {
                let names: Vec<String> =
                    (0..components.len()).map(|dim| format!("d{dim}")).collect();
                let mut members: Vec<(Word, &str)> = Vec::new();
                for (component, name) in components.iter().zip(&names) {
                    members.push((self.ty(component), name));
                }
                members.push((self.ty(&SpirvType::Bool), "valid"));
                self.structure("owner", &members)
            }
            SpirvType::Function(inputs, result) => {
                let ids = std::iter::once(&**result).chain(inputs).map(|ty| self.ty(ty));
                let ids = ids.map(Operand::IdRef).collect();
                self.declare(Op::TypeFunction, None, ids)
            }
            SpirvType::Vector(words) => self.vector(&SpirvType::U32, *words),
            SpirvType::LongVector(words) => self.vector(&SpirvType::U64, *words),
            SpirvType::Words(count) => {
                let count = self.number((*count).into());
                let operands = [self.ty(&SpirvType::U32), count].map(Operand::IdRef);
                self.declare(Op::TypeArray, None, operands.to_vec())
            }
            SpirvType::Table(of, count) => {
                let count = self.number((*count).into());
                let operands = [self.ty(of), count].map(Operand::IdRef);
                self.declare(Op::TypeArray, None, operands.to_vec())
            }
            SpirvType::PushConstants(name) => {
                let number = self.ty(&SpirvType::U32);
                let block = self.structure("push_constants", &[(number, name)]);
                self.builder.decorate(block, Decoration::Block, []);
                let offset = [Operand::LiteralBit32(0)];
                self.builder.member_decorate(block, 0, Decoration::Offset, offset);
                block
            }
            SpirvType::Buffer(number) => self.buffer_type(number),
            SpirvType::Pointer(class, to) => {
                let to = self.ty(to);
                let operands = vec![Operand::StorageClass(*class), Operand::IdRef(to)];
                self.declare(Op::TypePointer, None, operands)
            }
        };
        self.types.insert(ty.clone(), id);
        id
    }

    fn integer(&mut self, width: u32) -> Word {
        let unsigned = 0;
        let operands = vec![Operand::LiteralBit32(width), Operand::LiteralBit32(unsigned)];
        self.declare(Op::TypeInt, None, operands)
    }

    fn vector(&mut self, of: &SpirvType, count: u32) -> Word {
        let operands = vec![Operand::IdRef(self.ty(of)), Operand::LiteralBit32(count)];
        self.declare(Op::TypeVector, None, operands)
    }

    /// Declares a block with a single runtime array.
    fn buffer_type(&mut self, number: &SpirvType) -> Word {
        let stride = Operand::LiteralBit32(number.bytes());
        let number = self.ty(number);
        let array = self.declare(Op::TypeRuntimeArray, None, vec![Operand::IdRef(number)]);
        self.builder.decorate(array, Decoration::ArrayStride, [stride]);
        let block = self.declare(Op::TypeStruct, None, vec![Operand::IdRef(array)]);
        self.builder.decorate(block, Decoration::Block, []);
        self.builder.member_decorate(block, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
        block
    }

    /// Declares a module-scope variable.
    pub(super) fn variable(&mut self, class: StorageClass, of: SpirvType, name: &str) -> Word {
        let ty = self.ty(&SpirvType::Pointer(class, Box::new(of)));
        let id = self.declare(Op::Variable, Some(ty), vec![Operand::StorageClass(class)]);
        self.name(id, name);
        id
    }

    fn structure(&mut self, name: &str, members: &[(Word, &str)]) -> Word {
        let ids = members.iter().map(|member| Operand::IdRef(member.0)).collect();
        let id = self.declare(Op::TypeStruct, None, ids);
        self.builder.name(id, name);
        for (index, member) in (0..).zip(members) {
            self.builder.member_name(id, index, member.1);
        }
        id
    }

    /// Returns the id of a constant, which is declared at its first use. The value is 0 or 1 for a boolean, and must
    /// fit the type of an integer.
    pub(super) fn constant(&mut self, ty: &SpirvType, value: u64) -> Word {
        if let Some(&id) = self.constants.get(&(ty.clone(), value)) {
            return id;
        }
        let (op, operands) = match (ty, value) {
            (SpirvType::Bool, 0) => (Op::ConstantFalse, vec![]),
            (SpirvType::Bool, _) => (Op::ConstantTrue, vec![]),
            (SpirvType::U64, _) => (Op::Constant, vec![Operand::LiteralBit64(value)]),
            // The value of a 32-bit word fits 32 bits.
            _ => (Op::Constant, vec![Operand::LiteralBit32(value as u32)]),
        };
        let result_type = self.ty(ty);
        let id = self.declare(op, Some(result_type), operands);
        self.constants.insert((ty.clone(), value), id);
        id
    }

    /// Returns a variable of the current function, in its first block, with these values as constants.
    pub(super) fn table(&mut self, of: &SpirvType, values: &[u64], name: &str) -> Word {
        let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
        let array = SpirvType::Table(Box::new(of.clone()), count);
        let constants: Vec<Word> = values.iter().map(|&value| self.constant(of, value)).collect();
        let ty = self.ty(&array);
        let constant = match self.tables.get(&(array.clone(), constants.clone())) {
            Some(&known) => known,
            None => {
                let operands = constants.iter().map(|&id| Operand::IdRef(id)).collect();
                let id = self.declare(Op::ConstantComposite, Some(ty), operands);
                self.tables.insert((array.clone(), constants), id);
                id
            }
        };
        let pointer = SpirvType::Pointer(StorageClass::Function, Box::new(array));
        let operands =
            vec![Operand::StorageClass(StorageClass::Function), Operand::IdRef(constant)];
        let variable = self.append(Op::Variable, &pointer, operands);
        self.name(variable, name);
        variable
    }

    /// Returns the constant of a 32-bit word.
    pub(super) fn number(&mut self, value: u64) -> Word {
        self.constant(&SpirvType::U32, value)
    }

    /// Appends an instruction whose result is a 32-bit word.
    pub(super) fn word(&mut self, op: Op, operands: &[Word]) -> Word {
        self.op(op, &SpirvType::U32, operands)
    }

    /// Appends an instruction whose result is a boolean.
    pub(super) fn condition(&mut self, op: Op, operands: &[Word]) -> Word {
        self.op(op, &SpirvType::Bool, operands)
    }

    fn declare(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.builder.id();
        let instruction = Instruction::new(op, ty, Some(id), operands);
        self.builder.insert_types_global_values(InsertPoint::End, instruction);
        id
    }

    /// Begins a function that is exported under this name, and returns the ids of its parameters.
    pub(super) fn begin(
        &mut self,
        name: &str,
        inputs: &[SpirvType],
        result: &SpirvType,
    ) -> Vec<Word> {
        let ty = self.ty(&SpirvType::Function(inputs.to_vec(), Box::new(result.clone())));
        let result = self.ty(result);
        // The function reads no memory and has no side effects.
        let control = FunctionControl::CONST;
        let function = self.builder.begin_function(result, None, control, ty);
        let function = function.expect("the previous function has ended");
        self.builder.name(function, name);
        let linkage =
            [Operand::LiteralString(name.to_owned()), Operand::LinkageType(LinkageType::Export)];
        self.builder.decorate(function, Decoration::LinkageAttributes, linkage);
        let inputs: Vec<Word> = inputs.iter().map(|input| self.ty(input)).collect();
        let ids: Result<Vec<Word>, _> =
            inputs.iter().map(|&input| self.builder.function_parameter(input)).collect();
        self.builder.begin_block(None).expect("the function has begun");
        ids.expect("the function has begun")
    }

    /// Returns a value from the function and ends it.
    pub(super) fn end(&mut self, result: Word) {
        self.builder.ret_value(result).expect("a block has begun");
        self.builder.end_function().expect("a function has begun");
    }

    /// Appends an instruction to the current block, and returns the id of its result.
    pub(super) fn op(&mut self, op: Op, ty: &SpirvType, operands: &[Word]) -> Word {
        self.append(op, ty, operands.iter().map(|&id| Operand::IdRef(id)).collect())
    }

    /// Appends the extraction of a struct member, and returns its id.
    pub(super) fn member(&mut self, ty: &SpirvType, of: Word, index: u32) -> Word {
        let operands = vec![Operand::IdRef(of), Operand::LiteralBit32(index)];
        self.append(Op::CompositeExtract, ty, operands)
    }

    /// Appends an instruction of `GLSL.std.450`, and returns the id of its result.
    pub(super) fn extended(&mut self, op: GlslStd450Op, ty: &SpirvType, operands: &[Word]) -> Word {
        let builder = &mut self.builder;
        let set = *self.extended.get_or_insert_with(|| builder.ext_inst_import("GLSL.std.450"));
        let head = [Operand::IdRef(set), Operand::LiteralExtInstInteger(op as u32)];
        let operands = head.into_iter().chain(operands.iter().map(|&id| Operand::IdRef(id)));
        self.append(Op::ExtInst, ty, operands.collect())
    }

    fn append(&mut self, op: Op, ty: &SpirvType, operands: Vec<Operand>) -> Word {
        let ty = self.ty(ty);
        let id = self.builder.id();
        let instruction = Instruction::new(op, Some(ty), Some(id), operands);
        let inserted = self.builder.insert_into_block(InsertPoint::End, instruction);
        inserted.expect("a block has begun");
        id
    }

    /// Adds an `OpName` to an id.
    pub(super) fn name(&mut self, id: Word, name: &str) {
        self.builder.name(id, name);
    }
}
