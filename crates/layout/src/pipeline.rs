//! Layouts: pipelines of transforms over typed dims, above strided memory.
//!
//! In reading order: `layout` is the data and its evaluation over any abstract domain; `written` the layout as
//! expressions; `components` cuts it into independent parts; `legal` checks what valid indices reach; `builder`
//! makes layouts; `evaluate` evaluates many indices.

mod builder;
mod components;
mod evaluate;
mod fault;
mod layout;
mod legal;
mod written;

pub use builder::LayoutBuilder;
pub(crate) use components::{FEW_POINTS, IndependentComponent, MOST_POINTS, advance};
pub use evaluate::Evaluator;
pub use fault::LayoutFault;
pub use layout::{DimId, Layout, Stage};
pub(crate) use written::Written;
