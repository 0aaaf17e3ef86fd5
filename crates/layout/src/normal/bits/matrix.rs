//! Matrices over GF(2).

const MAX_BITS: usize = crate::limits::MATRIX_SIDE as usize;

/// A matrix over GF(2): bit j of row i is the coefficient of input bit j in output bit i. It has at most 64 columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitMatrix {
    rows: Vec<u64>,
    columns: usize,
}

/// A step of an elimination: the row `to` is added to, by exclusive or, the row `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowAddition {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The reduced form of a matrix: after the additions, the row `pivots[k].0` has a 1 in column `pivots[k].1`, which has no
/// other 1, and all rows without a pivot are zero.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub(crate) additions: Vec<RowAddition>,
    pub(crate) pivots: Vec<(usize, usize)>,
    pub(crate) rows: Vec<u64>,
}

impl BitMatrix {
    /// Returns a matrix of these rows; `None` if it has more than 64 rows or columns, or a row has a bit beyond the
    /// columns.
    pub fn new(rows: Vec<u64>, columns: usize) -> Option<BitMatrix> {
        let outside = if columns < MAX_BITS { u64::MAX << columns } else { 0 };
        let fits = rows.len() <= MAX_BITS && columns <= MAX_BITS;
        (fits && rows.iter().all(|row| row & outside == 0)).then_some(BitMatrix { rows, columns })
    }

    /// Returns the identity of this many bits; `None` if there are more than 64.
    pub fn identity(bits: usize) -> Option<BitMatrix> {
        BitMatrix::new(
            (0..bits.min(MAX_BITS + 1))
                .map(|bit| 1u64.checked_shl(bit as u32).unwrap_or(0))
                .collect(),
            bits,
        )
    }

    /// Returns the rows, one for each output bit from the lowest.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// Returns the number of input bits.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the image of a vector.
    pub fn apply(&self, input: u64) -> u64 {
        parities(&self.rows, input)
    }

    /// Returns the product with a matrix that is applied first; `None` if the sizes differ.
    pub fn times(&self, first: &BitMatrix) -> Option<BitMatrix> {
        if self.columns != first.rows.len() {
            return None;
        }
        BitMatrix::new(
            self.rows.iter().map(|&row| combination(&first.rows, row)).collect(),
            first.columns,
        )
    }

    /// Returns the rank: the dimension of the image.
    pub fn rank(&self) -> usize {
        self.eliminated().pivots.len()
    }

    /// Returns `true` if different vectors have different images.
    pub fn is_injective(&self) -> bool {
        self.rank() == self.columns
    }

    /// Returns the inverse; `None` if the matrix is not square or its rank is less than its size.
    pub fn inverse(&self) -> Option<BitMatrix> {
        let size = self.rows.len();
        let found = self.eliminated();
        if size != self.columns || found.pivots.len() != size {
            return None;
        }
        let mut sums = BitMatrix::identity(size)?.rows;
        for addition in found.additions {
            sums[addition.to] ^= sums[addition.from];
        }
        let mut rows = vec![0; size];
        for (row, column) in found.pivots {
            rows[column] = sums[row];
        }
        BitMatrix::new(rows, size)
    }

    /// Returns the reduced form. Columns are reduced from the lowest, each by the first row that is left.
    pub(crate) fn eliminated(&self) -> Elimination {
        let mut found =
            Elimination { additions: Vec::new(), pivots: Vec::new(), rows: self.rows.clone() };
        for column in 0..self.columns {
            let bit = 1 << column;
            let pivot = (0..found.rows.len()).find(|&row| {
                found.pivots.iter().all(|pivot| pivot.0 != row) && found.rows[row] & bit != 0
            });
            let Some(pivot) = pivot else { continue };
            for row in 0..found.rows.len() {
                if row != pivot && found.rows[row] & bit != 0 {
                    found.rows[row] ^= found.rows[pivot];
                    found.additions.push(RowAddition { from: pivot, to: row });
                }
            }
            found.pivots.push((pivot, column));
        }
        found
    }
}

/// Returns the number whose bit i is the parity of the bits that row i selects of a vector.
pub(crate) fn parities(rows: &[u64], vector: u64) -> u64 {
    let bits = rows.iter().enumerate();
    bits.fold(0, |output, (at, row)| output | u64::from((row & vector).count_ones() & 1) << at)
}

/// Returns the exclusive or of the vectors that a mask selects.
pub(crate) fn combination(vectors: &[u64], mask: u64) -> u64 {
    let chosen = vectors.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
    chosen.fold(0, |sum, (_, vector)| sum ^ vector)
}

/// Returns this many rows of the matrix with these columns, or columns of that with these rows.
pub(crate) fn transposed(vectors: &[u64], count: usize) -> Vec<u64> {
    let row = |bit: usize| {
        let own = vectors.iter().enumerate();
        own.fold(0, |row, (at, vector)| row | (vector >> bit & 1) << at)
    };
    (0..count).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Random;

    fn random(random: &mut Random, rows: usize, columns: usize) -> BitMatrix {
        let mask = (1u64 << columns) - 1;
        BitMatrix::new((0..rows).map(|_| random.bits() & mask).collect(), columns).unwrap()
    }

    #[test]
    fn rank_counts_the_image() {
        let mut source = Random::new(1);
        for _ in 0..500 {
            let (rows, columns) = (1 + source.index(7), 1 + source.index(7));
            let matrix = random(&mut source, rows, columns);
            let image: std::collections::BTreeSet<u64> =
                (0..1 << columns).map(|it| matrix.apply(it)).collect();
            assert_eq!(image.len(), 1 << matrix.rank());
            assert_eq!(matrix.is_injective(), image.len() == 1 << columns);
        }
    }

    #[test]
    fn inverse_recovers_every_vector() {
        let mut source = Random::new(2);
        let mut found = 0;
        for _ in 0..500 {
            let size = 1 + source.index(8);
            let matrix = random(&mut source, size, size);
            let Some(inverse) = matrix.inverse() else {
                assert!(!matrix.is_injective());
                continue;
            };
            found += 1;
            assert_eq!(matrix.times(&inverse), BitMatrix::identity(size));
            assert!((0..1 << size).all(|it| inverse.apply(matrix.apply(it)) == it));
        }
        assert!(found > 100);
        assert_eq!(BitMatrix::new(vec![4], 2), None);
        assert_eq!(BitMatrix::identity(64).unwrap().rank(), 64);
        assert_eq!(BitMatrix::identity(65), None);
    }
}
