//! Tables of numbers by dims, whose sum is an offset.

/// Numbers that depend on some dims of the index alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The dims, ascending.
    pub(super) dims: Vec<usize>,
    /// The terms of the offset, in elements, in row-major order of the indices of the dims.
    pub(super) sums: Vec<i64>,
    /// The numbers whose exclusive or with those of other tables is a term of the offset; empty if all are 0.
    pub(super) words: Vec<i64>,
    /// -1 where an index has no slot, and 0 elsewhere; empty if all are 0.
    pub(super) absent: Vec<i64>,
}

/// The entries of a table for all indices of one dim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) sums: &'a [i64],
    pub(super) words: &'a [i64],
    pub(super) absent: &'a [i64],
}

/// The sum of some entries: the offset is `sum` plus `word` where `absent` is 0, and does not exist where that is -1.
/// Sums wrap. The offset of a valid index fits 64 bits, so it is exact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Partial {
    pub(super) sum: i64,
    pub(super) word: i64,
    pub(super) absent: i64,
}

impl Partial {
    /// Returns the sum with the entry of a row.
    pub(super) fn with(self, row: Row<'_>, at: usize) -> Partial {
        let entry = |list: &[i64]| list.get(at).copied().unwrap_or(0);
        Partial {
            sum: self.sum.wrapping_add(entry(row.sums)),
            word: self.word ^ entry(row.words),
            absent: self.absent | entry(row.absent),
        }
    }

    /// Writes the offsets of the entries of a row, -1 where an index has no slot.
    pub(super) fn write(self, row: Row<'_>, out: &mut [i64]) {
        if self.absent != 0 {
            return out.fill(-1);
        }
        let Partial { sum, word, .. } = self;
        let (words, absent) = (!row.words.is_empty(), !row.absent.is_empty());
        if words {
            let entries = row.sums.iter().zip(row.words);
            for (to, (&term, &own)) in out.iter_mut().zip(entries) {
                *to = sum.wrapping_add(term).wrapping_add(own ^ word);
            }
        } else {
            let start = sum.wrapping_add(word);
            out.iter_mut().zip(row.sums).for_each(|(to, &term)| *to = start.wrapping_add(term));
        }
        if absent {
            out.iter_mut().zip(row.absent).for_each(|(to, &absent)| *to |= absent);
        }
    }
}

impl Table {
    /// Returns the table of one index of a dim.
    pub(super) fn zero(dim: usize) -> Table {
        Table { dims: vec![dim], sums: vec![0], ..Table::default() }
    }

    /// Returns the entries for the indices of the last dim, of this length, whose other dims have the indices of `at`.
    pub(super) fn row(&self, lengths: &[usize], at: &[usize]) -> Row<'_> {
        let Some((&last, outer)) = self.dims.split_last() else {
            return Row { sums: &self.sums, words: &self.words, absent: &self.absent };
        };
        let number = outer.iter().fold(0, |number, &dim| number * lengths[dim] + at[dim]);
        let range = number * lengths[last]..(number + 1) * lengths[last];
        Row {
            sums: &self.sums[range.clone()],
            words: self.words.get(range.clone()).unwrap_or_default(),
            absent: self.absent.get(range).unwrap_or_default(),
        }
    }
}

/// The offsets of all indices as sums of tables. Each dim is in one table.
#[derive(Clone, Debug, Default)]
pub(super) struct OffsetTables {
    /// The lengths of the dims.
    pub(super) lengths: Vec<usize>,
    pub(super) tables: Vec<Table>,
    /// The part of the offset that depends on no dim.
    pub(super) start: Partial,
}

impl OffsetTables {
    /// Calls a function for each row of entries of the innermost dim, in row-major order, with the sum of the entries of
    /// the other dims.
    pub(super) fn each_row(&self, visit: &mut dyn FnMut(Partial, Row<'_>)) {
        let mut ending = vec![None; self.lengths.len()];
        for table in &self.tables {
            if let Some(&last) = table.dims.last() {
                ending[last] = Some(table);
            }
        }
        let mut walk = Walk { lengths: &self.lengths, ending, at: vec![0; self.lengths.len()] };
        walk.run(0, self.start, visit);
    }
}

/// A walk over all indices except those of the innermost dim.
struct Walk<'a> {
    lengths: &'a [usize],
    /// By dim, the table whose last dim it is.
    ending: Vec<Option<&'a Table>>,
    /// The current index.
    at: Vec<usize>,
}

impl Walk<'_> {
    fn run(&mut self, dim: usize, sum: Partial, visit: &mut dyn FnMut(Partial, Row<'_>)) {
        let row = self.ending[dim].map(|table| table.row(self.lengths, &self.at));
        if dim + 1 == self.lengths.len() {
            return row.into_iter().for_each(|row| visit(sum, row));
        }
        for at in 0..self.lengths[dim] {
            self.at[dim] = at;
            self.run(dim + 1, row.map_or(sum, |row| sum.with(row, at)), visit);
        }
    }
}
