//! The chain of layouts that a descriptor is built on, down to memory. Each is built on one other at most.
//!
//! A chain is followed before anything is built, and built from its far end, so a long one takes no stack and a cycle is
//! reported as a whole.

use super::module_ops::ModuleOps;
use crate::diag::{Diag, code};
use crate::encoding::ShapedType;
use crate::module::Op;
use crate::registry::{Base, DescriptorStage, StageOp};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A chain of descriptors and tensors, each built on the next.
pub(super) struct Chain {
    links: IndexSet<Op, FxBuildHasher>,
    /// The place of the link that the last one is built on, if the chain is a cycle.
    cycle: Option<usize>,
}

impl Chain {
    /// Follows a chain, up to the first op that `known` returns `true` for.
    pub(super) fn of(cx: &ModuleOps<'_>, op: Op, known: impl Fn(Op) -> bool) -> Chain {
        let mut chain = Chain { links: IndexSet::default(), cycle: None };
        let mut next = Some(op);
        while let Some(op) = next.filter(|&op| !known(op)) {
            let (place, new) = chain.links.insert_full(op);
            if !new {
                chain.cycle = Some(place);
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
        self.cycle.map(|place| LayoutCycle { links: &self.links.as_slice()[place..] })
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
        Diag::error(code::DESCRIPTOR, cx.module.span(at), self.message(cx))
    }

    /// Returns the message, with the names of the links.
    pub(super) fn message(&self, cx: &ModuleOps<'_>) -> String {
        let links = self.links;
        let name = |&op: &Op| format!("`@{}`", cx.module.symbol(op).unwrap_or_default());
        // The names of a long cycle are cut.
        let mut names: Vec<String> = links.iter().take(SHOWN).map(name).collect();
        names.extend((links.len() > SHOWN).then(|| format!("{} more", links.len() - SHOWN)));
        names.push(name(&links[0]));
        format!("{} is made from itself: {}", names[0], names.join(" from "))
    }
}

/// The most names of a cycle that are reported.
const SHOWN: usize = 8;

pub(super) fn is_descriptor(cx: &ModuleOps<'_>, op: Op) -> bool {
    cx.registry.of(cx.module, op).is_some_and(|def| def.is_descriptor)
}

/// Returns the op that a descriptor is built on, or the descriptor that the type of a tensor names.
fn base_layout(cx: &ModuleOps<'_>, op: Op) -> Option<Op> {
    let def = cx.registry.of(cx.module, op)?;
    if def.is_descriptor {
        let base = base_of(cx, op)?;
        let Some(DescriptorStage::Base(read)) = cx.stage(base) else { return None };
        let Some(Base::From(name)) = read(StageOp::new(cx.module, base)) else { return None };
        return cx.op(&name);
    }
    let ctx = &cx.module.ctx;
    let ty = ctx.as_type(cx.module.attr(op, def.tensor?.type_key)?)?;
    let name = ctx.as_symbol(ctx.dict_get(ShapedType::of(ctx, ty)?.encoding?, "layout")?)?;
    cx.op(name)
}

/// Returns the first op of a descriptor.
fn base_of(cx: &ModuleOps<'_>, descriptor: Op) -> Option<Op> {
    let module = cx.module;
    let block = module.blocks(*module.regions(descriptor).first()?).first()?;
    module.ops(*block).next()
}
