//! Remarks about rules of the target whose `inplace` has no effect.

use ir::diag::{Diag, Severity, code, counted};
use ir::registry::qualified_name;
use ir::source::SourceLocation;
use ir::target::{ANY_OP, Target};
use ir::{Module, Op};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Returns a remark for each rule for a name that permits to overwrite an operand which no op of the name has.
pub(super) fn lint(module: &Module, target: &Target) -> Vec<Diag> {
    let permitting = target.rules().filter(|(name, rule)| {
        *name != ANY_OP && !rule.inplace.is_empty() && rule.span().is_some()
    });
    let permitting: Vec<_> = permitting.collect();
    if permitting.is_empty() {
        return Vec::new();
    }
    // The op with the most operands of each name.
    let mut most: FxHashMap<Cow<'_, str>, (usize, Op)> = FxHashMap::default();
    for op in module.walk() {
        let count = module.operands(op).len();
        let known = most.entry(qualified_name(module, op)).or_insert((count, op));
        if known.0 < count {
            *known = (count, op);
        }
    }
    let mut remarks = Vec::new();
    for (name, rule) in permitting {
        let Some(&(count, op)) = most.get(name) else { continue };
        for &operand in rule.inplace.iter().filter(|&&operand| operand >= count) {
            let message = format!(
                "`inplace` of the rule for `{name}` of target `@{}` names operand {operand}, but each `{name}` has at most {}",
                target.name,
                counted(count, "operand")
            );
            let place = SourceLocation::from(rule.span()).attr("inplace");
            let diag = Diag::new(Severity::Remark, code::MEMORY, place, message);
            remarks.push(diag.note_at(module.location(op), "this op has the most operands"));
        }
    }
    remarks
}
