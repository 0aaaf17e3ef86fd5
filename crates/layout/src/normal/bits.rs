//! The normal form of layouts over bits, and linear maps over GF(2).
//!
//! Swizzles and other linear layouts compute each bit of an offset as the exclusive or of bits of the index: a matrix
//! over GF(2). Equality, rank, injectivity and inverse of such maps are decided by elimination, whatever their size.
//! Indices whose length is not a power of two, and strides that are not, take part as digits in mixed radix.
//!
//! - `matrix`: matrices over GF(2); `space`: spaces of vectors; `tracked`: elimination with tags;
//! - `form`: the normal form of a layout over bits and digits; `evaluate`: its computation from a layout;
//! - `map`: layouts of matrices, and inverses.

mod evaluate;
mod form;
mod map;
mod matrix;
mod space;
mod tracked;

pub use form::BitForm;
pub(crate) use form::{MixedDigit, UnwoundForm};
pub(crate) use map::BitDims;
pub use matrix::BitMatrix;
pub(crate) use matrix::{RowAddition, combination, parities, transposed};
pub(crate) use space::VectorSpace;
pub(crate) use tracked::{add_tracked, reduced};

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
