//! FileCheck stages, and the rewriting of the checks of a BLESS file.

use std::borrow::Cow;

use super::config::FileCheckCall;
use super::file_run::FileRun;
use super::files::{read, write};
use crate::bless;
use crate::filecheck::{self, CheckFailure, FailureKind, Invocation};
use crate::run_line::RunStage;
use crate::tools::ToolOutput;

impl FileRun<'_> {
    /// Runs a FileCheck stage, with exit status 0 or 1. An error in the check file is an `Err`, so that `not FileCheck`
    /// cannot hide it.
    pub(super) fn check(
        &self,
        stage: &RunStage,
        input: &[u8],
        clean: bool,
    ) -> Result<ToolOutput, String> {
        let mut call = Invocation::parse(&stage.args)?;
        let input = match &call.input_file {
            Some(file) => Cow::Owned(read(file)?),
            None => Cow::Borrowed(input),
        };
        let in_this_file = call.check_file == self.file.path;
        if in_this_file {
            call.options.other_prefixes.clone_from(&self.script.prefixes);
        }
        let whole = self.script.bless && in_this_file && clean;
        if whole && self.config.bless {
            self.rewrite(&input)?;
        }
        let source = read(&call.check_file)?;
        let name = call.check_file.to_string_lossy();
        let result = filecheck::check(&source, &name, &input, &call.options);
        self.report(stage, &call, &input, &result)?;
        let differs = if whole && result.is_ok() { self.compare(&source, &input) } else { Ok(()) };
        outcome(result, differs)
    }

    fn report(
        &self,
        stage: &RunStage,
        call: &Invocation,
        input: &[u8],
        result: &Result<(), CheckFailure>,
    ) -> Result<(), String> {
        let Some(hook) = self.config.on_filecheck else { return Ok(()) };
        let verdict = match result {
            Ok(()) => Ok(()),
            Err(failure) => Err(failure.kind),
        };
        hook(&FileCheckCall { args: &stage.args, check_file: &call.check_file, input, verdict })
    }

    /// Returns the prefix of a BLESS file, which has only one.
    fn prefix(&self) -> &str {
        self.script.prefixes.first().map_or("CHECK", String::as_str)
    }

    fn rewrite(&self, input: &[u8]) -> Result<(), String> {
        let old = read(&self.file.path)?;
        let new = bless::rewrite(&old, input, self.prefix())?;
        // A file with correct checks keeps its blank lines and its modification time.
        if bless::compare(&old, input, self.prefix()).is_err() {
            write(&self.file.path, &new)?;
            self.is_blessed.set(true);
        }
        Ok(())
    }

    fn compare(&self, source: &[u8], input: &[u8]) -> Result<(), String> {
        bless::compare(source, input, self.prefix())
    }
}

fn outcome(
    result: Result<(), CheckFailure>,
    differs: Result<(), String>,
) -> Result<ToolOutput, String> {
    let failed = |text: String| {
        Ok(ToolOutput {
            status: 1,
            stderr: (text.trim_end().to_owned() + "\n").into_bytes(),
            ..ToolOutput::default()
        })
    };
    match (result, differs) {
        (Ok(()), Ok(())) => Ok(ToolOutput::default()),
        (Ok(()), Err(difference)) => failed(difference),
        (Err(failure), _) if failure.kind == FailureKind::Malformed => Err(failure.to_string()),
        (Err(failure), _) => failed(failure.to_string()),
    }
}
