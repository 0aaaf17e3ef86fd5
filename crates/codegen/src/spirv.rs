//! `spirv`: the addressing functions of a module as a SPIR-V library, in binary form.
//!
//! ```text
//!                  OpDecorate %offset_x LinkageAttributes "offset_x" Export
//!      %offset_x = OpFunction %uint Const %7
//!            %d0 = OpFunctionParameter %uint
//! ```
//!
//! The module is of version 1.3 for shaders, to be linked: it has no entry point. Each function is exported by its
//! symbol. It takes an index, a number for each logical dim, and gives the offset; where not every index has memory
//! it gives a struct of the offset and a truth. Numbers are unsigned, of 32 or 64 bits; a module without any of 64
//! bits does not ask for `Int64`. The same module gives the same bytes.
//!
//! In reading order: `function` writes one function; `parts` is what the functions of a module share; `text` is
//! the module as `spirv-asm` shows it.

mod function;
mod parts;
mod text;

pub(crate) use text::text;

use crate::arith::{self, Function};
use crate::{EmitError, Emitter};
use ir::Verified;
use ir::diag::{Diag, code};
use rspirv::binary::Assemble;
use rspirv::dr::Module;
use std::collections::BTreeMap;

/// The passes that turn what a program asks for into functions.
pub(crate) const PASSES: &[&str] = &["resolve-strides", "lower-addressing", "simplify-index"];

pub(crate) const EMITTER: Emitter = Emitter {
    name: "spirv",
    summary: "addressing functions as a SPIR-V library, binary",
    passes: PASSES,
    binary: true,
    emit: |module, _, out| {
        let words = library(module)?.assemble();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Ok(out.write_all(&bytes)?)
    },
};

/// The addressing functions of a module as one of SPIR-V.
///
/// # Errors
/// A function is no addressing function, or SPIR-V has no room for it.
pub(crate) fn library(module: &Verified) -> Result<Module, EmitError> {
    let functions = arith::functions(module)?;
    let mut parts = parts::Parts::library();
    let mut seen = BTreeMap::new();
    for function in &functions {
        if let Some(other) = seen.insert(function.name, function) {
            return Err(exported_twice(function, other).into());
        }
        if let Some(fault) = limit(function) {
            let name = function.name.escape_debug();
            let message = format!("`@{name}` cannot be written as SPIR-V: {fault}");
            return Err(Diag::error(code::STRUCTURE, function.span, message).into());
        }
        function::write(&mut parts, function);
    }
    let module = parts.finish();
    match module.header.as_ref().is_some_and(|header| header.bound > MAX_BOUND) {
        true => Err(too_many_ids(&functions).into()),
        false => Ok(module),
    }
}

/// The limits that every consumer of SPIR-V must meet, section "Universal Limits" of its specification: ids are
/// below this one.
const MAX_BOUND: u32 = 0x3F_FFFF;
/// Of one function; also of the specification.
const MAX_PARAMETERS: u32 = 255;
/// Bytes of a name; also of the specification, which counts the characters of a literal string.
const MAX_NAME: usize = 65_535;

/// Why SPIR-V has no such function.
fn limit(function: &Function<'_>) -> Option<String> {
    if function.params > MAX_PARAMETERS {
        let params = function.params;
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

fn exported_twice(function: &Function<'_>, other: &Function<'_>) -> Diag {
    let message = format!("`@{}` is the name of two functions of one SPIR-V module", function.name);
    Diag::error(code::DUPLICATE_SYMBOL, function.span, message)
        .note_at(other.span, "the other is here")
}

fn too_many_ids(functions: &[Function<'_>]) -> Diag {
    let last = functions.last().map_or(ir::source::Span::NONE, |function| function.span);
    let message =
        format!("a module of SPIR-V has at most {MAX_BOUND} ids, and these functions need more");
    Diag::error(code::STRUCTURE, last, message).note("fewer functions in a module need fewer ids")
}

#[cfg(test)]
mod tests;
