//! The reason why an operation of the algebra has no result, with a witness.

use crate::normal::InverseFault;
use crate::pipeline::LayoutFault;
use crate::space::{Dim, LogicalIndex};
use crate::stride::AddressError;

/// The reason why an operation on layouts has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AlgebraFault {
    /// An offset of the second layout is outside the indices of the first.
    Leaves {
        /// The index of the second layout.
        at: LogicalIndex,
        /// Its offset.
        offset: i64,
        /// The number of indices of the first layout, or of its dim.
        size: i64,
    },
    /// A mode starts within the span of the modes with lesser strides, so the layout cannot be repeated in its gaps.
    Overlaps {
        /// The second index of the mode.
        at: LogicalIndex,
        /// The stride of the mode.
        offset: i64,
        /// The last index of the modes with lesser strides.
        below: LogicalIndex,
        /// The number of offsets that those modes span.
        span: i64,
    },
    /// The offset of an index does not repeat a pattern of modes with increasing strides.
    Irregular {
        /// The index.
        at: LogicalIndex,
        /// Its offset.
        offset: i64,
    },
    /// No tile holds an index of the layout that is divided.
    Uncovered {
        /// The index, in one dimension: the first logical dim is the fastest.
        at: i64,
    },
    /// Two indices share an offset.
    Shared {
        /// One index.
        first: LogicalIndex,
        /// Another index.
        second: LogicalIndex,
        /// Their offset.
        offset: i64,
    },
    /// The offset of an index is negative.
    Negative {
        /// The index.
        at: LogicalIndex,
        /// Its offset.
        offset: i64,
    },
    /// No index is valid.
    Empty,
    /// The least end of the offsets to fill is below 1.
    Target(i64),
    /// A tiler has more modes than the layout has logical dims.
    Rank {
        /// The number of modes of the tiler.
        tiler: usize,
        /// The number of logical dims.
        dims: usize,
    },
    /// The length of this logical dim is dynamic.
    Dynamic(Dim),
    /// An offset cannot be computed, or an exact decision exceeds the limit on steps.
    Address(AddressError),
    /// The result is not a layout: for example it has more than 64 dims, or a count does not fit 64 bits.
    Layout(LayoutFault),
}

impl_error!(AlgebraFault {
    Self::Leaves { at, offset, size } =>
        "index {at} of the second layout has offset {offset}, but the first layout has indices 0 to {}"
        (size - 1),
    Self::Overlaps { at, offset, below, span } =>
        "the modes overlap: index {at} has offset {offset}, within the {span} offsets that the modes with lesser strides span up to index {below}",
    Self::Irregular { at, offset } =>
        "index {at} has offset {offset}, which continues no pattern of modes",
    Self::Uncovered { at } => "no tile holds index {at} of the layout to divide",
    Self::Shared { first, second, offset } => "indices {first} and {second} share offset {offset}",
    Self::Negative { at, offset } =>
        "index {at} has offset {offset}, but an offset must be at least 0",
    Self::Empty => "no index of the layout is valid",
    Self::Target(target) =>
        "the number of offsets to fill must be at least 1, but is {target}",
    Self::Rank { tiler, dims } => "a tiler of {tiler} modes does not fit a layout of {dims} dims",
    Self::Dynamic(dim) => "the length of {dim} is dynamic",
    Self::Address(error) => "{error}",
    Self::Layout(fault) => "{fault}",
});

impl_from! { AlgebraFault { Layout(LayoutFault), Address(AddressError) } }

impl From<InverseFault> for AlgebraFault {
    fn from(fault: InverseFault) -> AlgebraFault {
        match fault {
            InverseFault::Address(error) => AlgebraFault::Address(error),
            InverseFault::Layout(fault) => AlgebraFault::Layout(fault),
            fault => AlgebraFault::Layout(LayoutFault::new(fault.to_string())),
        }
    }
}
