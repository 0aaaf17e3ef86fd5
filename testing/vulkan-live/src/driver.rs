//! The half that talks to the driver. It runs in a process of its own, as a fault of the emulation layer ends
//! the process; what it finds it tells line by line, so that what was found before is not lost.

use crate::description::{TensorDescription, read};
use crate::input::Input;
use crate::layouts::{ResolvedProgram, layoutc};
use crate::report::{Addressed, Reordered, TensorRow};
use crate::vulkan::{DriverFault, Shaders, TensorLimits, Vulkan};
use crate::{addresses, checks, reorders};
use serde_json::{Value, json};
use std::io::{self, Write};
use vulkan_headers::vulkan::vulkan_core::VK_TRUE;

/// The keys of the lines that are told, each a JSON object of one key.
pub(crate) mod key {
    /// What is not installed.
    pub(crate) const MISSING: &str = "missing";
    /// What the device is called.
    pub(crate) const DEVICE: &str = "device";
    /// The tensor that is about to be checked.
    pub(crate) const AT: &str = "at";
    /// What is wrong with the device.
    pub(crate) const FAULT: &str = "fault";
    /// A [`TensorRow`](crate::report::TensorRow).
    pub(crate) const ROW: &str = "row";
    /// An [`Addressed`](crate::report::Addressed).
    pub(crate) const ADDRESSED: &str = "addressed";
    /// A [`Reordered`](crate::report::Reordered).
    pub(crate) const REORDERED: &str = "reordered";
}

/// Checks programs on the driver and tells what is found.
///
/// # Errors
/// Nobody reads what is told.
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
        let path = input.program.to_str().ok_or_else(|| "its path is no text".to_owned());
        if input.reorders {
            let mut row = Reordered { name, ..Reordered::default() };
            let checked = path.and_then(|path| reorders::check(&shaders, path, &mut row));
            row.faults.extend(checked.err());
            write_line(out, key::REORDERED, row.to_json())?;
        } else {
            let mut row = Addressed { name, ..Addressed::default() };
            let passes = input.addresses.as_deref().unwrap_or_default();
            let checked = path.and_then(|path| addresses::check(&shaders, path, passes, &mut row));
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

/// An error where the device offers less than the target `emulation` says.
fn within_limits(limits: &TensorLimits) -> Result<(), String> {
    let targets: Value = serde_json::from_str(&layoutc(&["--list-targets=json"])?)
        .map_err(|error| error.to_string())?;
    let targets = targets.as_array().ok_or("layoutc lists no targets")?;
    let target = targets.iter().find(|target| target["name"] == "emulation");
    let target = target.ok_or("layoutc knows no target `emulation`")?;
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
                "`{key}` of the device is {device}, target `emulation` says {stated}"
            ));
        }
    }
    let non_packed = target["features"]["tensorNonPacked"] == true;
    if non_packed && limits.features.tensorNonPacked != VK_TRUE {
        return Err("the device has no `tensorNonPacked`, target `emulation` has".to_owned());
    }
    Ok(())
}

/// Checks all tensors of a program; what ends that early is the inner error.
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
    let path = input.program.to_str().ok_or("its path is no text")?;
    let json = match &input.descriptions {
        Some(json) => std::fs::read_to_string(json).map_err(|error| error.to_string())?,
        None => layoutc(&[path, "--emit=vk-json", "--target=emulation"])?,
    };
    Ok((
        read(&json)?,
        ResolvedProgram::compile(&[path, "--passes=resolve-strides", "--target=emulation"])?,
    ))
}
