//! Swizzles in layouts: a swizzle and sums of digits whose composition a layout is.

use layout::{Elems, Layout, LogicalIndex, MixedRadix};

use super::swizzle::{MAX_BITS, OffsetSwizzle};

/// The maximum length of a dim, whose offsets are listed.
const MAX_LISTED: i64 = 1 << 12;

/// The maximum number of offsets of all swizzles that are computed.
const MAX_STEPS: usize = 1 << 24;

/// The number of indices that a candidate must agree with before the whole layout is compared.
const SAMPLES: i64 = 32;

/// The offsets of a layout along each dim, and at some indices.
struct KnownOffsets {
    start: i64,
    lines: Vec<Vec<i64>>,
    samples: Vec<(Vec<i64>, i64)>,
}

/// Returns a swizzle and the digits below it; `None` if the layout is not such a composition.
///
/// A swizzle is its own inverse. Each swizzle of the bits of the greatest offset is tried, the smallest first: applied
/// to the offsets along each dim it determines the digits, which must agree with the layout.
pub(super) fn unswizzled(layout: &Layout, lengths: &[i64]) -> Option<(OffsetSwizzle, MixedRadix)> {
    let (least, greatest) = layout.offset_range().ok()??;
    if least.get() < 0 {
        return None;
    }
    let known = KnownOffsets::of(layout, lengths)?;
    // The sum of the offsets of all indices has these bits: a swizzle can change no others.
    let indices = lengths.iter().fold(1i64, |product, &length| product.saturating_mul(length));
    let bits = i64::BITS - greatest.get().leading_zeros() + indices.ilog2() + 1;
    let steps = known.lines.iter().map(Vec::len).sum::<usize>() + known.samples.len();
    let all = candidates(bits.min(MAX_BITS)).take(MAX_STEPS / steps);
    all.into_iter().find_map(|swizzle| {
        let radix = known.below(swizzle)?;
        if !(0..lengths.len()).all(|dim| radix.is_whole(dim)) {
            return None;
        }
        let whole = swizzle.over(radix.layout(None).ok()?).ok()?;
        (layout.difference(&whole) == Ok(None)).then_some((swizzle, radix))
    })
}

/// Returns the swizzles of so many bits of an offset, with small fields first.
pub(super) fn candidates(top: u32) -> impl Iterator<Item = OffsetSwizzle> {
    let fields = (1..=top / 2).flat_map(move |bits| {
        let distances = bits..=top.saturating_sub(bits);
        distances.flat_map(move |distance| {
            let bases = 0..=top.saturating_sub(bits + distance);
            bases.map(move |base| (bits, base, distance))
        })
    });
    fields.flat_map(|(bits, base, distance)| {
        let shift = distance as i32;
        [shift, -shift].map(|shift| OffsetSwizzle { bits, base, shift })
    })
}

impl KnownOffsets {
    fn of(layout: &Layout, lengths: &[i64]) -> Option<KnownOffsets> {
        if lengths.iter().any(|&length| length > MAX_LISTED) {
            return None;
        }
        let mut evaluator = layout.evaluator();
        let mut at = |index: &[i64]| {
            let index = LogicalIndex::new(index.iter().copied()).ok()?;
            evaluator.offset_of(&index).ok()?.map(Elems::get)
        };
        let zero = vec![0; lengths.len()];
        let mut lines = Vec::new();
        for (dim, &length) in lengths.iter().enumerate() {
            let mut index = zero.clone();
            let line = (0..length).map(|component| {
                index[dim] = component;
                at(&index)
            });
            lines.push(line.collect::<Option<Vec<i64>>>()?);
        }
        let mut samples = Vec::new();
        for sample in 0..SAMPLES {
            // Steps of different primes reach all combinations of bits.
            let component = |(dim, length): (usize, &i64)| {
                (length - 1 - sample * STEPS[dim % STEPS.len()] % length).max(0)
            };
            let index: Vec<i64> = lengths.iter().enumerate().map(component).collect();
            let offset = at(&index)?;
            samples.push((index, offset));
        }
        Some(KnownOffsets { start: at(&zero)?, lines, samples })
    }

    /// Returns the digits below a swizzle; `None` if they do not agree with the samples.
    fn below(&self, candidate: OffsetSwizzle) -> Option<MixedRadix> {
        let swizzle = candidate.of_core().ok()?;
        let agrees = |radix: &MixedRadix| {
            let same = |(index, offset): &(Vec<i64>, i64)| {
                radix.offset_of(index) == Some(swizzle.apply(*offset))
            };
            self.samples.iter().all(same)
        };
        let below = |line: &Vec<i64>| line.iter().map(|&offset| swizzle.apply(offset)).collect();
        let lines: Vec<Vec<i64>> = self.lines.iter().map(below).collect();
        MixedRadix::of_lines(&lines, swizzle.apply(self.start)).filter(agrees)
    }
}

/// The steps of the samples along the dims.
const STEPS: &[i64] = &[1, 3, 5, 7];
