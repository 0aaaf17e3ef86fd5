//! The chain of layouts on which a descriptor is built, down to memory. Each layout is built on at most one other.
//!
//! The whole chain is followed first, and then built from its far end. A long chain therefore needs no recursion, and a
//! cycle is reported as a whole.

use super::module_ops::ModuleOps;
use crate::diag::{Diag, code};
use crate::encoding;
use crate::module::Op;
use crate::registry::{Base, DescriptorStage, StageOp};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A chain of descriptors and tensors, each built on the next.
pub(super) struct Chain {
    links: IndexSet<Op, FxBuildHasher>,
    /// The index of the link on which the last link is built. `None` if the chain is not a cycle.
    cycle: Option<usize>,
}

impl Chain {
    /// Follows a chain from an op, up to the first op for which `known` returns `true`.
    pub(super) fn follow(cx: &ModuleOps<'_>, op: Op, known: impl Fn(Op) -> bool) -> Chain {
        let mut chain = Chain { links: IndexSet::default(), cycle: None };
        let mut next = Some(op);
        while let Some(op) = next.filter(|&op| !known(op)) {
            let (index, is_new) = chain.links.insert_full(op);
            if !is_new {
                chain.cycle = Some(index);
                break;
            }
            next = base_layout(cx, op);
        }
        chain
    }

    /// Returns the links, the far end of the chain first.
    pub(super) fn links(&self) -> impl Iterator<Item = Op> {
        self.links.iter().rev().copied()
    }

    /// Returns the cycle; `None` if there is none.
    pub(super) fn cycle(&self) -> Option<LayoutCycle<'_>> {
        self.cycle.map(|index| LayoutCycle { links: &self.links.as_slice()[index..] })
    }
}

/// A cycle of layouts, each built on the next, and the last on the first.
pub(super) struct LayoutCycle<'a> {
    links: &'a indexmap::set::Slice<Op>,
}

impl LayoutCycle<'_> {
    /// Returns the links.
    pub(super) fn links(&self) -> impl Iterator<Item = Op> {
        self.links.iter().copied()
    }

    /// Returns the descriptor that closes the cycle; `None` if all links are tensors.
    pub(super) fn last_descriptor(&self, cx: &ModuleOps<'_>) -> Option<Op> {
        self.links.iter().rev().copied().find(|&op| is_descriptor(cx, op))
    }

    /// Returns the diagnostic at a descriptor.
    pub(super) fn diag(&self, cx: &ModuleOps<'_>, descriptor: Op) -> Diag {
        let at = base_of(cx, descriptor).unwrap_or(descriptor);
        Diag::error(code::DESCRIPTOR, cx.module.location(at), self.message(cx))
    }

    /// Returns the message, which lists the names of the links.
    pub(super) fn message(&self, cx: &ModuleOps<'_>) -> String {
        let links = self.links;
        let name = |&op: &Op| format!("`@{}`", cx.module.symbol(op).unwrap_or_default());
        // The list of a long cycle is truncated.
        let mut names: Vec<String> = links.iter().take(MAX_NAMES).map(name).collect();
        names
            .extend((links.len() > MAX_NAMES).then(|| format!("{} more", links.len() - MAX_NAMES)));
        names.push(name(&links[0]));
        format!("{} is built on itself: {}", names[0], names.join(" on "))
    }
}

const MAX_NAMES: usize = crate::limits::NAMES_OF_CYCLE as usize;

/// Returns `true` if an op is a descriptor.
pub(super) fn is_descriptor(cx: &ModuleOps<'_>, op: Op) -> bool {
    cx.registry.op_def(cx.module, op).is_some_and(|def| def.is_descriptor)
}

/// Returns the op on which a descriptor is built, or the descriptor that the type of a declared tensor names. `None` if
/// the layout is built on memory, or the symbol is undefined.
pub(super) fn base_layout(cx: &ModuleOps<'_>, op: Op) -> Option<Op> {
    let def = cx.registry.op_def(cx.module, op)?;
    if def.is_descriptor {
        let base = base_of(cx, op)?;
        let Some(DescriptorStage::Base(read)) = cx.stage(base) else { return None };
        let Some(Base::From(name)) = read(StageOp::new(cx.module, base)) else { return None };
        return cx.op(&name);
    }
    cx.op(encoding::layout_symbol(&cx.module.ctx, cx.registry.declared_type(cx.module, op)?)?)
}

/// Returns the first op of a descriptor. `None` if its region is empty.
fn base_of(cx: &ModuleOps<'_>, descriptor: Op) -> Option<Op> {
    let module = cx.module;
    let block = module.blocks(*module.regions(descriptor).first()?).first()?;
    module.ops(*block).next()
}
