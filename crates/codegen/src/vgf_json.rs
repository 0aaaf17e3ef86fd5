//! `vgf-json`: the content of the file that `vgf` writes, as JSON.
//!
//! The keys are those of `vgf_dump`, the tool of ARM's VGF library, so that their outputs can be compared. The words of
//! modules and the bytes of constants are not printed.

use crate::emitter::{EmitContext, EmitError, Emitter};
use crate::json;
use crate::vgf::format::{
    BindingSlot, Constant, GRAPH, Resource, SPIRV, Segment, Sequence, UNSET, VERSION, VgfFile,
    VgfModule,
};
use crate::vgf::{self, descriptor_name, format_name};
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
    let Sequence { segments, inputs, outputs, input_names, output_names } = &file.sequence;
    json!({
        "header": {"major": major, "minor": minor, "patch": patch},
        "modules": numbered(&file.modules, module),
        "resources": numbered(&file.resources, resource),
        "constants": numbered(&file.constants, constant),
        "model_sequence": {
            "inputs": named(inputs, input_names),
            "outputs": named(outputs, output_names),
            "segments": numbered(segments, segment),
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

fn named(slots: &[BindingSlot], names: &[String]) -> Vec<Value> {
    let mut objects = numbered(slots, slot);
    for (object, name) in objects.iter_mut().zip(names) {
        object["name"] = name.as_str().into();
    }
    objects
}

fn kind(kind: u8) -> &'static str {
    if kind == GRAPH { "GRAPH" } else { "COMPUTE" }
}

fn module(module: &VgfModule) -> Value {
    let language = match module.language {
        0 => "none",
        SPIRV => "SPIR-V",
        2 => "GLSL",
        _ => "HLSL",
    };
    json!({
        "type": kind(module.kind),
        "name": module.name,
        "entry_point": module.entry_point,
        "shader_type": language,
        "shader_code_available": module.spirv.is_some() || module.source.is_some(),
    })
}

fn resource(resource: &Resource) -> Value {
    let category = ["INPUT", "OUTPUT", "INTERMEDIATE", "CONSTANT"];
    let category = category.get(usize::from(resource.category)).copied();
    let shape = resource.shape.clone().unwrap_or_default();
    let mut object = json!({
        "category": category,
        "vk_descriptor_type": descriptor_name(resource.descriptor),
        "vk_format": format_name(resource.format),
        "shape": shape.dims,
        "stride": shape.strides,
    });
    if resource.alias_group != UNSET {
        object["alias_group_id"] = resource.alias_group.into();
    }
    object
}

fn constant(constant: &Constant) -> Value {
    json!({"mrt_index": constant.resource, "sparsity_dimension": constant.sparse_dim})
}

fn segment(segment: &Segment) -> Value {
    let sets = segment.sets.iter().zip(0..).map(|(set, at)| {
        let number = if set.set == UNSET { at } else { set.set };
        json!({"set_index": number, "bindings": numbered(&set.bindings, slot)})
    });
    let bindings = segment.constant_bindings.iter();
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
        "constants": segment.constants,
        "constant_bindings": bindings.collect::<Vec<_>>(),
        "dispatch_shape": segment.dispatch,
        "push_constant_ranges": ranges.collect::<Vec<_>>(),
    })
}
