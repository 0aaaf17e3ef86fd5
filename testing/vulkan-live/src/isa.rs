//! What addressing functions cost on a GPU: instructions of the machine code that its driver makes of them.
//!
//! Mesa's driver for AMD compiles for a chip that is not there, so this takes no GPU, and its answer is the same on every
//! machine. Each function of a SPIR-V library is put in a shader that loads each dim of the index from a buffer of its own
//! and stores the offset, so that the driver knows no range; a shader that stores the index itself is subtracted.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- --isa functions.spv
//! {"device":"AMD RADV NAVI21"}
//! {"name":"offset_x","valu":3,"slots":6}
//! ```
//!
//! `valu` counts instructions of the vector ALU, `slots` the issue slots they take: 4 where both factors have
//! 32 bits, which this family multiplies at a quarter of the rate. Where a function says if the index has memory,
//! the select that stores this is subtracted, too.

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

/// The chip that is compiled for, as the driver names it; its family is RDNA2.
const CHIP: &str = "NAVI21";

/// Where the loader of Vulkan finds what tells it of drivers.
const MANIFESTS: [&str; 2] = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

/// The vector-ALU instructions that take four issue slots.
const SLOW: [&str; 3] = ["v_mul_lo_u32", "v_mul_hi_u32", "v_mad_u64_u32"];

/// What a shader costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    /// Instructions of the vector ALU.
    valu: u32,
    /// Issue slots that these take.
    slots: u32,
}

impl Counted {
    /// Counts a text of machine code, an instruction a line.
    fn of(assembly: &str) -> Counted {
        let mut counted = Counted::default();
        let names = assembly.lines().filter_map(|line| line.split_whitespace().next());
        for name in names.filter(|name| name.starts_with("v_")) {
            counted.valu += 1;
            counted.slots += if SLOW.iter().any(|slow| name.starts_with(slow)) { 4 } else { 1 };
        }
        counted
    }

    /// What it costs beyond something else; a driver that found the whole cheaper gives 0.
    fn beyond(self, other: Counted) -> Counted {
        Counted {
            valu: self.valu.saturating_sub(other.valu),
            slots: self.slots.saturating_sub(other.slots),
        }
    }
}

/// The command `--isa FILE.spv ...`; the exit status as that of [`main`](crate::main).
///
/// The driver is asked in a process of its own, whose environment tells it for which chip to compile.
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

/// The file that tells the loader of the driver for AMD.
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

/// Tells what each function of some files costs, on the driver that the environment names; the exit status.
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

/// What one function costs, as it is told.
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
    let signature = signature.ok_or_else(|| format!("`{name}` is not of 32 bits"))?;
    let select = Counted { valu: 1, slots: 1 };
    let counted = compile(compiler, module, Some((function, &signature)))?.beyond(identity);
    let counted = if signature.has_predicate { counted.beyond(select) } else { counted };
    Ok(json!({"name": name, "valu": counted.valu, "slots": counted.slots}))
}

/// The names that a library exports, in its order.
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

/// What the shader around a function costs, or the one that stores the index.
fn compile(
    compiler: &CodeCompiler,
    module: &Module,
    function: Option<(Word, &FunctionSignature)>,
) -> Result<Counted, String> {
    let words = shader(module, function).map_err(|error| error.to_string())?;
    let dims = function.map_or(1, |(_, signature)| signature.inputs.len());
    let buffers = u32::try_from(dims + 1).map_err(|error| error.to_string())?;
    let assembly = compiler.assembly(&words, buffers).map_err(|fault| fault.to_string())?;
    Ok(Counted::of(&assembly))
}

/// A shader whose every invocation calls a function of 32 bits, or gives back the index. Buffer 0 is for offsets, and
/// dim k of the index is in buffer k + 1.
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

/// The offset that a function gives; all ones where it says that the index has no memory.
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
    fn instructions_of_the_vector_alu_are_counted_with_their_slots() {
        let text = "BB0:\n\ts_load_dwordx4 s[4:7], s[2:3], null ; f408\n\tv_mul_lo_u32 v1, v0, s4 ; d569\n\
                    \tv_mul_u32_u24_e32 v1, v0, v1 ; 1602\n\tv_mad_u64_u32 v[0:1], null, v0, v1, 0\n\tbuffer_load_dword v0\n\
                    \ts_endpgm ; bf81\n";
        let counted = Counted::of(text);
        assert_eq!(counted, Counted { valu: 3, slots: 9 });
        assert_eq!(counted.beyond(Counted { valu: 1, slots: 1 }), Counted { valu: 2, slots: 8 });
    }
}
