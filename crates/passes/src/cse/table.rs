//! The available expressions at one point of a region.

use ir::attrs::Attr;
use ir::context::Name;
use ir::{Module, Op, Type, Value};
use rustc_hash::FxHashMap;

/// The parts of an op that determine its results.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Expression {
    name: Name,
    attrs: Attr,
    props: Option<Attr>,
    operands: Box<[Value]>,
    results: Box<[Type]>,
}

impl Expression {
    /// Returns the expression of an op, with each operand replaced by `current`.
    pub(super) fn new(module: &Module, op: Op, current: impl Fn(&Value) -> Value) -> Expression {
        Expression {
            name: module.op_name(op),
            attrs: module.attrs(op),
            props: module.props(op),
            operands: module.operands(op).iter().map(current).collect(),
            results: module.results(op).map(|value| module.ty(value)).collect(),
        }
    }
}

/// Expressions, each with the op that computes it. An inner scope sees the expressions of the outer ones.
#[derive(Debug, Default)]
pub(super) struct ExpressionTable {
    ops: FxHashMap<Expression, Op>,
    /// The expressions in the order in which they were added.
    added: Vec<Expression>,
}

/// The size of the table where a scope began.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScopeStart(usize);

impl ExpressionTable {
    /// Begins a scope inside the current one.
    pub(super) fn begin_scope(&self) -> ScopeStart {
        ScopeStart(self.added.len())
    }

    /// Removes the expressions that were added in a scope.
    pub(super) fn end_scope(&mut self, start: ScopeStart) {
        for expression in self.added.drain(start.0..) {
            self.ops.remove(&expression);
        }
    }

    /// Returns the op that computes an expression. `None` if no op does; then `op` is added as its op.
    pub(super) fn find_or_add(&mut self, expression: Expression, op: Op) -> Option<Op> {
        if let Some(&first) = self.ops.get(&expression) {
            return Some(first);
        }
        self.added.push(expression.clone());
        self.ops.insert(expression, op);
        None
    }
}
