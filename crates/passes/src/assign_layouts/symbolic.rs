//! The assignment of layouts to tensors whose lengths are expressions over symbols: one assignment that costs least for all
//! values of the symbols, or an error.
//!
//! A module has a cost for each point, which is a value of each symbol. At a point the lengths are numbers, and the pass
//! assigns layouts as to any module, where a symbolic length is a dynamic one with this bound. The bytes of a tensor in any
//! order of its dims are the product of its lengths. If no symbol occurs twice in a product, the cost of an assignment is
//! linear in each symbol, so that its value at any point of a box is a mean of those at the corners, with weights above 0
//! inside. An assignment that costs least inside therefore costs least at each corner, if any assignment does, and
//! one that costs least at each corner costs least at all points. A length of 1 is an exception, because a reorder may then
//! be a view: such values are points of their own. Few points are compared one by one, whatever the costs are.

mod points;
mod shapes;

use super::prepared::{PreparedSites, SiteSources};
use super::rewrite::recount::{self, CountedReorder};
use super::sites::custom::CustomLayouts;
use super::sites::footprint::{Footprints, ReqsId};
use super::sites::rates::CostRates;
use super::task::{MOVED, Task};
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::pass::{PassContext, Stats};
use ir::diag::{Diag, Severity, Sink, code};
use ir::encoding;
use ir::layout::SymExpr;
use ir::retype::retype;
use ir::{Module, Registry};
use points::{POINTS, Points};
pub(super) use shapes::SymbolicShapes;
use shapes::{lengths_at, with_bounds};
use std::rc::Rc;

/// The function that assigns the layouts of a module without symbols.
type AssignNumbers = fn(&mut Module, &mut PassContext<'_>, Task<'_>);

/// A module whose layouts are assigned at a point.
struct Solved {
    module: Module,
    /// The total cost, and its lower bound.
    cost: u64,
    bound: u64,
    stats: Stats,
}

impl SymbolicShapes {
    /// Assigns layouts to all values of a module, with a function that assigns those of numbers.
    ///
    /// # Errors
    /// No assignment costs least for all values, or it is undecided; also an option that needs numbers.
    pub(super) fn assign(
        &self,
        module: &mut Module,
        cx: &mut PassContext<'_>,
        task: Task<'_>,
        run: AssignNumbers,
    ) -> Result<(), Diag> {
        let place = module.value_location(self.first);
        let error = |message: String| Diag::error(code::ASSIGN, place.clone(), message);
        if task.memory.is_some() {
            return Err(error("option `memory` needs lengths without symbols".to_owned()));
        }
        if task.certificate.is_some() {
            let message =
                "no certificate is written of lengths over symbols: a model has numbers as costs";
            cx.sink.push(Diag::new(Severity::Remark, code::ASSIGN, place.clone(), message));
        }
        let task = Task { certificate: None, ..task };
        let mut points = Points::new(self).map_err(error)?;
        // Where a length is 1, some reorders are views, which must be views at all points.
        points.starts.retain(|start| points.all.iter().all(|point| self.keeps_units(start, point)));
        self.check_models(module, cx, task, &points)?;
        let mut optima = Vec::new();
        for point in &points.all {
            let solved = self.solved(module, cx, (task, run), point, &mut Sink::default())?;
            optima.push((solved.cost, solved.bound));
        }
        let (mut refused, mut undecided) = (None, None);
        for start in &points.starts {
            let mut sink = Sink::default();
            let solved = self.solved(module, cx, (task, run), start, &mut sink)?;
            let costs = match self.costs(&solved, cx, task, start, &points.all) {
                Ok(costs) => costs,
                Err(reason) => {
                    undecided = Some(reason);
                    continue;
                }
            };
            let is_worse = |(cost, (_, bound)): (&u64, &(u64, u64))| cost > bound;
            let worse = costs.iter().zip(&optima).position(is_worse);
            if let Some(at) = worse {
                let found = (&start[..], solved.cost, costs[at]);
                refused.get_or_insert_with(|| self.refusal(found, &points.all[at], optima[at]));
                continue;
            }
            return self
                .write(module, cx, (solved, start), (&points.all, &costs), sink)
                .map_err(error);
        }
        let Some(refused) = refused else { return Err(error(undecided.unwrap_or_default())) };
        let note = "a narrower `where` on the types may have an assignment that costs least for all its values";
        Err(error(refused).note(note))
    }

    /// Returns why an assignment is refused: it costs more than another one at a point.
    fn refusal(
        &self,
        (start, cost, at_point): (&[i64], u64, u64),
        point: &[i64],
        (other, bound): (u64, u64),
    ) -> String {
        let is_allowed = self.symbols.contains(point);
        let [start, point] = [start, point].map(|it| self.text(it));
        if other != bound || !is_allowed {
            let reason = match is_allowed {
                true => "the least cost is not proven there",
                false => "`where` does not allow these values, but bounds costs by them",
            };
            return format!(
                "whether one assignment costs least for all values of the symbols is undecided at {point}: {reason}"
            );
        }
        format!(
            "no assignment is found that costs least for all values of the symbols: the one that costs least at {start}, {cost}, costs {at_point} at {point}, where another one costs {other}"
        )
    }

    /// Returns the module at a point with its layouts assigned. Its diagnostics go to `sink`.
    fn solved(
        &self,
        module: &Module,
        cx: &mut PassContext<'_>,
        (task, run): (Task<'_>, AssignNumbers),
        point: &[i64],
        sink: &mut Sink,
    ) -> Result<Solved, Diag> {
        let mut module = self.placed(module, point, with_bounds)?;
        let mut stats = Stats::default();
        let mut own = PassContext {
            registry: cx.registry,
            target: cx.target,
            anchor: cx.anchor,
            sink,
            stats: &mut stats,
            provenance: None,
            progress: cx.progress,
            files: cx.files,
        };
        run(&mut module, &mut own, task);
        if let Some(error) = sink.diags().iter().find(|diag| diag.severity == Severity::Error) {
            return Err(error
                .clone()
                .note(format!("the lengths are those at {}", self.text(point))));
        }
        let unit = CostRates::new(&module, cx.registry, cx.target).unit();
        let [cost, bound] = [unit.cost, unit.bound].map(|name| stats.get(name));
        Ok(Solved { module, cost, bound, stats })
    }

    /// Returns the cost of an assignment, which was found at `start`, at each point.
    fn costs(
        &self,
        solved: &Solved,
        cx: &mut PassContext<'_>,
        task: Task<'_>,
        start: &[i64],
        points: &[Vec<i64>],
    ) -> Result<Vec<u64>, String> {
        let here = self.reorders(&solved.module, cx, task, (start, start))?;
        let moved = here.iter().fold(0_u64, |sum, it| sum.saturating_add(it.cost));
        let choices = solved.cost.saturating_sub(moved);
        let costs = points.iter().map(|point| {
            let there = self.reorders(&solved.module, cx, task, (start, point))?;
            // A reorder is a view where both layouts have the same slots, unless it copies to other memory in any case.
            let copies = there.iter().zip(&here).filter(|(it, here)| here.is_same || !it.is_same);
            Ok(copies.fold(choices, |sum, (it, _)| sum.saturating_add(it.cost)))
        });
        costs.collect()
    }

    /// Returns the reorders of a module with the lengths of one point, at another one.
    fn reorders(
        &self,
        module: &Module,
        cx: &PassContext<'_>,
        task: Task<'_>,
        (from, to): (&[i64], &[i64]),
    ) -> Result<Vec<CountedReorder>, String> {
        let mut module = module.clone();
        let types = self.written(&mut module, from, |ctx, ty, lengths, _| {
            with_bounds(ctx, ty, &lengths_at(lengths, to).unwrap_or_default())
        })?;
        retype(&mut module, &types);
        let (_, mut footprints) = prepared(&mut module, cx, task);
        Ok(recount::reorders(&module, cx.registry, &mut footprints))
    }

    /// Replaces the module by an assignment, and reports it.
    fn write(
        &self,
        module: &mut Module,
        cx: &mut PassContext<'_>,
        (solved, start): (Solved, &[i64]),
        (points, costs): (&[Vec<i64>], &[u64]),
        sink: Sink,
    ) -> Result<(), String> {
        let Solved { module: mut found, stats, cost, .. } = solved;
        let types = self
            .written(&mut found, start, |ctx, ty, _, of| encoding::with_lengths_of(ctx, ty, of))?;
        retype(&mut found, &types);
        let unit = CostRates::new(&found, cx.registry, cx.target).unit();
        let most = points.iter().zip(costs).max_by_key(|(point, _)| *point);
        let (greatest, most) = most.map_or((start, cost), |(point, cost)| (&point[..], *cost));
        let fixed = cost.saturating_sub(stats.get(MOVED));
        for (name, count) in stats.iter() {
            let count = match name {
                _ if [unit.cost, unit.bound].contains(&name) => most,
                MOVED => most.saturating_sub(fixed),
                _ => count,
            };
            cx.stats.add(name, count);
        }
        sink.diags().iter().for_each(|diag| cx.sink.push(diag.clone()));
        let cost = match self.cost_text(&found, cx.registry, points, costs) {
            Some(text) => format!("`{text}` {}", unit.described),
            None => {
                let [least, most] = [costs.iter().min(), costs.iter().max()]
                    .map(|cost| cost.copied().unwrap_or_default());
                format!("from {least} to {most} {}", unit.described)
            }
        };
        let message = format!(
            "for all values of the symbols these layouts cost least: {cost}; the statistics are those at {}",
            self.text(greatest)
        );
        let place = found.value_location(self.first);
        cx.sink.push(Diag::new(Severity::Remark, code::ASSIGN, place, message));
        *module = found;
        Ok(())
    }

    /// Checks that the choices and their costs do not depend on the lengths: those of static lengths are those of dynamic
    /// ones. If the points are not all values, the bytes must be those of orders alone, without padding.
    fn check_models(
        &self,
        module: &Module,
        cx: &PassContext<'_>,
        task: Task<'_>,
        points: &Points,
    ) -> Result<(), Diag> {
        let place = module.value_location(self.first);
        let error = |message: String| Diag::error(code::ASSIGN, place.clone(), message);
        let labels = |mut module: Module| prepared(&mut module, cx, task).0.labels;
        let Some(first) = points.starts.first() else {
            let message = "whether one assignment costs least for all values of the symbols is undecided: each value has a length of 1 that others do not have";
            return Err(error(message.to_owned()));
        };
        let dynamic = labels(self.placed(module, first, with_bounds)?);
        if !points.is_complete && !dynamic.iter().flatten().all(is_plain) {
            let message = "costs over symbols need orders of dims as layouts, without formats and stride requirements";
            return Err(error(message.to_owned())
                .note(format!("up to {POINTS} values of the symbols need no such layouts")));
        }
        // Orders that differ in dims of length 1 alone are one candidate.
        let others = points.all.iter().chain(&points.starts);
        for point in others.filter(|point| !self.has_unit(point)) {
            if labels(self.placed(module, point, encoding::with_static_lengths)?) != dynamic {
                return Err(error(format!(
                    "the choices of the target for these ops, or their costs, depend on the symbols, as at {}",
                    self.text(point)
                ))
                .note("costs over symbols are those of reorders alone"));
            }
        }
        Ok(())
    }

    /// Returns the cost as an expression over the symbols; `None` if it is not the cost at each point.
    fn cost_text(
        &self,
        module: &Module,
        registry: &Registry,
        points: &[Vec<i64>],
        costs: &[u64],
    ) -> Option<String> {
        let mut total = SymExpr::constant(0);
        for op in recount::copies(module, registry) {
            let copied = self.bytes(module, module.ty(module.result(op, 0)?))?;
            let twice = SymExpr::operation("*", copied, SymExpr::constant(2)).ok()?;
            total = SymExpr::operation("+", total, twice).ok()?;
        }
        let last = points.last()?;
        let fixed = i128::from(*costs.last()?) - total.eval(last, &[]).ok()?;
        let fixed = SymExpr::constant(i64::try_from(fixed).ok()?);
        let total = SymExpr::operation("+", total, fixed).ok()?;
        // A reorder of a dim of length 1 may be free.
        let is_cost = |(point, cost): (&Vec<i64>, &u64)| {
            let cost = i128::from(*cost);
            let found = total.eval(point, &[]);
            found.is_ok_and(|found| found == cost || self.has_unit(point) && found > cost)
        };
        points
            .iter()
            .zip(costs)
            .all(is_cost)
            .then(|| self.symbols.simplified(&total, &[]).text(&self.symbols))
    }
}

/// Returns `true` for a label of orders alone, without stride requirements.
fn is_plain(label: &SiteLabel) -> bool {
    let mut layouts = label.layouts.iter().enumerate();
    layouts.all(|(slot, layout)| {
        matches!(layout, None | Some(Candidate::Order(_))) && label.reqs(slot) == ReqsId::default()
    })
}

/// Returns the sites of a module, and the memory of its tensors.
fn prepared(
    module: &mut Module,
    cx: &PassContext<'_>,
    task: Task<'_>,
) -> (PreparedSites, Footprints) {
    let Task { mode, effort, .. } = task;
    let custom = Rc::new(CustomLayouts::new(module, cx.registry, cx.target));
    let from =
        SiteSources { registry: cx.registry, target: cx.target, mode, effort, custom: &custom };
    let mut footprints = from.footprints(from.rates(module));
    let scope = from.scope(module);
    (PreparedSites::new(module, from, &scope, &mut footprints), footprints)
}
