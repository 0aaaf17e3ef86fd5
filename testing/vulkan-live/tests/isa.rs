//! Tests of the instructions that Mesa's driver for AMD generates for addressing functions, for a chip that need not be
//! installed.
//!
//! If the driver is missing, tests that need it are skipped; with `LAYOUTC_REQUIRE_TOOLS=1` they fail.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use serde_json::Value;
use std::env;
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_vulkan-live");

const LAYOUTS: &str = r#"
layout.tensor @pitch : tensor<720x1000xf32, {strides = [1024, 1]}>
layout.tensor @wide : tensor<720x100000xf32, {strides = [100008, 1]}>
layout.descriptor @slice {
  %m, %n = layout.packed [1024, 1024]
  %i = layout.slice %m from 16 to 80
  %j = layout.slice %n from 32 to 160
  layout.yield %i, %j
}
layout.descriptor @padded {
  %m = layout.packed [13]
  %i = layout.pad %m low 0 high 3
  layout.yield %i
}
layout.address @at_pitch of @pitch
layout.address @at_wide of @wide
layout.address @at_slice of @slice
layout.address @at_padded of @padded
layout.address @at_bytes of @pitch {unit = "byte"}
"#;

/// The number of vector-ALU instructions and of their issue slots, for each function. A row of 1024 elements is a shift
/// and an addition in one instruction. A 32-bit product has four slots. The constant of the slice is a second
/// instruction. The padded layout needs a comparison.
const COUNTED: [(&str, u64, u64); 5] = [
    ("at_pitch", 1, 1),
    ("at_wide", 2, 5),
    ("at_slice", 2, 2),
    ("at_padded", 1, 1),
    ("at_bytes", 2, 2),
];

fn run(args: &[&str]) -> (i32, String) {
    let output = Command::new(PROGRAM).args(args).output().unwrap();
    let reported =
        String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), reported.into_owned())
}

/// Returns the status and the output for a library; `None` if the driver is missing, which skips the test.
fn isa(library: &str) -> Option<(i32, String)> {
    let (status, reported) = run(&["--isa", library]);
    let what = reported.trim().trim_start_matches("needs ");
    let lacks = testkit::lacks(what, status != 77);
    (!lacks).then_some((status, reported))
}

#[test]
fn isa_counts_instructions_and_slots() {
    let folder = tempfile::tempdir().unwrap();
    let [source, library] = ["layouts.mlir", "layouts.spv"].map(|name| folder.path().join(name));
    let [from, to] = [&source, &library].map(|path| path.to_str().unwrap());
    std::fs::write(&source, LAYOUTS).unwrap();
    let args = [from, "--passes=resolve-strides,lower-addressing", "--emit=spirv", "-o", to];
    let args = args.map(str::to_owned);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut out, &mut err);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&err));
    let Some((status, reported)) = isa(to) else { return };
    assert_eq!(status, 0, "{reported}");
    let rows = reported.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found: Vec<_> = rows
        .filter_map(|row| {
            let name = row["name"].as_str()?.to_owned();
            Some((name, row["valu"].as_u64()?, row["slots"].as_u64()?))
        })
        .collect();
    let expected: Vec<_> = COUNTED.map(|(name, valu, slots)| (name.to_owned(), valu, slots)).into();
    assert_eq!(found, expected);
}

#[test]
fn isa_reports_an_unreadable_library() {
    let Some((status, reported)) = isa("/nowhere.spv") else { return };
    assert!(status == 1 && reported.contains("/nowhere.spv"), "{status} {reported}");
}

#[test]
fn isa_requires_a_library() {
    assert_eq!(run(&["--isa"]).0, 2);
}
