//! The integration tests of the notations, in one binary: linking costs more than compiling them.

mod chains;
mod corpus;
mod definitions;
mod faults;
mod hostile;
mod oracle;
mod placements;
mod proofs;
mod records;
mod round_trips;
mod swizzles;
mod symbols;
mod tilings;
mod triton;
mod vectors;
mod work;
