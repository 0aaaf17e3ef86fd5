//! Facts about layouts as functions: sizes, injectivity, vector widths, inverses, sameness, copies, accesses.

mod access;
mod compare;
mod coordinate;
mod copy_map;
mod facts;
mod inverse;
mod vector;

pub use access::{
    Access, AccessError, AccessReport, Change, MOST_ACCESSES, Search, Suggestion, Swizzle,
    Transactions, analyse, suggest,
};
pub use compare::{CompareError, Difference, Linear};
pub use coordinate::Coordinate;
pub use copy_map::CopyMapFault;
pub use inverse::Owners;
