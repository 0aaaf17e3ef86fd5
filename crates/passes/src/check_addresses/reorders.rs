//! The layouts that functions are held against: of a symbol, or of the reorder whose kernel a function is.

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
    /// The function around it and the value that it makes, as `f:%y`.
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

    /// Returns the layout whose addresses a function computes, and what it is called: its symbol, or, for a kernel, the
    /// function and the value that its reorder makes, as `f:%y`.
    ///
    /// # Errors
    /// There is no such layout, or the kernel's source has another number of slots than the kernel says.
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
            let message = format!("`source` is {claimed}, but the source has {slots} slots");
            return Err(fault(code::ADDRESS_DIFFERS, message));
        }
        Ok((&reorder.made, Rc::new(gathered)))
    }

    fn reorder(&self, kernel: Op) -> Result<&NamedReorder, Fault> {
        let found = self.module.symbol(kernel).and_then(|name| self.by_kernel.get(name));
        let message = "it is called a kernel, but no `layout.reorder` has it as its own";
        found.ok_or_else(|| fault(code::ADDRESS, message))
    }
}
