//! `none`: no output, for invocations that only check the input.

use crate::emitter::Emitter;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "none",
    summary: "no output: only checks the input and runs the passes",
    passes: &[],
    options: &[],
    binary: false,
    emit: |_, _, _| Ok(()),
};
