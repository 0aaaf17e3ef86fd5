//! A module: ops, values, blocks and regions in arenas, named by ids.
//!
//! Entities are never freed: erasing an op takes it out of its block's list, so that the ids of others stay valid.
//! Facts that only some entities have, such as locations, lie in side tables. Uses are not stored; a pass that needs
//! them collects them in one [`Module::walk`].
//!
//! In reading order: `entity` has the ids and the storage behind them, `label` the names in the text, `store` the
//! module with its arenas, `read` and `edit` what it answers and changes, `order` the sequence of ops.

mod edit;
mod entity;
mod label;
mod order;
mod read;
mod store;

pub use entity::{Block, BlockData, Def, Op, OpData, Region, RegionData, Value, ValueData};
pub use label::{Label, LabelKind};
pub use order::Walk;
pub use store::{Alias, Module, NewOp, Resources};

#[cfg(test)]
mod tests;
