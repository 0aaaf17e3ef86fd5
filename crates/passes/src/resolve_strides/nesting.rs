//! Which dims of a buffer lie inside which: what declared orders say, closed under transitivity.

use ir::layout::{DimsOrder, MAX_RANK, Placement};

/// For each dim, the set of dims that lie inside it, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nesting {
    inside: [u16; MAX_RANK],
}

impl Nesting {
    /// What an order says of the dims that are longer than 1.
    pub(super) fn of_order(order: DimsOrder, lens: &[i64]) -> Nesting {
        let mut nesting = Nesting::default();
        let dims = order.results().map(|dim| dim.index());
        let moving: Vec<usize> =
            dims.filter(|&dim| lens.get(dim).is_some_and(|&len| len > 1)).collect();
        for pair in moving.windows(2) {
            // Neighbours of a permutation never contradict each other.
            nesting.add(pair[0], pair[1]);
        }
        nesting
    }

    /// Whether `inner` is known to lie inside `outer`.
    fn has(&self, outer: usize, inner: usize) -> bool {
        self.inside[outer] >> inner & 1 == 1
    }

    /// Adds that a dim lies inside another; false, with nothing changed, where the contrary is known.
    pub(super) fn add(&mut self, outer: usize, inner: usize) -> bool {
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

    /// Adds what is known of the dims of a tensor that is placed in this buffer; false where that contradicts what
    /// is known of the buffer, which then means nothing any more.
    pub(super) fn add_all(&mut self, other: &Nesting, place: &Placement) -> bool {
        let dims = place.dims();
        let pairs = (0..dims.len()).flat_map(|a| (0..dims.len()).map(move |b| (a, b)));
        for (outer, inner) in pairs.filter(|&(a, b)| other.has(a, b)) {
            let (Some(outer), Some(inner)) = (dims[outer].stride(), dims[inner].stride()) else {
                continue;
            };
            // Of two parts of one dim, the coarser lies outside.
            let fits =
                if outer.0 == inner.0 { outer.1 > inner.1 } else { self.add(outer.0, inner.0) };
            if !fits {
                return false;
            }
        }
        true
    }

    /// A physical position for each of `rank` dims: as logical as what is known allows.
    pub(super) fn ranks(&self, rank: usize) -> Vec<usize> {
        let mut ranks = vec![usize::MAX; rank];
        for position in 0..rank {
            let open = |dim: &usize| ranks[*dim] == usize::MAX;
            let outermost =
                |dim: &usize| (0..rank).filter(open).all(|other| !self.has(other, *dim));
            let next = (0..rank).filter(open).find(outermost);
            // What is known is no cycle, so that some dim is outermost.
            if let Some(next) = next {
                ranks[next] = position;
            }
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_nest_dims_and_contradictions_are_found() {
        let mut nesting = Nesting::of_order(DimsOrder::NHWC, &[1, 8, 4, 4]);
        assert_eq!(nesting.ranks(4), [0, 3, 1, 2]);
        assert!(nesting.has(2, 1) && nesting.has(2, 3) && !nesting.has(0, 1));
        assert!(!nesting.add(1, 2) && nesting.add(0, 2) && nesting.has(0, 1));
        // Both halves of d2 are placed in d2 of the buffer.
        let (halves, _) = Placement::whole(&[1, 8, 4, 4]).reshaped(&[1, 8, 2, 2, 4]).unwrap();
        let between = DimsOrder::from_results(&[0, 2, 4, 3, 1]).unwrap();
        assert!(!nesting.clone().add_all(&Nesting::of_order(between, &halves.lens()), &halves));
        let inside = DimsOrder::from_results(&[0, 2, 3, 4, 1]).unwrap();
        assert!(nesting.add_all(&Nesting::of_order(inside, &halves.lens()), &halves));
    }
}
