//! A SPIR-V module with one graph: a TOSA convolution of `f32` with stride 1 and without padding.
//!
//! SPIRV-Tools of Debian 12 do not know `SPV_ARM_graph`, so the instructions are written here, by the numbers of SPIR-V
//! 1.6 and of the instruction set TOSA.001000.1.

use rspirv::binary::Assemble;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{
    AddressingModel, Capability, Decoration, MAGIC_NUMBER, MemoryModel, Op, StorageClass,
    Tosa0010001Op, Word,
};

/// The id of the graph constant with the weights, which the attribute of the module states.
const WEIGHTS: u32 = 7;

/// The id of the graph constant with the bias: the least free one.
const BIAS: u32 = 0;

/// The bindings of input and result.
const BINDINGS: [u32; 2] = [0, 4];

/// The accumulator type FP32 of TOSA.
const FP32: u32 = 3;

/// Returns the words of the module. The shapes are those of input, weights and result, in the order of their memory.
pub(super) fn convolution(input: [u32; 4], weights: [u32; 4], result: [u32; 4]) -> Vec<u32> {
    let mut graph = GraphWriter { words: Vec::new(), next: 1 };
    for capability in [
        Capability::VulkanMemoryModel,
        Capability::Shader,
        Capability::GraphARM,
        Capability::TensorsARM,
    ] {
        graph.op(Op::Capability, vec![Operand::Capability(capability)]);
    }
    for name in ["SPV_ARM_graph", "SPV_ARM_tensors"] {
        graph.op(Op::Extension, vec![Operand::LiteralString(name.to_owned())]);
    }
    let tosa = graph.result(
        Op::ExtInstImport,
        None,
        vec![Operand::LiteralString("TOSA.001000.1".to_owned())],
    );
    let model = [
        Operand::AddressingModel(AddressingModel::Logical),
        Operand::MemoryModel(MemoryModel::Vulkan),
    ];
    graph.op(Op::MemoryModel, model.to_vec());
    // Variables are decorated before they are defined.
    let variables = [graph.id(), graph.id()];
    for (variable, binding) in variables.into_iter().zip(BINDINGS) {
        graph.decorate(variable, Decoration::DescriptorSet, 0);
        graph.decorate(variable, Decoration::Binding, binding);
    }
    let types = Types::declare(&mut graph);
    let [input, weights, result] =
        [input, weights, result].map(|shape| types.tensor(&mut graph, types.f32, &shape));
    for (variable, ty) in variables.into_iter().zip([input, result]) {
        let class = Operand::StorageClass(StorageClass::UniformConstant);
        let pointer = graph.result(Op::TypePointer, None, vec![class.clone(), Operand::IdRef(ty)]);
        graph.define(Op::Variable, Some(pointer), variable, vec![class]);
    }
    let bias_type = types.tensor(&mut graph, types.f32, &[2]);
    let constant = |graph: &mut GraphWriter, ty, id| {
        graph.result(Op::GraphConstantARM, Some(ty), vec![Operand::LiteralBit32(id)])
    };
    let (bias, kernel) =
        (constant(&mut graph, bias_type, BIAS), constant(&mut graph, weights, WEIGHTS));
    let attributes = types.attributes(&mut graph);
    let zero = types.uint(&mut graph, 0);
    let signature = vec![Operand::LiteralBit32(1), Operand::IdRef(input), Operand::IdRef(result)];
    let signature = graph.result(Op::TypeGraphARM, None, signature);
    let entry = graph.id();
    let [source, target] = variables.map(Operand::IdRef);
    let name = Operand::LiteralString("convolve".to_owned());
    graph.op(Op::GraphEntryPointARM, vec![Operand::IdRef(entry), name, source, target]);
    graph.define(Op::GraphARM, Some(signature), entry, Vec::new());
    let x = graph.result(Op::GraphInputARM, Some(input), vec![Operand::IdRef(zero)]);
    let zero_point = attributes.zero_point;
    let operands = [
        attributes.pad,
        attributes.ones,
        attributes.ones,
        attributes.accumulator,
        attributes.no,
        x,
        kernel,
        bias,
        zero_point,
        zero_point,
    ];
    let mut convolution =
        vec![Operand::IdRef(tosa), Operand::LiteralExtInstInteger(Tosa0010001Op::CONV2D as u32)];
    convolution.extend(operands.map(Operand::IdRef));
    let y = graph.result(Op::ExtInst, Some(result), convolution);
    graph.op(Op::GraphSetOutputARM, vec![Operand::IdRef(y), Operand::IdRef(zero)]);
    graph.op(Op::GraphEndARM, Vec::new());
    let header = [MAGIC_NUMBER, 0x0001_0600, 0, graph.next, 0];
    header.into_iter().chain(graph.words).collect()
}

/// The words of the instructions, and the next free id.
struct GraphWriter {
    words: Vec<u32>,
    next: Word,
}

impl GraphWriter {
    fn id(&mut self) -> Word {
        self.next += 1;
        self.next - 1
    }

    fn write(&mut self, instruction: Instruction) {
        instruction.assemble_into(&mut self.words);
    }

    /// Writes an instruction without a result.
    fn op(&mut self, op: Op, operands: Vec<Operand>) {
        self.write(Instruction::new(op, None, None, operands));
    }

    /// Writes an instruction with a known result.
    fn define(&mut self, op: Op, ty: Option<Word>, id: Word, operands: Vec<Operand>) {
        self.write(Instruction::new(op, ty, Some(id), operands));
    }

    /// Writes an instruction, and returns its result.
    fn result(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.id();
        self.define(op, ty, id, operands);
        id
    }

    fn decorate(&mut self, id: Word, decoration: Decoration, value: u32) {
        let operands =
            [Operand::IdRef(id), Operand::Decoration(decoration), Operand::LiteralBit32(value)];
        self.op(Op::Decorate, operands.to_vec());
    }
}

/// The scalar types.
struct Types {
    uint: Word,
    f32: Word,
    boolean: Word,
}

/// The operands of a convolution that are constants of the module.
struct Attributes {
    pad: Word,
    ones: Word,
    accumulator: Word,
    no: Word,
    zero_point: Word,
}

impl Types {
    fn declare(graph: &mut GraphWriter) -> Types {
        let bits = |count| Operand::LiteralBit32(count);
        Types {
            uint: graph.result(Op::TypeInt, None, vec![bits(32), bits(0)]),
            f32: graph.result(Op::TypeFloat, None, vec![bits(32)]),
            boolean: graph.result(Op::TypeBool, None, Vec::new()),
        }
    }

    fn uint(&self, graph: &mut GraphWriter, value: u32) -> Word {
        graph.result(Op::Constant, Some(self.uint), vec![Operand::LiteralBit32(value)])
    }

    /// Returns a tensor type with a shape.
    fn tensor(&self, graph: &mut GraphWriter, elem: Word, shape: &[u32]) -> Word {
        let rank = self.uint(graph, shape.len() as u32);
        let array = graph.result(
            Op::TypeArray,
            None,
            vec![Operand::IdRef(self.uint), Operand::IdRef(rank)],
        );
        let lengths: Vec<Operand> =
            shape.iter().map(|&length| Operand::IdRef(self.uint(graph, length))).collect();
        let shape = graph.result(Op::ConstantComposite, Some(array), lengths);
        graph.result(Op::TypeTensorARM, None, [elem, rank, shape].map(Operand::IdRef).to_vec())
    }

    fn attributes(&self, graph: &mut GraphWriter) -> Attributes {
        let of_four = self.tensor(graph, self.uint, &[4]);
        let of_two = self.tensor(graph, self.uint, &[2]);
        let of_one = self.tensor(graph, self.f32, &[1]);
        let one = self.uint(graph, 1);
        Attributes {
            pad: graph.result(Op::ConstantNull, Some(of_four), Vec::new()),
            ones: graph.result(
                Op::ConstantComposite,
                Some(of_two),
                [one, one].map(Operand::IdRef).to_vec(),
            ),
            accumulator: self.uint(graph, FP32),
            no: graph.result(Op::ConstantFalse, Some(self.boolean), Vec::new()),
            zero_point: graph.result(Op::ConstantNull, Some(of_one), Vec::new()),
        }
    }
}
