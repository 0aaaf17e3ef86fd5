//! Results that an op writes in place, into the buffer of an operand.
//!
//! A permission comes from the op, [`INPLACE_ATTR`](super::INPLACE_ATTR), from its destinations, or from a rule of the
//! target. It is used where the types of the operand and the result are equal, the operand's buffer is last used by the
//! op and defined in the same execution of its region, the result's buffer is first used by it, and the op reads no other
//! value of the operand's buffer. An op reads the element at an index of an operand that it may overwrite before it writes
//! the result at this index.

use super::buffers::{BufferOwner, FunctionBuffers};
use super::lifetimes::Lifetime;
use super::stated_inplace;
use crate::groups::is_in_group;
use crate::module::{Module, Op, Value};
use crate::registry::{Registry, qualified_name};
use crate::target::{ANY_OP, Target};
use petgraph::unionfind::UnionFind;

/// A result that an op writes into the buffer of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InPlaceResult {
    /// The op.
    pub op: Op,
    /// The number of the operand.
    pub operand: usize,
    /// The result.
    pub result: Value,
}

/// The buffers of a function, joined where results are in place.
#[derive(Clone, Debug)]
pub struct BufferGroups {
    joined: UnionFind<usize>,
    /// The lifetime of each group, at the buffer that identifies it.
    lifetimes: Vec<Lifetime>,
    /// The results in place, in program order.
    pub results: Vec<InPlaceResult>,
}

/// Returns the operands that an op may overwrite: those that it states, its destinations, and those of the target's rule
/// for its name, or else for its kind. An op of a group, which reads all operands of the group, may overwrite none.
pub fn overwritable(
    module: &Module,
    op: Op,
    registry: &Registry,
    target: Option<&Target>,
) -> Vec<usize> {
    if is_in_group(module, op) {
        return Vec::new();
    }
    let mut operands = stated_inplace(module, op);
    operands.extend(registry.destinations(module, op).into_iter().map(|(operand, _)| operand));
    let by_rule = target.map(|target| of_rule(module, op, registry, target));
    operands.extend(by_rule.unwrap_or_default());
    operands
}

/// Returns the operands that the rule of an op permits to overwrite: the rule for its name, or else that for its kind, which
/// counts roles, or else the rule for all other ops.
fn of_rule(module: &Module, op: Op, registry: &Registry, target: &Target) -> Vec<usize> {
    if let Some(rule) = target.rule(&qualified_name(module, op)) {
        return rule.inplace.clone();
    }
    let of_kind = registry.roles(module, op);
    let of_kind = of_kind.and_then(|(kind, roles)| Some((target.kind_rule(kind)?, roles)));
    let Some((rule, roles)) = of_kind else {
        return target.rule(ANY_OP).map_or_else(Vec::new, |rule| rule.inplace.clone());
    };
    let positions: Vec<usize> =
        roles.operands(module.operands(op).len()).map(|(position, _)| position).collect();
    rule.inplace.iter().filter_map(|&role| positions.get(role).copied()).collect()
}

impl BufferGroups {
    /// Joins the buffers of results in place. `permitted` returns the operands that an op may overwrite, and `fits` whether
    /// the buffers of an operand and of a result may be one.
    pub fn new(
        module: &Module,
        buffers: &FunctionBuffers,
        permitted: impl Fn(Op) -> Vec<usize>,
        fits: impl Fn(Value, Value) -> bool,
    ) -> BufferGroups {
        let mut groups = BufferGroups {
            joined: UnionFind::new(buffers.buffers.len()),
            lifetimes: buffers.buffers.iter().map(|buffer| buffer.lifetime).collect(),
            results: Vec::new(),
        };
        let mut around: Vec<Lifetime> = Vec::new();
        for &(op, span) in &buffers.ops {
            while around.last().is_some_and(|outer| outer.last < span.first) {
                around.pop();
            }
            let start = around.last().map_or(0, |outer| outer.first);
            around.push(span);
            if module.results(op).len() == 0 {
                continue;
            }
            let operands = permitted(op);
            for result in module.results(op) {
                let values =
                    operands.iter().filter_map(|&at| Some((at, *module.operands(op).get(at)?)));
                let mut fitting = values.filter(|&(_, value)| {
                    groups.starts_after(buffers, value, start)
                        && groups.is_reusable(
                            module,
                            buffers,
                            (op, span),
                            &operands,
                            (value, result),
                        )
                        && fits(value, result)
                });
                if let Some((operand, value)) = fitting.next() {
                    groups.join(buffers, value, InPlaceResult { op, operand, result });
                }
            }
        }
        groups
    }

    /// Returns the number of the buffer that identifies the group of a buffer.
    pub fn group(&self, buffer: usize) -> usize {
        self.joined.find(buffer)
    }

    /// Returns the lifetime of the group of a buffer.
    pub fn lifetime(&self, buffer: usize) -> Lifetime {
        self.lifetimes[self.group(buffer)]
    }

    /// Returns `true` if the group of a value is live only after an op, the one around the region. A region can be executed
    /// again, so a buffer that was written before must keep its contents.
    fn starts_after(&self, buffers: &FunctionBuffers, value: Value, start: u32) -> bool {
        buffers.number(value).is_some_and(|at| self.lifetime(at).first > start)
    }

    fn is_reusable(
        &self,
        module: &Module,
        buffers: &FunctionBuffers,
        (op, span): (Op, Lifetime),
        operands: &[usize],
        (value, result): (Value, Value),
    ) -> bool {
        let (Some(old), Some(new)) = (buffers.number(value), buffers.number(result)) else {
            return false;
        };
        let owned = [old, new].map(|at| buffers.buffers[at].owner);
        owned == [BufferOwner::Function; 2]
            && module.ty(value) == module.ty(result)
            && self.lifetime(old).last == span.last
            && self.lifetime(new).first == span.first
            && !self.is_read_elsewhere(module, buffers, op, operands, value)
            && !module.results(op).any(|other| self.is_in_group(buffers, other, old))
    }

    /// Returns `true` if an op also reads the group of a value as another value, as an operand that it must not
    /// overwrite, or in a region.
    fn is_read_elsewhere(
        &self,
        module: &Module,
        buffers: &FunctionBuffers,
        op: Op,
        operands: &[usize],
        value: Value,
    ) -> bool {
        let Some(group) = buffers.number(value) else { return true };
        let mut own = module.operands(op).iter().enumerate();
        let mut inner = module.walk_from(op).skip(1).flat_map(|inner| module.operands(inner));
        let reads = |other: Value| self.is_in_group(buffers, other, group);
        own.any(|(at, &other)| reads(other) && !(other == value && operands.contains(&at)))
            || inner.any(|&other| reads(other))
    }

    fn is_in_group(&self, buffers: &FunctionBuffers, value: Value, buffer: usize) -> bool {
        buffers.number(value).is_some_and(|at| self.group(at) == self.group(buffer))
    }

    fn join(&mut self, buffers: &FunctionBuffers, value: Value, place: InPlaceResult) {
        let numbers = buffers.number(value).zip(buffers.number(place.result));
        let Some((old, new)) = numbers else { return };
        let lifetime = self.lifetime(old).join(self.lifetime(new));
        self.joined.union(old, new);
        let group = self.group(old);
        self.lifetimes[group] = lifetime;
        self.results.push(place);
    }
}
