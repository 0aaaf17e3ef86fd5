//! The layouts that choices define themselves: their definitions, and the check of their names.
//!
//! A symbol of a rule is a descriptor in the region of the target, or in the body of its module. A symbol of the attribute
//! `layout.choices` is a descriptor in the body of the module. A map or notation needs no definition.

use super::layouts::Layouts;
use crate::data::choice::{Choice, LayoutName};
use crate::diag::{Diag, code, nearest};
use crate::layout::LayoutFault;
use crate::module::{Module, Op};
use crate::registry::{CustomElement, CustomLayout, Registry};
use crate::source::SourceLocation;
use layout::{Bits, ElemSize};
use std::sync::Arc;

/// The maximum number of dims of the shapes with which a notation is checked.
const MAX_RANK: usize = 15;

/// The definitions of the layouts that choices of a module, or of a target in it, name.
pub(crate) struct ChoiceLayouts<'m> {
    module: &'m Module,
    /// The target with the rules; `None` for the choices of an op.
    target: Option<Op>,
    layouts: Layouts<'m>,
}

impl<'m> ChoiceLayouts<'m> {
    pub(crate) fn new(
        module: &'m Module,
        registry: &'m Registry,
        target: Option<Op>,
    ) -> ChoiceLayouts<'m> {
        ChoiceLayouts { module, target, layouts: Layouts::new(module, registry) }
    }

    /// Returns the layout of a name. That of an undefined symbol fits no tensor.
    pub(crate) fn find(&self, name: &LayoutName) -> Arc<CustomLayout> {
        match self.descriptor(name) {
            Some(op) if self.target.is_some() => self.layouts.defined_by(name, op),
            _ => self.layouts.custom(name),
        }
    }

    /// Returns the op that defines a symbol.
    fn descriptor(&self, name: &LayoutName) -> Option<Op> {
        let LayoutName::Symbol(symbol) = name else { return None };
        let inner = self.target.into_iter().flat_map(|target| self.module.inner_ops(target));
        let mut inner = inner.filter(|&op| self.module.symbol(op) == Some(symbol));
        inner.next().or_else(|| self.layouts.op(symbol))
    }

    /// Returns the fault of the first layout of a choice that is undefined, or denotes no layout whatever the shape is.
    /// The choice is at `place`.
    pub(crate) fn fault(&self, choice: &Choice, place: &SourceLocation) -> Option<Diag> {
        choice.custom_layouts().into_iter().find_map(|name| match name {
            LayoutName::Symbol(symbol) => self.symbol_fault(name, symbol, place),
            LayoutName::Map(map) => {
                let rank = map.num_dims() as usize;
                let fault = self.fault_of_ranks(name, rank..=rank)?;
                Some(layout_fault(name, &fault, place))
            }
            LayoutName::Notation(_) => {
                let fault = self.fault_of_ranks(name, 0..=MAX_RANK)?;
                Some(layout_fault(name, &fault, place))
            }
        })
    }

    fn symbol_fault(
        &self,
        name: &LayoutName,
        symbol: &str,
        place: &SourceLocation,
    ) -> Option<Diag> {
        if let Some(op) = self.descriptor(name) {
            let is_descriptor = self.layouts.is_descriptor(op);
            return (!is_descriptor).then(|| {
                let kind = self.module.name(op);
                let message =
                    format!("`{name}` in a choice must be a descriptor, but is a `{kind}`");
                let diag = Diag::error(code::UNDEFINED_SYMBOL, place.clone(), message);
                diag.note_at(self.module.location(op), "it is defined here")
            });
        }
        let message = format!("unknown symbol `{name}` in a choice; expected a descriptor");
        let diag = Diag::error(code::UNDEFINED_SYMBOL, place.clone(), message);
        let inner = self.target.into_iter().flat_map(|target| self.module.inner_ops(target));
        let known = inner.chain(self.module.ops(self.module.body()));
        let known = known.filter(|&op| self.layouts.is_descriptor(op));
        let known = known.filter_map(|op| self.module.symbol(op));
        Some(match nearest(symbol, known) {
            Some(near) => diag.note(format!("did you mean `@{near}`?")),
            None => diag,
        })
    }

    /// Returns the fault of a layout for the shapes of these ranks, whose lengths are 1. `None` if it has one of them.
    /// Of several faults, it is the first that differs from the one before it: that of the rank of the layout.
    fn fault_of_ranks(
        &self,
        name: &LayoutName,
        ranks: impl Iterator<Item = usize>,
    ) -> Option<LayoutFault> {
        let layout = self.layouts.custom(name);
        let byte = ElemSize::new(Bits::new(8)).expect("8 bits are the size of an element");
        let mut faults: Vec<LayoutFault> = Vec::new();
        for rank in ranks {
            match layout.layout(&vec![Some(1); rank], CustomElement::new(byte, "i8")) {
                Ok(_) => return None,
                Err(fault) => faults.push(fault),
            }
        }
        let differs = faults.windows(2).find(|pair| pair[0].message != pair[1].message);
        differs.map(|pair| &pair[1]).or(faults.first()).cloned()
    }
}

fn layout_fault(name: &LayoutName, fault: &LayoutFault, place: &SourceLocation) -> Diag {
    let message = format!("`{name}` in a choice denotes no layout: {}", fault.message);
    let diag = Diag::error(code::LAYOUT_TEXT, place.clone(), message);
    fault.notes.iter().fold(diag, |diag, note| diag.note(note.clone()))
}
