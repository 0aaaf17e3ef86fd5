//! Execution of one test file: its RUN lines in order, up to the first failure.
//!
//! `config` has the input and output types of this module, `file_run` runs the stages, `programs` runs tools, and
//! `check` runs FileCheck.

mod check;
mod config;
mod file_run;
mod files;
mod programs;

pub use config::{Config, FileCheckCall, FileCheckHook, Outcome};

use crate::discover::TestFile;
use file_run::FileRun;

/// Runs a test file.
pub fn run_file(file: &TestFile, config: &Config) -> Outcome {
    let result = FileRun::new(file, config).and_then(|run| run.all());
    result.unwrap_or_else(Outcome::Failed)
}

#[cfg(test)]
mod tests;
