//! The entry points of conversion kernels, as `--emit=spirv-json` describes them.

use serde_json::Value;
use std::ops::Range;

/// The maximum number of workgroups in a dimension that every device supports.
const MAX_GROUPS: u64 = 65_535;

/// The entry point of one or more reorders, for a length of their dynamic dim.
pub(crate) struct KernelEntry {
    /// The name of the entry point.
    pub(crate) name: String,
    /// The function of the first reorder; `None` outside of functions.
    pub(crate) function: Option<String>,
    /// The names of the source and the target of the first reorder, without `%`.
    pub(crate) values: [String; 2],
    /// `true` if slots of the target without an element are set to zero.
    pub(crate) fills_padding: bool,
    /// The bytes that a copy of a buffer moves instead of the kernel; `None` if the conversion is not such a copy.
    pub(crate) copied: Option<Range<usize>>,
    /// The number of workgroups in each dimension.
    pub(crate) groups: [u32; 3],
    /// The bytes of the push constants; empty if there are none.
    pub(crate) push_constants: Vec<u8>,
    /// The number of bytes of which the sizes of buffers must be a multiple.
    pub(crate) size_multiple: usize,
    /// `true` if a length is dynamic.
    pub(crate) is_dynamic: bool,
    /// The size of an element, in bytes.
    pub(crate) element: usize,
    /// The least size of the source and of the target, in bytes.
    pub(crate) sizes: [usize; 2],
}

impl KernelEntry {
    /// Reads an object of `entry_points`. A dynamic dim gets this length.
    ///
    /// # Errors
    /// A key is missing, or its value has an unexpected form.
    pub(crate) fn read(entry: &Value, length: u64) -> Result<KernelEntry, String> {
        let missing = |key: &str| format!("the manifest lacks `{key}`, or its value is unexpected");
        let text = |key: &str| entry[key].as_str().map(str::to_owned).ok_or_else(|| missing(key));
        let flag = |key: &str| entry[key].as_bool().ok_or_else(|| missing(key));
        // An entry point of several functions has the names of the first one.
        let function = entry["function"].as_str().or_else(|| entry["function"][0].as_str());
        let bits = entry["element_bits"].as_u64().and_then(|bits| usize::try_from(bits).ok());
        let multiple = entry["size_multiple"].as_u64().and_then(|it| usize::try_from(it).ok());
        let copied = match flag("copy")? {
            true => {
                Some(region(&entry["copy_region"], length).ok_or_else(|| missing("copy_region"))?)
            }
            false => None,
        };
        let size = |binding| bound(&entry["bindings"][binding], binding, length);
        Ok(KernelEntry {
            name: text("name")?,
            function: function.map(str::to_owned),
            values: [text("source")?, text("target")?],
            fills_padding: flag("fills_padding")?,
            copied,
            groups: groups(entry, length).ok_or_else(|| missing("workgroups"))?,
            push_constants: push_constants(&entry["push_constants"], length)
                .ok_or_else(|| missing("push_constants"))?,
            size_multiple: multiple.ok_or_else(|| missing("size_multiple"))?,
            is_dynamic: entry["push_constants"].as_array().is_some_and(|it| !it.is_empty()),
            element: bits.ok_or_else(|| missing("element_bits"))? / 8,
            sizes: [
                size(0).ok_or_else(|| missing("bindings"))?,
                size(1).ok_or_else(|| missing("bindings"))?,
            ],
        })
    }
}

/// Returns `base` + `length` x `per_length`, where a missing `per_length` is 0.
fn sized(base: &Value, per_length: &Value, length: u64) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    let way = length.checked_mul(per_length.as_i64().unwrap_or(0))?;
    usize::try_from(base.as_i64()?.checked_add(way)?).ok()
}

/// Returns the bytes that `vkCmdCopyBuffer` copies.
fn region(region: &Value, length: u64) -> Option<Range<usize>> {
    let size = sized(&region["size"], &region["size_per_length"], length)?;
    let start = usize::try_from(region["offset"].as_u64()?).ok()?;
    Some(start..start + size)
}

/// Returns the size of the buffer at a binding of set 0.
fn bound(described: &Value, binding: usize, length: u64) -> Option<usize> {
    let placed = described["set"] == 0 && described["binding"] == binding;
    sized(&described["size_bytes"], &described["size_bytes_per_length"], length).filter(|_| placed)
}

/// Returns the arguments of `vkCmdDispatch`.
fn groups(entry: &Value, length: u64) -> Option<[u32; 3]> {
    let number = |value: &Value| value.as_u64().and_then(|it| u32::try_from(it).ok());
    if let Some(stated) = entry["workgroups"].as_array() {
        let stated: Option<Vec<u32>> = stated.iter().map(number).collect();
        return stated?.try_into().ok();
    }
    let per_length = &entry["workgroups_per_length"];
    let all = length.checked_mul(per_length["multiply"].as_u64()?)?;
    let all = all.div_ceil(per_length["divide"].as_u64()?);
    let x = all.clamp(1, MAX_GROUPS);
    let y = all.div_ceil(x).clamp(1, MAX_GROUPS);
    let z = all.div_ceil(x * y).max(1);
    Some([x, y, z].map(|it| u32::try_from(it).unwrap_or(u32::MAX)))
}

/// Returns the bytes of the push constants, all of which are the dynamic length.
fn push_constants(list: &Value, length: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for constant in list.as_array()? {
        let number = |key: &str| usize::try_from(constant[key].as_u64()?).ok();
        let (offset, size) = (number("offset")?, number("size_bytes")?);
        if constant["name"] != "length" || !matches!(size, 4 | 8) {
            return None;
        }
        bytes.resize(bytes.len().max(offset + size), 0);
        bytes[offset..offset + size].copy_from_slice(&length.to_le_bytes()[..size]);
    }
    Some(bytes)
}
