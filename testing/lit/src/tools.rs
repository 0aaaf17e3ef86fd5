//! The tool under test, and tools found on `PATH`.

use std::path::PathBuf;

/// The tool under test as a function, so that a test needs no process.
pub type Tool<'a> = dyn Fn(&ToolCall) -> ToolOutput + Sync + 'a;

/// One call of the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall<'a> {
    /// The arguments after the program's name.
    pub args: &'a [String],
    /// All of standard input.
    pub stdin: &'a [u8],
    /// `2>&1`: what the tool writes to standard error belongs into `stdout`, in the order of the writes.
    pub merge_stderr: bool,
}

/// What a call gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolOutput {
    /// The exit status; 128 + n after signal n.
    pub status: i32,
    /// All of standard output.
    pub stdout: Vec<u8>,
    /// All of standard error, empty when it was merged.
    pub stderr: Vec<u8>,
}

/// The first executable file of this name in the folders of `PATH`.
pub fn find_tool(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_executable(file))
}

#[cfg(unix)]
fn is_executable(file: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &std::path::Path) -> bool {
    file.is_file()
}
