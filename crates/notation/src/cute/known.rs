//! The offsets of a layout that decide about its modes below a swizzle.
//!
//! The size of a mode is the product of its parts, so the weights of the parts divide it: the offsets at the divisors of
//! the sizes determine the modes. The offsets at further indices, the *probes*, refute most swizzles.

use layout::probe_indices;
use layout::{
    AddressError, BitSwizzle, Elems, Evaluator, Layout, LogicalIndex, MixedRadix, RadixDigit,
};

/// The maximum divisor that is tried. A rest of more than its square may have divisors of its own.
const MAX_TRIED: i64 = crate::limits::TRIED_DIVISOR as i64;

/// The maximum number of divisors of all lengths.
const MAX_DIVISORS: usize = crate::limits::DIVISORS as usize;

/// An index with its offset, which is at least 0.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    pub(super) at: Vec<i64>,
    pub(super) offset: i64,
}

/// A divisor of a length, and the offset at that step along the dim.
struct DivisorStep {
    divisor: i64,
    offset: i64,
}

/// The offsets of a layout at the divisors of its lengths, and at the probes in row-major order.
pub(super) struct KnownOffsets {
    lengths: Vec<i64>,
    start: i64,
    steps: Vec<Vec<DivisorStep>>,
    pub(super) probes: Vec<Probe>,
}

/// The modes that the offsets below a swizzle determine. No other modes agree with these offsets, and none agrees at
/// `refused`.
pub(super) struct DeterminedModes {
    pub(super) radix: MixedRadix,
    pub(super) refused: Option<Vec<i64>>,
}

impl KnownOffsets {
    /// Returns the known offsets of a layout without negative offsets; `None` if the lengths have too many divisors, or
    /// divisors that are too large.
    ///
    /// # Errors
    /// An offset cannot be computed.
    pub(super) fn from_layout(
        layout: &Layout,
        lengths: &[i64],
    ) -> Result<Option<KnownOffsets>, AddressError> {
        let divisors: Option<Vec<Vec<i64>>> = lengths.iter().map(|&it| divisors(it)).collect();
        let Some(divisors) =
            divisors.filter(|all| all.iter().map(Vec::len).sum::<usize>() <= MAX_DIVISORS)
        else {
            return Ok(None);
        };
        let mut evaluator = layout.evaluator();
        let zero = vec![0; lengths.len()];
        let mut steps = Vec::new();
        for (dim, own) in divisors.iter().enumerate() {
            let mut at = zero.clone();
            let step = own.iter().map(|&divisor| {
                at[dim] = divisor;
                Ok(DivisorStep { divisor, offset: offset_at(&mut evaluator, &at)? })
            });
            steps.push(step.collect::<Result<_, AddressError>>()?);
        }
        let start = offset_at(&mut evaluator, &zero)?;
        let indices = probe_indices(lengths, &divisors).into_iter();
        let probes = indices
            .map(|at| Ok(Probe { offset: offset_at(&mut evaluator, &at)?, at }))
            .collect::<Result<_, AddressError>>()?;
        Ok(Some(KnownOffsets { lengths: lengths.to_vec(), start, steps, probes }))
    }

    /// Returns the modes that the offsets along the dims, permuted by a swizzle, determine.
    pub(super) fn modes_below(&self, swizzle: BitSwizzle) -> DeterminedModes {
        let offset = swizzle.apply(self.start);
        let mut modes = DeterminedModes {
            radix: MixedRadix { lengths: self.lengths.clone(), dims: Vec::new(), offset },
            refused: None,
        };
        for (dim, steps) in self.steps.iter().enumerate() {
            let mut digits = Vec::<RadixDigit>::new();
            let mut weight = 1;
            for &DivisorStep { divisor, offset: found } in steps {
                // Both offsets are at least 0.
                let stride = swizzle.apply(found) - offset;
                if !digits.is_empty() && RadixDigit::sum(&digits, divisor) == stride.into() {
                    continue;
                }
                if divisor % weight != 0 {
                    modes.refuse(dim, divisor);
                    break;
                }
                if let Some(last) = digits.last_mut() {
                    last.length = divisor / weight;
                }
                weight = divisor;
                digits.push(RadixDigit { length: self.lengths[dim] / weight, stride });
            }
            modes.radix.dims.push(digits);
        }
        modes
    }
}

impl DeterminedModes {
    /// Refuses a step along a dim, if no earlier index is refused.
    fn refuse(&mut self, dim: usize, step: i64) {
        let mut at = vec![0; self.radix.lengths.len()];
        at[dim] = step;
        if self.refused.as_ref().is_none_or(|first| at < *first) {
            self.refused = Some(at);
        }
    }

    /// Returns `true` if the modes below a swizzle do not have the offset of a probe before `refused`.
    pub(super) fn contradict(&self, swizzle: BitSwizzle, probe: &Probe) -> bool {
        self.radix.offset_of(&probe.at) != Some(swizzle.apply(probe.offset))
    }

    /// Returns an index whose sum is outside the offsets that a swizzle permutes, 0 to 2^62 - 1; `None` if all are inside.
    pub(super) fn outside(&self) -> Option<Vec<i64>> {
        let ends = [self.end(|stride| stride < 0), self.end(|stride| stride > 0)];
        ends.into_iter()
            .find(|at| !self.radix.offset_of(at).is_some_and(|sum| (0..1i64 << 62).contains(&sum)))
    }

    /// Returns the index whose digits are the greatest ones for some strides, and else 0.
    fn end(&self, is_counted: fn(i64) -> bool) -> Vec<i64> {
        let mut at = vec![0; self.radix.dims.len()];
        for (digit, _) in self.radix.terms().filter(|&(_, stride)| is_counted(stride)) {
            at[digit.dim] += (digit.length - 1) * digit.weight;
        }
        at
    }
}

/// Returns the offset at an index. The caller has checked that each index has a slot.
fn offset_at(evaluator: &mut Evaluator<'_>, at: &[i64]) -> Result<i64, AddressError> {
    let index = LogicalIndex::new(at.iter().copied())?;
    Ok(evaluator.offset_of(&index)?.map_or(0, Elems::get))
}

/// Returns the divisors of a length, without the length itself, in ascending order; `None` if they are unknown.
fn divisors(length: i64) -> Option<Vec<i64>> {
    let mut all = vec![1];
    let mut rest = length;
    let mut factor = 2;
    while rest > 1 {
        if factor > MAX_TRIED && factor.saturating_mul(factor) <= rest {
            return None;
        }
        if factor.saturating_mul(factor) > rest {
            factor = rest;
        }
        let before = all.len();
        let mut power = 1;
        while rest % factor == 0 {
            (rest, power) = (rest / factor, power * factor);
            all.extend_from_within(..before);
            let new = all.len() - before;
            all[new..].iter_mut().for_each(|divisor| *divisor *= power);
        }
        factor += 1;
    }
    all.sort_unstable();
    all.pop();
    Some(all)
}
