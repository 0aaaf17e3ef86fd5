//! Checks of reorders. Each entry point is executed on random elements, with a target that is filled with another byte.
//! Every slot of the target must then hold the value that the core computes.
//!
//! The manifest defines the entry points and the sizes of buffers. The layouts of the types after `resolve-strides`
//! define the positions of elements: each index maps its slot in the source to its slot in the target. Other slots are
//! zero, or unchanged if the target is a subview of a larger tensor.

use crate::layouts::{Finder, ResolvedProgram, layoutc, layoutc_of};
use crate::report::Reordered;
use crate::vulkan::Shaders;
use ir::layout::{Elems, Layout, LogicalIndex};
use serde_json::Value;
use std::ffi::CString;

/// The initial value of every byte of the target. No element has this byte.
const BEFORE: u8 = 0xAA;

/// The passes that generate kernels.
const PASSES: &str = "--passes=resolve-strides,lower-addressing,simplify-index";

/// Runs all reorders of a program.
///
/// # Errors
/// The program does not compile.
pub(crate) fn check(shaders: &Shaders, path: &str, row: &mut Reordered) -> Result<(), String> {
    // Lowered once, because the module is used three times.
    let lowered = layoutc(&[path, PASSES, "--emit=generic"])?;
    let emitted = |form| layoutc_of(&lowered, &["-", "--passes=", form]);
    let bytes = emitted("--emit=spirv")?;
    let words: Vec<u32> =
        bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let manifest = emitted("--emit=spirv-json")?;
    let manifest: Value = serde_json::from_slice(&manifest).map_err(|error| error.to_string())?;
    let entries =
        manifest["entry_points"].as_array().ok_or("missing `entry_points` in the manifest")?;
    ResolvedProgram::read(&lowered)?.with(|finder| {
        for entry in entries {
            row.kernels += 1;
            let name = entry["name"].as_str().unwrap_or_default();
            let checked =
                ReorderEntryPoint::read(entry, finder).and_then(|it| it.run(shaders, &words, row));
            checked.unwrap_or_else(|fault| row.faults.push(format!("@{name}: {fault}")));
        }
        Ok(())
    })
}

/// The entry point of a reorder, with the layouts of its tensors.
struct ReorderEntryPoint {
    name: String,
    fills_padding: bool,
    groups: [u32; 3],
    /// The size of an element, in bytes.
    element: usize,
    source: ReorderTensor,
    target: ReorderTensor,
}

struct ReorderTensor {
    layout: std::rc::Rc<Layout>,
    bytes: usize,
}

impl ReorderEntryPoint {
    fn read(entry: &Value, finder: &Finder<'_>) -> Result<ReorderEntryPoint, String> {
        let number = |value: &Value| value.as_u64().and_then(|it| usize::try_from(it).ok());
        let tensor = |key: &str, binding: usize| {
            let name = entry[key].as_str()?;
            // An entry point of several functions has the names of the first one.
            let function = entry["function"].as_str().or_else(|| entry["function"][0].as_str());
            let layout = finder.find(function, name).ok()?;
            let described = &entry["bindings"][binding];
            let placed = described["set"] == 0 && described["binding"] == binding;
            Some(ReorderTensor { layout, bytes: number(&described["size_bytes"])? })
                .filter(|_| placed)
        };
        let groups = entry["workgroups"].as_array().map(|all| all.iter().filter_map(number));
        let groups: Vec<u32> =
            groups.into_iter().flatten().filter_map(|it| it.try_into().ok()).collect();
        let whole = || {
            Some(ReorderEntryPoint {
                name: entry["name"].as_str()?.to_owned(),
                fills_padding: entry["fills_padding"].as_bool()?,
                groups: groups.try_into().ok()?,
                element: number(&entry["element_bits"])? / 8,
                source: tensor("source", 0)?,
                target: tensor("target", 1)?,
            })
        };
        whole().ok_or_else(|| {
            "an entry of the manifest lacks a member or names an unknown tensor".to_owned()
        })
    }

    fn run(&self, shaders: &Shaders, words: &[u32], row: &mut Reordered) -> Result<(), String> {
        for tensor in [&self.source, &self.target] {
            let size = tensor.layout.size_in_bytes().map_err(|error| error.to_string())?.get();
            if usize::try_from(size) != Ok(tensor.bytes) {
                return Err(format!(
                    "the manifest has {} bytes, but the core computes {size}",
                    tensor.bytes
                ));
            }
        }
        if self.groups.iter().any(|&groups| groups > 65_535) {
            return Err(format!(
                "{:?} workgroups exceed the limit of 65535 that every device supports",
                self.groups
            ));
        }
        let source = random_bytes(self.source.bytes);
        let before = vec![BEFORE; self.target.bytes];
        let name = CString::new(self.name.as_str()).map_err(|error| error.to_string())?;
        let found = shaders.copy((words, &name), &source, &before, self.groups);
        let found = found.map_err(|fault| fault.to_string())?;
        let expected = self.expected(&source, row)?;
        self.compare(&expected, &found, row)
    }

    /// Returns the expected bytes of the target.
    fn expected(&self, source: &[u8], row: &mut Reordered) -> Result<Vec<u8>, String> {
        let size = self.element;
        let mut expected = vec![if self.fills_padding { 0 } else { BEFORE }; self.target.bytes];
        let mut padding = self.target.bytes / size;
        let (mut from, mut to) = (self.source.layout.evaluator(), self.target.layout.evaluator());
        let lengths = self.source.layout.shape().values().map(|len| len.get().unwrap_or(0));
        let lengths: Vec<i64> = lengths.collect();
        let place = |offset: Option<Elems>| {
            offset.and_then(|it| usize::try_from(it.get()).ok()).map(|it| it * size)
        };
        let mut index = vec![0; lengths.len()];
        loop {
            let at = LogicalIndex::new(index.iter().copied()).map_err(|it| it.to_string())?;
            let read = place(from.offset_of(&at).map_err(|error| error.to_string())?);
            let write = place(to.offset_of(&at).map_err(|error| error.to_string())?);
            if let (Some(read), Some(write)) = (read, write) {
                expected[write..write + size].copy_from_slice(&source[read..read + size]);
                padding -= 1;
            }
            let Some(next) = (0..index.len()).rev().find(|&dim| index[dim] + 1 < lengths[dim])
            else {
                break;
            };
            index[next] += 1;
            index[next + 1..].fill(0);
        }
        row.padding += padding as u64;
        Ok(expected)
    }

    fn compare(&self, expected: &[u8], found: &[u8], row: &mut Reordered) -> Result<(), String> {
        let slots = || expected.chunks_exact(self.element).zip(found.chunks_exact(self.element));
        let wrong = slots().filter(|(expected, found)| expected != found).count();
        row.slots += slots().count() as u64;
        row.mismatches += wrong as u64;
        match slots().position(|(expected, found)| expected != found) {
            None => Ok(()),
            Some(first) => Err(format!(
                "{wrong} of {} slots differ; the first is slot {first}",
                slots().count()
            )),
        }
    }
}

/// Returns pseudorandom bytes with a fixed seed, none of which is 0 or `BEFORE`.
fn random_bytes(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        match (state >> 32) as u8 {
            0 | BEFORE => 1,
            byte => byte,
        }
    };
    (0..count).map(|_| next()).collect()
}
