//! A lower bound of the bytes that are live at each point of a function, for an assignment and for all assignments.
//!
//! Each op is two points: the op itself, and the place after it where the copies of its results are. At a point, a value
//! that is used later has at least one form in memory, and two uses in different memory need two forms. The values
//! that views or results in place relate may share a buffer, so that only the largest of them counts. Arguments and returned
//! values belong to the caller; of these, only forms in another memory than that of the caller count.
//!
//! The model neglects padding between buffers, the copies that `resolve-strides` inserts, and memory that views keep live.
//! So each of its sums is a lower bound of the arena.

use super::super::problem::Assignment;
use super::super::problem::exclusions::Decided;
use super::super::sites::{Sites, SlotId, SlotRole, ValueSlots};
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::candidates::propagate::Candidates;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::{Footprints, TensorKey};
use ir::arena::{NumberedOps, overwritable};
use ir::module::Def;
use ir::target::Target;
use ir::{Module, Op, Registry, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};

/// A point of a function: twice the number of an op, plus 1 for the place after it.
type Point = usize;

/// The sources of the model.
#[derive(Clone, Copy)]
pub(super) struct LiveSources<'a> {
    pub(super) module: &'a Module,
    pub(super) registry: &'a Registry,
    pub(super) target: Option<&'a Target>,
    pub(super) sites: &'a Sites,
    pub(super) candidates: &'a Candidates,
    pub(super) labels: &'a [Vec<SiteLabel>],
}

/// The live values of a function.
pub(super) struct LiveFunction {
    pub(super) function: Op,
    /// The ops in printed order.
    ops: Vec<Op>,
    /// The values that may share buffers, in classes.
    classes: Vec<Vec<LiveValue>>,
}

/// A value of which forms are in the arena.
struct LiveValue {
    value: Value,
    key: TensorKey,
    def: SlotId,
    /// The points at which the definition is in the arena; `None` if it belongs to the caller.
    defined: Option<[Point; 2]>,
    /// The point of its copies.
    copies: Point,
    /// `true` if the definition is live as long as it is copied.
    is_source: bool,
    /// The uses, with their last points.
    uses: Vec<(SlotId, Point)>,
    /// The slot whose form belongs to the caller, if there is one.
    of_caller: Option<SlotId>,
    /// The bytes of its smallest and of its largest form.
    bytes: [u64; 2],
}

/// A form of a value in an assignment: its memory, its bytes, a slot that has it, and the points at which it is live.
#[derive(Clone, Copy)]
struct LiveForm {
    memory: usize,
    bytes: u64,
    slot: SlotId,
    first: Point,
    last: Point,
}

/// The forms of a value in an assignment.
struct ValueForms {
    forms: Vec<LiveForm>,
    /// The form that belongs to the caller.
    of_caller: Option<LiveForm>,
}

/// A part of the bytes that are live at a point, and the decision that implies it.
struct LiveBytes {
    bytes: u64,
    /// The part that every assignment has.
    least: u64,
    decision: Decided,
}

/// The forms of all values of a function in an assignment, and the bytes that are live at each point.
pub(super) struct LiveAssignment<'a> {
    of: &'a LiveFunction,
    forms: Vec<Vec<ValueForms>>,
    /// The sum of live bytes by point.
    sums: Vec<u64>,
}

impl LiveFunction {
    pub(super) fn new(
        from: LiveSources<'_>,
        footprints: &mut Footprints,
        function: Op,
    ) -> LiveFunction {
        let LiveSources { module, registry, sites, .. } = from;
        let numbered = NumberedOps::new(module, registry, function);
        let mut values: Vec<(LiveValue, bool)> = Vec::new();
        let mut places: FxHashMap<Value, usize> = FxHashMap::default();
        for (value, slots) in sites.values.iter() {
            let Some(live) = LiveValue::new(from, &numbered, footprints, (value, slots)) else {
                continue;
            };
            places.insert(value, values.len());
            values.push(live);
        }
        let (labels, unknown) = joined_values(from, numbered.ops(), places);
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let mut classes: Vec<(Vec<LiveValue>, bool)> = Vec::new();
        for ((value, is_known), label) in values.into_iter().zip(labels) {
            let number = *numbers.entry(label).or_insert_with(|| {
                classes.push((Vec::new(), !unknown.contains(&label)));
                classes.len() - 1
            });
            let (class, is_class_known) = &mut classes[number];
            let is_of_caller = |value: &LiveValue| value.of_caller.is_some();
            *is_class_known &= is_known
                && (class.is_empty() || !is_of_caller(&value) && !class.iter().any(is_of_caller));
            class.push(value);
        }
        let classes = classes.into_iter().filter(|(_, is_known)| *is_known);
        let classes = classes.map(|(class, _)| class).collect();
        LiveFunction { function, ops: numbered.ops().to_vec(), classes }
    }

    /// Returns the greatest sum of bytes that are live at a point in every assignment, and the op of the point.
    pub(super) fn least(&self) -> (u64, Op) {
        let mut sums = vec![0u64; 2 * self.ops.len()];
        for class in &self.classes {
            add_greatest(&mut sums, class, LiveValue::points, LiveValue::least_at);
        }
        let (point, least) = greatest(&sums);
        (least, self.op_at(point))
    }

    /// Returns `true` if an op is one of the function.
    pub(super) fn contains(&self, op: Op) -> bool {
        self.ops.contains(&op)
    }

    fn op_at(&self, point: Point) -> Op {
        self.ops[point / 2]
    }

    /// Returns the forms of an assignment.
    pub(super) fn assigned<'a>(
        &'a self,
        from: LiveSources<'_>,
        footprints: &mut Footprints,
        assignment: &Assignment,
    ) -> LiveAssignment<'a> {
        let mut sums = vec![0u64; 2 * self.ops.len()];
        let mut all = Vec::with_capacity(self.classes.len());
        for class in &self.classes {
            let forms = class.iter().map(|value| value.forms(from, footprints, assignment));
            let forms: Vec<ValueForms> = forms.collect();
            let with_forms: Vec<(&LiveValue, &ValueForms)> = class.iter().zip(&forms).collect();
            add_greatest(
                &mut sums,
                &with_forms,
                |(value, _)| value.points(),
                |(value, forms), point| value.bytes_at(forms, point).map_or(0, |it| it.bytes),
            );
            all.push(forms);
        }
        LiveAssignment { of: self, forms: all, sums }
    }
}

/// Adds the greatest bytes of the items of a class at each point.
fn add_greatest<T>(
    sums: &mut [u64],
    class: &[T],
    points: impl Fn(&T) -> [Point; 2],
    bytes: impl Fn(&T, Point) -> u64,
) {
    let mut of_class: FxHashMap<Point, u64> = FxHashMap::default();
    for item in class {
        let [first, last] = points(item);
        for point in first..=last.min(sums.len().saturating_sub(1)) {
            let known = of_class.entry(point).or_insert(0);
            *known = (*known).max(bytes(item, point));
        }
    }
    for (point, bytes) in of_class {
        sums[point] = sums[point].saturating_add(bytes);
    }
}

/// Returns the first point with the greatest sum.
fn greatest(sums: &[u64]) -> (Point, u64) {
    let mut found = (0, 0);
    for (point, &sum) in sums.iter().enumerate() {
        if sum > found.1 {
            found = (point, sum);
        }
    }
    found
}

/// Returns a number for each live value, equal for those that views may place in one buffer, and the numbers of the
/// buffers that may have other values, too.
fn joined_values(
    from: LiveSources<'_>,
    ops: &[Op],
    mut places: FxHashMap<Value, usize>,
) -> (Vec<usize>, FxHashSet<usize>) {
    let LiveSources { module, registry, sites, .. } = from;
    let live = places.len();
    let mut pairs = Vec::new();
    for &op in ops {
        let Some(Ok(relations)) = registry.view_relations(module, op) else { continue };
        for view in relations {
            let [whole, part] = [view.whole, view.part].map(|value| {
                let next = places.len();
                *places.entry(sites.removed.source(module, value)).or_insert(next)
            });
            pairs.push((whole, part));
        }
    }
    let mut joined = UnionFind::new(places.len());
    for (whole, part) in pairs {
        joined.union(whole, part);
    }
    let labels = joined.into_labeling();
    let unknown = labels[live..].iter().copied().collect();
    (labels[..live].to_vec(), unknown)
}

impl LiveValue {
    /// Returns the value, and `true` if its owner is known. `None` for a value outside of the function, and for a constant.
    fn new(
        from: LiveSources<'_>,
        numbered: &NumberedOps<'_>,
        footprints: &mut Footprints,
        (value, slots): (Value, &ValueSlots),
    ) -> Option<(LiveValue, bool)> {
        let LiveSources { module, registry, sites, .. } = from;
        let (around, copies, is_alone) = defined_at(module, numbered, value)?;
        let span = numbered.span(around)?;
        let is_argument = numbered.ops().first() == Some(&around);
        let def = slots.def?;
        let is_static =
            module.kind(value).tensor_dims().is_some_and(|dims| dims.iter().all(Option::is_some));
        let key = sites.slot(def).key;
        let mut uses = Vec::new();
        let mut returned = Vec::new();
        for &at in &slots.uses {
            let SlotRole::Use(op, _) = sites.slot(at).role else { continue };
            let Some(used) = numbered.use_of(value, op) else { continue };
            if registry.op_def(module, op).is_some_and(|def| def.returns) {
                returned.push(at);
                continue;
            }
            // A use in any layout has the form of the definition.
            let mut labels = from.labels[at.site].iter();
            let has_layout = |label: &SiteLabel| label.layouts[at.slot].is_some();
            let with_layout = labels.clone().filter(|label| has_layout(label)).count();
            let is_any = with_layout == 0 && !labels.any(|label| label.is_absent);
            if is_any || with_layout == from.labels[at.site].len() {
                uses.push((if is_any { def } else { at }, 2 * to_point(used.last)));
            }
        }
        let of_caller = if is_argument { Some(def) } else { returned.first().copied() };
        let is_known = slots.alternatives.is_empty()
            && is_static
            && !sites.constants.contains(value)
            && returned.len() + usize::from(is_argument) < 2;
        let bytes = form_bytes(from, footprints, (value, key), slots);
        // A result in place adds no bytes while its op is executed.
        let may_be_in_place = !overwritable(module, around, registry, from.target).is_empty();
        let defined = match may_be_in_place {
            true => [copies, copies.saturating_sub(1)],
            false => [2 * to_point(span.first), 2 * to_point(span.last)],
        };
        let is_source = is_alone && (bytes[0] == bytes[1] || slots.uses.len() == 1);
        let defined = (!is_argument).then_some(defined);
        let live =
            LiveValue { value, key, def, defined, copies, is_source, uses, of_caller, bytes };
        Some((live, is_known))
    }

    /// Returns the first and the last point at which a form is live.
    fn points(&self) -> [Point; 2] {
        let of_uses = self.uses.iter().map(|&(_, last)| last).max();
        let first = self.defined.map_or(self.copies, |defined| defined[0]);
        let ends =
            of_uses.into_iter().chain(self.defined.map(|defined| defined[1].max(self.copies)));
        [first, ends.max().unwrap_or(first)]
    }

    /// Returns the bytes that every assignment has at a point.
    fn least_at(&self, point: Point) -> u64 {
        let is_defined = self.defined.is_some_and(|[first, last]| first <= point && point <= last);
        let is_used = self.uses.iter().any(|&(_, last)| self.copies <= point && point <= last);
        if self.of_caller.is_none() && (is_defined || is_used) { self.bytes[0] } else { 0 }
    }

    /// Returns the forms of an assignment.
    fn forms(
        &self,
        from: LiveSources<'_>,
        footprints: &mut Footprints,
        assignment: &Assignment,
    ) -> ValueForms {
        let mut memories: Vec<Candidate> = Vec::new();
        let mut form = |slot: SlotId, layout: Candidate, first: Point, last: Point| {
            let known = memories.iter().position(|&it| footprints.is_same(self.key, it, layout));
            let memory = known.unwrap_or_else(|| {
                memories.push(layout);
                memories.len() - 1
            });
            let bytes = footprints.least_bytes((self.value, self.key), layout);
            LiveForm { memory, bytes, slot, first, last }
        };
        let layout_at = |slot: SlotId| match slot == self.def {
            true => assignment.values.get(&self.value).map(|plan| plan.defined),
            false => assignment.form(from.sites, slot).map(|form| form.layout),
        };
        let mut forms: Vec<LiveForm> = Vec::new();
        for &(slot, last) in &self.uses {
            let Some(layout) = layout_at(slot) else { continue };
            let own = form(slot, layout, self.copies, last);
            match forms.iter_mut().find(|known| known.memory == own.memory) {
                Some(known) if known.last < own.last => *known = own,
                Some(_) => {}
                None => forms.push(own),
            }
        }
        let of_caller = self.of_caller.and_then(|slot| Some(form(slot, layout_at(slot)?, 0, 0)));
        if let (Some([first, last]), Some(layout)) = (self.defined, layout_at(self.def)) {
            let mut own = form(self.def, layout, first, last);
            let mut others = forms.iter().chain(&of_caller);
            let is_copied = others.any(|other| other.memory != own.memory);
            own.last = if is_copied && self.is_source { last.max(self.copies) } else { last };
            forms.push(own);
        }
        ValueForms { forms, of_caller }
    }

    /// Returns the bytes of the forms at a point, at most two; `None` if none of them is in the arena.
    fn bytes_at(&self, of: &ValueForms, point: Point) -> Option<LiveBytes> {
        let live = of.forms.iter().filter(|form| form.first <= point && point <= form.last);
        let [least, most] = self.bytes;
        if self.of_caller.is_some() {
            let caller = of.of_caller?;
            let other =
                live.filter(|form| form.memory != caller.memory).max_by_key(|it| it.bytes)?;
            let together = other.bytes.saturating_add(caller.bytes);
            let decision = Decided::Bytes([caller.slot, other.slot], together);
            return (together > most).then_some(LiveBytes { bytes: least, least: 0, decision });
        }
        let mut live: Vec<LiveForm> = live.copied().collect();
        live.sort_by_key(|form| (std::cmp::Reverse(form.bytes), form.memory));
        live.dedup_by_key(|form| form.memory);
        let first = *live.first()?;
        let second = *live.get(1).unwrap_or(&first);
        let added = if second.memory == first.memory { 0 } else { second.bytes };
        let bytes = first.bytes.saturating_add(added);
        let decision = Decided::Bytes([first.slot, second.slot], bytes);
        Some(LiveBytes { bytes, least, decision })
    }
}

/// Returns the op that defines a value, or around the block of an argument, the point of the copies of the value, and `true`
/// if no other value has its copies there. `None` for a value of another function.
fn defined_at(
    module: &Module,
    numbered: &NumberedOps<'_>,
    value: Value,
) -> Option<(Op, Point, bool)> {
    Some(match module.def(value) {
        Def::Result(op, _) => {
            (op, 2 * to_point(numbered.span(op)?.last) + 1, module.results(op).len() == 1)
        }
        Def::Argument(block, _) => {
            let first = to_point(numbered.span(module.ops(block).next()?)?.first);
            let around = module.region_parent(module.block_region(block));
            (around, (2 * first).checked_sub(1)?, module.arguments(block).len() == 1)
        }
    })
}

fn to_point(number: u32) -> Point {
    number as Point
}

/// Returns the bytes of the smallest and of the largest form that a value can have.
fn form_bytes(
    from: LiveSources<'_>,
    footprints: &mut Footprints,
    (value, key): (Value, TensorKey),
    slots: &ValueSlots,
) -> [u64; 2] {
    let of_value = from.candidates.of_value.get(&value);
    let mut layouts: Vec<Candidate> = of_value.into_iter().flatten().copied().collect();
    for at in slots.all() {
        layouts.extend(from.labels[at.site].iter().filter_map(|label| label.layouts[at.slot]));
    }
    // A candidate that a limit excluded is not smaller.
    layouts.push(footprints.row_major(key));
    let sizes = layouts.into_iter().map(|layout| footprints.least_bytes((value, key), layout));
    sizes.fold([u64::MAX, 0], |[least, most], bytes| [least.min(bytes), most.max(bytes)])
}

impl LiveAssignment<'_> {
    /// Returns the greatest sum of live bytes.
    pub(super) fn peak(&self) -> u64 {
        greatest(&self.sums).1
    }

    /// Returns the points with more than `limit` bytes, those with the most first, at most `count` of them. Of neighbors, only
    /// the first of the greatest is among them.
    pub(super) fn exceeding(&self, limit: u64, count: usize) -> Vec<Point> {
        let is_peak = |&point: &Point| {
            let sum = self.sums[point];
            let before = point.checked_sub(1).map_or(0, |before| self.sums[before]);
            let after = self.sums.get(point + 1).copied().unwrap_or(0);
            sum > limit && sum > before && sum >= after
        };
        let mut found: Vec<Point> = (0..self.sums.len()).filter(is_peak).collect();
        found.sort_by_key(|&point| (std::cmp::Reverse(self.sums[point]), point));
        found.truncate(count);
        found
    }

    /// Returns decisions that together imply more than `limit` bytes at a point, as few as possible, and those that add the
    /// most. The last of them is as weak as possible.
    pub(super) fn decisions(&self, point: Point, limit: u64) -> Vec<Decided> {
        let mut parts = self.parts(point);
        let mut sum = parts.iter().fold(0u64, |sum, part| sum.saturating_add(part.bytes));
        parts.retain(|part| part.bytes > part.least);
        parts.sort_by_key(|part| std::cmp::Reverse(part.bytes - part.least));
        while let Some(part) = parts.last() {
            let without = sum - (part.bytes - part.least);
            if without <= limit {
                break;
            }
            sum = without;
            parts.pop();
        }
        let slack = sum.saturating_sub(limit).saturating_sub(1);
        if let Some(LiveBytes { decision: Decided::Bytes(_, bytes), least, .. }) = parts.last_mut()
            && *least > 0
        {
            *bytes -= slack;
        }
        parts.into_iter().map(|part| part.decision).collect()
    }

    /// Returns the decisions that add bytes at a point, those with the most first.
    pub(super) fn adding(&self, point: Point) -> Vec<Decided> {
        let mut parts = self.parts(point);
        parts.retain(|part| part.bytes > part.least);
        parts.sort_by_key(|part| std::cmp::Reverse(part.bytes - part.least));
        parts.into_iter().map(|part| part.decision).collect()
    }

    /// Returns the bytes of each class at a point.
    fn parts(&self, point: Point) -> Vec<LiveBytes> {
        let all = self.of.classes.iter().zip(&self.forms);
        let parts = all.filter_map(|(class, forms)| {
            let least = class.iter().map(|value| value.least_at(point)).max().unwrap_or(0);
            let values = class.iter().zip(forms);
            let parts = values.filter_map(|(value, forms)| value.bytes_at(forms, point));
            let part = parts.max_by_key(|part| part.bytes)?;
            Some(LiveBytes { least, ..part })
        });
        parts.collect()
    }
}
