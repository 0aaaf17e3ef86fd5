//! `none`: no output, for invocations that only check the input.

use crate::emitter::Emitter;

pub(crate) const EMITTER: Emitter = Emitter::text(
    "none",
    "no output: only checks the input and runs the passes",
    &[],
    |_, _, _| Ok(()),
);
