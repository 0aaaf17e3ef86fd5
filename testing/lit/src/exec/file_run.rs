//! The execution of one test file: its stages, their input, output and exit status.

use super::config::{Config, Outcome};
use super::files::{read, write};
use super::programs;
use crate::discover::TestFile;
use crate::run_line::{RunScript, RunStage, StagePipeline, Stderr, Substitutions};
use crate::text;
use crate::tools::{ToolOutput, find_tool};
use std::cell::Cell;
use std::fmt::Write;

/// The maximum number of lines of a stage's output in a message.
const SHOWN_LINES: usize = 60;

/// A test file during its execution.
pub(super) struct FileRun<'a> {
    pub(super) file: &'a TestFile,
    pub(super) config: &'a Config<'a>,
    pub(super) script: RunScript,
    pub(super) is_blessed: Cell<bool>,
}

impl<'a> FileRun<'a> {
    pub(super) fn new(file: &'a TestFile, config: &'a Config<'a>) -> Result<FileRun<'a>, String> {
        let shown = file.path.display();
        let source = std::fs::read(&file.path).map_err(|error| format!("{shown}: {error}"))?;
        let temp = config.temp_dir.join(&file.name).join("tmp");
        let script = RunScript::parse(&source, &Substitutions::new(&file.path, &temp));
        let explain = |faults: String| {
            faults.lines().map(|fault| format!("{shown}:{fault}\n")).collect::<String>()
        };
        Ok(FileRun { file, config, script: script.map_err(explain)?, is_blessed: Cell::new(false) })
    }

    pub(super) fn all(&self) -> Result<Outcome, String> {
        if let Some(tool) = self.script.requires.iter().find(|tool| find_tool(tool).is_none()) {
            return match self.config.require_tools {
                true => Err(format!(
                    "{}: needs {tool}, which is not on PATH\n",
                    self.file.path.display()
                )),
                false => Ok(Outcome::Skipped(format!("needs {tool}"))),
            };
        }
        self.clean_temp()
            .map_err(|error| format!("{}: {error}\n", self.config.temp_dir.display()))?;
        for pipeline in &self.script.pipelines {
            self.pipeline(pipeline)?;
        }
        Ok(if self.is_blessed.get() { Outcome::Blessed } else { Outcome::Passed })
    }

    /// Empties the temporary folder, so that files of an earlier execution cannot make this one pass.
    fn clean_temp(&self) -> std::io::Result<()> {
        let folder = self.config.temp_dir.join(&self.file.name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)
    }

    /// Runs all stages, because a later stage can explain the failure of an earlier one.
    fn pipeline(&self, pipeline: &StagePipeline) -> Result<(), String> {
        let mut input = Vec::new();
        let mut faults = String::new();
        for stage in &pipeline.stages {
            match self.stage(stage, &mut input, faults.is_empty()) {
                Ok(fault) => faults += &fault,
                Err(fault) => {
                    let _ = writeln!(faults, "{}: {fault}", stage.tool);
                    break;
                }
            }
        }
        if faults.is_empty() {
            return Ok(());
        }
        let shell = pipeline.shell(&|tool| self.program(tool));
        let place = format!("{}:{}", self.file.path.display(), pipeline.line);
        Err(format!("{place}: RUN line failed; to run it by hand:\n{shell}\n{faults}"))
    }

    /// Returns the command that runs a tool in a shell.
    fn program(&self, tool: &str) -> String {
        match tool {
            "layoutc" => self.config.binary.to_string_lossy().into_owned(),
            "FileCheck" | "not" => format!("{tool}{}", self.config.llvm_suffix),
            _ => tool.to_owned(),
        }
    }

    /// Runs a stage and replaces `input` with its output. Returns the text of the failure, which is empty on success.
    /// `clean` is `true` if no earlier stage failed.
    ///
    /// # Errors
    /// The stage cannot be executed.
    fn stage(&self, stage: &RunStage, input: &mut Vec<u8>, clean: bool) -> Result<String, String> {
        if let Some(file) = &stage.stdin {
            *input = read(file)?;
        }
        let mut output = match stage.tool.as_str() {
            "FileCheck" => self.check(stage, input, clean)?,
            _ => programs::run(stage, input, self.config)?,
        };
        let fault = fault(stage, &output);
        match &stage.stderr {
            Stderr::Keep => {}
            Stderr::Merge => output.stdout.append(&mut output.stderr),
            Stderr::File(file) => write(file, &output.stderr)?,
        }
        *input = output.stdout;
        if let Some(file) = &stage.stdout {
            write(file, input)?;
            input.clear();
        }
        Ok(fault)
    }
}

/// Returns a message if the exit status is not the expected one. With `not`, only 1 and 2 are expected.
fn fault(stage: &RunStage, output: &ToolOutput) -> String {
    let (fits, expected) = match stage.negate {
        true => (matches!(output.status, 1 | 2), "1 or 2"),
        false => (output.status == 0, "0"),
    };
    if fits {
        return String::new();
    }
    let mut text =
        format!("{}: exit status must be {expected}, but is {}\n", stage.tool, output.status);
    text += &text::excerpt(&output.stderr, SHOWN_LINES);
    if output.stderr.is_empty() && !output.stdout.is_empty() {
        text += &format!("standard output:\n{}", text::excerpt(&output.stdout, SHOWN_LINES));
    }
    text
}
