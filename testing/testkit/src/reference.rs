//! The references of the tests: `mlir-opt-19`, `tosa-opt`, and the models of the ONNX package.

use crate::needs::{lacks, lacks_command};
use crate::repository::repository;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version of `mlir-opt` that is the reference implementation of MLIR.
pub const MLIR_OPT: &str = "mlir-opt-19";

/// Returns the output of [`MLIR_OPT`] for a module, or its error messages. `None` if the tool is missing, which skips
/// the running test.
///
/// # Panics
/// The tool is missing but required, or its output is not UTF-8.
#[track_caller]
pub fn mlir_opt(module: &str, flags: &[&str]) -> Option<Result<String, String>> {
    if lacks_command(MLIR_OPT) {
        return None;
    }
    Some(run(Path::new(MLIR_OPT), module, flags))
}

/// Returns the output of `tosa-opt` for a module, or its error messages: the reference implementation of TOSA 1.0 and
/// 1.1, of LLVM 24. `None` if the tool is missing, which skips the running test.
///
/// # Panics
/// The tool is missing but required, or its output is not UTF-8.
#[track_caller]
pub fn tosa_opt(module: &str, flags: &[&str]) -> Option<Result<String, String>> {
    (!lacks_tosa_opt()).then(|| run(&tosa_opt_program(), module, flags))
}

/// Returns `true` if the running test must end because `tosa-opt` is not installed.
///
/// # Panics
/// The tool is missing but required.
#[track_caller]
pub fn lacks_tosa_opt() -> bool {
    lacks("tosa-opt, see scripts/install-test-tools.sh", tosa_opt_program().is_file())
}

pub(crate) fn tosa_opt_program() -> PathBuf {
    repository().join("target/test-tools/tosa_tools-2026.8.0/tosa-opt")
}

/// Returns the output of a program like mlir-opt for a module, or its error messages.
fn run(program: &Path, module: &str, flags: &[&str]) -> Result<String, String> {
    let mut child = Command::new(program)
        .arg("--allow-unregistered-dialect")
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool was started before");
    let mut stdin = child.stdin.take().expect("the input is piped");
    let module = module.to_owned();
    // A tool that fails early closes its input, so write errors are ignored.
    let writer = std::thread::spawn(move || stdin.write_all(module.as_bytes()));
    let output = child.wait_with_output().expect("the tool runs");
    let _ = writer.join().expect("the writer does not panic");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8(output.stdout).expect("MLIR is UTF-8"))
}

/// Returns the folder of the models of the ONNX package. `None` if it is not installed, which skips the running test.
///
/// # Panics
/// The models are missing but required.
#[track_caller]
pub fn onnx_models() -> Option<PathBuf> {
    let folder = repository().join("target/test-tools/onnx-1.23.2");
    let what = "the models of ONNX, see scripts/install-test-tools.sh";
    (!lacks(what, folder.is_dir())).then_some(folder)
}

/// Returns VeriPB, a checker of proofs about sums of Booleans; `None` if it is missing, which skips the running test.
///
/// # Panics
/// The tool is missing but required.
#[track_caller]
pub fn veripb() -> Option<PathBuf> {
    let tool = repository().join("target/test-tools/veripb-3.0.2/bin/veripb");
    let what = "veripb, see scripts/install-test-tools.sh";
    (!lacks(what, tool.is_file())).then_some(tool)
}

/// Returns the include folder of Vulkan's headers, of 1.4.355 or newer.
pub fn vulkan_headers() -> PathBuf {
    repository().join("target/test-tools/vulkan-headers")
}

/// Returns `true` if the running test must end because Vulkan's headers are not installed.
///
/// # Panics
/// The headers are missing but required.
#[track_caller]
pub fn lacks_vulkan_headers() -> bool {
    lacks("Vulkan's headers, see scripts/install-test-tools.sh", vulkan_headers().is_dir())
}
