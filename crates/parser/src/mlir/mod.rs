//! MLIR's own text: what ops carry, ops in generic form, and the custom forms.
//!
//! In reading order: `types`, `attrs`, `numbers`, `plain`, `dense` and `affine` read what ops carry; `scope` keeps the names of
//! values and blocks; `ops` reads ops, blocks and regions in generic form, `custom`, `syntax` (with `form_state` and
//! `form_attrs`), `control` and `parallel` the custom forms, and `unread` skips those that have no row; `file` reads aliases
//! and resources; `inference` gives types to values that have none in the text.

mod affine;
mod attrs;
mod control;
mod custom;
mod dense;
mod elements;
mod file;
mod form_attrs;
mod form_state;
mod inference;
mod numbers;
mod ops;
mod parallel;
mod plain;
mod scope;
mod sparse;
mod syntax;
mod types;
mod unread;
