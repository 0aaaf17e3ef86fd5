//! `canonicalize`: one spelling for equal layouts, and no unused ops.
//!
//! The pass runs `canonicalize-layouts`. It then removes unused ops that the registry knows to have no side effects. It
//! does not merge equal ops, as in MLIR; `cse` does.

use crate::canonicalize_layouts::CanonicalizeLayouts;
use crate::pass::{Pass, PassContext, PassInfo};
use crate::pure_ops::remove_unused;
use ir::Module;

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "canonicalize",
    "rewrites equal layouts to one canonical spelling and removes unused ops without side effects",
    include_str!("canonicalize/page.md"),
    &[],
    &|_| Ok(Box::new(Canonicalize)),
)
.on_functions();

/// The pass `canonicalize`.
pub struct Canonicalize;

impl Pass for Canonicalize {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        CanonicalizeLayouts.run(module, cx);
        let roots = cx.roots(module);
        remove_unused(module, cx, &roots);
    }
}
