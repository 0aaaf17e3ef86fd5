//! What addressing functions and their layouts know of each other: the attribute of a function, and the layout that
//! a name stands for.

use ir::descriptor::Layouts;
use ir::diag::{Severity, code};
use ir::encoding::{self, Fault, Reading};
use ir::layout::Layout;
use ir::{Module, Op, Registry, Type, TypeKind};
use std::rc::Rc;

/// The attribute of a function that tells of what it computes the addresses.
pub(crate) const ADDRESS_KEY: &str = "layout.address";

/// A fault without notes.
pub(crate) fn fault(code: ir::diag::Code, message: impl Into<String>) -> Fault {
    Fault { severity: Severity::Error, code, message: message.into(), notes: Vec::new() }
}

/// The same fault with a note.
pub(crate) fn noted(mut fault: Fault, note: impl Into<String>) -> Fault {
    fault.notes.push(note.into());
    fault
}

/// The layouts of a module whose strides are decided.
pub(crate) struct Resolved<'m> {
    module: &'m Module,
    registry: &'m Registry,
    layouts: Layouts<'m>,
}

impl<'m> Resolved<'m> {
    pub(crate) fn new(module: &'m Module, registry: &'m Registry) -> Resolved<'m> {
        Resolved { module, registry, layouts: Layouts::new(module, registry) }
    }

    /// The layout of a tensor or descriptor.
    ///
    /// # Errors
    /// There is none, or the strides of the tensor at its bottom are not resolved.
    pub(crate) fn find(&self, name: &str) -> Result<Rc<Layout>, Fault> {
        let layout = self.layouts.symbol(name)?;
        // A layout that could be built is not made from itself, so the way to its bottom ends.
        let mut below = Some(name);
        while let Some(name) = below {
            let op = self.layouts.defined(name)?;
            self.decided(name, op)?;
            below = self.made_from(op);
        }
        Ok(layout)
    }

    /// An error where an op declares a tensor whose order is given and whose strides are open.
    fn decided(&self, name: &str, op: Op) -> Result<(), Fault> {
        let Some(ty) = self.tensor_type(op) else { return Ok(()) };
        match encoding::read(&self.module.ctx, ty)? {
            Some(Reading::Ordered(layout)) if layout.strides().is_none() => {
                let message = format!("the strides of `@{name}` are not resolved");
                let fault = fault(code::NOT_RESOLVED, message);
                Err(noted(fault, "`resolve-strides` does that, and must run before"))
            }
            _ => Ok(()),
        }
    }

    fn tensor_type(&self, op: Op) -> Option<Type> {
        let tensor = self.registry.of(self.module, op)?.tensor?;
        crate::tensors::type_attr(self.module, op, tensor.type_key)
    }

    /// The tensor or descriptor whose layout the one of an op stands on.
    fn made_from(&self, op: Op) -> Option<&'m str> {
        let ctx = &self.module.ctx;
        if let Some(ty) = self.tensor_type(op) {
            let dict = match ctx.kind(ty) {
                TypeKind::Tensor { encoding, .. } => (*encoding)?,
                TypeKind::MemRef { layout, .. } => (*layout)?,
                _ => return None,
            };
            return ctx.dict_get(dict, "layout").and_then(|attr| ctx.as_symbol(attr));
        }
        let descriptor = self.layouts.descriptor(op).ok()?;
        let base = descriptor.stages.first()?.op;
        self.module.attr(base, "of").and_then(|attr| ctx.as_symbol(attr))
    }
}
