//! Conflicting stride requirements as the data of a diagnostic.

use crate::source::{Entity, Place};
use layout::{Conflict, Req, Strides};
use std::fmt;

/// Stride requirements that cannot all hold. The strides of its corrections are in elements, by logical dim of the tensor
/// that the diagnostic is about.
pub type StrideConflict = Conflict<CoreRequirement, Strides>;

/// One requirement of an unsatisfiable core. `P` is the position of a text that states it: a place in a module, or a
/// position as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreRequirement<P = Place> {
    /// The kind of the requirement.
    pub kind: CoreKind,
    /// The requirement as text writes it; `None` for another kind than [`CoreKind::Requirement`].
    pub req: Option<Req>,
    /// The value, or the op of the declared tensor, that the requirement applies to; `None` if it applies to all tensors
    /// of a view op.
    pub tensor: Option<Entity>,
    /// The types, attributes and ops that state the requirement. Empty for a limit of a target that has no text.
    pub sources: Vec<P>,
    /// A noun phrase for messages, such as "`m0: aligned<32 bytes>` of `%x`".
    pub text: String,
}

/// The kind of a requirement in an unsatisfiable core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CoreKind {
    /// An entry of `#layout.reqs` in a type, or in the attribute `layout.reqs` of an op.
    Requirement,
    /// The strides that a type states.
    StatedStrides,
    /// The elements of a tensor must not overlap.
    Nested,
    /// A view op merges dims, which must be contiguous.
    View,
    /// A limit of the target.
    Limit,
}

/// Writes one word: `requirement`, `strides`, `nested`, `view` or `limit`.
impl fmt::Display for CoreKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CoreKind::Requirement => "requirement",
            CoreKind::StatedStrides => "strides",
            CoreKind::Nested => "nested",
            CoreKind::View => "view",
            CoreKind::Limit => "limit",
        })
    }
}

impl CoreRequirement {
    /// Returns a requirement of a kind, with its phrase for messages.
    pub fn new(kind: CoreKind, text: impl Into<String>) -> CoreRequirement {
        let text = text.into();
        CoreRequirement { kind, req: None, tensor: None, sources: Vec::new(), text }
    }

    /// Returns the same requirement with other positions. A source without one is omitted.
    pub fn with_positions<P>(
        &self,
        position: impl FnMut(&Place) -> Option<P>,
    ) -> CoreRequirement<P> {
        let CoreRequirement { kind, req, tensor, ref sources, ref text } = *self;
        let sources = sources.iter().filter_map(position).collect();
        CoreRequirement { kind, req, tensor, sources, text: text.clone() }
    }
}
