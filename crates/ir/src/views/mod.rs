//! Aliasing between tensor values.
//!
//! A *view op* (transpose, reshape, slice, concat) moves no data: its results can share the memory of its operands.
//! [`crate::OpDef::view_relations`] returns these relations, so passes never match on op names. A view op whose shape
//! operands are not constant is reported as [`Opaque`] with the reason. [`Subview`] states that every element of `part` is
//! also an element of `whole`. The relation is a permission, not a fact: if the layouts assigned to the two values disagree,
//! or one value would need two offsets (`concat(%a, %a)`), `resolve-strides` inserts a copy or reports an error.
//!
//! [`op`] holds the readers and checks of which the function of each view op in [`crate::ops`] consists. [`constant_ints`]
//! reads operands that are constant shapes or indices through the interface [`crate::OpDef::constant`]; [`is_none_value`]
//! recognizes the value of an absent operand by [`crate::OpDef::is_none_value`].

mod constants;
pub mod op;

pub use crate::registry::{Opaque, Subview, ViewRelations};
pub use constants::{constant_ints, is_none_value};
pub use layout::{SliceDim, ViewMap};

/// The op that copies a tensor into another layout.
pub const COPY_OP: &str = "layout.reorder";

/// The op that reads the memory of a tensor as another shape.
pub const VIEW_OP: &str = "layout.view";
