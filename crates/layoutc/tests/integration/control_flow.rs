//! Tests of imported control flow: `If`, `Loop` and `Scan` of ONNX's own tests, and random models, have the results of ONNX
//! Runtime.
//!
//! `tests/onnx_control/execute.py` writes the models, executes the imported modules, and compares all results.

#![cfg(feature = "onnx")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use testkit::{lacks, lacks_command, repository};

/// The number of random models of each of three kinds.
const COUNT: &str = "40";

fn python() -> PathBuf {
    repository().join("target/test-tools/python/bin/python")
}

/// Returns `true` if the running test must end because ONNX Runtime is missing.
fn lacks_onnxruntime() -> bool {
    let imports = Command::new(python()).args(["-c", "import onnx, onnxruntime"]).output();
    lacks("onnxruntime", imports.is_ok_and(|output| output.status.success()))
}

/// Executes all models, and returns the counts of models, results, weights, unsupported models and failures.
fn executed(options: &[&str]) -> [u64; 5] {
    let script = repository().join("tests/onnx_control/execute.py");
    let mut command = Command::new(python());
    command.arg(script).args([env!("CARGO_BIN_EXE_layoutc"), "--count", COUNT]).args(options);
    let output = command.output().unwrap();
    let [text, log] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{text}{log}");
    let numbers = text.split([' ', ',']).filter_map(|word| word.parse().ok());
    let numbers: Vec<u64> = numbers.collect();
    numbers.try_into().unwrap_or_else(|_| panic!("unexpected output: {text}"))
}

/// Checks that most models are supported, and that their results are equal.
fn check(options: &[&str]) {
    let [models, results, weights, unsupported, failures] = executed(options);
    assert_eq!(failures, 0);
    assert!(models > 100 && results > 200, "{models} models with {results} results");
    assert!(weights > 50, "{weights} weights");
    assert!(unsupported < models / 5, "{unsupported} of {models} models are unsupported");
}

#[test]
fn imported_control_flow_has_the_results_of_onnx_runtime() {
    if lacks_onnxruntime() {
        return;
    }
    check(&[]);
}

#[test]
fn control_flow_with_folded_weights_has_the_results_of_onnx_runtime() {
    if lacks_onnxruntime() {
        return;
    }
    check(&["--fold"]);
}

#[test]
fn mlir_opt_accepts_imported_control_flow() {
    if lacks_onnxruntime() || lacks_command("mlir-opt-19") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [models, ..] = executed(&["--write", folder.path().to_str().unwrap()]);
    let mut structured = 0;
    let mut files = 0;
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let ops = ["\"scf.if\"", "\"scf.for\"", "\"scf.while\""];
        structured += u64::from(ops.iter().any(|op| text.contains(op)));
        files += 1;
        let mut verify = Command::new("mlir-opt-19");
        let output = verify.arg("--allow-unregistered-dialect").arg(&path).output().unwrap();
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {log}", path.display());
    }
    assert_eq!(files, models);
    assert!(structured > models * 4 / 5, "{structured} of {models} models have ops of scf");
}
