//! Aliasing between tensor values.
//!
//! A *view op* (transpose, reshape, slice, concat) moves no data: its results can share the memory of its operands.
//! [`crate::OpDef::view_relations`] returns these relations, so passes never match on op names. A view op whose shape
//! operands are not constant is reported as [`Opaque`] with the reason. [`Subview`] states that every element of `part`
//! is also an element of `whole`. The relation is a permission, not a fact: if the layouts assigned to the two values
//! disagree, or one value would need two offsets (`concat(%a, %a)`), `resolve-strides` inserts a copy or reports an
//! error. [`Registry::element_relations`](crate::Registry::element_relations) also has the relations of a view op that
//! *copies* on a target: its results have buffers of their own, so the relation concerns their orders alone.
//!
//! [`op`] reads the view ops in [`crate::ops`], `boxes` those that place their operands, [`pair`] checks the map of an
//! operand and a result, and [`dims`] checks lengths and axes. [`form`] describes ops whose lists are attributes or operands, and `declared` reads such a
//! description from an op or from a rule of a target. A dynamic dim may be permuted and kept, but not split, merged or
//! sliced. One with a bound may also be sliced, and be the outermost of the dims that a reshape merges or splits: it is as
//! long as its bound in memory, and the map must be the same at every run-time length. [`constant_ints`] reads constant
//! shapes and indices through [`crate::OpDef::constant`]. [`is_none_value`] recognizes the value of an absent operand by
//! [`crate::OpDef::is_none_value`].

mod boxes;
mod constants;
pub(crate) mod declared;
mod declared_check;
pub mod dims;
pub mod form;
pub mod op;
pub mod pair;

pub use crate::registry::{Opaque, Subview, ViewRelations};
pub use constants::{constant_ints, is_none_value};
pub use declared::declare;
pub use declared_check::check_target_views;
pub(crate) use declared_check::{check, check_rule, only_copies};
pub use layout::{SliceDim, ViewMap};

/// The op that copies a tensor into another layout.
pub const COPY_OP: &str = "layout.reorder";

/// The op that views the memory of a tensor in another shape.
pub const VIEW_OP: &str = "layout.view";
