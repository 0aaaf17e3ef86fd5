//! `spirv`: the addressing functions of a module as a SPIR-V library, or its reorders as compute entry points, in
//! binary form.
//!
//! ```text
//!                  OpDecorate %offset_x LinkageAttributes "offset_x" Export
//!      %offset_x = OpFunction %uint Const %7
//!            %d0 = OpFunctionParameter %uint
//! ```
//!
//! A module is of version 1.3 for shaders, and one of two things ([`SpirvForm`]):
//!
//! - A *library*, to be linked: it has no entry point. Each function is exported by its
//!   symbol. It takes an index, a number for each logical dim, and gives the offset; where not every index has memory
//!   it gives a struct of the offset and a truth.
//! - *Kernels*, for Vulkan 1.1: each `layout.reorder` is a compute entry point by the name of its kernel, with the
//!   source's buffer at binding 0 of set 0, and the target's at binding 1. Every slot of the target is written, padding
//!   as zero; where the target is a part of a larger tensor, only what holds its elements. `spirv-json` tells the sizes
//!   and how many workgroups it takes.
//!
//! Numbers are unsigned, of 32 or 64 bits; a module without any of 64
//! bits does not ask for `Int64`. The same module gives the same bytes.
//!
//! In reading order: `function` writes one function; `reorders` reads the reorders, and `entry` writes one;
//! `parts` is what the functions of a module share; `text` is the module as `spirv-asm` shows it.

mod entry;
mod function;
mod parts;
mod reorders;
mod text;

pub(crate) use reorders::{LOCAL_SIZE, ReorderEntry, reorders};
pub(crate) use text::text;

use crate::emitter::{ADDRESSING_PASSES, EmitContext, EmitError, Emitter};
use address::arith::{self, AddressFunction};
use ir::diag::{Diag, code};
use ir::options::OptionInfo;
use ir::{Registry, Verified};
use rspirv::binary::Assemble;
use rspirv::dr::Module;
use std::collections::BTreeMap;

/// The options of every emitter of SPIR-V.
pub(crate) const OPTIONS: &[OptionInfo] = &[OptionInfo {
    name: "spirv",
    values: &["library", "kernels"],
    default: "",
    summary: "what SPIR-V holds; default is kernels if something is reordered",
}];

pub(crate) const EMITTER: Emitter = Emitter {
    name: "spirv",
    summary: "addressing functions as a SPIR-V library, or reorders as kernels, binary",
    passes: ADDRESSING_PASSES,
    options: OPTIONS,
    binary: true,
    emit: |module, cx, out| {
        let words = self::module(module, cx)?.assemble();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Ok(out.write_all(&bytes)?)
    },
};

/// The content of a module of SPIR-V: functions to link and entry points do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpirvForm {
    /// Addressing functions, to be linked.
    Library,
    /// A compute entry point for each `layout.reorder`.
    Kernels,
}

/// Returns the form that the option `spirv` names; without it, kernels if the module has a reorder.
pub(crate) fn form(module: &Verified, cx: &EmitContext<'_>) -> SpirvForm {
    match cx.options.get("spirv") {
        "library" => SpirvForm::Library,
        "kernels" => SpirvForm::Kernels,
        _ if reorders::any(module, cx.registry) => SpirvForm::Kernels,
        _ => SpirvForm::Library,
    }
}

/// A program as a module of SPIR-V.
///
/// # Errors
/// A function is no addressing function, a reorder cannot be a kernel, or SPIR-V has no room for it.
pub(crate) fn module(module: &Verified, cx: &EmitContext<'_>) -> Result<Module, EmitError> {
    match form(module, cx) {
        SpirvForm::Library => Ok(library(&functions(module, cx.registry)?)?),
        SpirvForm::Kernels => Ok(kernels(&reorders(module, cx.registry)?)?),
    }
}

/// The addressing functions of a module that SPIR-V has room for, each name once.
///
/// # Errors
/// A function is no addressing function, or SPIR-V has no room for it.
pub(crate) fn functions<'m>(
    module: &'m Verified,
    registry: &Registry,
) -> Result<Vec<AddressFunction<'m>>, Diag> {
    let functions = arith::functions(module, registry)?;
    let mut seen = BTreeMap::new();
    for function in &functions {
        if let Some(other) = seen.insert(function.name, function) {
            return Err(exported_twice(function, other));
        }
        if let Some(fault) = limit(function) {
            return Err(too_large(function, &fault));
        }
    }
    Ok(functions)
}

fn too_large(function: &AddressFunction<'_>, fault: &str) -> Diag {
    let name = function.name.escape_debug();
    let message = format!("`@{name}` cannot be written as SPIR-V: {fault}");
    Diag::error(code::STRUCTURE, function.span, message)
}

/// Functions to link.
pub(crate) fn library(functions: &[AddressFunction<'_>]) -> Result<Module, Diag> {
    let mut parts = parts::ModuleParts::library();
    functions.iter().for_each(|function| function::write(&mut parts, function));
    within_bound(parts.finish(), functions.last())
}

/// Entry points.
pub(crate) fn kernels(reorders: &[ReorderEntry<'_>]) -> Result<Module, Diag> {
    let mut parts = parts::ModuleParts::kernels();
    let mut entries = entry::EntryPoints::new(&mut parts);
    for reorder in reorders {
        if let Some(fault) = limit(&reorder.kernel.function) {
            return Err(too_large(&reorder.kernel.function, &fault));
        }
        entries.write(&mut parts, reorder);
    }
    within_bound(parts.finish(), reorders.last().map(|reorder| &reorder.kernel.function))
}

fn within_bound(module: Module, last: Option<&AddressFunction<'_>>) -> Result<Module, Diag> {
    match module.header.as_ref().is_some_and(|header| header.bound > MAX_BOUND) {
        true => Err(too_many_ids(last)),
        false => Ok(module),
    }
}

/// The limits that every consumer of SPIR-V must meet, section "Universal Limits" of its specification: ids are
/// below this one.
const MAX_BOUND: u32 = 0x3F_FFFF;
/// Of one function; also of the specification.
const MAX_PARAMETERS: usize = 255;
/// Bytes of a name; also of the specification, which counts the characters of a literal string.
const MAX_NAME: usize = 65_535;

/// Why SPIR-V has no such function.
fn limit(function: &AddressFunction<'_>) -> Option<String> {
    let params = function.program.params().len();
    if params > MAX_PARAMETERS {
        return Some(format!(
            "it has {params} parameters, but at most {MAX_PARAMETERS} are allowed"
        ));
    }
    if function.name.len() > MAX_NAME {
        let length = function.name.len();
        return Some(format!("its name has {length} bytes, but at most {MAX_NAME} are allowed"));
    }
    function.name.contains('\0').then(|| "its name holds a NUL, which ends a text".to_owned())
}

fn exported_twice(function: &AddressFunction<'_>, other: &AddressFunction<'_>) -> Diag {
    let message = format!("`@{}` is the name of two functions of one SPIR-V module", function.name);
    Diag::error(code::DUPLICATE_SYMBOL, function.span, message)
        .note_at(other.span, "the other is here")
}

fn too_many_ids(last: Option<&AddressFunction<'_>>) -> Diag {
    let last = last.map_or(ir::source::Span::NONE, |function| function.span);
    let message =
        format!("a module of SPIR-V has at most {MAX_BOUND} ids, and these functions need more");
    Diag::error(code::STRUCTURE, last, message).note("fewer functions in a module need fewer ids")
}

#[cfg(test)]
mod kernel_tests;
#[cfg(test)]
mod tests;
