//! The chain of layouts that a descriptor is built on, down to memory. Each is built on one other at most.
//!
//! A chain is followed before anything is built, and built from its far end, so a long one takes no stack and a cycle is
//! reported as a whole.

use super::stage::{Base, Stage, StageOp};
use super::symbols::Layouts;
use crate::diag::{Diag, code};
use crate::encoding::Parts;
use crate::module::Op;
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
    pub(super) fn of(layouts: &Layouts<'_>, op: Op, known: impl Fn(Op) -> bool) -> Chain {
        let mut chain = Chain { links: IndexSet::default(), cycle: None };
        let mut next = Some(op);
        while let Some(op) = next.filter(|&op| !known(op)) {
            let (place, new) = chain.links.insert_full(op);
            if !new {
                chain.cycle = Some(place);
                break;
            }
            next = base_layout(layouts, op);
        }
        chain
    }

    /// Returns the descriptors, the far end of the chain first.
    pub(super) fn descriptors(&self, layouts: &Layouts<'_>) -> impl Iterator<Item = Op> {
        self.links.iter().rev().copied().filter(|&op| is_descriptor(layouts, op))
    }

    /// Returns the descriptor that closes a cycle and its diagnostic; `None` if there is no cycle.
    pub(super) fn fault(&self, layouts: &Layouts<'_>) -> Option<(Op, Diag)> {
        let module = layouts.module;
        let cycle = &self.links.as_slice()[self.cycle?..];
        let name = |&op: &Op| format!("`@{}`", module.symbol(op).unwrap_or_default());
        // The names of a long cycle are cut.
        let mut names: Vec<String> = cycle.iter().take(SHOWN).map(name).collect();
        names.extend((cycle.len() > SHOWN).then(|| format!("{} more", cycle.len() - SHOWN)));
        names.push(name(&cycle[0]));
        let message = format!("{} is made from itself: {}", names[0], names.join(" from "));
        let last = cycle.iter().rev().copied().find(|&op| is_descriptor(layouts, op))?;
        let at = base_of(layouts, last).unwrap_or(last);
        Some((last, Diag::error(code::DESCRIPTOR, module.span(at), message)))
    }
}

/// The most names of a cycle that are reported.
const SHOWN: usize = 8;

fn is_descriptor(layouts: &Layouts<'_>, op: Op) -> bool {
    layouts.registry.of(layouts.module, op).is_some_and(|def| def.descriptor)
}

/// Returns the op that a descriptor is built on, or the descriptor that the type of a tensor names.
fn base_layout(layouts: &Layouts<'_>, op: Op) -> Option<Op> {
    let def = layouts.registry.of(layouts.module, op)?;
    if def.descriptor {
        let base = base_of(layouts, op)?;
        let Some(Stage::Base(read)) = layouts.stage(base) else { return None };
        let Some(Base::From(name)) = read(StageOp::new(layouts.module, base)) else { return None };
        return layouts.op(&name);
    }
    let ctx = &layouts.module.ctx;
    let ty = ctx.as_type(layouts.module.attr(op, def.tensor?.type_key)?)?;
    let name = ctx.as_symbol(ctx.dict_get(Parts::of(ctx, ty)?.encoding?, "layout")?)?;
    layouts.op(name)
}

/// Returns the first op of a descriptor.
fn base_of(layouts: &Layouts<'_>, descriptor: Op) -> Option<Op> {
    let module = layouts.module;
    let block = module.blocks(*module.regions(descriptor).first()?).first()?;
    module.ops(*block).next()
}
