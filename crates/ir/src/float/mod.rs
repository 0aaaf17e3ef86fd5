//! The builtin floating-point types: their bit formats, rounding into them, and their text in MLIR.
//!
//! A leaf of the crate: nothing else of the IR is imported. [`FloatKind`] names a type; `encode` holds what
//! its bits mean; `text` prints literals. Values are bit patterns in the low bits of a `u128`.

mod encode;
mod kind;
mod text;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tool_tests;

pub use kind::FloatKind;
pub use text::format_float;
