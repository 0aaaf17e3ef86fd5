//! The program as a value: its ops, targets, passes, emitters and streams.

use codegen::Emitter;
use ir::Registry;
use passes::PassInfo;
use std::io::{Read, Write};

/// The streams of one execution.
pub struct Env<'a> {
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Standard output, which receives the result.
    pub stdout: &'a mut dyn Write,
    /// Standard error, which receives diagnostics, dumps and tables.
    pub stderr: &'a mut dyn Write,
    /// `true` if `--color=auto` colors diagnostics.
    pub color: bool,
    /// `true` if `--progress=auto` shows the progress of long work on standard error, a terminal.
    pub progress: bool,
}

/// The ops, targets, passes and emitters of a driver. An embedder adds its own.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The known ops and targets.
    pub registry: Registry,
    /// The available passes, sorted by name.
    pub passes: Vec<PassInfo>,
    /// The available emitters, sorted by name.
    pub emitters: Vec<Emitter>,
}

impl Default for Driver {
    /// Returns a driver with the ops, targets, passes and emitters of layoutc.
    fn default() -> Driver {
        Driver {
            registry: compiler::registry(),
            passes: passes::ALL.to_vec(),
            emitters: emitters(),
        }
    }
}

/// Returns the emitters of layoutc, sorted by name.
#[cfg(feature = "onnx")]
fn emitters() -> Vec<Emitter> {
    let mut emitters = codegen::ALL.to_vec();
    emitters.push(crate::model_output::EMITTER);
    emitters.sort_by_key(|emitter| emitter.name);
    emitters
}

/// Returns the emitters of layoutc, sorted by name.
#[cfg(not(feature = "onnx"))]
fn emitters() -> Vec<Emitter> {
    codegen::ALL.to_vec()
}
