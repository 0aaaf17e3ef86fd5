//! The graph of another file, whose segments are joined: its inputs and outputs become resources of the new file.

use super::names::{TENSOR, descriptor_name, format_name};
use crate::vgf_file::{
    BindingSlot, DescriptorSet, GraphConstantBinding, ResourceCategory, VgfConstant, VgfFile,
    VgfResource, VgfSegment,
};
use ir::layout::checked_product;
use ir::vulkan::{VkFormat, find_registered_value};
use std::collections::BTreeMap;

/// The numbers of alias groups.
#[derive(Default)]
pub(super) struct AliasGroups(u32);

impl AliasGroups {
    /// Returns a new number.
    pub(super) fn claim(&mut self) -> u32 {
        self.0 += 1;
        self.0 - 1
    }
}

/// Checks that an input or output of a graph is a tensor with these dims and this format.
///
/// # Errors
/// The first property that differs, with both values.
pub(super) fn check_tensor(
    declared: &VgfResource,
    dims: &[i64],
    format: &VkFormat,
) -> Result<(), String> {
    if declared.descriptor_type != TENSOR {
        let kind = descriptor_name(declared.descriptor_type);
        return Err(format!("the graph reads it as `{kind}`, but a tensor is expected"));
    }
    if i64::from(declared.format) != format.value {
        let found = format.name;
        let expected = format_name(declared.format);
        return Err(format!("its format is `{found}`, but the graph has `{expected}`"));
    }
    let expected = declared.shape.as_slice();
    // Vulkan has no tensors of rank 0: a scalar has one dim of length 1.
    if expected != dims && !(expected.is_empty() && dims == [1]) {
        return Err(format!(
            "its dims in memory are {dims:?}, but those of the graph {expected:?}"
        ));
    }
    if !declared.strides.is_empty() {
        let strides = &declared.strides;
        return Err(format!("the graph states its strides, {strides:?}, already"));
    }
    Ok(())
}

/// Returns the size in bytes and the format of a packed tensor; `None` for other resources.
pub(super) fn packed_bytes(declared: &VgfResource) -> Option<(i64, i64)> {
    let is_packed = declared.descriptor_type == TENSOR && declared.strides.is_empty();
    let format = find_registered_value(i64::from(declared.format))?;
    let size = i64::try_from(format.bytes).ok()?;
    let lengths = declared.shape.iter().copied().chain([size]);
    let bytes = checked_product(lengths).filter(|_| is_packed)?;
    Some((bytes, format.value))
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
    let slots = graph.inputs.iter().chain(&graph.outputs);
    let of_ends = slots.map(|end| end.slot.resource).zip(inputs.iter().chain(outputs).copied());
    let mut numbers: BTreeMap<u32, u32> = of_ends.collect();
    let mut of_groups: BTreeMap<u32, u32> = BTreeMap::new();
    for (old, resource) in (0..).zip(&graph.resources) {
        let rank = resource.shape.len();
        if resource.category == ResourceCategory::Constant && rank > MAX_CONSTANT_RANK {
            return Err(format!(
                "a constant of the graph has {rank} dims, but runtimes read {MAX_CONSTANT_RANK}"
            ));
        }
        let number = *numbers.entry(old).or_insert_with(|| {
            let category = match resource.category {
                ResourceCategory::Constant => ResourceCategory::Constant,
                _ => ResourceCategory::Intermediate,
            };
            let alias_group = None;
            file.add_resource(VgfResource { category, alias_group, ..resource.clone() })
        });
        if let Some(group) = resource.alias_group {
            join_group(file, groups, &mut of_groups, (number, group));
        }
    }
    let modules: Vec<u32> =
        graph.modules.iter().map(|module| file.add_module(module.clone())).collect();
    let constants = graph.constants.iter().map(|constant| {
        let resource = renumbered(&numbers, constant.resource);
        file.add_constant(VgfConstant { resource, ..constant.clone() })
    });
    let constants: Vec<u32> = constants.collect();
    for segment in &graph.segments {
        file.segments.push(joined_segment(segment, &numbers, &modules, &constants));
    }
    Ok(())
}

/// Adds a resource to the group of the new file that replaces a group of the graph.
fn join_group(
    file: &mut VgfFile,
    groups: &mut AliasGroups,
    of_groups: &mut BTreeMap<u32, u32>,
    (number, old): (u32, u32),
) {
    let own = file.resources[number as usize].alias_group;
    let joined = match of_groups.get(&old) {
        Some(&joined) => joined,
        None => own.unwrap_or_else(|| groups.claim()),
    };
    of_groups.insert(old, joined);
    for resource in file.resources.iter_mut().filter(|it| own.is_some() && it.alias_group == own) {
        resource.alias_group = Some(joined);
    }
    file.resources[number as usize].alias_group = Some(joined);
}

/// Returns the new number of an entry. The reader of the file checked that the old one is in range.
fn renumbered(numbers: &BTreeMap<u32, u32>, old: u32) -> u32 {
    numbers.get(&old).copied().unwrap_or(u32::MAX)
}

/// Returns a segment with the numbers of the new file.
fn joined_segment(
    segment: &VgfSegment,
    resources: &BTreeMap<u32, u32>,
    modules: &[u32],
    constants: &[u32],
) -> VgfSegment {
    let slots = |slots: &[BindingSlot]| -> Vec<BindingSlot> {
        let slots = slots.iter();
        slots
            .map(|it| BindingSlot { resource: renumbered(resources, it.resource), ..*it })
            .collect()
    };
    let sets = segment.sets.iter();
    let bindings = segment.constants.iter();
    VgfSegment {
        kind: segment.kind,
        name: segment.name.clone(),
        module: modules[segment.module as usize],
        sets: sets
            .map(|it| DescriptorSet { bindings: slots(&it.bindings), index: it.index })
            .collect(),
        inputs: slots(&segment.inputs),
        outputs: slots(&segment.outputs),
        dispatch: segment.dispatch,
        push_constants: segment.push_constants.clone(),
        constants: bindings
            .map(|it| GraphConstantBinding { constant: constants[it.constant as usize], ..*it })
            .collect(),
    }
}

/// The greatest rank of a constant that ARM's scenario runner reads.
const MAX_CONSTANT_RANK: usize = crate::limits::CONSTANT_RANK as usize;
