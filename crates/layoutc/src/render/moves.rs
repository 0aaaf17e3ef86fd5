//! The report of the moves of a module as JSON.

use crate::streams::text::json_text;
use ir::moves::{Move, MoveReport, MoveTotals};
use ir::print::{ValueNames, type_to_string};
use ir::source::SourceMap;
use ir::{Module, Op, Registry, Value};
use serde_json::json;

/// Returns the moves of a module as one JSON object: the sums, and each move with the operands that need it.
pub(crate) fn moves_report(module: &Module, registry: &Registry, sources: &SourceMap) -> String {
    let report = MoveReport::new(module, registry, module.root());
    let MoveTotals { copies, bytes, constants, free, .. } = report.totals();
    let renderer = MoveRenderer { module, names: ValueNames::new(module, registry), sources };
    let moves = report.moves.iter().map(|it| renderer.one(it));
    let moves: serde_json::Value = moves.collect();
    json_text(&json!({
        "reorders": copies,
        "bytes": bytes,
        "constants": constants,
        "free": free,
        "moves": moves,
    }))
}

struct MoveRenderer<'a> {
    module: &'a Module,
    names: ValueNames<'a>,
    sources: &'a SourceMap,
}

impl MoveRenderer<'_> {
    fn one(&self, of: &Move) -> serde_json::Value {
        let module = self.module;
        let from = module.operands(of.op).first().copied();
        let to = module.result(of.op, 0);
        let users = of.users.iter().map(|&(op, operand)| {
            json!({ "op": module.name(op), "operand": operand, "at": self.at(op) })
        });
        json!({
            "op": module.name(of.op),
            "of": self.symbol(to),
            "from": self.symbol(from),
            "kind": of.kind.name(),
            "bytes": of.bytes,
            "types": [self.ty(from), self.ty(to)],
            "users": users.collect::<serde_json::Value>(),
            "at": self.at(of.op),
        })
    }

    /// Returns the symbol of a value, such as `@f:%x`.
    fn symbol(&self, value: Option<Value>) -> Option<String> {
        let value = value?;
        let around = self.module.enclosing_op(value);
        let mut around = std::iter::successors(around, |&op| self.module.parent_op(op));
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
