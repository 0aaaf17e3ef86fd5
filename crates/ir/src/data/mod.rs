//! The data of the IR: what a module is made of.
//!
//! In reading order: `ids` names interned things; `types` and `attrs` are their structures, with the layout choices of
//! `choice` and the lists of `list`; `context` interns them; `dense` is how dense attributes store elements; `module` has ops, values, blocks and
//! regions, and `build` short ways to make them; `text` is how names, strings and numbers are written.
//!
//! The folder is not part of public paths: the crate's root has its modules as its own.

pub mod attrs;
pub mod build;
pub(crate) mod choice;
pub mod context;
pub mod dense;
pub(crate) mod ids;
mod list;
pub mod module;
pub(crate) mod text;
pub mod types;
