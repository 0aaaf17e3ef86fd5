//! The test support of layoutc: file tests with `RUN` lines, checked by a strict FileCheck.
//!
//! ```
//! use layoutc_lit::filecheck::{CheckOptions, check};
//!
//! let checks = b"// CHECK: dims = {{.*}}[[LAST:[0-9]+]]]\n// CHECK-NEXT: last = [[LAST]]\n";
//! assert!(check(checks, "x.mlir", b"dims = [4, 5]\nlast = 5\n", &CheckOptions::default()).is_ok());
//! assert!(check(checks, "x.mlir", b"dims = [4, 5]\nlast = 4\n", &CheckOptions::default()).is_err());
//! ```
//!
//! A test is an `.mlir` file with its own commands and expectations:
//!
//! ```text
//! // RUN: layoutc %s --emit=generic | FileCheck %s
//! // CHECK: "test.op"
//! "test.op"() : () -> ()
//! ```
//!
//! In reading order:
//! - [`discover`](discover()): finds the test files,
//! - [`run_line`]: parses the `RUN` and `REQUIRES` lines of a file into stages, without a shell,
//! - [`run_file`]: runs the stages of one file and returns an [`Outcome`],
//! - [`filecheck`]: the checker, whose verdicts equal those of LLVM FileCheck 19, except that text that only resembles
//!   a directive is an error,
//! - [`bless`]: rewrites the checks of whole-output tests,
//! - [`oracle`]: compares verdicts with LLVM's own FileCheck.
//!
//! The crate is independent of layoutc: the caller passes the tool as a closure or as a binary. `PATH` is the only
//! environment variable that it reads.

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
