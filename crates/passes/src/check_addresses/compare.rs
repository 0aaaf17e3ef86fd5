//! The comparison of a function with its layout, index by index.

use super::claim::Claim;
use super::oracle::{OracleFunction, OracleMachine, Trap};
use address::OffsetUnit;
use ir::Op;
use ir::layout::impl_display;
use ir::layout::{AddressError, Evaluator, Layout, LogicalIndex, Range};
use ir::progress::{Progress, ProgressReport};
use std::borrow::Cow;

/// The maximum number of indices for which all are compared.
pub(super) const MOST: u128 = crate::limits::COMPARED_INDICES as u128;
/// The number of samples that are compared in addition to the corners if there are more indices.
pub(super) const SAMPLES: u64 = crate::limits::SAMPLED_INDICES;
/// The number of comparisons between reports of progress.
const REPORT_EACH: u64 = 1 << 14;
/// The seed of the samples; an arbitrary number.
pub(super) const SEED: u64 = 0x5eed_0fad_d7e5_5e50;

/// A function and the layout whose addresses it must compute.
pub(super) struct Comparison<'a> {
    pub(super) claim: &'a Claim<'a>,
    pub(super) layout: &'a Layout,
    pub(super) function: &'a OracleFunction,
}

/// The result of a comparison without a difference.
pub(super) struct ComparisonReport {
    pub(super) compared: u64,
    pub(super) coverage: Coverage,
    /// `true` if an op of the function wraps at a compared index.
    pub(super) wraps: bool,
}

/// The compared indices.
pub(super) enum Coverage {
    All,
    /// Some of this many indices.
    Some(u128),
}

/// A difference between a function and its layout at an index, or at a slot if the function is an inverse.
pub(super) struct AddressDifference {
    pub(super) at: DifferencePosition,
    pub(super) kind: DifferenceKind,
}

pub(super) enum DifferencePosition {
    /// An index, and the constant that is added to it; `None` in other forms than `Step`.
    Index(Vec<i64>, Option<Vec<i64>>),
    Slot(i64),
}

impl_display!(DifferencePosition {
    Self::Index(index, None) => "index {index:?}",
    Self::Index(index, Some(step)) => "index {index:?} plus step {step:?}",
    Self::Slot(slot) => "slot {slot}",
});

pub(super) enum DifferenceKind {
    /// The function's result, as an unsigned word, and the offset of the layout.
    Offset(u64, i64),
    /// The index is valid only in the layout, with this offset.
    OnlyInLayout(i64),
    /// The index is valid only in the function, because its predicate is true or it has none.
    OnlyInFunction {
        has_predicate: bool,
    },
    /// The function has no defined result.
    Trap(Trap),
    /// The layout has no address, because the offset exceeds 64 bits.
    NoAddress(AddressError),
    WithinByte,
    /// The index that the inverse returns, and the least index in the slot.
    Owner(Vec<u64>, Vec<i64>),
    /// The inverse reports no index, but the slot has this one.
    OnlyOwned(Vec<i64>),
    /// The inverse reports this index, but the slot has none.
    OnlyReported(Vec<u64>),
}

impl AddressDifference {
    /// Formats the difference, with the names of the function and the layout.
    pub(super) fn message(&self, function: &str, of: &str) -> String {
        let kind = match &self.kind {
            DifferenceKind::Offset(got, right) => {
                format!("the function returns {got}, but the layout has offset {right}")
            }
            DifferenceKind::OnlyInLayout(right) => {
                format!("the function reports the index as invalid, but the layout has offset {right}")
            }
            DifferenceKind::OnlyInFunction { has_predicate: true } => {
                "the function reports the index as valid, but it is invalid in the layout".to_owned()
            }
            DifferenceKind::OnlyInFunction { has_predicate: false } => {
                "the index is invalid in the layout, but the function has no second result to report that"
                    .to_owned()
            }
            DifferenceKind::Trap(trap) => format!("the function {trap}"),
            DifferenceKind::NoAddress(error) => format!("the layout has no address: {error}"),
            DifferenceKind::WithinByte => "the element starts within a byte".to_owned(),
            DifferenceKind::Owner(got, right) => {
                format!("the function returns index {got:?}, but the slot has index {right:?}")
            }
            DifferenceKind::OnlyOwned(right) => {
                format!("the function reports no index, but the slot has index {right:?}")
            }
            DifferenceKind::OnlyReported(got) => {
                format!("the function returns index {got:?}, but the slot has no index")
            }
        };
        format!("`@{function}` and `@{of}` differ at {}: {kind}", self.at)
    }

    /// Returns the op that causes the difference; `None` if no single op does.
    pub(super) fn op(&self) -> Option<Op> {
        match self.kind {
            DifferenceKind::Trap(trap) => Some(trap.op()),
            _ => None,
        }
    }
}

impl Comparison<'_> {
    /// Compares at all indices, or at the corners and samples.
    ///
    /// # Errors
    /// The first difference.
    pub(super) fn run(
        &self,
        progress: &mut dyn Progress,
    ) -> Result<ComparisonReport, AddressDifference> {
        let total = self.claim.index().iter().map(count).fold(1, u128::saturating_mul);
        let mut comparator = self.comparator();
        let coverage = if total <= MOST {
            comparator.all(u64::try_from(total).unwrap_or(u64::MAX), progress)?;
            Coverage::All
        } else {
            comparator.corners()?;
            comparator.samples()?;
            Coverage::Some(total)
        };
        Ok(ComparisonReport { compared: comparator.compared, coverage, wraps: comparator.wraps })
    }

    /// Compares at an index that a solver reported, unless it is out of bounds.
    ///
    /// # Errors
    /// The difference.
    pub(super) fn at(&self, values: &[i64]) -> Result<(), AddressDifference> {
        let ranges = self.claim.index();
        match values.len() == ranges.len()
            && values.iter().zip(ranges).all(|(at, range)| (range.low..=range.high).contains(at))
        {
            true => self.comparator().compare(values),
            false => Ok(()),
        }
    }

    fn comparator(&self) -> AddressComparator<'_> {
        AddressComparator {
            comparison: self,
            machine: OracleMachine::new(self.function),
            evaluator: self.layout.evaluator(),
            inputs: vec![0; self.claim.ranges.len()],
            compared: 0,
            wraps: false,
        }
    }
}

/// Reports the number of compared indices or slots, at some of them.
pub(super) fn report(done: u64, total: u64, unit: &str, progress: &mut dyn Progress) {
    if done > 0 && done.is_multiple_of(REPORT_EACH) {
        progress.report(ProgressReport { done, total, unit, item: "" });
    }
}

/// The evaluators of both sides.
struct AddressComparator<'a> {
    comparison: &'a Comparison<'a>,
    machine: OracleMachine<'a>,
    evaluator: Evaluator<'a>,
    inputs: Vec<u64>,
    compared: u64,
    wraps: bool,
}

impl AddressComparator<'_> {
    /// Compares at every index, in row-major order.
    fn all(&mut self, total: u64, progress: &mut dyn Progress) -> Result<(), AddressDifference> {
        let ranges = self.comparison.claim.index();
        let first: Vec<i64> = ranges.iter().map(|range| range.low).collect();
        let mut index = first.clone();
        loop {
            report(self.compared, total, "indices", progress);
            self.compare(&index)?;
            let next = (0..index.len()).rev().find(|&at| index[at] < ranges[at].high);
            let Some(at) = next else { return Ok(()) };
            index[at] += 1;
            index[at + 1..].copy_from_slice(&first[at + 1..]);
        }
    }

    /// Compares at the Cartesian product of the first and last index of each dim. A layout has at most 15 dims.
    fn corners(&mut self) -> Result<(), AddressDifference> {
        let ranges = self.comparison.claim.index();
        for corner in 0..1u32 << ranges.len() {
            let index: Vec<i64> = ranges
                .iter()
                .enumerate()
                .map(|(at, range)| if corner >> at & 1 == 1 { range.high } else { range.low })
                .collect();
            self.compare(&index)?;
        }
        Ok(())
    }

    /// Compares at random indices, half of whose components are near an end of their dim.
    fn samples(&mut self) -> Result<(), AddressDifference> {
        let ranges = self.comparison.claim.index();
        let mut random = SplitMix64(SEED);
        for _ in 0..SAMPLES {
            let index: Vec<i64> = ranges
                .iter()
                .map(|range| {
                    let length = range.high - range.low + 1;
                    match random.below(4) {
                        0 => range.low + random.below(length.min(4)),
                        1 => range.high - random.below(length.min(4)),
                        _ => range.low + random.below(length),
                    }
                })
                .collect();
            self.compare(&index)?;
        }
        Ok(())
    }

    fn compare(&mut self, index: &[i64]) -> Result<(), AddressDifference> {
        self.compared += 1;
        self.compare_at(index).map_err(|kind| {
            let step = self.comparison.claim.step().map(<[i64]>::to_vec);
            let at = DifferencePosition::Index(index.to_vec(), step);
            AddressDifference { at, kind }
        })
    }

    fn compare_at(&mut self, index: &[i64]) -> Result<(), DifferenceKind> {
        for (input, component) in self.inputs.iter_mut().zip(index) {
            *input = component.unsigned_abs();
        }
        let Some(index) = self.started(index)? else { return Ok(()) };
        self.machine.run(&self.inputs).map_err(DifferenceKind::Trap)?;
        self.wraps |= self.machine.wrapped.is_some();
        let predicate = self.machine.result(1).map(|truth| truth == 1);
        let got = self.machine.result(0).unwrap_or(0);
        let right = self.address(&index)?;
        match (right, predicate) {
            (None, Some(false)) => Ok(()),
            (None, has_predicate) => {
                Err(DifferenceKind::OnlyInFunction { has_predicate: has_predicate.is_some() })
            }
            (Some(right), Some(false)) => Err(DifferenceKind::OnlyInLayout(right)),
            (Some(right), _) if is_word_of(got, right, self.comparison.function.outputs[0]) => {
                Ok(())
            }
            (Some(right), _) => Err(DifferenceKind::Offset(got, right)),
        }
    }

    /// Returns the index whose address the function computes for an index. In the form `Step` this is the sum of both,
    /// and the offset of the index is the last input; `None` if the index is invalid, so that no step starts there.
    fn started<'i>(&mut self, index: &'i [i64]) -> Result<Option<Cow<'i, [i64]>>, DifferenceKind> {
        let Some(step) = self.comparison.claim.step() else {
            return Ok(Some(Cow::Borrowed(index)));
        };
        let Some(offset) = self.address(index)? else { return Ok(None) };
        if let Some(last) = self.inputs.last_mut()
            && let Some(width) = self.comparison.function.inputs.last()
        {
            *last = offset.cast_unsigned() & (u64::MAX >> (64 - width));
        }
        // The ranges of the index keep the sum inside the lengths.
        Ok(Some(index.iter().zip(step).map(|(component, by)| component + by).collect()))
    }

    /// Returns the offset of the layout in the function's unit; `None` if the index is invalid.
    fn address(&mut self, index: &[i64]) -> Result<Option<i64>, DifferenceKind> {
        fn no_address(error: AddressError) -> DifferenceKind {
            DifferenceKind::NoAddress(error)
        }
        let index = LogicalIndex::new(index.iter().copied());
        let index = index.map_err(|error| no_address(error.into()))?;
        let Some(offset) = self.evaluator.offset_of(&index).map_err(no_address)? else {
            return Ok(None);
        };
        if self.comparison.claim.attr.unit == OffsetUnit::Element {
            return Ok(Some(offset.get()));
        }
        let elem = self.comparison.layout.elem().ok_or(no_address(AddressError::NoElement))?;
        let bits = offset.to_bits(elem).ok_or(no_address(AddressError::Overflow))?;
        bits.to_bytes().map(|bytes| Some(bytes.get())).ok_or(DifferenceKind::WithinByte)
    }
}

/// Returns how many numbers a range has.
pub(super) fn count(range: &Range) -> u128 {
    (i128::from(range.high) - i128::from(range.low) + 1).unsigned_abs()
}

/// Returns `true` if a word of this width represents a number: the number itself, or the two's complement of a negative
/// one.
pub(super) fn is_word_of(word: u64, number: i64, width: u32) -> bool {
    let fits = match width {
        64 => true,
        _ => (-(1i64 << (width - 1))..1i64 << width).contains(&number),
    };
    fits && word == number.cast_unsigned() & (u64::MAX >> (64 - width))
}

/// SplitMix64, a deterministic generator of pseudorandom numbers (Steele, Lea, Flood, OOPSLA 2014).
pub(super) struct SplitMix64(pub(super) u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// Returns a number from 0 to below a length, which is at least 1.
    pub(super) fn below(&mut self, length: i64) -> i64 {
        let scaled = u128::from(self.next()) * u128::from(length.unsigned_abs());
        i64::try_from(scaled >> 64).unwrap_or(0)
    }
}
