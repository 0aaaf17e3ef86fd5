//! The program `layoutc`: the driver with the streams of its process.

use std::io::{IsTerminal, stderr, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    // A path that is not UTF-8 is converted lossily, so the file is not found.
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let color = stderr().is_terminal() && !plain;
    let (mut stdin, mut stdout, mut stderr) = (stdin().lock(), stdout().lock(), stderr().lock());
    let env = layoutc::Env { stdin: &mut stdin, stdout: &mut stdout, stderr: &mut stderr, color };
    let status = layoutc::Driver::default().run(&args, env);
    ExitCode::from(u8::try_from(status).unwrap_or(101))
}
