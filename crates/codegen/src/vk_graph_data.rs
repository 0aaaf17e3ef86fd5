//! `vk-graph-data`: the bytes of the graph constants of a module, for the header of `vk-graph --constants=file`.
//!
//! The constants are in the order of their graphs and ids, each in the layout of its description, at a multiple of 64
//! bytes. Bytes between them are zero. Constants whose elements the module does not contain are not in the file.

use crate::emitter::{EmitContext, EmitError, Emitter, GRAPH_OPTION};
use crate::vk_graph::model::{ConstantModel, GraphModels, PASSES};
use crate::vk_graph::storage::{ConstantStorage, GraphStorage};
use crate::vk_graph::{bytes_of, check_bytes, checked_models};
use ir::Verified;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "vk-graph-data",
    summary: "bytes of graph constants in their layouts, for vk-graph with --constants=file",
    passes: PASSES,
    options: &[GRAPH_OPTION],
    binary: true,
    exports: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let models = checked_models(module, cx)?;
    let storage = GraphStorage::allocate(&models, true)?;
    let parts = parts(&models, &storage);
    if parts.is_empty() && !models.graphs.is_empty() {
        let remedy =
            "add a constant such as `arith.constant dense<1.0> : tensor<4xf32>` to a function";
        cx.warn_nothing_emitted(module, "graph constants with elements", remedy);
    }
    // Every constant is checked before the first byte is written.
    for &(_, constant) in &parts {
        check_bytes(constant, &models.tensors[constant.tensor])?;
    }
    let mut written = 0;
    for (start, constant) in parts {
        let bytes = bytes_of(constant, &models.tensors[constant.tensor])?;
        let padding = usize::try_from(start - written).unwrap_or_default();
        out.write_all(&vec![0; padding])?;
        out.write_all(&bytes)?;
        written = start + bytes.len() as u64;
    }
    Ok(())
}

/// Returns the constants in the file, each with its first byte.
fn parts<'a, 'm>(
    models: &'a GraphModels<'m>,
    storage: &GraphStorage,
) -> Vec<(u64, &'a ConstantModel<'m>)> {
    let graphs = models.graphs.iter().zip(&storage.constants);
    let all = graphs.flat_map(|(graph, places)| graph.constants.iter().zip(places));
    let in_file = all.filter_map(|(constant, place)| match place {
        ConstantStorage::File(start) => Some((*start, constant)),
        ConstantStorage::Array | ConstantStorage::Host(_) => None,
    });
    in_file.collect()
}
