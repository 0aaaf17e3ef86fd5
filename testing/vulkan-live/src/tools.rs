//! The installed emulation layer, and the environment in which the loader finds it. For tests of programs: the layer that
//! validates them, and the compiler of shaders with tensors.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
#[cfg(test)]
use std::{path::Path, process::Command};

/// The path of the layer after `scripts/install-test-tools.sh`.
pub(crate) const NAME: &str =
    "target/test-tools/ai_ml_emulation_layer_for_vulkan-0.11.0 (scripts/install-test-tools.sh)";

/// The installed emulation layer.
pub(crate) struct Tools {
    /// The folder of its libraries.
    libraries: PathBuf,
    /// The folder of the loader's manifests.
    manifests: PathBuf,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the emulation layer; `None` if it is not installed.
pub(crate) fn find() -> Option<Tools> {
    let (path, _) = NAME.split_once(' ')?;
    let deploy = root().join(path).join("emulation_layer/deploy");
    let tools = Tools {
        libraries: deploy.join("lib"),
        manifests: deploy.join("share/vulkan/explicit_layer.d"),
    };
    tools.manifests.join("VkLayer_Tensor.json").exists().then_some(tools)
}

impl Tools {
    /// Returns the environment variables with which the loader finds the layer. Its manifests name its libraries
    /// without a folder.
    pub(crate) fn environment(&self) -> Vec<(&'static str, OsString)> {
        let path = "LD_LIBRARY_PATH";
        vec![
            ("VK_LAYER_PATH", self.manifests.clone().into_os_string()),
            (path, prepended(self.libraries.as_os_str(), env::var_os(path))),
        ]
    }
}

/// The path of the compiler of shaders with tensors after `scripts/install-test-tools.sh`.
#[cfg(test)]
pub(crate) const GLSLC: &str =
    "target/test-tools/ai_ml_sdk_scenario_runner-0.11.0/glslc (scripts/install-test-tools.sh)";

/// Returns the compiler of shaders with tensors; `None` if it is not installed.
#[cfg(test)]
pub(crate) fn glslc() -> Option<PathBuf> {
    let (path, _) = GLSLC.split_once(' ')?;
    Some(root().join(path)).filter(|path| path.exists())
}

/// The path of ARM's runner of VGF files after `scripts/install-test-tools.sh`.
#[cfg(test)]
pub(crate) const RUNNER: &str = "target/test-tools/ai_ml_sdk_scenario_runner-0.11.0/scenario-runner (scripts/install-test-tools.sh)";

/// Returns ARM's runner of VGF files; `None` if it is not installed.
#[cfg(test)]
pub(crate) fn runner() -> Option<PathBuf> {
    let (path, _) = RUNNER.split_once(' ')?;
    Some(root().join(path)).filter(|path| path.exists())
}

/// Returns the folder of the validation layer and of the libraries that it needs; `None` if it is not installed.
#[cfg(test)]
pub(crate) fn validation() -> Option<PathBuf> {
    let folder = root().join("target/test-tools/vulkan-validation");
    folder.join("VkLayer_khronos_validation.json").exists().then_some(folder)
}

/// The emulation layer for `VK_ARM_tensors`.
#[cfg(test)]
pub(crate) const TENSOR_LAYER: &str = "VK_LAYER_ML_Tensor_Emulation";

/// The emulation layers for `VK_ARM_data_graph` and for the tensors below it.
#[cfg(test)]
pub(crate) const GRAPH_LAYERS: &str = "VK_LAYER_ML_Graph_Emulation:VK_LAYER_ML_Tensor_Emulation";

#[cfg(test)]
impl Tools {
    /// Returns a command that runs a program under emulation layers, and under the validation layer if it is installed.
    ///
    /// The validation layer needs newer libraries than those of the system, so the program is started by the dynamic
    /// linker of these libraries.
    pub(crate) fn command(&self, program: &Path, emulation: &str) -> Command {
        self.command_with(program, emulation, &[])
    }

    /// Returns a command as [`command`](Self::command). The program finds libraries in these folders first, if the
    /// validation layer is installed.
    pub(crate) fn command_with(&self, program: &Path, emulation: &str, first: &[&Path]) -> Command {
        let Some(folder) = validation() else {
            let mut command = Command::new(program);
            command.envs(self.environment()).env("VK_INSTANCE_LAYERS", emulation);
            return command;
        };
        let joined = |paths: &[&Path]| env::join_paths(paths).expect("no path contains a colon");
        let system = Path::new("/usr/lib/x86_64-linux-gnu");
        let mut command = Command::new(folder.join("ld-linux-x86-64.so.2"));
        command
            .arg("--library-path")
            .arg(joined(&[first, &[&folder, &self.libraries, system]].concat()))
            .arg(program)
            .env_remove("LD_LIBRARY_PATH")
            .env("VK_LAYER_PATH", joined(&[&folder, &self.manifests]))
            .env("VK_INSTANCE_LAYERS", format!("VK_LAYER_KHRONOS_validation:{emulation}"));
        command
    }
}

fn prepended(first: &OsStr, rest: Option<OsString>) -> OsString {
    let mut path = first.to_owned();
    if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
        path.push(":");
        path.push(rest);
    }
    path
}
