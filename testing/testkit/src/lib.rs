//! Test support for several crates.
//!
//! ```
//! use layoutc_testkit::{Random, vectors};
//!
//! // Facts about other systems, from `tests/vectors`.
//! let orders = vectors::section("vpux.json", "orders");
//! let mut random = Random::new(1);
//! let order = &orders[random.index(orders.len())];
//! assert!(order["code"].is_string());
//! ```
//!
//! - [`lacks`]: the only way to skip a test. `scripts/test.sh` counts these tests as skipped, not as passed.
//! - [`mlir_opt`], [`tosa_opt`]: the reference implementations of MLIR and of newer versions of TOSA.
//! - [`conversion_layouts`], [`small_layouts`]: the layouts between which tests of conversion kernels convert.
//! - [`mutate`]: mutations of modules in generic form.
//! - [`tosa_graph`], [`tosa_network`]: random graphs of TOSA, the latter ones with weights.
//! - [`model_converter`], [`vgf_dump`], [`evaluate_tosa`]: ARM's tools for TOSA and VGF files.
//! - [`layout_choices`]: random layouts of the operands and results of ops.
//! - [`vectors`]: facts about other systems.
//! - [`Random`]: a seeded random generator with the same sequence on every machine.

mod arm_tools;
mod conversions;
mod layout_choices;
pub mod mutate;
mod needs;
mod random;
mod reference;
mod repository;
mod small_layouts;
mod tosa_graphs;
pub mod vectors;

pub use arm_tools::{
    NumpyArray, arm_tool_folders, evaluate_tosa, lacks_arm_tools, model_converter, vgf_dump,
    vgf_scenario, vgf_spirv,
};
pub use conversions::{ConversionLayout, conversion_layouts, conversion_pairs};
pub use layout_choices::{ChoiceLayouts, OpRanks, layout_choices};
pub use needs::{lacks, lacks_command, lacks_tools, tools_are_required};
pub use random::Random;
pub use reference::{
    MLIR_OPT, lacks_tosa_opt, lacks_vulkan_headers, mlir_opt, onnx_models, tosa_opt, veripb,
    vulkan_headers,
};
pub use repository::{file_tests, number_of, repository};
pub use small_layouts::{SMALL_SHAPES, small_layouts, small_layouts_of_any_length};
pub use tosa_graphs::{TosaNetwork, tosa_graph, tosa_network, tosa_network_with_choices};
