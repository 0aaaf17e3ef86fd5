//! `vgf-json`: the content of the file that `vgf` writes, as JSON.
//!
//! The keys are those of `vgf_dump`, the tool of ARM's VGF library, so that their outputs can be compared. The words of
//! modules and the bytes of constants are not printed.

use crate::emitter::{EmitContext, EmitError, Emitter};
use crate::json;
use crate::vgf::{self, descriptor_name, format_name};
use crate::vgf_file::{
    BindingSlot, ModuleCode, ModuleKind, NamedSlot, ResourceCategory, VERSION, VgfConstant,
    VgfFile, VgfModule, VgfResource, VgfSegment,
};
use ir::Verified;
use serde_json::{Value, json};
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "vgf-json",
    summary: "content of the VGF file as JSON: modules, resources, constants, segments",
    binary: false,
    emit,
    ..vgf::EMITTER
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let Some(file) = vgf::file(module, cx)? else { return Ok(()) };
    Ok(out.write_all(json::to_text(&value(&file)).as_bytes())?)
}

/// Returns a file as JSON.
fn value(file: &VgfFile) -> Value {
    let [major, minor, patch] = VERSION;
    json!({
        "header": {"major": major, "minor": minor, "patch": patch},
        "modules": numbered(&file.modules, module),
        "resources": numbered(&file.resources, resource),
        "constants": numbered(&file.constants, constant),
        "model_sequence": {
            "inputs": named(&file.inputs),
            "outputs": named(&file.outputs),
            "segments": numbered(&file.segments, segment),
        },
    })
}

/// Returns the objects of a list, each with its number.
fn numbered<T>(entries: &[T], object: fn(&T) -> Value) -> Vec<Value> {
    let objects = entries.iter().map(object).enumerate();
    let objects = objects.map(|(at, mut object)| {
        object["index"] = at.into();
        object
    });
    objects.collect()
}

fn slot(slot: &BindingSlot) -> Value {
    json!({"binding": slot.binding, "mrt_index": slot.resource})
}

fn named(ends: &[NamedSlot]) -> Vec<Value> {
    numbered(ends, |end| {
        let mut object = slot(&end.slot);
        object["name"] = end.name.as_str().into();
        object
    })
}

fn kind(kind: ModuleKind) -> &'static str {
    match kind {
        ModuleKind::Compute => "COMPUTE",
        ModuleKind::Graph => "GRAPH",
    }
}

fn module(module: &VgfModule) -> Value {
    let language = match &module.code {
        ModuleCode::Absent | ModuleCode::Spirv(_) => "SPIR-V",
        ModuleCode::Glsl(_) => "GLSL",
        ModuleCode::Hlsl(_) => "HLSL",
    };
    json!({
        "type": kind(module.kind),
        "name": module.name,
        "entry_point": module.entry_point,
        "shader_type": language,
        "shader_code_available": module.code != ModuleCode::Absent,
    })
}

fn resource(resource: &VgfResource) -> Value {
    let category = match resource.category {
        ResourceCategory::Input => "INPUT",
        ResourceCategory::Output => "OUTPUT",
        ResourceCategory::Intermediate => "INTERMEDIATE",
        ResourceCategory::Constant => "CONSTANT",
    };
    let mut object = json!({
        "category": category,
        "vk_descriptor_type": descriptor_name(resource.descriptor_type),
        "vk_format": format_name(resource.format),
        "shape": resource.shape,
        "stride": resource.strides,
    });
    if let Some(group) = resource.alias_group {
        object["alias_group_id"] = group.into();
    }
    object
}

fn constant(constant: &VgfConstant) -> Value {
    let dim = constant.sparsity.map_or(-1, i64::from);
    json!({"mrt_index": constant.resource, "sparsity_dimension": dim})
}

fn segment(segment: &VgfSegment) -> Value {
    let sets = segment.sets.iter();
    let sets =
        sets.map(|set| json!({"set_index": set.index, "bindings": numbered(&set.bindings, slot)}));
    let constants: Vec<u32> = segment.constants.iter().map(|binding| binding.constant).collect();
    let bindings = segment.constants.iter();
    let bindings =
        bindings.map(|it| json!({"graph_constant_id": it.id, "constant_table_index": it.constant}));
    let ranges = segment.push_constants.iter().enumerate().map(|(at, range)| {
        json!({"index": at, "stage_flags": range.stages, "offset": range.offset, "size": range.size})
    });
    json!({
        "type": kind(segment.kind),
        "name": segment.name,
        "module_index": segment.module,
        "descriptor_set_infos": sets.collect::<Vec<_>>(),
        "inputs": numbered(&segment.inputs, slot),
        "outputs": numbered(&segment.outputs, slot),
        "constants": constants,
        "constant_bindings": bindings.collect::<Vec<_>>(),
        "dispatch_shape": segment.dispatch,
        "push_constant_ranges": ranges.collect::<Vec<_>>(),
    })
}
