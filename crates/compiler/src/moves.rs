//! The moves of a module as data for reports: each with the operands that need it, and with what other layouts cost.

use ir::moves::{Move, MoveReport};
use ir::print::{ValueNames, type_to_string};
use ir::source::SourceMap;
use ir::{Module, Op, Registry, Value};
use passes::{Alternative, AlternativeCost, Provenance};
use serde::Serialize;

/// The moves of a module: the sums, and each move.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ReportedMoves {
    /// The number of reorders during execution.
    pub reorders: usize,
    /// The bytes that those of known size read and write.
    pub bytes: u64,
    /// The number of reorders of constants.
    pub constants: usize,
    /// The number of views.
    pub free: usize,
    /// The moves in program order.
    pub moves: Vec<ReportedMove>,
}

/// A move of a value to another layout.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ReportedMove {
    /// The name of the op.
    pub op: String,
    /// The moved value, such as `@f:%1`.
    pub of: Option<String>,
    /// The value in its own layout.
    pub from: Option<String>,
    /// The name of the kind: `copy`, `constant` or `free`.
    pub kind: &'static str,
    /// The bytes that a copy reads and writes, 0 for a view. `None` if a size is unknown.
    pub bytes: Option<u64>,
    /// The types before and after.
    pub types: [Option<String>; 2],
    /// The operands that need the moved value.
    pub users: Vec<MoveUser>,
    /// The other layouts that the value could have; empty if no pass recorded them.
    pub alternatives: Vec<OtherLayout>,
    /// The position of the op, `path:line:column`.
    pub at: Option<String>,
}

/// An operand that needs a moved value.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MoveUser {
    /// The name of the op.
    pub op: String,
    /// The number of the operand.
    pub operand: usize,
    /// The position of the op.
    pub at: Option<String>,
}

/// A layout that a value could have instead.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct OtherLayout {
    /// The layout.
    pub layout: String,
    /// The additional cost of the module; `None` if the layout is impossible.
    pub cost: Option<u64>,
    /// `true` if no solution costs less.
    pub is_exact: bool,
    /// The reason for the cost in a sentence.
    pub why: String,
}

impl ReportedMoves {
    /// Returns the moves of a module, with the costs of other layouts that passes recorded.
    pub fn new(
        module: &Module,
        registry: &Registry,
        sources: &SourceMap,
        provenance: Option<&Provenance>,
    ) -> ReportedMoves {
        let report = MoveReport::new(module, registry, module.root());
        let totals = report.totals();
        let names = ValueNames::new(module, registry);
        let namer = MoveNamer { module, names, sources, provenance };
        ReportedMoves {
            reorders: totals.copies,
            bytes: totals.bytes,
            constants: totals.constants,
            free: totals.free,
            moves: report.moves.iter().map(|it| namer.one(it)).collect(),
        }
    }
}

impl From<&Alternative> for OtherLayout {
    fn from(of: &Alternative) -> OtherLayout {
        let (cost, is_exact) = match of.cost {
            AlternativeCost::Higher { by, is_exact, .. } => (Some(by), is_exact),
            _ => (None, true),
        };
        OtherLayout { layout: of.layout.clone(), cost, is_exact, why: of.to_string() }
    }
}

struct MoveNamer<'a> {
    module: &'a Module,
    names: ValueNames<'a>,
    sources: &'a SourceMap,
    provenance: Option<&'a Provenance>,
}

impl MoveNamer<'_> {
    fn one(&self, of: &Move) -> ReportedMove {
        let module = self.module;
        let from = module.operands(of.op).first().copied();
        let to = module.result(of.op, 0);
        let users = of.users.iter().map(|&(op, operand)| MoveUser {
            op: module.name(op).to_owned(),
            operand,
            at: self.at(op),
        });
        let others = from.zip(self.provenance).map(|(from, known)| known.alternatives(from));
        ReportedMove {
            op: module.name(of.op).to_owned(),
            of: self.symbol(to),
            from: self.symbol(from),
            kind: of.kind.name(),
            bytes: of.bytes,
            types: [self.ty(from), self.ty(to)],
            users: users.collect(),
            alternatives: others.unwrap_or_default().iter().map(OtherLayout::from).collect(),
            at: self.at(of.op),
        }
    }

    /// Returns the symbol of a value, such as `@f:%x`.
    fn symbol(&self, value: Option<Value>) -> Option<String> {
        let value = value?;
        let mut around = self.module.ancestors(self.module.enclosing_op(value));
        let function = around.find_map(|op| self.module.symbol(op)).unwrap_or_default();
        Some(format!("@{function}:%{}", self.names.get(value)))
    }

    fn ty(&self, value: Option<Value>) -> Option<String> {
        Some(type_to_string(self.module, self.module.ty(value?)))
    }

    /// Returns the position of an op, `path:line:column`.
    fn at(&self, op: Op) -> Option<String> {
        self.sources.describe(self.module.span(op))
    }
}
