//! Compares a function with its layout, index by index.

use super::claim::Claim;
use super::oracle::{OracleFunction, OracleMachine, Trap};
use address::OffsetUnit;
use ir::Op;
use ir::layout::{AddressError, Evaluator, Layout, LogicalIndex};

/// The most indices that are all compared.
const MOST: u128 = 1 << 22;
/// How many samples are compared beside the corners where there are more.
const SAMPLES: u64 = 1 << 16;
/// Where the samples begin; any number would do.
const SEED: u64 = 0x5eed_0fad_d7e5_5e50;

/// A function and the layout that it should be.
pub(super) struct Comparison<'a> {
    pub(super) claim: &'a Claim<'a>,
    pub(super) layout: &'a Layout,
    pub(super) function: &'a OracleFunction,
}

/// What was compared.
pub(super) struct ComparisonReport {
    pub(super) compared: u64,
    pub(super) coverage: Coverage,
    /// Whether an op of the function wraps for an index that was compared.
    pub(super) wraps: bool,
}

/// Whether all indices were compared.
pub(super) enum Coverage {
    All,
    /// Some of so many.
    Some(u128),
}

/// Where a function and its layout are not the same.
pub(super) struct AddressDifference {
    at: Vec<i64>,
    kind: DifferenceKind,
}

enum DifferenceKind {
    /// What the function gives, as a number of its width, and the layout's offset.
    Offset(u64, i64),
    /// The index is valid in the layout only.
    OnlyInLayout(i64),
    /// The index is valid in the function only, which says so, or cannot say that one is not.
    OnlyInFunction {
        has_predicate: bool,
    },
    /// The function has no result.
    Trap(Trap),
    /// The layout's element begins within a byte, or its offset leaves 64 bits.
    NoAddress(AddressError),
    WithinByte,
}

impl AddressDifference {
    /// The sentence, of a function and a layout by their names.
    pub(super) fn message(&self, function: &str, of: &str) -> String {
        let kind = match &self.kind {
            DifferenceKind::Offset(got, right) => {
                format!("the function gives {got}, the layout {right}")
            }
            DifferenceKind::OnlyInLayout(right) => {
                format!("the function says that it is not valid, the layout gives {right}")
            }
            DifferenceKind::OnlyInFunction { has_predicate: true } => {
                "the function says that it is valid, but in the layout it is not".to_owned()
            }
            DifferenceKind::OnlyInFunction { has_predicate: false } => {
                "in the layout it is not valid, but the function has no second result to say so"
                    .to_owned()
            }
            DifferenceKind::Trap(trap) => format!("the function {trap}"),
            DifferenceKind::NoAddress(error) => format!("the layout has no address, as {error}"),
            DifferenceKind::WithinByte => "the element begins within a byte".to_owned(),
        };
        format!("`@{function}` and `@{of}` differ at index {:?}: {kind}", self.at)
    }

    /// The op that is at fault, where it is one.
    pub(super) fn op(&self) -> Option<Op> {
        match self.kind {
            DifferenceKind::Trap(trap) => Some(trap.op()),
            _ => None,
        }
    }
}

impl Comparison<'_> {
    /// Compares at all indices, or at corners and samples.
    ///
    /// # Errors
    /// The first difference.
    pub(super) fn run(&self) -> Result<ComparisonReport, AddressDifference> {
        let lengths = &self.claim.attr.lengths;
        let product =
            |product: u128, &length: &i64| product.saturating_mul(length.unsigned_abs().into());
        let total = lengths.iter().fold(1, product);
        let mut judge = self.judge();
        let coverage = if total <= MOST {
            judge.all()?;
            Coverage::All
        } else {
            judge.corners()?;
            judge.samples()?;
            Coverage::Some(total)
        };
        Ok(ComparisonReport { compared: judge.compared, coverage, wraps: judge.wraps })
    }

    /// Compares at one index inside the lengths.
    ///
    /// # Errors
    /// The difference.
    pub(super) fn at(&self, index: &[i64]) -> Result<(), AddressDifference> {
        self.judge().compare(index)
    }

    fn judge(&self) -> AddressJudge<'_> {
        AddressJudge {
            comparison: self,
            machine: OracleMachine::new(self.function),
            evaluator: self.layout.evaluator(),
            inputs: vec![0; self.claim.attr.lengths.len()],
            compared: 0,
            wraps: false,
        }
    }
}

/// Both sides at work.
struct AddressJudge<'a> {
    comparison: &'a Comparison<'a>,
    machine: OracleMachine<'a>,
    evaluator: Evaluator<'a>,
    inputs: Vec<u64>,
    compared: u64,
    wraps: bool,
}

impl AddressJudge<'_> {
    /// Every index, in row-major order.
    fn all(&mut self) -> Result<(), AddressDifference> {
        let lengths = &self.comparison.claim.attr.lengths;
        let mut index = vec![0; lengths.len()];
        loop {
            self.compare(&index)?;
            let next = (0..index.len()).rev().find(|&at| index[at] + 1 < lengths[at]);
            let Some(at) = next else { return Ok(()) };
            index[at] += 1;
            index[at + 1..].fill(0);
        }
    }

    /// The first and the last index of each dim, each with each. A layout has at most 15 dims.
    fn corners(&mut self) -> Result<(), AddressDifference> {
        let lengths = &self.comparison.claim.attr.lengths;
        for corner in 0..1u32 << lengths.len() {
            let last =
                |(at, &length): (usize, &i64)| if corner >> at & 1 == 1 { length - 1 } else { 0 };
            let index: Vec<i64> = lengths.iter().enumerate().map(last).collect();
            self.compare(&index)?;
        }
        Ok(())
    }

    /// Components near the ends of the dims, and anywhere.
    fn samples(&mut self) -> Result<(), AddressDifference> {
        let lengths = &self.comparison.claim.attr.lengths;
        let mut random = SplitMix64(SEED);
        for _ in 0..SAMPLES {
            let component = |&length: &i64| match random.below(4) {
                0 => random.below(length.min(4)),
                1 => length - 1 - random.below(length.min(4)),
                _ => random.below(length),
            };
            let index: Vec<i64> = lengths.iter().map(component).collect();
            self.compare(&index)?;
        }
        Ok(())
    }

    fn compare(&mut self, index: &[i64]) -> Result<(), AddressDifference> {
        self.compared += 1;
        self.judge(index).map_err(|kind| AddressDifference { at: index.to_vec(), kind })
    }

    fn judge(&mut self, index: &[i64]) -> Result<(), DifferenceKind> {
        for (input, component) in self.inputs.iter_mut().zip(index) {
            *input = component.unsigned_abs();
        }
        self.machine.run(&self.inputs).map_err(DifferenceKind::Trap)?;
        self.wraps |= self.machine.wrapped.is_some();
        let predicate = self.machine.result(1).map(|truth| truth == 1);
        let got = self.machine.result(0).unwrap_or(0);
        let right = self.address(index)?;
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

    /// What the layout says, in the function's unit.
    fn address(&mut self, index: &[i64]) -> Result<Option<i64>, DifferenceKind> {
        let no_address = |error: AddressError| DifferenceKind::NoAddress(error);
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

/// Whether a word of so many bits stands for a number: the number itself, or the two's complement of one below 0.
fn is_word_of(word: u64, number: i64, width: u32) -> bool {
    let fits = match width {
        64 => true,
        _ => (-(1i64 << (width - 1))..1i64 << width).contains(&number),
    };
    fits && word == number.cast_unsigned() & (u64::MAX >> (64 - width))
}

/// SplitMix64: numbers that look random and are always the same (Steele, Lea, Flood, OOPSLA 2014).
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number from 0 to below a length of at least 1.
    fn below(&mut self, length: i64) -> i64 {
        let scaled = u128::from(self.next()) * u128::from(length.unsigned_abs());
        i64::try_from(scaled >> 64).unwrap_or(0)
    }
}
