//! The IR of layoutc.
//!
//! Modules in reading order: [`layout`] is the semantic core (dims, orders, strides, requirements,
//! the solver) and [`affine`] its arithmetic, neither of which knows the IR; [`types`], [`attrs`]
//! and [`context`] are what ops carry; [`module`] holds ops, values, blocks and regions;
//! [`registry`] and [`ops`] say what is known of ops; [`encoding`] reads layouts out of tensor types,
//! [`foreign`] out of memref types, [`descriptor`] out of descriptors; [`views`] says which values share memory,
//! [`choice`] which layouts an op takes, and [`target`] what a device does;
//! [`mod@verify`] and [`mod@print`] do what their names say.
//!
//! Nothing here reads files, prints to the terminal, or depends on how text is parsed.

pub mod affine;
pub mod choice;
mod data;
pub mod descriptor;
pub mod diag;
pub mod encoding;
pub mod float;
pub mod foreign;
pub mod ops;
pub mod print;
pub mod registry;
pub mod same;
mod signature;
pub mod source;
pub mod target;
#[cfg(test)]
mod testing;
pub mod verify;
pub mod views;
pub mod vulkan;

pub use ::layout;
pub use attrs::{Attr, AttrKind};
pub use build::Builder;
pub use context::{Context, Name};
pub use data::{attrs, build, context, dense, module, types};
pub use module::{Block, Module, Op, Region, Value};
pub use registry::{OpDef, Registry};
pub use types::{Type, TypeKind};
pub use verify::Verified;
