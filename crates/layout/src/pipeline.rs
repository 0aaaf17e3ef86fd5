//! Layouts: pipelines of transforms over typed dims, above strided memory.
//!
//! - `stage`: a transform with its dims; `layout`: the data, a list of stages above memory;
//! - `evaluate`: evaluation over any abstract domain, and of many indices; `batch`: of many indices at once;
//!   `expressions`: a layout as expressions in
//!   normal form;
//! - `components`: the independent parts of a layout;
//! - `legal`: the check that valid indices stay within their dims, which uses the complete search in `search`;
//!   `offsets`: the check that offsets fit 64 bits;
//! - `builder`: construction of layouts; `base`: construction of the memory below; `open`: descriptors of tensors of any
//!   shape;
//! - `fault`: the reason why dims and transforms do not form a layout.

mod base;
mod batch;
mod builder;
mod components;
mod evaluate;
mod expressions;
mod fault;
mod layout;
mod legal;
mod offsets;
mod open;
mod search;
mod stage;

pub use base::MemoryForm;
pub use builder::LayoutBuilder;
pub(crate) use components::{FEW_POINTS, IndependentComponent, MAX_POINTS};
pub use evaluate::Evaluator;
pub(crate) use expressions::LayoutExprs;
pub use fault::LayoutFault;
pub use layout::Layout;
pub use open::{OpenDescriptor, OpenStage};
pub use search::CheckBudget;
pub use stage::Stage;

#[cfg(test)]
mod tests;
