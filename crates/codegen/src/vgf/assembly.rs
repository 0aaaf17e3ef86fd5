//! The resources and segments of a file.

use super::border::{Border, Copy};
use super::joined::{self, AliasGroups};
use super::memory::ValueMemory;
use super::names::{STORAGE_BUFFER, TENSOR, refused};
use crate::emitter::EmitContext;
use crate::spirv::{self, ReorderEntry};
use crate::vgf_file::{
    BindingSlot, DescriptorSet, ModuleCode, ModuleKind, NamedSlot, ResourceCategory, VgfFile,
    VgfModule, VgfResource, VgfSegment,
};
use ir::Verified;
use ir::arena;
use ir::descriptor::Layouts;
use ir::diag::{Diag, code, counted};
use ir::module::Value;
use rspirv::binary::Assemble;
use std::collections::{BTreeMap, BTreeSet};

/// A file that is being written.
pub(super) struct Assembly<'a, 'm> {
    module: &'m Verified,
    cx: &'a EmitContext<'m>,
    border: &'a Border<'m>,
    file: VgfFile,
    /// The memory of arguments, results, and operands and results of segments.
    values: BTreeMap<Value, ValueMemory>,
    /// By the first value of a buffer.
    buffers: BTreeMap<Value, BufferResources>,
    groups: AliasGroups,
}

/// The resources of a buffer.
#[derive(Default)]
struct BufferResources {
    /// The storage buffer that kernels access.
    storage: Option<u32>,
    /// The tensor that the graph accesses, for each of its values.
    tensors: BTreeMap<Value, u32>,
}

impl BufferResources {
    /// Returns the resource that the host accesses: the tensor, if there is one.
    fn of_host(&self) -> Option<u32> {
        self.tensors.values().next().copied().or(self.storage)
    }

    fn all(&self) -> impl Iterator<Item = u32> {
        self.storage.into_iter().chain(self.tensors.values().copied())
    }
}

impl<'a, 'm> Assembly<'a, 'm> {
    /// Returns an empty file for a function.
    ///
    /// # Errors
    /// A value at the border has no memory that a resource describes, or shares it with another argument or result.
    pub(super) fn new(
        module: &'m Verified,
        cx: &'a EmitContext<'m>,
        border: &'a Border<'m>,
    ) -> Result<Assembly<'a, 'm>, Diag> {
        let layouts = Layouts::new(module, cx.registry);
        let copies = border.leading.iter().chain(&border.trailing);
        let ends = copies.flat_map(|copy| [copy.source, copy.target]);
        let ends = ends.chain(border.graph_inputs.iter().chain(&border.graph_outputs).copied());
        let of_host = border.arguments.iter().chain(&border.results).copied();
        let used: BTreeSet<Value> = ends.chain(of_host.clone()).collect();
        let values = used
            .into_iter()
            .map(|value| Ok((value, ValueMemory::new(module, &layouts, border, value)?)));
        let values = values.collect::<Result<_, Diag>>()?;
        let mut taken = BTreeMap::new();
        for value in of_host {
            if let Some(other) = taken.insert(border.buffer(value), value) {
                let [name, other_name] = [value, other].map(|value| border.name(value));
                let reason = match value == other {
                    true => format!(
                        "`{name}` is twice an input or output, but those of a model are distinct"
                    ),
                    false => format!(
                        "`{name}` shares its memory with `{other_name}`, but inputs and outputs of a model are distinct"
                    ),
                };
                let diag = refused(module.location(border.function), &reason);
                return Err(diag.note("copy one of them by a `layout.reorder`"));
            }
        }
        let file = VgfFile::default();
        let buffers = BTreeMap::new();
        let groups = AliasGroups::default();
        Ok(Assembly { module, cx, border, file, values, buffers, groups })
    }

    /// Adds the resources of every buffer: those of arguments, of results, and then all others.
    ///
    /// # Errors
    /// A tensor of the graph is not the tensor of the value.
    pub(super) fn add_resources(
        &mut self,
        kernels: &[ReorderEntry<'_>],
        graph: Option<&VgfFile>,
    ) -> Result<(), Diag> {
        let border = self.border;
        let of_host = border.arguments.iter().chain(&border.results).copied();
        let copies = border.leading.iter().chain(&border.trailing);
        let ends = copies.flat_map(|copy| [copy.source, copy.target]);
        let graph_values = border.graph_inputs.iter().chain(&border.graph_outputs).copied();
        let accessed: BTreeSet<Value> = ends.clone().map(|value| border.buffer(value)).collect();
        let in_graph: BTreeSet<Value> =
            graph_values.clone().map(|value| border.buffer(value)).collect();
        for value in of_host.chain(ends) {
            let buffer = border.buffer(value);
            if self.buffers.contains_key(&buffer) {
                continue;
            }
            let mut resources = BufferResources::default();
            if accessed.contains(&buffer) || !in_graph.contains(&buffer) {
                resources.storage = Some(self.add_storage(value, kernels));
            }
            self.buffers.insert(buffer, resources);
        }
        if let Some(graph) = graph {
            self.add_tensors(graph)?;
        }
        let shared: Vec<Vec<u32>> =
            self.buffers.values().map(|it| it.all().collect::<Vec<_>>()).collect();
        for resources in shared.iter().filter(|resources| resources.len() > 1) {
            let group = self.groups.claim();
            resources.iter().for_each(|&at| self.resource(at).alias_group = Some(group));
        }
        self.set_categories();
        if graph.is_none() {
            self.share_arena();
        }
        Ok(())
    }

    fn resource(&mut self, number: u32) -> &mut VgfResource {
        &mut self.file.resources[number as usize]
    }

    /// Adds the storage buffer of a value. It is as large as the last byte of any value in it.
    fn add_storage(&mut self, value: Value, kernels: &[ReorderEntry<'_>]) -> u32 {
        let border = self.border;
        let buffer = border.buffer(value);
        let in_buffer = self.values.iter().filter(|(it, _)| border.buffer(**it) == buffer);
        let bytes = in_buffer.map(|(_, memory)| memory.bytes).max().unwrap_or(0);
        let copies = border.leading.iter().chain(&border.trailing);
        let accesses = copies.filter(|copy| {
            [copy.source, copy.target].map(|it| border.buffer(it)).contains(&buffer)
        });
        let integers = spirv::storage_integers(self.cx);
        let multiples = accesses.filter_map(|copy| kernel(kernels, copy));
        let multiple = multiples.map(|(_, it)| it.size_multiple(integers)).max().unwrap_or(1);
        let whole = bytes.unsigned_abs().next_multiple_of(multiple.into());
        let memory = &self.values[&value];
        let size = memory.memory.format().bytes;
        let dims = memory.filled_dims(whole.cast_signed()).filter(|dims| dims.len() <= MAX_RANK);
        let dims = dims.unwrap_or_else(|| vec![whole.div_ceil(size).cast_signed()]);
        let format = memory.memory.format().value as u32;
        self.file.add_resource(VgfResource {
            category: ResourceCategory::Intermediate,
            descriptor_type: STORAGE_BUFFER,
            format,
            shape: dims,
            ..VgfResource::default()
        })
    }

    /// Adds the tensors that a graph reads and returns.
    fn add_tensors(&mut self, graph: &VgfFile) -> Result<(), Diag> {
        let border = self.border;
        let both = [
            ("input", &border.graph_inputs, &graph.inputs),
            ("output", &border.graph_outputs, &graph.outputs),
        ];
        let mut taken = BTreeMap::new();
        for (what, values, ends) in both {
            if values.len() != ends.len() {
                let names: Vec<String> =
                    values.iter().map(|&value| format!("`{}`", border.name(value))).collect();
                let [count, found] = [values.len(), ends.len()].map(|count| counted(count, what));
                let reason = format!(
                    "the graph of its function has {count} ({}), but the file of the graph has {found}",
                    names.join(", ")
                );
                let diag = refused(self.module.location(border.function), &reason);
                return Err(diag.note(
                    "the graph is the function without the `layout.reorder` and `layout.view` ops at its border",
                ));
            }
            for (&value, end) in values.iter().zip(ends) {
                if let Some(other) = taken.insert(end.slot.resource, value) {
                    let [value, other] = [value, other].map(|value| border.name(value));
                    let reason = format!(
                        "`{other}` and `{value}` are one resource in the graph, but its inputs and outputs must be distinct"
                    );
                    return Err(refused(self.module.location(border.function), &reason));
                }
                self.warn_if_ambiguous(value);
                let (shape, strides) =
                    self.tensor_shape(value, &graph.resources[end.slot.resource as usize])?;
                let format = self.values[&value].memory.format().value as u32;
                let tensor = self.file.add_resource(VgfResource {
                    category: ResourceCategory::Intermediate,
                    descriptor_type: TENSOR,
                    format,
                    shape,
                    strides,
                    ..VgfResource::default()
                });
                let buffer = self.buffers.entry(border.buffer(value)).or_default();
                buffer.tensors.insert(value, tensor);
            }
        }
        Ok(())
    }

    /// Reports a value that the dims of the graph do not distinguish from the argument or result that is converted.
    fn warn_if_ambiguous(&self, value: Value) {
        let border = self.border;
        let ends = border.converted(value);
        for end in ends.into_iter().filter(|&end| end != value) {
            let [own, other] = [value, end].map(|it| &self.values[&it].memory);
            if own.format() != other.format()
                || own.dims() != other.dims()
                || !other.is_packed()
                || self.values[&end].is_in_order
            {
                continue;
            }
            let [name, other] = [value, end].map(|it| border.name(it));
            let message = format!(
                "`{name}` and `{other}` have equal dims in memory, so the file does not show which of them is \
                 the tensor of the graph"
            );
            let place = self.module.type_location(end);
            let warning = Diag::warning(code::OUTPUT, place, message)
                .note(format!("it is assumed to be `{name}`, which is row major"));
            self.cx.warnings.borrow_mut().push(warning);
        }
    }

    /// Returns the dims and strides of the tensor of a value, which a graph declares as `declared`.
    fn tensor_shape(
        &self,
        value: Value,
        declared: &VgfResource,
    ) -> Result<(Vec<i64>, Vec<i64>), Diag> {
        let found = &self.values[&value];
        let fault = |reason: String| {
            let name = self.border.name(value);
            let reason = format!("`{name}` is not the tensor of the graph: {reason}");
            refused(self.module.type_location(value), &reason)
        };
        // The contents of an unused tensor have no order.
        if self.border.unused.contains(&value)
            && found.filled_bytes() == joined::packed_bytes(declared)
        {
            return Ok((declared.shape.clone(), Vec::new()));
        }
        let dims = found.memory.dims();
        joined::check_tensor(declared, &dims, found.memory.format()).map_err(fault)?;
        if !found.is_in_order {
            return Err(fault(
                "the tensors of TOSA are row major, but its dims are permuted".to_owned(),
            )
            .note("convert it by a `layout.reorder` to row major, which becomes a kernel"));
        }
        let limit = self.cx.target.map(|target| target.limits.max_dimension_count);
        let limit = limit.map_or(MAX_RANK, |limit| limit as usize);
        if dims.len() > limit {
            let rank = dims.len();
            return Err(fault(format!("it has {rank} dims, but the device allows {limit}")));
        }
        if found.offset != 0 {
            let offset = found.offset;
            return Err(fault(format!(
                "it begins at byte {offset} of its buffer, but resources begin at byte 0"
            )));
        }
        let Some(reason) = found.not_packed() else {
            return Ok((dims, Vec::new()));
        };
        if self.cx.options.get("vgf-strides") != "true" {
            let reason = format!("without strides it must be packed, but {reason}");
            let packed = found.packed_strides().unwrap_or_default();
            return Err(fault(reason)
                .note(format!(
                    "convert it by a `layout.reorder` whose types have `strides`, {packed:?} for the graph: it becomes a kernel"
                ))
                .note("use `--vgf-strides` for a runtime that reads strides"));
        }
        Ok((dims, found.memory.strides().unwrap_or_default()))
    }

    /// Sets the categories of the resources that the host accesses.
    fn set_categories(&mut self) {
        let border = self.border;
        for (values, category) in [
            (&border.arguments, ResourceCategory::Input),
            (&border.results, ResourceCategory::Output),
        ] {
            for &value in values {
                if let Some(resource) = self.of_host(value) {
                    self.resource(resource).category = category;
                }
            }
        }
    }

    /// Returns the resource through which the host accesses an argument or a result.
    fn of_host(&self, value: Value) -> Option<u32> {
        self.buffers.get(&self.border.buffer(value))?.of_host()
    }

    /// Joins the buffers that `plan-memory` placed at the same offset of the arena: they are never live together, as the
    /// segments are in program order. Buffers at different offsets have memory of their own, because the groups have no
    /// offsets.
    fn share_arena(&mut self) {
        let mut at_offset: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for (&value, resources) in &self.buffers {
            let Some(range) = arena::range(self.module, value) else { continue };
            let own = resources.all().filter(|&at| {
                self.file.resources[at as usize].category == ResourceCategory::Intermediate
            });
            at_offset.entry(range.offset).or_default().extend(own);
        }
        for resources in at_offset.values().filter(|resources| resources.len() > 1) {
            let group = self.groups.claim();
            resources.iter().for_each(|&at| self.resource(at).alias_group = Some(group));
        }
    }

    /// Adds the segments, and returns the file.
    ///
    /// # Errors
    /// A kernel exceeds a limit of SPIR-V, or the graph has an entry that cannot be joined.
    pub(super) fn finish(
        mut self,
        kernels: &[ReorderEntry<'_>],
        graph: Option<&VgfFile>,
    ) -> Result<VgfFile, Diag> {
        let border = self.border;
        let mut modules = BTreeMap::new();
        for copy in &border.leading {
            self.add_conversion(copy, kernels, &mut modules)?;
        }
        if let Some(graph) = graph {
            let tensors = |values: &[Value]| {
                let tensors = values.iter().filter_map(|&value| {
                    self.buffers.get(&border.buffer(value))?.tensors.get(&value).copied()
                });
                tensors.collect::<Vec<u32>>()
            };
            let ends = [tensors(&border.graph_inputs), tensors(&border.graph_outputs)];
            joined::append(&mut self.file, &mut self.groups, graph, &ends)
                .map_err(|reason| refused(self.module.location(border.function), &reason))?;
        }
        self.check_distinct()?;
        for copy in &border.trailing {
            self.add_conversion(copy, kernels, &mut modules)?;
        }
        let ends = border.arguments.iter().chain(&border.results);
        let slots = ends.filter_map(|&value| Some((value, self.of_host(value)?))).zip(0..);
        let slots = slots.map(|((value, resource), binding)| NamedSlot {
            name: border.names.get(value),
            slot: BindingSlot { binding, resource },
        });
        let mut inputs: Vec<NamedSlot> = slots.collect();
        self.file.outputs = inputs.split_off(border.arguments.len());
        self.file.inputs = inputs;
        Ok(self.file)
    }

    /// Checks that no two inputs and outputs are in one alias group: the host has memory for each. The converter joins a
    /// result that equals an argument with it.
    fn check_distinct(&self) -> Result<(), Diag> {
        let border = self.border;
        let mut taken = BTreeMap::new();
        for &value in border.arguments.iter().chain(&border.results) {
            let resource = self.of_host(value).map(|at| &self.file.resources[at as usize]);
            let Some(group) = resource.and_then(|resource| resource.alias_group) else { continue };
            if let Some(other) = taken.insert(group, value) {
                let [value, other] = [value, other].map(|value| border.name(value));
                let reason = format!(
                    "`{other}` and `{value}` share their memory in the graph, but inputs and outputs of a model are distinct"
                );
                return Err(refused(self.module.location(border.function), &reason)
                    .note("convert one of them by a `layout.reorder`"));
            }
        }
        Ok(())
    }

    /// Adds the segment of a conversion. `modules` has the numbers of the modules of kernels.
    fn add_conversion(
        &mut self,
        copy: &Copy,
        kernels: &[ReorderEntry<'_>],
        modules: &mut BTreeMap<usize, u32>,
    ) -> Result<(), Diag> {
        let module = self.module;
        let fault = |reason: &str| refused(module.location(copy.op), reason);
        let (at, entry) = kernel(kernels, copy).ok_or_else(|| fault("it has no kernel"))?;
        let number = match modules.get(&at) {
            Some(&number) => number,
            None => {
                let integers = spirv::storage_integers(self.cx);
                let words = spirv::kernels(&kernels[at..=at], integers)?.assemble();
                let number = self.file.add_module(VgfModule {
                    kind: ModuleKind::Compute,
                    name: entry.name.to_owned(),
                    entry_point: entry.name.to_owned(),
                    code: ModuleCode::Spirv(words),
                });
                modules.insert(at, number);
                number
            }
        };
        let groups = entry.groups().ok_or_else(|| {
            fault("its number of workgroups depends on a length, but a segment states a number")
        })?;
        let mut dispatch = [0; 3];
        for (to, from) in dispatch.iter_mut().zip(groups) {
            *to = u32::try_from(from)
                .map_err(|_| fault("its number of workgroups exceeds 32 bits"))?;
        }
        let slots =
            [copy.source, copy.target].into_iter().zip(0..).filter_map(|(value, binding)| {
                let resource = self.buffers.get(&self.border.buffer(value))?.storage?;
                Some(BindingSlot { binding, resource })
            });
        let bindings: Vec<BindingSlot> = slots.collect();
        let [inputs, outputs] = [0, 1].map(|at| bindings[at..=at].to_vec());
        self.file.segments.push(VgfSegment {
            kind: ModuleKind::Compute,
            name: format!("convert_{}", self.border.names.get(copy.target)),
            module: number,
            sets: vec![DescriptorSet { index: 0, bindings }],
            inputs,
            outputs,
            dispatch,
            ..VgfSegment::default()
        });
        Ok(())
    }
}

/// Returns the kernel of a conversion, with its number.
fn kernel<'k, 'm>(
    kernels: &'k [ReorderEntry<'m>],
    copy: &Copy,
) -> Option<(usize, &'k ReorderEntry<'m>)> {
    kernels.iter().enumerate().find(|(_, entry)| entry.reorders.contains(&copy.op))
}

/// The greatest rank of a tensor that every device has, and of a tensor of a scenario of ARM's scenario runner.
const MAX_RANK: usize = crate::limits::TENSOR_RANK as usize;
