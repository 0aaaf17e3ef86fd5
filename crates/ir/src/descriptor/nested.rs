//! A layout that was found by its name or type, or why there is none.

use crate::diag::{Code, code};
use crate::encoding::Fault;
use crate::layout::{Layout, LayoutFault};
use crate::source::PathStep;
use std::rc::Rc;

/// A layout with the number of layouts below it, each built on the next.
#[derive(Clone)]
pub(super) struct NestedLayout {
    pub(super) layout: Rc<Layout>,
    pub(super) depth: usize,
}

/// Why a name or type has no layout.
#[derive(Clone)]
pub(super) enum Failure {
    /// The descriptor of this name is faulty, which is reported there.
    Reported,
    Fault(Fault),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

impl Failure {
    pub(super) fn new(code: Code, message: String) -> Failure {
        Failure::Fault(Fault::new(code, message))
    }

    /// Returns the failure at another part of the text.
    pub(super) fn at(self, path: impl Into<Vec<PathStep>>) -> Failure {
        match self {
            Failure::Fault(fault) => Failure::Fault(fault.at(path)),
            Failure::Reported => Failure::Reported,
        }
    }

    pub(super) fn note(self, note: Option<String>) -> Failure {
        match self {
            Failure::Fault(mut fault) => {
                fault.notes.extend(note);
                Failure::Fault(fault)
            }
            Failure::Reported => Failure::Reported,
        }
    }

    /// Returns the fault, for callers that do not report descriptors themselves.
    pub(super) fn into_fault(self) -> Fault {
        match self {
            Failure::Fault(fault) => fault,
            Failure::Reported => {
                let message = "it is made from a descriptor that is not well formed".to_owned();
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
