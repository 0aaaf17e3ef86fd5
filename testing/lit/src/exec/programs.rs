//! The programs of stages, except FileCheck.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use super::config::Config;
use super::files::read_or_stdin;
use crate::run_line::{RunStage, Stderr};
use crate::tools::{ToolCall, ToolOutput};

/// Runs a stage other than FileCheck.
pub(super) fn run(stage: &RunStage, input: &[u8], config: &Config) -> Result<ToolOutput, String> {
    let merge_stderr = stage.stderr == Stderr::Merge;
    match stage.tool.as_str() {
        "cmp" => cmp(&stage.args, input),
        "cat" => cat(&stage.args, input),
        "layoutc" => match config.in_process {
            Some(tool) => Ok(tool(&ToolCall { args: &stage.args, stdin: input, merge_stderr })),
            None => spawn(config.binary.as_os_str(), &stage.args, input, merge_stderr),
        },
        tool => spawn(OsStr::new(tool), &stage.args, input, merge_stderr),
    }
}

fn cat(files: &[String], input: &[u8]) -> Result<ToolOutput, String> {
    let mut stdout = Vec::new();
    for file in files {
        stdout.extend(read_or_stdin(file, input)?);
    }
    Ok(ToolOutput { stdout, ..ToolOutput::default() })
}

fn cmp(files: &[String], input: &[u8]) -> Result<ToolOutput, String> {
    let [a, b] = files else { return Err("`cmp` requires exactly two files".to_owned()) };
    let (left, right) = (read_or_stdin(a, input)?, read_or_stdin(b, input)?);
    if left == right {
        return Ok(ToolOutput::default());
    }
    let same = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    let line = crate::text::line_of(&left, same);
    let show = |text: &[u8]| crate::text::line_at(text, same);
    let message = format!(
        "{a} and {b} differ at byte {}, line {line}:\n  {}\n  {}\n",
        same + 1,
        show(&left),
        show(&right)
    );
    Ok(ToolOutput { status: 1, stderr: message.into_bytes(), ..ToolOutput::default() })
}

fn spawn(
    program: &OsStr,
    args: &[String],
    input: &[u8],
    merge_stderr: bool,
) -> Result<ToolOutput, String> {
    let result = match merge_stderr {
        true => spawn_merged(program, args, input),
        false => spawn_apart(program, args, input),
    };
    result.map_err(|error| format!("{}: {error}", program.to_string_lossy()))
}

fn command(program: &OsStr, args: &[String]) -> Command {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped());
    command
}

fn spawn_apart(program: &OsStr, args: &[String], input: &[u8]) -> std::io::Result<ToolOutput> {
    let mut child = command(program, args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let output = std::thread::scope(|scope| {
        feed(scope, &mut child, input);
        child.wait_with_output()
    })?;
    Ok(ToolOutput { status: status(output.status), stdout: output.stdout, stderr: output.stderr })
}

/// Runs a program with one pipe for both streams, which preserves the order of writes.
fn spawn_merged(program: &OsStr, args: &[String], input: &[u8]) -> std::io::Result<ToolOutput> {
    let (mut reader, writer) = std::io::pipe()?;
    let mut command = command(program, args);
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    // `command` holds the write ends of the pipe. The reader reaches the end only after all of them are closed.
    drop(command);
    let mut stdout = Vec::new();
    let ended = std::thread::scope(|scope| {
        feed(scope, &mut child, input);
        reader.read_to_end(&mut stdout)?;
        child.wait()
    })?;
    Ok(ToolOutput { status: status(ended), stdout, stderr: Vec::new() })
}

/// Writes the input on a separate thread while the output is read, because both pipes have a limited size.
fn feed<'scope, 'env>(
    scope: &'scope std::thread::Scope<'scope, 'env>,
    child: &mut Child,
    input: &'env [u8],
) {
    let stdin = child.stdin.take();
    // A program can exit without reading its input, which is not an error.
    scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
}

#[cfg(unix)]
fn status(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(255)
}

#[cfg(not(unix))]
fn status(status: std::process::ExitStatus) -> i32 {
    status.code().unwrap_or(255)
}
