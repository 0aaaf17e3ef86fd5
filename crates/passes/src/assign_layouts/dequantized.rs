//! Copies of dequantizations that several groups use.
//!
//! A quantizer writes one dequantization for all users of a value. A device that executes a group of ops reads the
//! quantized value for each group, so each group gets a dequantization of its own before the matches are found.

use crate::edits::clone_op;
use indexmap::IndexMap;
use ir::groups::{GroupMatch, GroupMatcher};
use ir::target::Target;
use ir::{Module, Op, Registry, Value};
use rustc_hash::FxBuildHasher;

/// Gives each group its own dequantizations, except one that uses all that is left.
pub(super) fn separate(module: &mut Module, registry: &Registry, target: Option<&Target>) {
    let Some(target) = target else { return };
    let groups = registry.ruled_groups(target);
    if groups.is_empty() {
        return;
    }
    let source = |value: Value| value;
    let matcher = GroupMatcher::new(module, registry, &source, &|_| false).sharing_dequantized();
    let mut users: IndexMap<Op, Vec<Op>, FxBuildHasher> = IndexMap::default();
    let mut taken: Vec<(Op, Vec<Op>)> = Vec::new();
    for found in matcher.find(&groups) {
        if found.offers(module, registry, target, &groups[found.group]).is_empty() {
            continue;
        }
        for (op, inside) in shared(module, &matcher, &found) {
            let value = module.result(op, 0).expect("a dequantization has a result");
            let left = users.entry(op).or_insert_with(|| matcher.users(value).to_vec());
            let (own, rest): (Vec<Op>, Vec<Op>) =
                left.iter().partition(|user| inside.contains(user));
            *left = rest;
            // Another match at these users may have taken them.
            if !own.is_empty() && !left.is_empty() {
                taken.push((op, own));
            }
        }
    }
    for (op, users) in taken {
        let copy = clone_op(module, op);
        module.insert_after(copy, op);
        let [value, own] =
            [op, copy].map(|op| module.result(op, 0).expect("a dequantization has a result"));
        for user in users {
            for at in 0..module.operands(user).len() {
                if module.operands(user)[at] == value {
                    module.set_operand(user, at, own);
                }
            }
        }
    }
}

/// Returns the dequantizations of a match that have users outside of it, each with its users inside.
fn shared(module: &Module, matcher: &GroupMatcher<'_>, found: &GroupMatch) -> Vec<(Op, Vec<Op>)> {
    let root = found.root();
    let ops = found.ops.iter().copied();
    let ops = ops.filter(|&op| op != root && matcher.is_dequantization(op));
    let users = ops.filter_map(|op| {
        let (inside, outside): (Vec<Op>, Vec<Op>) =
            matcher.users(module.result(op, 0)?).iter().partition(|user| found.ops.contains(user));
        (!outside.is_empty()).then_some((op, inside))
    });
    users.collect()
}
