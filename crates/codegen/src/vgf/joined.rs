//! The graph of another file, whose segments are joined: its inputs and outputs become resources of the new file.

use super::assembly::AliasGroups;
use super::format::{
    BindingSlot, CONSTANT, Constant, ConstantBinding, DescriptorSet, INTERMEDIATE, Resource,
    Segment, UNSET, VgfFile,
};
use super::{TENSOR, descriptor_name, format_name};
use ir::vulkan::VkFormat;
use std::collections::BTreeMap;

/// Checks that an input or output of a graph is a tensor with these dims and this format.
///
/// # Errors
/// The first property that differs, with both values.
pub(super) fn check_tensor(
    declared: &Resource,
    dims: &[i64],
    format: &VkFormat,
) -> Result<(), String> {
    if declared.descriptor != TENSOR {
        let kind = descriptor_name(declared.descriptor);
        return Err(format!("the graph reads it as `{kind}`, but a tensor is expected"));
    }
    if i64::from(declared.format) != format.value {
        let found = format.name;
        let expected = format_name(declared.format);
        return Err(format!("its format is `{found}`, but the graph has `{expected}`"));
    }
    let shape = declared.shape.as_ref();
    let expected = shape.map_or(&[][..], |shape| &shape.dims);
    // Vulkan has no tensors of rank 0: a scalar has one dim of length 1.
    if expected != dims && !(expected.is_empty() && dims == [1]) {
        return Err(format!(
            "its dims in memory are {dims:?}, but those of the graph {expected:?}"
        ));
    }
    match shape.map(|shape| shape.strides.as_slice()) {
        None | Some([]) => Ok(()),
        Some(strides) => Err(format!("the graph states its strides, {strides:?}, already")),
    }
}

/// Appends the modules, resources, constants and segments of a graph. `ends` are the resources of its inputs and outputs.
///
/// # Errors
/// A constant has more dims than a runtime reads.
pub(super) fn append(
    file: &mut VgfFile,
    groups: &mut AliasGroups,
    graph: &VgfFile,
    [inputs, outputs]: &[Vec<u32>; 2],
) -> Result<(), String> {
    let slots = graph.sequence.inputs.iter().chain(&graph.sequence.outputs);
    let of_ends = slots.map(|slot| slot.resource).zip(inputs.iter().chain(outputs).copied());
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    for (old, new) in of_ends {
        if numbers.insert(old, new).is_some_and(|other| other != new) {
            return Err(format!("resource {old} of the graph is an input or output twice"));
        }
    }
    let mut of_groups: BTreeMap<u32, u32> = BTreeMap::new();
    for (old, resource) in (0..).zip(&graph.resources) {
        let rank = resource.shape.as_ref().map_or(0, |shape| shape.dims.len());
        if resource.category == CONSTANT && rank > MAX_CONSTANT_RANK {
            return Err(format!(
                "a constant of the graph has {rank} dims, but runtimes read {MAX_CONSTANT_RANK}"
            ));
        }
        let number = *numbers.entry(old).or_insert_with(|| {
            let category = match resource.category {
                CONSTANT => CONSTANT,
                _ => INTERMEDIATE,
            };
            let alias_group = UNSET;
            file.add_resource(Resource { category, alias_group, ..resource.clone() })
        });
        if resource.alias_group != UNSET {
            join_group(file, groups, &mut of_groups, (number, resource.alias_group));
        }
    }
    let modules: Vec<u32> =
        graph.modules.iter().map(|module| file.add_module(module.clone())).collect();
    let constants = graph.constants.iter().map(|constant| {
        let resource = renumbered(&numbers, constant.resource);
        file.add_constant(Constant { resource, ..constant.clone() })
    });
    let constants: Vec<u32> = constants.collect();
    for segment in &graph.sequence.segments {
        file.sequence.segments.push(joined_segment(segment, &numbers, &modules, &constants));
    }
    Ok(())
}

/// Adds a resource to the group that stands for a group of the graph.
fn join_group(
    file: &mut VgfFile,
    groups: &mut AliasGroups,
    of_groups: &mut BTreeMap<u32, u32>,
    (number, old): (u32, u32),
) {
    let own = file.resources[number as usize].alias_group;
    let joined = match of_groups.get(&old) {
        Some(&joined) => joined,
        None if own == UNSET => groups.claim(),
        None => own,
    };
    of_groups.insert(old, joined);
    for resource in file.resources.iter_mut().filter(|it| own != UNSET && it.alias_group == own) {
        resource.alias_group = joined;
    }
    file.resources[number as usize].alias_group = joined;
}

/// Returns the new number of an entry. The reader of the file checked that the old one is in range.
fn renumbered(numbers: &BTreeMap<u32, u32>, old: u32) -> u32 {
    numbers.get(&old).copied().unwrap_or(UNSET)
}

/// Returns a segment with the numbers of the new file.
fn joined_segment(
    segment: &Segment,
    resources: &BTreeMap<u32, u32>,
    modules: &[u32],
    constants: &[u32],
) -> Segment {
    let slots = |slots: &[BindingSlot]| -> Vec<BindingSlot> {
        let slots = slots.iter();
        slots
            .map(|it| BindingSlot { resource: renumbered(resources, it.resource), ..*it })
            .collect()
    };
    let sets = segment.sets.iter();
    let bindings = segment.constant_bindings.iter();
    Segment {
        kind: segment.kind,
        name: segment.name.clone(),
        module: modules[segment.module as usize],
        sets: sets.map(|it| DescriptorSet { bindings: slots(&it.bindings), set: it.set }).collect(),
        inputs: slots(&segment.inputs),
        outputs: slots(&segment.outputs),
        constants: segment.constants.iter().map(|&at| constants[at as usize]).collect(),
        dispatch: segment.dispatch.clone(),
        push_constants: segment.push_constants.clone(),
        constant_bindings: bindings
            .map(|it| ConstantBinding { constant: constants[it.constant as usize], ..*it })
            .collect(),
    }
}

/// The greatest rank of a constant that ARM's scenario runner reads.
const MAX_CONSTANT_RANK: usize = crate::limits::CONSTANT_RANK as usize;
