//! The algebra of layouts: composition, complement, division, product and inverses, as CuTe defines them.
//!
//! An operation is a function of the layouts as functions. A logical dim is a top-level mode of CuTe. A nested mode is
//! the merge of its parts, the first the fastest; the parts of a dim are not part of a layout's identity, but results keep
//! them, nested as in CuTe. The index of a
//! layout *in one dimension* has the logical indices as its digits, the first the fastest. CuTe's postconditions define
//! the results. A result that `shape:stride` cannot hold is a layout all the same. An operation without a result fails
//! with an [`AlgebraFault`], which has an index as its witness.
//!
//! ```
//! use layoutc_layout::{MixedRadix, RadixDigit, Tiler};
//!
//! let modes = |dims: &[&[(i64, i64)]]| {
//!     let mode = |&(length, stride): &(i64, i64)| RadixDigit { length, stride };
//!     let dims = dims.iter().map(|modes| modes.iter().map(mode).collect()).collect();
//!     MixedRadix::of_modes(0, dims)?.layout(None)
//! };
//! // (4,2,3):(2,1,8) divided by 4:2 is ((2,2),(2,3)):((4,1),(2,8)).
//! let layout = modes(&[&[(4, 2)], &[(2, 1)], &[(3, 8)]])?;
//! let tile = Tiler::Whole(modes(&[&[(4, 2)]])?);
//! let divided = modes(&[&[(2, 4), (2, 1)], &[(2, 2), (3, 8)]])?;
//! assert_eq!(layout.logical_divide(&tile)?.difference(&divided)?, None);
//! // The complement of 4:2 up to 24 has the offsets 0, 1, 8, 9, 16, 17: (2,3):(1,8).
//! assert_eq!(modes(&[&[(4, 2)]])?.complement(24)?.modes(), modes(&[&[(2, 1)], &[(3, 8)]])?.modes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - `tiler`: the second operand; `fault`: the reason why there is no result; `nested`: the parts of dims;
//! - `compose`: composition, swizzles, and the coalesced form; `complement`: the offsets at which a layout can be repeated;
//! - `divide`, `product`: tiles of a layout, and copies of it; `grouping`: their logical dims; `inverse`: from offsets to indices.

mod complement;
mod compose;
mod divide;
mod fault;
mod grouping;
mod inverse;
mod nested;
mod product;
mod tiler;

pub use fault::AlgebraFault;
pub use nested::Nested;
pub use tiler::Tiler;
