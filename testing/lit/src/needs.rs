//! What a test needs beside Rust: it is there, or the test says that it is skipped, or fails where it is required.

use std::io::Write;
use std::process::Command;

/// The variable that makes whatever a test needs required, by the value 1.
const REQUIRED: &str = "LAYOUTC_REQUIRE_TOOLS";

/// Whether a test must end for want of something, which it then says on standard error.
///
/// # Panics
/// It is not there, but required.
#[track_caller]
pub fn lacks(what: &str, is_there: bool) -> bool {
    let required = std::env::var(REQUIRED).is_ok_and(|value| value == "1");
    assert!(is_there || !required, "{what} is required but missing");
    if !is_there {
        // Written past the test harness, which would swallow the line of a test that passes. Where nobody can read it,
        // the test is skipped all the same.
        let _ = std::io::stderr().write_all(format!("skipped: needs {what}\n").as_bytes());
    }
    !is_there
}

/// The same of a command, which is there if it can be asked for its version.
///
/// # Panics
/// It is not there, but required.
#[track_caller]
pub fn lacks_command(name: &str) -> bool {
    lacks(name, Command::new(name).arg("--version").output().is_ok())
}
