//! The lengths of a tensor, and vectors over its dims.

use std::ops::Range;

use layout::NotationFault;

/// The lengths of a tensor, each a power of two, with their text.
#[derive(Clone)]
pub(super) struct Lengths {
    /// By dim: the number of bits of an index.
    pub(super) bits: Vec<u32>,
    /// The text of the lengths.
    pub(super) at: Range<usize>,
}

impl Lengths {
    /// Returns the lengths of a tensor.
    ///
    /// # Errors
    /// A length is not a power of two.
    pub(super) fn new(lengths: &[i64], at: Range<usize>) -> Result<Lengths, NotationFault> {
        let bits = lengths.iter().enumerate().map(|(dim, &length)| match length.count_ones() {
            1 => Ok(length.trailing_zeros()),
            _ => {
                let message = format!(
                    "the length of dim {dim} must be a power of two in TritonGPU, but is {length}"
                );
                Err(NotationFault::new(at.clone(), message))
            }
        });
        Ok(Lengths { bits: bits.collect::<Result<_, _>>()?, at })
    }

    /// Returns the number of dims.
    pub(super) fn rank(&self) -> usize {
        self.bits.len()
    }

    /// Returns the length of a dim.
    pub(super) fn length(&self, dim: usize) -> i64 {
        1 << self.bits[dim]
    }

    /// Returns the lengths.
    pub(super) fn values(&self) -> Vec<i64> {
        self.bits.iter().map(|bits| 1 << bits).collect()
    }

    /// Checks the number of dims.
    ///
    /// # Errors
    /// It is not `rank`, which `what` has.
    pub(super) fn check_rank(&self, what: &str, rank: usize) -> Result<(), NotationFault> {
        if self.rank() == rank {
            return Ok(());
        }
        let message = format!("{what} has {rank} dims, but the tensor has {}", self.rank());
        Err(NotationFault::new(self.at.clone(), message))
    }
}

/// Sets the components to zero that are outside of dims of these numbers of bits.
pub(super) fn fold_vector(basis: &mut [i64], bits: &[u32]) {
    for (part, bits) in basis.iter_mut().zip(bits) {
        if *part >> bits != 0 {
            *part = 0;
        }
    }
}

/// Returns the number of bits of a number of at least 0.
pub(super) fn bit_length(value: i64) -> u32 {
    i64::BITS - value.leading_zeros()
}

/// Returns the order of dims in which the last one is the fastest.
pub(super) fn row_major(rank: usize) -> Vec<usize> {
    (0..rank).rev().collect()
}
