//! The data of the IR: the parts of a module.
//!
//! In reading order: `ids` are the ids of interned items. `types` and `attrs` are their structures, with the layout
//! choices of `choice` and the patterns of groups of `pattern`, the tables of `table`, the maps of `named` and the functions of `shared`. `context` interns them.
//! `dense` is the storage of dense attributes.
//! `module` has ops, values, blocks and regions, and `build` has shorthands that create them. `text` writes names,
//! strings and numbers.
//!
//! The folder is not part of public paths: the root of the crate re-exports its modules.

pub mod attrs;
pub mod build;
pub(crate) mod choice;
pub mod context;
pub mod dense;
pub(crate) mod ids;
pub mod module;
pub(crate) mod named;
pub(crate) mod pattern;
pub(crate) mod shared;
pub(crate) mod table;
pub(crate) mod text;
pub mod types;
