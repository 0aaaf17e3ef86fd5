//! The integration tests of the compiler, in one binary: linking costs more than compiling them.

mod calls;
mod memrefs;
