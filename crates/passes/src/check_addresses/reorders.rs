//! The layouts that functions are compared with: of a symbol, or of the reorder whose kernel the function is.

use crate::resolved::{ResolvedLayouts, fault};
use crate::tensors::{Defs, Tensors};
use address::arith::{AddressedLayout, KERNEL_KEY};
use indexmap::IndexMap;
use ir::diag::code;
use ir::encoding::Fault;
use ir::layout::Layout;
use ir::print::ValueNames;
use ir::{Module, Op, Registry};
use std::rc::Rc;

/// The layouts of a module, and its reorders by their kernels.
pub(super) struct Reorders<'m> {
    module: &'m Module,
    resolved: ResolvedLayouts<'m>,
    tensors: Tensors,
    by_kernel: IndexMap<&'m str, NamedReorder>,
}

struct NamedReorder {
    op: Op,
    /// The function around the reorder, and its result, such as `f:%y`.
    made: String,
}

impl<'m> Reorders<'m> {
    pub(super) fn new(module: &'m Module, registry: &'m Registry) -> Reorders<'m> {
        let names = ValueNames::new(module, registry);
        let mut defs = Defs::new(module, registry);
        let mut by_kernel = IndexMap::new();
        for op in module.walk() {
            let Some(attr) = module.attr(op, KERNEL_KEY) else { continue };
            if let (Some(kernel), Some(to)) = (module.ctx.as_symbol(attr), module.result(op, 0)) {
                let function = defs.function_around(op).and_then(|op| module.symbol(op));
                let made = format!("{}:%{}", function.unwrap_or_default(), names.get(to));
                by_kernel.insert(kernel, NamedReorder { op, made });
            }
        }
        let (resolved, tensors) =
            (ResolvedLayouts::new(module, registry), Tensors::new(module, registry));
        Reorders { module, resolved, tensors, by_kernel }
    }

    /// Returns the layout whose addresses a function computes, and its name: its symbol, or, for a kernel, the function
    /// and the result of its reorder, such as `f:%y`.
    ///
    /// # Errors
    /// The layout does not exist, or the kernel states another number of source slots than its source has.
    pub(super) fn find<'a>(
        &'a self,
        layout: AddressedLayout<'a>,
        function: Op,
    ) -> Result<(&'a str, Rc<Layout>), Fault> {
        let claimed = match layout {
            AddressedLayout::Of(of) => return Ok((of, self.resolved.find(of)?)),
            AddressedLayout::Source(facts) => facts.source_slots,
        };
        let reorder = self.reorder(function)?;
        let (source, gathered) = self.resolved.copy(reorder.op, &self.tensors)?;
        let slots = source.allocation().map_err(|error| fault(code::ADDRESS, error.to_string()))?;
        if slots.get() != claimed {
            let slots = slots.get();
            let message = format!(
                "`source` must be {slots}, the number of slots of the source, but is {claimed}"
            );
            return Err(fault(code::ADDRESS_DIFFERS, message));
        }
        Ok((&reorder.made, Rc::new(gathered)))
    }

    fn reorder(&self, kernel: Op) -> Result<&NamedReorder, Fault> {
        let found = self.module.symbol(kernel).and_then(|name| self.by_kernel.get(name));
        let message = "the function is marked as a kernel, but no `layout.reorder` refers to it";
        found.ok_or_else(|| fault(code::ADDRESS, message))
    }
}
