//! Runs one test file: its RUN lines in order, up to the first that fails.
//!
//! `config` is what the caller says and gets, `file_run` runs the stages, `programs` the tools among them and `check`
//! FileCheck.

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
