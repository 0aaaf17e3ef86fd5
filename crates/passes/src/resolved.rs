//! The layouts of a module whose strides are resolved: of a symbol, of a type, of a copy.

use crate::tensors::Tensors;
use ir::descriptor::Layouts;
use ir::diag::code;
use ir::encoding::{self, Fault, Reading};
use ir::kernel::CopyKernel;
use ir::layout::{Layout, SymbolicLayout};
use ir::{Module, Op, Registry, Type, Value};
use std::rc::Rc;

/// The layouts of a module whose strides are resolved.
pub(crate) struct ResolvedLayouts<'m> {
    module: &'m Module,
    registry: &'m Registry,
    layouts: Layouts<'m>,
    /// `true` if every value without a layout is row major, not only those at a boundary.
    unassigned_is_row_major: bool,
}

impl<'m> ResolvedLayouts<'m> {
    pub(crate) fn new(module: &'m Module, registry: &'m Registry) -> ResolvedLayouts<'m> {
        let layouts = Layouts::new(module, registry);
        ResolvedLayouts { module, registry, layouts, unassigned_is_row_major: false }
    }

    /// Returns the same layouts, where values without a layout are row major if `is_row_major`.
    pub(crate) fn with_unassigned(self, is_row_major: bool) -> ResolvedLayouts<'m> {
        ResolvedLayouts { unassigned_is_row_major: is_row_major, ..self }
    }

    /// Returns the layouts of the module.
    pub(crate) fn layouts(&self) -> &Layouts<'m> {
        &self.layouts
    }

    /// Returns the layout of a tensor or descriptor.
    ///
    /// # Errors
    /// The symbol has no layout, or the strides of the tensor that the layout is based on are not resolved.
    pub(crate) fn find(&self, name: &str) -> Result<Rc<Layout>, Fault> {
        let layout = self.layouts.symbol(name)?;
        self.check_bases_resolved(Some(name))?;
        Ok(layout)
    }

    /// Returns the layout with symbols of a tensor, descriptor or notation; `None` if its layout has none, or is invalid.
    pub(crate) fn symbolic(&self, name: &str) -> Option<Rc<SymbolicLayout>> {
        self.layouts.described_symbol(name).ok()?.symbolic().cloned()
    }

    /// Returns the layout of a type. At a boundary, a type without encoding is row major. `None` if the type is not a
    /// tensor or its layout is unresolved.
    ///
    /// # Errors
    /// The layout is invalid, or its strides are not resolved.
    pub(crate) fn of_type(&self, ty: Type, boundary: bool) -> Result<Option<Rc<Layout>>, Fault> {
        self.check_resolved("the type", ty)?;
        let layout = self.layouts.of_type(ty, boundary)?;
        self.check_bases_resolved(encoding::layout_symbol(&self.module.ctx, ty))?;
        Ok(layout)
    }

    /// Returns the layouts of the operand and of the result of an op that copies its operand into another layout.
    ///
    /// # Errors
    /// The op has no operand or no result, or one of the two layouts is unresolved.
    pub(crate) fn ends(
        &self,
        op: Op,
        tensors: &Tensors,
    ) -> Result<(Rc<Layout>, Rc<Layout>), Fault> {
        let ends = self.module.operands(op).first().copied().zip(self.module.result(op, 0));
        let (from, to) =
            ends.ok_or_else(|| Fault::new(code::ADDRESS, "the op has no source or no target"))?;
        Ok((self.of_value("source", from, tensors)?, self.of_value("target", to, tensors)?))
    }

    /// Returns the kernel of an op `layout.kernel`.
    ///
    /// # Errors
    /// A layout is unresolved, or the plan cannot be read.
    pub(crate) fn kernel(&self, op: Op) -> Result<CopyKernel, Fault> {
        CopyKernel::read(self.module, &self.layouts, op)
    }

    fn of_value(&self, what: &str, value: Value, tensors: &Tensors) -> Result<Rc<Layout>, Fault> {
        let boundary = self.unassigned_is_row_major || tensors.is_value_at_boundary(value);
        let layout = self.of_type(self.module.ty(value), boundary).map_err(|mut fault| {
            fault.message = format!("invalid layout of its {what}: {}", fault.message);
            fault
        })?;
        layout.ok_or_else(|| {
            Fault::new(code::ADDRESS, format!("the layout of its {what} is unresolved"))
        })
    }

    /// Checks that the strides of a layout, and of every layout that it is based on, are resolved.
    fn check_bases_resolved(&self, from: Option<&str>) -> Result<(), Fault> {
        let first = from.and_then(|name| self.layouts.op(name));
        // `Layouts` rejects a layout that is based on itself, so the chain of bases ends.
        for op in std::iter::successors(first, |&op| self.layouts.base(op)) {
            if let Some(ty) = self.registry.declared_type(self.module, op) {
                let name = self.module.symbol(op).unwrap_or_default();
                self.check_resolved(&format!("`@{name}`"), ty)?;
            }
        }
        Ok(())
    }

    /// Checks that the strides of a type with an order are resolved.
    fn check_resolved(&self, what: &str, ty: Type) -> Result<(), Fault> {
        match encoding::read(&self.module.ctx, ty)? {
            Some(Reading::Ordered(layout)) if layout.strides().is_none() => {
                let message = format!("the strides of {what} are not resolved");
                let fault = Fault::new(code::NOT_RESOLVED, message);
                Err(fault.note("run `resolve-strides` before this pass"))
            }
            _ => Ok(()),
        }
    }
}
