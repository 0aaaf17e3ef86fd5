//! layoutc's descriptions on a real Vulkan driver.
//!
//! ```
//! use layoutc_vulkan_live::{LiveReport, TensorRow};
//!
//! // The report of a run, whose rows a driver fills: one byte of a copy was wrong.
//! let row = |name: &str| TensorRow { name: name.to_owned(), tensors: 3, compared: 96, ..TensorRow::default() };
//! let faults = vec!["byte 12 of a copy of `x` is 0, but must be 7".to_owned()];
//! let wrong = TensorRow { mismatches: 1, faults, ..row("b.mlir") };
//! let report = LiveReport { rows: vec![row("a.mlir"), wrong], ..LiveReport::default() };
//! assert!(!report.is_clean());
//! assert_eq!((report.total().tensors, report.total().mismatches), (6, 1));
//! ```
//!
//! For test only. Each tensor that `layoutc --emit=vk-json --target=emulation` describes is created on Mesa's
//! software driver, llvmpipe, under ARM's emulation layer for `VK_ARM_tensors`. The memory that the driver
//! asks for must be the `size_bytes` that layoutc says; then the memory is filled by the addresses of the core,
//! copied to a tensor of the same lengths in another form, padded or packed, and back, and every byte of both
//! is compared, those in gaps included. So three must agree on where elements are: the core, the description,
//! and the driver.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- examples/resnet50.mlir
//! ```
//!
//! Addressing functions are run there too, without the layer: a shader around each stores the offset of every index,
//! and the core must say the same.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- --addresses "" testing/vulkan-live/tests/functions/written.mlir
//! ```
//!
//! And so are the entry points of reorders: each copies random elements into a buffer full of other bytes, and each slot
//! of that must hold what the core says, padding zero.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- --reorders FILE.mlir
//! ```
//!
//! In reading order: `description` reads the JSON with the values of `names`; `layouts` asks the core for
//! the layouts of the same tensors; `image` makes the bytes that memory must hold; `vulkan` is the driver;
//! `checks` is what is done with one tensor; `kernel` makes a shader of an addressing function, and `addresses` is what
//! is done with that; `reorders` is what is done with reorders; `driver` does it with all, in a process of its own, as a
//! fault in a layer ends the process; `process` starts that one for the programs of `input` and gathers a [`LiveReport`]. Apart from that, `isa` counts
//! the instructions that a driver for a GPU makes of addressing functions.
//!
//! What it needs, `scripts/install-test-tools.sh` installs: the loader, a driver, and the layer in
//! `target/test-tools`. The loader is opened at run time, so the crate builds without any of them; what is
//! missing is told by name.
//!
//! # The binding
//!
//! The types come from `vulkan-headers`: all structs, constants and function types of the registry in Rust, and
//! nothing else. It builds in about a second without dependencies. What was weighed:
//!
//! - `ash` 0.38 is the common choice, but its headers are older than the extension: every struct and function
//!   type would be ours, and a mistake in them would look like one of layoutc.
//! - `kazan` 0.5 has the extension with a usage of 64 bits, from the newest registry, and wrappers over every
//!   function. It takes half a minute to build, once for tests and once for checks, which everybody who runs
//!   the tests would pay for some twenty functions.
//! - `vulkanalia` 0.35 has the extension, but its usage is 32 bits wide, so that the driver reads padding.
//!
//! The headers are of the first revision of the extension. The second added three formats alone, whose values
//! `names` holds; structs of Vulkan never change, so the age of the headers does not matter else. They take
//! hosts of 64 bits only.

mod addresses;
mod checks;
mod description;
mod driver;
mod image;
mod input;
mod isa;
mod kernel;
mod layouts;
mod names;
mod process;
mod reorders;
mod report;
mod tools;
mod vulkan;

pub use input::Input;
pub use process::{LiveOutcome, main, run};
pub use report::{Addressed, LiveReport, Reordered, TensorRow};
