//! Addressing programs: from a layout to straight-line integer code, its simplification, its proof, and back and forth
//! between programs and functions of MLIR's dialect `arith`.
//!
//! ```
//! use layoutc_address::simplify::{CostModel, simplify};
//! use layoutc_address::{IndexType, OffsetUnit, ProgramEvaluator, lower};
//! use ir::layout::LayoutBuilder;
//! use ir::layout::transform::Merge;
//!
//! // Rows of 6 in memory for 8, and one index over the rows and columns.
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
//! Modules in reading order: [`operation`] is the table of operations and [`program`] the code that is made of them;
//! [`lower`] makes it of a layout, [`simplify`] makes it cheap, [`proof`] states as a question for a solver whether it is its layout, and
//! [`arith`] reads it from the IR and writes it there. Only [`arith`] knows the IR.

pub mod arith;
mod evaluate;
mod lower;
pub mod operation;
pub mod program;
pub mod proof;
pub mod simplify;
mod unit;

/// As the tests of the core name it, whose model of layouts the tests here share.
#[cfg(test)]
extern crate layout as layoutc_layout;

pub use evaluate::ProgramEvaluator;
pub use lower::{AddressFault, IndexType, lower};
pub use unit::OffsetUnit;
