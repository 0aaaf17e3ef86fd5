//! Conflicting stride requirements as the data of a diagnostic.

use crate::source::{Entity, SourceLocation};
use layout::{Conflict, Origin, Strides};

/// Stride requirements that cannot all hold. The strides of its corrections are in elements, by logical dim of the tensor
/// that the diagnostic is about.
pub type StrideConflict = Conflict<CoreRequirement, Strides>;

/// One requirement of an unsatisfiable core. `P` is the position of a text that states it: a place in a module, or a
/// position as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreRequirement<P = SourceLocation> {
    /// The origin of the requirement. Its tensor is a value, or the op of the declared tensor; its view is an op.
    pub origin: Origin<Entity>,
    /// The types, attributes and ops that state the requirement. Empty for a limit of a target that has no text.
    pub sources: Vec<P>,
    /// A noun phrase for messages, such as "`m0: aligned<32 bytes>` of `%x`".
    pub text: String,
}

impl<P> CoreRequirement<P> {
    /// Returns a requirement with its sources, and its phrase for messages.
    pub fn new(origin: Origin<Entity>, sources: Vec<P>, text: String) -> CoreRequirement<P> {
        CoreRequirement { origin, sources, text }
    }
}
