//! Conflicting stride requirements as the data of a diagnostic.

use crate::source::{Entity, Place};
use layout::{Req, Strides};
use std::fmt;

/// Stride requirements that cannot all hold, and the removals that resolve the conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StrideConflict {
    /// A minimal unsatisfiable core: after removing any one of its requirements, the others can hold.
    pub core: Vec<CoreRequirement>,
    /// The removals after which all requirements of the buffer can hold. A removal that leaves another conflict is not
    /// listed.
    pub corrections: Vec<ConflictCorrection>,
}

/// One requirement of an unsatisfiable core.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreRequirement {
    /// The kind of the requirement.
    pub kind: CoreKind,
    /// The requirement as text writes it; `None` for another kind than [`CoreKind::Requirement`].
    pub req: Option<Req>,
    /// The value, or the op of the declared tensor, that the requirement applies to; `None` if it applies to all tensors
    /// of a view op.
    pub tensor: Option<Entity>,
    /// The types, attributes and ops that state the requirement. Empty for a limit of a target that has no text.
    pub sources: Vec<Place>,
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

/// The effect of removing one requirement of the core.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConflictCorrection {
    /// The index in [`StrideConflict::core`] of the removed requirement.
    pub removed: usize,
    /// The least strides that all other requirements allow, in elements and by logical dim of the tensor that the
    /// diagnostic is about.
    pub strides: Strides,
}

impl StrideConflict {
    /// Returns a conflict of these requirements, without corrections.
    pub fn new(core: Vec<CoreRequirement>) -> StrideConflict {
        StrideConflict { core, corrections: Vec::new() }
    }

    /// Adds the strides that remain after the removal of a requirement of the core.
    #[must_use]
    pub fn correction(mut self, removed: usize, strides: Strides) -> StrideConflict {
        self.corrections.push(ConflictCorrection { removed, strides });
        self
    }

    /// Returns one sentence for each correction. `tensor` names the tensor that has the strides, `" of `%x`"`; it may be
    /// empty.
    pub fn correction_notes(&self, tensor: impl fmt::Display) -> Vec<String> {
        let sentence = |correction: &ConflictCorrection| {
            let removed = &self.core.get(correction.removed)?.text;
            Some(format!("without {removed} the least strides{tensor} are {}", correction.strides))
        };
        self.corrections.iter().filter_map(sentence).collect()
    }
}

impl CoreRequirement {
    /// Returns a requirement of a kind, with its phrase for messages.
    pub fn new(kind: CoreKind, text: impl Into<String>) -> CoreRequirement {
        let (req, tensor, sources) = (None, None, Vec::new());
        CoreRequirement { kind, req, tensor, sources, text: text.into() }
    }
}
