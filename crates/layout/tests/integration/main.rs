//! The integration tests of the core, in one binary: linking costs more than compiling them.

mod algebra_props;
mod algebra_vectors;
mod ck_vectors;
mod counted;
mod cute;
mod format_vectors;
mod iterated;
mod layout_extremes;
mod layout_pipelines;
mod layout_props;
mod naive;
mod stride_systems;
mod symbolic;
mod tensor_addressing;
mod vpux_vectors;
