//! The integration tests of the importer, in one binary: linking costs more than compiling them.

mod bounds;
mod common;
mod damage;
mod ops;
mod stated;
