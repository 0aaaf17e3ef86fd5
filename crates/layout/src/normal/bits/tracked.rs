//! Elimination over GF(2) of vectors with tags.
//!
//! A basis is a list of vectors with different highest bits, by falling highest bit, each with a tag. The tag of a sum of
//! vectors is the combination of their tags, such as the set of the vectors that were added.

use std::ops::BitXor;

/// The tag of a vector, such as the set of vectors of which it is the sum.
pub(crate) trait Tag: Copy {
    /// Returns the tag of the sum of two vectors.
    fn combined(self, other: Self) -> Self;
}

impl Tag for u64 {
    fn combined(self, other: u64) -> u64 {
        self ^ other
    }
}

impl Tag for (u64, u64) {
    fn combined(self, other: (u64, u64)) -> (u64, u64) {
        (self.0 ^ other.0, self.1 ^ other.1)
    }
}

/// Returns a vector without the highest bits of a basis, with its tag; 0 if the vector is a sum of the basis.
pub(crate) fn reduced<V, T>(basis: &[(V, T)], vector: (V, T)) -> (V, T)
where
    V: Copy + Ord + BitXor<Output = V>,
    T: Tag,
{
    basis.iter().fold(vector, |(left, tag), &(other, own)| {
        if left ^ other < left { (left ^ other, tag.combined(own)) } else { (left, tag) }
    })
}

/// Adds a vector to a basis. If it is a sum of the basis, returns the tag of its sum with those vectors, which is 0.
pub(crate) fn add_tracked<V, T>(basis: &mut Vec<(V, T)>, vector: (V, T)) -> Option<T>
where
    V: Copy + Ord + Default + BitXor<Output = V>,
    T: Tag,
{
    let (left, tag) = reduced(basis, vector);
    if left == V::default() {
        return Some(tag);
    }
    let at = basis.partition_point(|&(other, _)| other > left);
    basis.insert(at, (left, tag));
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Random;

    #[test]
    fn tags_are_the_vectors_of_a_sum() {
        let mut random = Random::new(1);
        for _ in 0..500 {
            let vectors: Vec<u64> = (0..8).map(|_| random.bits() & 63).collect();
            let sum = |set: u64| {
                let chosen = vectors.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                chosen.fold(0, |sum, (_, vector)| sum ^ vector)
            };
            let mut basis: Vec<(u64, u64)> = Vec::new();
            for (at, &vector) in vectors.iter().enumerate() {
                if let Some(set) = add_tracked(&mut basis, (vector, 1 << at)) {
                    assert!(sum(set) == 0 && set >> at == 1, "{vectors:?}");
                }
            }
            assert!(basis.iter().all(|&(vector, set)| vector == sum(set)));
            for vector in 0..64 {
                let (left, set) = reduced(&basis, (vector, 0));
                assert_eq!(left ^ vector, sum(set));
            }
        }
    }
}
