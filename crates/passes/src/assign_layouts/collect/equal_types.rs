//! Groups of values that must have equal types: control flow or a call forwards one to the other, or they hold the same
//! state.

use super::boundaries::{FunctionBoundary, FunctionScope};
use crate::assign_layouts::sites::{Freedom, SiteOrigin};
use crate::tensors::Defs;
use indexmap::IndexMap;
use ir::choice::keeps_types;
use ir::registry::{STATE_ATTR, TypeEqualities};
use ir::{Module, Op, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::VecDeque;

/// Values that must have equal types, with the operands that are forwarded to them.
pub(crate) struct EqualTypes {
    /// The first op that relates the values.
    pub(crate) op: Op,
    pub(crate) origin: SiteOrigin,
    pub(crate) defs: Vec<Value>,
    pub(crate) uses: Vec<(Op, usize)>,
}

/// Returns the groups of values of a module that must have equal types.
pub(crate) fn equal_types(
    module: &Module,
    defs: &mut Defs<'_>,
    scope: &FunctionScope,
) -> Vec<EqualTypes> {
    let mut groups = EqualTypeGroups::default();
    for boundary in &scope.boundaries {
        groups.add_boundary(module, boundary, scope.detached.contains(&boundary.function));
    }
    for op in module.walk() {
        let Some(equalities) = defs.type_equalities(op) else { continue };
        let is_plain = module.regions(op).is_empty() && module.successors(op).is_empty();
        // The choices of plain ops of MLIR's dialects, or the ops around them, keep their types equal.
        if !is_plain || !keeps_types(module.name(op)) {
            groups.add_equalities(op, &equalities(module, op), forwarded_operands(module, op));
        }
    }
    groups.join_states(module, defs);
    groups.finish()
}

/// Returns the operands of an op, and those of the terminators of its regions.
pub(crate) fn forwarded_operands(module: &Module, op: Op) -> Vec<(Op, usize, Value)> {
    let ends = module.inner_blocks(op).filter_map(|block| module.last_op(block));
    std::iter::once(op)
        .chain(ends)
        .flat_map(|op| {
            let operands = module.operands(op).iter().enumerate();
            operands.map(move |(number, &value)| (op, number, value))
        })
        .collect()
}

/// The groups under construction.
#[derive(Default)]
struct EqualTypeGroups {
    /// The members of groups: an input or result of a function, or a value. Each has the first op that relates it to
    /// another.
    members: Vec<(Op, SiteOrigin)>,
    /// The values, each with the index of its member.
    defs: IndexMap<Value, usize, FxBuildHasher>,
    /// Pairs of members that must have equal types, by their indices.
    joins: Vec<(usize, usize)>,
    /// Operands, each with the index of the member that it is forwarded to.
    uses: IndexMap<(Op, usize), usize, FxBuildHasher>,
}

impl EqualTypeGroups {
    fn member(&mut self, op: Op, origin: SiteOrigin) -> usize {
        self.members.push((op, origin));
        self.members.len() - 1
    }

    fn number(&mut self, op: Op, value: Value) -> usize {
        if let Some(&member) = self.defs.get(&value) {
            return member;
        }
        let member = self.member(op, SiteOrigin::ControlFlow);
        self.defs.insert(value, member);
        member
    }

    /// Adds a value to the group of a member.
    fn add_value(&mut self, value: Value, member: usize) {
        if let Some(known) = self.defs.insert(value, member) {
            self.joins.push((known, member));
        }
    }

    /// Adds an operand to the group of a member.
    fn add_use(&mut self, operand: (Op, usize), member: usize) {
        if let Some(known) = self.uses.insert(operand, member) {
            self.joins.push((known, member));
        }
    }

    /// Adds the inputs and results of a function whose layouts are chosen, with the values that its calls pass. The
    /// calls of a detached function are unrelated to it and to each other.
    fn add_boundary(&mut self, module: &Module, boundary: &FunctionBoundary, is_detached: bool) {
        let FunctionBoundary { function, arguments, returns, calls, .. } = boundary;
        for (at, &freedom) in boundary.inputs.iter().enumerate() {
            if freedom == Freedom::Fixed {
                continue;
            }
            let member = self.member(*function, SiteOrigin::Boundary(freedom));
            if let Some(&argument) = arguments.get(at) {
                self.add_value(argument, member);
            }
            for &call in calls.iter().filter(|&&call| at < module.operands(call).len()) {
                let member = self.at_call(member, is_detached);
                self.add_use((call, at), member);
            }
        }
        for (at, &freedom) in boundary.results.iter().enumerate() {
            if freedom == Freedom::Fixed {
                continue;
            }
            let member = self.member(*function, SiteOrigin::Boundary(freedom));
            for &end in returns.iter().filter(|&&end| at < module.operands(end).len()) {
                self.add_use((end, at), member);
            }
            for value in calls.iter().filter_map(|&call| module.result(call, at)) {
                let member = self.at_call(member, is_detached);
                self.add_value(value, member);
            }
        }
    }

    /// Returns the member for the value of a call: that of the function, or a new one.
    fn at_call(&mut self, member: usize, is_detached: bool) -> usize {
        let (op, origin) = self.members[member];
        if is_detached { self.member(op, origin) } else { member }
    }

    /// Adds the type equalities of an op. The first value of each pair is an operand that is forwarded to the second
    /// value, or a value that must have the type of the second.
    ///
    /// A value that a loop carries may be both: an argument of its region that the terminator yields unchanged.
    /// Operands of a terminator come last, so the last equalities of such a value are matched with its operands.
    fn add_equalities(
        &mut self,
        op: Op,
        equalities: &TypeEqualities,
        operands_of_op: Vec<(Op, usize, Value)>,
    ) {
        let mut operands: IndexMap<Value, VecDeque<(Op, usize)>, FxBuildHasher> =
            IndexMap::default();
        for (user, number, value) in operands_of_op {
            operands.entry(value).or_default().push_back((user, number));
        }
        let mut left: IndexMap<Value, usize, FxBuildHasher> = IndexMap::default();
        equalities.iter().for_each(|&(from, _)| *left.entry(from).or_default() += 1);
        for &(from, to) in equalities {
            let to = self.number(op, to);
            let free = operands.entry(from).or_default();
            if left[&from] > free.len() {
                let from = self.number(op, from);
                self.joins.push((from, to));
            } else if let Some(operand) = free.pop_front() {
                self.uses.insert(operand, to);
            }
            left[&from] -= 1;
        }
    }

    /// Joins the tensors of all ops that read or write the same state.
    fn join_states(&mut self, module: &Module, defs: &mut Defs<'_>) {
        let mut representatives: FxHashMap<(Op, &str), Value> = FxHashMap::default();
        let has_states = module.ctx.find_name(STATE_ATTR).is_some();
        let mut users: Vec<((Op, &str), Op)> = Vec::new();
        for op in module.walk() {
            let key = defs.get(op).and_then(|def| def.state.as_deref());
            let Some(key) = key.or(has_states.then_some(STATE_ATTR)) else { continue };
            let name = module.attr(op, key).and_then(|name| module.ctx.as_str(name));
            let Some(name) = name else { continue };
            let function = defs.function_around(op);
            let table = function.and_then(|function| module.parent_op(function));
            let state = (table.unwrap_or(module.root()), name);
            if let Some(result) = module.results(op).next() {
                representatives.entry(state).or_insert(result);
            }
            users.push((state, op));
        }
        for (state, op) in users {
            let Some(&representative) = representatives.get(&state) else { continue };
            let representative = self.number(op, representative);
            for result in module.results(op) {
                let result = self.number(op, result);
                self.joins.push((result, representative));
            }
            for number in 0..module.operands(op).len() {
                self.add_use((op, number), representative);
            }
        }
    }

    fn finish(self) -> Vec<EqualTypes> {
        let mut union = UnionFind::new(self.members.len());
        for (a, b) in self.joins {
            union.union(a, b);
        }
        let mut groups: IndexMap<usize, EqualTypes, FxBuildHasher> = IndexMap::default();
        for (number, &(op, origin)) in self.members.iter().enumerate() {
            groups.entry(union.find(number)).or_insert_with(|| EqualTypes {
                op,
                origin,
                defs: Vec::new(),
                uses: Vec::new(),
            });
        }
        for (value, number) in self.defs {
            if let Some(group) = groups.get_mut(&union.find(number)) {
                group.defs.push(value);
            }
        }
        for (operand, number) in self.uses {
            if let Some(group) = groups.get_mut(&union.find(number)) {
                group.uses.push(operand);
            }
        }
        groups.into_values().collect()
    }
}
