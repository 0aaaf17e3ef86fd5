//! Evaluation of a layout at many indices at once, one in each lane.

use super::components::IndependentComponent;
use super::layout::Layout;
use crate::domain::{Algebra, LaneValue, Lanes};
use crate::space::{Elems, LogicalIndex};
use crate::stride::AddressError;

impl Layout {
    /// Computes the offsets of indices, one in each lane. `index` has a component for each logical dim. By lane, `absent`
    /// becomes 0 if the index has a slot, -1 if it has none: then the offset is unspecified.
    ///
    /// # Errors
    /// An offset does not fit 64 bits, or it depends on declared values of a table.
    pub(crate) fn offsets_in_lanes(
        &self,
        index: &[LaneValue],
        offsets: &mut [i64],
        absent: &mut [i64],
    ) -> Result<(), AddressError> {
        let mut lanes = Lanes::new(offsets.len());
        let lengths = self.shape().values().map(|length| length.get().unwrap_or(i64::MAX));
        let inside: Vec<LaneValue> = index
            .iter()
            .zip(lengths)
            .map(|(component, length)| lanes.require(component, 0, length))
            .collect();
        let found = self.offset_over(&inside, &mut lanes);
        let is_dynamic = self.shape().first_dynamic().is_some();
        if lanes.may_overflow || is_dynamic {
            return self.offsets_one_by_one(index, offsets, absent);
        }
        found.zip(offsets, |to, offset| *to = offset);
        absent.copy_from_slice(&lanes.absent);
        Ok(())
    }

    /// Computes the offsets of indices as [`offsets_in_lanes`](Self::offsets_in_lanes) does, with checked arithmetic.
    ///
    /// # Errors
    /// As [`offsets_in_lanes`](Self::offsets_in_lanes).
    fn offsets_one_by_one(
        &self,
        index: &[LaneValue],
        offsets: &mut [i64],
        absent: &mut [i64],
    ) -> Result<(), AddressError> {
        let mut evaluator = self.evaluator();
        for (lane, (to, absent)) in offsets.iter_mut().zip(absent).enumerate() {
            let at = LogicalIndex::new(index.iter().map(|component| component.lane(lane)))?;
            let found = evaluator.offset_of(&at)?;
            (*to, *absent) = found.map_or((-1, -1), |offset| (Elems::get(offset), 0));
        }
        Ok(())
    }

    /// Computes the partial offsets of a component at indices of its cut, one in each lane, as
    /// [`offsets_in_lanes`](Self::offsets_in_lanes) does. `None` if a value may not fit 64 bits.
    pub(crate) fn partial_offsets_in_lanes(
        &self,
        component: &IndependentComponent,
        cut: Vec<LaneValue>,
        offsets: &mut [i64],
        absent: &mut [i64],
    ) -> Option<()> {
        let mut lanes = Lanes::new(offsets.len());
        let mut values = vec![LaneValue::Same(0); self.dims_len()];
        self.fill_component(component, cut, &mut values, &mut lanes);
        let found = self.partial_offset(&values, &mut lanes);
        if lanes.may_overflow {
            return None;
        }
        found.zip(offsets, |to, offset| *to = offset);
        absent.copy_from_slice(&lanes.absent);
        Some(())
    }
}
