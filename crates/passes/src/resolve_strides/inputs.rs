//! The inputs of an analysis: a module with its tensors and their requirements, and the target.

use super::requirements::Requirements;
use crate::tensors::{Holder, Tensor, TensorId, Tensors};
use ir::layout::StrideLimits;
use ir::target::Target;
use ir::{Module, Registry};

/// The inputs of an analysis.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) module: &'a Module,
    pub(super) tensors: &'a Tensors,
    pub(super) requirements: &'a Requirements,
    pub(super) registry: &'a Registry,
    pub(super) target: Option<&'a Target>,
    /// `true` if conflicts are kept as SMT-LIB.
    pub(super) certifies: bool,
}

impl Inputs<'_> {
    /// Returns the representative of a class.
    pub(super) fn tensor(self, class: TensorId) -> Tensor {
        self.tensors.get(self.tensors.representative(class))
    }

    /// Returns `true` if a device accesses a class through its strides, and `false` if its tiling has no strides.
    pub(super) fn is_described(self, class: TensorId) -> bool {
        let Holder::Declared(op, _) = self.tensor(class).holder else { return true };
        self.module.str_attr(op, "tiling").is_none_or(|tiling| tiling == "LINEAR")
    }

    /// Returns the limits of the target on strides.
    pub(super) fn limits(self) -> Option<StrideLimits> {
        self.target.and_then(Target::stride_limits)
    }
}
