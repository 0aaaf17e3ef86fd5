//! Conflicts between the views of an assignment, as exclusions of the problem or as forced copies.
//!
//! `resolve-strides` decides which views share memory. A conflict of an assignment is excluded from the problem, so that
//! the next solution weighs copies against other layouts. Only a conflict that holds whatever other views share is
//! excluded. All other conflicts are resolved by copies, without a proof that these are the cheapest.
//!
//! The sixth step, on a solution that was written as a module. `touches` and `labeled_conflict` are the decisions that a
//! conflict depends on, `layout_choices` the layouts for which it holds, and `site_limits` the labels of one op that
//! exceed the limits of the device; `respell` adds labels within them. `embeddable` are the concats whose place depends on
//! other views; conflicts of these are resolved by copies alone, with a bound that is lower than the cost.

mod embeddable;
mod forced;
mod labeled_conflict;
mod layout_choices;
mod respell;
mod site_limits;
mod touches;

use super::problem::Assignment;
use super::rewrite::{RewriteSources, rewrite};
use super::sites::{SiteGroup, SiteId, SiteRule, Sites, SlotId, SlotRole, ValueSlots};
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::collect::boundaries::FunctionBoundary;
use crate::assign_layouts::problem::conversions::MemoryForm;
use crate::assign_layouts::problem::exclusions::{
    Decided, Exclusion, GroupExclusions, SplitUse, SplitValue,
};
use crate::assign_layouts::sites::footprint::Footprints;
use crate::resolve_strides::{LinkConflict, conflicts};
use embeddable::PartRelations;
use indexmap::IndexMap;
use ir::target::Target;
use ir::{Module, Op, Registry, Value};
use labeled_conflict::LabeledConflict;
use layout_choices::{ConflictLayouts, MetForm};
use respell::respelled;
use rustc_hash::{FxBuildHasher, FxHashMap};
use site_limits::exceeding;
use std::borrow::Cow;
use touches::{
    FormTouch, OperandSlots, TouchRole, TouchedConflict, TouchedForm, WrittenForms, is_anchored,
};

const MAX_USES: usize = crate::limits::COPIED_USES as usize;

const MAX_EXCLUSIONS: usize = crate::limits::EXCLUSIONS as usize;

/// The reasons for copies: for each value, the ops that conflict, and why.
pub(super) type CopyReasons = IndexMap<Value, (Vec<Op>, String), FxBuildHasher>;

/// A conflict of an assignment.
pub(super) struct FoundConflict {
    conflict: LinkConflict,
    /// `None` if other values than those of the assignment take part.
    touched: Option<TouchedConflict>,
    /// The values of the assignment that take part.
    values: Vec<Value>,
}

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
    sites: &'a Sites,
    from: ConflictSources<'a>,
    slots: OperandSlots<'a>,
    parts: PartRelations,
    /// The group of each site.
    group_of: Vec<usize>,
    /// The number of slots of its group from each site on.
    slots_from: Vec<u64>,
    pub(super) reasons: CopyReasons,
    /// `true` if a conflict would not exist without the limits of the target.
    pub(super) meets_limits: bool,
}

impl<'a> ConflictResolver<'a> {
    /// Returns a resolver. `None` if the module has no views that could conflict.
    pub(super) fn new(
        module: &'a Module,
        sites: &'a Sites,
        groups: &[SiteGroup],
        footprints: &Footprints,
        from: ConflictSources<'a>,
    ) -> Option<ConflictResolver<'a>> {
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
        let slots = OperandSlots::new(sites);
        let parts = PartRelations::new(sites, footprints);
        Some(ConflictResolver {
            module,
            sites,
            from,
            slots,
            parts,
            group_of,
            slots_from,
            reasons: CopyReasons::default(),
            meets_limits: false,
        })
    }

    fn is_anchored(&self, at: SlotId) -> bool {
        is_anchored(self.module, self.from.registry, self.sites, at)
    }

    /// Returns the conflicts of an assignment.
    pub(super) fn find(
        &mut self,
        footprints: &mut Footprints,
        assignment: &Assignment,
    ) -> Vec<FoundConflict> {
        let mut written = self.module.clone();
        let ConflictSources { registry, target, boundaries } = self.from;
        let sources = RewriteSources { registry, sites: self.sites, boundaries };
        let (_, forms) =
            footprints.on_copy(|footprints| rewrite(&mut written, sources, footprints, assignment));
        let forms = forms.iter().map(|(&(value, form), &written)| (written, (value, form)));
        let module = &written;
        let forms = forms.collect();
        let viewed = self.viewed(footprints, assignment);
        let slots = &self.slots;
        let written = WrittenForms { module, forms, viewed, assignment, slots };
        let mut found = Vec::new();
        for conflict in conflicts(module, registry, target) {
            self.meets_limits |= conflict.is_of_limits;
            let touched = written.touched(&conflict, |at| self.is_anchored(at));
            let ops: Vec<Op> = conflict.links.iter().map(|link| link.op).collect();
            for touch in touched.iter().flat_map(TouchedConflict::touches) {
                self.reasons
                    .entry(touch.value)
                    .or_insert_with(|| (ops.clone(), conflict.why.clone()));
            }
            let values = conflict.classes.iter().flat_map(|class| &class.values);
            let values = values.filter_map(|value| Some(written.forms.get(value)?.0)).collect();
            found.push(FoundConflict { conflict, touched, values });
        }
        found
    }

    /// Returns, for each form that a view converts to, the form that it is a view of.
    fn viewed(
        &self,
        footprints: &mut Footprints,
        assignment: &Assignment,
    ) -> FxHashMap<(Value, MemoryForm), MemoryForm> {
        let mut viewed = FxHashMap::default();
        for (value, plan) in assignment.values.iter() {
            let Some(def) = self.sites.values[&value].def else { continue };
            for conversion in &plan.conversions {
                if conversion.is_view(footprints, self.sites.slot(def).key) {
                    viewed.insert((value, conversion.to), conversion.from);
                }
            }
        }
        viewed
    }

    /// Adds labels for conflicts that depend on the positions of dims of length 1. Returns the groups that have new ones.
    pub(super) fn respell(
        &self,
        footprints: &Footprints,
        found: &[FoundConflict],
        assignment: &Assignment,
        labels: &mut Cow<'_, [Vec<SiteLabel>]>,
    ) -> Vec<usize> {
        let mut changed = Vec::new();
        for FoundConflict { conflict, values, .. } in found {
            if conflict.holds_in_all_spellings || conflict.holds_in_all_layouts {
                continue;
            }
            let slots = values.iter().filter_map(|value| self.sites.values.get(value));
            for at in slots.flat_map(ValueSlots::all) {
                let assigned = &labels[at.site][assignment.labels[at.site]];
                for label in respelled(&self.sites.all[at.site], assigned, footprints) {
                    if !labels[at.site].contains(&label) {
                        labels.to_mut()[at.site].push(label);
                        changed.push(self.group_of[at.site]);
                    }
                }
            }
        }
        changed
    }

    /// Adds exclusions for conflicts. Returns the groups that have new ones.
    pub(super) fn exclude(
        &self,
        footprints: &mut Footprints,
        (found, labels): (&[FoundConflict], &[Vec<SiteLabel>]),
        assignment: &Assignment,
        exclusions: &mut [GroupExclusions],
    ) -> Vec<usize> {
        let mut changed = Vec::new();
        for FoundConflict { conflict, touched, .. } in found {
            let Some(touched) = touched else { continue };
            let Some(first) = touched.links.first().and_then(|link| link.first()) else { continue };
            let group = self.group_of[first.site];
            let of_conflict = LabeledConflict { conflict, touched, labels, assignment };
            if self.exclude_one(footprints, of_conflict, &mut exclusions[group]) {
                changed.push(group);
            }
        }
        changed
    }

    fn exclude_one(
        &self,
        footprints: &mut Footprints,
        of_conflict: LabeledConflict<'_>,
        exclusions: &mut GroupExclusions,
    ) -> bool {
        let LabeledConflict { conflict, touched, labels, .. } = of_conflict;
        if let Some(is_new) = self.exclude_labels(footprints, of_conflict, exclusions) {
            return is_new;
        }
        if let Some((operand, copy)) = self.constant_copy(touched, exclusions) {
            return exclusions.constants.insert(operand, copy).is_none();
        }
        let sites = self.sites;
        let first = touched.links.iter().flatten().next().map(|at| at.site);
        let own = first.map(|site| self.group_of[site]);
        let splits = exclusions.split.len();
        let within = self.whole_sites(touched);
        // One op conflicts with itself whatever other ops share.
        let is_one_op = touched.links.iter().flatten().all(|at| Some(at.site) == first);
        if conflict.holds_in_all_layouts
            && !is_one_op
            && touched.values.iter().any(|value| self.parts.may_be_part(sites, *value, &within))
            || !touched.links.iter().flatten().all(|at| Some(self.group_of[at.site]) == own)
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
                None => {
                    base.extend(form.touches.iter().map(decided));
                    let slots = form
                        .touches
                        .iter()
                        .filter_map(|touch| self.slot(of_conflict.assignment, touch));
                    base.extend(slots.map(|at| of_conflict.same_offer(at)));
                }
            }
        }
        if !conflict.holds_in_all_layouts {
            let links = touched.links.iter();
            base.extend(links.map(|link| of_conflict.same_labels(self.sites, link, footprints)));
        }
        let sites = self.sites;
        let choices = ConflictLayouts { sites, labels, links: &touched.links, open: &open };
        let before = exclusions.all.len();
        for choice in choices.all(footprints, conflict.holds_in_all_layouts) {
            if exclusions.all.len() >= MAX_EXCLUSIONS {
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

    /// Excludes all labels of a site whose links exceed the limits of the device. Returns `None` if the assigned label
    /// is not among them, and otherwise `true` if that was unknown.
    fn exclude_labels(
        &self,
        footprints: &Footprints,
        LabeledConflict { conflict, touched, labels, assignment }: LabeledConflict<'_>,
        exclusions: &mut GroupExclusions,
    ) -> Option<bool> {
        let limits = self.from.target?.stride_limits()?;
        let site = touched.links.first()?.first()?.site;
        let is_one_site = touched.links.iter().flatten().all(|at| at.site == site);
        if !is_one_site || !conflict.holds_in_all_spellings || conflict.holds_in_all_layouts {
            return None;
        }
        let exceeding = exceeding(&self.sites.all[site], &labels[site], footprints, limits);
        let is_assigned = exceeding.contains(&assignment.labels[site]);
        is_assigned.then(|| exclusions.all.insert(vec![Decided::Labels(site, exceeding)]))
    }

    /// Returns the sites of which all links are in a conflict.
    fn whole_sites(&self, touched: &TouchedConflict) -> Vec<SiteId> {
        let linked = touched.links.iter().take(touched.view_links);
        let linked: Vec<SiteId> = linked.flatten().map(|at| at.site).collect();
        linked
            .iter()
            .copied()
            .filter(|site| match &self.sites.all[*site].rule {
                // Each link has two slots.
                SiteRule::View(links) => {
                    linked.iter().filter(|other| *other == site).count() == 2 * links.len()
                }
                _ => false,
            })
            .collect()
    }

    /// Returns a use of a constant in a conflict, and the number of a copy of its own, which costs nothing.
    fn constant_copy(
        &self,
        touched: &TouchedConflict,
        exclusions: &GroupExclusions,
    ) -> Option<((Op, usize), u32)> {
        touched.touches().find_map(|touch| {
            let TouchRole::Use(at) = touch.role else { return None };
            let SlotRole::Use(op, operand) = self.sites.slot(at).role else { return None };
            let is_constant = self.sites.constants.contains(touch.value);
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
        let sites = self.sites;
        let mut fits = true;
        for touch in touches {
            let uses = sites.values[&touch.value].uses.iter().copied();
            let uses = uses.filter(|&at| self.is_anchored(at));
            let uses: Vec<SplitUse> = uses.map(|at| self.split_use(at)).collect();
            fits &= uses.len() <= MAX_USES;
            if !fits {
                continue;
            }
            let split = exclusions.split.entry(touch.value).or_insert_with(|| {
                let mut split = SplitValue { uses, ..SplitValue::default() };
                split.apart = self.parts.apart(sites, footprints, &split);
                split
            });
            // Another use matters if a view converts its form.
            if let TouchRole::Use(at) = touch.role
                && split.position(at).is_none()
            {
                fits &= split.uses.len() < MAX_USES;
                split.uses.extend(fits.then(|| self.split_use(at)));
            }
        }
        fits
    }

    fn split_use(&self, at: SlotId) -> SplitUse {
        SplitUse { at, tie: self.slots_from[at.site].saturating_sub(at.slot as u64) }
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
        let a = split.position(a)?;
        let b = split.position(b)?;
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

    /// Returns the slot of a use or definition.
    fn slot(&self, assignment: &Assignment, touch: &FormTouch) -> Option<SlotId> {
        match touch.role {
            TouchRole::Use(at) => Some(at),
            TouchRole::Def => self.slots.of_def(assignment, touch.value),
        }
    }
}

/// Returns the decision that a touch is.
fn decided(touch: &FormTouch) -> Decided {
    match touch.role {
        TouchRole::Use(at) => Decided::Use(at, touch.form),
        TouchRole::Def => Decided::Defined(touch.value, touch.form.layout),
    }
}
