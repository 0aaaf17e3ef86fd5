//! `none`: nothing at all, for runs that only check.

use crate::emitter::Emitter;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "none",
    summary: "nothing: the input is checked and the passes run",
    passes: &[],
    options: &[],
    binary: false,
    emit: |_, _, _| Ok(()),
};
