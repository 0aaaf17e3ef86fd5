//! MLIR's own text: types, attributes, ops in generic form, and custom forms.
//!
//! In reading order: `types`, `attrs`, `numbers`, `plain`, `dense` and `affine` read types and attributes. `scope`
//! resolves the names of values and blocks. `ops` reads ops, blocks and regions in generic form. `custom`, `syntax`
//! (with `form_state`, `form_attrs` and `symbols`), `control`, `parallel`, `variable` and `stablehlo` read custom forms, and
//! `unread` skips ops with
//! unknown ones. `file` reads aliases and resources. `inference` infers the types that the text does not state.

mod affine;
mod attrs;
mod axes;
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
mod stablehlo;
mod symbols;
mod syntax;
mod types;
mod unread;
mod variable;
