//! `vgf`: a function as a VGF file, which ARM's runtimes of `VK_ARM_data_graph` execute: format 0.5.0.
//!
//! ```text
//! input %x: buffer ──COMPUTE──> buffer = tensor ──GRAPH──> tensor = buffer ──COMPUTE──> output: buffer
//! ```
//!
//! Each `layout.reorder` at the border of the function is a COMPUTE segment, with the kernel that `spirv` writes. All other
//! ops are one graph, of which ARM's converter writes the module: `--graph` joins its segments. Buffers and tensors with
//! the same memory are an alias group. A tensor is packed, or its strides are written with `--vgf-strides`.
//!
//! In reading order: `border` separates the conversions of a function from its graph, `memory` computes the memory of
//! values, `assembly` writes resources and segments, and `joined` adds those of a graph, which
//! `graph` reads.

mod assembly;
mod border;
mod graph;
mod joined;
mod memory;
mod names;

use crate::emitter::{EmitContext, EmitError, Emitter, GRAPH_OPTION};
use crate::spirv;
use crate::vgf_file::VgfFile;
use assembly::Assembly;
use border::Border;
use ir::Verified;
use ir::data_graph::DataGraph;
use ir::diag::{Diag, counted};
use ir::options::OptionInfo;
use names::refused;
pub(crate) use names::{descriptor_name, format_name};
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "vgf",
    summary: "a function as a VGF file: kernels of its reorders, joined with the graph of ARM's converter",
    passes: &[
        "resolve-strides",
        "lower-addressing{unassigned=row_major}",
        "simplify-index{default=slots}",
    ],
    options: &[
        GRAPH_OPTION,
        OptionInfo::constant(
            "vgf-strides",
            &["true", "false"],
            "false",
            "write the strides of tensors that are not packed, for runtimes that read them",
        ),
    ],
    binary: true,
    exports: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let Some(file) = file(module, cx)? else { return Ok(()) };
    let bytes = file.to_bytes().map_err(|damage| {
        let place = module.location(module.root());
        refused(place, &damage.to_string())
    })?;
    Ok(out.write_all(&bytes)?)
}

/// Returns the file; `None`, with a warning, if the module has no function with tensors.
pub(crate) fn file(module: &Verified, cx: &EmitContext<'_>) -> Result<Option<VgfFile>, Diag> {
    let functions = DataGraph::all(module, cx.registry);
    let function = match functions.as_slice() {
        [function] => function,
        [] => {
            let remedy = "add a function with a tensor as argument and result";
            cx.warn_nothing_emitted(module, "functions with tensors", remedy);
            return Ok(None);
        }
        [_, second, ..] => {
            let count = counted(functions.len(), "function");
            let place = module.location(second.function);
            let reason = format!("it has one model, but the module has {count} with tensors");
            return Err(refused(place, &reason).note("keep one function in the module"));
        }
    };
    let border = Border::read(module, cx.registry, function, cx.graph.is_some())?;
    let graph = graph::graph(module, cx, function, border.graph_inputs.len())?;
    assembled(module, cx, &border, graph.as_ref()).map(Some)
}

/// Returns the file of the conversions at a border, joined with the file of its graph.
fn assembled(
    module: &Verified,
    cx: &EmitContext<'_>,
    border: &Border<'_>,
    graph: Option<&VgfFile>,
) -> Result<VgfFile, Diag> {
    let kernels = spirv::entries_of(module, cx, &|op| border.copies().any(|copy| copy == op))?;
    let mut assembly = Assembly::new(module, cx, border)?;
    assembly.add_resources(&kernels, graph)?;
    assembly.finish(&kernels, graph)
}

#[cfg(test)]
mod tests;
