//! How test files are run, and what comes of them.

use crate::filecheck::FailureKind;
use crate::tools::Tool;
use std::path::Path;

/// The outcome of a test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All RUN lines did what they must.
    Passed,
    /// As `Passed`, after the file's checks were rewritten; only with [`Config::bless`].
    Blessed,
    /// Not run; the reason, such as `needs mlir-opt-19`.
    Skipped(String),
    /// The faults, with a command to paste into a shell.
    Failed(String),
}

/// Looks at each FileCheck stage that was run; its error fails the test.
pub type FileCheckHook<'a> = dyn Fn(&FileCheckCall) -> Result<(), String> + Sync + 'a;

/// A FileCheck stage that was run.
#[derive(Clone, Debug)]
pub struct FileCheckCall<'a> {
    /// The arguments after the program's name, the check file among them.
    pub args: &'a [String],
    /// The file with the checks.
    pub check_file: &'a Path,
    /// The text that was checked.
    pub input: &'a [u8],
    /// Our verdict.
    pub verdict: Result<(), FailureKind>,
}

/// How test files are run.
#[derive(Clone, Copy)]
pub struct Config<'a> {
    /// The binary behind the word `layoutc`: named in commands to paste, and run when `in_process` is none.
    pub binary: &'a Path,
    /// layoutc as a function.
    pub in_process: Option<&'a Tool<'a>>,
    /// A folder for temporary files; each test gets a folder of its own below it, emptied before the test.
    pub temp_dir: &'a Path,
    /// A missing tool fails the test instead of skipping it.
    pub require_tools: bool,
    /// Rewrite the checks of files marked `// BLESS`.
    pub bless: bool,
    /// The suffix of LLVM's tools, such as `-19`, for commands to paste.
    pub llvm_suffix: &'a str,
    /// Called after each FileCheck stage.
    pub on_filecheck: Option<&'a FileCheckHook<'a>>,
}
