//! The text of the layout dialect, read by the pest grammar `layout.pest`.
//!
//! `grammar` has the rules and applies one at a position. `attrs` reads the attributes, `choice` the attribute
//! `#layout.choice`, `pattern` the attribute `#layout.pattern`, and `types` the types.

mod attrs;
mod choice;
mod grammar;
mod pattern;
mod types;

pub(crate) use grammar::{Grammar, Rule, offset};
