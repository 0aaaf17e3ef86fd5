//! Layouts: pipelines of transforms over typed dims, above strided memory.
//!
//! - `stage`: a transform with its dims; `layout`: the data, a list of stages above memory;
//! - `evaluate`: a layout over any abstract domain, and on many indices; `expressions`: as expressions in normal form;
//! - `components`: its independent parts;
//! - `legal`: the check that valid indices stay inside dims, by the complete `search` for an index; `offsets`: the check
//!   that offsets fit 64 bits;
//! - `builder`: how layouts are built, and `base`: on which memory;
//! - `fault`: why dims and transforms are no layout.

mod base;
mod builder;
mod components;
mod evaluate;
mod expressions;
mod fault;
mod layout;
mod legal;
mod offsets;
mod search;
mod stage;

pub use builder::LayoutBuilder;
pub(crate) use components::{FEW_POINTS, IndependentComponent, MOST_POINTS};
pub use evaluate::Evaluator;
pub(crate) use expressions::LayoutExprs;
pub use fault::LayoutFault;
pub use layout::Layout;
pub use search::CheckBudget;
pub use stage::Stage;

#[cfg(test)]
mod tests;
