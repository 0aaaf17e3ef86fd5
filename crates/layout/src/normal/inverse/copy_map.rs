//! Copy maps: a copy as a map from each slot of the target's buffer to the source's offset of the same element.
//!
//! ```text
//! slot of the target --inverse strides--> physical index --inverse transforms--> logical index
//!     --transforms and strides of the source--> offset in the source
//! ```
//!
//! A copy map is a [`Layout`] over the source's memory with one logical dim: the slots of the target's allocation. A
//! slot that holds no element, because of a gap or padding, is invalid. So is a slot whose element the source does not
//! store. A copy is therefore evaluated and lowered like any layout.
//!
//! `map` inverts the target: each transform by a chain of transforms, the strides by digits, from the innermost
//! dim outwards: the indices of a dim and the slots below its stride are merged. The slots between the end of a row and
//! the next stride become virtual padding.

use std::fmt;

use super::map::{InverseBuilder, InverseFault};
use crate::index::Exprs;
use crate::pipeline::{Layout, LayoutBuilder};

/// The reason why there is no copy map to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CopyMapFault {
    /// The shapes of source and target differ.
    Shapes,
    /// The target has no inverse as a map.
    Target(InverseFault),
}

impl fmt::Display for CopyMapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyMapFault::Shapes => f.write_str("the source and the target have different shapes"),
            CopyMapFault::Target(fault) => fault.describe(f, "the target"),
        }
    }
}

impl std::error::Error for CopyMapFault {}

impl_from! { CopyMapFault { Target(InverseFault) } }

impl Layout {
    /// Returns the copy map from this layout to a target. It is a layout over the memory of this one, whose only
    /// logical dim is the slots of the target's buffer, from 0 to its allocation. A slot is valid if it holds an
    /// element of the target that this layout stores.
    ///
    /// # Errors
    /// The shapes differ or have a dynamic length. Or the target has no valid index, starts before its buffer, or has
    /// slots with several indices. Or its strides are not nested, dims of length 1 aside, or one of its transforms is
    /// irreversible.
    pub fn copy_map_to(&self, target: &Layout) -> Result<Layout, CopyMapFault> {
        if self.shape() != target.shape() {
            return Err(CopyMapFault::Shapes);
        }
        if let Some(dim) = target.shape().first_dynamic() {
            return Err(InverseFault::Dynamic(dim).into());
        }
        if target.is_empty() {
            return Err(InverseFault::Empty.into());
        }
        let mut builder = InverseBuilder::new(LayoutBuilder::from_layout(self), target, None);
        let slots = target.allocation().map_err(InverseFault::Address);
        let slot = builder.undo(0, slots?.get())?;
        Ok(builder.finish(slot)?.0)
    }

    /// Returns `true` if this layout is known to store each element that a target of the same shape stores: it has no
    /// virtual padding, or its conditions are conditions of the target.
    pub fn stores_elements_of(&self, target: &Layout) -> bool {
        if self.is_total() {
            return true;
        }
        let mut exprs = Exprs::new();
        let own = self.to_exprs(&mut exprs).predicates;
        let others = target.to_exprs(&mut exprs).predicates;
        own.iter().all(|predicate| others.contains(predicate))
    }
}

#[cfg(test)]
mod tests;
