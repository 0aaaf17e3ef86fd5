//! Test support of layoutc: file tests with `RUN` lines, checked by a strict FileCheck.
//!
//! ```
//! use layoutc_lit::filecheck::{CheckOptions, check};
//!
//! let checks = b"// CHECK: dims = {{.*}}[[LAST:[0-9]+]]]\n// CHECK-NEXT: last = [[LAST]]\n";
//! assert!(check(checks, "x.mlir", b"dims = [4, 5]\nlast = 5\n", &CheckOptions::default()).is_ok());
//! assert!(check(checks, "x.mlir", b"dims = [4, 5]\nlast = 4\n", &CheckOptions::default()).is_err());
//! ```
//!
//! A test is an `.mlir` file that carries its own commands and expectations:
//!
//! ```text
//! // RUN: layoutc %s --emit=generic | FileCheck %s
//! // CHECK: "test.op"
//! "test.op"() : () -> ()
//! ```
//!
//! Read in this order:
//! - [`discover`](discover()): finds the test files,
//! - [`run_line`]: the `RUN` and `REQUIRES` lines of a file, parsed into stages and never given to a shell,
//! - [`run_file`]: runs the stages of one file and gives an [`Outcome`],
//! - [`filecheck`]: the checker, whose verdicts are those of LLVM FileCheck 19, except that whatever
//!   only looks like a directive is an error,
//! - [`bless`]: rewrites the checks of whole-output tests,
//! - [`oracle`]: asks LLVM's own FileCheck for a second opinion.
//!
//! The crate knows nothing of layoutc: the caller hands over the tool as a closure or as a binary.
//! It reads no environment variable but `PATH`.

pub mod bless;
mod discover;
mod exec;
pub mod filecheck;
mod keywords;
pub mod oracle;
pub mod run_line;
mod text;
mod tools;

pub use discover::{TestFile, discover};
pub use exec::{Config, FileCheckCall, FileCheckHook, Outcome, run_file};
pub use tools::{Tool, ToolCall, ToolOutput, find_tool};
