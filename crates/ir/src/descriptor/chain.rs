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

    /// Returns the descriptors, the far end of the chain first.
    pub(super) fn descriptors(&self, cx: &ModuleOps<'_>) -> impl Iterator<Item = Op> {
        self.links.iter().rev().copied().filter(|&op| is_descriptor(cx, op))
    }

    /// Returns the descriptor that closes a cycle and its diagnostic; `None` if there is no cycle.
    pub(super) fn fault(&self, cx: &ModuleOps<'_>) -> Option<(Op, Diag)> {
        let module = cx.module;
        let cycle = &self.links.as_slice()[self.cycle?..];
        let name = |&op: &Op| format!("`@{}`", module.symbol(op).unwrap_or_default());
        // The names of a long cycle are cut.
        let mut names: Vec<String> = cycle.iter().take(SHOWN).map(name).collect();
        names.extend((cycle.len() > SHOWN).then(|| format!("{} more", cycle.len() - SHOWN)));
        names.push(name(&cycle[0]));
        let message = format!("{} is made from itself: {}", names[0], names.join(" from "));
        let last = cycle.iter().rev().copied().find(|&op| is_descriptor(cx, op))?;
        let at = base_of(cx, last).unwrap_or(last);
        Some((last, Diag::error(code::DESCRIPTOR, module.span(at), message)))
    }
}

/// The most names of a cycle that are reported.
const SHOWN: usize = 8;

fn is_descriptor(cx: &ModuleOps<'_>, op: Op) -> bool {
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
