//! The integration tests of the passes, in one binary: linking costs more than compiling them.

mod dependencies;
mod mutants;
