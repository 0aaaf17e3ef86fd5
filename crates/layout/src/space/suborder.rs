//! Orders of the last dimensions of a tensor, and orders rearranged to agree with a list of dimensions.

use crate::space::{Dim, DimsOrder};

impl DimsOrder {
    /// Returns the order of the last `rank` dimensions: the order of an operand of lower rank that broadcasts. `None`
    /// if this order has fewer dimensions.
    pub fn of_last_dims(self, rank: usize) -> Option<DimsOrder> {
        let gone = self.rank().checked_sub(rank)?;
        let dims = self.results().filter_map(|dim| dim.index().checked_sub(gone));
        DimsOrder::from_results(&dims.collect::<Vec<_>>()).ok()
    }

    /// Returns the order of `rank` dimensions in which new outermost dimensions precede those of this order. `None` if
    /// `rank` is below the rank of this order or above [`MAX_RANK`](crate::MAX_RANK).
    pub fn with_outer_dims(self, rank: usize) -> Option<DimsOrder> {
        let new = rank.checked_sub(self.rank())?;
        let dims = (0..new).chain(self.results().map(|dim| dim.index() + new));
        DimsOrder::from_results(&dims.collect::<Vec<_>>()).ok()
    }

    /// Returns this order with some dimensions moved innermost. The moved dimensions keep their order, and so do all
    /// others.
    pub fn with_innermost(self, is_moved: impl Fn(Dim) -> bool) -> DimsOrder {
        let (moved, kept): (Vec<Dim>, Vec<Dim>) = self.results().partition(|&dim| is_moved(dim));
        DimsOrder::from_permutation(&[kept, moved].concat()).unwrap_or(self)
    }

    /// Returns this order, rearranged so that the dimensions of `first` occur in the order of that list. If a dimension
    /// precedes another one that the list puts before it, either the first is delayed until after the second or, if
    /// `pulls` is set, the second moves to just before the first. `None` if `first` repeats a dimension or names one
    /// outside this order.
    pub fn rearranged(self, first: &[Dim], pulls: bool) -> Option<DimsOrder> {
        let mut merged: Vec<Dim> = Vec::with_capacity(self.rank());
        let mut waiting: Vec<Dim> = Vec::new();
        for dim in self.results() {
            if merged.contains(&dim) {
                continue;
            }
            let before = place(first, &dim).map_or(&[][..], |at| &first[..at]);
            let missing: Vec<Dim> =
                before.iter().filter(|known| !merged.contains(known)).copied().collect();
            if missing.is_empty() || pulls {
                merged.extend(missing);
                merged.push(dim);
            } else {
                waiting.push(dim);
            }
            // Sorted by the list, so that a dimension that becomes free frees those after it.
            waiting.sort_by_key(|dim| place(first, dim));
            waiting.retain(|dim| {
                let before = &first[..place(first, dim).unwrap_or(0)];
                let is_free = before.iter().all(|known| merged.contains(known));
                if is_free {
                    merged.push(*dim);
                }
                !is_free
            });
        }
        DimsOrder::from_permutation(&merged).ok().filter(|order| order.rank() == self.rank())
    }
}

fn place(dims: &[Dim], dim: &Dim) -> Option<usize> {
    dims.iter().position(|known| known == dim)
}

/// Returns `true` if each number from 0 up to the number of entries occurs once.
pub fn is_permutation(order: &[i64]) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..order.len() as i64)
}

/// Returns all permutations of some items.
pub fn permutations<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    items.iter().fold(vec![Vec::new()], |all, &item| {
        let longer = all.iter().flat_map(|order: &Vec<T>| {
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, item);
                longer
            })
        });
        longer.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(results: &[usize]) -> DimsOrder {
        DimsOrder::from_results(results).unwrap()
    }

    #[test]
    fn rank_changes_at_the_outer_end() {
        assert_eq!(order(&[0, 2, 3, 1]).of_last_dims(3), Some(order(&[1, 2, 0])));
        assert_eq!(order(&[0, 1]).of_last_dims(3), None);
        assert_eq!(order(&[1, 0]).with_outer_dims(4), Some(order(&[0, 1, 3, 2])));
        assert_eq!(order(&[1, 0]).with_outer_dims(1), None);
    }

    #[test]
    fn rearranged_delays_or_pulls_dims() {
        let dims = |list: &[usize]| -> Vec<Dim> {
            let dims: Vec<Dim> = Dim::all(4).collect();
            list.iter().map(|&at| dims[at]).collect()
        };
        let nhwc = order(&[0, 2, 3, 1]);
        assert_eq!(nhwc.rearranged(&dims(&[1, 3]), false), Some(order(&[0, 2, 1, 3])));
        assert_eq!(nhwc.rearranged(&dims(&[1, 2]), true), Some(order(&[0, 1, 2, 3])));
        assert_eq!(nhwc.rearranged(&dims(&[1, 2]), false), Some(order(&[0, 3, 1, 2])));
        assert_eq!(nhwc.rearranged(&[], false), Some(nhwc));
        assert_eq!(order(&[0, 1]).rearranged(&dims(&[3, 0]), false), None);
    }

    #[test]
    fn permutations_have_each_number_once() {
        for order in [&[][..], &[0], &[2, 0, 1]] {
            assert!(is_permutation(order), "{order:?}");
        }
        for order in [&[1][..], &[0, 0], &[0, -1], &[0, 2]] {
            assert!(!is_permutation(order), "{order:?}");
        }
    }

    #[test]
    fn permutations_are_complete() {
        let mut all = permutations(&[0, 1, 2, 3]);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 24);
        assert_eq!(permutations::<u8>(&[]), [Vec::<u8>::new()]);
    }
}
