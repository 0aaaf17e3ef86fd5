//! The tool under test, and tools found on `PATH`.

use std::path::PathBuf;

/// The tool under test as a function, so that a test starts no process.
pub type Tool<'a> = dyn Fn(&ToolCall) -> ToolOutput + Sync + 'a;

/// One call of the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall<'a> {
    /// The arguments after the program's name.
    pub args: &'a [String],
    /// The content of standard input.
    pub stdin: &'a [u8],
    /// `true` for `2>&1`: standard error is part of `stdout`, in the order of the writes.
    pub merge_stderr: bool,
}

/// The result of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolOutput {
    /// The exit status; 128 + n after signal n.
    pub status: i32,
    /// The content of standard output.
    pub stdout: Vec<u8>,
    /// The content of standard error; empty if it was merged.
    pub stderr: Vec<u8>,
}

/// Returns the first executable file with this name in the folders of `PATH`.
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
