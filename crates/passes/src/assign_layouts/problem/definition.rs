//! The node of the problem that decides the layout in which a value is defined.

use super::conversions::{ConversionCosts, PaddedLayout};
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::ReqsId;
use crate::assign_layouts::sites::{SiteSlot, SlotId};
use pbqp::NodeId;

/// A node of the problem that decides the layout in which a value is defined, and the layout for each of its labels.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) node: NodeId,
    /// `None` for a label that is unrelated to the layout.
    pub(crate) layouts: Vec<Option<Candidate>>,
    /// The requirements that the site has on the value for each label, empty if there are none. `None` if the labels are
    /// layouts alone.
    pub(crate) reqs: Option<Vec<ReqsId>>,
    /// The uses of the value that require a layout, until they are connected.
    pub(crate) uses: Vec<SlotId>,
}

impl Definition {
    /// Returns the layout for each label, with the padding that the definition has at least.
    pub(super) fn padded(
        &self,
        costs: &mut ConversionCosts<'_>,
        slot: &SiteSlot,
    ) -> Vec<Option<PaddedLayout>> {
        let mut padded = Vec::with_capacity(self.layouts.len());
        for (at, &layout) in self.layouts.iter().enumerate() {
            padded.push(match (layout, &self.reqs) {
                (Some(layout), Some(reqs)) => {
                    let reqs = reqs.get(at).copied().unwrap_or_default();
                    Some(costs.with_type(slot, layout, reqs))
                }
                (Some(layout), None) => Some(costs.defined(slot, layout)),
                (None, _) => None,
            });
        }
        padded
    }
}
