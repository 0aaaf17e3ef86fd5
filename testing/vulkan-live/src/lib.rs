//! Tests of layoutc's descriptions on a real Vulkan driver.
//!
//! ```
//! use layoutc_vulkan_live::{LiveReport, TensorRow};
//!
//! // The report of two programs. One byte of a copy in the second one was wrong.
//! let row = |name: &str| TensorRow { name: name.to_owned(), tensors: 3, compared: 96, ..TensorRow::default() };
//! let faults = vec!["byte 12 of a copy of `x` is 0, but must be 7".to_owned()];
//! let wrong = TensorRow { mismatches: 1, faults, ..row("b.mlir") };
//! let report = LiveReport { rows: vec![row("a.mlir"), wrong], ..LiveReport::default() };
//! assert!(!report.is_clean());
//! assert_eq!((report.total().tensors, report.total().mismatches), (6, 1));
//! ```
//!
//! For tests only. Each tensor that `layoutc --emit=vk-json --target=emulation` describes is created on Mesa's software
//! driver, llvmpipe, under ARM's emulation layer for `VK_ARM_tensors`. The size that the driver requires must be the
//! `size_bytes` of layoutc. Then the memory is filled at the addresses of the core, and copied to a tensor with the
//! same lengths in another form, padded or packed, and back. Every byte of both is compared, including gaps. The core,
//! the description and the driver must therefore agree on the positions of elements.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- examples/resnet50.mlir
//! ```
//!
//! Addressing functions are executed there too, without the layer. A shader for each function stores the offset of
//! every index, which must be the offset that the core computes.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- --addresses "" testing/vulkan-live/tests/functions/written.mlir
//! ```
//!
//! With `--language glsl`, `hlsl` or `wgsl` the functions are emitted as source text. A shader includes the text, or
//! naga compiles it to a library.
//!
//! Entry points of reorders are executed as well, after `check-addresses` and `spirv-val`. Each one copies random
//! elements into a buffer that is filled with another byte. Each slot of the buffer must then hold the element that the
//! core computes, padding must be zero, and all other bytes must be unchanged.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- --reorders FILE.mlir
//! ```
//!
//! In reading order: `description` reads the JSON with the values of `names`; `layouts` computes the layouts of the
//! same tensors with the core; `image` generates the expected bytes of memory; `vulkan` calls the driver; `checks`
//! checks one tensor; `kernel` generates a shader for an addressing function, `shader_text` does so in GLSL and HLSL,
//! `wgsl` for functions in WGSL, and `addresses` checks such functions;
//! `manifest` reads the entry points of reorders, and `reorders` checks them; `driver` executes all checks in a separate process, because a fault in a layer ends the
//! process; `process` starts this process for the programs of `input` and collects a [`LiveReport`]. Independently,
//! `isa` counts the instructions that a GPU driver generates for addressing functions.
//!
//! `scripts/install-test-tools.sh` installs the dependencies: the loader, a driver, and the layer in
//! `target/test-tools`. The loader is opened at run time, so the crate builds without them. A missing dependency is
//! reported by name.
//!
//! # The binding
//!
//! The types come from `vulkan-headers`, which has all structs, constants and function types of the registry in Rust,
//! and no other code. It builds in about a second without dependencies. The alternatives:
//!
//! - `ash` 0.38 is the common choice, but its headers are older than the extension. Every struct and function type
//!   would be declared here, and an error in them would look like an error of layoutc.
//! - `kazan` 0.5 has the extension with 64-bit usages, from the newest registry, and wrappers for every function. It
//!   builds in half a minute, once for tests and once for checks, for about twenty functions.
//! - `vulkanalia` 0.35 has the extension, but with 32-bit usages, so that the driver reads padding.
//!
//! The headers are of the first revision of the extension. The second revision only added three formats, whose values
//! are in `names`. Structs of Vulkan never change, so newer headers are not required. The headers support 64-bit hosts
//! only.

mod addresses;
mod checks;
mod description;
mod driver;
#[cfg(test)]
mod example_tests;
mod image;
mod input;
mod isa;
mod kernel;
mod layouts;
mod manifest;
#[cfg(test)]
mod move_tests;
mod names;
mod process;
mod reorders;
mod report;
#[cfg(test)]
mod scenarios;
mod shader_text;
#[cfg(test)]
mod tensor_programs;
mod tools;
mod vulkan;
mod wgsl;

pub use input::Input;
pub use process::{LiveOutcome, main, run};
pub use report::{Addressed, LiveReport, Reordered, TensorRow};
pub use shader_text::ShaderLanguage;
