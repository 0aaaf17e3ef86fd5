//! Subviews: the location of a tensor in the buffer of another tensor whose strides are not yet known.
//!
//! A [`ViewMap`] maps each element of a part to an element of the whole. `view` expresses it as a chain of transforms
//! over the dims of the whole. `evaluate` evaluates the chain over linear forms (`form`), one more abstract domain. The
//! result is the [`SubviewMap`] of the part: each of its strides as a multiple of an unknown stride. `map` composes,
//! compares and inverts such maps.

mod evaluate;
mod form;
mod map;
mod view;

pub use map::{ContiguityConstraint, DimBinding, SubviewFault, SubviewMap};
pub use view::{SliceDim, ViewMap};

#[cfg(test)]
mod tests;
