//! The parts of a SPIR-V module that its functions share: types and constants, each once.
//!
//! The builder of rspirv keeps sections in their order, but gives each constant an id of its own and searches
//! all types for each new one. These tables answer at once, and in an order that hangs on the module alone.

use rspirv::dr::{Builder, InsertPoint, Instruction, Operand};
use rspirv::spirv::{
    AddressingModel, Capability, Decoration, FunctionControl, GlslStd450Op, LinkageType,
    MemoryModel, Op, StorageClass, Word,
};
use std::collections::BTreeMap;

/// A type of addressing code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SpirvType {
    /// Nothing.
    Void,
    /// A truth value.
    Bool,
    /// Unsigned, of 8 bits: in memory only.
    U8,
    /// Unsigned, of 16 bits: in memory only.
    U16,
    /// Unsigned, of 32 bits.
    U32,
    /// Unsigned, of 64 bits.
    U64,
    /// The halves of a product of two numbers of this type, the low one first.
    Product(Box<SpirvType>),
    /// An offset of this type, and whether the index has memory at all.
    Located(Box<SpirvType>),
    /// A function: its parameters, and its result.
    Function(Vec<SpirvType>, Box<SpirvType>),
    /// Three numbers of 32 bits.
    Vector3,
    /// All of a storage buffer: numbers of this type, as many as it holds.
    Buffer(Box<SpirvType>),
    /// A place in memory of a class.
    Pointer(StorageClass, Box<SpirvType>),
}

impl SpirvType {
    /// The bytes of a number in memory.
    fn bytes(&self) -> u32 {
        match self {
            SpirvType::U8 => 1,
            SpirvType::U16 => 2,
            SpirvType::U64 => 8,
            _ => 4,
        }
    }
}

/// A module in the making.
pub(super) struct ModuleParts {
    pub(super) builder: Builder,
    types: BTreeMap<SpirvType, Word>,
    constants: BTreeMap<(SpirvType, u64), Word>,
    /// `GLSL.std.450`, once something of it is used.
    extended: Option<Word>,
}

impl ModuleParts {
    /// A module of version 1.3 without functions, to be linked.
    pub(super) fn library() -> ModuleParts {
        let mut parts = ModuleParts::kernels();
        parts.builder.capability(Capability::Linkage);
        parts
    }

    /// A module of version 1.3 without functions, to be run.
    pub(super) fn kernels() -> ModuleParts {
        let mut builder = Builder::new();
        builder.set_version(1, 3);
        builder.capability(Capability::Shader);
        builder.memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
        ModuleParts { builder, types: BTreeMap::new(), constants: BTreeMap::new(), extended: None }
    }

    /// The finished module.
    pub(super) fn finish(self) -> rspirv::dr::Module {
        self.builder.module()
    }

    /// The id of a type.
    pub(super) fn ty(&mut self, ty: &SpirvType) -> Word {
        if let Some(&id) = self.types.get(ty) {
            return id;
        }
        let id = match ty {
            SpirvType::Void => self.declare(Op::TypeVoid, None, vec![]),
            SpirvType::Bool => self.declare(Op::TypeBool, None, vec![]),
            SpirvType::U8 => {
                self.builder.capability(Capability::StorageBuffer8BitAccess);
                // In SPIR-V itself from version 1.5 on.
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
                self.structure("product", [(half, "low"), (half, "high")])
            }
            SpirvType::Located(offset) => {
                let (offset, valid) = (self.ty(offset), self.ty(&SpirvType::Bool));
                self.structure("located", [(offset, "offset"), (valid, "valid")])
            }
            SpirvType::Function(inputs, result) => {
                let ids = std::iter::once(&**result).chain(inputs).map(|ty| self.ty(ty));
                let ids = ids.map(Operand::IdRef).collect();
                self.declare(Op::TypeFunction, None, ids)
            }
            SpirvType::Vector3 => {
                let operands =
                    vec![Operand::IdRef(self.ty(&SpirvType::U32)), Operand::LiteralBit32(3)];
                self.declare(Op::TypeVector, None, operands)
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

    /// A block of one array without an end.
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

    /// A variable of the whole module.
    pub(super) fn variable(&mut self, class: StorageClass, of: SpirvType, name: &str) -> Word {
        let ty = self.ty(&SpirvType::Pointer(class, Box::new(of)));
        let id = self.declare(Op::Variable, Some(ty), vec![Operand::StorageClass(class)]);
        self.name(id, name);
        id
    }

    fn structure(&mut self, name: &str, members: [(Word, &str); 2]) -> Word {
        let ids = members.iter().map(|member| Operand::IdRef(member.0)).collect();
        let id = self.declare(Op::TypeStruct, None, ids);
        self.builder.name(id, name);
        for (place, member) in (0..).zip(members) {
            self.builder.member_name(id, place, member.1);
        }
        id
    }

    /// The id of a constant: of a truth value, 0 or 1; of a number, what fits its type.
    pub(super) fn constant(&mut self, ty: &SpirvType, value: u64) -> Word {
        if let Some(&id) = self.constants.get(&(ty.clone(), value)) {
            return id;
        }
        let (op, operands) = match (ty, value) {
            (SpirvType::Bool, 0) => (Op::ConstantFalse, vec![]),
            (SpirvType::Bool, _) => (Op::ConstantTrue, vec![]),
            (SpirvType::U64, _) => (Op::Constant, vec![Operand::LiteralBit64(value)]),
            // What is above 32 bits was cut off by the reader of functions.
            _ => (Op::Constant, vec![Operand::LiteralBit32(value as u32)]),
        };
        let result_type = self.ty(ty);
        let id = self.declare(op, Some(result_type), operands);
        self.constants.insert((ty.clone(), value), id);
        id
    }

    fn declare(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.builder.id();
        let instruction = Instruction::new(op, ty, Some(id), operands);
        self.builder.insert_types_global_values(InsertPoint::End, instruction);
        id
    }

    /// Begins a function that other modules find by its name; its parameters' ids.
    pub(super) fn begin(
        &mut self,
        name: &str,
        inputs: &[SpirvType],
        result: &SpirvType,
    ) -> Vec<Word> {
        let ty = self.ty(&SpirvType::Function(inputs.to_vec(), Box::new(result.clone())));
        let result = self.ty(result);
        // It reads no memory and has no effect.
        let control = FunctionControl::CONST;
        let function = self.builder.begin_function(result, None, control, ty);
        let function = function.expect("the function before was ended");
        self.builder.name(function, name);
        let linkage =
            [Operand::LiteralString(name.to_owned()), Operand::LinkageType(LinkageType::Export)];
        self.builder.decorate(function, Decoration::LinkageAttributes, linkage);
        let inputs: Vec<Word> = inputs.iter().map(|input| self.ty(input)).collect();
        let parameter = |&input| self.builder.function_parameter(input);
        let ids: Result<Vec<Word>, _> = inputs.iter().map(parameter).collect();
        self.builder.begin_block(None).expect("the function was begun");
        ids.expect("the function was begun")
    }

    /// Ends the function.
    pub(super) fn end(&mut self, result: Word) {
        self.builder.ret_value(result).expect("a function was begun, and with it a block");
        self.builder.end_function().expect("a function was begun");
    }

    /// Appends an instruction to the function.
    pub(super) fn op(&mut self, op: Op, ty: &SpirvType, operands: &[Word]) -> Word {
        self.append(op, ty, operands.iter().map(|&id| Operand::IdRef(id)).collect())
    }

    /// Appends the reading of a member.
    pub(super) fn member(&mut self, ty: &SpirvType, of: Word, place: u32) -> Word {
        let operands = vec![Operand::IdRef(of), Operand::LiteralBit32(place)];
        self.append(Op::CompositeExtract, ty, operands)
    }

    /// Appends an instruction of `GLSL.std.450`.
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
        let placed = self.builder.insert_into_block(InsertPoint::End, instruction);
        placed.expect("a function was begun, and with it a block");
        id
    }

    /// Names an id for those who read the module.
    pub(super) fn name(&mut self, id: Word, name: &str) {
        self.builder.name(id, name);
    }
}
