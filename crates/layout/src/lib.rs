//! The semantic core of layoutc: the meaning of tensor layouts, independent of any IR.
//!
//! A layout maps a logical index to the offset of an element, through transforms and strides. It also has a predicate,
//! which decides whether an index is valid, and an inverse. The solver of stride requirements is exact:
//!
//! ```
//! use layoutc_layout::{Bits, DimsOrder, ElemSize, MemShape, Req, ReqKind, Amount, MemDim, Unit, solve};
//!
//! // Pixels of 3 channels of 2 bytes, each at a multiple of 64 bytes: the least strides, outermost first.
//! let shape = MemShape::of_static(&[1, 224, 224, 3])?;
//! let f16 = ElemSize::new(Bits::new(16)).unwrap();
//! let aligned = ReqKind::Aligned(Amount::new(64, Unit::Bytes).unwrap());
//! let strides = solve(&shape, f16, &[Req { dim: MemDim::new(2).unwrap(), kind: aligned }]).unwrap();
//! assert_eq!(strides.values().map(|stride| stride.get()).collect::<Vec<_>>(), [1605632, 7168, 32, 1]);
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! # Modules
//!
//! The modules in reading order. Each module imports only modules above it, and no two files import each other.
//!
//! | module | contents |
//! |---|---|
//! | `messages` | macros and lists of texts |
//! | `limits` | the limits of the crate as data |
//! | `nearest` | suggestions for misspelled names |
//! | `notation` | the fault of a text that should denote a layout |
//! | `space` | index spaces: typed dims, shapes, strides, orders, extents, units of memory |
//! | `domain` | abstract domains: index arithmetic over numbers, intervals, strided intervals and progressions |
//! | `transform` | the transforms, one file each |
//! | `index` | symbolic evaluation: index expressions in normal form |
//! | `stride` | stride requirements, the exact solver, the check of given strides, strided memory |
//! | `pipeline` | layouts: transforms above strided memory, their construction and evaluation |
//! | `normal` | normal forms of layouts over digits and bits, swizzles, equality, inverses |
//! | `analysis` | properties of layouts: sizes, injectivity, vector width, memory accesses |
//! | `elements` | the elements of a tensor, moved to their offsets and back |
//! | `algebra` | operations on layouts: composition, complement, division, product, inverses |
//! | `copy` | plans of copies: loops over the digits of two layouts |
//! | `placement` | placements: layouts onto several named axes, with copies |
//! | `record` | records: fields of any width that share elements of a tensor |
//! | `tensor` | the layout that a tensor type declares |
//! | `format` | the formats of TensorRT |
//! | `symbol` | symbolic layouts: lengths, strides and offsets over symbols whose values are unknown |
//! | `tensor_addressing` | layouts as tensor layouts and views of SPV_NV_tensor_addressing |
//!
//! [`misuse`] holds uses of the types that must not compile.

#[macro_use]
mod messages;
mod algebra;
mod analysis;
mod copy;
mod domain;
mod elements;
mod format;
pub mod index;
mod limits;
pub mod misuse;
mod nearest;
mod normal;
mod notation;
mod pipeline;
mod placement;
mod record;
mod space;
mod stride;
mod symbol;
mod tensor;
mod tensor_addressing;
pub mod transform;

pub use algebra::{AlgebraFault, Nested, Tiler};
pub use analysis::*;
pub use copy::*;
pub use domain::{Algebra, IntervalDomain, Range, StridedInterval, Table, gcd};
pub use format::{
    BlockStride, Format, FormatFamily, FormatLayout, FormatParameterFault, FormatRule, FormatType,
    FormatUse, FormatVersion, FormatViolation, GPU_FALLBACK, Generation, StorageError,
};
pub use limits::Limit;
#[doc(hidden)]
pub use messages::joined;
pub use nearest::{near_or_all, nearest, nearest_within};
pub use normal::{
    BitForm, BitMatrix, BitSwizzle, BulkError, CompareError, CopyMapFault, Difference, IndexDigit,
    InverseFault, InverseMap, Linear, MapFault, MixedRadix, Owners, RadixDigit, RadixError,
    probe_indices,
};
pub use notation::NotationFault;
pub use pipeline::{
    CheckBudget, Evaluator, Layout, LayoutBuilder, LayoutFault, MemoryForm, OpenDescriptor,
    OpenStage, Stage,
};
pub use placement::*;
pub use record::*;
pub use space::*;
pub use stride::{
    AddressError, Amount, BoundKind, BufferConflict, BufferConstraints, BufferDerivation,
    BufferError, BufferMember, BufferProblem, BufferReason, Cause, Conflict, ConflictStep,
    Constraint, ContiguityConstraint, Correction, Derivation, DerivedBound, DimBinding,
    MemberLayout, MemoryOverflow, Multiple, Origin, PhysicalLayout, Proportion, Reason, Req,
    ReqKind, Scaled, SharedBuffer, SharedBuffers, SharedMember, SharingConflict, SliceDim,
    StepBound, StrideLimit, StrideLimits, StrideReqs, SubviewFault, SubviewMap, System,
    SystemConflict, Unit, ViewMap, Violation, WholePart, check, size_text, solve,
};
pub use symbol::*;
pub use tensor::{ResolveError, ResolvedLayout, TensorLayout};
pub use tensor_addressing::*;

/// The limits of the crate, for the documentation.
pub const LIMITS: &[Limit] = limits::ALL;
