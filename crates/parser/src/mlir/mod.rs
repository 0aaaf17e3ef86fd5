//! MLIR's own text: what ops carry, ops in generic form, and the custom forms.
//!
//! In reading order: `types`, `attrs`, `numbers`, `plain`, `dense` and `affine` read what ops carry; `scope` keeps the
//! names of values and blocks; `ops` reads ops, blocks and regions in generic form, `custom` and `syntax` the custom forms; `file`
//! reads aliases and resources; `inference` gives types to values that have none in the text.

mod affine;
mod attrs;
mod custom;
mod dense;
mod elements;
mod file;
mod inference;
mod numbers;
mod ops;
mod plain;
mod scope;
mod sparse;
mod syntax;
mod types;
