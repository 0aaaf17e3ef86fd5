//! A partial order of the dims of a buffer: which dims are inside which.

use super::subview::SubviewMap;
use crate::space::{DimsOrder, MAX_RANK};

/// The set of dims inside each dim, closed under transitivity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DimNesting {
    /// For each dim, the dims inside it as a bit set.
    inside: [u16; MAX_RANK],
}

impl DimNesting {
    /// Returns the nesting that an order imposes on the dims of length above 1.
    pub(crate) fn of_order(order: DimsOrder, lens: &[i64]) -> DimNesting {
        let mut nesting = DimNesting::default();
        let dims = order.results().map(|dim| dim.index());
        let moving: Vec<usize> =
            dims.filter(|&dim| lens.get(dim).is_some_and(|&len| len > 1)).collect();
        for pair in moving.windows(2) {
            // Adjacent pairs of a permutation never contradict each other.
            nesting.add(pair[0], pair[1]);
        }
        nesting
    }

    /// Returns `true` if `inner` is known to be inside `outer`.
    fn has(&self, outer: usize, inner: usize) -> bool {
        self.inside[outer] >> inner & 1 == 1
    }

    /// Adds that `inner` is inside `outer`. Returns `false`, without a change, if the opposite is known.
    pub(crate) fn add(&mut self, outer: usize, inner: usize) -> bool {
        if outer >= MAX_RANK || inner >= MAX_RANK || outer == inner || self.has(inner, outer) {
            return false;
        }
        let new = 1 << inner | self.inside[inner];
        for dim in 0..MAX_RANK {
            if dim == outer || self.has(dim, outer) {
                self.inside[dim] |= new;
            }
        }
        true
    }

    /// Adds the nesting of a tensor in this buffer. Returns `false` if it contradicts the nesting of the buffer; the
    /// buffer's nesting is then invalid and must be discarded.
    pub(crate) fn add_all(&mut self, other: &DimNesting, map: &SubviewMap) -> bool {
        let dims = map.dims();
        let pairs = (0..dims.len()).flat_map(|a| (0..dims.len()).map(move |b| (a, b)));
        for (outer, inner) in pairs.filter(|&(a, b)| other.has(a, b)) {
            let (Some(outer), Some(inner)) = (dims[outer].stride(), dims[inner].stride()) else {
                continue;
            };
            // Of two parts of one dim, the part with the larger factor is outside.
            let fits = if outer.var == inner.var {
                outer.times > inner.times
            } else {
                self.add(outer.var, inner.var)
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Returns a physical position for each of `rank` dims, in logical order as far as the nesting permits.
    pub(crate) fn ranks(&self, rank: usize) -> Vec<usize> {
        let mut ranks = vec![usize::MAX; rank];
        for position in 0..rank {
            let mut open = (0..rank).filter(|&dim| ranks[dim] == usize::MAX);
            let all = open.clone();
            // The nesting has no cycle, so some dim is outermost.
            if let Some(next) = open.find(|&dim| all.clone().all(|other| !self.has(other, dim))) {
                ranks[next] = position;
            }
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stride::ViewMap;

    #[test]
    fn add_all_nests_dims_and_rejects_contradictions() {
        let mut nesting = DimNesting::of_order(DimsOrder::NHWC, &[1, 8, 4, 4]);
        assert_eq!(nesting.ranks(4), [0, 3, 1, 2]);
        assert!(nesting.has(2, 1) && nesting.has(2, 3) && !nesting.has(0, 1));
        assert!(!nesting.add(1, 2) && nesting.add(0, 2) && nesting.has(0, 1));
        // Both halves of d2 are parts of dim 2 of the buffer.
        let lens = [1, 8, 2, 2, 4];
        let (halves, _) =
            SubviewMap::of_view(&ViewMap::Reshape, &[1, 8, 4, 4], &lens, None).unwrap();
        let between = DimsOrder::from_results(&[0, 2, 4, 3, 1]).unwrap();
        assert!(!nesting.clone().add_all(&DimNesting::of_order(between, &lens), &halves));
        let inside = DimsOrder::from_results(&[0, 2, 3, 4, 1]).unwrap();
        assert!(nesting.add_all(&DimNesting::of_order(inside, &lens), &halves));
    }
}
