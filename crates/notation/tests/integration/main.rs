//! The integration tests of the notations, in one binary: linking costs more than compiling them.

mod chains;
mod definitions;
mod faults;
mod hostile;
mod oracle;
mod proofs;
mod round_trips;
mod swizzles;
mod tilings;
mod vectors;
mod work;
