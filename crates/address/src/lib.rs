//! Addressing programs: straight-line integer code that computes the offset of an index in a layout.
//!
//! The crate lowers layouts to programs, simplifies programs and states their correctness for an SMT solver. It also
//! converts between programs and functions of MLIR's `arith` dialect.
//!
//! ```
//! # use ir as layoutc_ir;
//! use layoutc_address::simplify::{CostModel, simplify};
//! use layoutc_address::{IndexType, OffsetUnit, ProgramEvaluator, lower};
//! use layoutc_ir::layout::LayoutBuilder;
//! use layoutc_ir::layout::transform::Merge;
//!
//! // Rows of 6 elements with a stride of 8, and one index over rows and columns.
//! let mut builder = LayoutBuilder::strided(&[4, 6], &[8, 1], 0).unwrap();
//! let dims = builder.base_dims().to_vec();
//! let index = builder.apply(Merge, &dims).unwrap();
//! let layout = builder.finish(&index).unwrap();
//!
//! let program = lower(&layout, OffsetUnit::Element, IndexType::Auto).unwrap();
//! assert_eq!(ProgramEvaluator::new(&program).run(&[13]), Ok(vec![2 * 8 + 1]));
//!
//! let found = simplify(&program, CostModel::Weight).unwrap();
//! assert!(found.after < found.before);
//! assert_eq!(ProgramEvaluator::new(&found.program.unwrap()).run(&[13]), Ok(vec![2 * 8 + 1]));
//! ```
//!
//! Modules in reading order:
//! - [`operation`] is the table of operations, and [`program`] defines programs of these operations;
//! - [`AddressForm`] is what a function computes: an offset, an offset of vectors, a step;
//! - [`lower`] lowers a layout to a program, and [`lower_symbolic`] a layout with symbols;
//! - [`simplify`] finds the cheapest equal program, and [`Periodic`] the form of a program as a table that repeats;
//! - [`proof`] writes an SMT-LIB script that is unsatisfiable if the program computes the addresses of its layout;
//! - [`arith`] reads programs from the IR and writes them to it. No other module depends on the IR.

pub mod arith;
mod evaluate;
mod form;
mod limits;
mod lower;
pub mod operation;
mod periodic;
pub mod program;
pub mod proof;
pub mod simplify;
mod unit;

/// The name of the crate `layout` in the `naive` model of layouts, which the tests here share with that crate.
#[cfg(test)]
extern crate layout as layoutc_layout;

pub use evaluate::ProgramEvaluator;
pub use form::AddressForm;
pub use lower::{
    Addition, AddressFault, Division, IndexType, SymbolicProgram, computed_expr, expr_fits,
    expr_range, lower, lower_bits, lower_form, lower_symbolic, reciprocal, reciprocal_ranges,
};
pub use periodic::Periodic;
pub use unit::OffsetUnit;

/// The limits of the crate, for the documentation.
pub const LIMITS: &[layout::Limit] = limits::ALL;
