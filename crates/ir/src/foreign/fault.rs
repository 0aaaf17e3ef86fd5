//! Faults of memref layouts.

use crate::diag::code;
use crate::encoding::Fault;
use layout::LayoutFault;

/// A layout that has no equal in the core.
pub(super) fn fault(message: impl Into<String>) -> Fault {
    Fault::new(code::FOREIGN_LAYOUT, message)
}

/// A fault that the core reports about memory of a shape.
pub(super) fn too_large(fault: LayoutFault) -> Fault {
    let own = Fault::new(code::SHAPE, fault.message);
    fault.notes.into_iter().fold(own, Fault::note)
}
