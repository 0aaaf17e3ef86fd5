//! The join of the graphs of a module with those of another compiler, a VGF file or a SPIR-V module: its bindings and ids of
//! constants replace those that layoutc chose, and its shapes and element types must be those of the descriptions.

mod constants;

use super::model::{GraphModel, GraphModels, ResourceModel};
use crate::emitter::GraphFile;
use crate::spirv_graph::{
    GraphEntryPoint, SpirvFault, SpirvGraph, SpirvGraphs, SpirvTensor, format_element, words,
};
use crate::vgf_file::{ModuleCode, ModuleKind, VgfFile, VgfSegment};
use crate::vk::SizedDescription;
use ir::diag::{Diag, code, counted};
use ir::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The rule that requires exactly the constants of the SPIR-V module.
const CONSTANTS_RULE: &str = "VUID-RuntimeSpirv-pNext-09921";

/// The rule that requires the resources of the SPIR-V module.
const RESOURCES_RULE: &str = "VUID-RuntimeSpirv-pNext-09923";

/// A graph of the file.
struct FileGraph {
    entry_point: GraphEntryPoint,
    constants: Vec<FileConstant>,
}

/// A graph constant of the file.
struct FileConstant {
    id: u32,
    tensor: SpirvTensor,
    /// The content; `None` if the file does not contain it.
    bytes: Option<Vec<u8>>,
}

/// Joins the graphs of a module with those of a file.
///
/// # Errors
/// The file has no graphs that layoutc reads, or a graph of it differs from that of the module.
pub(super) fn join(models: &mut GraphModels<'_>, file: GraphFile<'_>) -> Result<(), Diag> {
    let graphs = graphs(file.bytes).map_err(|reason| {
        let message = format!("`{}` has no data graphs: {reason}", file.name);
        Diag::error(code::FILE, Span::NONE, message)
    })?;
    if graphs.len() != models.graphs.len() {
        let [ours, theirs] = [models.graphs.len(), graphs.len()];
        let message = format!(
            "the module has {} with tensors, but `{}` has {}",
            counted(ours, "function"),
            file.name,
            counted(theirs, "graph")
        );
        return Err(Diag::error(code::VULKAN_RULE, Span::NONE, message));
    }
    let GraphModels { tensors, graphs: models } = models;
    for (model, graph) in models.iter_mut().zip(graphs) {
        Join { tensors, file: file.name }.graph(model, graph)?;
    }
    Ok(())
}

/// Returns the graphs of a file, in order.
fn graphs(bytes: &[u8]) -> Result<Vec<FileGraph>, String> {
    if let Some(words) = words(bytes) {
        return Ok(vec![single(&words, None).map_err(|fault| fault.to_string())?]);
    }
    let file = VgfFile::read(bytes).map_err(|fault| fault.to_string())?;
    let segments = file.segments.iter().filter(|segment| segment.kind == ModuleKind::Graph);
    let graphs = segments.map(|segment| {
        let name = &segment.name;
        of_segment(&file, segment).map_err(|reason| format!("segment `{name}`: {reason}"))
    });
    let graphs = graphs.collect::<Result<Vec<_>, String>>()?;
    match graphs.is_empty() {
        true => Err("its segments are shaders".to_owned()),
        false => Ok(graphs),
    }
}

fn of_segment(file: &VgfFile, segment: &VgfSegment) -> Result<FileGraph, String> {
    let module = &file.modules[segment.module as usize];
    let ModuleCode::Spirv(words) = &module.code else {
        return Err("its module has no SPIR-V".to_owned());
    };
    let mut graph = single(words, Some(&module.entry_point)).map_err(|fault| fault.to_string())?;
    let mut bytes: BTreeMap<u32, &[u8]> = BTreeMap::new();
    for binding in &segment.constants {
        bytes.insert(binding.id, &file.constants[binding.constant as usize].bytes);
    }
    let declared: BTreeSet<u32> = graph.constants.iter().map(|constant| constant.id).collect();
    if !declared.iter().eq(bytes.keys()) {
        let bound: Vec<u32> = bytes.into_keys().collect();
        let declared: Vec<u32> = declared.into_iter().collect();
        return Err(format!(
            "it binds the graph constants {bound:?}, but its module declares {declared:?}"
        ));
    }
    for constant in &mut graph.constants {
        constant.bytes = bytes.get(&constant.id).map(|bytes| bytes.to_vec());
    }
    Ok(graph)
}

/// Returns the only graph of a SPIR-V module, which must have the expected name.
fn single(words: &[u32], expected: Option<&str>) -> Result<FileGraph, SpirvFault> {
    let SpirvGraph { entry_point, constants } = SpirvGraphs::read_single(words)?;
    let name = &entry_point.name;
    if let Some(expected) = expected.filter(|expected| expected != name) {
        let message =
            format!("the graph of the SPIR-V module must be `{expected}`, but is `{name}`");
        return Err(SpirvFault { message });
    }
    let constants = constants.into_iter();
    let constants = constants.map(|(id, tensor)| FileConstant { id, tensor, bytes: None });
    Ok(FileGraph { entry_point, constants: constants.collect() })
}

struct Join<'a> {
    tensors: &'a [SizedDescription<'a>],
    file: &'a str,
}

impl Join<'_> {
    fn graph(&self, model: &mut GraphModel<'_>, graph: FileGraph) -> Result<(), Diag> {
        let name = graph.entry_point.name.clone();
        let theirs = format!("`{name}` of `{}`", self.file);
        let symbol = model.symbol;
        let place = &model.location;
        let counts = [
            ("resource", RESOURCES_RULE, model.resources.len(), graph.entry_point.interface.len()),
            ("graph constant", CONSTANTS_RULE, model.constants.len(), graph.constants.len()),
        ];
        for (what, rule, own, declared) in counts {
            if own != declared {
                let own = counted(own, what);
                let message = format!(
                    "`@{symbol}` violates {rule}: it has {own}, but {theirs} has {declared}"
                );
                let diag = Diag::error(code::VULKAN_RULE, place.clone(), message);
                return Err(diag.note(
                    "convert the output of `--emit=tosa` for the same target, so that both have the same constants",
                ));
            }
        }
        for (resource, joined) in model.resources.iter_mut().zip(&graph.entry_point.interface) {
            let label = resource.label();
            self.compare(&label, resource.tensor, &joined.tensor, &theirs, RESOURCES_RULE)
                .map_err(|text| Diag::error(code::VULKAN_RULE, place.clone(), text))?;
            let ResourceModel { set, binding, .. } = resource;
            (*set, *binding) = (joined.set, joined.binding);
        }
        self.constants(&mut model.constants, &graph.constants, &theirs)?;
        model.entry_point = Some(name);
        Ok(())
    }

    /// Compares the dims and the element type of a description with those of SPIR-V.
    fn compare(
        &self,
        label: &str,
        tensor: usize,
        joined: &SpirvTensor,
        theirs: &str,
        rule: &str,
    ) -> Result<(), String> {
        let (own, element) = self.shape_of(tensor);
        if let Some(dims) = joined.dims.as_ref().filter(|dims| **dims != own) {
            return Err(format!(
                "{label} violates {rule}: it has the dims {own:?}, but {theirs} has {dims:?}"
            ));
        }
        if element != joined.element {
            let joined = &joined.element;
            return Err(format!(
                "{label} violates {rule}: its elements are `{element}`, but those of {theirs} are `{joined}`"
            ));
        }
        Ok(())
    }

    /// Returns the dims of a description, and the name of its element type in SPIR-V.
    fn shape_of(&self, tensor: usize) -> (Vec<i64>, String) {
        let memory = &self.tensors[tensor].description.memory;
        let format = memory.format();
        let element = format_element(format).unwrap_or_else(|| format.name.to_owned());
        (memory.dims(), element)
    }
}
