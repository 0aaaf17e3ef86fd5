//! A compute shader that calls one addressing function, as a program would link it.
//!
//! Invocation g computes the index at position start + step x g in row-major order. It stores the offset that the
//! function returns for this index, as 64 bits. If the function reports the index as invalid, the invocation stores all
//! ones. For an inverse it stores the row-major position of the index in the slot at position start + step x g. A
//! function of a step receives the offset of the index from the input buffer.

use ir::layout::Range;
use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Function, Module, Operand, load_bytes};
use rspirv::spirv::{
    BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl, LinkageType,
    Op, StorageClass, Word,
};
use std::collections::BTreeSet;

/// The number of invocations of a group.
pub(crate) const GROUP: u32 = 64;

/// The position of the first offset in the input buffer, after start and step.
pub(crate) const OFFSETS_START: u32 = 2;

/// A shader that calls one function.
pub(crate) struct ShaderKernel {
    /// The module, whose entry point is `main`.
    pub(crate) words: Vec<u32>,
    /// The number of bits of the offset.
    pub(crate) bits: u32,
}

/// The parameters and results of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallShape {
    /// The values of each parameter that the shader computes from a position.
    pub(crate) ranges: Vec<Range>,
    /// The lengths of the dims whose index an inverse returns; empty for other functions.
    pub(crate) outputs: Vec<i64>,
    /// `true` if the last parameter is the offset of the index. The shader reads it from the input buffer.
    pub(crate) takes_offset: bool,
}

impl CallShape {
    /// Returns the number of parameters.
    pub(crate) fn params(&self) -> usize {
        self.ranges.len() + usize::from(self.takes_offset)
    }

    /// Returns the number of values of each range.
    pub(crate) fn lengths(&self) -> Vec<u64> {
        self.ranges.iter().map(|range| range.high.abs_diff(range.low) + 1).collect()
    }

    /// Returns the factor of each result in the stored number: its row-major weight.
    pub(crate) fn weights(&self) -> Vec<u64> {
        let mut weight = 1;
        let mut weights: Vec<u64> = self
            .outputs
            .iter()
            .rev()
            .map(|length| {
                let own = weight;
                weight *= length.unsigned_abs();
                own
            })
            .collect();
        weights.reverse();
        if weights.is_empty() { vec![1] } else { weights }
    }
}

/// Returns the shader of an exported function of this shape.
///
/// # Errors
/// The bytes are not a module, or the module exports no function of this name with this number of parameters and an
/// offset as result.
pub(crate) fn kernel(
    library: &[u8],
    name: &str,
    shape: &CallShape,
) -> Result<ShaderKernel, String> {
    let module = load_bytes(library).map_err(|error| error.to_string())?;
    let function = exported(&module, name).ok_or_else(|| format!("`{name}` is not exported"))?;
    calling(module, function, name, shape)
}

/// Returns the shader of a function of a library, which has this shape. `name` is that of the function in messages.
///
/// # Errors
/// The function does not have this number of parameters and an offset as result.
pub(crate) fn calling(
    module: Module,
    function: Word,
    name: &str,
    shape: &CallShape,
) -> Result<ShaderKernel, String> {
    let signature =
        signature(&module, function).ok_or_else(|| format!("`{name}` returns no offset"))?;
    if signature.inputs.len() != shape.params() {
        return Err(format!("`{name}` has {} parameters", signature.inputs.len()));
    }
    let bits = signature.bits;
    Ok(ShaderKernel { words: wrap(module, function, &signature, shape)?, bits })
}

/// Returns the function that is exported under a name.
pub(crate) fn exported(module: &Module, name: &str) -> Option<Word> {
    module.annotations.iter().find_map(|it| match it.operands.as_slice() {
        [
            Operand::IdRef(id),
            Operand::Decoration(Decoration::LinkageAttributes),
            Operand::LiteralString(found),
            Operand::LinkageType(LinkageType::Export),
        ] if found == name => Some(*id),
        _ => None,
    })
}

/// The parameters and the result of a function.
pub(crate) struct FunctionSignature {
    /// The type of each parameter.
    pub(crate) inputs: Vec<Word>,
    /// The type of the result.
    pub(crate) result: Word,
    /// The type of the offset, which is the result or its first member.
    pub(crate) offset: Word,
    /// The types of the offset, or of the components of an index.
    pub(crate) words: Vec<Word>,
    /// The number of bits of the offset.
    pub(crate) bits: u32,
    /// `true` if the result has a last member that is true for valid indices.
    pub(crate) has_predicate: bool,
}

/// Returns the signature of a function with integer parameters and an offset as result; `None` for other functions.
pub(crate) fn signature(module: &Module, function: Word) -> Option<FunctionSignature> {
    let found = module.functions.iter().find(|it| it.def_id() == Some(function))?;
    let inputs = found.parameters.iter().map(|it| it.result_type).collect::<Option<_>>()?;
    let result = found.def.as_ref()?.result_type?;
    let (words, has_predicate) = match declared(module, result)? {
        (Op::TypeStruct, [words @ .., Operand::IdRef(_)]) => (words.to_vec(), true),
        _ => (vec![Operand::IdRef(result)], false),
    };
    let words = words.iter().map(Operand::id_ref_any).collect::<Option<Vec<Word>>>()?;
    let &offset = words.first()?;
    match declared(module, offset)? {
        (Op::TypeInt, [Operand::LiteralBit32(bits), _]) => {
            Some(FunctionSignature { inputs, result, offset, words, bits: *bits, has_predicate })
        }
        _ => None,
    }
}

fn declared(module: &Module, id: Word) -> Option<(Op, &[Operand])> {
    let found = module.types_global_values.iter().find(|it| it.result_id == Some(id))?;
    Some((found.class.opcode, &found.operands))
}

/// Returns a builder with only one function of a library and its callees, so that an entry point can call it, or with
/// no function.
pub(crate) fn alone(mut module: Module, function: Option<Word>) -> Builder {
    let linkage = Operand::Capability(Capability::Linkage);
    module.capabilities.retain(|it| it.operands.first() != Some(&linkage));
    module.annotations.clear();
    module.debug_names.clear();
    let kept = function.map(|function| with_callees(&module, function)).unwrap_or_default();
    module.functions.retain(|it| it.def_id().is_some_and(|id| kept.contains(&id)));
    Builder::new_from_module(module)
}

/// Returns a function and the functions that it calls, directly or indirectly.
fn with_callees(module: &Module, function: Word) -> BTreeSet<Word> {
    let (mut found, mut pending) = (BTreeSet::new(), vec![function]);
    while let Some(id) = pending.pop() {
        if found.insert(id) {
            let functions = module.functions.iter().filter(|it| it.def_id() == Some(id));
            let calls = functions.flat_map(Function::all_inst_iter);
            let calls = calls.filter(|it| it.class.opcode == Op::FunctionCall);
            pending.extend(calls.filter_map(|it| it.operands.first()?.id_ref_any()));
        }
    }
    found
}

/// Removes the other functions of a library, and adds an entry point that calls the remaining one.
fn wrap(
    module: Module,
    function: Word,
    signature: &FunctionSignature,
    shape: &CallShape,
) -> Result<Vec<u32>, String> {
    let mut b = alone(module, Some(function));
    b.capability(Capability::Int64);
    let build = Build::declare(&mut b);
    build.entry(&mut b, function, signature, shape).map_err(|error| error.to_string())?;
    Ok(b.module().assemble())
}

/// The types, constants and variables of the entry point.
struct Build {
    void: Word,
    boolean: Word,
    uint: Word,
    ulong: Word,
    uint_in: Word,
    ulong_in: Word,
    zero: Word,
    place: Word,
    output: Word,
    input: Word,
}

impl Build {
    fn declare(b: &mut Builder) -> Build {
        let (void, boolean, uint) = (b.type_void(), b.type_bool(), b.type_int(32, 0));
        let (ulong, zero) = (b.type_int(64, 0), b.constant_bit32(uint, 0));
        let [output, input] = [0, 1].map(|binding| buffer(b, ulong, 8, binding));
        let three = b.type_vector(uint, 3);
        let three_in = b.type_pointer(None, StorageClass::Input, three);
        let place = b.variable(three_in, None, StorageClass::Input, None);
        let built_in = [Operand::BuiltIn(BuiltIn::GlobalInvocationId)];
        b.decorate(place, Decoration::BuiltIn, built_in);
        let uint_in = b.type_pointer(None, StorageClass::Input, uint);
        let ulong_in = b.type_pointer(None, StorageClass::StorageBuffer, ulong);
        Build { void, boolean, uint, ulong, uint_in, ulong_in, zero, place, output, input }
    }

    fn entry(
        &self,
        b: &mut Builder,
        function: Word,
        signature: &FunctionSignature,
        shape: &CallShape,
    ) -> Result<(), rspirv::dr::Error> {
        let ty = b.type_function(self.void, []);
        let main = b.begin_function(self.void, None, FunctionControl::NONE, ty)?;
        b.begin_block(None)?;
        let pointer = b.access_chain(self.uint_in, None, self.place, [self.zero])?;
        let place = b.load(self.uint, None, pointer, None, [])?;
        let arguments = self.index(b, place, signature, shape)?;
        let result = b.function_call(signature.result, None, function, arguments)?;
        let stored = self.number(b, result, signature, &shape.weights())?;
        let pointer = b.access_chain(self.ulong_in, None, self.output, [self.zero, place])?;
        b.store(pointer, stored, None, [])?;
        b.ret()?;
        b.end_function()?;
        b.entry_point(ExecutionModel::GLCompute, main, "main", [self.place]);
        b.execution_mode(main, ExecutionMode::LocalSize, [GROUP, 1, 1]);
        Ok(())
    }

    /// Computes the index of an invocation. After the last index, the first one follows.
    fn index(
        &self,
        b: &mut Builder,
        place: Word,
        signature: &FunctionSignature,
        shape: &CallShape,
    ) -> Result<Vec<Word>, rspirv::dr::Error> {
        let [zero, one] = [0, 1].map(|at| b.constant_bit32(self.uint, at));
        let [start, step] = [self.given(b, zero)?, self.given(b, one)?];
        let wide = b.u_convert(self.ulong, None, place)?;
        let way = b.i_mul(self.ulong, None, wide, step)?;
        let mut rest = b.i_add(self.ulong, None, start, way)?;
        let mut arguments = Vec::new();
        for ((range, length), &ty) in
            shape.ranges.iter().zip(shape.lengths()).zip(&signature.inputs).rev()
        {
            let length = b.constant_bit64(self.ulong, length);
            let digit = b.u_mod(self.ulong, None, rest, length)?;
            rest = b.u_div(self.ulong, None, rest, length)?;
            let first = b.constant_bit64(self.ulong, range.low.cast_unsigned());
            let digit = b.i_add(self.ulong, None, digit, first)?;
            arguments.push(self.converted(b, digit, ty)?);
        }
        arguments.reverse();
        if let (true, Some(&ty)) = (shape.takes_offset, signature.inputs.last()) {
            let start = b.constant_bit32(self.uint, OFFSETS_START);
            let at = b.i_add(self.uint, None, place, start)?;
            let offset = self.given(b, at)?;
            arguments.push(self.converted(b, offset, ty)?);
        }
        Ok(arguments)
    }

    /// Converts a number of 64 bits to an integer type.
    fn converted(&self, b: &mut Builder, wide: Word, ty: Word) -> Result<Word, rspirv::dr::Error> {
        if ty == self.ulong { Ok(wide) } else { b.u_convert(ty, None, wide) }
    }

    /// Loads a number of the input buffer.
    fn given(&self, b: &mut Builder, at: Word) -> Result<Word, rspirv::dr::Error> {
        let pointer = b.access_chain(self.ulong_in, None, self.input, [self.zero, at])?;
        b.load(self.ulong, None, pointer, None, [])
    }

    /// Computes the stored value of a result.
    fn number(
        &self,
        b: &mut Builder,
        result: Word,
        signature: &FunctionSignature,
        weights: &[u64],
    ) -> Result<Word, rspirv::dr::Error> {
        let mut wide = b.constant_bit64(self.ulong, 0);
        for (member, (&ty, &weight)) in (0..).zip(signature.words.iter().zip(weights)) {
            let word = match signature.has_predicate {
                true => b.composite_extract(ty, None, result, [member])?,
                false => result,
            };
            let word = if ty == self.ulong { word } else { b.u_convert(self.ulong, None, word)? };
            let weight = b.constant_bit64(self.ulong, weight);
            let part = b.i_mul(self.ulong, None, word, weight)?;
            wide = b.i_add(self.ulong, None, wide, part)?;
        }
        if !signature.has_predicate {
            return Ok(wide);
        }
        let last = u32::try_from(signature.words.len()).unwrap_or(0);
        let valid = b.composite_extract(self.boolean, None, result, [last])?;
        let ones = b.constant_bit64(self.ulong, u64::MAX);
        b.select(self.ulong, None, valid, wide, ones)
    }
}

/// Declares a storage buffer of numbers with `bytes` bytes, at a binding of set 0.
pub(crate) fn buffer(b: &mut Builder, number: Word, bytes: u32, binding: u32) -> Word {
    // Each buffer has types of its own, because decorations apply to types.
    let array = b.id();
    b.type_runtime_array_id(Some(array), number);
    b.decorate(array, Decoration::ArrayStride, [Operand::LiteralBit32(bytes)]);
    let block = b.id();
    b.type_struct_id(Some(block), [array]);
    b.decorate(block, Decoration::Block, []);
    b.member_decorate(block, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
    let pointer = b.type_pointer(None, StorageClass::StorageBuffer, block);
    let variable = b.variable(pointer, None, StorageClass::StorageBuffer, None);
    b.decorate(variable, Decoration::DescriptorSet, [Operand::LiteralBit32(0)]);
    b.decorate(variable, Decoration::Binding, [Operand::LiteralBit32(binding)]);
    variable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts::{ResolvedProgram, layoutc_bytes};
    use std::process::Command;

    const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/functions/written.mlir");

    fn kernels() -> Vec<ShaderKernel> {
        let library = layoutc_bytes(&[PROGRAM, "--passes=", "--emit=spirv"]).unwrap();
        let program = ResolvedProgram::compile(&[PROGRAM, "--passes="]).unwrap();
        let requested = program.with(|finder| finder.addressed()).unwrap();
        requested.iter().map(|it| kernel(&library, &it.name, &it.shape).unwrap()).collect()
    }

    #[test]
    fn shaders_are_valid_for_vulkan() {
        if testkit::lacks_command("spirv-val") {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let kernels = kernels();
        assert_eq!(kernels.len(), 14);
        for kernel in kernels {
            let path = folder.path().join("kernel.spv");
            let bytes: Vec<u8> = kernel.words.iter().flat_map(|word| word.to_le_bytes()).collect();
            std::fs::write(&path, bytes).unwrap();
            let reported = Command::new("spirv-val")
                .args(["--target-env", "vulkan1.1"])
                .arg(&path)
                .output()
                .unwrap();
            assert!(reported.status.success(), "{}", String::from_utf8_lossy(&reported.stderr));
        }
    }

    #[test]
    fn kernel_requires_an_exported_function_of_equal_rank() {
        let library = layoutc_bytes(&[PROGRAM, "--passes=", "--emit=spirv"]).unwrap();
        let range = |&length: &i64| Range { low: 0, high: length - 1 };
        let shape = |lengths: &[i64]| CallShape {
            ranges: lengths.iter().map(range).collect(),
            ..CallShape::default()
        };
        assert_eq!(kernel(&library, "at_big", &shape(&[7, 7])).unwrap().bits, 64);
        assert_eq!(kernel(&library, "at_rows", &shape(&[4, 5])).unwrap().bits, 32);
        assert!(kernel(&library, "rows", &shape(&[4, 5])).is_err());
        assert!(kernel(&library, "at_rows", &shape(&[20])).is_err());
        assert!(kernel(&library[..40], "at_rows", &shape(&[4, 5])).is_err());
    }
}
