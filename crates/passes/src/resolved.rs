//! The layouts of a module whose strides are resolved: of a name, of a type, of a copy.

use crate::tensors::Tensors;
use ir::descriptor::Layouts;
use ir::diag::code;
use ir::encoding::{self, Fault, Reading};
use ir::layout::Layout;
use ir::{Module, Op, Registry, Type, TypeKind, Value};
use std::rc::Rc;

/// A fault without notes.
pub(crate) fn fault(code: ir::diag::Code, message: impl Into<String>) -> Fault {
    Fault::new(code, message)
}

/// The same fault with a note.
pub(crate) fn noted(mut fault: Fault, note: impl Into<String>) -> Fault {
    fault.notes.push(note.into());
    fault
}

/// The layouts of a module whose strides are decided.
pub(crate) struct ResolvedLayouts<'m> {
    module: &'m Module,
    registry: &'m Registry,
    layouts: Layouts<'m>,
}

impl<'m> ResolvedLayouts<'m> {
    pub(crate) fn new(module: &'m Module, registry: &'m Registry) -> ResolvedLayouts<'m> {
        ResolvedLayouts { module, registry, layouts: Layouts::new(module, registry) }
    }

    /// The layout of a tensor or descriptor.
    ///
    /// # Errors
    /// There is none, or the strides of the tensor at its bottom are not resolved.
    pub(crate) fn find(&self, name: &str) -> Result<Rc<Layout>, Fault> {
        let layout = self.layouts.symbol(name)?;
        self.all_decided(Some(name))?;
        Ok(layout)
    }

    /// The layout of a type: row major at a boundary where nothing is said. Nothing for what is no tensor, or has no
    /// layout yet.
    ///
    /// # Errors
    /// The layout is not well formed, or its strides are not resolved.
    fn of_type(&self, ty: Type, boundary: bool) -> Result<Option<Rc<Layout>>, Fault> {
        self.decided("its type", ty)?;
        let layout = self.layouts.of_type(ty, boundary)?;
        self.all_decided(self.layout_of(ty))?;
        Ok(layout)
    }

    /// Of an op that copies its operand into another layout: the layout of the operand, and what belongs into each slot
    /// of the result.
    ///
    /// # Errors
    /// One has no layout that is decided, or it cannot be told.
    pub(crate) fn copy(&self, op: Op, tensors: &Tensors) -> Result<(Rc<Layout>, Layout), Fault> {
        let ends = self.module.operands(op).first().copied().zip(self.module.result(op, 0));
        let (from, to) =
            ends.ok_or_else(|| fault(code::ADDRESS, "it has no source or no target"))?;
        let (source, target) =
            (self.of_value("source", from, tensors)?, self.of_value("target", to, tensors)?);
        let gathered = source.copy_map_to(&target);
        let gathered = gathered.map_err(|refused| fault(code::ADDRESS, refused.to_string()))?;
        Ok((source, gathered))
    }

    fn of_value(&self, what: &str, value: Value, tensors: &Tensors) -> Result<Rc<Layout>, Fault> {
        let boundary = tensors.of_value(value).is_some_and(|slot| tensors.is_boundary(slot));
        let layout = self.of_type(self.module.ty(value), boundary).map_err(|fault| {
            let message = format!("of its {what}, {}", fault.message);
            Fault { message, ..fault }
        })?;
        layout.ok_or_else(|| fault(code::ADDRESS, format!("its {what} has no layout yet")))
    }

    /// An error where a layout, or one that it is made from, has open strides.
    fn all_decided(&self, from: Option<&str>) -> Result<(), Fault> {
        let mut below = from;
        // A layout that could be built is not made from itself, so the way to its bottom ends.
        while let Some(name) = below {
            let op = self.layouts.defined(name)?;
            if let Some(ty) = self.tensor_type(op) {
                self.decided(&format!("`@{name}`"), ty)?;
            }
            below = self.made_from(op);
        }
        Ok(())
    }

    /// An error where a type gives an order and leaves the strides open.
    fn decided(&self, what: &str, ty: Type) -> Result<(), Fault> {
        match encoding::read(&self.module.ctx, ty)? {
            Some(Reading::Ordered(layout)) if layout.strides().is_none() => {
                let message = format!("the strides of {what} are not resolved");
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
        if let Some(ty) = self.tensor_type(op) {
            return self.layout_of(ty);
        }
        let descriptor = self.layouts.descriptor(op).ok()?;
        let base = descriptor.stages.first()?.op;
        self.module.attr(base, "of").and_then(|attr| self.module.ctx.as_symbol(attr))
    }

    /// The symbol in the key `layout` of a type.
    fn layout_of(&self, ty: Type) -> Option<&'m str> {
        let ctx = &self.module.ctx;
        let dict = match ctx.kind(ty) {
            TypeKind::Tensor { encoding, .. } => (*encoding)?,
            TypeKind::MemRef { layout, .. } => (*layout)?,
            _ => return None,
        };
        ctx.dict_get(dict, "layout").and_then(|attr| ctx.as_symbol(attr))
    }
}
