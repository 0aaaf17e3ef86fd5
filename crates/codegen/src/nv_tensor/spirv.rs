//! A SPIR-V module with the tensor layout and the tensor view of each layout, and an entry point that loads a matrix with
//! them.
//!
//! ```text
//!        %x_layout = OpFunction %19 None %20
//!             %23 = OpCreateTensorLayoutNV %19
//!             %24 = OpTensorLayoutSetDimensionNV %19 %23 %uint_56 %uint_56 %uint_64
//! ```
//!
//! The functions `x_layout` and `x_view` return the objects; a layout without a view has only the first. The entry point
//! `x` loads all elements of the buffer at binding 0 as one matrix, in the row-major order of the logical index, and
//! stores the matrix without gaps at binding 1. A clip region excludes the rows and columns that round the matrix up.

use super::state::{NvUpdate, clip_update, layout_updates, unchanged_view, view_updates};
use super::tensor::{Component, ElementMatrix, ExpressibleTensor};
use ir::layout::{
    NvClampMode, NvClip, NvTensorAddressing, NvTensorDim, NvTensorLayout, NvTensorView,
};
use rspirv::dr::{Block, Builder, Function, Instruction, Module, Operand};
use rspirv::spirv::{
    AddressingModel, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl,
    MemoryAccess, MemoryModel, Op, StorageClass, TensorAddressingOperands, Word,
};
use std::collections::BTreeMap;

/// The number of invocations of a workgroup. All of them hold the matrix.
const LOCAL_SIZE: u32 = 128;
/// The scope `Workgroup`.
const WORKGROUP: u32 = 2;
/// The use `MatrixAccumulatorKHR`.
const ACCUMULATOR: u32 = 2;

/// Returns the module of these layouts, each with its symbol.
pub(crate) fn module(tensors: &[(&str, ExpressibleTensor)]) -> Module {
    let mut parts = TensorModule::new();
    for (name, tensor) in tensors {
        parts.tensor(name, tensor);
    }
    let mut module = parts.builder.module();
    module.functions = parts.functions;
    module
}

/// A module under construction.
struct TensorModule {
    builder: Builder,
    functions: Vec<Function>,
    /// The instructions of the current function.
    body: Vec<Instruction>,
    words: BTreeMap<u32, Word>,
    booleans: BTreeMap<bool, Word>,
    /// The buffers of each type of element: that of the source and that of the target.
    buffers: BTreeMap<Word, [Word; 2]>,
}

impl TensorModule {
    fn new() -> TensorModule {
        let mut builder = Builder::new();
        builder.set_version(1, 6);
        for capability in [
            Capability::Shader,
            Capability::VulkanMemoryModel,
            Capability::CooperativeMatrixKHR,
            Capability::TensorAddressingNV,
            Capability::CooperativeMatrixTensorAddressingNV,
        ] {
            builder.capability(capability);
        }
        for extension in
            ["SPV_KHR_cooperative_matrix", "SPV_NV_tensor_addressing", "SPV_NV_cooperative_matrix2"]
        {
            builder.extension(extension);
        }
        builder.memory_model(AddressingModel::Logical, MemoryModel::Vulkan);
        TensorModule {
            builder,
            functions: Vec::new(),
            body: Vec::new(),
            words: BTreeMap::new(),
            booleans: BTreeMap::new(),
            buffers: BTreeMap::new(),
        }
    }

    /// Writes the functions and the entry point of a layout.
    fn tensor(&mut self, name: &str, tensor: &ExpressibleTensor) {
        let ExpressibleTensor { state, matrix, component } = tensor;
        let layout_type = self.layout_type(&state.layout);
        let layout = self.function(&format!("{name}_layout"), layout_type, |parts| {
            parts.object(Op::CreateTensorLayoutNV, layout_type, layout_updates(&state.layout))
        });
        let view = state.view.as_ref().map(|view| {
            let ty = self.view_type(view, state.layout.dims.len());
            let function = self.function(&format!("{name}_view"), ty, |parts| {
                parts.object(Op::CreateTensorViewNV, ty, view_updates(view))
            });
            (function, ty)
        });
        let [rows, columns] = matrix.size().map(|length| self.word(length));
        let element = self.element(*component);
        let [scope, usage] = [WORKGROUP, ACCUMULATOR].map(|number| self.word(number));
        let ty = self.builder.type_cooperative_matrix_khr(element, scope, rows, columns, usage);
        let [source, target] = self.buffers(element, component.bits());
        let zero = self.builder.constant_null(element);
        let empty = self.builder.constant_composite(ty, [zero]);

        let called = self.emit(Op::FunctionCall, Some(layout_type), [Operand::IdRef(layout)]);
        let called_view = view
            .map(|(view, ty)| (self.emit(Op::FunctionCall, Some(ty), [Operand::IdRef(view)]), ty));
        let clipped = self.clipped(called_view, state, matrix.clip());
        let pointer = self.element_pointer(source, element, state.element_offset);
        let mut operands = vec![pointer, empty, called].into_iter().map(Operand::IdRef).collect();
        add_addressing(&mut operands, clipped);
        let loaded = self.emit(Op::CooperativeMatrixLoadTensorNV, Some(ty), operands);
        self.store(*matrix, loaded, target, element);
        self.entry_point(name, [source, target]);
    }

    /// Stores a matrix without gaps, in row-major order.
    fn store(&mut self, matrix: ElementMatrix, loaded: Word, target: Word, element: Word) {
        let dense = dense(matrix);
        let ty = self.layout_type(&dense.layout);
        let layout = self.object(Op::CreateTensorLayoutNV, ty, layout_updates(&dense.layout));
        let clipped = self.clipped(None, &dense, matrix.clip());
        let pointer = self.element_pointer(target, element, 0);
        let mut operands = vec![pointer, loaded, layout].into_iter().map(Operand::IdRef).collect();
        add_addressing(&mut operands, clipped);
        self.body.push(Instruction::new(Op::CooperativeMatrixStoreTensorNV, None, None, operands));
    }

    /// Returns a view with a clip region. Without a view and a region there is none.
    fn clipped(
        &mut self,
        view: Option<(Word, Word)>,
        state: &NvTensorAddressing,
        clip: Option<NvClip>,
    ) -> Option<Word> {
        let Some(clip) = clip else { return view.map(|(view, _)| view) };
        let (view, ty) = view.unwrap_or_else(|| {
            let same = unchanged_view(state.layout.dims.len());
            let ty = self.view_type(&same, state.layout.dims.len());
            (self.object(Op::CreateTensorViewNV, ty, view_updates(&same)), ty)
        });
        Some(self.update(ty, view, clip_update(clip)))
    }

    fn layout_type(&mut self, layout: &NvTensorLayout) -> Word {
        let rank = self.rank(layout.dims.len());
        let clamp = self.word(layout.clamp.number());
        self.builder.type_tensor_layout_nv(rank, clamp)
    }

    fn view_type(&mut self, view: &NvTensorView, rank: usize) -> Word {
        let rank = self.rank(view.dims.as_ref().map_or(rank, Vec::len));
        let has_dims = self.boolean(view.dims.is_some());
        let permutation: Vec<Word> = view.permutation.iter().map(|&dim| self.word(dim)).collect();
        self.builder.type_tensor_view_nv(rank, has_dims, permutation)
    }

    fn rank(&mut self, rank: usize) -> Word {
        self.word(u32::try_from(rank).unwrap_or(u32::MAX))
    }

    /// Writes the instructions of a tensor layout or view.
    fn object(&mut self, create: Op, ty: Word, updates: Vec<NvUpdate>) -> Word {
        let created = self.emit(create, Some(ty), []);
        updates.into_iter().fold(created, |object, update| self.update(ty, object, update))
    }

    /// Writes an instruction that copies an object with new values.
    fn update(&mut self, ty: Word, object: Word, (op, values): NvUpdate) -> Word {
        let mut operands = vec![Operand::IdRef(object)];
        operands.extend(values.into_iter().map(|value| Operand::IdRef(self.word(value))));
        self.emit(op, Some(ty), operands)
    }

    fn emit(&mut self, op: Op, ty: Option<Word>, operands: impl Into<Vec<Operand>>) -> Word {
        let id = self.builder.id();
        self.body.push(Instruction::new(op, ty, Some(id), operands.into()));
        id
    }

    /// Writes a function without parameters that returns an object.
    fn function(
        &mut self,
        name: &str,
        ty: Word,
        body: impl FnOnce(&mut TensorModule) -> Word,
    ) -> Word {
        let returned = body(self);
        let operands = vec![Operand::IdRef(returned)];
        self.body.push(Instruction::new(Op::ReturnValue, None, None, operands));
        self.close_function(name, ty)
    }

    /// Makes the current instructions a function.
    fn close_function(&mut self, name: &str, ty: Word) -> Word {
        let function_type = self.builder.type_function(ty, []);
        let id = self.builder.id();
        let label = self.builder.id();
        self.builder.name(id, name);
        let operands =
            vec![Operand::FunctionControl(FunctionControl::NONE), Operand::IdRef(function_type)];
        let block = Block {
            label: Some(Instruction::new(Op::Label, None, Some(label), Vec::new())),
            instructions: std::mem::take(&mut self.body),
        };
        self.functions.push(Function {
            def: Some(Instruction::new(Op::Function, Some(ty), Some(id), operands)),
            end: Some(Instruction::new(Op::FunctionEnd, None, None, Vec::new())),
            parameters: Vec::new(),
            blocks: vec![block],
        });
        id
    }

    fn entry_point(&mut self, name: &str, buffers: [Word; 2]) {
        self.body.push(Instruction::new(Op::Return, None, None, Vec::new()));
        let void = self.builder.type_void();
        let main = self.close_function(name, void);
        self.builder.entry_point(ExecutionModel::GLCompute, main, name, buffers);
        self.builder.execution_mode(main, ExecutionMode::LocalSize, [LOCAL_SIZE, 1, 1]);
    }

    fn word(&mut self, value: u32) -> Word {
        if let Some(&id) = self.words.get(&value) {
            return id;
        }
        let ty = self.builder.type_int(32, 0);
        let id = self.builder.constant_bit32(ty, value);
        self.words.insert(value, id);
        id
    }

    fn boolean(&mut self, value: bool) -> Word {
        if let Some(&id) = self.booleans.get(&value) {
            return id;
        }
        let ty = self.builder.type_bool();
        let id = match value {
            true => self.builder.constant_true(ty),
            false => self.builder.constant_false(ty),
        };
        self.booleans.insert(value, id);
        id
    }

    /// Returns the type of the elements of a matrix, and declares what it needs.
    fn element(&mut self, component: Component) -> Word {
        let (of_type, of_storage) = match component {
            Component::Float(16) => {
                (Some(Capability::Float16), Some(Capability::StorageBuffer16BitAccess))
            }
            Component::Float(64) => (Some(Capability::Float64), None),
            Component::Bits(8) => {
                (Some(Capability::Int8), Some(Capability::StorageBuffer8BitAccess))
            }
            Component::Bits(16) => {
                (Some(Capability::Int16), Some(Capability::StorageBuffer16BitAccess))
            }
            Component::Bits(64) => (Some(Capability::Int64), None),
            _ => (None, None),
        };
        for capability in of_type.into_iter().chain(of_storage) {
            let declared = Operand::Capability(capability);
            let mut known = self.builder.module_ref().capabilities.iter();
            if !known.any(|it| it.operands.first() == Some(&declared)) {
                self.builder.capability(capability);
            }
        }
        match component {
            Component::Float(bits) => self.builder.type_float(bits, None),
            Component::Bits(bits) => self.builder.type_int(bits, 0),
        }
    }

    /// Returns the buffers of elements of a type. Their first members are arrays.
    fn buffers(&mut self, element: Word, bits: u32) -> [Word; 2] {
        if let Some(&known) = self.buffers.get(&element) {
            return known;
        }
        let found = [0, 1].map(|binding| {
            let array = self.builder.type_runtime_array(element);
            let block = self.builder.type_struct([array]);
            if binding == 0 {
                let stride = [Operand::LiteralBit32(bits / 8)];
                self.builder.decorate(array, Decoration::ArrayStride, stride);
                self.builder.decorate(block, Decoration::Block, []);
                let first = [Operand::LiteralBit32(0)];
                self.builder.member_decorate(block, 0, Decoration::Offset, first);
            }
            let pointer = self.builder.type_pointer(None, StorageClass::StorageBuffer, block);
            let buffer = self.builder.variable(pointer, None, StorageClass::StorageBuffer, None);
            for (decoration, number) in
                [(Decoration::DescriptorSet, 0), (Decoration::Binding, binding)]
            {
                self.builder.decorate(buffer, decoration, [Operand::LiteralBit32(number)]);
            }
            buffer
        });
        self.buffers.insert(element, found);
        found
    }

    /// Returns a pointer to an element of the array of a buffer.
    fn element_pointer(&mut self, buffer: Word, element: Word, number: u32) -> Word {
        let ty = self.builder.type_pointer(None, StorageClass::StorageBuffer, element);
        let path = [buffer, self.word(0), self.word(number)];
        self.emit(Op::AccessChain, Some(ty), path.map(Operand::IdRef))
    }
}

/// Adds the memory operands and the view of a load or store.
fn add_addressing(operands: &mut Vec<Operand>, view: Option<Word>) {
    operands.push(Operand::MemoryAccess(MemoryAccess::NONE));
    let mask = match view {
        Some(_) => TensorAddressingOperands::TENSOR_VIEW,
        None => TensorAddressingOperands::NONE,
    };
    operands.push(Operand::TensorAddressingOperands(mask));
    operands.extend(view.map(Operand::IdRef));
}

/// Returns the layout of the elements of a matrix without gaps.
fn dense(matrix: ElementMatrix) -> NvTensorAddressing {
    let ElementMatrix { rows, columns } = matrix;
    let dims = [(rows, columns), (columns, 1)].map(|(dimension, stride)| NvTensorDim {
        block_size: 1,
        dimension,
        stride,
        offset: 0,
        span: dimension,
    });
    let layout =
        NvTensorLayout { dims: dims.to_vec(), clamp: NvClampMode::Undefined, clamp_value: 0 };
    NvTensorAddressing { element_offset: 0, layout, view: None }
}
