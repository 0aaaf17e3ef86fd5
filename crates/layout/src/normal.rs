//! Normal forms of layouts.

mod from_map;

pub use from_map::MapFault;
