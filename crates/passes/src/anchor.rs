//! The ops that a pass of a pipeline runs on.

use ir::{Module, Op, Registry};

/// The ops that a pass runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum PassAnchor {
    /// The module with all that it contains.
    #[default]
    Module,
    /// Each function of the module's body, `func.func(...)` in a pipeline.
    Functions,
}

impl PassAnchor {
    /// Returns the ops in program order.
    pub(crate) fn roots(self, module: &Module, registry: &Registry) -> Vec<Op> {
        match self {
            PassAnchor::Module => vec![module.root()],
            PassAnchor::Functions => module
                .ops(module.body())
                .filter(|op| registry.op_def(module, *op).is_some_and(|def| def.function.is_some()))
                .collect(),
        }
    }
}
