//! The graph of another compiler: a VGF file, or a SPIR-V module with the constants of the function.

use super::names::{NONE, TENSOR, refused};
use crate::emitter::{EmitContext, GraphFile};
use crate::spirv_graph::{
    GraphEntryPoint, SpirvGraph, SpirvGraphs, SpirvTensor, element_name, format_element, words,
};
use crate::vgf_file::{
    BindingSlot, DescriptorSet, GraphConstantBinding, ModuleCode, ModuleKind, NamedSlot,
    ResourceCategory, VgfConstant, VgfFile, VgfModule, VgfResource, VgfSegment,
};
use crate::vk_graph::elements::ConstantElements;
use ir::data_graph::{CONSTANT_ID_ATTR, DataGraph, GRAPH_ID_ATTR, origin};
use ir::diag::{Diag, code};
use ir::module::{Module, Value};
use ir::source::Span;
use ir::types::Signedness;
use ir::vulkan::{VkFormat, all_formats, element_of};
use ir::{Registry, TypeKind, Verified};
use std::collections::BTreeMap;

/// Reads the graph that the user names; `None` if there is none. It has this number of inputs.
///
/// # Errors
/// The file has no graph, or declares a constant that the function does not have.
pub(super) fn graph(
    module: &Verified,
    cx: &EmitContext<'_>,
    function: &DataGraph,
    inputs: usize,
) -> Result<Option<VgfFile>, Diag> {
    let Some(file) = cx.graph else { return Ok(None) };
    let fault = |reason: &str| {
        let message = format!("`{}` has no data graphs: {reason}", file.name);
        Diag::error(code::FILE, Span::NONE, message)
    };
    let Some(words) = words(file.bytes) else {
        return VgfFile::read(file.bytes).map(Some).map_err(|found| fault(&found.message));
    };
    let graph = SpirvGraphs::read_single(&words).map_err(|found| fault(&found.message))?;
    let SpirvGraph { entry_point, constants } = &graph;
    let own = OwnConstants::read(module, cx.registry, function)?;
    let mut writer = GraphWriter { file: VgfFile::default(), sets: BTreeMap::new() };
    writer.add_interface(entry_point, inputs).map_err(|reason| fault(&reason))?;
    let mut bound = Vec::new();
    for (id, tensor) in constants {
        let bytes = own.bytes(*id, tensor, constants);
        let bytes = bytes.map_err(|reason| own.fault(module, function, file, *id, &reason))?;
        let constant = writer.add_constant(tensor, bytes).map_err(|reason| fault(&reason))?;
        bound.push(GraphConstantBinding { id: *id, constant });
    }
    Ok(Some(writer.finish(entry_point, words, bound)))
}

/// The constants of a function, in program order.
struct OwnConstants<'m>(Vec<OwnConstant<'m>>);

struct OwnConstant<'m> {
    id: Option<u32>,
    /// The name of the element type in SPIR-V.
    element: String,
    elements: ConstantElements<'m>,
}

impl<'m> OwnConstants<'m> {
    fn read(
        module: &'m Module,
        registry: &Registry,
        function: &DataGraph,
    ) -> Result<OwnConstants<'m>, Diag> {
        let mut found = Vec::new();
        for &value in &function.constants {
            let elements = ConstantElements::from_value(module, registry, value);
            let elements = elements.map_err(|reason| {
                refused(
                    module.definition_location(value),
                    &format!("a constant of the graph: {reason}"),
                )
            })?;
            let TypeKind::Tensor { elem, .. } = *module.kind(value) else { continue };
            let element = element_name(module.ctx.kind(elem));
            // The content of an argument is not known here.
            let (Some(elements), Some(element)) = (elements, element) else { continue };
            found.push(OwnConstant { id: stated_id(module, registry, value), element, elements });
        }
        Ok(OwnConstants(found))
    }

    /// Returns the bytes of the constant with an id: the one that states it, or the only one without an id of its type, if
    /// the graph has one such constant as well.
    fn bytes(
        &self,
        id: u32,
        tensor: &SpirvTensor,
        declared: &[(u32, SpirvTensor)],
    ) -> Result<Vec<u8>, String> {
        let stated = self.0.iter().find(|own| own.id == Some(id));
        let own = match stated {
            Some(own) if own.has_type(tensor) => own,
            Some(own) => {
                return Err(format!(
                    "the constant with this id has the dims {:?} of `{}`",
                    own.elements.lengths(),
                    own.element
                ));
            }
            None => {
                let of_type: Vec<_> =
                    self.0.iter().filter(|own| own.id.is_none() && own.has_type(tensor)).collect();
                let is_stated = |id: &u32| self.0.iter().any(|own| own.id == Some(*id));
                let equal = declared.iter().filter(|(id, other)| other == tensor && !is_stated(id));
                match (of_type.as_slice(), equal.count()) {
                    (&[own], 1) => own,
                    (own, equal) => {
                        let own = own.len();
                        return Err(format!(
                            "its type has {own} constants in the function, and {equal} in the graph"
                        ));
                    }
                }
            }
        };
        own.elements.packed_bytes()
    }

    fn fault(
        &self,
        module: &Module,
        function: &DataGraph,
        file: GraphFile<'_>,
        id: u32,
        reason: &str,
    ) -> Diag {
        let name = file.name;
        let reason = format!("constant {id} of `{name}` is not found: {reason}");
        refused(module.location(function.function), &reason).note(
            "join a VGF file, which contains its constants, or state each id by `layout.vk_constant`",
        )
    }
}

impl OwnConstant<'_> {
    fn has_type(&self, tensor: &SpirvTensor) -> bool {
        let has_dims = tensor.dims.as_ref().is_none_or(|dims| dims == self.elements.lengths());
        has_dims && tensor.element == self.element
    }
}

/// Returns the id that the op of a constant states.
fn stated_id(module: &Module, registry: &Registry, value: Value) -> Option<u32> {
    let op = origin(module, registry, value)?;
    let stated =
        [CONSTANT_ID_ATTR, GRAPH_ID_ATTR].into_iter().find_map(|key| module.int_attr(op, key));
    stated.and_then(|id| u32::try_from(id).ok())
}

/// A file of one graph.
struct GraphWriter {
    file: VgfFile,
    /// The bindings of each descriptor set.
    sets: BTreeMap<u32, Vec<BindingSlot>>,
}

impl GraphWriter {
    /// Adds the tensors of the interface, of which the first ones are inputs.
    fn add_interface(
        &mut self,
        entry_point: &GraphEntryPoint,
        inputs: usize,
    ) -> Result<(), String> {
        for (at, tensor) in entry_point.interface.iter().enumerate() {
            let category =
                if at < inputs { ResourceCategory::Input } else { ResourceCategory::Output };
            let resource = resource(&tensor.tensor, category, TENSOR)?;
            let resource = self.file.add_resource(resource);
            let slot = BindingSlot { binding: tensor.binding, resource };
            self.sets.entry(tensor.set).or_default().push(slot);
            let ends = if at < inputs { &mut self.file.inputs } else { &mut self.file.outputs };
            ends.push(NamedSlot { name: String::new(), slot });
        }
        Ok(())
    }

    fn add_constant(&mut self, tensor: &SpirvTensor, bytes: Vec<u8>) -> Result<u32, String> {
        let resource = resource(tensor, ResourceCategory::Constant, NONE)?;
        let resource = self.file.add_resource(resource);
        Ok(self.file.add_constant(VgfConstant { resource, sparsity: None, bytes }))
    }

    fn finish(
        mut self,
        entry_point: &GraphEntryPoint,
        words: Vec<u32>,
        constants: Vec<GraphConstantBinding>,
    ) -> VgfFile {
        let name = entry_point.name.clone();
        let module = self.file.add_module(VgfModule {
            kind: ModuleKind::Graph,
            name: name.clone(),
            entry_point: name.clone(),
            code: ModuleCode::Spirv(words),
        });
        let sets = self.sets.into_iter();
        let slots = |ends: &[NamedSlot]| ends.iter().map(|end| end.slot).collect::<Vec<_>>();
        self.file.segments.push(VgfSegment {
            kind: ModuleKind::Graph,
            name,
            module,
            sets: sets.map(|(index, bindings)| DescriptorSet { index, bindings }).collect(),
            inputs: slots(&self.file.inputs),
            outputs: slots(&self.file.outputs),
            constants,
            ..VgfSegment::default()
        });
        self.file
    }
}

/// Returns the resource of a tensor type of SPIR-V.
fn resource(
    tensor: &SpirvTensor,
    category: ResourceCategory,
    descriptor_type: u32,
) -> Result<VgfResource, String> {
    let element = &tensor.element;
    let format =
        format(element).ok_or_else(|| format!("no Vulkan format has elements `{element}`"))?;
    let shape = tensor.dims.clone().ok_or("its module does not state the dims of its tensors")?;
    let format = format.value as u32;
    Ok(VgfResource { category, descriptor_type, format, shape, ..VgfResource::default() })
}

/// Returns the format of an element type by its name in SPIR-V. Integers are signed, as those of ARM's converter.
fn format(element: &str) -> Option<&'static VkFormat> {
    all_formats().find(|format| {
        let kind = element_of(format);
        let is_unsigned =
            matches!(kind, Some(TypeKind::Integer { sign: Signedness::Unsigned, .. }));
        !is_unsigned && format_element(format).is_some_and(|name| name == element)
    })
}
