//! placeholder
pub mod affine;
