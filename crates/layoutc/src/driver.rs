//! The program as a value: what a run works with, and its three streams.

use crate::targets::add_shipped;
use codegen::Emitter;
use ir::Registry;
use passes::PassInfo;
use std::io::{Read, Write};

/// The streams of a run.
pub struct Env<'a> {
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Standard output, which gets the result.
    pub stdout: &'a mut dyn Write,
    /// Standard error, which gets diagnostics, dumps and tables.
    pub stderr: &'a mut dyn Write,
    /// `true` if `--color=auto` colors.
    pub color: bool,
}

/// The ops, targets, passes and emitters of a run. An embedder adds its own.
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
    /// The ops, targets, passes and emitters of layoutc.
    fn default() -> Driver {
        let mut registry = Registry::new();
        add_shipped(&mut registry);
        Driver { registry, passes: passes::ALL.to_vec(), emitters: codegen::ALL.to_vec() }
    }
}
