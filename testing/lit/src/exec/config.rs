//! The configuration of test files, and their outcomes.

use crate::filecheck::FailureKind;
use crate::tools::Tool;
use std::path::Path;

/// The outcome of a test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All RUN lines succeeded.
    Passed,
    /// The same as `Passed`, but the file's checks were rewritten. Only with [`Config::bless`].
    Blessed,
    /// The file was not executed; the reason, such as `needs mlir-opt-19`.
    Skipped(String),
    /// The errors, with a command to paste into a shell.
    Failed(String),
}

/// A function that inspects each FileCheck stage after it runs; an error of it fails the test.
pub type FileCheckHook<'a> = dyn Fn(&FileCheckCall) -> Result<(), String> + Sync + 'a;

/// A FileCheck stage after it ran.
#[derive(Clone, Debug)]
pub struct FileCheckCall<'a> {
    /// The arguments after the program's name, including the check file.
    pub args: &'a [String],
    /// The file with the checks.
    pub check_file: &'a Path,
    /// The checked text.
    pub input: &'a [u8],
    /// The verdict of this implementation.
    pub verdict: Result<(), FailureKind>,
}

/// The configuration of test files.
#[derive(Clone, Copy)]
pub struct Config<'a> {
    /// The binary that `layoutc` denotes. It is named in commands to paste, and executed if `in_process` is `None`.
    pub binary: &'a Path,
    /// layoutc as a function; `None` to execute `binary`.
    pub in_process: Option<&'a Tool<'a>>,
    /// The folder for temporary files. Each test has its own subfolder, which is emptied before the test.
    pub temp_dir: &'a Path,
    /// `true` if a missing tool fails the test instead of skipping it.
    pub require_tools: bool,
    /// `true` if the checks of files marked `// BLESS` are rewritten.
    pub bless: bool,
    /// The suffix of LLVM's tools, such as `-19`, for commands to paste.
    pub llvm_suffix: &'a str,
    /// The function that is called after each FileCheck stage.
    pub on_filecheck: Option<&'a FileCheckHook<'a>>,
}
