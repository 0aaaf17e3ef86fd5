//! The registry of everything that text can name.

use crate::targets::add_shipped;
use ir::Registry;
use ir::descriptor::DescribedLayout;
use ir::layout::NotationFault;
use notation::{ElementType, NotatedSubject};
use std::rc::Rc;

/// Returns the ops and targets of layoutc, with a reader of notations.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    add_shipped(&mut registry);
    add_notations(&mut registry);
    registry
}

/// Adds the readers of notations to a registry.
pub(crate) fn add_notations(registry: &mut Registry) {
    registry.set_notations(described);
    registry.set_record_notations(|text| match notation::read_subject(text, None) {
        Ok(NotatedSubject::Records(records)) => Some(records),
        _ => None,
    });
    registry.set_shaped_notations(|text, lengths, elem| {
        let elem = ElementType::from_name(elem);
        notation::read_shaped(text, lengths, elem).map(|read| read.layout)
    });
}

fn described(text: &str) -> Result<DescribedLayout, NotationFault> {
    Ok(match notation::read_subject(text, None)? {
        NotatedSubject::Layout(read) => DescribedLayout::Memory(Rc::new(read.layout)),
        NotatedSubject::Placement(read) => DescribedLayout::Placement(Rc::new(read.placement)),
        NotatedSubject::Symbolic(read) => DescribedLayout::Symbolic(Rc::new(read.layout)),
        // The reader of layouts returns the fault.
        NotatedSubject::Records(_) => {
            DescribedLayout::Memory(Rc::new(notation::read(text, None)?.layout))
        }
    })
}
