//! Which neighbouring dims become one, so that no more are left than a device allows.
//!
//! Exact: if any choice of merges keeps to both limits, one is found. Of several, the one that leaves the inner
//! dims alone for longest is taken, as devices read along these.

/// A dim of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemoryDim {
    pub(super) length: i64,
    /// In elements.
    pub(super) stride: i64,
}

/// Why no choice of merges keeps to the limits.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    /// At least this many dims are left.
    Dims(usize),
    /// Few enough dims have one of at least this length, which is merged.
    Length(i64),
}

/// The dims, outermost first, merged to at most `most`; no merged one is longer than `longest`.
pub(super) fn merge(
    dims: &[MemoryDim],
    most: usize,
    longest: u64,
) -> Result<Vec<MemoryDim>, Unfit> {
    if let Some(merged) = fit(dims, most, longest) {
        return Ok(merged);
    }
    let lengths =
        (0..dims.len()).flat_map(|begin| (begin + 2..=dims.len()).map(move |end| begin..end));
    let mut lengths: Vec<i64> =
        lengths.filter_map(|run| joined(dims, run.start, run.end)).map(|dim| dim.length).collect();
    lengths.sort_unstable();
    let enough = |length: &i64| fit(dims, most, length.unsigned_abs()).is_some();
    Err(match lengths.into_iter().find(enough) {
        Some(length) => Unfit::Length(length),
        None => {
            let least = (1..dims.len()).find(|&most| fit(dims, most, u64::MAX).is_some());
            Unfit::Dims(least.unwrap_or(dims.len()))
        }
    })
}

/// The choice, from the innermost run outwards: each is as short as what is outside it permits.
fn fit(dims: &[MemoryDim], most: usize, longest: u64) -> Option<Vec<MemoryDim>> {
    let run = |begin, end| {
        joined(dims, begin, end).filter(|dim| is_short(dims, begin, end, dim, longest))
    };
    // `fewest[end]`: into how few runs the dims before `end` fall.
    let mut fewest = vec![Some(0)];
    for end in 1..=dims.len() {
        let options = (0..end).filter(|&begin| run(begin, end).is_some());
        fewest.push(options.filter_map(|begin| fewest[begin]).min().map(|runs: usize| runs + 1));
    }
    let (mut merged, mut end, mut left) = (Vec::new(), dims.len(), most);
    while end > 0 {
        left = left.checked_sub(1)?;
        let fits = |begin: usize| fewest[begin].is_some_and(|runs| runs <= left);
        let (begin, dim) = (0..end)
            .rev()
            .filter(|&begin| fits(begin))
            .find_map(|begin| run(begin, end).map(|dim| (begin, dim)))?;
        merged.push(dim);
        end = begin;
    }
    merged.reverse();
    Some(merged)
}

/// Whether a run keeps to the limit, or is no longer than one of its dims, which no choice makes shorter.
fn is_short(dims: &[MemoryDim], begin: usize, end: usize, dim: &MemoryDim, longest: u64) -> bool {
    let alone = dims[begin..end].iter().any(|one| one.length == dim.length);
    alone || dim.length.unsigned_abs() <= longest
}

/// A run of dims as one, if an index along it is an address.
fn joined(dims: &[MemoryDim], begin: usize, end: usize) -> Option<MemoryDim> {
    let mut inner = dims[begin + 1..end].iter().zip(begin + 2..);
    inner.try_fold(dims[begin], |outer, (&inner, after)| join(outer, inner, after == dims.len()))
}

/// Two dims as one. One of length 1 has no step, so its stride does not matter; but the innermost stride stays.
fn join(outer: MemoryDim, inner: MemoryDim, innermost: bool) -> Option<MemoryDim> {
    let length = outer.length.checked_mul(inner.length)?;
    if outer.length == 1 || inner.stride.checked_mul(inner.length) == Some(outer.stride) {
        return Some(MemoryDim { length, stride: inner.stride });
    }
    (inner.length == 1 && !innermost).then_some(MemoryDim { length, stride: outer.stride })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dims(lengths: &[i64], strides: &[i64]) -> Vec<MemoryDim> {
        let pairs = lengths.iter().zip(strides);
        pairs.map(|(&length, &stride)| MemoryDim { length, stride }).collect()
    }

    fn packed(lengths: &[i64]) -> Vec<MemoryDim> {
        let mut strides = vec![1; lengths.len()];
        for at in (1..lengths.len()).rev() {
            strides[at - 1] = strides[at] * lengths[at];
        }
        dims(lengths, &strides)
    }

    fn lengths(merged: Result<Vec<MemoryDim>, Unfit>) -> Result<Vec<i64>, Unfit> {
        merged.map(|dims| dims.iter().map(|dim| dim.length).collect())
    }

    #[test]
    fn few_dims_stay() {
        let given = packed(&[2, 1, 3]);
        assert_eq!(merge(&given, 3, 1), Ok(given));
        assert_eq!(merge(&[], 4, 1), Ok(Vec::new()));
    }

    #[test]
    fn outer_dims_are_merged_first_as_far_as_their_lengths_allow() {
        assert_eq!(lengths(merge(&packed(&[2, 3, 4, 5, 6]), 4, 100)), Ok(vec![6, 4, 5, 6]));
        assert_eq!(lengths(merge(&packed(&[2, 3, 4, 5, 6]), 2, 100)), Ok(vec![24, 30]));
        assert_eq!(lengths(merge(&packed(&[20, 20, 2, 3, 4]), 4, 100)), Ok(vec![20, 40, 3, 4]));
        assert_eq!(lengths(merge(&packed(&[20, 20, 2, 3, 4]), 3, 60)), Ok(vec![20, 40, 12]));
    }

    #[test]
    fn a_dim_that_is_too_long_by_itself_does_not_hinder() {
        assert_eq!(lengths(merge(&packed(&[1, 200, 3, 4]), 3, 100)), Ok(vec![200, 3, 4]));
        assert_eq!(lengths(merge(&packed(&[2, 200, 3, 4]), 3, 100)), Ok(vec![2, 200, 12]));
    }

    #[test]
    fn what_does_not_fit_is_told() {
        assert_eq!(merge(&dims(&[2, 2, 2], &[32, 10, 3]), 2, 100), Err(Unfit::Dims(3)));
        assert_eq!(merge(&dims(&[2, 2, 2, 2], &[32, 6, 3, 1]), 2, 100), Err(Unfit::Dims(3)));
        assert_eq!(merge(&packed(&[20, 20, 20]), 2, 100), Err(Unfit::Length(400)));
        assert_eq!(merge(&dims(&[1 << 40, 1 << 40], &[1 << 40, 1]), 1, 100), Err(Unfit::Dims(2)));
    }

    #[test]
    fn strides_of_single_elements_do_not_matter_but_the_innermost() {
        assert_eq!(merge(&dims(&[1, 3, 4], &[99, 4, 1]), 2, 100), Ok(dims(&[3, 4], &[4, 1])));
        assert_eq!(merge(&dims(&[2, 1, 3], &[20, 7, 1]), 2, 100), Ok(dims(&[2, 3], &[20, 1])));
        assert_eq!(merge(&dims(&[3, 4, 1], &[20, 2, 1]), 2, 100), Err(Unfit::Dims(3)));
    }

    /// Every way to cut the dims into runs, a bit for each place between two.
    fn all_ways(given: &[MemoryDim], longest: u64) -> Vec<Vec<usize>> {
        let between = given.len() - 1;
        let mut found = Vec::new();
        for cuts in 0u32..1 << between {
            let mut runs = vec![1];
            for at in 0..between {
                // From the innermost place outwards.
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

    /// Whether the elements of a run, in row-major order, lie evenly apart; the innermost run by its last stride.
    fn is_line(run: &[MemoryDim], innermost: bool) -> bool {
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
    fn of_all_choices_the_one_with_the_shortest_inner_runs_is_taken() {
        let mut state = 7u64;
        let mut below = |end: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % end
        };
        for _ in 0..3_000 {
            let rank = 1 + below(6) as usize;
            let lengths: Vec<i64> = (0..rank).map(|_| 1 + below(4) as i64).collect();
            let mut given = packed(&lengths);
            for at in (0..rank - 1).rev() {
                let gap = if below(3) == 0 { below(3) as i64 } else { 0 };
                given[at].stride = given[at + 1].stride * given[at + 1].length + gap;
            }
            let (most, longest) = (1 + below(5) as usize, 1 + below(30));
            let ways = all_ways(&given, longest);
            let best = ways.into_iter().filter(|runs| runs.len() <= most).min();
            match (merge(&given, most, longest), best) {
                (Ok(merged), Some(best)) => {
                    let mut end = rank;
                    let expected = best.iter().map(|&run| {
                        end -= run;
                        given[end..end + run].iter().map(|dim| dim.length).product::<i64>()
                    });
                    let expected: Vec<i64> = expected.collect();
                    let found = merged.iter().rev().map(|dim| dim.length);
                    assert_eq!(found.collect::<Vec<_>>(), expected, "{given:?} {most} {longest}");
                }
                (Err(_), None) => {}
                (found, best) => panic!("{given:?} {most} {longest}: {found:?}, but {best:?}"),
            }
        }
    }
}
