//! The relations between values that share memory, as view ops state them.

use crate::data::module::Value;
use layout::SliceDim;
use std::fmt;

/// `part` lies in the memory of `whole`: every element of `part` is an element of `whole`.
///
/// This is what the op allows, not what is so: both values have layouts of their own, and where these do not
/// agree, or one value would lie at two places (`concat(%a, %a)`), a copy is needed. Both types are ranked and
/// static, of one element type, with at most [`layout::MAX_RANK`] dims of length 1 or more; the map is in
/// range for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subview {
    /// The value whose memory it is.
    pub whole: Value,
    /// The value in it.
    pub part: Value,
    /// Which element of the whole each element of the part is.
    pub map: ViewMap,
}

/// How the elements of a part are those of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewMap {
    /// Logical dim i of the part is dim `dims[i]` of the whole: a permutation.
    Transpose(Vec<usize>),
    /// The same elements, counted in row-major order of the logical dims (reshape, squeeze, flatten and their kin).
    Reshape,
    /// The same elements, counted in the order of memory (`layout.view`: dims of both in their physical order).
    Memory,
    /// A part of each dim of the whole.
    Slice {
        /// For each logical dim of the whole, which of its indices are in the part.
        dims: Vec<SliceDim>,
        /// The dims of the whole that are dims of the part, in order; the others have length 1 in the part.
        kept: Vec<usize>,
    },
}

/// Why an op of a view's name tells nothing: an operand is no constant, a type is not ranked or not static, an
/// attribute is missing or wrong. Such an op is treated as one that nothing is known of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// A clause without a capital and a full stop, such as `operand 1 is no constant`.
    pub reason: String,
}

impl Opaque {
    /// An op that tells nothing, for this reason.
    pub fn new(reason: impl Into<String>) -> Opaque {
        Opaque { reason: reason.into() }
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Opaque {}

/// What [`OpDef::view_relations`](super::OpDef::view_relations) answers.
pub type ViewRelations = Result<Vec<Subview>, Opaque>;
