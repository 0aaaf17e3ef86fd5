//! Checks of reorders. `check-addresses` must prove the kernels, and `spirv-val` must accept the module. Then each
//! entry point is executed on random elements, with a target that is filled with another byte. Every byte of the target
//! must then be the one that the core computes, and no byte after it may change.
//!
//! The manifest defines the entry points and the sizes of buffers. The layouts of the types after `resolve-strides`
//! define the positions of elements: each index maps its slot in the source to its slot in the target. Slots without an
//! element are zero if the manifest declares that the kernel fills padding, otherwise unchanged. Slots before the
//! offset of the target are always unchanged.

use crate::layouts::{Finder, ResolvedProgram, layoutc, layoutc_of};
use crate::manifest::KernelEntry;
use crate::report::Reordered;
use crate::vulkan::{KernelRun, Shaders};
use ir::layout::{Elems, Layout, LogicalIndex};
use serde_json::Value;
use std::ffi::CString;
use std::io::Write;
use std::process::{Command, Stdio};
use std::rc::Rc;

/// The initial value of every byte of the target. No element has this byte.
const BEFORE: u8 = 0xAA;

/// The number of bytes after both tensors in the second execution. They must not influence the kernel.
const GUARD: usize = 64;

/// The length of a dynamic dim.
const LENGTH: u64 = 3;

/// The passes that generate kernels.
const PASSES: &str = "--passes=resolve-strides,lower-addressing";

/// Runs all reorders of a program.
///
/// # Errors
/// The program does not compile.
pub(crate) fn check(shaders: &Shaders, path: &str, row: &mut Reordered) -> Result<(), String> {
    // Lowered once, because the module is used several times.
    let lowered = layoutc(&[path, PASSES, "--emit=generic"])?;
    let emitted = |form| layoutc_of(&lowered, &["-", "--passes=", form]);
    let bytes = emitted("--emit=spirv")?;
    let words: Vec<u32> =
        bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let manifest = emitted("--emit=spirv-json")?;
    let manifest: Value = serde_json::from_slice(&manifest).map_err(|error| error.to_string())?;
    let proven = layoutc_of(&lowered, &["-", "--passes=check-addresses", "--emit=none"]);
    row.faults.extend(proven.err());
    row.faults.extend(validate(&bytes, &manifest["environment"]).err());
    let entries =
        manifest["entry_points"].as_array().ok_or("missing `entry_points` in the manifest")?;
    ResolvedProgram::read(&lowered)?.with(|finder| {
        for entry in entries {
            row.kernels += 1;
            let name = entry["name"].as_str().unwrap_or_default();
            let checked = ReorderEntryPoint::read(entry, finder)
                .and_then(|it| it.check(shaders, &words, row));
            checked.unwrap_or_else(|fault| row.faults.push(format!("@{name}: {fault}")));
        }
        Ok(())
    })
}

/// Validates a module with `spirv-val`.
fn validate(bytes: &[u8], environment: &Value) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("spirv-val: {error}");
    let environment = environment.as_str().ok_or("missing `environment` in the manifest")?;
    let mut command = Command::new("spirv-val");
    command.args(["--target-env", environment, "-"]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().map_err(fault)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(bytes).map_err(fault)?;
    }
    let output = child.wait_with_output().map_err(fault)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("spirv-val: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The entry point of a reorder, with the layouts of its tensors.
struct ReorderEntryPoint {
    kernel: KernelEntry,
    source: Rc<Layout>,
    target: Rc<Layout>,
}

impl ReorderEntryPoint {
    fn read(entry: &Value, finder: &Finder<'_>) -> Result<ReorderEntryPoint, String> {
        let kernel = KernelEntry::read(entry, LENGTH)?;
        let find = |value: &str| finder.find(kernel.function.as_deref(), value);
        let (source, target) = (find(&kernel.values[0])?, find(&kernel.values[1])?);
        Ok(ReorderEntryPoint { kernel, source, target })
    }

    fn check(&self, shaders: &Shaders, words: &[u32], row: &mut Reordered) -> Result<(), String> {
        self.check_sizes()?;
        let [from, to] = self.kernel.sizes;
        let source = random_bytes(from + GUARD);
        let name = CString::new(self.kernel.name.as_str()).map_err(|error| error.to_string())?;
        let run = KernelRun {
            entry: (words, &name),
            groups: self.kernel.groups,
            push_constants: &self.kernel.push_constants,
        };
        let whole = |bytes: usize| bytes.next_multiple_of(self.kernel.size_multiple);
        // First, the buffers end with the tensors, so that an access after them has no effect.
        let before = vec![BEFORE; to + GUARD];
        let buffers = [(&source[..whole(from)], &before[..whole(to)]), (&source[..], &before[..])];
        let found = shaders.copy(&run, &buffers).map_err(|fault| fault.to_string())?;
        let expected = self.expected(&source, row)?;
        if let Some(region) = self.kernel.copied.clone() {
            let mut copied = before[..to].to_vec();
            copied[region.clone()].copy_from_slice(&source[region]);
            if copied != expected {
                return Err("a copy of `copy_region` differs from the conversion".to_owned());
            }
        }
        if found[0][to..].iter().any(|&byte| byte != BEFORE) {
            return Err("the kernel writes bytes after the target".to_owned());
        }
        compare(&expected, &found[0][..to], self.kernel.element, row)?;
        if found[1][to..] != before[to..] {
            return Err("the kernel writes bytes after the target".to_owned());
        }
        match found[1][..to] == expected {
            true => Ok(()),
            false => Err("the bytes after the source or the target change the copy".to_owned()),
        }
    }

    fn check_sizes(&self) -> Result<(), String> {
        for (layout, &bytes) in [&self.source, &self.target].into_iter().zip(&self.kernel.sizes) {
            if self.kernel.is_dynamic {
                continue;
            }
            let size = layout.size_in_bytes().map_err(|error| error.to_string())?.get();
            if usize::try_from(size) != Ok(bytes) {
                return Err(format!(
                    "the manifest has {bytes} bytes, but the core computes {size}"
                ));
            }
        }
        if self.kernel.groups.iter().any(|&groups| groups > 65_535) {
            return Err(format!(
                "{:?} workgroups exceed the limit of 65535 that every device supports",
                self.kernel.groups
            ));
        }
        Ok(())
    }

    /// Returns the expected bytes of the target.
    fn expected(&self, source: &[u8], row: &mut Reordered) -> Result<Vec<u8>, String> {
        let size = self.kernel.element;
        let mut expected = vec![BEFORE; self.kernel.sizes[1]];
        let start = usize::try_from(self.target.physical().offset().get()).unwrap_or(0) * size;
        if self.kernel.fills_padding && start < expected.len() {
            expected[start..].fill(0);
        }
        let mut padding = expected.len() / size;
        let (mut from, mut to) = (self.source.evaluator(), self.target.evaluator());
        let dynamic = i64::try_from(LENGTH).unwrap_or(i64::MAX);
        let lengths = self.source.shape().values().map(|len| len.get().unwrap_or(dynamic));
        let place = |offset: Option<Elems>| {
            offset.and_then(|it| usize::try_from(it.get()).ok()).map(|it| it * size)
        };
        for index in ir::layout::IndexSpace::below(lengths.collect::<Vec<i64>>()).iter() {
            let at = LogicalIndex::new(index).map_err(|it| it.to_string())?;
            let read = place(from.offset_of(&at).map_err(|error| error.to_string())?);
            let write = place(to.offset_of(&at).map_err(|error| error.to_string())?);
            let Some(write) = write else { continue };
            let slot = expected.get_mut(write..write + size).ok_or("the target is too small")?;
            let Some(read) = read else {
                // Virtual padding of the source is read as zero.
                slot.fill(0);
                continue;
            };
            let element = source.get(read..read + size).ok_or("the source is too small")?;
            slot.copy_from_slice(element);
            padding -= 1;
        }
        row.padding += padding as u64;
        Ok(expected)
    }
}

/// Compares the bytes of a target with elements of this size, and counts the slots and those that differ.
///
/// # Errors
/// The first slot that differs.
fn compare(expected: &[u8], found: &[u8], size: usize, row: &mut Reordered) -> Result<(), String> {
    let slots = || expected.chunks_exact(size).zip(found.chunks_exact(size));
    let (count, wrong) = (slots().count(), slots().filter(|(a, b)| a != b).count());
    row.slots += count as u64;
    row.mismatches += wrong as u64;
    match slots().position(|(expected, found)| expected != found) {
        None => Ok(()),
        Some(first) => Err(format!("{wrong} of {count} slots differ; the first is slot {first}")),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparison_reports_the_first_slot_that_differs() {
        let mut row = Reordered::default();
        assert_eq!(compare(&[1, 2, 3, 4], &[1, 2, 3, 4], 2, &mut row), Ok(()));
        let fault = compare(&[1, 2, 3, 4, 5, 6], &[1, 2, 3, 5, 5, 7], 2, &mut row).unwrap_err();
        assert_eq!(fault, "2 of 3 slots differ; the first is slot 1");
        assert_eq!((row.slots, row.mismatches), (5, 2));
    }
}
