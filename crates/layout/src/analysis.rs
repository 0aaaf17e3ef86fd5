//! Analyses of layouts as functions. Every result is computed from the map, never assumed.
//!
//! - `sizes`: offsets, span, allocation; `injective`: whether indices share slots; `storage`: whether a layout can store
//!   a tensor;
//! - `vector`: the widest vector accesses; `vector_groups`: the layout of vectors;
//! - `access`: memory transactions and bank conflicts of a group of lanes;
//! - `coordinate`: an index that moves by steps.

mod access;
mod coordinate;
mod injective;
mod sizes;
mod storage;
mod vector;
mod vector_groups;

pub use access::{
    Access, AccessError, AccessReport, Change, ElementLane, ElementLanes, LinearSwizzle,
    MAX_ACCESSES, Suggestion, Suggestions, Swizzle, Transactions, analyze, linear_swizzle, suggest,
};
pub use coordinate::Coordinate;
pub use vector::GroupFault;
pub use vector_groups::VectorFault;
