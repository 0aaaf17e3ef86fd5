//! Inverses of layouts.
//!
//! Two searches invert transforms. The enumerating one, `owners`, finds the indices of one slot, whatever the layout is,
//! within a budget. The symbolic one, `map`, inverts each transform by a chain of transforms, so that the inverse is a
//! layout again.
//!
//! - `owners`: the logical indices that map to a slot;
//! - `map`: the inverse as maps from slots to indices; `copy_map`: a copy as a map from the slots of its target;
//! - `layout`: the inverse of an injective layout, also from its normal forms; `groups`: inverses of strides that are not
//!   nested; `steps`: listed functions.

mod copy_map;
mod groups;
mod layout;
mod map;
mod owners;
mod steps;

pub use copy_map::CopyMapFault;
pub use map::{InverseFault, InverseMap};
pub use owners::Owners;
