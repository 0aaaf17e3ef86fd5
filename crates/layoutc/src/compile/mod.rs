//! Compiles one chunk of the input.
//!
//! `plan` turns options into passes, an emitter and a target. `compiler` executes a plan. `dumps` and `tables` print
//! IR, times and statistics of passes. `guard` and `reproducer` handle internal errors.

mod compiler;
mod dumps;
mod guard;
mod plan;
mod reproducer;
mod tables;

pub(crate) use compiler::{CompileFailure, Compiler, Crash};
pub(crate) use guard::{Panic, guard};
pub(crate) use plan::{CompilePlan, QUERIES, emitter};
pub(crate) use tables::{Counts, Timing};
