//! ARM's tools: the converter of TOSA to VGF files, the printer of VGF files, and the reference model of TOSA.

use crate::needs::lacks;
use crate::reference::tosa_opt_program;
use crate::repository::repository;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns `true` if the running test must end because one of the tools is not installed.
///
/// # Panics
/// A tool is missing but required.
#[track_caller]
pub fn lacks_arm_tools() -> bool {
    let tools = [converter(), dump(), tosa_opt_program()];
    let are_there = tools.iter().all(|tool| tool.is_file());
    lacks("ARM's tools for TOSA and VGF, see scripts/install-test-tools.sh", are_there)
}

fn converter() -> PathBuf {
    repository().join("target/test-tools/ai_ml_sdk_model_converter-0.11.0/model-converter")
}

fn dump() -> PathBuf {
    repository()
        .join("target/test-tools/ai_ml_sdk_vgf_library-0.11.0/vgf_lib/binaries/bin/vgf_dump")
}

fn tosa_tools() -> PathBuf {
    repository().join("target/test-tools/tosa_tools-2026.8.0")
}

/// Returns the folders of the programs.
pub fn arm_tool_folders() -> [PathBuf; 3] {
    let folder = |tool: PathBuf| tool.parent().expect("a file is in a folder").to_owned();
    [folder(converter()), folder(dump()), tosa_tools()]
}

/// Returns the VGF file of a module of TOSA, or the messages of the converter.
///
/// # Panics
/// The tool is not installed, which [`lacks_arm_tools`] tests.
pub fn model_converter(module: &str, flags: &[&str]) -> Result<Vec<u8>, String> {
    let mut child = Command::new(converter())
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool is installed");
    let mut stdin = child.stdin.take().expect("the input is piped");
    let module = module.to_owned();
    // A tool that fails early closes its input, so write errors are ignored.
    let writer = std::thread::spawn(move || stdin.write_all(module.as_bytes()));
    let output = child.wait_with_output().expect("the tool runs");
    let _ = writer.join().expect("the writer does not panic");
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Returns the text that ARM's tool prints for a VGF file, as JSON.
///
/// # Panics
/// The tool is not installed or rejects the file.
pub fn vgf_dump(file: &Path) -> String {
    let output = Command::new(dump()).arg("-i").arg(file).output().expect("the tool is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

/// Writes the SPIR-V module of the first module of a VGF file.
///
/// # Panics
/// The tool is not installed or rejects the file.
pub fn vgf_spirv(file: &Path, spirv: &Path) {
    let mut command = Command::new(dump());
    command.arg("-i").arg(file).args(["--dump-spirv", "0", "-o"]).arg(spirv);
    let output = command.output().expect("the tool is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the scenario that ARM's tool writes for a VGF file, as JSON, in which the paths of inputs and outputs are missing.
///
/// # Panics
/// The tool is not installed or rejects the file.
pub fn vgf_scenario(file: &Path) -> String {
    let output = Command::new(dump()).arg("--scenario-template").arg("-i").arg(file).output();
    let output = output.expect("the tool is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

/// An array of NumPy's file format.
#[derive(Clone, Debug, PartialEq)]
pub struct NumpyArray {
    /// The lengths.
    pub shape: Vec<u64>,
    /// The type of NumPy, such as `<f4`.
    pub dtype: String,
    /// The little-endian elements, in row-major order.
    pub bytes: Vec<u8>,
}

impl NumpyArray {
    /// Returns the bytes of the file.
    ///
    /// # Panics
    /// The header exceeds 65,535 bytes.
    pub fn file(&self) -> Vec<u8> {
        let shape: Vec<String> = self.shape.iter().map(u64::to_string).collect();
        // A tuple of one item ends in a comma.
        let comma = if shape.len() == 1 { "," } else { "" };
        let shape = shape.join(", ") + comma;
        let dtype = &self.dtype;
        let header =
            format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({shape}), }}");
        // The elements begin at a multiple of 64 bytes, after a line break.
        let padding = (10 + header.len() + 1).next_multiple_of(64) - 11 - header.len();
        let header = format!("{header}{}\n", " ".repeat(padding));
        let size = u16::try_from(header.len()).expect("the header is short").to_le_bytes();
        [b"\x93NUMPY\x01\x00".as_slice(), &size, header.as_bytes(), &self.bytes].concat()
    }

    /// Reads the bytes of a file of version 1 in C order; `None` for other files.
    pub fn read(file: &[u8]) -> Option<NumpyArray> {
        let size = usize::from(u16::from_le_bytes(file.get(8..10)?.try_into().ok()?));
        let header = std::str::from_utf8(file.get(10..10 + size)?).ok()?;
        let value = |key: &str| Some(header.split(key).nth(1)?.trim_start_matches([':', ' ']));
        let dtype = value("'descr'")?.split('\'').nth(1)?.to_owned();
        let shape = value("'shape'")?.split(['(', ')']).nth(1)?;
        let shape = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
        let shape = shape.map(|length| length.parse().ok()).collect::<Option<_>>()?;
        Some(NumpyArray { shape, dtype, bytes: file[10 + size..].to_vec() })
    }
}

/// Returns the results of the function `@main` of a module of TOSA, as the reference model computes them, or the messages
/// of the tools. `folder` is an empty folder for their files.
///
/// # Panics
/// A tool is not installed, which [`lacks_arm_tools`] tests, or a file cannot be written.
pub fn evaluate_tosa(
    module: &str,
    inputs: &[NumpyArray],
    results: usize,
    folder: &Path,
) -> Result<Vec<NumpyArray>, String> {
    let source = folder.join("main.mlir");
    std::fs::write(&source, module).expect("the folder is writable");
    let file = folder.join("main.tosa");
    let serialized = Command::new(tosa_opt_program())
        .args(["--tosa-serialize", "--allow-unregistered-dialect", "-o", "/dev/null"])
        .arg(format!("--tosa-flatbuffer-filename={}", file.display()))
        .arg(&source)
        .output()
        .expect("the tool is installed");
    if !serialized.status.success() {
        return Err(String::from_utf8_lossy(&serialized.stderr).into_owned());
    }
    for (at, input) in inputs.iter().enumerate() {
        std::fs::write(folder.join(format!("in{at}.npy")), input.file()).expect("writable");
    }
    let names = |count: usize, prefix: &str, suffix: &str| {
        let names: Vec<String> = (0..count).map(|at| format!("{prefix}{at}{suffix}")).collect();
        names.join(",")
    };
    let folder_name = folder.display().to_string();
    let evaluated = Command::new(tosa_tools().join("tosa_reference_model"))
        .arg("--operator_fbs")
        .arg(tosa_tools().join("tosa.fbs"))
        .arg("--tosa_file")
        .arg(&file)
        .args(["--flatbuffer_dir", &folder_name, "--output_dir", &folder_name])
        .args(["--ifm_name", &names(inputs.len(), "TosaInput_", "")])
        .args(["--ifm_file", &names(inputs.len(), "in", ".npy")])
        .args(["--ofm_name", &names(results, "TosaOutput_", "")])
        .args(["--ofm_file", &names(results, "out", ".npy")])
        .output()
        .expect("the tool is installed");
    if !evaluated.status.success() {
        return Err(String::from_utf8_lossy(&evaluated.stderr).into_owned());
    }
    let outputs = (0..results).map(|at| {
        let file = std::fs::read(folder.join(format!("out{at}.npy")));
        let file = file.map_err(|error| error.to_string())?;
        NumpyArray::read(&file).ok_or_else(|| "an output is no array of NumPy".to_owned())
    });
    outputs.collect()
}
