//! The lane and the bank of single elements.

use super::groups::{ElementLane, LaneGroups};
use super::lanes::{Access, AccessError};
use crate::pipeline::Layout;
use crate::space::{Elems, LogicalIndex, RankError};
use crate::stride::AddressError;

/// The lanes of an access by element.
pub struct ElementLanes<'a> {
    groups: LaneGroups<'a>,
    access: Access,
}

impl<'a> ElementLanes<'a> {
    /// Returns the lanes of an access to a layout.
    ///
    /// # Errors
    /// The access is not valid for the layout, or a logical length is dynamic.
    pub fn new(layout: &'a Layout, access: &Access) -> Result<ElementLanes<'a>, AccessError> {
        access.check(layout)?;
        Ok(ElementLanes { groups: LaneGroups::new(layout, access), access: access.clone() })
    }

    /// Returns the lane that touches the element at a logical index, which must be inside the lengths.
    ///
    /// # Errors
    /// The index has another rank.
    pub fn lane_of(&self, index: &LogicalIndex) -> Result<ElementLane, AccessError> {
        let components: Vec<i64> = index.values().copied().collect();
        let rank = RankError::unless_equal(self.groups.rank(), components.len());
        rank.map_err(AddressError::from)?;
        Ok(self.groups.lane_of(&components, self.access.lanes))
    }

    /// Returns the degree of bank conflicts of each valid lane of a group: the greatest number of different words that
    /// a bank of the lane's words serves in the phase of the lane.
    ///
    /// # Errors
    /// An address does not fit 64 bits.
    pub fn degrees(&mut self, group: u64) -> Result<Vec<(i64, u64)>, AccessError> {
        Ok(self.groups.footprint(group)?.degrees(&self.access))
    }
}

impl Access {
    /// Returns the bank of the first word of the element at an offset; `None` if the address does not fit 64 bits.
    pub fn bank_of(&self, offset: Elems) -> Option<i64> {
        let word = offset.to_bits(self.elem)?.get().div_euclid(8 * self.bank_bytes);
        Some(word.rem_euclid(self.banks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyze;
    use crate::pipeline::LayoutBuilder;
    use crate::space::{Bits, Dim, ElemSize};

    #[test]
    fn degrees_of_lanes_have_the_degree_of_the_report() {
        let builder = LayoutBuilder::packed(&[32, 32]).unwrap();
        let dims = builder.base_dims().to_vec();
        let layout = builder.finish(&dims).unwrap();
        let elem = ElemSize::new(Bits::new(32)).unwrap();
        for (dim, degree) in [(0, 32), (1, 1)] {
            let dims = vec![Dim::new(dim).unwrap()];
            let access = Access { dims, lanes: 32, banks: 32, bank_bytes: 4, elem };
            let report = analyze(&layout, &access).unwrap();
            let mut lanes = ElementLanes::new(&layout, &access).unwrap();
            let degrees = lanes.degrees(report.worst_group).unwrap();
            assert_eq!(degrees, (0..32).map(|lane| (lane, degree)).collect::<Vec<_>>());
            assert_eq!(report.degree, degree);
        }
    }

    #[test]
    fn lane_of_index_counts_the_groups_of_the_other_dims() {
        let builder = LayoutBuilder::packed(&[3, 10]).unwrap();
        let dims = builder.base_dims().to_vec();
        let layout = builder.finish(&dims).unwrap();
        let elem = ElemSize::new(Bits::new(8)).unwrap();
        let dims = vec![Dim::new(1).unwrap()];
        let access = Access { dims, lanes: 4, banks: 32, bank_bytes: 4, elem };
        let lanes = ElementLanes::new(&layout, &access).unwrap();
        let at = |row, column| lanes.lane_of(&LogicalIndex::new([row, column]).unwrap()).unwrap();
        assert_eq!(at(0, 3), ElementLane { group: 0, lane: 3 });
        assert_eq!(at(0, 9), ElementLane { group: 2, lane: 1 });
        assert_eq!(at(2, 4), ElementLane { group: 7, lane: 0 });
        assert_eq!(access.bank_of(Elems::new(9)), Some(2));
    }
}
