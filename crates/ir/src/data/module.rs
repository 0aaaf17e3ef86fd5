//! A module: ops, values, blocks and regions in arenas, referenced by ids.
//!
//! Entities are never freed. Erasing an op removes it from its block's list, so that other ids stay valid. Side tables
//! hold the properties that only some entities have, such as locations. Uses are not stored; a pass that needs uses
//! collects them in one [`Module::walk`].
//!
//! In reading order: `entity` has the ids and the storage of entities, `label` the names in the text, `store` the
//! module with its arenas, `read` and `edit` its accessors and mutations, `order` the sequence of ops, and `dominators` the
//! dominator tree of the blocks of a region.

mod dominators;
mod edit;
mod entity;
mod label;
mod order;
mod read;
mod store;

pub use super::named::NamedMap;
pub use dominators::dominated_blocks;
pub use entity::{Block, Def, Op, Region, Value};
pub use label::{Label, LabelKind};
pub use order::Walk;
pub use store::{Alias, Module, NewOp, Resources};

#[cfg(test)]
mod tests;
