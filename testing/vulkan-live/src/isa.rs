//! The cost of addressing functions on a GPU: the instructions of the machine code that the driver generates.
//!
//! Mesa's driver for AMD compiles for a chip that is not installed. This requires no GPU, and the result is the same on
//! every machine. Each function of a SPIR-V library is called by a shader that loads each dim of the index from a
//! separate buffer and stores the offset, so that the driver knows no ranges. The cost of a shader that stores the
//! index itself is subtracted.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- --isa functions.spv
//! {"device":"AMD RADV NAVI21"}
//! {"name":"offset_x","valu":3,"slots":6}
//! ```
//!
//! `valu` counts instructions of the vector ALU, and `slots` counts their issue slots. A multiplication of two 32-bit
//! factors has 4 slots, because this family executes it at a quarter of the rate. If a function returns a validity
//! predicate, the select for it is subtracted, too.

use crate::kernel::{FunctionSignature, GROUP, alone, buffer, exported, signature};
use crate::vulkan::{CodeCompiler, DriverFault};
use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Module, Operand, load_bytes};
use rspirv::spirv::{
    BuiltIn, Decoration, ExecutionMode, ExecutionModel, FunctionControl, LinkageType, StorageClass,
    Word,
};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The chip that the driver compiles for, by the driver's name; its family is RDNA2.
const CHIP: &str = "NAVI21";

/// The folders with the driver manifests of the Vulkan loader.
const MANIFESTS: [&str; 2] = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

/// The instructions of the vector ALU with four issue slots.
const SLOW: [&str; 3] = ["v_mul_lo_u32", "v_mul_hi_u32", "v_mad_u64_u32"];

/// The cost of a shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    /// The number of instructions of the vector ALU.
    valu: u32,
    /// The number of their issue slots.
    slots: u32,
}

impl Counted {
    /// Counts the instructions in machine code, one instruction a line.
    fn count(assembly: &str) -> Counted {
        let mut counted = Counted::default();
        let names = assembly.lines().filter_map(|line| line.split_whitespace().next());
        for name in names.filter(|name| name.starts_with("v_")) {
            counted.valu += 1;
            counted.slots += if SLOW.iter().any(|slow| name.starts_with(slow)) { 4 } else { 1 };
        }
        counted
    }

    /// Returns the cost in excess of another cost; 0 if it is lower.
    fn beyond(self, other: Counted) -> Counted {
        Counted {
            valu: self.valu.saturating_sub(other.valu),
            slots: self.slots.saturating_sub(other.slots),
        }
    }
}

/// Executes the command `--isa FILE.spv ...`. Returns the exit status, with the values of [`main`](crate::main).
///
/// The driver runs in a separate process, whose environment selects the chip.
pub(crate) fn main(on_driver: &str, flag: &str, files: &[OsString]) -> i32 {
    let Some(manifest) = manifest() else {
        eprintln!("needs Mesa's driver for AMD (mesa-vulkan-drivers)");
        return 77;
    };
    let status = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.arg(on_driver).arg(flag).args(files);
        command.env("VK_ICD_FILENAMES", manifest).env("RADV_FORCE_FAMILY", CHIP).status()
    });
    match status {
        Ok(status) => status.code().unwrap_or(1),
        Err(error) => {
            eprintln!("vulkan-live: {error}");
            1
        }
    }
}

/// Returns the loader's manifest of the driver for AMD; `None` if it is not installed.
fn manifest() -> Option<PathBuf> {
    let folders = MANIFESTS.iter().filter_map(|folder| Path::new(folder).read_dir().ok());
    let mut found: Vec<PathBuf> = folders
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name().is_some_and(|it| it.to_string_lossy().starts_with("radeon_icd"))
        })
        .collect();
    found.sort();
    found.into_iter().next()
}

/// Writes the cost of each function in some files, on the driver that the environment selects. Returns the exit status.
pub(crate) fn run(files: &[OsString], out: &mut dyn Write) -> i32 {
    let compiler = match CodeCompiler::open() {
        Ok(compiler) => compiler,
        Err(DriverFault::Missing(what)) => {
            eprintln!("needs {what}");
            return 77;
        }
        Err(fault) => {
            eprintln!("vulkan-live: {fault}");
            return 1;
        }
    };
    let reported =
        writeln!(out, "{}", json!({"device": compiler.name()})).map_err(|it| it.to_string());
    let done =
        reported.and_then(|()| files.iter().try_for_each(|file| library(&compiler, file, out)));
    match done {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("vulkan-live: {error}");
            1
        }
    }
}

fn library(compiler: &CodeCompiler, file: &OsString, out: &mut dyn Write) -> Result<(), String> {
    let reported = |error: io::Error| format!("{}: {error}", file.display());
    let bytes = std::fs::read(file).map_err(reported)?;
    let module = load_bytes(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    let identity = compile(compiler, &module, None)?;
    for name in exports(&module) {
        let row = function(compiler, &module, &name, identity)?;
        writeln!(out, "{row}").map_err(reported)?;
    }
    Ok(())
}

/// Returns the cost of one function as JSON.
fn function(
    compiler: &CodeCompiler,
    module: &Module,
    name: &str,
    identity: Counted,
) -> Result<Value, String> {
    let function = exported(module, name).ok_or_else(|| format!("`{name}` is not exported"))?;
    let narrow =
        |it: &FunctionSignature| it.bits == 32 && it.inputs.iter().all(|&ty| ty == it.offset);
    let signature = signature(module, function).filter(narrow);
    let signature = signature.ok_or_else(|| format!("`{name}` does not compute in 32 bits"))?;
    let select = Counted { valu: 1, slots: 1 };
    let counted = compile(compiler, module, Some((function, &signature)))?.beyond(identity);
    let counted = if signature.has_predicate { counted.beyond(select) } else { counted };
    Ok(json!({"name": name, "valu": counted.valu, "slots": counted.slots}))
}

/// Returns the names that a library exports, in its order.
fn exports(module: &Module) -> Vec<String> {
    let found = module.annotations.iter().filter_map(|it| match it.operands.as_slice() {
        [
            _,
            Operand::Decoration(Decoration::LinkageAttributes),
            name,
            Operand::LinkageType(how),
        ] => match (name, how) {
            (Operand::LiteralString(name), LinkageType::Export) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    });
    found.collect()
}

/// Returns the cost of the shader that calls a function, or of the one that stores the index.
fn compile(
    compiler: &CodeCompiler,
    module: &Module,
    function: Option<(Word, &FunctionSignature)>,
) -> Result<Counted, String> {
    let words = shader(module, function).map_err(|error| error.to_string())?;
    let dims = function.map_or(1, |(_, signature)| signature.inputs.len());
    let buffers = u32::try_from(dims + 1).map_err(|error| error.to_string())?;
    let assembly = compiler.assembly(&words, buffers).map_err(|fault| fault.to_string())?;
    Ok(Counted::count(&assembly))
}

/// Returns a shader whose every invocation calls a 32-bit function, or stores the index. Buffer 0 receives offsets, and
/// buffer k + 1 holds dim k of the index.
fn shader(
    module: &Module,
    function: Option<(Word, &FunctionSignature)>,
) -> Result<Vec<u32>, rspirv::dr::Error> {
    let mut b = alone(module.clone(), function.map(|(id, _)| id));
    let (void, uint) = (b.type_void(), b.type_int(32, 0));
    let zero = b.constant_bit32(uint, 0);
    let pointer = b.type_pointer(None, StorageClass::StorageBuffer, uint);
    let inputs = function.map_or(vec![uint], |(_, signature)| signature.inputs.clone());
    let buffers: Vec<Word> =
        (0..).take(inputs.len() + 1).map(|n| buffer(&mut b, uint, 4, n)).collect();
    let three = b.type_vector(uint, 3);
    let three_in = b.type_pointer(None, StorageClass::Input, three);
    let lane = b.variable(three_in, None, StorageClass::Input, None);
    b.decorate(lane, Decoration::BuiltIn, [Operand::BuiltIn(BuiltIn::GlobalInvocationId)]);
    let ty = b.type_function(void, []);
    let main = b.begin_function(void, None, FunctionControl::NONE, ty)?;
    b.begin_block(None)?;
    let place = b.load(three, None, lane, None, [])?;
    let place = b.composite_extract(uint, None, place, [0])?;
    let mut index = Vec::new();
    for &buffer in &buffers[1..] {
        let at = b.access_chain(pointer, None, buffer, [zero, place])?;
        index.push(b.load(uint, None, at, None, [])?);
    }
    let offset = match function {
        Some((id, signature)) => offset(&mut b, id, signature, &index)?,
        None => index[0],
    };
    let at = b.access_chain(pointer, None, buffers[0], [zero, place])?;
    b.store(at, offset, None, [])?;
    b.ret()?;
    b.end_function()?;
    b.entry_point(ExecutionModel::GLCompute, main, "main", [lane]);
    b.execution_mode(main, ExecutionMode::LocalSize, [GROUP, 1, 1]);
    Ok(b.module().assemble())
}

/// Returns the offset that a function computes; all ones if the index is invalid.
fn offset(
    b: &mut Builder,
    function: Word,
    signature: &FunctionSignature,
    index: &[Word],
) -> Result<Word, rspirv::dr::Error> {
    let result = b.function_call(signature.result, None, function, index.iter().copied())?;
    if !signature.has_predicate {
        return Ok(result);
    }
    let boolean = b.type_bool();
    let offset = b.composite_extract(signature.offset, None, result, [0])?;
    let valid = b.composite_extract(boolean, None, result, [1])?;
    let ones = b.constant_bit32(signature.offset, u32::MAX);
    b.select(signature.offset, None, valid, offset, ones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_has_vector_alu_instructions_and_slots() {
        let text = "BB0:\n\ts_load_dwordx4 s[4:7], s[2:3], null ; f408\n\tv_mul_lo_u32 v1, v0, s4 ; d569\n\
                    \tv_mul_u32_u24_e32 v1, v0, v1 ; 1602\n\tv_mad_u64_u32 v[0:1], null, v0, v1, 0\n\tbuffer_load_dword v0\n\
                    \ts_endpgm ; bf81\n";
        let counted = Counted::count(text);
        assert_eq!(counted, Counted { valu: 3, slots: 9 });
        assert_eq!(counted.beyond(Counted { valu: 1, slots: 1 }), Counted { valu: 2, slots: 8 });
    }
}
