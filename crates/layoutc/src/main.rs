//! The program `layoutc`: the driver with the streams of its process.

use std::io::{self, IsTerminal, Read, stderr, stdin, stdout};
use std::process::ExitCode;

/// Standard input. If it is a terminal, the first read prints what is read, and how to end the input.
struct Input<'a> {
    driver: &'a layoutc::Driver,
    args: &'a [String],
    is_silent_terminal: bool,
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let is_terminal = std::mem::take(&mut self.is_silent_terminal);
        if let Some(note) = self.driver.input_note(self.args, is_terminal) {
            eprintln!("{note}");
        }
        stdin().read(buffer)
    }
}

fn main() -> ExitCode {
    // A path that is not UTF-8 is converted lossily, so the file is not found.
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let progress = stderr().is_terminal();
    let color = progress && !plain;
    let driver = layoutc::Driver::default();
    let is_silent_terminal = stdin().is_terminal();
    let mut input = Input { driver: &driver, args: &args, is_silent_terminal };
    let mut stdout = stdout().lock();
    let mut stderr = stderr().lock();
    let stdin = &mut input;
    let stdout = &mut stdout;
    let stderr = &mut stderr;
    let env = layoutc::Env { stdin, stdout, stderr, color, progress };
    let status = driver.run(&args, env);
    ExitCode::from(u8::try_from(status).unwrap_or(101))
}
