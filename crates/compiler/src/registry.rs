//! The registry of everything that text can name.

use crate::targets::add_shipped;
use ir::Registry;

/// Returns the ops and targets of layoutc, with a reader of notations.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    add_shipped(&mut registry);
    registry.set_notations(|text| notation::read(text, None).map(|read| read.layout));
    registry
}
