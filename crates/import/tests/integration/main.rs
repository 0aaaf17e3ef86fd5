//! The integration tests of the importer, in one binary: linking costs more than compiling them.

mod bounds;
mod common;
mod control;
mod damage;
mod export;
mod functions;
mod ops;
mod stated;
