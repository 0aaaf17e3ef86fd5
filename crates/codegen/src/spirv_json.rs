//! `spirv-json`: the manifest of the SPIR-V module that `spirv` writes, for an application that loads and runs it.
//!
//! For kernels, the manifest has one object per entry point, in the order of the reorders:
//!
//! ```json
//! {"form": "kernels", "version": "1.3", "environment": "vulkan1.1", "capabilities": ["Shader", ...],
//!  "extensions": [], "entry_points": [
//!   {"name": "reorder_f_y", "function": "f", "source": "x", "target": "y", "element_type": "f16", "element_bits": 16,
//!    "fills_padding": true, "copy": false, "plan": {"method": "tile", ...}, "local_size": [128, 1, 1],
//!    "workgroups": [5, 1, 1], "push_constants": [], "bindings": [
//!     {"name": "source", "set": 0, "binding": 0, "type": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER", "access": "read",
//!      "slots": 510, "size_bytes": 1020}, {"name": "target", ...}]}]}
//! ```
//!
//! | key | value |
//! |---|---|
//! | `form` | `kernels`, `library` or `nv-tensors`, which decides the other keys |
//! | `version` | the SPIR-V version |
//! | `environment` | the lowest Vulkan version that supports the module, as an argument of `spirv-val --target-env`; `spv1.3` for a library |
//! | `capabilities`, `extensions` | the capabilities and extensions that the module declares; the device must support their features |
//! | `name` | the symbol of the kernel or the exported function |
//! | `function` | the function that contains the reorder, or null; a list if the reorders of several functions share the entry point |
//! | `source`, `target` | the names of the reorder's operand and result, without `%` |
//! | `element_type`, `element_bits` | the element type of both tensors; elements are copied unchanged |
//! | `fills_padding` | `true` if slots without an element are set to zero; `false` if they are left unchanged, because the target is a subview of a larger tensor, or its strides have gaps that no requirement explains |
//! | `copy` | `true` if every byte keeps its place, so that `vkCmdCopyBuffer` with the region `copy_region` does the same; else `false` |
//! | `copy_region` | if `copy` is `true`: the offset in both buffers and the size, in bytes: `offset`, `size`, and for a dynamic length `size_per_length`; else null |
//! | `plan` | the plan of the kernel; null if it copies slot by slot, because a layout is not a sum of digits |
//! | `local_size` | the workgroup size in x, y, z |
//! | `workgroups` | the arguments of `vkCmdDispatch`, each at most 65535; null for a dynamic length |
//! | `workgroups_per_length` | for a dynamic length n: the kernel needs ceil(n * `multiply` / `divide`) workgroups, which the application distributes over x, y and z; there may be more |
//! | `workgroup_memory` | the size of the workgroup memory that the kernel declares, in bytes; 0 if it has none |
//! | `size_multiple` | the size of both buffers, and the range of their descriptors, must be rounded up to a multiple of this number of bytes: 4 if the target lacks arrays of elements of this size, else 1. The kernel does not change the bytes after a tensor |
//! | `offset_multiple` | both buffers must start at a multiple of this number of bytes, the widest access of a kernel: 32 if the target has 64-bit integers, else 16 |
//! | `push_constants` | a list with `name`, `offset`, `size_bytes` and `type` of each; `length` is the dynamic length; empty for static lengths |
//! | `set`, `binding`, `type`, `access` | the descriptor; `access` is `read` or `write` |
//! | `slots`, `size_bytes` | the minimum size of the buffer, in elements and in bytes; a device may have a lower limit, `maxStorageBufferRange` |
//! | `slots_per_length`, `size_bytes_per_length` | for a dynamic length n: the minimum size is `slots` + n * `slots_per_length`; `slots` and `size_bytes` may then be negative |
//!
//! A plan is a copy as loops over digits:
//!
//! | key | value |
//! |---|---|
//! | `method` | `identity`, `vector`, `tile` or `strided` |
//! | `summary` | the access pattern as text |
//! | `digits` | for each digit `length` (null if it is dynamic), and the strides `source` and `target` in elements |
//! | `read_bytes`, `written_bytes` | the bytes that the kernel reads and writes; for a dynamic length, for each index of it |
//!
//! For a library, the key `functions` has one object per exported function:
//!
//! ```json
//! {"name": "offset_x", "of": "x", "unit": "element", "lengths": [4, 5], "parameters": ["uint32", "uint32"],
//!  "offset": "uint32", "tells_valid": false}
//! ```
//!
//! | key | value |
//! |---|---|
//! | `of` | the tensor or descriptor that the function addresses |
//! | `unit` | the unit of the offset: `element` or `byte` |
//! | `lengths` | the length of each logical dim; an index component must be below it |
//! | `parameters`, `offset` | the types of the index components and of the offset, `uint32` or `uint64` |
//! | `form`, `slots`, `index` | for an inverse: `inverse`, the first and the last slot, and the types of the components of the index; there is no `offset` |
//! | `tells_valid` | `true` if the result is a struct of the offset and a boolean, which is true if the index has an element slot |
//!
//! For tensor layouts and views, the key `tensors` has one object per named layout, also for those that the module cannot
//! express:
//!
//! | key | value |
//! |---|---|
//! | `lengths`, `element_type` | the length of each logical dim, null if it is dynamic; the element type, or null |
//! | `refused` | the reason why the layout is not expressible; the keys below are then absent |
//! | `component_type` | the element type of the matrix |
//! | `matrix`, `rows`, `columns` | the size of the matrix, and the number of rows and columns with elements |
//! | `element_offset` | the element that the pointer of the load refers to |
//! | `stores` | `true` if stores with this layout are defined, too |
//! | `layout` | the clamp mode, and for each dim its block size, dimension, stride, offset and span |
//! | `view` | the permutation, and the dimension and stride of each dim, null if they are those of the region; null without a view |

use crate::emitter::{EmitContext, EmitError, Emitter, GPU_PASSES};
use crate::json;
use crate::nv_tensor::{self, ExpressibleTensor};
use crate::spirv::{self, Invocations, LENGTH, LOCAL_SIZE, ReorderEntry, SlotCount, SpirvForm};
use address::AddressForm;
use address::arith::AddressFunction;
use address::operation::Width;
use ir::Verified;
use ir::layout::{CopyDigit, CopyPlan, NvTensorDim, NvTensorLayout, NvTensorView, NvViewDim};
use ir::target::StorageIntegers;
use rspirv::dr::{Instruction, Module, Operand};
use serde_json::{Value, json};
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "spirv-json",
    summary: "manifest of the SPIR-V module as JSON: entry points, bindings, sizes, workgroups; or functions",
    passes: GPU_PASSES,
    options: spirv::OPTIONS,
    binary: false,
    exports: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let manifest = match spirv::form(module, cx) {
        SpirvForm::Kernels => {
            let reorders = spirv::entries(module, cx)?;
            let integers = spirv::storage_integers(cx);
            let entries = reorders.iter().map(|reorder| entry(reorder, integers));
            let entries: Vec<Value> = entries.collect();
            let mut manifest = head("kernels", "vulkan1.1", &spirv::kernels(&reorders, integers)?);
            manifest["entry_points"] = entries.into();
            manifest
        }
        SpirvForm::Library => {
            let functions = spirv::functions(module, cx)?;
            let exported: Vec<Value> = functions.iter().map(function).collect();
            let mut manifest = head("library", "spv1.3", &spirv::library(&functions)?);
            manifest["functions"] = exported.into();
            manifest
        }
        SpirvForm::NvTensors => nv_tensors(module, cx)?,
    };
    Ok(out.write_all(json::to_text(&manifest).as_bytes())?)
}

/// Returns the entries of the manifest that describe the whole module.
fn head(form: &str, environment: &str, module: &Module) -> Value {
    json!({
        "form": form,
        "version": "1.3",
        "environment": environment,
        "capabilities": listed(&module.capabilities),
        "extensions": listed(&module.extensions),
    })
}

/// Returns the single operand of each instruction.
fn listed(instructions: &[Instruction]) -> Vec<String> {
    instructions
        .iter()
        .flat_map(|it| &it.operands)
        .map(|operand| match operand {
            Operand::LiteralString(text) => text.clone(),
            Operand::Capability(capability) => format!("{capability:?}"),
            _ => String::new(),
        })
        .collect()
}

fn entry(reorder: &ReorderEntry<'_>, integers: StorageIntegers) -> Value {
    let [source, target] = reorder.slots;
    let bindings = [
        binding(reorder, "source", 0, "read", source),
        binding(reorder, "target", 1, "write", target),
    ];
    let mut json = json!({
        "name": reorder.name,
        "function": users(&reorder.functions),
        "source": reorder.source,
        "target": reorder.target,
        "element_type": reorder.element_type,
        "element_bits": reorder.bits,
        "fills_padding": reorder.fills_padding,
        "copy": reorder.plan.as_ref().is_some_and(CopyPlan::is_identity),
        "copy_region": reorder.plan.as_ref().and_then(copy_region),
        "plan": reorder.plan.as_ref().map(plan),
        "local_size": [LOCAL_SIZE, 1, 1],
        "workgroups": reorder.groups(),
        "workgroup_memory": reorder.workgroup_bytes(),
    });
    json["size_multiple"] = reorder.size_multiple(integers).into();
    json["offset_multiple"] = spirv::widest(integers).into();
    let mut constants = Vec::new();
    if let Invocations::PerLength { multiply, divide } = reorder.invocations {
        let divide = divide * u64::from(LOCAL_SIZE);
        json["workgroups_per_length"] = json!({"multiply": multiply, "divide": divide});
        let constant = json!({"name": LENGTH, "offset": 0, "size_bytes": 4, "type": "uint32"});
        constants.push(constant);
    }
    json["push_constants"] = constants.into();
    json["bindings"] = json!(bindings);
    json
}

/// Returns the bytes that an identity copy moves; `None` for another copy.
fn copy_region(plan: &CopyPlan) -> Option<Value> {
    fn bytes(plan: &CopyPlan, elements: i64) -> Option<i64> {
        elements.checked_mul(plan.elem_bits).map(|bits| bits / 8)
    }
    if !plan.is_identity() {
        return None;
    }
    let run = plan.digits.last().map_or(Some(1), |run| run.length.get()).unwrap_or(1);
    let offset = bytes(plan, plan.target_offset)?;
    let size = bytes(plan, run)?;
    Some(match plan.dynamic() {
        None => json!({"offset": offset, "size": size}),
        Some(_) => json!({"offset": offset, "size": 0, "size_per_length": size}),
    })
}

/// Returns a plan as JSON.
fn plan(plan: &CopyPlan) -> Value {
    fn digit(digit: &CopyDigit) -> serde_json::Value {
        json!({"length": digit.length.get(), "source": digit.source, "target": digit.target})
    }
    let bytes = plan.moved_bytes().ok();
    json!({
        "method": plan.method.name(),
        "summary": plan.summary(),
        "digits": plan.digits.iter().map(digit).collect::<Vec<_>>(),
        "read_bytes": bytes.map(|(read, _)| read),
        "written_bytes": bytes.map(|(_, written)| written),
    })
}

/// Returns the functions with reorders that a kernel executes: one name, or a list of several.
fn users(functions: &[Option<&str>]) -> Value {
    match functions {
        [one] => json!(one),
        all => json!(all),
    }
}

fn binding(
    reorder: &ReorderEntry<'_>,
    name: &str,
    binding: u32,
    access: &str,
    slots: SlotCount,
) -> Value {
    let mut json = json!({
        "name": name,
        "set": 0,
        "binding": binding,
        "type": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
        "access": access,
        "slots": slots.constant,
        "size_bytes": reorder.bytes(slots.constant),
    });
    if matches!(reorder.invocations, Invocations::PerLength { .. }) {
        json["slots_per_length"] = slots.per_length.into();
        json["size_bytes_per_length"] = reorder.bytes(slots.per_length).into();
    }
    json
}

fn function(function: &AddressFunction<'_>) -> Value {
    fn ty(width: Width) -> &'static str {
        if width == Width::I64 { "uint64" } else { "uint32" }
    }
    let program = &function.program;
    let mut json = json!({
        "name": function.name,
        "of": function.source,
        "unit": function.unit.text(),
        "lengths": function.lengths().collect::<Vec<_>>(),
        "parameters": program.params().iter().map(|param| ty(param.width)).collect::<Vec<_>>(),
    });
    let words: Vec<&str> = function.words().iter().map(|&word| ty(program.width(word))).collect();
    match function.form() {
        AddressForm::Inverse => json["index"] = json!(words),
        AddressForm::Bits(_) => json["bits"] = json!(words),
        _ => json["offset"] = words[0].into(),
    }
    json["tells_valid"] = function.valid().is_some().into();
    if !function.signature.symbols.is_empty() {
        let symbols = function.signature.own_symbols().iter();
        let symbols =
            symbols.map(|it| json!({"name": it.name, "min": it.range.low, "max": it.range.high}));
        json["symbols"] = symbols.collect();
        if let Some(divisors) = &function.signature.divisors {
            let divisors = divisors.results().iter().map(|divisor| json!(divisor.to_string()));
            json["divisors"] = divisors.collect();
        }
    }
    match function.form() {
        AddressForm::Offset => {}
        AddressForm::Inverse => {
            json["form"] = "inverse".into();
            json["slots"] = json!(function.signature.offsets.map(|slots| [slots.low, slots.high]));
        }
        AddressForm::Vector(vector) => json["vector"] = json!(vector),
        AddressForm::Step(step) => json["step"] = json!(step),
        AddressForm::Bits(widths) => {
            json["field"] = json!(function.field);
            json["widths"] = json!(widths);
        }
    }
    json
}

/// Returns the manifest of tensor layouts and views. A layout that is not expressible is listed with the reason.
fn nv_tensors(module: &Verified, cx: &EmitContext<'_>) -> Result<Value, EmitError> {
    let mut entries = Vec::new();
    let mut written = Vec::new();
    for tensor in nv_tensor::tensors(module, cx.registry)? {
        let mut entry = json!({"name": tensor.name, "lengths": tensor.lengths});
        entry["element_type"] = json!(tensor.element_type);
        match tensor.found {
            Ok(found) => {
                add_nv_tensor(&mut entry, &found);
                written.push((tensor.name, found));
            }
            Err(reason) => entry["refused"] = reason.into(),
        }
        entries.push(entry);
    }
    let mut manifest = head("nv-tensors", "vulkan1.3", &nv_tensor::module(&written));
    manifest["version"] = "1.6".into();
    manifest["tensors"] = entries.into();
    Ok(manifest)
}

fn add_nv_tensor(entry: &mut Value, tensor: &ExpressibleTensor) {
    let ExpressibleTensor { state, matrix, component } = tensor;
    let layout = &state.layout;
    fn all(layout: &NvTensorLayout, field: fn(&NvTensorDim) -> i64) -> Vec<i64> {
        layout.dims.iter().map(field).collect()
    }
    entry["component_type"] = component.name().into();
    entry["matrix"] = json!(matrix.size());
    entry["rows"] = matrix.rows.into();
    entry["columns"] = matrix.columns.into();
    entry["element_offset"] = state.element_offset.into();
    entry["stores"] = layout.allows_stores().into();
    entry["layout"] = json!({
        "clamp_mode": layout.clamp.name(),
        "block_size": all(layout, |dim| dim.block_size.into()),
        "dimension": all(layout, |dim| dim.dimension.into()),
        "stride": all(layout, |dim| dim.stride.into()),
        "offset": all(layout, |dim| dim.offset.into()),
        "span": all(layout, |dim| dim.span.into()),
    });
    fn dims(view: &NvTensorView, field: fn(&NvViewDim) -> u32) -> Option<Vec<u32>> {
        let dims = view.dims.as_ref()?.iter();
        Some(dims.map(field).collect::<Vec<_>>())
    }
    entry["view"] = json!(state.view.as_ref().map(|view| json!({
        "permutation": view.permutation,
        "dimension": dims(view, |dim| dim.dimension),
        "stride": dims(view, |dim| dim.stride),
    })));
}
