//! A compute shader that calls one addressing function, as a program would link it.
//!
//! Invocation g computes the index at position start + step x g in row-major order. It stores the offset that the
//! function returns for this index, as 64 bits. If the function reports the index as invalid, the invocation stores all
//! ones.

use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Module, Operand, load_bytes};
use rspirv::spirv::{
    BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl, LinkageType,
    Op, StorageClass, Word,
};

/// The number of invocations of a group.
pub(crate) const GROUP: u32 = 64;

/// A shader that calls one function.
pub(crate) struct ShaderKernel {
    /// The module, whose entry point is `main`.
    pub(crate) words: Vec<u32>,
    /// The number of bits of the offset.
    pub(crate) bits: u32,
}

/// Returns the shader of an exported function, whose dims have these lengths.
///
/// # Errors
/// The bytes are not a module, or the module exports no function of this name with this number of parameters and an
/// offset as result.
pub(crate) fn kernel(library: &[u8], name: &str, lengths: &[i64]) -> Result<ShaderKernel, String> {
    let module = load_bytes(library).map_err(|error| error.to_string())?;
    let function = exported(&module, name).ok_or_else(|| format!("`{name}` is not exported"))?;
    let signature =
        signature(&module, function).ok_or_else(|| format!("`{name}` returns no offset"))?;
    if signature.inputs.len() != lengths.len() {
        return Err(format!("`{name}` has {} parameters", signature.inputs.len()));
    }
    let bits = signature.bits;
    Ok(ShaderKernel { words: wrap(module, function, &signature, lengths)?, bits })
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
    /// The number of bits of the offset.
    pub(crate) bits: u32,
    /// `true` if the result has a second member that is true for valid indices.
    pub(crate) has_predicate: bool,
}

/// Returns the signature of a function with integer parameters and an offset as result; `None` for other functions.
pub(crate) fn signature(module: &Module, function: Word) -> Option<FunctionSignature> {
    let found = module.functions.iter().find(|it| it.def_id() == Some(function))?;
    let inputs = found.parameters.iter().map(|it| it.result_type).collect::<Option<_>>()?;
    let result = found.def.as_ref()?.result_type?;
    let (offset, has_predicate) = match declared(module, result)? {
        (Op::TypeStruct, [Operand::IdRef(offset), Operand::IdRef(_)]) => (*offset, true),
        _ => (result, false),
    };
    match declared(module, offset)? {
        (Op::TypeInt, [Operand::LiteralBit32(bits), _]) => {
            Some(FunctionSignature { inputs, result, offset, bits: *bits, has_predicate })
        }
        _ => None,
    }
}

fn declared(module: &Module, id: Word) -> Option<(Op, &[Operand])> {
    let found = module.types_global_values.iter().find(|it| it.result_id == Some(id))?;
    Some((found.class.opcode, &found.operands))
}

/// Returns a builder with only one function of a library, so that an entry point can call it, or with none.
pub(crate) fn alone(mut module: Module, function: Option<Word>) -> Builder {
    let linkage = Operand::Capability(Capability::Linkage);
    module.capabilities.retain(|it| it.operands.first() != Some(&linkage));
    module.annotations.clear();
    module.debug_names.clear();
    module.functions.retain(|it| function.is_some() && it.def_id() == function);
    Builder::new_from_module(module)
}

/// Removes the other functions of a library, and adds an entry point that calls the remaining one.
fn wrap(
    module: Module,
    function: Word,
    signature: &FunctionSignature,
    lengths: &[i64],
) -> Result<Vec<u32>, String> {
    let mut b = alone(module, Some(function));
    b.capability(Capability::Int64);
    let build = Build::declare(&mut b);
    build.entry(&mut b, function, signature, lengths).map_err(|error| error.to_string())?;
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
        lengths: &[i64],
    ) -> Result<(), rspirv::dr::Error> {
        let ty = b.type_function(self.void, []);
        let main = b.begin_function(self.void, None, FunctionControl::NONE, ty)?;
        b.begin_block(None)?;
        let pointer = b.access_chain(self.uint_in, None, self.place, [self.zero])?;
        let place = b.load(self.uint, None, pointer, None, [])?;
        let arguments = self.index(b, place, signature, lengths)?;
        let result = b.function_call(signature.result, None, function, arguments)?;
        let stored = self.number(b, result, signature)?;
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
        lengths: &[i64],
    ) -> Result<Vec<Word>, rspirv::dr::Error> {
        let [start, step] = [self.given(b, 0)?, self.given(b, 1)?];
        let place = b.u_convert(self.ulong, None, place)?;
        let way = b.i_mul(self.ulong, None, place, step)?;
        let mut rest = b.i_add(self.ulong, None, start, way)?;
        let mut arguments = Vec::new();
        for (&length, &ty) in lengths.iter().zip(&signature.inputs).rev() {
            let length = b.constant_bit64(self.ulong, length.unsigned_abs());
            let digit = b.u_mod(self.ulong, None, rest, length)?;
            rest = b.u_div(self.ulong, None, rest, length)?;
            arguments.push(if ty == self.ulong { digit } else { b.u_convert(ty, None, digit)? });
        }
        arguments.reverse();
        Ok(arguments)
    }

    /// Loads a number of the input buffer.
    fn given(&self, b: &mut Builder, at: u32) -> Result<Word, rspirv::dr::Error> {
        let at = b.constant_bit32(self.uint, at);
        let pointer = b.access_chain(self.ulong_in, None, self.input, [self.zero, at])?;
        b.load(self.ulong, None, pointer, None, [])
    }

    /// Computes the stored value of a result.
    fn number(
        &self,
        b: &mut Builder,
        result: Word,
        signature: &FunctionSignature,
    ) -> Result<Word, rspirv::dr::Error> {
        let offset = match signature.has_predicate {
            true => b.composite_extract(signature.offset, None, result, [0])?,
            false => result,
        };
        let wide = match signature.offset == self.ulong {
            true => offset,
            false => b.u_convert(self.ulong, None, offset)?,
        };
        if !signature.has_predicate {
            return Ok(wide);
        }
        let valid = b.composite_extract(self.boolean, None, result, [1])?;
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
        requested.iter().map(|it| kernel(&library, &it.name, &it.lengths).unwrap()).collect()
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
        assert_eq!(kernel(&library, "at_big", &[7, 7]).unwrap().bits, 64);
        assert_eq!(kernel(&library, "at_rows", &[4, 5]).unwrap().bits, 32);
        assert!(kernel(&library, "rows", &[4, 5]).is_err());
        assert!(kernel(&library, "at_rows", &[20]).is_err());
        assert!(kernel(&library[..40], "at_rows", &[4, 5]).is_err());
    }
}
