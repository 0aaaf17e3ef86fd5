//! The driver of layoutc: the command line over the libraries.
//!
//! ```
//! let args = ["eval", "-", "--of=@x", "--at=1,2"].map(str::to_owned);
//! let mut program = "layout.tensor @x : tensor<4x5xf16, {strides = [8, 1]}>".as_bytes();
//! let mut stdout = Vec::new();
//! let mut stderr = Vec::new();
//! assert_eq!(layoutc::run(&args, &mut program, &mut stdout, &mut stderr), 0);
//! assert_eq!(stdout, b"{\"of\":\"@x\",\"at\":[1,2],\"offset\":10,\"byte\":20,\"valid\":true}\n");
//! ```
//!
//! [`run`] is the whole program as a function, for tests and embedders. In reading order: `driver` holds the registries
//! and streams; `options` reads the command line; `streams` does input and output, `render` formats diagnostics, `progress`
//! shows long work; `compile` executes a plan on one chunk, with the `targets` that `--target` names; `eval` answers
//! queries about a compiled module, `convert` writes a layout in another notation, `draw` draws it, `explain` explains its
//! layouts, `import` converts models to MLIR, `model_output` writes models with the weights in `model_files`, `expected`
//! checks diagnostics, `new_target` writes targets from reports of devices, `check_description` reads Vulkan tensor
//! descriptions back, and `lists` prints the registries; `shell`
//! writes completions and man pages, and `editor` runs the language server; `session` is one execution, from the options
//! to the exit `status`, and `subcommands` selects it by the first argument.
//!
//! IR and lists go to standard output, everything else to standard error.

mod check_description;
mod compile;
mod convert;
mod draw;
mod driver;
#[cfg(feature = "lsp")]
mod editor;
mod eval;
mod expected;
mod explain;
#[cfg(feature = "onnx")]
mod fold;
#[cfg(feature = "onnx")]
mod import;
mod lists;
#[cfg(feature = "onnx")]
mod model_files;
#[cfg(feature = "onnx")]
mod model_output;
mod new_target;
mod options;
mod progress;
mod render;
mod session;
mod shell;
mod status;
mod streams;
mod subcommands;
mod targets;

pub use driver::{Driver, Env};

use std::io::{Read, Write};

/// Runs layoutc without colors and progress; see [`Driver::run`].
pub fn run(
    args: &[String],
    stdin: &mut dyn Read,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> i32 {
    Driver::default().run(args, Env { stdin, stdout, stderr, color: false, progress: false })
}
