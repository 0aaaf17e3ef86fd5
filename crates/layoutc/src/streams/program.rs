//! Execution of a program such as mlir-opt that rewrites MLIR text in generic form.

use crate::streams::input::plain;
use std::io::{self, Write as _};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

/// The flags that make mlir-opt print any module in generic form, with the position of each op in its input.
const FLAGS: [&str; 3] =
    ["--mlir-print-op-generic", "--allow-unregistered-dialect", "--mlir-print-debuginfo"];

/// The output of a program.
pub(crate) struct ProgramOutput {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Vec<u8>,
    /// The text of standard error.
    pub(crate) messages: String,
}

/// Runs a program on a file, or on `stdin` if the path is `-`.
///
/// # Errors
/// The program cannot be started.
pub(crate) fn generic_form(
    program: &str,
    path: &str,
    stdin: Vec<u8>,
) -> Result<ProgramOutput, String> {
    run(program, path, stdin).map_err(|error| format!("cannot run `{program}`: {}", plain(&error)))
}

fn run(program: &str, path: &str, text: Vec<u8>) -> io::Result<ProgramOutput> {
    let reads_stdin = path == "-";
    let mut child = Command::new(program)
        .args(FLAGS)
        .arg(path)
        .stdin(if reads_stdin { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // The input is written on a separate thread, because the program can produce output before it has read all input. A
    // program that stops reading reports the reason itself.
    let writer =
        child.stdin.take().map(|mut stdin| thread::spawn(move || drop(stdin.write_all(&text))));
    let output = child.wait_with_output()?;
    if let Some(writer) = writer {
        let _ = writer.join();
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(ProgramOutput { status: output.status, stdout: output.stdout, messages })
}
