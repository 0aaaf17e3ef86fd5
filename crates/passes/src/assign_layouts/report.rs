//! The statistics and the remarks of an assignment.
//!
//! The last step. `explain` records the reasons of the assignment.

pub(super) mod explain;

use super::solve::SolvedGroups;
use crate::assign_layouts::candidates::propagate::Dropped;
use crate::assign_layouts::sites::rates::CostUnit;
use crate::pass::PassContext;
use ir::diag::{Diag, Severity, code, counted};
use ir::print::ValueNames;
use ir::{Module, Op, Value};

/// Counts the cost of a solution and its lower bound, with a remark if they differ, and reports the limits and the
/// stated layouts that do not hold. `excluded` are the values whose rules exclude the layouts of their types, and
/// `not_cloned` the functions whose clones were not considered.
pub(super) fn report(
    module: &Module,
    solved: &SolvedGroups,
    excluded: &[Value],
    not_cloned: &[Op],
    unit: CostUnit,
    cx: &mut PassContext<'_>,
) {
    let totals = solved.totals;
    let gap = totals.cost - totals.bound;
    let dropped: u64 = solved.dropped.iter().map(|dropped| dropped.count).sum();
    cx.stats.add(unit.cost, totals.cost);
    cx.stats.add(unit.bound, totals.bound);
    cx.stats.add(unit.gap, gap);
    cx.stats.add("variables", totals.variables);
    cx.stats.add("cores", totals.cores);
    cx.stats.add("candidate layouts dropped", dropped);
    let mut messages = Vec::new();
    if let Some(&first) = excluded.first() {
        messages.push((module.definition_location(first), excluded_types(module, excluded, cx)));
    }
    if solved.has_conflicts {
        let message = "some views cannot share memory in any of these layouts, and copies do not help; `resolve-strides` reports the reasons";
        messages.push((module.location(module.root()), message.to_owned()));
    }
    if gap > 0 {
        let cost = totals.cost;
        let bound = totals.bound;
        let CostUnit { name, described, .. } = unit;
        let message = format!(
            "the assigned layouts cost {cost} {described}, which is not proven optimal: the lower bound is {bound} {name}"
        );
        messages.push((module.location(module.root()), message));
        if let Some(Dropped { first: Some(first), .. }) = solved.dropped.first() {
            let name = ValueNames::new(module, cx.registry).get(*first);
            let message = format!(
                "{dropped} candidate layouts were not considered, the first of them for `%{name}`; a higher `effort` considers more of them"
            );
            messages.push((module.definition_location(*first), message));
        }
        if let Some(&first) = not_cloned.first() {
            let functions = counted(not_cloned.len(), "function");
            let name = module.symbol(first).unwrap_or_default();
            let message = format!(
                "clones of {functions} were not considered, the first of them `@{name}`; a higher `effort` considers more of them"
            );
            messages.push((module.location(first), message));
        }
    }
    for (place, message) in messages {
        cx.sink.push(Diag::new(Severity::Remark, code::ASSIGN, place, message));
    }
}

fn excluded_types(module: &Module, excluded: &[Value], cx: &PassContext<'_>) -> String {
    let name = ValueNames::new(module, cx.registry).get(excluded[0]);
    let others = match excluded.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more values"),
    };
    format!(
        "the rules exclude the layout that the type of `%{name}`{others} states, so the types of inner values connected to it are assigned again"
    )
}
