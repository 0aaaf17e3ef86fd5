//! Tests of generated creation code and accessors: programs in C and Rust that include them, on the emulation layer.
//!
//! The programs run under Khronos's validation layer if it is installed. Its messages are part of their output, which must
//! be exactly the expected one.

mod accessors;
mod examples;
mod graph_module;
mod graphs;
mod images;
mod random;
mod target;

use crate::layouts::layoutc;
use crate::tools::{self, Tools};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The loader below which the device of the emulation layers has data graphs.
const LOADER: &str = "a loader of Vulkan, such as 1.3.239 or newer, that calls VK_LAYER_ML_Graph_Emulation before \
                      VK_LAYER_ML_Tensor_Emulation if VK_INSTANCE_LAYERS names them in this order";

/// The folder of the handwritten programs.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tensors");

/// The tools, and a folder for the files of a test.
struct ProgramTest {
    tools: Tools,
    glslc: PathBuf,
    folder: TempDir,
}

impl ProgramTest {
    /// Returns the tools; `None` if one is missing, which skips the test.
    fn new() -> Option<ProgramTest> {
        if testkit::lacks_tools(&["gcc", "rustc"]) {
            return None;
        }
        let (tools, glslc) = (tools::find(), tools::glslc());
        if testkit::lacks(tools::NAME, tools.is_some())
            || testkit::lacks(tools::GLSLC, glslc.is_some())
            || testkit::lacks_vulkan_headers()
        {
            return None;
        }
        if tools::validation().is_none() {
            eprintln!("Khronos's validation layer is not installed: no validation");
        }
        let folder = tempfile::tempdir().unwrap();
        Some(ProgramTest { tools: tools?, glslc: glslc?, folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the output of layoutc to a file, and returns it.
    fn emit(&self, args: &[&str], form: &str, name: &str) -> String {
        let text = layoutc(&[args, &[&format!("--emit={form}")]].concat()).unwrap();
        fs::write(self.path(name), &text).unwrap();
        text
    }

    /// Writes the list of the tensors of a C header, for `tensors.inc`.
    fn list_of_c(&self, header: &str) {
        let list: String = declared(header, "static const VkTensorDescriptionARM ", " = {")
            .map(|name| format!("CREATE({name}, {})\n", name.to_ascii_uppercase()))
            .collect();
        fs::write(self.path("tensors.inc"), list).unwrap();
    }

    /// Compiles a C program with the generated files.
    fn compile_c(&self, source: &Path, program: &str) {
        let mut command = Command::new("gcc");
        command.args(["-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Werror"]);
        command.args(["-Wno-missing-field-initializers", "-Wno-unused-function", "-I"]);
        command
            .arg(self.folder.path())
            .arg("-I")
            .arg(testkit::vulkan_headers())
            .arg("-I")
            .arg(EXAMPLES);
        command.arg(source).arg("-o").arg(self.path(program)).arg("-l:libvulkan.so.1");
        succeed(command.output().unwrap());
    }

    /// Compiles a shader with the generated files.
    fn compile_shader(&self, source: &Path, binary: &str) {
        let mut command = Command::new(&self.glslc);
        command.arg("--input").arg(source).arg("--output").arg(self.path(binary));
        succeed(command.arg("--include").arg(self.folder.path()).output().unwrap());
    }

    /// Runs a program, and returns its output with the messages of the layers.
    fn run(&self, program: &str, args: &[&str]) -> Output {
        self.run_under(tools::TENSOR_LAYER, program, args)
    }

    /// Runs a program with data graphs, as [`run`](Self::run). `None` if the loader does not support them, which skips the
    /// test.
    fn run_graph(&self, program: &str, args: &[&str]) -> Option<Output> {
        let output = self.run_under(tools::GRAPH_LAYERS, program, args);
        // The status of a device without data graphs.
        (!testkit::lacks(LOADER, output.status.code() != Some(77))).then_some(output)
    }

    fn run_under(&self, layers: &str, program: &str, args: &[&str]) -> Output {
        let mut command = self.tools.command(&self.path(program), layers);
        command.args(args).current_dir(self.folder.path()).output().unwrap()
    }
}

/// Returns the names between two parts of a line.
fn declared<'t>(text: &'t str, before: &str, after: &str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| line.strip_prefix(before)?.split(after).next())
}

/// Returns the messages in the output of a program with data graphs.
fn messages(output: &str) -> Vec<&str> {
    output.split("\n\n").filter(|text| !text.is_empty() && !is_known(text)).collect()
}

/// Returns `true` if a message is about the extensions that `VK_ARM_data_graph` requires. The emulation layer does not have
/// them, and neither has an old driver below it.
fn is_known(message: &str) -> bool {
    message.contains("VUID-vkCreateDevice-ppEnabledExtensionNames-01387")
        && message
            .contains("Missing extensions required to enable device extension VK_ARM_data_graph:")
}

#[track_caller]
fn succeed(output: Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}
