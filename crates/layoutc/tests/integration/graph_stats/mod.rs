//! The figures of a graph after layout assignment: its reorders, and what `--stats` prints.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::driver::call;
use regex::Regex;
use std::collections::BTreeSet;

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

/// The reorders of a module.
pub(crate) struct Reorders {
    pub(crate) of_activations: usize,
    pub(crate) of_weights: usize,
}

/// Counts the reorders. A weight is an argument with `layout.constant`, or a constant.
pub(crate) fn reorders(text: &str) -> Reorders {
    let argument = Regex::new(r"(%\w+): tensor<[^%]*?\{[^%]*?layout\.constant").unwrap();
    let constant = Regex::new(r#"(%\w+) = "onnx\.Constant""#).unwrap();
    let names = argument.captures_iter(text).chain(constant.captures_iter(text));
    let mut weights: BTreeSet<String> = names.map(|found| found[1].to_owned()).collect();
    let reorder = Regex::new(r"(?m)^ *(%\w+) = layout\.reorder (%\w+)").unwrap();
    let (mut of_activations, mut of_weights) = (0, 0);
    for found in reorder.captures_iter(text) {
        if weights.contains(&found[2]) {
            weights.insert(found[1].to_owned());
            of_weights += 1;
        } else {
            of_activations += 1;
        }
    }
    Reorders { of_activations, of_weights }
}
