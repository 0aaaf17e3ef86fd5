//! Ops without side effects, and the removal of the unused ones.

use crate::pass::PassContext;
use ir::attrs::{AttrKind, ELIDED};
use ir::module::Def;
use ir::{Module, Op, Registry};

/// Returns `true` if an op is known to have no side effects, so that it can be removed if its results are unused. Ops
/// with regions, ops without results and ops that name a state do not qualify.
pub(crate) fn is_pure(module: &Module, registry: &Registry, op: Op) -> bool {
    module.results(op).len() > 0
        && module.regions(op).is_empty()
        && registry.has_no_own_effects(module, op)
}

/// Returns `true` if the values of a constant of the op were elided from the text. Equal text then does not imply equal
/// constants.
pub(crate) fn is_elided(module: &Module, op: Op) -> bool {
    module.all_attrs(op).any(|(_, attr)| match module.ctx.attr_kind(attr) {
        AttrKind::DenseResource { key, .. } => module.ctx.text(*key) == ELIDED,
        _ => false,
    })
}

/// Removes the ops without side effects whose results are unused, and then those that only they used, from the regions
/// of `roots`. Counts them.
pub(crate) fn remove_unused(module: &mut Module, cx: &mut PassContext<'_>, roots: &[Op]) {
    let mut uses = uses(module);
    let registry = cx.registry;
    let inside = roots.iter().flat_map(|&root| module.walk_from(root).skip(1));
    let mut pure: Vec<Op> = inside.filter(|&op| is_pure(module, registry, op)).collect();
    // From the last op to the first, so that most users are visited before their operands.
    pure.reverse();
    let mut candidate = vec![false; module.ops_len()];
    pure.iter().for_each(|&op| candidate[op.number()] = true);
    let mut stack = Vec::new();
    let mut removed = 0;
    for first in pure {
        stack.push(first);
        while let Some(op) = stack.pop() {
            let is_used = module.results(op).any(|value| uses[value.number()] > 0);
            if !candidate[op.number()] || is_used {
                continue;
            }
            candidate[op.number()] = false;
            for &operand in module.operands(op) {
                uses[operand.number()] -= 1;
                if let Def::Result(producer, _) = module.def(operand) {
                    stack.push(producer);
                }
            }
            module.erase(op);
            removed += 1;
        }
    }
    if removed > 0 {
        cx.stats.add("unused ops removed", removed);
    }
}

/// Returns the number of uses of each value of the module.
pub(crate) fn uses(module: &Module) -> Vec<u32> {
    let mut uses = vec![0; module.values_len()];
    for &operand in module.walk().flat_map(|op| module.operands(op)) {
        uses[operand.number()] += 1;
    }
    uses
}
