//! Views: which values lie in the memory of which, as their ops tell.
//!
//! An op that moves no data, such as a transpose, a reshape, a slice or a concat, answers by [`crate::OpDef::view_relations`]
//! how the elements of its operands and results coincide; passes ask that and know no op by its name. An op that
//! cannot tell is [`Opaque`], with the reason. [`op`] is what such an answer is written with, one short function
//! for each op in [`crate::ops`].
//!
//! Operands that tell a shape or a place are constants: [`constant_ints`] reads them by the interface
//! [`crate::OpDef::constant`], and what stands for an operand that is not there has [`crate::OpDef::is_none_value`].

mod constants;
pub mod op;

pub use crate::registry::{Opaque, Subview, ViewMap, ViewRelations};
pub use constants::{constant_ints, is_none_value};
pub use layout::SliceDim;

/// The op that copies a tensor into another layout.
pub const COPY_OP: &str = "layout.reorder";

/// The op that reads the memory of a tensor in another way.
pub const VIEW_OP: &str = "layout.view";
