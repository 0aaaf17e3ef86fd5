//! The reasons why a layout has no inverse as a map.

use std::fmt::{self, Display as _};

use super::choices::MAX_CANDIDATES;
use crate::pipeline::LayoutFault;
use crate::space::{Dim, MemDim};
use crate::stride::AddressError;
use crate::transform::{TransformFault, UndoFault};

/// The reason why a layout has no inverse as a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InverseFault {
    /// A length is dynamic, so the number of slots is unknown.
    Dynamic(Dim),
    /// No index is valid.
    Empty,
    /// Several indices share a slot because of the transform with this name.
    Shared(&'static str),
    /// Several indices share a slot because this dim of memory has stride 0.
    SharedDim(MemDim),
    /// The transform with this name has no known inverse.
    Irreversible(&'static str),
    /// An intermediate index is outside a dim below the transform with this name.
    Astray(&'static str),
    /// So many indices share a slot, because of the transform with this name or of memory, that there are too many
    /// candidates.
    TooMany(Option<&'static str>),
    /// The stride of a dim of memory is negative.
    Backwards(MemDim),
    /// The stride of a dim is less than the span of the dims inside it.
    NotNested {
        /// The dim of memory.
        dim: MemDim,
        /// Its stride in elements.
        stride: i64,
        /// The number of slots that the dims of lesser strides span.
        inside: i64,
    },
    /// The least offset, which is before the buffer.
    Before(i64),
    /// The allocation or an offset cannot be computed, or a search exceeds its limit on steps.
    Address(AddressError),
    /// A number of the map does not fit 64 bits.
    Layout(LayoutFault),
}

impl InverseFault {
    /// Writes the reason. `layout` names the layout that is inverted.
    pub(in crate::normal) fn describe(
        &self,
        f: &mut fmt::Formatter<'_>,
        layout: &str,
    ) -> fmt::Result {
        match self {
            InverseFault::Dynamic(dim) => {
                write!(f, "the length of {dim} is dynamic, so the number of slots is unknown")
            }
            InverseFault::Empty => write!(f, "no index of {layout} is valid"),
            InverseFault::Shared(name) => {
                write!(f, "several indices of {layout} share a slot because of its `{name}`")
            }
            InverseFault::SharedDim(dim) => {
                write!(f, "several indices of {layout} share a slot because its {dim} has stride 0")
            }
            InverseFault::Irreversible(name) => {
                write!(f, "{layout} has a `{name}`, which has no known inverse")
            }
            InverseFault::Astray(name) => {
                write!(f, "an index of {layout} is outside a dim below its `{name}`")
            }
            InverseFault::TooMany(name) => {
                let cause = name.map_or("strides".to_owned(), |name| format!("`{name}`"));
                write!(
                    f,
                    "the inverse has more than {MAX_CANDIDATES} candidates for the index of a slot \
                     because of the {cause} of {layout}"
                )
            }
            InverseFault::Backwards(dim) => write!(f, "{dim} of {layout} has a negative stride"),
            InverseFault::NotNested { dim, stride, inside } => write!(
                f,
                "{dim} of {layout} has stride {stride}, but the dims inside it span {inside} slots"
            ),
            InverseFault::Before(offset) => {
                write!(f, "{layout} starts {} slots before its buffer", offset.unsigned_abs())
            }
            InverseFault::Address(error) => error.fmt(f),
            InverseFault::Layout(fault) => fault.fmt(f),
        }
    }

    /// Returns the fault of a transform that cannot be inverted.
    pub(super) fn of_transform(fault: UndoFault, name: &'static str) -> InverseFault {
        match fault {
            UndoFault::Irreversible => InverseFault::Irreversible(name),
            UndoFault::Shared => InverseFault::Shared(name),
            UndoFault::Astray => InverseFault::Astray(name),
            UndoFault::TooMany => InverseFault::TooMany(Some(name)),
            UndoFault::Unfit(fault) => fault.into(),
        }
    }
}

impl fmt::Display for InverseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(f, "the layout")
    }
}

impl std::error::Error for InverseFault {}

impl_from! { InverseFault { Address(AddressError), Layout(LayoutFault) } }

impl From<TransformFault> for InverseFault {
    fn from(fault: TransformFault) -> InverseFault {
        InverseFault::Layout(fault.into())
    }
}
