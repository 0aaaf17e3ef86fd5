//! Conflicts between views, as decisions of the problem: which uses and definitions of which forms meet in one tensor.

use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::problem::conversions::MemoryForm;
use crate::assign_layouts::sites::{SiteOrigin, SiteRule, Sites, SlotId};
use crate::resolve_strides::{ConflictLink, LinkConflict};
use indexmap::IndexMap;
use ir::stride_reqs::REQS_ATTR;
use ir::{Module, Op, Registry, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

/// The role of a value in a tensor of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TouchRole {
    /// The op of this slot uses the form.
    Use(SlotId),
    /// The form is the definition.
    Def,
}

/// A use or the definition of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormTouch {
    pub(crate) value: Value,
    pub(crate) form: MemoryForm,
    pub(crate) role: TouchRole,
}

/// A form or a tensor that takes part in a conflict, with the uses and the definitions that it has there.
#[derive(Debug, Default)]
pub(super) struct TouchedForm {
    pub(crate) touches: Vec<FormTouch>,
    /// `true` if more than the links constrain the strides.
    pub(super) is_constrained: bool,
}

/// A conflict, as the forms that meet in it.
#[derive(Debug, Default)]
pub(super) struct TouchedConflict {
    /// The values of all links.
    pub(crate) values: Vec<Value>,
    /// The forms that meet, but not those that are only the other end of a link.
    pub(crate) forms: Vec<TouchedForm>,
    /// The slots of each link of a view op, then those of inserted views and of ops that require equal types.
    pub(crate) links: Vec<Vec<SlotId>>,
    /// The number of links of view ops.
    pub(super) view_links: usize,
}

impl TouchedConflict {
    /// Returns the uses and definitions of all forms.
    pub(crate) fn touches(&self) -> impl Iterator<Item = &FormTouch> {
        self.forms.iter().flat_map(|form| &form.touches)
    }
}

/// The slots of the operands of all ops.
pub(super) struct OperandSlots<'a> {
    sites: &'a Sites,
    /// Several sites use one operand if each exists in some of the covers of their ops.
    slots: FxHashMap<(Op, usize), Vec<SlotId>>,
}

impl<'a> OperandSlots<'a> {
    pub(crate) fn new(sites: &'a Sites) -> OperandSlots<'a> {
        let mut slots: FxHashMap<(Op, usize), Vec<SlotId>> = FxHashMap::default();
        for &at in sites.values.values().flat_map(|slots| &slots.uses) {
            if let Some(operand) = sites.slot(at).role.operand() {
                slots.entry(operand).or_default().push(at);
            }
        }
        OperandSlots { sites, slots }
    }

    /// Returns the slot of an operand at the site that exists in an assignment.
    pub(super) fn of_operand(
        &self,
        assignment: &Assignment,
        op: Op,
        operand: usize,
    ) -> Option<SlotId> {
        let slots = self.slots.get(&(op, operand))?.iter().copied();
        slots.into_iter().find(|at| !assignment.is_absent(at.site))
    }

    /// Returns the slot that defines a value at the site that exists in an assignment.
    pub(super) fn of_def(&self, assignment: &Assignment, value: Value) -> Option<SlotId> {
        assignment.definition(self.sites.values.get(&value)?)
    }
}

/// An end of a link: the written value, its use or definition, and its slot.
type LinkEnd = (Value, FormTouch, SlotId);

/// The values of a written module, and the forms that they are.
pub(super) struct WrittenForms<'a> {
    pub(crate) module: &'a Module,
    pub(crate) forms: FxHashMap<Value, (Value, MemoryForm)>,
    /// For each form that an inserted view converts to, the form that it is a view of.
    pub(super) viewed: FxHashMap<(Value, MemoryForm), MemoryForm>,
    pub(crate) assignment: &'a Assignment,
    pub(crate) slots: &'a OperandSlots<'a>,
}

impl WrittenForms<'_> {
    /// Returns the uses and definitions that meet in a conflict. `None` if a value is not of the assignment.
    pub(super) fn touched(
        &self,
        conflict: &LinkConflict,
        is_anchored: impl Fn(SlotId) -> bool,
    ) -> Option<TouchedConflict> {
        let mut touched = TouchedConflict::default();
        let mut classes: Vec<TouchedForm> = Vec::new();
        classes.resize_with(conflict.classes.len(), TouchedForm::default);
        fn class_of(conflict: &LinkConflict, written: Value) -> Option<usize> {
            conflict.classes.iter().position(|class| class.values.contains(&written))
        }
        let mut union = UnionFind::<usize>::new(classes.len());
        let mut inserted = Vec::new();
        for link in &conflict.links {
            let ends = match self.inserted(link) {
                Some(ends) => {
                    let ends = ends?;
                    // Both forms are one memory, so they meet.
                    union.union(class_of(conflict, ends[0].0)?, class_of(conflict, ends[1].0)?);
                    inserted.extend(ends.iter().map(|&(_, _, at)| vec![at]));
                    ends
                }
                None => {
                    let ends = self.ends(link)?;
                    touched.links.push(ends.iter().map(|&(_, _, at)| at).collect());
                    ends
                }
            };
            for (written, touch, _) in ends {
                touched.values.push(touch.value);
                add(&mut classes[class_of(conflict, written)?].touches, touch);
            }
        }
        touched.view_links = touched.links.len();
        touched.links.extend(inserted);
        for (class, own) in conflict.classes.iter().zip(&mut classes) {
            // The location of one form does not depend on the values that must have its type.
            own.is_constrained = class.is_constrained && !conflict.holds_in_all_layouts;
            for (op, ends) in &class.joins {
                let slots = self.joined(*op, ends, &mut own.touches, &is_anchored)?;
                touched.links.push(slots);
            }
            if own.is_constrained {
                for &value in &class.values {
                    self.anchored(value, &mut own.touches, &is_anchored)?;
                }
            }
        }
        let mut merged: IndexMap<usize, TouchedForm> = IndexMap::new();
        for (number, class) in classes.into_iter().enumerate() {
            let into = merged.entry(union.find(number)).or_default();
            into.is_constrained |= class.is_constrained;
            class.touches.into_iter().for_each(|touch| add(&mut into.touches, touch));
        }
        for TouchedForm { touches, is_constrained } in merged.into_values() {
            let mut forms: IndexMap<(Value, MemoryForm), TouchedForm> = IndexMap::new();
            let is_met = touches.len() > 1 || is_constrained;
            for touch in touches.into_iter().filter(|_| is_met) {
                let memory = self.memory(touch.value, touch.form);
                let form = forms.entry((touch.value, memory)).or_default();
                form.is_constrained = is_constrained;
                form.touches.push(touch);
            }
            touched.forms.extend(forms.into_values());
        }
        Some(touched)
    }

    /// Returns the form that a form is a view of, also of a view of it; otherwise the form itself.
    fn memory(&self, value: Value, form: MemoryForm) -> MemoryForm {
        std::iter::successors(Some(form), |form| self.viewed.get(&(value, *form)).copied())
            .last()
            .unwrap_or(form)
    }

    /// Returns the ends of a link if its op is an inserted view. `Some(None)` if no definition and no use has one of the
    /// forms.
    fn inserted(&self, link: &ConflictLink) -> Option<Option<[LinkEnd; 2]>> {
        let used = *self.module.operands(link.op).get(link.operand?)?;
        let (result, form) = *self.forms.get(&link.result)?;
        let (value, viewed) = *self.forms.get(&used)?;
        if value != result || self.viewed.get(&(value, form)) != Some(&viewed) {
            return None;
        }
        let end = |written: Value, form: MemoryForm| {
            let (role, at) = self.role(value, form)?;
            Some((written, FormTouch { value, form, role }, at))
        };
        Some(end(used, viewed).zip(end(link.result, form)).map(<[LinkEnd; 2]>::from))
    }

    /// Returns the definition of a form, or its first use.
    fn role(&self, value: Value, form: MemoryForm) -> Option<(TouchRole, SlotId)> {
        if form == MemoryForm::shared(self.assignment.values.get(&value)?.defined) {
            return Some((TouchRole::Def, self.slots.of_def(self.assignment, value)?));
        }
        let sites = self.slots.sites;
        let mut uses = sites.values.get(&value)?.uses.iter().copied();
        let at = uses.find(|&at| self.assignment.form(sites, at) == Some(form))?;
        Some((TouchRole::Use(at), at))
    }

    /// Returns the ends of a link: the written value, its use or definition, and its slot.
    fn ends(&self, link: &ConflictLink) -> Option<[LinkEnd; 2]> {
        let ConflictLink { op, operand, result } = *link;
        let used = *self.module.operands(op).get(operand?)?;
        let at = self.slots.of_operand(self.assignment, op, operand?)?;
        let (value, form) = *self.forms.get(&used)?;
        let operand = (used, FormTouch { value, form, role: TouchRole::Use(at) }, at);
        let (value, form) = *self.forms.get(&result)?;
        let touch = FormTouch { value, form, role: TouchRole::Def };
        Some([operand, (result, touch, self.slots.of_def(self.assignment, value)?)])
    }

    /// Adds the uses and definitions by which an op requires equal types of values. Returns their slots.
    fn joined(
        &self,
        op: Op,
        ends: &[Value],
        touches: &mut Vec<FormTouch>,
        is_anchored: &impl Fn(SlotId) -> bool,
    ) -> Option<Vec<SlotId>> {
        let mut slots = Vec::new();
        for &written in ends {
            let (value, form) = *self.forms.get(&written)?;
            let operands = self.module.operands(op).iter().enumerate();
            let own = operands.filter(|&(_, &operand)| operand == written);
            let own: Vec<SlotId> =
                own.filter_map(|(at, _)| self.slots.of_operand(self.assignment, op, at)).collect();
            for &at in &own {
                add(touches, FormTouch { value, form, role: TouchRole::Use(at) });
            }
            if self.module.results(op).any(|result| result == written) {
                add(touches, FormTouch { value, form, role: TouchRole::Def });
                slots.extend(self.slots.of_def(self.assignment, value));
            } else if own.is_empty() {
                // An op in a region of this op uses the value, or the value is an argument of a region.
                self.anchored(written, touches, is_anchored)?;
            }
            slots.extend(own);
        }
        // Only slots of one site have joint layouts.
        let site = slots.first()?.site;
        slots.retain(|at| at.site == site);
        Some(slots)
    }

    /// Adds the definition and all uses of a form in which more than the layout matters.
    fn anchored(
        &self,
        written: Value,
        touches: &mut Vec<FormTouch>,
        is_anchored: &impl Fn(SlotId) -> bool,
    ) -> Option<()> {
        let (value, form) = *self.forms.get(&written)?;
        let sites = self.slots.sites;
        let uses = sites.values[&value].uses.iter().copied();
        let uses = uses
            .filter(|&at| is_anchored(at) && self.assignment.form(sites, at) == Some(form))
            .map(TouchRole::Use);
        let is_defined = form == MemoryForm::shared(self.assignment.values.get(&value)?.defined);
        for role in uses.chain(is_defined.then_some(TouchRole::Def)) {
            add(touches, FormTouch { value, form, role });
        }
        Some(())
    }
}

fn add(touches: &mut Vec<FormTouch>, touch: FormTouch) {
    if !touches.contains(&touch) {
        touches.push(touch);
    }
}

/// Returns `true` if the form of a use matters beyond its layout: the op is a view, forwards the value, or constrains
/// its strides.
pub(super) fn is_anchored(module: &Module, registry: &Registry, sites: &Sites, at: SlotId) -> bool {
    let site = &sites.all[at.site];
    match &site.rule {
        SiteRule::Fixed(_) if site.origin == SiteOrigin::Declared => false,
        SiteRule::View(_) | SiteRule::Same | SiteRule::Fixed(_) => true,
        SiteRule::Copy(_) => module.attr(site.op, REQS_ATTR).is_some(),
        SiteRule::CopyingView(_) | SiteRule::Free | SiteRule::Covers(_) => false,
        SiteRule::Offers(offers) => {
            offers.iter().any(|offer| offer.reqs.iter().any(|reqs| !reqs.is_empty()))
                || module.attr(site.op, REQS_ATTR).is_some()
                || !registry.destinations(module, site.op).is_empty()
                || registry.type_equalities(module.name(site.op)).is_some()
        }
    }
}
