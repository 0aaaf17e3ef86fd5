//! The matches of the patterns of groups in a module.

use super::{GroupPattern, OpSelector, PatternArg, PatternOp};
use crate::choice::{GroupValues, Offer, conditions_hold};
use crate::module::{Def, Module, Op, Value};
use crate::registry::{OpKind, Registry, qualified_name};
use crate::target::{Target, TargetGroup};
use crate::types::TypeKind;
use rustc_hash::FxHashMap;

/// A place in a module where a pattern of a group matches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupMatch {
    /// The number of the group in the list of groups.
    pub group: usize,
    /// The ops, in the order of the pattern. The last one has the result.
    pub ops: Vec<Op>,
    /// The operands of the group, in the order of the pattern.
    pub params: Vec<Value>,
    /// The operands of the ops that are not values of the group, with and without roles.
    pub operands: Vec<GroupOperand>,
    /// The op whose attributes and roles the rule of the group reads: the op of the kind of the group, or the last one.
    pub anchor: Op,
}

/// An operand of an op of a group, whose value is defined outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupOperand {
    /// The op.
    pub op: Op,
    /// The number among its operands.
    pub operand: usize,
    /// The number among the operands of the group; `None` for an operand without a role.
    pub param: Option<usize>,
}

impl GroupMatch {
    /// Returns the op that has the result.
    pub fn root(&self) -> Op {
        *self.ops.last().expect("a pattern has an op")
    }

    /// Returns the choices of the rule of the group that apply to its operands, then its result; empty if none applies.
    pub fn offers(
        &self,
        module: &Module,
        registry: &Registry,
        target: &Target,
        (name, group): &(String, TargetGroup),
    ) -> Vec<Offer> {
        let result = module.result(self.root(), 0).expect("a match has a result");
        let roles = group.kind.map(|_| registry);
        let layouts = &target.layouts;
        let values = GroupValues { operands: &self.params, result, anchor: self.anchor, layouts };
        let choices = target.rule(name).map_or(&[][..], |rule| &rule.choices);
        values.offers(module, roles, choices)
    }
}

/// The search for matches in a module.
pub struct GroupMatcher<'a> {
    module: &'a Module,
    registry: &'a Registry,
    /// Returns the value that another one only reorders.
    source: &'a dyn Fn(Value) -> Value,
    /// The ops that use each value, with repetitions.
    users: FxHashMap<Value, Vec<Op>>,
    /// `true` if the results of dequantizations may have uses outside of a match.
    is_lenient: bool,
}

impl<'a> GroupMatcher<'a> {
    /// Returns the matcher of a module, which looks through removed reorders: `source` returns the value that another one
    /// only reorders.
    pub fn new(
        module: &'a Module,
        registry: &'a Registry,
        source: &'a dyn Fn(Value) -> Value,
        is_removed: &dyn Fn(Op) -> bool,
    ) -> GroupMatcher<'a> {
        let mut users: FxHashMap<Value, Vec<Op>> = FxHashMap::default();
        for op in module.walk().filter(|&op| !is_removed(op)) {
            for &value in module.operands(op) {
                users.entry(source(value)).or_default().push(op);
            }
        }
        GroupMatcher { module, registry, source, users, is_lenient: false }
    }

    /// Returns a matcher that allows uses of dequantized values outside of a match, whose ops can be duplicated.
    #[must_use]
    pub fn sharing_dequantized(self) -> GroupMatcher<'a> {
        GroupMatcher { is_lenient: true, ..self }
    }

    /// Returns the ops that use a value, with repetitions.
    pub fn users(&self, value: Value) -> &[Op] {
        self.users.get(&value).map_or(&[], Vec::as_slice)
    }

    /// Returns all matches of groups, by their last op in program order, then by group. Of the patterns of a group, the
    /// first that matches at an op is used.
    pub fn find(&self, groups: &[(String, TargetGroup)]) -> Vec<GroupMatch> {
        let mut found = Vec::new();
        if groups.is_empty() {
            return found;
        }
        for root in self.module.walk() {
            for (number, (_, group)) in groups.iter().enumerate() {
                let mut patterns = group.patterns.iter();
                found.extend(patterns.find_map(|pattern| self.at(number, group, pattern, root)));
            }
        }
        found
    }

    /// Returns the match of a pattern whose last op is this one.
    fn at(
        &self,
        number: usize,
        group: &TargetGroup,
        pattern: &GroupPattern,
        root: Op,
    ) -> Option<GroupMatch> {
        if !self.selects(pattern.ops().last()?, root) {
            return None;
        }
        (0..1u32 << pattern.unordered()).find_map(|swapped| {
            let attempt = Attempt { matcher: self, pattern, swapped, root };
            let mut bound = Bound {
                ops: vec![None; pattern.ops().len()],
                params: vec![None; pattern.params().len()],
            };
            if !attempt.bind(&mut bound, pattern.ops().len() - 1, root) {
                return None;
            }
            let ops: Vec<Op> = bound.ops.into_iter().collect::<Option<_>>()?;
            let params: Vec<Value> = bound.params.into_iter().collect::<Option<_>>()?;
            let operands = attempt.operands(&ops);
            let anchor = self.anchor(group.kind, pattern, &ops)?;
            let found = GroupMatch { group: number, ops, params, operands, anchor };
            self.is_closed(&found).then_some(found)
        })
    }

    /// Returns `true` if the op can be the op of a pattern.
    fn selects(&self, pattern: &PatternOp, op: Op) -> bool {
        let name = qualified_name(self.module, op);
        let is_selected = pattern.selectors.iter().any(|selector| match selector {
            OpSelector::Name(own) => **own == *name,
            OpSelector::Kind(own) => {
                OpKind::named(own).is_some_and(|own| self.registry.kind(&name) == Some(own))
            }
        });
        if !is_selected
            || self.module.result(op, 0).is_none()
            || !self.module.regions(op).is_empty()
        {
            return false;
        }
        let def = self.registry.op_def(self.module, op);
        let has_layouts = def.is_none_or(|def| {
            !def.is_copy && def.constant.is_none() && !def.is_none_value && def.callee.is_none()
        });
        // The types of other values determine the layouts of these ops.
        let has_own_layouts = self.registry.type_equalities(self.module.name(op)).is_none()
            && self.registry.destinations(self.module, op).is_empty();
        has_layouts && has_own_layouts && conditions_hold(self.module, op, &pattern.when)
    }

    /// Returns the op of a kind; the last op if a group has no kind.
    fn anchor(&self, kind: Option<OpKind>, pattern: &GroupPattern, ops: &[Op]) -> Option<Op> {
        let Some(kind) = kind else { return ops.last().copied() };
        let is_of_kind = |op: &Op| self.registry.op_kind(self.module, *op) == Some(kind);
        let is_always = |pattern: &PatternOp| {
            pattern.selectors.iter().all(|selector| match selector {
                OpSelector::Name(name) => self.registry.kind(name) == Some(kind),
                OpSelector::Kind(name) => OpKind::named(name) == Some(kind),
            })
        };
        let mut all = pattern.ops().iter().zip(ops);
        all.find(|(pattern, op)| is_always(pattern) && is_of_kind(op)).map(|(_, op)| *op)
    }

    /// Returns `true` if the values inside of a match have no use outside, and its operands are defined outside.
    fn is_closed(&self, found: &GroupMatch) -> bool {
        let module = self.module;
        let root = found.root();
        let is_inside = |op: &Op| found.ops.contains(op);
        let inner = found.ops.iter().filter(|&&op| op != root);
        let mut inner = inner.filter(|&&op| !(self.is_lenient && self.is_dequantization(op)));
        let is_outside = |operand: &GroupOperand| {
            let value = (self.source)(module.operands(operand.op)[operand.operand]);
            !matches!(module.def(value), Def::Result(op, _) if is_inside(&op))
        };
        inner.all(|&op| module.results(op).all(|value| self.users(value).iter().all(is_inside)))
            && module.results(root).skip(1).all(|value| self.users(value).is_empty())
            && found.operands.iter().all(is_outside)
    }

    /// Returns `true` for an op whose result can be computed again for each use.
    pub fn is_dequantization(&self, op: Op) -> bool {
        self.registry.op_kind(self.module, op) == Some(OpKind::Dequantize)
    }
}

/// The ops and operands of a pattern that are known.
struct Bound {
    ops: Vec<Option<Op>>,
    params: Vec<Option<Value>>,
}

/// One attempt to match a pattern at an op, with one order of the operands of each unordered op.
#[derive(Clone, Copy)]
struct Attempt<'m, 'a> {
    matcher: &'m GroupMatcher<'a>,
    pattern: &'m GroupPattern,
    /// The unordered ops whose operands are swapped, as bits.
    swapped: u32,
    root: Op,
}

impl Attempt<'_, '_> {
    /// Returns the operand of the pattern at a place of an op; `None` for one of the remaining operands.
    fn arg(self, number: usize, place: usize) -> Option<PatternArg> {
        let op = &self.pattern.ops()[number];
        let before = self.pattern.ops()[..number].iter().filter(|op| op.is_unordered).count();
        let is_swapped = op.is_unordered && self.swapped >> before & 1 == 1;
        let place = if is_swapped && place < 2 { 1 - place } else { place };
        op.args.get(place).copied()
    }

    /// Binds an op of the pattern to an op, and all ops that it refers to. Returns `false` if they do not match.
    fn bind(self, bound: &mut Bound, number: usize, op: Op) -> bool {
        let GroupMatcher { module, source, .. } = *self.matcher;
        if let Some(known) = bound.ops[number] {
            return known == op;
        }
        let pattern = &self.pattern.ops()[number];
        let operands = module.operands(op);
        if bound.ops.contains(&Some(op))
            || module.block_of(op) != module.block_of(self.root)
            || operands.len() < pattern.args.len()
            || !self.matcher.selects(pattern, op)
        {
            return false;
        }
        bound.ops[number] = Some(op);
        operands.iter().enumerate().all(|(place, &operand)| {
            let value = source(operand);
            match self.arg(number, place) {
                Some(PatternArg::Result { op: inner, result }) => match module.def(value) {
                    Def::Result(def, at) => at == result && self.bind(bound, inner, def),
                    Def::Argument(..) => false,
                },
                Some(PatternArg::Param(param)) => {
                    *bound.params[param].get_or_insert(value) == value
                }
                Some(PatternArg::Any) => true,
                None => pattern.has_rest || *module.kind(value) == TypeKind::None,
            }
        })
    }

    /// Returns the operands of the ops that are no values of the group.
    fn operands(self, ops: &[Op]) -> Vec<GroupOperand> {
        let mut operands = Vec::new();
        for (number, &op) in ops.iter().enumerate() {
            for operand in 0..self.matcher.module.operands(op).len() {
                let param = match self.arg(number, operand) {
                    Some(PatternArg::Result { .. }) => continue,
                    Some(PatternArg::Param(param)) => Some(param),
                    Some(PatternArg::Any) | None => None,
                };
                operands.push(GroupOperand { op, operand, param });
            }
        }
        operands
    }
}
