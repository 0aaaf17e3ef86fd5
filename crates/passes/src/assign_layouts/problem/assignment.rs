//! The labels of sites, and what a solution assigns to them.

use super::conversions::{ConversionPlan, MemoryForm};
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::candidates::propagate::Candidates;
use crate::assign_layouts::sites::value_map::ValueMap;
use crate::assign_layouts::sites::{Sites, SlotId};
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
        self.uses.get(&sites.slot(at).role.operand()?).copied()
    }

    /// Returns the total cost.
    pub(crate) fn cost(&self) -> u64 {
        self.offered.saturating_add(self.reorder_cost)
    }
}
