//! The compiler for programs that have text: modules are parsed, run and emitted in one call each.
//!
//! ```
//! use layoutc_compiler::{SourceModule, registry};
//!
//! let text = "layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>";
//! let mut module = SourceModule::parse(text, "x.mlir", registry())?;
//! module.run("resolve-strides", None)?;
//! let strides = module.layout("x")?.linear().unwrap().strides;
//! assert_eq!(strides.values().flatten().map(|stride| stride.get()).collect::<Vec<_>>(), [8, 1]);
//! assert!(String::from_utf8(module.emit("vk-c", &[], Some("emulation"))?)?.contains("x_vk_strides"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order: `targets` has the shipped targets, `registry` the ops, targets and notations that text can name;
//! `planned` are passes in text; a `compilation` parses, verifies, runs and emits a text; `symbols` are the names of a
//! module, and `symbol_layouts` their layouts (`queried`), also with symbols (`queried_symbols`, `constant_symbols`), and
//! placements; `report` are diagnostics with positions, `explain` the reasons for a layout, and `moves` the moves of a
//! module; `source_module` is a module with its text; `solve` computes strides without a module.
//!
//! This crate does not read files or print. The driver, the language server, the C library and the Python module call it.

mod compilation;
mod constant_symbols;
mod explain;
mod moves;
mod planned;
mod queried;
mod queried_symbols;
mod registry;
mod report;
mod solve;
mod source_module;
mod symbol_layouts;
mod symbols;
mod targets;

pub use compilation::{Compilation, EmitForm, PassWatch, graph_file};
pub use constant_symbols::constant_layout;
pub use explain::{ExplainJob, Explanation, explain};
pub use moves::{MoveUser, OtherLayout, ReportedMove, ReportedMoves};
pub use planned::{KnownPasses, PlannedPass, emitter_named, pipeline};
pub use queried::{HiddenOp, QueriedLayout, QueriedSubject, strides_of};
pub use queried_symbols::{NamedValues, QueriedMap, QueriedSymbols, symbols_error};
pub use registry::registry;
pub use report::{Report, ReportNote, Reported, ReportedConflict};
pub use solve::{RequestedStrides, solve};
pub use source_module::{PassStats, SourceModule};
pub use symbols::SymbolTable;
pub use targets::{NamedTarget, single_target};

pub use ::codegen;
pub use ::ir;
pub use ::notation;
