//! The installed emulation layer, and the environment in which the loader finds it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

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

/// Returns the emulation layer; `None` if it is not installed.
pub(crate) fn find() -> Option<Tools> {
    let (path, _) = NAME.split_once(' ')?;
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let deploy = root.join(path).join("emulation_layer/deploy");
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

fn prepended(first: &OsStr, rest: Option<OsString>) -> OsString {
    let mut path = first.to_owned();
    if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
        path.push(":");
        path.push(rest);
    }
    path
}
