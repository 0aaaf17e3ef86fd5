//! The labels of sites, and what a solution assigns to them.

use super::conversions::{ConversionPlan, MemoryForm};
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::candidates::propagate::Candidates;
use crate::assign_layouts::sites::value_map::ValueMap;
use crate::assign_layouts::sites::{SiteId, Sites, SlotId, ValueSlots};
use indexmap::IndexMap;
use ir::Op;
use rustc_hash::FxBuildHasher;

/// The sites of a module with their labels, from which the problems of all groups are built.
#[derive(Clone, Copy)]
pub(crate) struct LabeledSites<'a> {
    pub(crate) sites: &'a Sites,
    pub(crate) labels: &'a [Vec<SiteLabel>],
    pub(crate) candidates: &'a Candidates,
}

/// The decoded solutions of the problems of all groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assignment {
    /// The offer that each site uses; `None` for a site without offers.
    pub(crate) offers: Vec<Option<usize>>,
    /// The label of each site.
    pub(crate) labels: Vec<usize>,
    /// For each site, `true` if it does not exist in the cover of its ops.
    pub(crate) absent: Vec<bool>,
    /// The layout and the conversions of each value that has a layout.
    pub(crate) values: ValueMap<ConversionPlan>,
    /// The form that an op uses as each operand.
    pub(crate) uses: IndexMap<(Op, usize), MemoryForm, FxBuildHasher>,
    /// The sum of the costs of the offers.
    pub(crate) offered: u64,
    /// The cost of conversions and kept reorders.
    pub(crate) reorder_cost: u64,
}

/// The cost of a group.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GroupCost {
    /// The sum of the costs of the offers.
    pub(crate) offered: u64,
    /// The cost of conversions and kept reorders.
    pub(crate) reorder_cost: u64,
}

impl GroupCost {
    pub(crate) fn total(self) -> u64 {
        self.offered.saturating_add(self.reorder_cost)
    }

    pub(crate) fn plus(self, other: GroupCost) -> GroupCost {
        GroupCost {
            offered: self.offered.saturating_add(other.offered),
            reorder_cost: self.reorder_cost.saturating_add(other.reorder_cost),
        }
    }
}

impl Assignment {
    /// Returns the form that an op uses at a slot; `None` for a definition or a declared type.
    pub(crate) fn form(&self, sites: &Sites, at: SlotId) -> Option<MemoryForm> {
        if self.is_absent(at.site) {
            return None;
        }
        self.uses.get(&sites.slot(at).role.operand()?).copied()
    }

    /// Returns `true` if a site does not exist in the cover of its ops.
    pub(crate) fn is_absent(&self, site: SiteId) -> bool {
        self.absent.get(site).is_some_and(|&is_absent| is_absent)
    }

    /// Returns the slot that defines a value. `None` for a value without a definition, and for one inside of a group.
    pub(crate) fn definition(&self, slots: &ValueSlots) -> Option<SlotId> {
        if slots.alternatives.is_empty() {
            return slots.def;
        }
        slots.alternatives.iter().copied().find(|at| !self.is_absent(at.site))
    }

    /// Returns the total cost.
    pub(crate) fn cost(&self) -> u64 {
        self.offered.saturating_add(self.reorder_cost)
    }
}
