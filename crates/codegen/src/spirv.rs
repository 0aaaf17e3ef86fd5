//! `spirv`: the addressing functions of a module as a SPIR-V library, or its reorders as compute entry points, in
//! binary form.
//!
//! ```text
//!                  OpDecorate %offset_x LinkageAttributes "offset_x" Export
//!      %offset_x = OpFunction %uint Const %7
//!            %d0 = OpFunctionParameter %uint
//! ```
//!
//! The SPIR-V module has version 1.3 and the capability `Shader`. It has one of these forms ([`SpirvForm`]):
//!
//! - A *library*, for linking, without entry points. Each addressing function is exported under its symbol. Its
//!   parameters are the index components, one per logical dim, and its result is the offset. If not every index in
//!   bounds has an element slot, the result is a struct of the offset and the validity.
//! - *Kernels*, for Vulkan 1.1. Each distinct `layout.reorder` is a compute entry point with the name of its kernel. The
//!   source buffer has binding 0 of set 0, and the target buffer binding 1. The entry point follows the plan of the copy;
//!   without a plan it copies slot by slot. It fills storage padding with zeros, and leaves slots of other tensors
//!   unchanged. `spirv-json` reports the sizes and the number of workgroups.
//! - *Tensor layouts and views*, for SPIR-V 1.6 with SPV_NV_tensor_addressing: [`nv_tensor`](crate::nv_tensor).
//!
//! Integers are unsigned, of 32 or 64 bits. A module without 64-bit integers does not declare `Int64`. The output is
//! deterministic.
//!
//! In reading order: `function` writes one addressing function, and `reorders` reads the reorders. `blocks` divides a
//! plan into the blocks of invocations, with the tiles of `tile_blocks`; `block_map` holds the elements of a block, and
//! `block_program` their addresses. `entry` writes an entry point, `block_entry` a block of it, `tile` the move of a
//! whole block, and `exchange` a tile in workgroup memory with the digits of `exchange_digits`. `memory` holds loads and
//! stores, `control` branches and loops, `parts` the types and constants that functions share, and `text` prints the
//! module for `spirv-asm`.

mod block_entry;
mod block_map;
mod block_program;
mod blocks;
mod buffer_views;
mod control;
mod entry;
mod exchange;
mod exchange_digits;
mod function;
mod memory;
mod parts;
mod pieces;
mod reorders;
mod text;
mod tile;
mod tile_blocks;

pub(crate) use blocks::LOCAL_SIZE;
pub(crate) use memory::widest;
pub(crate) use reorders::{Invocations, LENGTH, ReorderEntry, SlotCount, reorders};
pub(crate) use text::text;

use crate::c;
use crate::emitter::{ADDRESSING_FUNCTIONS, EmitContext, EmitError, Emitter, GPU_PASSES};
use crate::nv_tensor;
use crate::source::refuse_declared_tables;
use address::arith::{self, AddressFunction};
use ir::diag::{Diag, code};
use ir::options::OptionInfo;
use ir::source::{SourceLocation, Span};
use ir::target::StorageIntegers;
use ir::{Op, Verified};
use rspirv::binary::Assemble;
use rspirv::dr::Module;
use std::collections::BTreeMap;

/// The options of every emitter of SPIR-V.
pub(crate) const OPTIONS: &[OptionInfo] = &[OptionInfo::constant(
    "spirv",
    &["library", "kernels", "nv-tensors"],
    "",
    "content of the SPIR-V module; default is kernels if the input has a reorder",
)];

pub(crate) const EMITTER: Emitter = Emitter {
    name: "spirv",
    summary: "addressing functions as a SPIR-V library, or reorders as kernels, in binary form",
    passes: GPU_PASSES,
    options: OPTIONS,
    binary: true,
    exports: false,
    emit: |module, cx, out| {
        let words = self::module(module, cx)?.assemble();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Ok(out.write_all(&bytes)?)
    },
};

/// The content of a SPIR-V module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpirvForm {
    /// Exported addressing functions, for linking.
    Library,
    /// A compute entry point for each `layout.reorder`.
    Kernels,
    /// A tensor layout, a tensor view and an entry point for each named layout.
    NvTensors,
}

/// Returns the form that the option `spirv` selects. The default is kernels if the module has a reorder, otherwise
/// library.
pub(crate) fn form(module: &Verified, cx: &EmitContext<'_>) -> SpirvForm {
    match cx.options.get("spirv") {
        "library" => SpirvForm::Library,
        "kernels" => SpirvForm::Kernels,
        "nv-tensors" => SpirvForm::NvTensors,
        _ if reorders::any(module, cx.registry) => SpirvForm::Kernels,
        _ => SpirvForm::Library,
    }
}

/// Returns the SPIR-V module of an IR module.
///
/// # Errors
/// An addressing function is invalid, a reorder cannot be an entry point, or a SPIR-V limit is exceeded.
pub(crate) fn module(module: &Verified, cx: &EmitContext<'_>) -> Result<Module, EmitError> {
    c::warn_of_repacks(module, cx, "SPIR-V");
    match form(module, cx) {
        SpirvForm::Library => Ok(library(&functions(module, cx)?)?),
        SpirvForm::Kernels => Ok(kernels(&entries(module, cx)?, storage_integers(cx))?),
        SpirvForm::NvTensors => Ok(nv_tensors(module, cx)?),
    }
}

/// Returns the module of the tensor layouts and views of a module. Reports a warning if there are none.
///
/// # Errors
/// A layout is not expressible, a name exceeds a SPIR-V limit, or the module needs too many ids.
fn nv_tensors(module: &Verified, cx: &EmitContext<'_>) -> Result<Module, Diag> {
    let tensors = nv_tensor::expressible_tensors(module, cx)?;
    for (name, _) in &tensors {
        if let Some(fault) = name_limit(name) {
            let op = module.ops(module.body()).find(|&op| module.symbol(op) == Some(*name));
            let span = op.map_or(Span::NONE, |op| module.span(op));
            return Err(unsupported_name(name, span, &fault));
        }
    }
    within_bound(nv_tensor::module(&tensors), None)
}

/// Returns the entry points of a module. Reports a warning if there are none.
///
/// # Errors
/// A reorder cannot be an entry point.
pub(crate) fn entries<'m>(
    module: &'m Verified,
    cx: &EmitContext<'m>,
) -> Result<Vec<ReorderEntry<'m>>, Diag> {
    let entries = entries_of(module, cx, &|_| true)?;
    if entries.is_empty() {
        cx.warn_nothing_emitted(module, "reorders", "add a `layout.reorder` to a function");
    }
    Ok(entries)
}

/// Returns the entry points of the wanted reorders of a module.
///
/// # Errors
/// A wanted reorder cannot be an entry point.
pub(crate) fn entries_of<'m>(
    module: &'m Verified,
    cx: &EmitContext<'m>,
    is_wanted: &dyn Fn(Op) -> bool,
) -> Result<Vec<ReorderEntry<'m>>, Diag> {
    let entries = reorders(module, cx, storage_integers(cx), is_wanted)?;
    let limit = cx.target.and_then(|target| target.workgroup_memory).unwrap_or(WORKGROUP_MEMORY);
    let mut over = entries.iter().filter(|entry| entry.workgroup_bytes() > limit.into());
    if let Some(entry) = over.next() {
        let bytes = entry.workgroup_bytes();
        let fault = format!(
            "its tile has {bytes} bytes, but the workgroup memory of the target has {limit}"
        );
        return Err(over_limit(entry.name, entry.span.into(), &fault));
    }
    Ok(entries)
}

/// Returns the addressing functions of a module, and checks their names and the limits of SPIR-V. Reports a warning if
/// there are none.
///
/// # Errors
/// An addressing function is invalid, two have the same name, or a SPIR-V limit is exceeded.
pub(crate) fn functions<'m>(
    module: &'m Verified,
    cx: &EmitContext<'_>,
) -> Result<Vec<AddressFunction<'m>>, Diag> {
    let functions = arith::functions(module, cx.registry)?;
    refuse_declared_tables(module, &functions)?;
    if functions.is_empty() {
        cx.warn_nothing_emitted(module, ADDRESSING_FUNCTIONS.0, ADDRESSING_FUNCTIONS.1);
    }
    let mut seen = BTreeMap::new();
    for function in &functions {
        if let Some(other) = seen.insert(function.name, function) {
            let message = format!("duplicate function `@{}` in one SPIR-V module", function.name);
            let diag = Diag::error(code::DUPLICATE_SYMBOL, function.span, message);
            return Err(diag.note_at(other.span, "the other function is here"));
        }
        if let Some(fault) = name_limit(function.name) {
            return Err(unsupported_name(function.name, function.span, &fault));
        }
        let params = function.program.params().len();
        if params > MAX_PARAMETERS {
            let fault =
                format!("it has {params} parameters, but at most {MAX_PARAMETERS} are allowed");
            return Err(over_limit(function.name, function.span.into(), &fault));
        }
    }
    Ok(functions)
}

/// Reports a symbol that is not a SPIR-V name, at the symbol of the op with this span.
fn unsupported_name(name: &str, span: Span, fault: &str) -> Diag {
    over_limit(name, SourceLocation::from(span).attr("sym_name"), fault)
}

fn over_limit(name: &str, place: SourceLocation, fault: &str) -> Diag {
    let name = name.escape_debug();
    let message = format!("`@{name}` cannot be written as SPIR-V: {fault}");
    Diag::error(code::OUTPUT, place, message)
}

/// Returns the library of these addressing functions.
///
/// # Errors
/// The module needs too many ids.
pub(crate) fn library(functions: &[AddressFunction<'_>]) -> Result<Module, Diag> {
    let mut parts = parts::ModuleParts::library();
    functions.iter().for_each(|function| function::write(&mut parts, function));
    within_bound(parts.finish(), functions.last().map(|function| function.span))
}

/// Returns the module of the entry points of these reorders.
///
/// # Errors
/// A kernel exceeds a SPIR-V limit, or the module needs too many ids.
pub(crate) fn kernels(
    reorders: &[ReorderEntry<'_>],
    integers: StorageIntegers,
) -> Result<Module, Diag> {
    let mut parts = parts::ModuleParts::kernels(integers);
    let mut entries = entry::EntryPoints::new(&mut parts);
    for reorder in reorders {
        if let Some(fault) = name_limit(reorder.name) {
            return Err(unsupported_name(reorder.name, reorder.span, &fault));
        }
        entries.write(&mut parts, reorder);
    }
    within_bound(parts.finish(), reorders.last().map(|reorder| reorder.span))
}

/// Returns the integers of storage buffers that the target has; all if there is no target.
pub(crate) fn storage_integers(cx: &EmitContext<'_>) -> StorageIntegers {
    let all = StorageIntegers { bytes: true, halves: true, longs: true };
    cx.target.map_or(all, |target| target.storage_integers)
}

/// The least size of workgroup memory in bytes that Vulkan guarantees (`maxComputeSharedMemorySize`).
const WORKGROUP_MEMORY: u32 = 16_384;

fn within_bound(module: Module, last: Option<Span>) -> Result<Module, Diag> {
    if module.header.as_ref().is_none_or(|header| header.bound <= MAX_BOUND) {
        return Ok(module);
    }
    let message = format!("the SPIR-V module must have at most {MAX_BOUND} ids, but needs more");
    let diag = Diag::error(code::OUTPUT, last.unwrap_or(Span::NONE), message);
    Err(diag.note("split the module into modules with fewer functions"))
}

/// The maximum id bound of a module. Every consumer must support this limit ("Universal Limits" of the SPIR-V
/// specification).
const MAX_BOUND: u32 = crate::limits::ID_BOUND as u32;
/// The maximum number of parameters of a function ("Universal Limits").
const MAX_PARAMETERS: usize = crate::limits::PARAMETERS as usize;
const MAX_NAME: usize = crate::limits::NAME_BYTES as usize;

/// Returns the SPIR-V limit that a name exceeds; `None` if it exceeds none.
fn name_limit(name: &str) -> Option<String> {
    if name.len() > MAX_NAME {
        let length = name.len();
        return Some(format!("its name has {length} bytes, but at most {MAX_NAME} are allowed"));
    }
    let has_nul = name.contains('\0');
    has_nul.then(|| "its name contains a NUL character, which ends a SPIR-V string".to_owned())
}

#[cfg(test)]
mod block_tests;
#[cfg(test)]
mod kernel_tests;
#[cfg(test)]
mod tests;
