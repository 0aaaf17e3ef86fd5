//! The part that calls the driver. It runs in a separate process, because a fault of the emulation layer ends the
//! process. It writes its results line by line, so that a crash loses no earlier result.

use crate::description::{TensorDescription, read};
use crate::input::Input;
use crate::layouts::{ResolvedProgram, layoutc};
use crate::report::{Addressed, Reordered, TensorRow};
use crate::vulkan::{DriverFault, Shaders, TensorLimits, Vulkan};
use crate::{addresses, checks, reorders};
use serde_json::{Value, json};
use std::io::{self, Write};
use vulkan_headers::vulkan::vulkan_core::VK_TRUE;

/// The keys of the output lines. Each line is a JSON object with one key.
pub(crate) mod key {
    /// The missing dependency.
    pub(crate) const MISSING: &str = "missing";
    /// The name of the device.
    pub(crate) const DEVICE: &str = "device";
    /// The tensor whose check starts.
    pub(crate) const AT: &str = "at";
    /// An error of the device.
    pub(crate) const FAULT: &str = "fault";
    /// A [`TensorRow`](crate::report::TensorRow).
    pub(crate) const ROW: &str = "row";
    /// An [`Addressed`](crate::report::Addressed).
    pub(crate) const ADDRESSED: &str = "addressed";
    /// A [`Reordered`](crate::report::Reordered).
    pub(crate) const REORDERED: &str = "reordered";
}

/// Checks programs on the driver and writes the results.
///
/// # Errors
/// The output is closed.
pub(crate) fn run(inputs: &[Input], out: &mut dyn Write) -> io::Result<()> {
    let (tensors, functions): (Vec<&Input>, Vec<&Input>) =
        inputs.iter().partition(|input| input.of_tensors());
    if !tensors.is_empty() {
        check_tensors(&tensors, out)?;
    }
    if !functions.is_empty() {
        check_shaders(&functions, out)?;
    }
    Ok(())
}

fn check_shaders(inputs: &[&Input], out: &mut dyn Write) -> io::Result<()> {
    let shaders = match Shaders::open() {
        Ok(shaders) => shaders,
        Err(DriverFault::Missing(what)) => return write_line(out, key::MISSING, json!(what)),
        Err(fault) => return write_line(out, key::FAULT, json!(fault.to_string())),
    };
    write_line(out, key::DEVICE, json!(shaders.name))?;
    for input in inputs {
        let name = input.name();
        write_line(out, key::AT, json!(name))?;
        let path = input.program.to_str().ok_or_else(|| "the path is not UTF-8".to_owned());
        if input.reorders {
            let mut row = Reordered { name, ..Reordered::default() };
            let checked = path.and_then(|path| reorders::check(&shaders, path, &mut row));
            row.faults.extend(checked.err());
            write_line(out, key::REORDERED, row.to_json())?;
        } else {
            let mut row = Addressed { name, ..Addressed::default() };
            let how = (input.addresses.as_deref().unwrap_or_default(), input.language);
            let checked = path.and_then(|path| addresses::check(&shaders, path, how, &mut row));
            row.faults.extend(checked.err());
            write_line(out, key::ADDRESSED, row.to_json())?;
        }
    }
    Ok(())
}

fn check_tensors(inputs: &[&Input], out: &mut dyn Write) -> io::Result<()> {
    let vulkan = match Vulkan::open() {
        Ok(vulkan) => vulkan,
        Err(DriverFault::Missing(what)) => return write_line(out, key::MISSING, json!(what)),
        Err(fault) => return write_line(out, key::FAULT, json!(fault.to_string())),
    };
    write_line(out, key::DEVICE, json!(vulkan.name))?;
    if let Err(fault) = within_limits(&vulkan.limits()) {
        write_line(out, key::FAULT, json!(fault))?;
    }
    for input in inputs {
        let mut row = TensorRow { name: input.name(), ..TensorRow::default() };
        if let Err(fault) = program(&vulkan, input, &mut row, out)? {
            row.faults.push(fault);
        }
        write_line(out, key::ROW, row.to_json())?;
    }
    Ok(())
}

fn write_line(out: &mut dyn Write, key: &str, value: Value) -> io::Result<()> {
    writeln!(out, "{}", json!({key: value}))?;
    out.flush()
}

/// Returns an error if a limit of the device is below that of the target `emulation`.
fn within_limits(limits: &TensorLimits) -> Result<(), String> {
    let targets: Value = serde_json::from_str(&layoutc(&["--list-targets=json"])?)
        .map_err(|error| error.to_string())?;
    let targets = targets.as_array().ok_or("layoutc lists no targets")?;
    let target = targets.iter().find(|target| target["name"] == "emulation");
    let target = target.ok_or("layoutc has no target `emulation`")?;
    let it = limits.properties;
    for (key, device) in [
        ("maxTensorDimensionCount", u64::from(it.maxTensorDimensionCount)),
        ("maxTensorElements", it.maxTensorElements),
        ("maxPerDimensionTensorElements", it.maxPerDimensionTensorElements),
        ("maxTensorStride", it.maxTensorStride.unsigned_abs()),
        ("maxTensorSize", it.maxTensorSize),
    ] {
        let stated = target["limits"][key].as_u64().ok_or_else(|| format!("no limit `{key}`"))?;
        if device < stated {
            return Err(format!(
                "`{key}` must be at least {stated}, the limit of target `emulation`, but is {device}"
            ));
        }
    }
    let non_packed = target["features"]["tensorNonPacked"] == true;
    if non_packed && limits.features.tensorNonPacked != VK_TRUE {
        return Err("the device lacks `tensorNonPacked`, which target `emulation` has".to_owned());
    }
    Ok(())
}

/// Checks all tensors of a program. The inner error ends the checks early.
fn program(
    vulkan: &Vulkan,
    input: &Input,
    row: &mut TensorRow,
    out: &mut dyn Write,
) -> io::Result<Result<(), String>> {
    let (descriptions, program) = match descriptions(input) {
        Ok(found) => found,
        Err(fault) => return Ok(Err(fault)),
    };
    program.with(|finder| {
        for described in &descriptions {
            write_line(out, key::AT, json!(described.label()))?;
            let layout = finder.find(described.function.as_deref(), &described.name);
            let checked = layout.and_then(|layout| checks::check(vulkan, described, &layout, row));
            if let Err(fault) = checked {
                row.faults.push(format!("{}: {fault}", described.label()));
            }
        }
        Ok(Ok(()))
    })
}

fn descriptions(input: &Input) -> Result<(Vec<TensorDescription>, ResolvedProgram), String> {
    let path = input.program.to_str().ok_or("the path is not UTF-8")?;
    let json = match &input.descriptions {
        Some(json) => std::fs::read_to_string(json).map_err(|error| error.to_string())?,
        None => layoutc(&[path, "--emit=vk-json", "--target=emulation"])?,
    };
    Ok((
        read(&json)?,
        ResolvedProgram::compile(&[path, "--passes=resolve-strides", "--target=emulation"])?,
    ))
}
