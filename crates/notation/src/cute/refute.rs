//! The proof that no swizzle and no modes have the offsets of a layout.
//!
//! A swizzle is its own inverse: a layout has a swizzle if its offsets, swizzled, are those of modes. The modes follow from
//! the offsets along the dims, so each swizzle fails at one index. The last of these is the witness. A swizzle that changes
//! bits above all sums of swizzled offsets fails where modes alone do.

use layout::{Elems, IndexSpace, LogicalIndex};

use super::swizzle::{MAX_BITS, OffsetSwizzle};
use super::unswizzle::candidates;
use crate::subject::WrittenLayout;
use crate::witness::Witness;

/// The maximum number of indices that are listed.
const MAX_LISTED: u128 = 1 << 14;

/// The maximum number of offsets of all swizzles that are compared.
const MAX_STEPS: usize = 1 << 23;

/// Returns the first index, in row-major order, up to which neither modes nor a swizzle of modes agree with a layout.
/// `plain` is that of modes alone. It is not a proof if there are too many indices or swizzles.
pub(super) fn refuted(subject: &WrittenLayout<'_>, plain: Witness) -> Witness {
    match (&plain.at, OffsetList::of(subject)) {
        (Some(at), Some(list)) => match list.last_failure(at) {
            Some(last) if last == *at => plain,
            Some(last) => {
                let offset = subject.offset(&last).map_or_else(String::new, |it| format!(" {it}"));
                Witness::at(last, format!("its offset{offset} is that of no swizzle of modes"))
            }
            None => plain.unproven(),
        },
        _ => plain.unproven(),
    }
}

/// The offsets in row-major order, up to the first index without an offset of at least 0.
struct OffsetList {
    lengths: Vec<i64>,
    indices: Vec<Vec<i64>>,
    offsets: Vec<i64>,
    /// The number of indices between adjacent indices of each dim.
    weights: Vec<usize>,
}

impl OffsetList {
    fn of(subject: &WrittenLayout<'_>) -> Option<OffsetList> {
        let space = IndexSpace::below(subject.lengths.iter().copied());
        if space.count() > MAX_LISTED {
            return None;
        }
        let indices: Vec<Vec<i64>> = space.iter().collect();
        let mut evaluator = subject.layout.evaluator();
        let mut offsets = Vec::new();
        for index in &indices {
            let at = LogicalIndex::new(index.iter().copied()).ok()?;
            match evaluator.offset_of(&at).ok()?.map(Elems::get) {
                Some(offset @ 0..) => offsets.push(offset),
                _ => break,
            }
        }
        let mut weights = vec![1usize; subject.lengths.len()];
        for dim in (1..weights.len()).rev() {
            weights[dim - 1] = weights[dim] * usize::try_from(subject.lengths[dim]).ok()?;
        }
        Some(OffsetList { lengths: subject.lengths.clone(), indices, offsets, weights })
    }

    /// Returns the last index at which a swizzle, or none of them, fails; `None` if one does not fail, or there are too
    /// many steps.
    fn last_failure(&self, plain: &[i64]) -> Option<Vec<i64>> {
        let greatest = self.offsets.iter().copied().max().unwrap_or(0);
        let bits = i64::BITS - greatest.leading_zeros() + self.indices.len().ilog2() + 2;
        let mut last = plain;
        let mut steps = 0;
        for swizzle in candidates(bits.min(MAX_BITS)) {
            let at = self.failure(swizzle)?;
            steps += at + 1;
            if steps > MAX_STEPS {
                return None;
            }
            last = last.max(&self.indices[at]);
        }
        Some(last.to_vec())
    }

    /// Returns the number of the first index at which the offsets below a swizzle are not those of modes; `None` if they
    /// are.
    fn failure(&self, candidate: OffsetSwizzle) -> Option<usize> {
        let swizzle = candidate.of_core().ok()?;
        let below = |at: usize| swizzle.apply(self.offsets[at]);
        let start = self.offsets.first().map_or(0, |_| below(0));
        let mut parts: Vec<Vec<(i64, i64)>> = vec![Vec::new(); self.lengths.len()];
        for (at, index) in self.indices.iter().enumerate() {
            if at >= self.offsets.len() {
                return Some(at);
            }
            let mut moving = (0..index.len()).filter(|&dim| index[dim] != 0);
            let fits = match (moving.next(), moving.next()) {
                (Some(dim), None) => {
                    let step = i128::from(below(at)) - i128::from(start);
                    extends(&mut parts[dim], index[dim], step, self.lengths[dim])
                }
                _ => {
                    let along = |dim: usize| {
                        // The product is less than the number of indices.
                        let at = index[dim] as usize * self.weights[dim];
                        i128::from(below(at)) - i128::from(start)
                    };
                    let sum: i128 = (0..index.len()).map(along).sum();
                    i128::from(below(at)) == i128::from(start) + sum
                }
            };
            if !fits {
                return Some(at);
            }
        }
        None
    }
}

/// Returns `true` if parts of a mode agree with the offset of the next index along it. The parts, weights with strides,
/// get a further one where needed.
fn extends(parts: &mut Vec<(i64, i64)>, index: i64, offset: i128, length: i64) -> bool {
    let mut rest = index;
    let mut expected = 0;
    for &(weight, stride) in parts.iter().rev() {
        expected += i128::from(rest / weight) * i128::from(stride);
        rest %= weight;
    }
    if expected == offset && !parts.is_empty() {
        return true;
    }
    let last = parts.last().map_or(1, |&(weight, _)| weight);
    let (true, Ok(stride)) = (length % index == 0 && index % last == 0, i64::try_from(offset))
    else {
        return false;
    };
    parts.push((index, stride));
    true
}
