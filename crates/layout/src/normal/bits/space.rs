//! Subspaces of vectors over GF(2).

/// A space of vectors of at most 64 bits, as a reduced basis: the highest bit of each basis vector is in no other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct VectorSpace {
    /// The basis, by falling highest bit.
    basis: Vec<u64>,
}

impl VectorSpace {
    /// Returns the space that vectors span.
    pub(crate) fn spanned_by(vectors: impl IntoIterator<Item = u64>) -> VectorSpace {
        let mut space = VectorSpace::default();
        for vector in vectors {
            space.insert(vector);
        }
        space
    }

    /// Returns the number of independent vectors.
    pub(crate) fn dimension(&self) -> usize {
        self.basis.len()
    }

    /// Returns the basis.
    pub(crate) fn basis(&self) -> impl Iterator<Item = u64> + '_ {
        self.basis.iter().copied()
    }

    /// Returns the vector with the highest bits of the basis removed; 0 if it is in the space.
    fn reduced(&self, vector: u64) -> u64 {
        self.basis.iter().fold(vector, |left, &basis| left.min(left ^ basis))
    }

    /// Returns `true` if a vector is in the space.
    pub(crate) fn contains(&self, vector: u64) -> bool {
        self.reduced(vector) == 0
    }

    /// Adds a vector. Returns `false` if it was in the space.
    pub(crate) fn insert(&mut self, vector: u64) -> bool {
        let new = self.reduced(vector);
        if new == 0 {
            return false;
        }
        for basis in &mut self.basis {
            *basis = (*basis).min(*basis ^ new);
        }
        let at = self.basis.partition_point(|&basis| basis > new);
        self.basis.insert(at, new);
        true
    }

    /// Returns the vectors that are in both spaces.
    pub(crate) fn meet(&self, other: &VectorSpace) -> VectorSpace {
        // Sums of a vector of each that cancel: each vector of this basis carries itself.
        let mut all: Vec<(u64, u64)> = other.basis.iter().map(|&vector| (vector, 0)).collect();
        let mut shared = VectorSpace::default();
        for &vector in &self.basis {
            let mut left = vector;
            let mut own = vector;
            for &(basis, part) in &all {
                if left ^ basis < left {
                    (left, own) = (left ^ basis, own ^ part);
                }
            }
            if left == 0 {
                shared.insert(own);
            } else {
                let at = all.partition_point(|&(basis, _)| basis > left);
                all.insert(at, (left, own));
            }
        }
        shared
    }

    /// Returns independent linear functions, as masks over `bits` bits, whose common kernel is this space.
    pub(crate) fn annihilator(&self, bits: usize) -> Vec<u64> {
        let pivots: Vec<(usize, u64)> =
            self.basis.iter().map(|&basis| (63 - basis.leading_zeros() as usize, basis)).collect();
        (0..bits)
            .filter(|bit| pivots.iter().all(|(pivot, _)| pivot != bit))
            .map(|free| {
                let bound = pivots.iter().filter(|(_, basis)| basis >> free & 1 == 1);
                bound.fold(1 << free, |mask, (pivot, _)| mask | 1 << pivot)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use testkit::Random;

    fn members(space: &VectorSpace) -> BTreeSet<u64> {
        let count = 1u64 << space.dimension();
        let sum = |set: u64| {
            let chosen = space.basis().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            chosen.fold(0, |sum, (_, vector)| sum ^ vector)
        };
        (0..count).map(sum).collect()
    }

    #[test]
    fn meet_and_annihilator_agree_with_enumeration() {
        let mut random = Random::new(1);
        for _ in 0..500 {
            let mut space = || {
                VectorSpace::spanned_by(
                    (0..random.index(6)).map(|_| random.bits() & 63).collect::<Vec<_>>(),
                )
            };
            let (a, b) = (space(), space());
            let shared: BTreeSet<u64> = members(&a).intersection(&members(&b)).copied().collect();
            assert_eq!(members(&a.meet(&b)), shared);
            assert_eq!(members(&a).len(), 1 << a.dimension());
            let functions = a.annihilator(6);
            assert_eq!(functions.len() + a.dimension(), 6);
            let is_zero = |vector: &u64| {
                functions.iter().all(|it| (it & vector).count_ones().is_multiple_of(2))
            };
            assert_eq!((0..64).filter(is_zero).collect::<BTreeSet<_>>(), members(&a));
        }
    }
}
