//! The builtin floating-point types: their bit formats, rounding, and literals in MLIR text.
//!
//! The module imports nothing else of the IR. [`FloatKind`] names a type, `format` has its bit format, `encode` rounds to it, and `text`
//! prints literals. A value is a bit pattern in the low bits of a `u128`.

mod encode;
mod format;
mod kind;
mod text;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tool_tests;

pub use kind::FloatKind;
pub use text::format_float;
