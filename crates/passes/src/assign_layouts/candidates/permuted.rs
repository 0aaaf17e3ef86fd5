//! The joint layouts of a reshape whose operand is transposed first.

use super::joint::{JointLayouts, is_valid};
use super::propagate::Candidates;
use super::transfer::View;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::{Site, SlotSubview};
use ir::layout::DimsOrder;
use ir::views::ViewMap;

/// A transpose of the operand of a reshape, and the layouts of the slots of the reshape in which both move no data.
pub(crate) struct PermutedJoint {
    pub(crate) permutation: Vec<usize>,
    pub(crate) layouts: Vec<Option<Candidate>>,
}

/// Returns the joint layouts of a site that reshapes a value, for each candidate order of the value for which
/// `permutation` returns a transpose.
pub(crate) fn permuted_joints(
    site: &Site,
    candidates: &Candidates,
    footprints: &mut Footprints,
    permutation: impl Fn(DimsOrder) -> Option<Vec<usize>>,
) -> Vec<PermutedJoint> {
    let [SlotSubview { map: ViewMap::Reshape, whole, part }] = *site.rule.links() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let joint = JointLayouts { site, footprints, candidates: &candidates.of_value };
    let [from, to] = [whole, part].map(|slot| joint.lens(slot));
    for candidate in joint.candidates(&site.slots[whole]) {
        let Some(permutation) = candidate.order().and_then(&permutation) else { continue };
        let lens: Vec<i64> = permutation.iter().map(|&dim| from[dim]).collect();
        let map = ViewMap::Transpose(permutation.clone());
        let transpose = View { whole: &from, part: &lens, map: &map };
        let reshape = View { whole: &lens, part: &to, map: &ViewMap::Reshape };
        let result = transpose.part_of(candidate).and_then(|order| reshape.part_of(order));
        if let Some(result) = result {
            let mut layouts = vec![None; site.slots.len()];
            (layouts[whole], layouts[part]) = (Some(candidate), Some(result));
            found.push(PermutedJoint { permutation, layouts });
        }
    }
    found.retain(|it| is_valid(site, &it.layouts, footprints));
    found
}
