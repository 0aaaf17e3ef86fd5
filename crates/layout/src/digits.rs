//! Layouts whose offsets are sums of digits of the logical index: `mixed_radix` has the digits of each dim with their
//! strides, found in a layout or built into one.

mod mixed_radix;

pub use mixed_radix::{MixedRadix, RadixDigit, RadixError};
