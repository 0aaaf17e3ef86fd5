//! Layouts of matrices, and values of forms, for tests.

use super::form::{BitForm, MixedDigit};
use super::map::BitBuilder;
use super::matrix::{BitMatrix, Elimination, RowAddition};
use crate::normal::digits::IndexDigit;
use crate::pipeline::{Layout, LayoutFault};
use crate::transform::{Freeze, Insert};

impl BitMatrix {
    /// Returns the layout of one dim, of 2^columns indices, whose offset at x is the image of x, exclusive or `constant`.
    ///
    /// # Errors
    /// There are more than 62 rows or columns, or the constant has more bits than the matrix has rows.
    pub(super) fn layout(&self, constant: u64) -> Result<Layout, LayoutFault> {
        let rows = self.rows().len();
        self.check(constant)?;
        let mut bits = BitBuilder::new(&vec![2; rows])?;
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
        bits.finish(columns.into_iter().flatten())
    }

    /// Returns the layout of one dim, of 2^rows indices, that recovers x from its image, exclusive or `constant`. It is
    /// valid at the images alone.
    ///
    /// # Errors
    /// The matrix is not injective. Or it has more than 62 rows, or the constant has more bits than the matrix has rows.
    pub(super) fn inverse_layout(&self, constant: u64) -> Result<Layout, LayoutFault> {
        let index: Vec<MixedDigit> = (0..self.columns()).map(MixedDigit::Bit).collect();
        let offset: Vec<MixedDigit> = (0..self.rows().len()).map(MixedDigit::Bit).collect();
        self.mixed_inverse(constant, &index, &offset)
    }
}

impl BitForm {
    /// Returns the rank: the number of independent parities that the offset depends on; `None` if there are more than 64
    /// parities.
    pub(super) fn rank(&self) -> Option<usize> {
        self.parity_matrix().map(|matrix| matrix.rank())
    }

    /// Returns the map from index bits to offset bits as a matrix and a constant, which is added by exclusive or; `None`
    /// unless the offset is such a map, without other digits, and its bits are below 62.
    pub(super) fn affine_map(&self) -> Option<(BitMatrix, u64)> {
        if self.digits.is_empty() { self.sum.affine_map(self.bits.len()) } else { None }
    }

    /// Returns the value at an index, which may have any number of components; `None` if it does not fit 64 bits.
    pub(super) fn at(&self, index: &[i64]) -> Option<i64> {
        fn digit(index: &[i64], it: &IndexDigit) -> i64 {
            index[it.dim] / it.weight % it.length
        }
        let set = self.bits.iter().enumerate().filter(|(_, bit)| digit(index, bit) == 1);
        let set = set.fold(0u64, |set, (at, _)| set | 1 << at);
        let parities =
            self.sum.parities.iter().map(|(mask, &weight)| {
                i128::from(weight) * i128::from((mask & set).count_ones() & 1)
            });
        let digits =
            self.sum.digits.iter().map(|(&at, &stride)| {
                i128::from(stride) * i128::from(digit(index, &self.digits[at]))
            });
        i64::try_from(parities.chain(digits).sum::<i128>() + i128::from(self.sum.constant)).ok()
    }
}
