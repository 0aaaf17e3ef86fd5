//! A layout found by name or type, or the reason why a name or type has none.

use crate::diag::{Code, code};
use crate::encoding::Fault;
use crate::layout::{Layout, LayoutFault};
use crate::registry::DescribedLayout;
use crate::source::PathStep;
use layout::impl_from;
use std::rc::Rc;

/// A layout with the depth of its chain: the number of layouts below it, each built on the next.
#[derive(Clone)]
pub(super) struct NestedLayout {
    pub(super) layout: DescribedLayout,
    pub(super) depth: usize,
}

impl NestedLayout {
    /// Returns a layout in memory that is built on no other layout.
    pub(super) fn lone(layout: Layout) -> NestedLayout {
        NestedLayout { layout: DescribedLayout::Memory(Rc::new(layout)), depth: 0 }
    }

    /// Returns the layout in memory.
    ///
    /// # Errors
    /// It is a placement; `name` is that of the layout in the message.
    pub(super) fn memory(&self, name: &str) -> Result<Rc<Layout>, Failure> {
        let layout = self.layout.memory(name).cloned();
        layout.map_err(|message| Failure::new(code::DESCRIPTOR, message))
    }
}

/// The reason why a name or type has no layout.
#[derive(Clone)]
pub(super) enum Failure {
    /// The descriptor of this name is faulty; its fault is reported at the descriptor.
    Reported,
    /// A fault of the name or type itself.
    Fault(Fault),
}

impl_from!(Failure { Fault(Fault) });

impl Failure {
    pub(super) fn new(code: Code, message: String) -> Failure {
        Failure::Fault(Fault::new(code, message))
    }

    /// Moves the failure to another part of the text.
    pub(super) fn at(self, path: impl Into<Vec<PathStep>>) -> Failure {
        match self {
            Failure::Fault(fault) => Failure::Fault(fault.at(path)),
            Failure::Reported => Failure::Reported,
        }
    }

    /// Adds a note.
    pub(super) fn note(self, note: Option<String>) -> Failure {
        match self {
            Failure::Fault(mut fault) => {
                fault.notes.extend(note);
                Failure::Fault(fault)
            }
            Failure::Reported => Failure::Reported,
        }
    }

    /// Returns the fault, for callers that do not verify descriptors.
    pub(super) fn into_fault(self) -> Fault {
        match self {
            Failure::Fault(fault) => fault,
            Failure::Reported => {
                let message = "its layout is built on a malformed descriptor".to_owned();
                Fault::new(code::DESCRIPTOR, message)
            }
        }
    }
}

impl From<LayoutFault> for Failure {
    fn from(fault: LayoutFault) -> Failure {
        let LayoutFault { message, notes, .. } = fault;
        Failure::Fault(Fault { notes, ..Fault::new(code::SHAPE, message) })
    }
}
