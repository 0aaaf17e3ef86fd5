//! Faults of memref layouts.

use crate::diag::code;
use crate::encoding::Fault;
use layout::LayoutFault;

/// Returns the fault of a layout that the core cannot represent.
pub(super) fn fault(message: impl Into<String>) -> Fault {
    Fault::new(code::FOREIGN_LAYOUT, message)
}

/// Converts a fault that the core reports about the memory of a shape.
pub(super) fn too_large(fault: LayoutFault) -> Fault {
    let own = Fault::new(code::SHAPE, fault.message);
    fault.notes.into_iter().fold(own, Fault::note)
}
