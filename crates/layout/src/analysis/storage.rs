//! The check that a layout can store a tensor: every index has an element slot of its own.

use crate::index::Exprs;
use crate::pipeline::{Layout, LayoutFault};
use crate::space::Elems;

impl Layout {
    /// Checks that every index has a slot, that no two indices share one, and that no slot is before the buffer.
    ///
    /// # Errors
    /// One of these does not hold or is undecided, or a length is dynamic.
    pub fn check_storage(&self) -> Result<(), LayoutFault> {
        if !self.to_exprs(&mut Exprs::new()).predicates.is_empty() {
            return Err(LayoutFault::new(
                "an index has no element slot, so it cannot store a tensor",
            ));
        }
        match self.is_injective() {
            Ok(true) => {}
            Ok(false) => {
                let message = "two indices share an element slot, so it cannot store a tensor";
                return Err(LayoutFault::new(message));
            }
            Err(error) => return Err(LayoutFault::new(error.to_string())),
        }
        match self.offset_range() {
            Ok(Some((low, _))) if low < Elems::ZERO => Err(LayoutFault::new(format!(
                "the least offset must be at least 0, but is {}",
                low.get()
            ))),
            Ok(_) => Ok(()),
            Err(error) => Err(LayoutFault::new(error.to_string())),
        }
    }
}
