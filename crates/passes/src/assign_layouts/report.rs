//! The statistics and the remarks of an assignment.
//!
//! The last step. `limits` computes what the limits of the target cost, and `explain` records the reasons of the assignment.

pub(super) mod explain;
pub(super) mod limits;

use super::solve::SolvedGroups;
use crate::assign_layouts::candidates::propagate::Dropped;
use crate::assign_layouts::collect::MAX_OVERLAPS;
use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::problem::conversions::MemoryForm;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::rates::CostUnit;
use crate::assign_layouts::sites::{SiteOrigin, Sites};
use crate::pass::PassContext;
use ir::diag::{Diag, Severity, code, counted};
use ir::expected::EXPECTED_ATTR;
use ir::print::ValueNames;
use ir::source::SourceLocation;
use ir::{Module, Op, Value};

/// Counts the cost of a solution and its lower bound, with a remark if they differ, and reports the limits and the
/// reorders that only declared types require. `not_cloned` are the functions whose clones were not considered.
pub(super) fn report(
    module: &Module,
    sites: &Sites,
    solved: &SolvedGroups,
    not_cloned: &[Op],
    footprints: &mut Footprints,
    cx: &mut PassContext<'_>,
) {
    let unit = footprints.rates().unit();
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
    let declared = declared_only(sites, &solved.assignment, footprints);
    if let Some(&first) = declared.first() {
        messages.push((module.definition_location(first), declared_types(module, &declared, cx)));
    }
    messages.extend(unexpected(module, sites, &solved.assignment, footprints, cx));
    messages.extend(groups(module, sites, cx));
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

/// Returns the remarks about groups of ops to which no choice of their rule applies, and about those of which only one
/// cover is considered.
fn groups(module: &Module, sites: &Sites, cx: &PassContext<'_>) -> Vec<(SourceLocation, String)> {
    let target = cx.target.map_or("", |target| &*target.name);
    let unfit = sites.unfit.iter().map(|unfit| {
        let matches = if unfit.count == 1 { "match" } else { "matches" };
        let message = format!(
            "no choice of the rule for the group \"{}\" of target `@{target}` applies to {} {matches}, whose ops have their own rules",
            unfit.name, unfit.count
        );
        (module.location(unfit.first), message)
    });
    let mut remarks: Vec<_> = unfit.collect();
    if let Some(&first) = sites.uncovered.first() {
        let message = format!(
            "more than {MAX_OVERLAPS} matches of groups share ops, so that the largest ones are used and no lower bound is known"
        );
        remarks.push((module.location(sites.all[first].op), message));
    }
    remarks
}

/// Returns the values that are reordered to the layouts that their types declare, which no op uses.
fn declared_only(
    sites: &Sites,
    assignment: &Assignment,
    footprints: &mut Footprints,
) -> Vec<Value> {
    let declared = sites.all.iter().filter(|site| site.origin == SiteOrigin::Declared);
    let slots = declared.flat_map(|site| &site.slots).filter(|slot| {
        let plan = assignment.values.get(&slot.value);
        let Some((plan, &layout)) = plan.zip(sites.declared.get(&slot.value)) else { return false };
        let form = MemoryForm::shared(layout);
        let mut uses = sites.values[&slot.value].uses.iter();
        let is_used = uses.any(|&at| assignment.form(sites, at) == Some(form));
        let mut conversions = plan.conversions.iter();
        !is_used && conversions.any(|it| it.to == form && !it.is_view(footprints, slot.key))
    });
    slots.map(|slot| slot.value).collect()
}

/// Returns the remark about reordered values with dynamic dims that count as 1, at the first of them.
fn unexpected(
    module: &Module,
    sites: &Sites,
    assignment: &Assignment,
    footprints: &mut Footprints,
    cx: &PassContext<'_>,
) -> Option<(SourceLocation, String)> {
    let mut moved: Vec<(Value, usize)> = Vec::new();
    for (value, plan) in assignment.values.iter().filter(|(_, plan)| !plan.conversions.is_empty()) {
        let Some(def) = sites.values[&value].def else { continue };
        let key = sites.slot(def).key;
        let moves = plan.conversions.iter().any(|it| !it.is_view(footprints, key));
        if moves && !sites.constants.contains(value) {
            let dim = footprints.first_unexpected(&module.ctx, value, module.ty(value));
            moved.extend(dim.map(|dim| (value, dim)));
        }
    }
    let &(value, dim) = moved.first()?;
    let name = ValueNames::new(module, cx.registry).get(value);
    let others = match moved.len() - 1 {
        0 => String::new(),
        more => format!(", and so are dims of {}", counted(more, "more value")),
    };
    let message = format!(
        "d{dim} of `%{name}` is dynamic and counts as 1 in the cost of its reorders{others}; state its length by `{EXPECTED_ATTR} = {{d{dim} = 8 : i64}}`"
    );
    Some((module.definition_location(value), message))
}

fn declared_types(module: &Module, values: &[Value], cx: &PassContext<'_>) -> String {
    let name = ValueNames::new(module, cx.registry).get(values[0]);
    let types = match values.len() - 1 {
        0 => format!("the type of `%{name}` declares a layout that no op uses, so the value is"),
        more => format!(
            "the types of `%{name}` and {} declare layouts that no op uses, so the values are",
            counted(more, "more value")
        ),
    };
    format!("{types} reordered to it; `optimize-reorders` ignores the types of inner values")
}
