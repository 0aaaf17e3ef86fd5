//! Runs all conversion kernels of a module on a Vulkan device.
//!
//! ```text
//! layoutc convert.mlir --emit=spirv -o convert.spv
//! layoutc convert.mlir --emit=spirv-json -o convert.json
//! cargo run -p layoutc-vulkan-live --example vulkan -- convert.spv convert.json FOLDER [LENGTH]
//! ```
//!
//! Each value of the module is a buffer. The bytes of a value that no kernel writes are read from
//! `FOLDER/FUNCTION.VALUE.bin`. Then all kernels run in the order of the module, and the bytes of each converted value
//! are written to `FOLDER/FUNCTION.VALUE.bin`. `LENGTH` is the length of dynamic dims, 1 by default.

mod gpu;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]
mod tests;

use gpu::{Dispatch, Gpu, GpuBuffer, GpuKernel, words};
use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};

/// The greatest number of workgroups in a dimension that every device supports.
const MAX_GROUPS: u64 = 65_535;

/// An entry point of the manifest, for a length of dynamic dims.
struct Conversion {
    name: String,
    /// The names of the source and the target: `FUNCTION.VALUE`.
    values: [String; 2],
    /// The least sizes of their buffers in bytes.
    sizes: [usize; 2],
    groups: [u32; 3],
    push_constants: Vec<u8>,
    /// The offset and the size of the only region to copy, if a copy of a buffer does the same as the kernel.
    region: Option<(u64, u64)>,
}

/// A conversion that can be recorded.
enum Step {
    Kernel(GpuKernel, ash::vk::DescriptorSet),
    Copy([GpuBuffer; 2], (u64, u64)),
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let length = args.get(3).map_or(Ok(1), |text| text.parse());
    let (Ok(length), [module, manifest, folder, ..]) = (length, args.as_slice()) else {
        eprintln!("usage: vulkan MODULE.spv MANIFEST.json FOLDER [LENGTH]");
        return ExitCode::from(2);
    };
    match convert(module, manifest, &PathBuf::from(folder), length) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("vulkan: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all conversions.
fn convert(
    module: &str,
    manifest: &str,
    folder: &std::path::Path,
    length: u64,
) -> Result<(), Box<dyn Error>> {
    let module = words(&fs::read(module)?);
    let manifest: Value = serde_json::from_slice(&fs::read(manifest)?)?;
    let capabilities = list(&manifest["capabilities"])?;
    let capabilities: Vec<&str> = capabilities.iter().filter_map(Value::as_str).collect();
    let read = |entry: &Value| {
        let name = &entry["name"];
        Conversion::read(entry, length).ok_or_else(|| format!("unexpected form of entry {name}"))
    };
    let conversions = list(&manifest["entry_points"])?.iter().map(read);
    let conversions = conversions.collect::<Result<Vec<Conversion>, String>>()?;

    let mut gpu = Gpu::open(&capabilities)?;
    println!("on {}", gpu.name);
    let path = |value: &str| folder.join(format!("{value}.bin"));
    let mut buffers = buffers(&mut gpu, &conversions)?;
    let is_written = |value: &String| conversions.iter().any(|it| it.values[1] == *value);
    for (value, buffer) in buffers.iter_mut().filter(|(value, _)| !is_written(value)) {
        let bytes = fs::read(path(value)).map_err(|error| format!("{value}.bin: {error}"))?;
        if bytes.len() < buffer.bytes().len() {
            return Err(format!("{value}.bin must have {} bytes", buffer.bytes().len()).into());
        }
        let size = buffer.bytes().len();
        buffer.bytes().copy_from_slice(&bytes[..size]);
    }

    let mut steps = Vec::new();
    for conversion in &conversions {
        steps.push(conversion.prepare(&mut gpu, &module, &buffers)?);
    }
    // All conversions are recorded into one command buffer. A barrier orders those that use the same values.
    gpu.run(|commands| {
        for (conversion, step) in conversions.iter().zip(&steps) {
            conversion.record(&gpu, commands, step);
            gpu.barrier(commands);
        }
    })?;

    for (value, mut buffer) in buffers.into_iter().filter(|(value, _)| is_written(value)) {
        fs::write(path(&value), buffer.bytes())?;
        println!("{value}: {} bytes", buffer.bytes().len());
    }
    Ok(())
}

/// Creates the buffer of each value, of the greatest size that a conversion requires.
fn buffers(
    gpu: &mut Gpu,
    conversions: &[Conversion],
) -> Result<BTreeMap<String, GpuBuffer>, Box<dyn Error>> {
    let mut sizes: BTreeMap<&String, usize> = BTreeMap::new();
    for (value, &size) in conversions.iter().flat_map(|it| it.values.iter().zip(&it.sizes)) {
        let known = sizes.entry(value).or_default();
        *known = size.max(*known);
    }
    sizes.into_iter().map(|(value, size)| Ok((value.clone(), gpu.buffer(size)?))).collect()
}

impl Conversion {
    /// Reads an entry point of the manifest; `None` if a key is missing.
    fn read(entry: &Value, length: u64) -> Option<Conversion> {
        let text = |key: &str| entry[key].as_str();
        // A kernel that several functions share has the values of the first one.
        let function =
            text("function").or_else(|| entry["function"][0].as_str()).unwrap_or("module");
        let [source, target] = [text("source")?, text("target")?];
        let region = &entry["copy_region"];
        Some(Conversion {
            name: text("name")?.to_owned(),
            values: [source, target].map(|value| format!("{function}.{value}")),
            sizes: [size_of(entry, 0, length)?, size_of(entry, 1, length)?],
            groups: groups(entry, length)?,
            push_constants: push_constants(entry, length)?,
            region: match entry["copy"].as_bool()? {
                true => Some((region["offset"].as_u64()?, scaled(region, "size", length)?)),
                false => None,
            },
        })
    }

    /// Creates the pipeline and binds the buffers, unless the conversion is a copy of a buffer.
    fn prepare(
        &self,
        gpu: &mut Gpu,
        module: &[u32],
        buffers: &BTreeMap<String, GpuBuffer>,
    ) -> Result<Step, Box<dyn Error>> {
        let [source, target] = self.values.each_ref().map(|value| buffers[value]);
        if let Some(region) = self.region {
            return Ok(Step::Copy([source, target], region));
        }
        let kernel = gpu.kernel(module, &self.name, self.push_constants.len())?;
        Ok(Step::Kernel(kernel, gpu.bind(source, target)?))
    }

    fn record(&self, gpu: &Gpu, commands: ash::vk::CommandBuffer, step: &Step) {
        match *step {
            Step::Copy([source, target], region) => gpu.copy(commands, source, target, region),
            Step::Kernel(kernel, set) => {
                let (push_constants, groups) = (&self.push_constants[..], self.groups);
                gpu.dispatch(commands, &Dispatch { kernel, set, push_constants, groups });
            }
        }
    }
}

fn list(value: &Value) -> Result<&Vec<Value>, String> {
    value.as_array().ok_or_else(|| "the manifest is not one of kernels".to_owned())
}

/// Returns the number of a key, plus `length` times the number of `KEY_per_length` if that exists.
fn scaled(object: &Value, key: &str, length: u64) -> Option<u64> {
    let per_length = object[&format!("{key}_per_length")].as_i64().unwrap_or(0);
    let sum =
        object[key].as_i64()?.checked_add(per_length.checked_mul(length.try_into().ok()?)?)?;
    u64::try_from(sum).ok()
}

/// Returns the size of the buffer at a binding.
fn size_of(entry: &Value, binding: usize, length: u64) -> Option<usize> {
    usize::try_from(scaled(&entry["bindings"][binding], "size_bytes", length)?).ok()
}

/// Returns the arguments of `vkCmdDispatch`.
fn groups(entry: &Value, length: u64) -> Option<[u32; 3]> {
    if let Some(groups) = entry["workgroups"].as_array() {
        let groups: Vec<u32> =
            groups.iter().filter_map(|it| it.as_u64()?.try_into().ok()).collect();
        return groups.try_into().ok();
    }
    let per_length = &entry["workgroups_per_length"];
    let all = length.checked_mul(per_length["multiply"].as_u64()?)?;
    let all = all.div_ceil(per_length["divide"].as_u64()?);
    let x = all.clamp(1, MAX_GROUPS);
    let y = all.div_ceil(x).clamp(1, MAX_GROUPS);
    let z = all.div_ceil(x * y).max(1);
    Some([u32::try_from(x).ok()?, u32::try_from(y).ok()?, u32::try_from(z).ok()?])
}

/// Returns the bytes of the push constants: the dynamic length.
fn push_constants(entry: &Value, length: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for constant in entry["push_constants"].as_array()? {
        let number = |key: &str| usize::try_from(constant[key].as_u64()?).ok();
        let (offset, size) = (number("offset")?, number("size_bytes")?);
        bytes.resize(bytes.len().max(offset + size), 0);
        bytes[offset..offset + size].copy_from_slice(length.to_le_bytes().get(..size)?);
    }
    Some(bytes)
}
