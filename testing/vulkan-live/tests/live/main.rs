//! Tests of layoutc's tensors on Mesa's software driver under ARM's emulation layer: programs with all kinds of
//! layouts, a real network, random tensors, and incorrect descriptions, each of which must be detected.
//!
//! If the driver or the layer is missing, the tests are skipped with a message; with `LAYOUTC_REQUIRE_TOOLS=1` they
//! fail.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

mod functions;
mod layouts;
mod random;
mod reorders;

use layoutc_vulkan_live::{Input, LiveOutcome, LiveReport};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

/// The program that calls the driver.
const PROGRAM: &str = env!("CARGO_BIN_EXE_vulkan-live");

/// The seeds of random programs, with their numbers of tensors.
const RANDOM: [(u64, usize); 3] = [(1, 150), (2, 150), (3, 150)];

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Writes to standard error directly, because the test harness captures the output of a test that passes.
fn say(text: &str) {
    std::io::stderr().write_all(text.as_bytes()).unwrap();
}

/// Runs some programs on the driver. `None` if the driver is missing, which skips the test.
fn on_driver(inputs: &[Input]) -> Option<LiveReport> {
    match layoutc_vulkan_live::run(Path::new(PROGRAM), inputs).unwrap() {
        LiveOutcome::Checked(report) => Some(report),
        LiveOutcome::Missing(what) => {
            testkit::lacks(&what, false);
            None
        }
    }
}

/// Returns the programs in the folder of this test, and the network.
fn programs() -> Vec<PathBuf> {
    let files = fs::read_dir(folder().join("tests/programs")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.push(folder().join("../../examples/resnet50.mlir"));
    files
}

#[test]
fn driver_creates_and_copies_every_tensor_correctly() {
    let temporary = tempfile::tempdir().unwrap();
    let mut files = programs();
    for (seed, count) in RANDOM {
        let path = temporary.path().join(format!("random_{seed}.mlir"));
        fs::write(&path, random::program(seed, count)).unwrap();
        files.push(path);
    }
    let inputs: Vec<Input> = files.into_iter().map(Input::new).collect();
    let started = Instant::now();
    let Some(report) = on_driver(&inputs) else { return };
    say(&format!("\n{report}in {:.1} s\n", started.elapsed().as_secs_f64()));
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.rows.len(), inputs.len());
    let total = report.total();
    assert_eq!((total.mismatches, total.copies), (0, 2 * total.tensors));
    // These counts detect a lost program.
    assert!(total.tensors > 1100 && total.padded > 300 && total.opaque > 40, "{report}");
    assert!(report.rows.iter().all(|row| row.tensors > 0 && row.copied > 0), "{report}");
}

/// Returns the report for a tensor with a changed description.
fn spoiled(tensor: &str, spoil: impl FnOnce(&mut Value)) -> Option<LiveReport> {
    let temporary = tempfile::tempdir().unwrap();
    let program = temporary.path().join("spoiled.mlir");
    fs::write(&program, format!("layout.tensor @x : {tensor}\n")).unwrap();
    let args = [program.to_str().unwrap(), "--emit=vk-json", "--target=emulation"];
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut out, &mut err);
    assert_eq!((status, String::from_utf8(err).unwrap().as_str()), (0, ""));
    let mut described: Value = serde_json::from_slice(&out).unwrap();
    spoil(&mut described["tensors"][0]);
    let descriptions = temporary.path().join("spoiled.json");
    fs::write(&descriptions, described.to_string()).unwrap();
    on_driver(&[Input { descriptions: Some(descriptions), ..Input::new(program) }])
}

/// A tensor with gaps of both kinds: rows of 24 bytes with a stride of 32, and planes of 96 bytes with a stride of 128.
const PADDED: &str =
    "tensor<2x3x6xf32, {reqs = #layout.reqs<m0: aligned<128 bytes>, m1: aligned<32 bytes>>}>";

#[test]
fn unchanged_description_passes() {
    let Some(report) = spoiled(PADDED, |tensor| {
        assert_eq!(tensor["pStrides"], json!([128, 32, 4]));
    }) else {
        return;
    };
    assert!(report.is_clean(), "{report}");
    // The elements are copied twice, and both forms are compared as source and as destination.
    assert_eq!((report.rows[0].copied, report.rows[0].compared), (288, 2 * 256 + 2 * 144));
}

/// Changes one field, and expects a fault with a given text.
#[track_caller]
fn found(tensor: &str, key: &str, value: &Value, expected: &str) {
    let Some(report) = spoiled(tensor, |tensor| tensor[key] = value.clone()) else { return };
    let text = report.to_string();
    assert!(!report.is_clean() && text.contains(expected), "{key} = {value}:\n{text}");
}

#[test]
fn bytes_detect_wrong_strides_of_the_same_size() {
    found(PADDED, "pStrides", &json!([128, 36, 4]), "bytes differ");
    found(PADDED, "pStrides", &json!([128, 24, 4]), "bytes differ");
    let Some(report) = spoiled(PADDED, |it| it["pStrides"] = json!([128, 36, 4])) else { return };
    let row = &report.rows[0];
    assert_eq!((row.tensors, row.copies), (1, 2));
    assert!(row.mismatches > 20, "{report}");
    assert!(row.faults.iter().all(|fault| fault.contains("bytes differ")), "{report}");
}

#[test]
fn layout_and_bytes_detect_wrong_lengths() {
    let expected = "but must be those of";
    found("tensor<4x6xi16>", "pDimensions", &json!([3, 8]), expected);
    found("tensor<4x6xi4>", "pDimensions", &json!([4, 6]), expected);
    found("tensor<2x3x4x5x2x3x2xi8>", "pDimensions", &json!([2, 12, 5, 2, 2, 3]), expected);
    found(PADDED, "pDimensions", &json!([2, 2, 9]), expected);
    found(PADDED, "pDimensions", &json!([2, 2, 9]), "bytes differ");
}

#[test]
fn requirement_detects_a_wrong_size() {
    found(
        PADDED,
        "size_bytes",
        &json!(255),
        "the driver requires 256 bytes, but layoutc computes 255",
    );
    found(
        "tensor<7xi8>",
        "size_bytes",
        &json!(8),
        "the driver requires 7 bytes, but layoutc computes 8",
    );
}

#[test]
fn requirement_detects_a_format_of_another_size() {
    found("tensor<4x6xi16>", "format", &json!("VK_FORMAT_R32_SINT"), "layoutc computes 48");
}

#[test]
fn check_detects_an_unsupported_usage() {
    let usage = json!(["VK_TENSOR_USAGE_IMAGE_ALIASING_BIT_ARM"]);
    found("tensor<4x6xi16>", "usage", &usage, "does not support VK_TENSOR_USAGE_IMAGE_ALIASING");
}

#[test]
fn report_names_the_tensor_of_a_crash() {
    // The layer supports up to six dims, and ends the process at the seventh.
    let Some(report) = spoiled("tensor<2x2xi8>", |tensor| {
        tensor["pDimensions"] = json!([1, 1, 1, 1, 1, 2, 2]);
        tensor["dimensionCount"] = json!(7);
    }) else {
        return;
    };
    let text = report.to_string();
    assert!(text.contains("the process ended with") && text.contains("at @x"), "{text}");
}

#[test]
fn missing_libraries_are_reported_by_name() {
    let empty = tempfile::tempdir().unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(["--on-driver", "none.mlir"]).env("VK_LAYER_PATH", empty.path());
    let output = command.output().unwrap();
    let reported: Value = serde_json::from_slice(&output.stdout).unwrap();
    let what = reported["missing"].as_str().unwrap();
    assert!(what.contains("VK_LAYER_ML") || what.contains("libvulkan"), "{what}");
}
