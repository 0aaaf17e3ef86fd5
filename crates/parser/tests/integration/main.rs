//! The integration tests of the parser, in one binary: linking costs more than compiling them.

mod choices;
mod costs;
mod descriptors;
mod differential;
mod equivalence;
mod errors;
mod forms;
mod hostile;
mod layout_text;
mod locate;
mod mutations;
mod roundtrip;
mod symbolic_descriptors;
mod views;
