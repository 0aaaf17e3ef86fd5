//! Functions of one index as layouts: a linear function, plus steps.

use super::map::InverseFault;
use crate::pipeline::{LayoutBuilder, LayoutFault};
use crate::space::DimId;
use crate::stride::AddressError;
use crate::transform::{Embed, Freeze, Insert, Merge, Offset, Slice, Xor};

/// The maximum number of steps of a function.
const MAX_STEPS: usize = crate::limits::STEPS_OF_LEFT_INVERSE as usize;

/// A function of the indices below a length: `first + slope * u`, plus a jump at some indices and all after them.
pub(super) struct Steps {
    first: i64,
    slope: i64,
    jumps: Vec<(i64, i64)>,
    /// The length, a power of two.
    length: i64,
}

impl Steps {
    /// Returns the function of a list. It is negative where the list has no value, and from its end to `length`.
    pub(super) fn from_list(list: &[Option<i64>], length: i64) -> Result<Steps, InverseFault> {
        let end = list.len() as i64;
        let length = length.max(end + 1).unsigned_abs().checked_next_power_of_two();
        let length = length.and_then(|length| i64::try_from(length).ok());
        let length = length.ok_or(AddressError::Overflow)?;
        let mut values: Vec<i64> = list.iter().map(|it| it.unwrap_or(-1)).collect();
        let mut slopes: Vec<i64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
        slopes.sort_unstable();
        let common = slopes.chunk_by(|a, b| a == b).max_by_key(|chunk| chunk.len());
        let slope = common.map_or(0, |chunk| chunk[0]);
        // The function is negative from the end of the list to `length`.
        let rise = slope.max(0).checked_mul(length - end).ok_or(AddressError::Overflow)?;
        values.push(-1 - rise);
        let steps = values.windows(2).map(|pair| pair[1] - pair[0]);
        let jumps = (1..).zip(steps).filter(|(_, step)| *step != slope);
        let jumps: Vec<(i64, i64)> = jumps.map(|(at, step)| (at, step - slope)).collect();
        if jumps.len() > MAX_STEPS {
            return Err(AddressError::TooManySteps.into());
        }
        Ok(Steps { first: values[0], slope, jumps, length })
    }

    /// Returns the dim over which the index of a dim is this function.
    pub(super) fn build(
        &self,
        builder: &mut LayoutBuilder,
        value: DimId,
    ) -> Result<DimId, LayoutFault> {
        let length = self.length;
        let mut value = builder.apply(Offset { by: self.first }, &[value])?[0];
        let lengths = vec![length];
        let mut joined = None;
        for &(at, jump) in &self.jumps {
            let rest = builder.length(value).get().unwrap_or(1);
            let split = Embed { lengths: vec![rest, 2], strides: vec![1, jump] };
            let parts = builder.apply(split, &[value])?;
            // The step is the quotient of `u + length - at` by the length.
            let free = builder.apply(Insert { length }, &[])?[0];
            let raised = builder.apply(Merge, &[parts[1], free])?;
            let raised = builder.apply(Offset { by: length - at }, &raised)?;
            let own = builder.apply(Slice { begin: 0, end: length }, &raised)?[0];
            (value, joined) = (parts[0], Some(self.joined(builder, joined, own)?));
        }
        let own = builder.apply(Embed { lengths, strides: vec![self.slope] }, &[value])?[0];
        self.joined(builder, joined, own)
    }

    /// Returns one dim whose index two dims get.
    fn joined(
        &self,
        builder: &mut LayoutBuilder,
        first: Option<DimId>,
        second: DimId,
    ) -> Result<DimId, LayoutFault> {
        let Some(first) = first else { return Ok(second) };
        let pair = builder.apply(Xor, &[first, second])?;
        builder.apply(Freeze { at: 0 }, &pair[1..])?;
        Ok(pair[0])
    }
}
