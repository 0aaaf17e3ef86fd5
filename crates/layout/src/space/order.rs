//! The order of a tensor's dimensions in memory: the only conversion between [`Dim`] and [`MemDim`].
//!
//! An order is stored as its packed code, the number that VPUX passes to its runtime. Each dimension takes four bits:
//! its number plus one. The outermost dimension is in the most significant nonzero digit. `order_names` holds the
//! names.

use std::fmt;

use super::dim::{Dim, MAX_RANK, MemDim};
use super::per_dim::{PerDim, RankError, Shape};
use crate::messages::joined;

const DIGIT_BITS: u32 = 4;
const DIGIT_MASK: u64 = 0xF;

/// A permutation of up to [`MAX_RANK`] dimensions: the logical dimension at each physical position.
///
/// Every value is a valid permutation, so two orders are equal if and only if their codes are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DimsOrder(u64);

impl DimsOrder {
    /// Returns the order with this code. The code is not checked here: a test checks the table of names.
    pub(crate) const fn from_checked_code(code: u64) -> DimsOrder {
        DimsOrder(code)
    }

    /// Returns the row-major order of a rank; `None` if the rank is above [`MAX_RANK`].
    pub fn identity(rank: usize) -> Option<DimsOrder> {
        (rank <= MAX_RANK).then(|| DimsOrder(pack(0..rank)))
    }

    /// Returns the order with these logical dimensions at the physical positions 0, 1, and so on.
    ///
    /// # Errors
    /// See [`DimsOrder::from_results`].
    pub fn from_permutation(dims: &[Dim]) -> Result<DimsOrder, OrderError> {
        check(dims.len(), dims.iter().map(|dim| dim.index()))
    }

    /// Returns the order whose affine map has these results: result `k` is the number of the logical dimension at
    /// physical position `k`.
    ///
    /// # Errors
    /// A result is out of range or repeated (the first such result is reported), or there are more than [`MAX_RANK`]
    /// results.
    pub fn from_results(results: &[usize]) -> Result<DimsOrder, OrderError> {
        check(results.len(), results.iter().copied())
    }

    /// Returns the order of `rank` dimensions whose affine map has these results.
    ///
    /// # Errors
    /// As [`from_results`](DimsOrder::from_results), and [`OrderError::Results`] if the number of results is not
    /// `rank`.
    pub fn of_rank(rank: usize, results: &[usize]) -> Result<DimsOrder, OrderError> {
        // A repeated result is reported first, as it explains a surplus of results.
        let order = check(rank, results.iter().copied())?;
        if results.len() != rank {
            return Err(OrderError::Results { results: results.len(), dims: rank });
        }
        Ok(order)
    }

    /// Returns the order with this packed code.
    ///
    /// # Errors
    /// The code is not exactly the code of a permutation. VPUX accepts some such codes: a zero digit between or after
    /// others, a missing or repeated dimension, a used sixteenth digit.
    pub fn from_code(code: u64) -> Result<DimsOrder, OrderError> {
        let rank = num_digits(code);
        let digits: Vec<usize> = (0..rank).map(|position| digit(code, rank, position)).collect();
        if let Some(position) = digits.iter().position(|&digit| digit == 0) {
            return Err(OrderError::EmptyDigit { code, position });
        }
        check(rank, digits.iter().map(|digit| digit - 1))
    }

    /// Returns VPUX's packed code: four bits per dimension, its number plus one, outermost most significant. The code
    /// of rank zero is 0.
    pub fn code(self) -> u64 {
        self.0
    }

    /// Returns the number of dimensions.
    pub fn rank(self) -> usize {
        num_digits(self.0)
    }

    /// Returns the logical dimensions by physical position, outermost first: the results of the affine map.
    pub fn results(self) -> impl DoubleEndedIterator<Item = Dim> + Clone {
        MemDim::all(self.rank()).map(move |position| self.at(position))
    }

    /// Returns the numbers of the logical dimensions by physical position, outermost first.
    pub(crate) fn indices(self) -> Vec<usize> {
        self.results().map(Dim::index).collect()
    }

    /// Returns the physical position of a logical dimension; `None` if the dimension is outside the rank.
    pub fn mem_dim_of(self, dim: Dim) -> Option<MemDim> {
        MemDim::all(self.rank()).find(|&position| self.at(position) == dim)
    }

    /// Returns the order whose affine map is the inverse of this order's map.
    #[must_use]
    pub fn inverse(self) -> DimsOrder {
        DimsOrder(pack(Dim::all(self.rank()).map(|dim| self.position(dim).index())))
    }

    /// Rearranges values by logical dimension into values by physical dimension.
    ///
    /// # Errors
    /// [`RankError::Mismatch`] if the rank is not the order's rank.
    pub fn to_memory<T: Clone>(
        self,
        logical: &PerDim<Dim, T>,
    ) -> Result<PerDim<MemDim, T>, RankError> {
        RankError::unless_equal(self.rank(), logical.len())?;
        PerDim::from_fn(self.rank(), |position| logical[self.at(position)].clone())
    }

    /// Rearranges values by physical dimension into values by logical dimension.
    ///
    /// # Errors
    /// [`RankError::Mismatch`] if the rank is not the order's rank.
    pub fn to_logical<T: Clone>(
        self,
        memory: &PerDim<MemDim, T>,
    ) -> Result<PerDim<Dim, T>, RankError> {
        RankError::unless_equal(self.rank(), memory.len())?;
        PerDim::from_fn(self.rank(), |dim| memory[self.position(dim)].clone())
    }

    /// Returns `true` if this is the row-major order.
    pub fn is_identity(self) -> bool {
        DimsOrder::identity(self.rank()) == Some(self)
    }

    /// Returns `true` if both orders store every element of this shape at the same offset, so that a reorder moves no
    /// data. This holds if the orders are equal without the dimensions of length 1. `false` if a rank differs.
    pub fn is_trivial_reorder(from: DimsOrder, to: DimsOrder, shape: &Shape) -> bool {
        let ranks_agree = from.rank() == shape.len() && to.rank() == shape.len();
        let [from, to] =
            [from, to].map(|order| order.results().filter(|&dim| !shape[dim].is_one()));
        ranks_agree && from.eq(to)
    }

    fn at(self, position: MemDim) -> Dim {
        let index = digit(self.0, self.rank(), position.index()) - 1;
        Dim::new(index).expect("an order holds valid dims")
    }

    fn position(self, dim: Dim) -> MemDim {
        self.mem_dim_of(dim).expect("an order holds every dim below its rank")
    }
}

/// Returns the number of digits up to the most significant nonzero one: 16 for a code that uses all 64 bits.
fn num_digits(code: u64) -> usize {
    (u64::BITS - code.leading_zeros()).div_ceil(DIGIT_BITS) as usize
}

/// Returns the digit at a physical position of a code with `rank` digits.
fn digit(code: u64, rank: usize, position: usize) -> usize {
    let shift = DIGIT_BITS as usize * (rank - 1 - position);
    ((code >> shift) & DIGIT_MASK) as usize
}

/// Returns the code of dims listed outermost first. The caller has checked the dims.
fn pack(dims: impl Iterator<Item = usize>) -> u64 {
    dims.fold(0, |code, dim| (code << DIGIT_BITS) | (dim as u64 + 1))
}

/// Returns the order with these results, after a check that each is below the rank and none repeats.
fn check(
    rank: usize,
    results: impl Iterator<Item = usize> + Clone,
) -> Result<DimsOrder, OrderError> {
    if rank > MAX_RANK {
        return Err(OrderError::TooMany { rank });
    }
    let mut seen = [None; MAX_RANK];
    for (result, dim) in results.clone().enumerate() {
        if dim >= rank {
            return Err(OrderError::OutOfRange { result, dim, rank });
        }
        if let Some(first) = seen[dim].replace(result) {
            return Err(OrderError::Repeated { result, dim, first });
        }
    }
    Ok(DimsOrder(pack(results)))
}

impl fmt::Display for DimsOrder {
    /// Prints the name if VPUX prints one, otherwise the affine map: `NHWC`, `(d0, d1, d2) -> (d2, d1, d0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        let dims = joined(Dim::all(self.rank()), ", ");
        write!(f, "({dims}) -> ({})", joined(self.results(), ", "))
    }
}

impl fmt::Debug for DimsOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DimsOrder({self})")
    }
}

/// The reason why a code or a list of results is not a permutation. Results are counted from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderError {
    /// There are more than [`MAX_RANK`] dimensions.
    TooMany {
        /// The number of dimensions.
        rank: usize,
    },
    /// A result names a dimension outside the rank.
    OutOfRange {
        /// The index of the offending result.
        result: usize,
        /// The dimension that the result names.
        dim: usize,
        /// The number of dimensions.
        rank: usize,
    },
    /// A result repeats the dimension of an earlier result.
    Repeated {
        /// The index of the offending result.
        result: usize,
        /// The dimension that the result names.
        dim: usize,
        /// The index of the earlier result.
        first: usize,
    },
    /// A digit of a packed code is zero.
    EmptyDigit {
        /// The code.
        code: u64,
        /// The physical position of the digit.
        position: usize,
    },
    /// The number of results differs from the number of dimensions.
    Results {
        /// The number of results.
        results: usize,
        /// The number of dimensions.
        dims: usize,
    },
}

impl_error!(OrderError {
    Self::TooMany { rank } => "an order must have at most {MAX_RANK} dims, but has {rank}",
    Self::OutOfRange { result, dim, rank } =>
        "result {result} of the order is d{dim}, but the order has rank {rank}",
    Self::Repeated { result, dim, first } =>
        "result {result} of the order repeats d{dim}, which is already result {first}",
    Self::EmptyDigit { code, position } => "digit {position} of the order code {code:#x} is zero",
    Self::Results { results, dims } =>
        "the map has {results} result{} for {dims} dims; expected one result for each dim"
        (if *results == 1 { "" } else { "s" }),
});

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn refused(order: Result<DimsOrder, OrderError>, expect: Expect) {
        expect.assert_eq(&order.unwrap_err().to_string());
    }

    #[test]
    fn nhwc_has_the_code_of_vpux() {
        let order = DimsOrder::from_results(&[0, 2, 3, 1]).unwrap();
        assert_eq!(order.code(), 0x1342);
        assert_eq!(order.rank(), 4);
        assert_eq!(order.inverse().code(), 0x1423);
        assert_eq!(DimsOrder::from_code(0x1342), Ok(order));
    }

    #[test]
    fn codes_support_ranks_up_to_fifteen() {
        let order = DimsOrder::identity(15).unwrap();
        assert_eq!(order.code(), 0x123_4567_89AB_CDEF);
        assert_eq!(DimsOrder::from_code(order.code()), Ok(order));
        assert_eq!(DimsOrder::identity(16), None);
        assert_eq!(DimsOrder::identity(0).map(DimsOrder::code), Some(0));
        assert_eq!(DimsOrder::from_code(0).map(DimsOrder::rank), Ok(0));
    }

    #[test]
    fn from_code_rejects_non_permutations() {
        refused(
            DimsOrder::from_code(0x13),
            expect!["result 1 of the order is d2, but the order has rank 2"],
        );
        refused(
            DimsOrder::from_code(0x3),
            expect!["result 0 of the order is d2, but the order has rank 1"],
        );
        refused(
            DimsOrder::from_code(0x124),
            expect!["result 2 of the order is d3, but the order has rank 3"],
        );
        refused(
            DimsOrder::from_code(0xF),
            expect!["result 0 of the order is d14, but the order has rank 1"],
        );
        refused(DimsOrder::from_code(0x102), expect!["digit 1 of the order code 0x102 is zero"]);
        refused(DimsOrder::from_code(0x120), expect!["digit 2 of the order code 0x120 is zero"]);
        refused(
            DimsOrder::from_code(0x11),
            expect!["result 1 of the order repeats d0, which is already result 0"],
        );
        refused(
            DimsOrder::from_code(0x1123_4567_89AB_CDEF),
            expect!["an order must have at most 15 dims, but has 16"],
        );
        refused(
            DimsOrder::from_code(u64::MAX),
            expect!["an order must have at most 15 dims, but has 16"],
        );
    }

    #[test]
    fn errors_report_the_first_invalid_result() {
        refused(
            DimsOrder::from_results(&[0, 4, 1]),
            expect!["result 1 of the order is d4, but the order has rank 3"],
        );
        refused(
            DimsOrder::from_results(&[0, 2, 2]),
            expect!["result 2 of the order repeats d2, which is already result 1"],
        );
        refused(
            DimsOrder::from_results(&[0; 16]),
            expect!["an order must have at most 15 dims, but has 16"],
        );
        refused(
            DimsOrder::from_results(&[usize::MAX]),
            expect![[
                r#"result 0 of the order is d18446744073709551615, but the order has rank 1"#
            ]],
        );
    }

    #[test]
    fn to_memory_and_to_logical_are_inverse() {
        let shape = Shape::of_static(&[1, 64, 56, 28]).unwrap();
        let memory = DimsOrder::NHWC.to_memory(&shape).unwrap();
        assert_eq!(memory.to_string(), "[1, 56, 28, 64]");
        assert_eq!(DimsOrder::NHWC.to_logical(&memory), Ok(shape));
        let short = Shape::of_static(&[1]).unwrap();
        assert_eq!(
            DimsOrder::NHWC.to_memory(&short),
            Err(RankError::Mismatch { expected: 4, found: 1 })
        );
    }

    #[test]
    fn reorder_of_unit_dims_is_trivial() {
        let trivial = |shape: &[i64]| {
            DimsOrder::is_trivial_reorder(
                DimsOrder::NCHW,
                DimsOrder::NHWC,
                &Shape::of_static(shape).unwrap(),
            )
        };
        assert!(trivial(&[2, 1, 30, 30]));
        assert!(trivial(&[2, 64, 1, 1]));
        assert!(!trivial(&[2, 64, 2, 1]));
        assert!(!trivial(&[2, 64]));
    }

    #[test]
    fn unnamed_order_prints_as_its_map() {
        expect!["NHWC"].assert_eq(&DimsOrder::NHWC.to_string());
        expect!["(d0, d1, d2) -> (d2, d1, d0)"].assert_eq(&DimsOrder::WHC.to_string());
    }
}
