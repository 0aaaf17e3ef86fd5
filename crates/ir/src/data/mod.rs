//! The data of the IR.
pub mod attrs;
pub mod build;
pub(crate) mod choice;
pub mod context;
pub mod dense;
pub(crate) mod ids;
pub mod module;
pub(crate) mod text;
pub mod types;
