//! The layout dialect's own text, by the pest grammar `layout.pest`.
//!
//! `grammar` has the rules and reads one at a position, `attrs` the attributes, `choice` the attribute
//! `#layout.choice`, `types` the types.

mod attrs;
mod choice;
mod grammar;
mod types;

pub(crate) use grammar::{Grammar, Rule};
