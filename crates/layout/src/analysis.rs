//! Facts about layouts as functions, derived from the map and never assumed.
//!
//! - `inverse`: the indices that a slot holds; `sizes`: offsets, span, allocation; `injective`: whether slots are shared;
//! - `vector`: the widest vector accesses; `access`: transactions and bank conflicts of a group of lanes;
//! - `compare`: the affine form, and whether two layouts are the same function;
//! - `coordinate`: an index that moves by steps; `copy_map`: a copy, seen from the slots of its target.

mod access;
mod compare;
mod coordinate;
mod copy_map;
mod injective;
mod inverse;
mod sizes;
mod vector;

pub use access::{
    Access, AccessError, AccessReport, Change, MOST_ACCESSES, Suggestion, Suggestions, Swizzle,
    Transactions, analyse, suggest,
};
pub use compare::{CompareError, Difference, Linear};
pub use coordinate::Coordinate;
pub use copy_map::CopyMapFault;
pub use inverse::Owners;
