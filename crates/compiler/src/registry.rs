//! The registry of everything that text can name.

use crate::targets::add_shipped;
use ir::Registry;
use notation::ElementType;

/// Returns the ops and targets of layoutc, with a reader of notations.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    add_shipped(&mut registry);
    add_notations(&mut registry);
    registry
}

/// Adds the readers of notations to a registry.
pub(crate) fn add_notations(registry: &mut Registry) {
    registry.set_notations(|text| notation::read(text, None).map(|read| read.layout));
    registry.set_placements(|text| notation::read_placement(text, None).map(|read| read.placement));
    registry.set_shaped_notations(|text, lengths, elem| {
        let elem = ElementType::from_name(elem);
        notation::read_shaped(text, lengths, elem).map(|read| read.layout)
    });
}
