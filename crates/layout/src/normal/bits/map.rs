//! Layouts of linear maps over bits, and their inverses, also with digits between the bits.
//!
//! A matrix is a sequence of additions of one bit to another, the transform [`Xor`] over dims of length 2.

use super::form::{BitForm, MixedDigit, UnwoundForm};
use super::matrix::{BitMatrix, Elimination, RowAddition};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::DimId;
use crate::transform::{CyclicShift, Freeze, Insert, Merge, Pad, Unmerge, Xor};

impl BitMatrix {
    /// Returns the layout of one dim, of 2^columns indices, whose offset at x is the image of x, exclusive or `constant`.
    ///
    /// # Errors
    /// There are more than 62 rows or columns, or the constant has more bits than the matrix has rows.
    pub fn layout(&self, constant: u64) -> Result<Layout, LayoutFault> {
        let mut bits = BitDims::new(&vec![2; self.rows().len()])?;
        bits.dims = self.apply_over(&mut bits, constant)?;
        let columns = 0..bits.dims.len();
        bits.finish(columns)
    }

    /// Applies the map above dims of bits, one for each row, and returns a dim for each column. The bits of the columns x
    /// determine those of the rows: the image of x, exclusive or `constant`.
    ///
    /// # Errors
    /// As [`layout`](Self::layout).
    pub(crate) fn apply_over(
        &self,
        bits: &mut BitDims,
        constant: u64,
    ) -> Result<Vec<DimId>, LayoutFault> {
        self.check(constant)?;
        bits.invert(constant)?;
        let Elimination { additions, pivots, rows } = self.eliminated();
        bits.add(additions.iter().copied())?;
        // Now the bits are those of the reduced matrix: row i is its pivot column plus columns without a pivot.
        let mut columns = vec![None; self.columns()];
        for column in (0..self.columns()).filter(|at| pivots.iter().all(|pivot| pivot.1 != *at)) {
            let free = bits.dims.len();
            bits.dims.extend(bits.builder.apply(Insert { length: 2 }, &[])?);
            columns[column] = Some(free);
            let used = pivots.iter().filter(|&&(row, _)| rows[row] >> column & 1 == 1);
            bits.add(used.map(|&(row, _)| RowAddition { from: free, to: row }))?;
        }
        for &(row, column) in &pivots {
            columns[column] = Some(row);
        }
        for row in (0..rows.len()).filter(|row| pivots.iter().all(|pivot| pivot.0 != *row)) {
            bits.builder.apply(Freeze { at: 0 }, &[bits.dims[row]])?;
        }
        Ok(columns.into_iter().flatten().map(|at| bits.dims[at]).collect())
    }

    /// Returns the layout of one dim, of 2^rows indices, that recovers x from its image, exclusive or `constant`. It is
    /// valid at the images alone.
    ///
    /// # Errors
    /// The matrix is not injective. Or it has more than 62 rows, or the constant has more bits than the matrix has rows.
    pub fn inverse_layout(&self, constant: u64) -> Result<Layout, LayoutFault> {
        let index: Vec<MixedDigit> = (0..self.columns()).map(MixedDigit::Bit).collect();
        let offset: Vec<MixedDigit> = (0..self.rows().len()).map(MixedDigit::Bit).collect();
        self.mixed_inverse(constant, &index, &offset)
    }

    /// Returns the layout of one dim that recovers an index in mixed radix from an offset in mixed radix. The digits that
    /// are not bits are the same in both. `index` has each column once, `offset` each row, both from the fastest.
    fn mixed_inverse(
        &self,
        constant: u64,
        index: &[MixedDigit],
        offset: &[MixedDigit],
    ) -> Result<Layout, LayoutFault> {
        self.check(constant)?;
        let Elimination { additions, pivots, rows } = self.eliminated();
        if pivots.len() < self.columns() {
            return Err(LayoutFault::new("the map over bits is not injective"));
        }
        // The digits of the index, then one bit that is 0 for each row without a pivot.
        let checks = vec![1; rows.len() - pivots.len()];
        let lengths: Vec<i64> = index.iter().map(|digit| digit.length()).collect();
        let mut bits = BitDims::new(&[lengths, checks].concat())?;
        let mut check = index.len();
        let mut order = vec![0; rows.len()];
        for (row, place) in order.iter_mut().enumerate() {
            *place = match pivots.iter().find(|pivot| pivot.0 == row) {
                Some(&(_, column)) => digit_position(index, MixedDigit::Bit(column))?,
                None => {
                    let pad = Pad { low: 0, high: 1 };
                    bits.dims[check] = bits.builder.apply(pad, &[bits.dims[check]])?[0];
                    check += 1;
                    check - 1
                }
            };
        }
        let digits = bits.dims.clone();
        bits.dims = order.into_iter().map(|at| digits[at]).collect();
        bits.add(additions.into_iter().rev())?;
        bits.invert(constant)?;
        let mut dims = Vec::new();
        for &digit in offset {
            dims.push(match digit {
                MixedDigit::Bit(row) => bits.dims[row],
                MixedDigit::Digit { .. } => digits[digit_position(index, digit)?],
            });
        }
        bits.dims = dims;
        bits.finish(0..offset.len())
    }

    fn check(&self, constant: u64) -> Result<(), LayoutFault> {
        let rows = self.rows().len();
        if rows > 62 || self.columns() > 62 {
            return Err(LayoutFault::new("a map over bits must have at most 62 bits"));
        }
        if constant >> rows != 0 {
            let message = format!("constant {constant} has more than {rows} bits");
            return Err(LayoutFault::new(message));
        }
        Ok(())
    }
}

impl BitForm {
    /// Returns the layout of one dim that recovers an index from its offset. The index is in one dimension, the first dim
    /// the fastest. It is valid at the offsets of the form alone, and may be longer than their range. `None` if the
    /// offset is not a number in mixed radix of the digits of the form and of bits, or two indices share an offset.
    pub fn inverse_layout(&self) -> Option<Layout> {
        let UnwoundForm { matrix, constant, places } = self.unwound()?;
        let index: Vec<MixedDigit> = self.digits_of_index().map(|(_, digit)| digit).collect();
        // Bits below a digit that no parity changes are always 0.
        let most = places.last().map_or(0, |&(rows, _)| rows);
        let mut rows = matrix.rows().to_vec();
        rows.resize(rows.len().max(most), 0);
        let mut offset = Vec::new();
        let mut digits = places.into_iter().peekable();
        for row in 0..=rows.len() {
            while let Some((_, at)) = digits.next_if(|&(below, _)| below == row) {
                offset.push(MixedDigit::Digit { at, length: self.digits[at].length });
            }
            offset.extend((row < rows.len()).then_some(MixedDigit::Bit(row)));
        }
        let matrix = BitMatrix::new(rows, matrix.columns())?;
        matrix.mixed_inverse(constant, &index, &offset).ok()
    }
}

/// Returns the position of a digit.
fn digit_position(digits: &[MixedDigit], digit: MixedDigit) -> Result<usize, LayoutFault> {
    let place = digits.iter().position(|&found| found == digit);
    place.ok_or_else(|| LayoutFault::new("a digit of the offset is none of the index"))
}

/// A layout under construction whose dims are bits, the lowest first.
pub(crate) struct BitDims {
    pub(crate) builder: LayoutBuilder,
    pub(crate) dims: Vec<DimId>,
}

impl BitDims {
    /// Starts from packed memory whose index has digits of these lengths, the lowest first.
    fn new(lengths: &[i64]) -> Result<BitDims, LayoutFault> {
        let mut builder = {
            let slots = crate::space::checked_product(lengths.iter().copied());
            let slots = slots.ok_or_else(|| LayoutFault::new("the index does not fit 64 bits"))?;
            LayoutBuilder::packed(&[slots])?
        };
        let memory = builder.base_dims().to_vec();
        let highest_first: Vec<i64> = lengths.iter().rev().copied().collect();
        let mut dims = if lengths.is_empty() {
            builder.apply(Freeze { at: 0 }, &memory)?
        } else {
            builder.apply(Unmerge { lengths: highest_first }, &memory)?
        };
        dims.reverse();
        Ok(BitDims { builder, dims })
    }

    /// Adds bits to other bits, the first addition nearest to memory.
    fn add(&mut self, additions: impl Iterator<Item = RowAddition>) -> Result<(), LayoutFault> {
        for RowAddition { from, to } in additions {
            let upper = self.builder.apply(Xor, &[self.dims[from], self.dims[to]])?;
            (self.dims[from], self.dims[to]) = (upper[0], upper[1]);
        }
        Ok(())
    }

    /// Inverts the bits of a mask.
    fn invert(&mut self, mask: u64) -> Result<(), LayoutFault> {
        for (_, dim) in self.dims.iter_mut().enumerate().filter(|(at, _)| mask >> at & 1 == 1) {
            *dim = self.builder.apply(CyclicShift { by: 1 }, &[*dim])?[0];
        }
        Ok(())
    }

    /// Returns the layout with one dim whose index has these bits, the lowest first.
    fn finish(
        mut self,
        order: impl DoubleEndedIterator<Item = usize>,
    ) -> Result<Layout, LayoutFault> {
        let highest_first: Vec<DimId> = order.rev().map(|at| self.dims[at]).collect();
        let whole = if highest_first.is_empty() {
            self.builder.apply(Insert { length: 1 }, &[])?
        } else {
            self.builder.apply(Merge, &highest_first)?
        };
        self.builder.finish(&whole)
    }
}
