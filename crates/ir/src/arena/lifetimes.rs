//! The lifetimes of the values of a function, by the printed order of its ops.
//!
//! Ops are numbered in pre-order, so an op with regions spans the numbers of the ops in them. A value is live from the
//! op that defines it to its last use. The rules where control flow is not the printed order are conservative:
//!
//! - a region can be executed again, so a value that is used in a region of another op is live to the end of that op;
//! - the results of an op with regions and the arguments of their blocks are live during the whole op;
//! - a value that another block of the same region uses is live during the whole op around the region.
//!
//! A group of ops is executed as one, where its last op is: its operands are live until then, and a value that only ops of
//! the group use is in no memory.

use super::listed_values;
use crate::attrs::Attr;
use crate::groups::GROUP_ATTR;
use crate::module::{Block, Def, Module, Op, Value};
use crate::registry::Registry;
use rustc_hash::FxHashMap;

/// The ops during which a value is live, by their numbers in the function. Both ends are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lifetime {
    /// The first op.
    pub first: u32,
    /// The last op.
    pub last: u32,
}

impl Lifetime {
    /// Returns `true` if some op is in both.
    pub fn overlaps(self, other: Lifetime) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// Returns the least lifetime that includes both.
    #[must_use]
    pub fn join(self, other: Lifetime) -> Lifetime {
        Lifetime { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

/// The ops of a function, except those of functions in it, with their numbers.
#[derive(Debug)]
pub struct NumberedOps<'m> {
    module: &'m Module,
    pub(super) ops: Vec<Op>,
    /// The numbers that each op spans.
    spans: FxHashMap<Op, Lifetime>,
    /// The last op of each group, by the mark of its ops.
    roots: FxHashMap<Attr, Op>,
}

impl<'m> NumberedOps<'m> {
    /// Numbers the ops of a function in printed order.
    pub fn new(module: &'m Module, registry: &Registry, function: Op) -> NumberedOps<'m> {
        let (spans, roots) = (FxHashMap::default(), FxHashMap::default());
        let mut numbered = NumberedOps { module, ops: Vec::new(), spans, roots };
        for op in module.walk_from(function) {
            let mut around = module.ancestors(op);
            // The op of a function in this one is not an op of this one, and neither are the ops in it.
            if around.find(|&op| is_function(module, registry, op)) == Some(function) {
                numbered.add(op, function);
            }
        }
        numbered
    }

    fn add(&mut self, op: Op, function: Op) {
        let number = u32::try_from(self.ops.len()).expect("ops are numbered in 32 bits");
        self.ops.push(op);
        if let Some(mark) = self.module.attr(op, GROUP_ATTR) {
            self.roots.insert(mark, op);
        }
        self.spans.insert(op, Lifetime { first: number, last: number });
        let around = (op != function).then(|| self.module.parent_op(op)).flatten();
        for parent in self.module.ancestors(around) {
            let Some(span) = self.spans.get_mut(&parent) else { break };
            span.last = number;
        }
    }

    /// Returns the ops in printed order.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// Returns the numbers that an op spans, with those of its regions. `None` if it is not an op of the function.
    pub fn span(&self, op: Op) -> Option<Lifetime> {
        self.spans.get(&op).copied()
    }

    /// Returns the numbers at which an op is executed: its own, and those to the last op of its group.
    fn executed(&self, op: Op) -> Option<Lifetime> {
        let span = self.span(op)?;
        let root = self.mark(op).and_then(|mark| self.span(*self.roots.get(&mark)?));
        Some(root.map_or(span, |root| span.join(root)))
    }

    fn mark(&self, op: Op) -> Option<Attr> {
        self.module.attr(op, GROUP_ATTR)
    }

    /// Returns the lifetimes of the values that the function defines and that are in memory, in program order.
    pub(super) fn lifetimes(&self) -> Vec<(Value, Lifetime)> {
        let mut found: Vec<(Value, Lifetime)> = Vec::new();
        let mut places: FxHashMap<Value, usize> = FxHashMap::default();
        let mut is_in_memory: Vec<bool> = Vec::new();
        let mut marks: Vec<Option<Attr>> = Vec::new();
        for &op in &self.ops {
            let mark = self.mark(op);
            let is_last = mark.is_none_or(|mark| self.roots.get(&mark) == Some(&op));
            for value in listed_values(self.module, op) {
                places.insert(value, found.len());
                found.extend(self.executed(op).map(|span| (value, span)));
                is_in_memory.push(is_last);
                marks.push(mark);
            }
        }
        for &user in &self.ops {
            let mark = self.mark(user);
            for value in self.module.operands(user) {
                let Some(&place) = places.get(value) else { continue };
                is_in_memory[place] |= marks[place] != mark;
                if let Some(used) = self.use_of(*value, user) {
                    let life = &mut found[place].1;
                    *life = life.join(used);
                }
            }
        }
        let found = found.into_iter().zip(is_in_memory).filter(|&(_, is_in_memory)| is_in_memory);
        found.map(|(life, _)| life).collect()
    }

    /// Returns the numbers at which a use needs a value. `None` if the function does not contain both.
    pub fn use_of(&self, value: Value, user: Op) -> Option<Lifetime> {
        let module = self.module;
        let home = self.block_of(value)?;
        let region = module.block_region(home);
        let mut around = module.ancestors(user);
        let (user, block) = around.find_map(|op| {
            let block = module.block_of(op)?;
            (module.block_region(block) == region).then_some((op, block))
        })?;
        if block == home { self.executed(user) } else { self.span(module.region_parent(region)) }
    }

    fn block_of(&self, value: Value) -> Option<Block> {
        match self.module.def(value) {
            Def::Result(op, _) => self.module.block_of(op),
            Def::Argument(block, _) => Some(block),
        }
    }
}

pub(super) fn is_function(module: &Module, registry: &Registry, op: Op) -> bool {
    registry.op_def(module, op).is_some_and(|def| def.function.is_some())
}
