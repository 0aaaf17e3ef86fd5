//! The facts about a layout that views of it print.

use crate::picture::index_text;
use layout::{Elems, Layout};

/// Returns lines with the lengths, the memory and the size of a layout. A size that cannot be computed is omitted.
pub(super) fn facts(layout: &Layout) -> Vec<String> {
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
    vec![format!("shape {}{elem}", layout.shape()), place + &size]
}

/// Returns the description of a slot: its index if it has one, its offset, and its byte if it starts at one.
pub(super) fn slot_title(layout: &Layout, index: Option<&[i64]>, offset: i64) -> String {
    let index = index.map_or_else(String::new, |at| format!("index ({}), ", index_text(at)));
    let byte = layout.elem().and_then(|elem| Elems::new(offset).to_bytes(elem));
    let byte = byte.map_or_else(String::new, |byte| format!(", byte {byte:#}"));
    format!("{index}offset {offset}{byte}")
}
