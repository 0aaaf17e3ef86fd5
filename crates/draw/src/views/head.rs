//! The head that all views of a layout share: the heading, the facts, and the key.

use super::shading::Shading;
use crate::options::DrawOptions;
use crate::picture::{Picture, index_text};
use layout::transform::Transform;
use layout::{DimId, Elems, Layout, dims_by_falling_strides};

/// Returns a picture of a layout without cells and boxes: its heading, its source, and the facts about it.
pub(super) fn head(layout: &Layout, options: &DrawOptions) -> Picture {
    Picture {
        heading: options.name.clone(),
        source: options.source.clone(),
        facts: facts(layout),
        ..Picture::default()
    }
}

/// Returns the head with the facts and the key of shades.
pub(super) fn shaded_head(
    layout: &Layout,
    options: &DrawOptions,
    shading: &Shading<'_>,
) -> Picture {
    let mut picture = head(layout, options);
    picture.facts.extend(shading.facts());
    picture.key = shading.key();
    picture
}

/// Returns lines with the lengths, the memory, the order and the size of a layout. A size that cannot be computed is
/// omitted.
fn facts(layout: &Layout) -> Vec<String> {
    let elem = layout.elem().map_or_else(String::new, |elem| format!(" of {elem}"));
    let memory = layout.physical();
    let mut place = format!("memory {} strides {}", memory.shape(), memory.strides());
    if memory.offset() != Elems::ZERO {
        place.push_str(&format!(" offset {:#}", memory.offset()));
    }
    let size = layout.allocation().map_or_else(
        |_| String::new(),
        |allocation| match memory.bytes_of(allocation) {
            Ok(bytes) => format!("; {allocation} = {bytes}"),
            Err(_) => format!("; {allocation}"),
        },
    );
    let shape = format!("shape {}{elem}", layout.shape());
    [shape, place + &size].into_iter().chain(order(layout)).collect()
}

/// Returns the dims of memory by their strides; `None` if there are fewer than two.
fn order(layout: &Layout) -> Option<String> {
    let memory = layout.physical();
    // A negative stride reverses a dim, but does not move it.
    let strides = memory.strides().map(|_, &stride| stride.get().checked_abs().map(Elems::new));
    let dims = layout.base_dims();
    let order = dims_by_falling_strides(memory.shape(), &strides).into_iter();
    let names: Vec<String> = order.map(|dim| origin_name(layout, dims[dim.index()])).collect();
    (names.len() > 1).then(|| format!("order {}, outermost first", names.join(" ")))
}

/// Returns the name of a physical dim, or that of the logical dim that is the same.
fn origin_name(layout: &Layout, dim: DimId) -> String {
    let same = layout.stages().find(|stage| {
        matches!(stage.transform(), Transform::PassThrough(_)) && stage.operands() == [dim]
    });
    let results = same.and_then(|stage| stage.results().first());
    let logical = results.filter(|results| layout.logical_dims().contains(results));
    dim_name(layout, *logical.unwrap_or(&dim))
}

/// Returns the name of a dim: `d0` for a logical dim, `m0` for a physical dim, and `#5` for a hidden dim between them.
pub(super) fn dim_name(layout: &Layout, dim: DimId) -> String {
    fn place(dim: DimId, dims: &[DimId]) -> Option<usize> {
        dims.iter().position(|&other| other == dim)
    }
    match (place(dim, layout.logical_dims()), place(dim, layout.base_dims())) {
        (Some(logical), _) => format!("d{logical}"),
        (None, Some(physical)) => format!("m{physical}"),
        (None, None) => format!("#{}", dim.number()),
    }
}

/// Returns the description of a slot: its index if it has one, its offset, and its byte if it starts at one.
pub(super) fn slot_title(layout: &Layout, index: Option<&[i64]>, offset: i64) -> String {
    let index = index.map_or_else(String::new, |at| format!("index ({}), ", index_text(at)));
    let byte = layout.elem().and_then(|elem| Elems::new(offset).to_bytes(elem));
    let byte = byte.map_or_else(String::new, |byte| format!(", byte {byte:#}"));
    format!("{index}offset {offset}{byte}")
}
