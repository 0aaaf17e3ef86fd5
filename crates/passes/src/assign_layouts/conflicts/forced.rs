//! Copies for the conflicts of an assignment, each where it costs least.

use super::super::problem::Assignment;
use super::super::sites::{SlotId, SlotRole};
use super::touches::{FormTouch, TouchRole};
use super::{ConflictResolver, FoundConflict};
use crate::assign_layouts::problem::conversions::{ConversionCosts, MemoryForm};
use crate::assign_layouts::sites::footprint::{Footprints, FormRole};
use indexmap::IndexSet;
use ir::Value;

impl ConflictResolver<'_> {
    /// Inserts copies until no conflict is left that a copy resolves. Returns `true` if no conflict is left.
    pub(in super::super) fn copy_all(
        &mut self,
        footprints: &mut Footprints,
        assignment: &mut Assignment,
    ) -> bool {
        loop {
            let found = self.find(footprints, assignment);
            if found.is_empty() || !self.copy(footprints, &found, assignment) {
                return found.is_empty();
            }
        }
    }

    /// Inserts a copy for each conflict, where it costs least. Returns `false` if no copy helps.
    fn copy(
        &self,
        footprints: &mut Footprints,
        found: &[FoundConflict],
        assignment: &mut Assignment,
    ) -> bool {
        let mut changed = false;
        for FoundConflict { touched, .. } in found {
            let Some(touched) = touched else { continue };
            let mut best: Option<(u64, SlotId, MemoryForm)> = None;
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
        let sites = self.sites;
        if sites.constants.contains(touch.value) {
            return 0;
        }
        let plan = assignment.values.get(&touch.value);
        let Some((def, plan)) = sites.values[&touch.value].def.zip(plan) else { return u64::MAX };
        let ends = (touch.value, sites.slot(def).key);
        let [from, to] = [(plan.defined, FormRole::Defined), (touch.form.layout, FormRole::Copied)]
            .map(|(it, role)| (it, footprints.least_reqs(touch.value, it, role)));
        footprints.move_cost(self.module, ends, from, to)
    }

    /// Returns `true` if a use has a copy of its own.
    fn is_only_use(&self, at: SlotId, touch: &FormTouch, assignment: &Assignment) -> bool {
        let mut uses = self.sites.values[&touch.value].uses.iter();
        touch.form.copy > 0
            && !uses
                .any(|&other| other != at && assignment.form(self.sites, other) == Some(touch.form))
    }

    /// Replaces the form of a use by a copy of its own.
    fn copy_use(
        &self,
        footprints: &mut Footprints,
        at: SlotId,
        form: MemoryForm,
        assignment: &mut Assignment,
    ) {
        let sites = self.sites;
        let Some(operand) = sites.slot(at).role.operand() else { return };
        let value = sites.slot(at).value;
        let Some(def) = sites.values[&value].def else { return };
        let most = self.forms(value, assignment).map(|form| form.copy).max().unwrap_or(0);
        let own = MemoryForm { layout: form.layout, copy: most.saturating_add(1) };
        assignment.uses.insert(operand, own);
        let used: IndexSet<MemoryForm> = self.forms(value, assignment).collect();
        let module = self.module;
        let slot = sites.slot(def);
        let constants = &sites.constants;
        let mut costs = ConversionCosts { module, footprints, constants, byte: 1 };
        let Some(before) = assignment.values.get(&value) else { return };
        let plan = costs.plan_of(slot, before.defined, used);
        assignment.values.insert(value, plan);
    }

    /// Returns the forms of the uses of a value.
    fn forms(&self, value: Value, assignment: &Assignment) -> impl Iterator<Item = MemoryForm> {
        let sites = self.sites;
        let uses = sites.values[&value].uses.iter();
        uses.filter_map(move |&at| match sites.slot(at).role {
            SlotRole::Declared => sites.declared.get(&value).map(|&it| MemoryForm::shared(it)),
            _ => assignment.form(sites, at),
        })
    }
}
