//! The driver of layoutc: the command line over the libraries.
//!
//! ```
//! let args = ["eval", "-", "--of=@x", "--at=1,2"].map(str::to_owned);
//! let mut program = "layout.tensor @x : tensor<4x5xf16, {strides = [8, 1]}>".as_bytes();
//! let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
//! assert_eq!(layoutc::run(&args, &mut program, &mut stdout, &mut stderr), 0);
//! assert_eq!(stdout, b"{\"of\":\"@x\",\"at\":[1,2],\"offset\":10,\"byte\":20,\"valid\":true}\n");
//! ```
//!
//! [`run`] is the whole program as a function, which tests and embedders call. In reading order:
//! `options` reads the command line and `plan` turns it into passes, an emitter and a target (`targets`); `session`
//! runs the plan on each chunk of the input, `compile` on one; `eval` answers questions about what was
//! compiled, `explain` tells why it is so, and `import` makes MLIR of other files; `input`, `chunks` and `output` are the ends; `report` and `render` show diagnostics, `expected`
//! checks them; `dumps` and `tables` show what passes did; `guard` and `reproducer` deal with faults of our own.
//!
//! IR and lists go to standard output, all else to standard error.

mod chunks;
mod compile;
mod dumps;
mod eval;
mod expected;
mod explain;
mod guard;
#[cfg(feature = "onnx")]
mod import;
mod input;
mod lists;
mod options;
mod output;
mod plan;
mod render;
mod report;
mod reproducer;
mod session;
mod tables;
mod targets;
mod text;

use codegen::Emitter;
use ir::Registry;
use passes::PassInfo;
use std::io::{Read, Write};

/// What a run reads and writes.
pub struct Env<'a> {
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Standard output: the result.
    pub stdout: &'a mut dyn Write,
    /// Standard error: diagnostics, dumps and tables.
    pub stderr: &'a mut dyn Write,
    /// Whether `--color=auto` colours.
    pub color: bool,
}

/// What a run has to work with. An embedder adds its own ops, targets, passes and emitters.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The ops and targets that are known.
    pub registry: Registry,
    /// The passes that can be asked for, sorted by name.
    pub passes: Vec<PassInfo>,
    /// The emitters that can be asked for, sorted by name.
    pub emitters: Vec<Emitter>,
}

impl Default for Driver {
    /// The ops, targets, passes and emitters of layoutc.
    fn default() -> Driver {
        let mut registry = Registry::new();
        targets::add_shipped(&mut registry);
        Driver { registry, passes: passes::ALL.to_vec(), emitters: codegen::ALL.to_vec() }
    }
}

impl Driver {
    /// Runs layoutc with `args`, which do not hold the program's name, and returns the exit status:
    /// 0 fine, 1 the input is wrong or a check failed, 2 the command line is wrong, 101 a fault of layoutc.
    ///
    /// Where the status is not 0, a line on standard error says why. Panics do not leave this function;
    /// to keep them quiet, the process's panic hook is wrapped at the first call.
    pub fn run(&self, args: &[String], env: Env<'_>) -> i32 {
        session::run(self, args, env)
    }
}

/// Runs layoutc without colours; see [`Driver::run`].
pub fn run(
    args: &[String],
    stdin: &mut dyn Read,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> i32 {
    Driver::default().run(args, Env { stdin, stdout, stderr, color: false })
}
