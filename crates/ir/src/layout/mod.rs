//! The core of every layout: index spaces, orders, strides, requirements, addresses.
//!
//! In reading order:
//! - `dim`: [`Dim`] and [`MemDim`], the two index spaces, which do not mix;
//! - `sizes`: [`Bits`], [`Bytes`], [`Elems`], [`ElemSize`];
//! - `per_dim`: [`PerDim`], the one container behind [`Shape`], [`MemShape`], [`Strides`] and [`MemStrides`];
//! - `order`, `order_names`, `order_affine`: [`DimsOrder`], the only door between the two spaces;
//! - `reqs`: [`StrideReqs`], what memory demands of strides;
//! - `system`: the least strides of many tensors that share memory, [`System`], or a [`SystemConflict`];
//! - `solve`: the least strides, or a minimal [`Conflict`]; `check`: all violations of given ones;
//! - `placement`: [`Placement`], where a tensor lies in a buffer whose strides are not known yet;
//! - `physical`: [`PhysicalLayout`], the one place that computes addresses and sizes;
//! - `tensor`: [`TensorLayout`], all of it together, by logical dimension;
//! - `format`: [`FormatUse`], the named formats of TensorRT, which become the above;
//! - `access`: [`Access`], what it costs a group of lanes to touch a layout, and what makes it cheaper;
//! - `algebra`, `transform`, `pipeline`: [`Layout`], what every spelling becomes: transforms above strided memory;
//! - `legal`: what valid indices keep to; `domain`: the parts of an index that do not depend on each other;
//! - `inverse`, `run`: [`Owners`], from a slot back to logical indices; `moves`: [`Coordinate`];
//! - `gather`: what belongs into each slot of a copy, or a [`GatherFault`];
//! - `index`: layouts written down as expressions in normal form;
//! - `facts`, `vector`, `compare`: sizes, injectivity, vector widths, [`Linear`] form, [`Difference`];
//! - [`misuse`]: what must not compile.

mod access;
mod algebra;
mod check;
mod compare;
mod dim;
mod domain;
mod facts;
mod format;
mod gather;
pub mod index;
mod inverse;
mod legal;
pub mod misuse;
mod moves;
mod order;
mod order_affine;
mod order_names;
mod per_dim;
mod physical;
mod pipeline;
mod placement;
mod reqs;
mod run;
mod sizes;
mod solve;
mod system;
mod tensor;
pub mod transform;
mod vector;

pub use access::{
    Access, AccessError, AccessReport, Change, MOST_ACCESSES, Search, Suggestion, Swizzle,
    Transactions, analyse, suggest,
};
pub use algebra::{Algebra, Range, Ranges};
pub use check::{Violation, check};
pub use compare::{CompareError, Difference, Linear};
pub use dim::{Axis, Dim, MAX_RANK, MemDim};
pub use format::{
    Format, FormatLayout, FormatRule, FormatType, FormatUse, FormatViolation, GPU_FALLBACK,
    Generation, Storage, StorageError, StorageView,
};
pub use gather::GatherFault;
pub use inverse::Owners;
pub use moves::Coordinate;
pub use order::{DimsOrder, OrderError};
pub use per_dim::{
    Len, LogicalIndex, MemIndex, MemShape, MemStrides, PerDim, RankError, Shape, Strides,
};
pub use physical::{AddressError, PhysicalLayout};
pub use pipeline::{Evaluator, Hidden, Layout, LayoutBuilder, LayoutFault, Stage};
pub use placement::{Merge, Place, PlaceFault, Placement, SliceDim};
pub use reqs::{Amount, Req, ReqKind, StrideReqs, Unit};
pub use sizes::{Bits, Bytes, ElemSize, Elems};
pub use solve::{Conflict, ConflictKind, Repair, size_text, solve};
pub use system::{
    Bound, Cause, Demand, Derivation, Fact, Multiple, Reason, Scaled, Share, System, SystemConflict,
};
pub use tensor::{ResolveError, ResolvedLayout, TensorLayout};
