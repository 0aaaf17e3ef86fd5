//! `vk-graph`: the functions of a module as the tensors, constants and resources of data graph pipelines, as a C header.
//!
//! ```c
//! static const VkDataGraphPipelineResourceInfoARM main_graph_resources[2] = {
//!     /* argument `%x` */
//!     {.sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_RESOURCE_INFO_ARM, .pNext = &main_x_vk, .descriptorSet = 0, ...},
//!     ...
//! ```
//!
//! The bytes of a constant are in the layout that was chosen for it, and its padding is zero. Small constants are arrays
//! of the header; `--constants=file` reads them from the file that `vk-graph-data` writes. The header has no operations
//! of the graph: these are a SPIR-V module, which another compiler writes.
//!
//! In reading order: `model` reads the graphs of a module, with the elements of constants from `elements`; `join` compares
//! them with the graphs of a VGF file or SPIR-V module that the user names; `rules` checks them; `storage` decides where
//! the bytes of each constant are; `named` holds identifiers; `header` writes the arrays, and `create` the functions that
//! create layouts and pipelines.

mod create;
pub(crate) mod elements;
mod header;
mod join;
pub(crate) mod model;
mod named;
mod rules;
pub(crate) mod storage;

use crate::emitter::{EmitContext, EmitError, Emitter, GRAPH_OPTION};
use crate::vk_c::{Header, header_version};
pub(crate) use header::{bytes_of, check_bytes};
use ir::Verified;
use ir::diag::Diag;
use ir::options::OptionInfo;
use model::{GraphModels, PASSES};
use std::io;
use storage::GraphStorage;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "vk-graph",
    summary: "resources and constants of functions as Vulkan data graphs, as a C header",
    passes: PASSES,
    options: &[
        OptionInfo::constant(
            "constants",
            &["arrays", "file"],
            "arrays",
            "place of the bytes of graph constants: the header, or a file",
        ),
        GRAPH_OPTION,
    ],
    binary: false,
    exports: false,
    emit,
};

/// The first header version with `VK_ARM_data_graph`.
const OLDEST_HEADER: u32 = 319;

/// Reads the data graphs of a module, joins them with those of the file that the user names, and checks them.
///
/// # Errors
/// A graph is invalid, or differs from that of the file.
pub(crate) fn checked_models<'m>(
    module: &'m Verified,
    cx: &EmitContext<'_>,
) -> Result<GraphModels<'m>, Diag> {
    let mut models = GraphModels::read(module, cx)?;
    if let Some(file) = cx.graph {
        join::join(&mut models, file)?;
    }
    rules::check(&models, cx.target)?;
    Ok(models)
}

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let models = checked_models(module, cx)?;
    let storage = GraphStorage::allocate(&models, cx.options.get("constants") == "file")?;
    let body = header::body(&models, &storage)?;
    let version = models.tensors.iter().map(header_version).fold(OLDEST_HEADER, u32::max);
    let header = Header { content: "data graphs", guard: "LAYOUTC_VK_GRAPH", version, body };
    Ok(header.write(cx.target, out)?)
}
