//! The offsets of a list of indices.

use super::form::OffsetTables;
use super::{BLOCK, BulkError};
use crate::domain::LaneValue;
use crate::pipeline::Layout;

impl Layout {
    /// Writes the offsets of indices, whose components follow each other: -1 where an index has no slot, because it is
    /// outside the lengths or padding. A layout with negative offsets can have a slot there.
    ///
    /// # Errors
    /// The number of components is not `out.len()` times the rank, or an offset does not fit 64 bits.
    pub fn offsets_of_into(&self, indices: &[i64], out: &mut [i64]) -> Result<(), BulkError> {
        let mut rest = out;
        self.each_part(indices, rest.len(), |offsets, absent| {
            let (part, after) = std::mem::take(&mut rest).split_at_mut(offsets.len());
            rest = after;
            for (to, (offset, absent)) in part.iter_mut().zip(offsets.iter().zip(absent)) {
                *to = offset | absent;
            }
        })
    }

    /// Writes whether indices have a slot, as [`offsets_of_into`](Self::offsets_of_into) reads them.
    ///
    /// # Errors
    /// As [`offsets_of_into`](Self::offsets_of_into).
    pub fn valid_into(&self, indices: &[i64], out: &mut [bool]) -> Result<(), BulkError> {
        let mut rest = out;
        self.each_part(indices, rest.len(), |_, absent| {
            let (part, after) = std::mem::take(&mut rest).split_at_mut(absent.len());
            rest = after;
            part.iter_mut().zip(absent).for_each(|(to, absent)| *to = *absent == 0);
        })
    }

    /// Calls a function for parts of a list of indices with their offsets, and with -1 for each that has no slot and 0 for
    /// the others.
    fn each_part(
        &self,
        indices: &[i64],
        count: usize,
        mut visit: impl FnMut(&[i64], &[i64]),
    ) -> Result<(), BulkError> {
        let rank = self.shape().len();
        BulkError::unless_equal(count as u128 * rank as u128, indices.len())?;
        let tables = if self.is_empty() { None } else { self.offset_tables(false, count) };
        let (mut offsets, mut absent) = (vec![0; count.min(BLOCK)], vec![0; count.min(BLOCK)]);
        let mut done = 0;
        while done < count {
            let part = BLOCK.min(count - done);
            let (offsets, absent) = (&mut offsets[..part], &mut absent[..part]);
            let indices = &indices[done * rank..(done + part) * rank];
            match &tables {
                Some(tables) => tables.look_up(indices, offsets, absent),
                None => {
                    let column = |dim: usize| indices.iter().skip(dim).step_by(rank).copied();
                    let index = (0..rank).map(|dim| LaneValue::each(column(dim).collect()));
                    self.offsets_in_lanes(&index.collect::<Vec<_>>(), offsets, absent)?;
                }
            }
            visit(offsets, absent);
            done += part;
        }
        Ok(())
    }
}

impl OffsetTables {
    /// Computes the offsets of indices, whose components follow each other.
    fn look_up(&self, indices: &[i64], offsets: &mut [i64], absent: &mut [i64]) {
        offsets.fill(self.start.sum);
        absent.fill(self.start.absent);
        let mut words = vec![self.start.word; offsets.len()];
        let mut at = vec![0; offsets.len()];
        for table in &self.tables {
            at.fill(0);
            for &dim in &table.dims {
                self.add_component(dim, indices, &mut at, absent);
            }
            offsets.iter_mut().zip(&at).for_each(|(to, &at)| *to = to.wrapping_add(table.sums[at]));
            if !table.words.is_empty() {
                words.iter_mut().zip(&at).for_each(|(to, &at)| *to ^= table.words[at]);
            }
            if !table.absent.is_empty() {
                absent.iter_mut().zip(&at).for_each(|(to, &at)| *to |= table.absent[at]);
            }
        }
        offsets.iter_mut().zip(&words).for_each(|(to, &word)| *to = to.wrapping_add(word));
    }

    /// Adds a component of each index, as the next digit, to the numbers of entries. One outside its length counts as 0,
    /// and its index as absent.
    fn add_component(&self, dim: usize, indices: &[i64], at: &mut [usize], absent: &mut [i64]) {
        let length = self.lengths[dim];
        let components = indices.iter().skip(dim).step_by(self.lengths.len());
        for ((at, absent), &component) in at.iter_mut().zip(absent).zip(components) {
            let inside = usize::try_from(component).ok().filter(|&component| component < length);
            *absent |= -i64::from(inside.is_none());
            *at = *at * length + inside.unwrap_or(0);
        }
    }
}
