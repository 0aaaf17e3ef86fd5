//! Execution of the VGF files of `--emit=vgf` by ARM's scenario runner, on Mesa's software driver under ARM's emulation
//! layers.
//!
//! Files of conversions alone, and files joined with the graphs of ARM's converter, are executed. The expected elements
//! are found by the layouts of the core; those of graphs are computed by the reference model of TOSA. Khronos's
//! validation layer must have no message but the known one about extensions that the emulation layers lack.

mod conversions;
mod executorch;
mod graphs;

use crate::layouts::layoutc_bytes;
use crate::tools::{self, Tools};
use ir::layout::{Layout, LogicalIndex};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use testkit::{NumpyArray, vgf_scenario};

/// The reason why the runner does not execute a file by the scenario of ARM's tool: the converter merges equal results, and
/// those that equal an argument, so two tensors of the scenario have one binding.
const MERGED: &str = "error: merges inputs or outputs";

/// The tools, and a folder for the files of a test.
struct ScenarioTest {
    tools: Tools,
    runner: PathBuf,
    folder: TempDir,
}

impl ScenarioTest {
    /// Returns the tools; `None` if one is missing, which skips the test.
    fn new() -> Option<ScenarioTest> {
        let (tools, runner, validation) = (tools::find(), tools::runner(), tools::validation());
        if testkit::lacks(tools::NAME, tools.is_some())
            || testkit::lacks(tools::RUNNER, runner.is_some())
            || testkit::lacks("Khronos's validation layer and its loader", validation.is_some())
            || testkit::lacks_arm_tools()
        {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        // The runner opens the loader by its name without a version.
        let loader = validation?.join("libvulkan.so.1").canonicalize().unwrap();
        std::os::unix::fs::symlink(loader, folder.path().join("libvulkan.so")).unwrap();
        Some(ScenarioTest { tools: tools?, runner: runner?, folder })
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }

    /// Emits the VGF file of a module, joined with a graph.
    fn emit(&self, module: &str, graph: Option<&[u8]>) -> Result<Vec<u8>, String> {
        let module = self.write("module.mlir", module);
        let module = module.to_str().unwrap();
        let graph = graph.map(|graph| self.write("graph.vgf", graph));
        let graph = graph.map(|graph| format!("--graph={}", graph.display()));
        let mut args = vec![module, "--emit=vgf"];
        args.extend(graph.as_deref());
        layoutc_bytes(&args)
    }

    /// Runs a file. `inputs` are the arrays of its inputs; those of buffers are bytes. Returns the arrays of its outputs.
    #[track_caller]
    fn run(&self, vgf: &[u8], inputs: &[NumpyArray]) -> Vec<NumpyArray> {
        self.try_run(vgf, inputs).unwrap_or_else(|text| panic!("{text}"))
    }

    /// Runs a file as [`run`](Self::run), or returns the messages of the runner that does not execute it.
    #[track_caller]
    fn try_run(&self, vgf: &[u8], inputs: &[NumpyArray]) -> Result<Vec<NumpyArray>, String> {
        let vgf = self.write("model.vgf", vgf);
        let mut scenario: Value = serde_json::from_str(&vgf_scenario(&vgf)).unwrap();
        let command = scenario["commands"][0]["dispatch_graph"].as_object_mut().unwrap();
        // The file contains the shaders, for which the template has names to replace them.
        command.remove("shader_substitutions");
        // The inputs of a model have the first bindings, and the outputs the others.
        let bindings = command["bindings"].as_array().unwrap().iter();
        let bindings = bindings.map(|binding| {
            (binding["resource_ref"].as_str().unwrap().to_owned(), binding["id"].as_u64().unwrap())
        });
        let bindings: BTreeMap<String, u64> = bindings.collect();
        if bindings.values().collect::<BTreeSet<_>>().len() < bindings.len() {
            return Err(MERGED.to_owned());
        }
        let mut outputs = BTreeMap::new();
        let resources = scenario["resources"].as_array_mut().unwrap();
        resources.retain(|resource| resource.get("shader").is_none());
        for resource in resources {
            let (kind, resource) = resource.as_object_mut().unwrap().iter_mut().next().unwrap();
            let Some(&binding) = bindings.get(resource["uid"].as_str().unwrap()) else { continue };
            if resource.get("src").is_some() {
                let input = &inputs[usize::try_from(binding).unwrap()];
                let bytes = input.bytes.clone();
                let array = match kind == "buffer" {
                    true => {
                        let dtype = "|i1".to_owned();
                        NumpyArray { shape: vec![bytes.len() as u64], dtype, bytes }
                    }
                    false => NumpyArray { bytes, ..input.clone() },
                };
                let name = format!("in{binding}.npy");
                self.write(&name, array.file());
                resource["src"] = json!(name);
            }
            if resource.get("dst").is_some() {
                let name = format!("out{binding}.npy");
                resource["dst"] = json!(name);
                outputs.insert(binding, name);
            }
        }
        assert_eq!(bindings.len(), inputs.len() + outputs.len(), "the bindings of the model");
        let scenario = self.write("scenario.json", scenario.to_string());
        self.execute(&scenario)?;
        let read =
            |name: &String| NumpyArray::read(&fs::read(self.folder.path().join(name)).unwrap());
        Ok(outputs.values().map(|name| read(name).unwrap()).collect())
    }

    /// Returns the command of the runner under the layers.
    fn runner(&self) -> Command {
        self.tools.command_with(&self.runner, tools::GRAPH_LAYERS, &[self.folder.path()])
    }

    /// Executes a scenario, whose validation must have no unknown message.
    ///
    /// # Errors
    /// The messages of the runner, if it does not execute the scenario.
    #[track_caller]
    fn execute(&self, scenario: &Path) -> Result<(), String> {
        let folder = self.folder.path();
        let mut command = self.runner();
        command.arg("--scenario").arg(scenario).arg("--output").arg(folder);
        let output = command.current_dir(folder).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert_known_messages(&text);
        if output.status.success() { Ok(()) } else { Err(text) }
    }
}

/// Checks that the layers have no message but the known one.
#[track_caller]
fn assert_known_messages(text: &str) {
    let messages =
        text.lines().filter(|line| line.contains("VUID") || line.starts_with("Validation "));
    let unknown: Vec<&str> = messages
        .filter(|line| !line.contains("VUID-vkCreateDevice-ppEnabledExtensionNames-01387"))
        .collect();
    assert!(unknown.is_empty(), "{text}");
}

/// Returns the byte at which an element begins, for each logical index in row-major order.
fn positions(layout: &Layout) -> Vec<usize> {
    let lengths: Vec<i64> = layout.shape().values().map(|length| length.get().unwrap()).collect();
    let size = layout.elem().unwrap().bytes().unwrap().get();
    let count: i64 = lengths.iter().product();
    let indices = (0..count).map(|mut number| {
        let mut index = vec![0; lengths.len()];
        for (component, length) in index.iter_mut().zip(&lengths).rev() {
            *component = number % length;
            number /= length;
        }
        index
    });
    let positions = indices.map(|index| {
        let index = LogicalIndex::new(index).unwrap();
        let slot = layout.offset_of(&index).unwrap().unwrap().get();
        usize::try_from(slot * size).unwrap()
    });
    positions.collect()
}

/// Returns the number of bytes of the buffer of a layout.
fn buffer_bytes(layout: &Layout) -> usize {
    let size = layout.elem().unwrap().bytes().unwrap().get();
    usize::try_from(layout.allocation().unwrap().get() * size).unwrap()
}

/// Copies elements of `size` bytes.
fn copy(from: (&[u8], &[usize]), to: (&mut [u8], &[usize]), size: usize) {
    for (&source, &target) in from.1.iter().zip(to.1) {
        to.0[target..target + size].copy_from_slice(&from.0[source..source + size]);
    }
}
