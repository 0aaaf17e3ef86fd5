//! Probes: the indices at which layouts that are hard to compare are evaluated first.
//!
//! Layouts that differ mostly differ at a sum of two steps, one along each of two dims. Sums also carry near the ends of
//! dims.

use crate::space::IndexSpace;

/// The number of indices at the start that are probes.
const PREFIX: usize = 1 << 8;

/// The number of sums of two steps that are probes, about.
const PAIRS: usize = 1 << 11;

/// The number of probes whose components are random, or at a random distance from an end of their dims.
const SAMPLES: u64 = 1 << 10;

/// Returns the first indices, the sums of two steps along dims, the last index and samples, sorted. `steps` has the steps
/// along each dim, which are less than its length.
pub fn probe_indices(lengths: &[i64], steps: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let space = IndexSpace::below(lengths.iter().copied());
    let mut indices: Vec<Vec<i64>> = space.iter().take(PREFIX).collect();
    let units = steps.iter().enumerate();
    let units = units.flat_map(|(dim, own)| own.iter().map(move |&step| (dim, step)));
    let units: Vec<(usize, i64)> = units.collect();
    let pairs = (0..units.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let all = units.len() * units.len().saturating_sub(1) / 2;
    for (a, b) in pairs.step_by(all.div_ceil(PAIRS).max(1)) {
        let mut at = vec![0; lengths.len()];
        for (dim, step) in [units[a], units[b]] {
            // A sum that does not fit 64 bits is outside the dim.
            at[dim] = i64::saturating_add(at[dim], step);
        }
        let is_inside = at.iter().zip(lengths).all(|(at, length)| at < length);
        indices.extend(is_inside.then_some(at));
    }
    let last: Vec<i64> = lengths.iter().map(|length| length - 1).collect();
    for sample in 0..SAMPLES {
        indices.push(
            last.iter()
                .enumerate()
                .map(|(dim, &last)| {
                    let random = scrambled(sample * 16 + dim as u64);
                    let distance = ((random >> 8) as i64 & i64::MAX >> (random & 63)).min(last);
                    if random & 64 == 0 { distance } else { last - distance }
                })
                .collect(),
        );
    }
    indices.push(last);
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// Returns a number whose bits have no pattern (SplitMix64).
fn scrambled(number: u64) -> u64 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
