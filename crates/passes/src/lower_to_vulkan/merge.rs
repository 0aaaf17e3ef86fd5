//! Selects adjacent dims to merge, so that the number of dims is within the limit of a device.
//!
//! The search is exact: if any grouping of the dims satisfies both limits, one is found. Among several, the one that
//! keeps most inner dims separate is returned, because devices iterate over these dims.

use ir::layout::{Elems, MemShape, MemStrides, PhysicalLayout};
use std::ops::Range;

/// The reason why no grouping of the dims satisfies the limits.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MergeError {
    /// At least this many dims remain.
    Dims(usize),
    /// In every grouping with few enough dims, a merged dim has at least this length.
    Length(i64),
}

/// Merges the dims of a layout to at most `most` dims. No merged dim is longer than `longest`.
pub(super) fn merge(
    layout: &PhysicalLayout,
    most: usize,
    longest: u64,
) -> Result<PhysicalLayout, MergeError> {
    if let Some(merged) = fit(layout, most, longest) {
        return Ok(merged);
    }
    let rank = layout.shape().len();
    let runs = (0..rank).flat_map(|begin| (begin + 2..=rank).map(move |end| begin..end));
    let mut lengths: Vec<i64> =
        runs.filter_map(|run| merged(layout, run)).map(|(length, _)| length).collect();
    lengths.sort_unstable();
    let mut lengths = lengths.into_iter();
    Err(match lengths.find(|length| fit(layout, most, length.unsigned_abs()).is_some()) {
        Some(length) => MergeError::Length(length),
        None => {
            let least = (1..rank).find(|&most| fit(layout, most, u64::MAX).is_some());
            MergeError::Dims(least.unwrap_or(rank))
        }
    })
}

/// Computes the groups from the innermost outwards; each is as short as the outer dims permit.
fn fit(layout: &PhysicalLayout, most: usize, longest: u64) -> Option<PhysicalLayout> {
    let rank = layout.shape().len();
    // `fewest[end]`: the least number of groups into which the dims before `end` can be split.
    let mut fewest = vec![Some(0)];
    for end in 1..=rank {
        let options = (0..end).filter(|&begin| group(layout, begin..end, longest).is_some());
        fewest.push(options.filter_map(|begin| fewest[begin]).min().map(|runs: usize| runs + 1));
    }
    let mut dims = Vec::new();
    let mut end = rank;
    let mut left = most;
    while end > 0 {
        left = left.checked_sub(1)?;
        let begins = (0..end).rev();
        let mut begins = begins.filter(|&begin| fewest[begin].is_some_and(|runs| runs <= left));
        dims.push(begins.find_map(|begin| {
            let dim = group(layout, begin..end, longest)?;
            end = begin;
            Some(dim)
        })?);
    }
    dims.reverse();
    let lengths: Vec<i64> = dims.iter().map(|&(length, _)| length).collect();
    let strides = dims.into_iter().map(|(_, stride)| stride);
    let shape = MemShape::of_static(&lengths).ok()?;
    let strides = MemStrides::new(strides).ok()?;
    PhysicalLayout::new(shape, strides, layout.offset(), layout.elem()).ok()
}

/// Returns a group of dims as one dim. Its length is within the limit, or equal to that of one of its dims, which no
/// grouping can shorten.
fn group(layout: &PhysicalLayout, run: Range<usize>, longest: u64) -> Option<(i64, Elems)> {
    let mut lengths = layout.shape().values().skip(run.start).take(run.len());
    merged(layout, run).filter(|&(length, _)| {
        lengths.any(|len| len.get() == Some(length)) || length.unsigned_abs() <= longest
    })
}

/// Returns the length and stride of a group of dims as one dim. The innermost stride is kept, even of a dim of length
/// 1.
fn merged(layout: &PhysicalLayout, run: Range<usize>) -> Option<(i64, Elems)> {
    let innermost =
        layout.strides().values().next_back().filter(|_| run.end == layout.shape().len());
    layout.fused(run).filter(|(_, stride)| innermost.is_none_or(|innermost| stride == innermost))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dims(lengths: &[i64], strides: &[i64]) -> PhysicalLayout {
        let strides = MemStrides::new(strides.iter().copied().map(Elems::new)).unwrap();
        let shape = MemShape::of_static(lengths).unwrap();
        PhysicalLayout::new(shape, strides, Elems::ZERO, None).unwrap()
    }

    fn packed(lengths: &[i64]) -> PhysicalLayout {
        let mut strides = vec![1; lengths.len()];
        for at in (1..lengths.len()).rev() {
            strides[at - 1] = strides[at] * lengths[at];
        }
        dims(lengths, &strides)
    }

    fn lengths_of(merged: Result<PhysicalLayout, MergeError>) -> Result<Vec<i64>, MergeError> {
        merged.map(|merged| merged.shape().values().map(|len| len.get().unwrap()).collect())
    }

    #[test]
    fn dims_within_limit_are_kept() {
        let given = packed(&[2, 1, 3]);
        assert_eq!(merge(&given, 3, 1), Ok(given));
        assert_eq!(merge(&dims(&[], &[]), 4, 1), Ok(dims(&[], &[])));
    }

    #[test]
    fn outer_dims_are_merged_first_within_length_limit() {
        assert_eq!(lengths_of(merge(&packed(&[2, 3, 4, 5, 6]), 4, 100)), Ok(vec![6, 4, 5, 6]));
        assert_eq!(lengths_of(merge(&packed(&[2, 3, 4, 5, 6]), 2, 100)), Ok(vec![24, 30]));
        assert_eq!(lengths_of(merge(&packed(&[20, 20, 2, 3, 4]), 4, 100)), Ok(vec![20, 40, 3, 4]));
        assert_eq!(lengths_of(merge(&packed(&[20, 20, 2, 3, 4]), 3, 60)), Ok(vec![20, 40, 12]));
    }

    #[test]
    fn single_long_dim_does_not_prevent_merging() {
        assert_eq!(lengths_of(merge(&packed(&[1, 200, 3, 4]), 3, 100)), Ok(vec![200, 3, 4]));
        assert_eq!(lengths_of(merge(&packed(&[2, 200, 3, 4]), 3, 100)), Ok(vec![2, 200, 12]));
    }

    #[test]
    fn unsatisfiable_limits_are_reported() {
        assert_eq!(merge(&dims(&[2, 2, 2], &[32, 10, 3]), 2, 100), Err(MergeError::Dims(3)));
        assert_eq!(merge(&dims(&[2, 2, 2, 2], &[32, 6, 3, 1]), 2, 100), Err(MergeError::Dims(3)));
        assert_eq!(merge(&packed(&[20, 20, 20]), 2, 100), Err(MergeError::Length(400)));
        assert_eq!(
            merge(&dims(&[1 << 40, 1 << 40], &[1 << 40, 1]), 1, 100),
            Err(MergeError::Dims(2))
        );
    }

    #[test]
    fn strides_of_unit_dims_are_ignored_except_the_innermost() {
        assert_eq!(merge(&dims(&[1, 3, 4], &[99, 4, 1]), 2, 100), Ok(dims(&[3, 4], &[4, 1])));
        assert_eq!(merge(&dims(&[2, 1, 3], &[20, 7, 1]), 2, 100), Ok(dims(&[2, 3], &[20, 1])));
        assert_eq!(merge(&dims(&[3, 4, 1], &[20, 2, 1]), 2, 100), Err(MergeError::Dims(3)));
    }

    /// A dim of the reference model.
    #[derive(Clone, Copy, Debug)]
    struct Dim {
        length: i64,
        stride: i64,
    }

    /// Returns every split of the dims into valid groups, as group lengths.
    fn all_ways(given: &[Dim], longest: u64) -> Vec<Vec<usize>> {
        let between = given.len() - 1;
        let mut found = Vec::new();
        for cuts in 0u32..1 << between {
            let mut runs = vec![1];
            for at in 0..between {
                // From the innermost boundary outwards.
                if cuts >> at & 1 == 1 { runs.push(1) } else { *runs.last_mut().unwrap() += 1 }
            }
            let mut end = given.len();
            let legal = runs.iter().all(|&length| {
                let (begin, last) = (end - length, end);
                end = begin;
                let product = given[begin..last].iter().map(|dim| dim.length).product::<i64>();
                let alone = given[begin..last].iter().any(|dim| dim.length == product);
                (alone || product as u64 <= longest)
                    && is_line(&given[begin..last], last == given.len())
            });
            found.extend(legal.then_some(runs));
        }
        found
    }

    /// Returns `true` if the elements of a group, in row-major order, have one stride; for the innermost group, its
    /// last stride.
    fn is_line(run: &[Dim], innermost: bool) -> bool {
        let mut places = vec![0];
        for dim in run {
            let steps = places
                .iter()
                .flat_map(|place| (0..dim.length).map(move |i| place + i * dim.stride));
            places = steps.collect();
        }
        let steps: Vec<i64> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let last = run[run.len() - 1].stride;
        steps.windows(2).all(|pair| pair[0] == pair[1])
            && (!innermost || steps.first().is_none_or(|&step| step == last))
    }

    #[test]
    fn merge_returns_the_grouping_with_shortest_inner_groups() {
        let mut random = testkit::Random::new(7);
        let mut below = |end: u64| random.below(end);
        for _ in 0..3_000 {
            let rank = 1 + below(6) as usize;
            let lengths: Vec<i64> = (0..rank).map(|_| 1 + below(4) as i64).collect();
            let mut given: Vec<Dim> =
                lengths.iter().map(|&length| Dim { length, stride: 1 }).collect();
            for at in (0..rank - 1).rev() {
                let gap = if below(3) == 0 { below(3) as i64 } else { 0 };
                given[at].stride = given[at + 1].stride * given[at + 1].length + gap;
            }
            let strides: Vec<i64> = given.iter().map(|dim| dim.stride).collect();
            let layout = dims(&lengths, &strides);
            let (most, longest) = (1 + below(5) as usize, 1 + below(30));
            let ways = all_ways(&given, longest);
            let best = ways.into_iter().filter(|runs| runs.len() <= most).min();
            match (lengths_of(merge(&layout, most, longest)), best) {
                (Ok(merged), Some(best)) => {
                    let mut end = rank;
                    let expected = best.iter().map(|&run| {
                        end -= run;
                        given[end..end + run].iter().map(|dim| dim.length).product::<i64>()
                    });
                    let expected: Vec<i64> = expected.collect();
                    let found = merged.into_iter().rev();
                    assert_eq!(found.collect::<Vec<_>>(), expected, "{given:?} {most} {longest}");
                }
                (Err(_), None) => {}
                (found, best) => panic!("{given:?} {most} {longest}: {found:?}, but {best:?}"),
            }
        }
    }
}
