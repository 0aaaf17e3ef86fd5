//! Conflicts between the views of an assignment, as exclusions of the problem or as forced copies.
//!
//! `resolve-strides` decides which views share memory. A conflict of an assignment is excluded from the problem, so that
//! the next solution weighs copies against other layouts. Only a conflict that holds whatever other views share is
//! excluded. All other conflicts are resolved by copies, without a proof that these are the cheapest.

use super::boundaries::FunctionBoundary;
use super::conversions::{ConversionCosts, ValueForm};
use super::embeddable::PartRelations;
use super::exclusions::{Decided, Exclusion, GroupExclusions, SplitUse, SplitValue};
use super::footprint::Footprints;
use super::layout_choices::{ConflictLayouts, MetForm};
use super::problem::{Assignment, LabeledSites};
use super::rewrite::{RewriteSources, rewrite};
use super::sites::{SiteGroup, SiteId, SiteRule, SlotId, SlotRole};
use super::touches::{
    FormTouch, OperandSlots, TouchRole, TouchedConflict, TouchedForm, WrittenForms, is_anchored,
};
use crate::resolve_strides::{LinkConflict, conflicts};
use indexmap::{IndexMap, IndexSet};
use ir::target::Target;
use ir::{Module, Op, Registry, Value};
use rustc_hash::FxBuildHasher;

/// The maximum number of uses of a value that may have copies of their own.
const MOST_USES: usize = 12;

/// The maximum number of exclusions of a group.
const MOST_EXCLUSIONS: usize = 20_000;

/// The reasons for copies: for each value, the ops that conflict, and why.
pub(super) type CopyReasons = IndexMap<Value, (Vec<Op>, String), FxBuildHasher>;

/// The conflicts of an assignment, each with its reason.
type FoundConflicts = Vec<(LinkConflict, Option<TouchedConflict>)>;

/// The sources of conflicts: the target, whose limits views may exceed, and the functions.
#[derive(Clone, Copy)]
pub(super) struct ConflictSources<'a> {
    pub(super) registry: &'a Registry,
    pub(super) target: Option<&'a Target>,
    pub(super) boundaries: &'a [FunctionBoundary],
}

/// The resolution of the conflicts of assignments.
pub(super) struct ConflictResolver<'a> {
    module: &'a Module,
    input: LabeledSites<'a>,
    from: ConflictSources<'a>,
    slots: OperandSlots<'a>,
    parts: PartRelations,
    /// The group of each site.
    group_of: Vec<usize>,
    /// The number of slots of its group from each site on.
    slots_from: Vec<u64>,
    pub(super) reasons: CopyReasons,
}

impl<'a> ConflictResolver<'a> {
    /// Returns a resolver. `None` if the module has no views that could conflict.
    pub(super) fn new(
        module: &'a Module,
        input: LabeledSites<'a>,
        groups: &[SiteGroup],
        footprints: &Footprints,
        from: ConflictSources<'a>,
    ) -> Option<ConflictResolver<'a>> {
        let sites = input.sites;
        if !sites.all.iter().any(|site| matches!(site.rule, SiteRule::View(_))) {
            return None;
        }
        let mut group_of = vec![0; sites.all.len()];
        let mut slots_from = vec![0; sites.all.len()];
        for (number, group) in groups.iter().enumerate() {
            let mut slots = 0;
            for &site in group.sites.iter().rev() {
                slots += sites.all[site].slots.len() as u64;
                (group_of[site], slots_from[site]) = (number, slots);
            }
        }
        let (slots, parts) = (OperandSlots::new(sites), PartRelations::new(sites, footprints));
        let reasons = CopyReasons::default();
        Some(ConflictResolver { module, input, from, slots, parts, group_of, slots_from, reasons })
    }

    fn is_anchored(&self, at: SlotId) -> bool {
        is_anchored(self.module, self.from.registry, self.input.sites, at)
    }

    /// Returns the conflicts of an assignment.
    pub(super) fn find(
        &mut self,
        footprints: &mut Footprints,
        assignment: &Assignment,
    ) -> FoundConflicts {
        let mut written = self.module.clone();
        let ConflictSources { registry, target, boundaries } = self.from;
        let sources = RewriteSources { registry, sites: self.input.sites, boundaries };
        let (_, forms) =
            footprints.on_copy(|footprints| rewrite(&mut written, sources, footprints, assignment));
        let forms = forms.iter().map(|(&(value, form), &written)| (written, (value, form)));
        let (module, forms) = (&written, forms.collect());
        let written = WrittenForms { module, forms, assignment, slots: &self.slots };
        let found = conflicts(module, registry, target).into_iter().map(|conflict| {
            let touched = written.touched(&conflict, |at| self.is_anchored(at));
            (conflict, touched)
        });
        let found: FoundConflicts = found.collect();
        for (conflict, touched) in &found {
            let ops: Vec<Op> = conflict.links.iter().map(|link| link.op).collect();
            for touch in touched.iter().flat_map(TouchedConflict::touches) {
                let reason = || (ops.clone(), conflict.why.clone());
                self.reasons.entry(touch.value).or_insert_with(reason);
            }
        }
        found
    }

    /// Adds exclusions for conflicts. Returns the groups that have new ones.
    pub(super) fn exclude(
        &self,
        footprints: &mut Footprints,
        found: &FoundConflicts,
        assignment: &Assignment,
        exclusions: &mut [GroupExclusions],
    ) -> Vec<usize> {
        let mut changed = Vec::new();
        for (conflict, touched) in found {
            let Some(touched) = touched else { continue };
            let Some(first) = touched.links.first().and_then(|link| link.first()) else { continue };
            let group = self.group_of[first.site];
            if self.exclude_one(footprints, conflict, touched, assignment, &mut exclusions[group])
                && !changed.contains(&group)
            {
                changed.push(group);
            }
        }
        changed
    }

    fn exclude_one(
        &self,
        footprints: &mut Footprints,
        conflict: &LinkConflict,
        touched: &TouchedConflict,
        assignment: &Assignment,
        exclusions: &mut GroupExclusions,
    ) -> bool {
        if let Some((operand, copy)) = self.constant_copy(touched, exclusions) {
            return exclusions.constants.insert(operand, copy).is_none();
        }
        let sites = self.input.sites;
        let group = |at: &SlotId| self.group_of[at.site];
        let mut slots = touched.links.iter().flatten();
        let first = slots.clone().next().map(|at| at.site);
        let own = slots.next().map(group);
        let splits = exclusions.split.len();
        let within = self.whole_sites(conflict, touched);
        let may_be_part = |value: &Value| self.parts.may_be_part(sites, *value, &within);
        // One op conflicts with itself whatever other ops share.
        let is_one_op = touched.links.iter().flatten().all(|at| Some(at.site) == first);
        let is_open = || touched.values.iter().any(may_be_part);
        if conflict.holds_in_all_layouts && !is_one_op && is_open()
            || !slots.all(|at| Some(group(at)) == own)
            || !self.split(footprints, touched.touches(), exclusions)
        {
            return false;
        }
        if let Some(is_new) = self.keep_apart(conflict, touched, exclusions) {
            return is_new || exclusions.split.len() > splits;
        }
        let mut base: Exclusion = Vec::new();
        let mut open = Vec::new();
        for form in &touched.forms {
            match self.met_form(form, exclusions) {
                Some(form) => open.push(form),
                None => base.extend(form.touches.iter().map(decided)),
            }
        }
        if !conflict.holds_in_all_layouts {
            base.extend(touched.links.iter().map(|link| self.same_labels(link, assignment)));
        }
        let choices = ConflictLayouts { input: self.input, links: &touched.links, open: &open };
        let before = exclusions.all.len();
        for choice in choices.all(footprints, conflict.holds_in_all_layouts) {
            if exclusions.all.len() >= MOST_EXCLUSIONS {
                break;
            }
            let mut exclusion = base.clone();
            for (tensor, form) in open.iter().zip(choice) {
                exclusion.extend(
                    tensor.touches.iter().map(|touch| decided(&FormTouch { form, ..*touch })),
                );
            }
            exclusions.all.insert(exclusion);
        }
        exclusions.all.len() > before
    }

    /// Returns the sites of which all links are in a conflict.
    fn whole_sites(&self, conflict: &LinkConflict, touched: &TouchedConflict) -> Vec<SiteId> {
        let linked = touched.links.iter().take(conflict.links.len());
        let linked: Vec<SiteId> = linked.flatten().map(|at| at.site).collect();
        let is_whole = |site: &SiteId| match &self.input.sites.all[*site].rule {
            // Each link has two slots.
            SiteRule::View(links) => {
                linked.iter().filter(|other| *other == site).count() == 2 * links.len()
            }
            _ => false,
        };
        linked.iter().copied().filter(is_whole).collect()
    }

    /// Returns a use of a constant in a conflict, and the number of a copy of its own, which costs nothing.
    fn constant_copy(
        &self,
        touched: &TouchedConflict,
        exclusions: &GroupExclusions,
    ) -> Option<((Op, usize), u32)> {
        touched.touches().find_map(|touch| {
            let TouchRole::Use(at) = touch.role else { return None };
            let SlotRole::Use(op, operand) = self.input.sites.slot(at).role else { return None };
            let is_constant = self.input.sites.constants.contains(&touch.value);
            let is_shared = !exclusions.constants.contains_key(&(op, operand));
            let copy = u32::try_from(exclusions.constants.len()).ok()?.checked_add(1)?;
            (is_constant && is_shared).then_some(((op, operand), copy))
        })
    }

    /// Lets the uses of the values that a conflict meets have copies of their own. Returns `false` if these are too many.
    fn split<'t>(
        &self,
        footprints: &Footprints,
        touches: impl Iterator<Item = &'t FormTouch>,
        exclusions: &mut GroupExclusions,
    ) -> bool {
        let sites = self.input.sites;
        let mut fits = true;
        for touch in touches {
            let uses = sites.values[&touch.value].uses.iter().copied();
            let tie = |at: SlotId| self.slots_from[at.site].saturating_sub(at.slot as u64);
            let uses = uses.filter(|&at| self.is_anchored(at));
            let uses: Vec<SplitUse> = uses.map(|at| SplitUse { at, tie: tie(at) }).collect();
            fits &= uses.len() <= MOST_USES;
            if fits {
                exclusions.split.entry(touch.value).or_insert_with(|| {
                    let mut split = SplitValue { uses, ..SplitValue::default() };
                    split.apart = self.parts.apart(sites, footprints, &split);
                    split
                });
            }
        }
        fits
    }

    /// Records that two uses of a value cannot share a form. Returns `None` for other conflicts, and otherwise `true` if
    /// it was unknown.
    fn keep_apart(
        &self,
        conflict: &LinkConflict,
        touched: &TouchedConflict,
        exclusions: &mut GroupExclusions,
    ) -> Option<bool> {
        let [form] = &touched.forms[..] else { return None };
        let [a, b] = form.touches[..] else { return None };
        let (TouchRole::Use(a), TouchRole::Use(b), true) =
            (a.role, b.role, conflict.holds_in_all_layouts)
        else {
            return None;
        };
        let split = exclusions.split.get_mut(&form.touches[0].value)?;
        let (a, b) = (split.position(a)?, split.position(b)?);
        Some(split.apart.insert([a.min(b), a.max(b)]))
    }

    /// Returns a form whose conflict does not depend on the number of the copy. `None` for one that more than the links
    /// constrains.
    fn met_form<'t>(
        &self,
        form: &'t TouchedForm,
        exclusions: &GroupExclusions,
    ) -> Option<MetForm<'t>> {
        let first = form.touches.first().filter(|_| !form.is_constrained)?;
        let is_defined = form.touches.iter().any(|touch| touch.role == TouchRole::Def);
        let copies = if is_defined { 0 } else { exclusions.split.get(&first.value)?.uses.len() };
        let copies = u32::try_from(copies).ok()?;
        Some(MetForm { form: first.form, copies, touches: &form.touches })
    }

    /// Returns the labels of the site of a link in which its slots have the assigned layouts.
    fn same_labels(&self, link: &[SlotId], assignment: &Assignment) -> Decided {
        let site = link[0].site;
        let labels = &self.input.labels[site];
        let assigned = &labels[assignment.labels[site]].layouts;
        let is_same = |label: &usize| {
            link.iter().all(|at| labels[*label].layouts[at.slot] == assigned[at.slot])
        };
        Decided::Labels(site, (0..labels.len()).filter(is_same).collect())
    }

    /// Inserts copies until no conflict is left that a copy resolves.
    pub(super) fn copy_all(&mut self, footprints: &mut Footprints, assignment: &mut Assignment) {
        loop {
            let found = self.find(footprints, assignment);
            if found.is_empty() || !self.copy(footprints, &found, assignment) {
                return;
            }
        }
    }

    /// Inserts a copy for each conflict, where it costs least. Returns `false` if no copy helps.
    fn copy(
        &self,
        footprints: &mut Footprints,
        found: &FoundConflicts,
        assignment: &mut Assignment,
    ) -> bool {
        let mut changed = false;
        for (_, touched) in found {
            let Some(touched) = touched else { continue };
            let mut best: Option<(u64, SlotId, ValueForm)> = None;
            for touch in touched.touches() {
                let TouchRole::Use(at) = touch.role else { continue };
                let cost = self.copy_cost(footprints, touch, assignment);
                if best.is_none_or(|(least, ..)| cost < least)
                    && !self.is_only_use(at, touch, assignment)
                {
                    best = Some((cost, at, touch.form));
                }
            }
            if let Some((_, at, form)) = best {
                self.copy_use(footprints, at, form, assignment);
                changed = true;
            }
        }
        changed
    }

    fn copy_cost(
        &self,
        footprints: &mut Footprints,
        touch: &FormTouch,
        assignment: &Assignment,
    ) -> u64 {
        let sites = self.input.sites;
        if sites.constants.contains(&touch.value) {
            return 0;
        }
        let (Some(def), Some(plan)) =
            (sites.values[&touch.value].def, assignment.values.get(&touch.value))
        else {
            return u64::MAX;
        };
        let ends = (touch.value, sites.slot(def).key);
        footprints.move_cost(self.module, ends, plan.defined, touch.form.layout)
    }

    /// Returns `true` if a use has a copy of its own.
    fn is_only_use(&self, at: SlotId, touch: &FormTouch, assignment: &Assignment) -> bool {
        let slots = &self.input.sites.values[&touch.value];
        let has_form = |other: &SlotId| match self.input.sites.slot(*other).role {
            SlotRole::Use(op, operand) => assignment.uses.get(&(op, operand)) == Some(&touch.form),
            SlotRole::Def => false,
        };
        touch.form.copy > 0 && !slots.uses.iter().any(|other| *other != at && has_form(other))
    }

    /// Replaces the form of a use by a copy of its own.
    fn copy_use(
        &self,
        footprints: &mut Footprints,
        at: SlotId,
        form: ValueForm,
        assignment: &mut Assignment,
    ) {
        let sites = self.input.sites;
        let SlotRole::Use(op, operand) = sites.slot(at).role else { return };
        let value = sites.slot(at).value;
        let Some(def) = sites.values[&value].def else { return };
        let most = self.forms(value, assignment).map(|form| form.copy).max().unwrap_or(0);
        let own = ValueForm { layout: form.layout, copy: most.saturating_add(1) };
        assignment.uses.insert((op, operand), own);
        let used: IndexSet<ValueForm> = self.forms(value, assignment).collect();
        let (module, slot) = (self.module, sites.slot(def));
        let constants = &sites.constants;
        let mut costs = ConversionCosts { module, footprints, constants, byte: 1 };
        let Some(before) = assignment.values.get(&value) else { return };
        let plan = costs.plan_of(slot, before.defined, used);
        if !sites.constants.contains(&value) {
            let [before, after] = [before, &plan].map(|plan| costs.plan_cost(slot, plan));
            assignment.moved = assignment.moved.saturating_sub(before).saturating_add(after);
        }
        assignment.values.insert(value, plan);
    }

    /// Returns the forms of the uses of a value.
    fn forms(&self, value: Value, assignment: &Assignment) -> impl Iterator<Item = ValueForm> {
        let sites = self.input.sites;
        let uses = sites.values[&value].uses.iter();
        uses.filter_map(move |&at| match sites.slot(at).role {
            SlotRole::Use(op, operand) => assignment.uses.get(&(op, operand)).copied(),
            SlotRole::Def => None,
        })
    }
}

/// Returns the decision that a touch is.
fn decided(touch: &FormTouch) -> Decided {
    match touch.role {
        TouchRole::Use(at) => Decided::Use(at, touch.form),
        TouchRole::Def => Decided::Defined(touch.value, touch.form.layout),
    }
}
