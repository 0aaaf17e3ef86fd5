//! Strides without a module.

use crate::registry::registry;
use crate::report::Report;
use crate::source_module::SourceModule;

/// The tensor whose strides are requested.
#[derive(Clone, Copy, Debug)]
pub struct RequestedStrides<'a> {
    /// The lengths of the logical dims.
    pub shape: &'a [i64],
    /// The order: a name such as `NHWC`, or the logical dims from the outermost in memory, `[0, 2, 3, 1]`. Row major if
    /// it is empty.
    pub order: &'a str,
    /// The requirements as `#layout.reqs` has them, `m0: aligned<64 bytes>`; may be empty.
    pub reqs: &'a str,
    /// The size of an element in bits, from 1 to 64.
    pub elem_bits: u32,
}

/// Returns the least strides of a tensor, in elements and in logical order.
///
/// # Errors
/// A text is malformed, the requirements conflict, or the tensor has no storage layout.
pub fn solve(tensor: &RequestedStrides<'_>) -> Result<Vec<i64>, Report> {
    let mut module = SourceModule::parse(&text(tensor), "<solve>", registry())?;
    module.run("resolve-strides", None)?;
    Ok(module.strides("x").expect("`resolve-strides` states the strides of a declared tensor"))
}

fn text(tensor: &RequestedStrides<'_>) -> String {
    let lengths: String = tensor.shape.iter().map(|length| format!("{length}x")).collect();
    let mut entries = Vec::new();
    let order = tensor.order.trim();
    match order.strip_prefix('[').and_then(|order| order.strip_suffix(']')) {
        Some(dims) => entries.push(format!("order = {}", map(tensor.shape.len(), dims))),
        None if order.is_empty() => {}
        None => entries.push(format!("order = #layout.order<{order}>")),
    }
    if !tensor.reqs.trim().is_empty() {
        entries.push(format!("reqs = #layout.reqs<{}>", tensor.reqs));
    }
    let encoding =
        if entries.is_empty() { String::new() } else { format!(", {{{}}}", entries.join(", ")) };
    format!("layout.tensor @x : tensor<{lengths}i{}{encoding}>", tensor.elem_bits)
}

/// Returns the affine map of the dims from the outermost in memory.
fn map(rank: usize, dims: &str) -> String {
    let inputs: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
    let results: Vec<String> = dims.split(',').map(|dim| format!("d{}", dim.trim())).collect();
    format!("affine_map<({}) -> ({})>", inputs.join(", "), results.join(", "))
}
