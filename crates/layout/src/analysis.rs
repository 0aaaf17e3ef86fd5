//! Analyses of layouts as functions. Every result is computed from the map, never assumed.
//!
//! - `inverse`: the indices that map to a slot; `inverse_map`: the inverse as a map;
//! - `sizes`: offsets, span, allocation; `injective`: whether indices share slots;
//! - `vector`: the widest vector accesses; `vector_groups`: the layout of vectors;
//! - `access`: memory transactions and bank conflicts of a group of lanes;
//! - `compare`: the affine form, and whether two layouts are the same function;
//! - `coordinate`: an index that moves by steps; `copy_map`: a copy as a map from the slots of its target.

mod access;
mod compare;
mod coordinate;
mod copy_map;
mod injective;
mod inverse;
mod inverse_map;
mod sizes;
mod vector;
mod vector_groups;

pub use access::{
    Access, AccessError, AccessReport, Change, ElementLane, ElementLanes, LinearSwizzle,
    MAX_ACCESSES, Suggestion, Suggestions, Swizzle, Transactions, analyze, linear_swizzle, suggest,
};
pub use compare::{CompareError, Difference, Linear};
pub use coordinate::Coordinate;
pub use copy_map::CopyMapFault;
pub use inverse::Owners;
pub use inverse_map::{InverseFault, InverseMap};
pub use vector::GroupFault;
pub use vector_groups::VectorFault;
