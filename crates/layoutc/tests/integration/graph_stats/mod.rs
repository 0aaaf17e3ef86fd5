//! The figures of a graph after layout assignment: its reorders, and what `--stats` prints.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::driver::call;
use regex::Regex;

/// Returns standard output and standard error of a call that must succeed.
#[track_caller]
pub(crate) fn output(name: &str, args: &[&str], stdin: &[u8]) -> (String, String) {
    let (status, stdout, stderr) = call(args, stdin);
    assert_eq!(status, 0, "{name}: {stderr}");
    (stdout, stderr)
}

/// Returns a number that `--stats` prints for `assign-layouts`.
pub(crate) fn count(stderr: &str, name: &str) -> u64 {
    let count =
        Regex::new(&format!(r"(?m)^ *(\d+)  assign-layouts \(1\): {}$", regex::escape(name)));
    count.unwrap().captures(stderr).unwrap()[1].parse().unwrap()
}

/// The reorders that `assign-layouts` inserted in a module.
pub(crate) struct Reorders {
    pub(crate) of_activations: u64,
    pub(crate) of_weights: u64,
}

/// Returns the numbers of reorders that `--stats` prints. Those of constants, which weights are, are made before execution.
pub(crate) fn reorders(stderr: &str) -> Reorders {
    Reorders {
        of_activations: count(stderr, "reorders"),
        of_weights: count(stderr, "constants copied to another layout"),
    }
}
