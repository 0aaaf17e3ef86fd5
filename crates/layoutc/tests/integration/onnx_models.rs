//! Tests of `--emit=onnx`: the command line, and models that ONNX Runtime executes before and after.
//!
//! `scripts/install-test-tools.sh` installs ONNX Runtime. Tests without it are skipped with a message.

#![cfg(feature = "onnx")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::driver;
use crate::fold;

use driver::call;
use fold::{Files, inline, model, place, raw};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::{lacks, repository};

const TARGET: &str = "--target=channels_last";

/// Returns the interpreter with ONNX and ONNX Runtime. `None` if they are not installed, which skips the running test.
#[track_caller]
fn runtime() -> Option<PathBuf> {
    let python = repository().join("target/test-tools/python/bin/python");
    let imports = ["-c", "import onnx, onnxruntime"];
    let output = Command::new(&python).args(imports).output();
    let is_there = output.is_ok_and(|output| output.status.success());
    let what = "ONNX Runtime, see scripts/install-test-tools.sh";
    (!lacks(what, is_there)).then_some(python)
}

/// Returns the standard output of a script of the repository, which must succeed.
#[track_caller]
fn script(python: &Path, script: &str, args: &[&str]) -> String {
    let mut command = Command::new(python);
    command.arg(script).args(args).current_dir(repository()).env("PYTHONDONTWRITEBYTECODE", "1");
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// The number of models of ONNX's ops of which one is executed. The script executes all of them by default.
const EVERY: &str = "--every=13";

/// Asserts that most of the models of ONNX's ops compute equal results.
#[track_caller]
fn compare_models_of_ops(flags: &[&str]) {
    let Some(python) = runtime() else { return };
    let args = [&[env!("CARGO_BIN_EXE_layoutc"), EVERY], flags].concat();
    let counts = script(&python, "tests/onnx/nodes.py", &args);
    let equal = counts.split(", ").find_map(|count| count.trim().strip_suffix(" equal"));
    let equal: usize = equal.unwrap_or_else(|| panic!("{counts}")).parse().unwrap();
    assert!(equal > 100, "{counts}");
}

#[test]
fn models_of_ops_compute_equal_results() {
    compare_models_of_ops(&[]);
}

#[test]
fn permuted_models_of_ops_compute_equal_results() {
    compare_models_of_ops(&["--permuted"]);
}

/// Returns the megabytes in the cell of a table.
fn megabytes(cell: &str) -> f64 {
    cell.split(['(', ')']).nth(1).and_then(|bytes| bytes.parse().ok()).unwrap()
}

/// Networks with convolutions, attention, windows, rotations and recurrence, from both exporters of PyTorch.
const NETWORKS: [&str; 8] = [
    "tests/torch/convnext.dynamo.onnx",
    "tests/torch/encoder_mask.dynamo.onnx",
    "tests/torch/gpt.script.onnx",
    "tests/torch/lstm.script.onnx",
    "tests/torch/mobilenet_v3.script.onnx",
    "tests/torch/rotary.script.onnx",
    "tests/torch/swin.dynamo.onnx",
    "tests/torch/vit.dynamo.onnx",
];

#[test]
fn networks_compute_equal_results_in_their_layouts() {
    let Some(python) = runtime() else { return };
    let args = [&NETWORKS[..], &["--layoutc", env!("CARGO_BIN_EXE_layoutc")]].concat();
    let table = script(&python, "benches/onnx_networks.py", &args);
    let rows: Vec<Vec<&str>> =
        table.lines().skip(2).map(|line| line.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), NETWORKS.len(), "{table}");
    // The layouts of the model as given are a solution, so no network transposes more bytes.
    for row in &rows {
        assert!(megabytes(row[6]) <= megabytes(row[3]), "{}: {table}", row[1]);
    }
    let count = |cell: &str| cell.split(' ').next().and_then(|count| count.parse::<u64>().ok());
    let counts = rows.iter().map(|row| (row[1], count(row[3]), count(row[6])));
    for (name, before, after) in counts.filter(|(name, ..)| name.starts_with("vit")) {
        assert!(after.unwrap() < before.unwrap(), "{name}: {table}");
    }
}

#[test]
fn model_is_written_with_the_weights_of_the_imported_model() {
    let files = Files::new();
    let path = files.write("net.onnx", &model(inline));
    let direct = files.path("direct.onnx");
    let (status, _, stderr) =
        call(&[&path, "--passes=", TARGET, "--emit=onnx", "-o", &direct], b"");
    assert_eq!((status, stderr.as_str()), (0, ""));
    let (status, text, _) = call(&["import", &path], b"");
    assert_eq!(status, 0);
    let net = files.write("net.mlir", text.as_bytes());
    let apart = files.path("apart.onnx");
    let weights = format!("--weights={path}");
    let args = [&net, "--passes=", TARGET, "--emit=onnx", &weights, "-o", &apart];
    let (status, _, stderr) = call(&args, b"");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(fs::read(&direct).unwrap() == fs::read(&apart).unwrap());
    assert!(!Path::new(&format!("{direct}.data")).exists());
    let (status, _, stderr) = call(&[&net, "--passes=", TARGET, "--emit=onnx", "-o", &apart], b"");
    assert_eq!(status, 1);
    let expected = "the elements of the weight `%conv_w` are unknown";
    assert!(stderr.contains(expected) && stderr.contains("add `--weights=MODEL.onnx`"), "{stderr}");
}

#[test]
fn external_data_is_written_next_to_the_model_or_not_at_all() {
    let files = Files::new();
    let external = model(|name, bytes| match name {
        "conv.w" => place("data.bin", 8),
        _ => inline(name, bytes),
    });
    let path = files.write("net.onnx", &external);
    let [out, data] = ["out.onnx", "out.onnx.data"].map(|name| files.path(name));
    let args = [&path[..], "--passes=", TARGET, "--emit=onnx", "-o", &out];
    files.write("data.bin", &raw(0, 216, 4));
    let (status, _, stderr) = call(&args, b"");
    assert_eq!(status, 1);
    assert!(stderr.contains("`data.bin` has no 864 bytes at 8"), "{stderr}");
    assert!(!Path::new(&out).exists() && !Path::new(&data).exists());
    let elements = raw(0, 216, 4);
    files.write("data.bin", &[&[0; 8][..], &elements].concat());
    let (status, _, stderr) = call(&args, b"");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(fs::read(&data).unwrap() == elements);
    // The model that was written is the input of the same command.
    let again = files.path("again.onnx");
    let (status, _, stderr) = call(&[&out, "--passes=", TARGET, "--emit=onnx", "-o", &again], b"");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(fs::read(format!("{again}.data")).unwrap() == elements);
}

#[test]
fn model_without_a_target_is_an_error() {
    let files = Files::new();
    let path = files.write("net.onnx", &model(inline));
    let out = files.path("out.onnx");
    let (status, _, stderr) = call(&[&path, "--emit=onnx", "-o", &out], b"");
    assert_eq!(status, 2);
    assert!(stderr.contains("the emitter `onnx` needs a target"), "{stderr}");
    assert!(stderr.contains("`--target=NAME`") && !Path::new(&out).exists(), "{stderr}");
}

#[test]
fn lengths_of_symbolic_dims_are_those_of_a_model() {
    let files = Files::new();
    let net = files.write("net.mlir", b"module {}");
    let (status, _, stderr) = call(&[&net, "--dim", "batch=2"], b"");
    assert_eq!(status, 2);
    assert!(stderr.contains("`--dim` has no effect"), "{stderr}");
}
