//! The tables of a layout, computed from its digits, its bits or its independent components.

use super::form::{OffsetTables, Partial, Table};
use super::{BLOCK, lanes_of_part};
use crate::normal::bits::{BitForm, MixedDigit};
use crate::normal::digits::{MixedRadix, RadixDigit};
use crate::pipeline::{IndependentComponent, Layout};

/// A digit of a dim: what its value 1 adds to the sum, and to the exclusive or.
#[derive(Clone, Copy, Debug)]
struct TableDigit {
    length: usize,
    stride: i64,
    /// 0 unless the digit is a bit.
    word: i64,
}

impl Layout {
    /// Returns the tables of a layout with static lengths; `None` if all of its dims depend on each other in another way
    /// than by bits, or there are more than `limit` entries. With `may_split`, the digits of a long dim may be dims of their
    /// own: then the row-major order of the indices is the same, but not their components.
    pub(super) fn offset_tables(&self, may_split: bool, limit: usize) -> Option<OffsetTables> {
        let lengths = usizes(&self.shape().static_lengths()?)?;
        // There is a table for each dim at least, except for those of one index.
        let mut longer = lengths.iter().filter(|&&length| length > 1);
        if longer.try_fold(0usize, |sum, &length| sum.checked_add(length))? > limit {
            return None;
        }
        if let Some(radix) = self.symbolic_radix() {
            return OffsetTables::of_radix(&radix, may_split);
        }
        let of_bits = self.bit_form().and_then(|form| OffsetTables::of_bits(self, &form));
        of_bits.or_else(|| self.tables_of_components(lengths, limit))
    }

    /// Returns a table for each independent component; `None` if one component has all dims that have several indices.
    fn tables_of_components(&self, lengths: Vec<usize>, limit: usize) -> Option<OffsetTables> {
        let start = Partial { sum: self.physical().offset().get(), ..Partial::default() };
        let mut all = OffsetTables { lengths, start, ..OffsetTables::default() };
        for component in self.components() {
            let table = self.table_of(&component, &all.lengths, limit)?;
            if table.dims.is_empty() {
                all.start = all.start.with(table.row(&all.lengths, &[]), 0);
            } else {
                all.tables.push(table);
            }
        }
        Some(all.with_a_dim())
    }

    /// Returns the table of a component; `None` if it has all dims with several indices, or more than `limit` entries.
    fn table_of(
        &self,
        component: &IndependentComponent,
        lengths: &[usize],
        limit: usize,
    ) -> Option<Table> {
        let dim_of = |dim| self.logical_dims().iter().position(|&logical| logical == dim);
        let dims: Option<Vec<usize>> = component.cut.iter().map(|&(dim, _)| dim_of(dim)).collect();
        let dims = dims.filter(|dims| dims.is_sorted())?;
        let own: Vec<usize> = dims.iter().map(|&dim| lengths[dim]).collect();
        let entries = own.iter().try_fold(1usize, |count, &length| count.checked_mul(length))?;
        let longer = |lengths: &[usize]| lengths.iter().filter(|&&length| length > 1).count();
        let is_all = longer(&own) > 1 && longer(&own) == longer(lengths);
        if is_all || entries > limit {
            return None;
        }
        let mut table = Table { dims, sums: vec![0; entries], ..Table::default() };
        let mut absent = vec![0; entries];
        let parts = table.sums.chunks_mut(BLOCK).zip(absent.chunks_mut(BLOCK));
        for (part, (sums, absent)) in parts.enumerate() {
            let cut = lanes_of_part(&own, part * BLOCK, sums.len());
            self.partial_offsets_in_lanes(component, cut, sums, absent)?;
        }
        if absent.iter().any(|&absent| absent != 0) {
            table.absent = absent;
        }
        Some(table)
    }
}

impl OffsetTables {
    /// Returns a table for each dim of a sum of digits.
    fn of_radix(radix: &MixedRadix, may_split: bool) -> Option<OffsetTables> {
        let start = Partial { sum: radix.offset, ..Partial::default() };
        let mut all = OffsetTables { start, ..OffsetTables::default() };
        for (dim, digits) in radix.dims.iter().enumerate() {
            let digits: Vec<TableDigit> =
                digits.iter().map(TableDigit::of_radix).collect::<Option<_>>()?;
            let length = usize::try_from(radix.lengths[dim]).ok()?;
            if may_split && length > BLOCK && radix.is_whole(dim) {
                digits.iter().rev().for_each(|&digit| all.add_dim(&[digit], digit.length));
            } else {
                all.add_dim(&digits, length);
            }
        }
        Some(all.with_a_dim())
    }

    /// Returns a table for each dim of a form over bits; `None` if the exclusive ors of several bits carry into each other.
    fn of_bits(layout: &Layout, form: &BitForm) -> Option<OffsetTables> {
        let lengths = usizes(&layout.shape().static_lengths()?)?;
        let start = Partial { sum: form.constant(), ..Partial::default() };
        let mut all = OffsetTables { start, ..OffsetTables::default() };
        let strides: Vec<i64> = form.digits().map(|(_, stride)| stride).collect();
        let terms = BitTerms::new(form, &mut all.start)?;
        let digits: Vec<(usize, TableDigit)> = form
            .digits_of_index()
            .map(|(digit, at)| match at {
                MixedDigit::Bit(bit) => (digit.dim, terms.digit(bit)),
                MixedDigit::Digit { at, length } => {
                    let length = length as usize;
                    (digit.dim, TableDigit { length, stride: strides[at], word: 0 })
                }
            })
            .collect();
        for (dim, &length) in lengths.iter().enumerate() {
            let own = digits.iter().filter(|(of, _)| *of == dim);
            let own: Vec<TableDigit> = own.map(|&(_, digit)| digit).collect();
            all.add_dim(&own, length);
        }
        Some(all.with_a_dim())
    }

    /// Adds a dim with digits, fastest first. The product of their lengths is at least that of the dim.
    fn add_dim(&mut self, digits: &[TableDigit], length: usize) {
        let mut table = Table::zero(self.lengths.len());
        let has_words = digits.iter().any(|digit| digit.word != 0);
        table.words.extend(has_words.then_some(0));
        for digit in digits {
            let faster = table.sums.len();
            let end = faster.saturating_mul(digit.length).min(length);
            table.sums.reserve(end - faster.min(end));
            for at in faster..end {
                table.sums.push(table.sums[at - faster].wrapping_add(digit.stride));
                if has_words {
                    // The word of a bit, which has the value 0 or 1.
                    table.words.push(table.words[at - faster] ^ digit.word);
                }
            }
        }
        self.tables.push(table);
        self.lengths.push(length);
    }

    /// Returns the same offsets with a dim at least.
    fn with_a_dim(mut self) -> OffsetTables {
        if self.lengths.is_empty() {
            self.add_dim(&[], 1);
        }
        self
    }
}

/// The terms of a form over bits.
struct BitTerms {
    /// By bit, the weight of the bit alone.
    strides: Vec<i64>,
    /// By bit, the bits of the offset that it inverts.
    words: Vec<i64>,
}

impl BitTerms {
    /// Returns the terms of a form, and adds those that depend on no bit to the offset; `None` if exclusive ors of several
    /// bits have weights with common bits.
    fn new(form: &BitForm, start: &mut Partial) -> Option<BitTerms> {
        let mut terms = BitTerms { strides: vec![0; 64], words: vec![0; 64] };
        let mut used = 0;
        for (mask, weight) in form.parities() {
            if mask.count_ones() == 1 {
                terms.strides[mask.trailing_zeros() as usize] = weight;
                continue;
            }
            let changed = weight.checked_abs()?;
            if used & changed != 0 {
                return None;
            }
            used |= changed;
            if weight < 0 {
                // A negative weight of a parity is the positive weight of its inverse, less that weight.
                start.sum = start.sum.wrapping_add(weight);
                start.word ^= changed;
            }
            let own = terms.words.iter_mut().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
            own.for_each(|(_, word)| *word ^= changed);
        }
        Some(terms)
    }

    fn digit(&self, bit: usize) -> TableDigit {
        TableDigit { length: 2, stride: self.strides[bit], word: self.words[bit] }
    }
}

impl TableDigit {
    fn of_radix(digit: &RadixDigit) -> Option<TableDigit> {
        let length = usize::try_from(digit.length).ok()?;
        Some(TableDigit { length, stride: digit.stride, word: 0 })
    }
}

/// Returns lengths as those of memory; `None` if one does not fit.
fn usizes(lengths: &[i64]) -> Option<Vec<usize>> {
    lengths.iter().map(|&length| usize::try_from(length).ok()).collect()
}
