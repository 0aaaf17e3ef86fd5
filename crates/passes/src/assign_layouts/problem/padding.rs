//! The padding of the forms of an assignment, and the exact cost of its reorders.
//!
//! A form of a value has the requirements of its type, of the ops that use it, and, if it is the definition, those of the
//! op that defines it. The problem prices a form with the least padding that it can have, so that its bound holds; the
//! cost of a solution is counted here.

use super::assignment::{Assignment, LabeledSites};
use super::conversions::{ConversionCosts, MemoryForm};
use crate::assign_layouts::sites::footprint::{Footprints, ReqsId};
use crate::assign_layouts::sites::{SiteId, SiteRule, SlotId};
use ir::{Module, Value};

/// The sites of an assignment, with the labels that it uses.
#[derive(Clone, Copy)]
pub(crate) struct AssignedForms<'a> {
    pub(crate) module: &'a Module,
    pub(crate) input: LabeledSites<'a>,
    pub(crate) assignment: &'a Assignment,
}

impl AssignedForms<'_> {
    /// Returns the cost of the reorders of some values, and of kept reorders at some sites.
    pub(crate) fn reorder_cost(
        self,
        footprints: &mut Footprints,
        values: impl IntoIterator<Item = Value>,
        sites: impl IntoIterator<Item = SiteId>,
    ) -> u64 {
        let AssignedForms { module, input, assignment } = self;
        let all = input.sites;
        let mut sum = 0u64;
        for value in values {
            let plan = assignment.values.get(&value);
            let def = all.values.get(&value).and_then(|slots| slots.def);
            if let (Some(plan), Some(def)) = (plan, def)
                && !all.constants.contains(value)
            {
                let constants = &all.constants;
                let mut costs = ConversionCosts { module, footprints, constants, byte: 1 };
                let padding =
                    |footprints: &mut Footprints, form| self.reqs(footprints, value, form);
                sum = sum.saturating_add(costs.plan_cost(all.slot(def), plan, padding));
            }
        }
        for site in sites {
            sum = sum.saturating_add(self.kept_cost(footprints, site));
        }
        sum
    }

    /// Returns the cost of the kept reorder at a site; 0 at another site.
    fn kept_cost(self, footprints: &mut Footprints, site: SiteId) -> u64 {
        let AssignedForms { module, input, assignment } = self;
        let of_site = &input.sites.all[site];
        let (SiteRule::Copy(to), [from, result]) = (&of_site.rule, &of_site.slots[..]) else {
            return 0;
        };
        let form = assignment.form(input.sites, SlotId { site, slot: 0 });
        let Some(form) = form.filter(|_| !input.sites.constants.contains(from.value)) else {
            return 0;
        };
        let reqs = self.reqs(footprints, from.value, form);
        let read = footprints.padded_bytes(from.key, form.layout, reqs);
        let reqs = self.reqs(footprints, result.value, MemoryForm::shared(*to));
        let written = footprints.padded_bytes(result.key, *to, reqs);
        footprints.rates().conversion(module, result.value, read, written)
    }

    /// Returns the requirements on a form of a value.
    fn reqs(self, footprints: &mut Footprints, value: Value, form: MemoryForm) -> ReqsId {
        let AssignedForms { module, input, assignment } = self;
        if !footprints.has_reqs() {
            return ReqsId::NONE;
        }
        let slots = &input.sites.values[&value];
        let at_slot = |at: SlotId| input.labels[at.site][assignment.labels[at.site]].reqs(at.slot);
        let defined = assignment.values.get(&value).map(|plan| MemoryForm::shared(plan.defined));
        let def = assignment.definition(slots);
        let own = def.filter(|_| defined == Some(form)).map(at_slot);
        let mut reqs = footprints.type_reqs(module.ty(value), form.layout);
        reqs = footprints.join(reqs, own.unwrap_or_default());
        for &at in &slots.uses {
            if assignment.form(input.sites, at) == Some(form) {
                reqs = footprints.join(reqs, at_slot(at));
            }
        }
        reqs
    }
}
