//! Normal forms of layouts, and what they decide: equality and inverses.
//!
//! Layouts that are the same function have one normal form, however they are built. Each form covers a class of layouts;
//! symbolic evaluation ([`index`](crate::index)) covers all of them.
//!
//! - `digits`: offsets that are sums of digits of the logical dims, each times a stride;
//! - `bits`: offsets over the bits of the index, where bits are digits of length 2, and linear maps over GF(2);
//! - `swizzle`: exclusive ors of two fields of bits of an offset;
//! - `compare`: the affine form, and whether two layouts are the same function;
//! - `probes`: the indices at which layouts mostly differ, for those that no normal form decides;
//! - `from_map`: the layout of strides, an order or an index map, read for types and notations;
//! - `inverse`: from slots and offsets to logical indices;
//! - `tables`: the offsets of many indices at once, from tables of the forms.

mod bits;
mod compare;
mod digits;
mod from_map;
mod inverse;
mod probes;
mod swizzle;
mod tables;

pub(crate) use bits::{
    BitDims, MixedDigit, RowAddition, UnwoundForm, VectorSpace, add_tracked, combination, parities,
    reduced, transposed,
};
pub use bits::{BitForm, BitMatrix};
pub use compare::{CompareError, Difference, Linear};
pub(crate) use digits::coalesced;
pub use digits::{IndexDigit, MixedRadix, RadixDigit, RadixError};
pub use from_map::MapFault;
pub(crate) use inverse::MAX_LISTED;
pub use inverse::{CopyMapFault, InverseFault, InverseMap, Owners};
pub use probes::probe_indices;
pub use swizzle::BitSwizzle;
pub use tables::BulkError;
