//! The offsets of all indices of a layout.

use super::form::{OffsetTables, Row, Table};
use super::{BLOCK, BulkError, lanes_of_part};
use crate::pipeline::Layout;

/// The least number of lanes for which the inner dims alone differ by lane.
const FEW_LANES: usize = 64;

impl Layout {
    /// Writes the offsets of all logical indices, in row-major order: -1 where an index has no slot. A layout with negative
    /// offsets can have a slot there.
    ///
    /// ```
    /// use layoutc_layout::LayoutBuilder;
    ///
    /// let builder = LayoutBuilder::strided(&[2, 3], &[4, 1], 0)?;
    /// let dims = builder.base_dims().to_vec();
    /// let mut offsets = [0; 6];
    /// builder.finish(&dims)?.offsets_into(&mut offsets)?;
    /// assert_eq!(offsets, [0, 1, 2, 4, 5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A length is dynamic, `out` has another number of elements than there are indices, or an offset does not fit 64 bits.
    pub fn offsets_into(&self, out: &mut [i64]) -> Result<(), BulkError> {
        let (count, lengths) = self.static_space()?;
        BulkError::unless_equal(count, out.len())?;
        if self.is_empty() {
            out.fill(-1);
            return Ok(());
        }
        match self.offset_tables(true, out.len()) {
            Some(tables) => tables.fill(out),
            None => {
                let mut rest = out;
                self.each_in_lanes(&lengths, &mut |offsets| {
                    let (part, after) = std::mem::take(&mut rest).split_at_mut(offsets.len());
                    part.copy_from_slice(offsets);
                    rest = after;
                })?;
            }
        }
        Ok(())
    }

    /// Calls a function for parts of the offsets of all logical indices, in row-major order: -1 where an index has no slot,
    /// as for [`offsets_into`](Self::offsets_into). Parts stay in the nearest cache.
    ///
    /// # Errors
    /// A length is dynamic, or an offset does not fit 64 bits.
    pub(crate) fn each_offsets(&self, visit: &mut dyn FnMut(&[i64])) -> Result<(), BulkError> {
        let (count, lengths) = self.static_space()?;
        let count = usize::try_from(count).map_err(|_| BulkError::Memory)?;
        if self.is_empty() {
            let absent = vec![-1; count.min(BLOCK)];
            (0..count).step_by(BLOCK).for_each(|at| visit(&absent[..BLOCK.min(count - at)]));
            return Ok(());
        }
        let Some(tables) = self.offset_tables(true, count) else {
            return self.each_in_lanes(&lengths, visit);
        };
        let tables = tables.with_inner_block();
        let mut offsets = vec![0; tables.lengths.last().copied().unwrap_or(1)];
        tables.each_row(&mut |sum, row| {
            sum.write(row, &mut offsets);
            visit(&offsets);
        });
        Ok(())
    }

    /// Writes the number of the least index of each slot from 0 on, in the row-major order of all indices: -1 where no index
    /// has the slot.
    ///
    /// # Errors
    /// A length is dynamic, the offsets of all indices do not fit memory, or an offset does not fit 64 bits.
    pub fn owners_into(&self, out: &mut [i64]) -> Result<(), BulkError> {
        let (count, _) = self.static_space()?;
        let count = usize::try_from(count).map_err(|_| BulkError::Memory)?;
        let mut offsets = Vec::new();
        offsets.try_reserve_exact(count).map_err(|_| BulkError::Memory)?;
        offsets.resize(count, -1);
        self.offsets_into(&mut offsets)?;
        out.fill(-1);
        for (number, offset) in (0..).zip(offsets) {
            let slot = usize::try_from(offset).ok().and_then(|slot| out.get_mut(slot));
            if let Some(owner) = slot.filter(|owner| **owner < 0) {
                *owner = number;
            }
        }
        Ok(())
    }

    /// Calls a function for parts of the offsets of all indices, evaluated in lanes. If the inner dims have enough indices
    /// for the lanes, the outer dims have one index in all of them.
    pub(super) fn each_in_lanes(
        &self,
        lengths: &[i64],
        visit: &mut dyn FnMut(&[i64]),
    ) -> Result<(), BulkError> {
        // The product of the lengths is that of a slice in memory.
        let lengths: Vec<usize> = lengths.iter().map(|&length| length as usize).collect();
        let count: usize = lengths.iter().product();
        let (mut inner, mut row) = (lengths.len(), 1);
        while inner > 0 && row * lengths[inner - 1] <= BLOCK {
            inner -= 1;
            row *= lengths[inner];
        }
        let (outer, faster) = lengths.split_at(inner);
        let is_long = row >= FEW_LANES;
        let faster = lanes_of_part(faster, 0, row);
        let row = if is_long { row } else { BLOCK.min(count) };
        let (mut offsets, mut absent) = (vec![0; row], vec![0; row]);
        for (number, first) in (0..count).step_by(row).enumerate() {
            let lanes = row.min(count - first);
            let index = match is_long {
                true => [lanes_of_part(outer, number, 1), faster.clone()].concat(),
                false => lanes_of_part(&lengths, first, lanes),
            };
            let (offsets, absent) = (&mut offsets[..lanes], &mut absent[..lanes]);
            self.offsets_in_lanes(&index, offsets, absent)?;
            offsets.iter_mut().zip(absent).for_each(|(to, absent)| *to |= *absent);
            visit(offsets);
        }
        Ok(())
    }
}

impl OffsetTables {
    fn fill(self, out: &mut [i64]) {
        let tables = self.with_inner_block();
        let mut rows = out.chunks_mut(tables.lengths.last().copied().unwrap_or(1));
        tables.each_row(&mut |sum, row| {
            if let Some(out) = rows.next() {
                sum.write(row, out);
            }
        });
    }

    /// Returns the same offsets with the tables of the inner dims combined to one, if that stays small. Rows are then long.
    fn with_inner_block(self) -> OffsetTables {
        let rank = self.lengths.len();
        let (mut first, mut entries) = (rank, 1);
        for dim in (0..rank).rev() {
            entries *= self.lengths[dim];
            if entries > BLOCK {
                break;
            }
            let is_closed =
                |table: &Table| table.dims.first() >= Some(&dim) || table.dims.last() < Some(&dim);
            if self.tables.iter().all(is_closed) {
                first = dim;
            }
        }
        if first + 1 >= rank {
            return self;
        }
        let (outer, inner): (Vec<Table>, Vec<Table>) =
            self.tables.into_iter().partition(|table| table.dims.last() < Some(&first));
        let inner = OffsetTables {
            lengths: self.lengths[first..].to_vec(),
            tables: inner
                .into_iter()
                .map(|table| Table {
                    dims: table.dims.iter().map(|dim| dim - first).collect(),
                    ..table
                })
                .collect(),
            ..OffsetTables::default()
        };
        let block = Table { dims: vec![first], ..inner.combined() };
        let length = block.sums.len();
        OffsetTables {
            lengths: self.lengths[..first].iter().copied().chain([length]).collect(),
            tables: outer.into_iter().chain([block]).collect(),
            start: self.start,
        }
    }

    /// Returns all tables as one.
    fn combined(&self) -> Table {
        let has = |list: fn(&Table) -> &Vec<i64>| self.tables.iter().any(|it| !list(it).is_empty());
        let (has_words, has_absent) = (has(|table| &table.words), has(|table| &table.absent));
        let mut block = Table::default();
        self.each_row(&mut |sum, row: Row<'_>| {
            for at in 0..row.sums.len() {
                let entry = sum.with(row, at);
                block.sums.push(entry.sum);
                block.words.extend(has_words.then_some(entry.word));
                block.absent.extend(has_absent.then_some(entry.absent));
            }
        });
        block
    }
}
