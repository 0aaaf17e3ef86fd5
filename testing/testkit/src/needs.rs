//! Optional dependencies of tests: tools, models, headers.
//!
//! A test without its tool is skipped with a line on standard error, or fails if tools are required.

use std::io::Write;
use std::process::Command;

/// The environment variable whose value 1 makes all optional dependencies required.
const REQUIRED: &str = "LAYOUTC_REQUIRE_TOOLS";

/// Returns `true` if a missing dependency fails the tests that need it.
pub fn tools_are_required() -> bool {
    std::env::var(REQUIRED).is_ok_and(|value| value == "1")
}

/// Returns `true` if the running test must end because `what` is missing, and prints `skipped: TEST needs WHAT`.
///
/// A test calls this function before it checks anything, so that a skipped test has no partial result.
///
/// # Panics
/// `what` is missing but required.
#[track_caller]
pub fn lacks(what: &str, is_there: bool) -> bool {
    assert!(is_there || !tools_are_required(), "{what} is required but missing");
    if !is_there {
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("unnamed");
        // The test harness captures `println!`, but not writes to the stream itself.
        let line = format!("skipped: {test} needs {what}\n");
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
    !is_there
}

/// Returns `true` if the running test must end because a command does not accept `--version`.
///
/// # Panics
/// The command is missing but required.
#[track_caller]
pub fn lacks_command(name: &str) -> bool {
    lacks(name, answers(name))
}

/// Returns `true` if the running test must end because one of several commands is missing.
///
/// # Panics
/// A command is missing but required.
#[track_caller]
pub fn lacks_tools(names: &[&str]) -> bool {
    let missing: Vec<&str> = names.iter().copied().filter(|name| !answers(name)).collect();
    lacks(&missing.join(", "), missing.is_empty())
}

fn answers(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok()
}
