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
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The layouts of a module, and its reorders by their kernels.
pub(super) struct Reorders<'m> {
    module: &'m Module,
    resolved: ResolvedLayouts<'m>,
    tensors: Tensors,
    /// The reorders of each kernel, in module order.
    by_kernel: IndexMap<&'m str, Vec<NamedReorder>>,
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
        let mut by_kernel: IndexMap<&str, Vec<NamedReorder>> = IndexMap::new();
        for op in module.walk() {
            let Some(attr) = module.attr(op, KERNEL_KEY) else { continue };
            if let (Some(kernel), Some(to)) = (module.ctx.as_symbol(attr), module.result(op, 0)) {
                let function = defs.function_around(op).and_then(|op| module.symbol(op));
                let made = format!("{}:%{}", function.unwrap_or_default(), names.get(to));
                by_kernel.entry(kernel).or_default().push(NamedReorder { op, made });
            }
        }
        let (resolved, tensors) =
            (ResolvedLayouts::new(module, registry), Tensors::new(module, registry));
        Reorders { module, resolved, tensors, by_kernel }
    }

    /// Returns each layout whose addresses a function computes, and its name: its symbol, or, for a kernel, the function
    /// and the result of each of its reorders, such as `f:%y`. Of reorders between equal types, only the first is
    /// returned.
    ///
    /// # Errors
    /// The layout does not exist, or the kernel states another number of source slots than its source has.
    pub(super) fn find<'a>(
        &'a self,
        layout: AddressedLayout<'a>,
        function: Op,
    ) -> Result<Vec<(&'a str, Rc<Layout>)>, Fault> {
        let claimed = match layout {
            AddressedLayout::Of(of) => return Ok(vec![(of, self.resolved.find(of)?)]),
            AddressedLayout::Source(facts) => facts.source_slots,
        };
        let mut found = Vec::new();
        for reorder in self.distinct(function)? {
            let (source, gathered) = self.resolved.copy(reorder.op, &self.tensors)?;
            let slots = source.allocation();
            let slots = slots.map_err(|error| fault(code::ADDRESS, error.to_string()))?;
            if slots.get() != claimed {
                let slots = slots.get();
                let message = format!(
                    "`source` must be {slots}, the number of slots of the source, but is {claimed}"
                );
                return Err(fault(code::ADDRESS_DIFFERS, message));
            }
            found.push((reorder.made.as_str(), Rc::new(gathered)));
        }
        Ok(found)
    }

    /// Returns the source and the target of each reorder of a kernel, with the name of its result. Of reorders between
    /// equal types, only the first is returned.
    ///
    /// # Errors
    /// The kernel has no reorder, or a layout is unresolved.
    pub(super) fn ends(&self, kernel: Op) -> Result<Vec<ReorderEnds<'_>>, Fault> {
        let ends = |reorder: &'_ NamedReorder| self.resolved.ends(reorder.op, &self.tensors);
        let named = |reorder| {
            let (source, target) = ends(reorder)?;
            Ok(ReorderEnds { of: &reorder.made, source, target })
        };
        self.distinct(kernel)?.into_iter().map(named).collect()
    }

    /// Returns the reorders of a kernel whose types differ.
    fn distinct(&self, kernel: Op) -> Result<Vec<&NamedReorder>, Fault> {
        let module = self.module;
        let all = module.symbol(kernel).and_then(|name| self.by_kernel.get(name));
        let message = "the function is marked as a kernel, but no `layout.reorder` refers to it";
        let all = all.ok_or_else(|| fault(code::ADDRESS, message))?;
        let mut seen = FxHashSet::default();
        let types = |reorder: &NamedReorder| {
            let ends = module.operands(reorder.op).first().copied();
            let ends = ends.into_iter().chain(module.result(reorder.op, 0));
            let end = |value| {
                let tensor = self.tensors.of_value(value);
                (module.ty(value), tensor.is_some_and(|tensor| self.tensors.is_boundary(tensor)))
            };
            ends.map(end).collect::<Vec<_>>()
        };
        Ok(all.iter().filter(|reorder| seen.insert(types(reorder))).collect())
    }
}

/// The layouts of a reorder.
pub(super) struct ReorderEnds<'a> {
    /// The function around the reorder, and its result, such as `f:%y`.
    pub(super) of: &'a str,
    pub(super) source: Rc<Layout>,
    pub(super) target: Rc<Layout>,
}
