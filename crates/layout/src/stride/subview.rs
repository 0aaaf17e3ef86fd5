//! Subviews: how a tensor lies in the buffer of another one whose strides are not known yet.
//!
//! A [`ViewMap`] states which element of a whole each element of a part is. It means a chain of the core's transforms over
//! the dims of the whole (`view`). Evaluating that chain over linear forms (`form`), one more abstract domain, gives the
//! [`SubviewMap`] of the part (`evaluate`): for each of its dims, which multiple of which unknown stride its own stride is.
//! Composition, comparison and inversion are algebra on that value (`map`).

mod evaluate;
mod form;
mod map;
mod view;

pub use map::{ContiguityConstraint, DimBinding, SubviewFault, SubviewMap};
pub use view::{SliceDim, ViewMap};

#[cfg(test)]
mod tests;
