//! A seeded random generator.

/// A random generator whose sequence depends only on its seed (Splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns the generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, which must be positive.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    /// Returns an index of a list of this length; 0 if the list is empty.
    pub fn index(&mut self, length: usize) -> usize {
        (self.bits() % length.max(1) as u64) as usize
    }

    /// Returns a number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high.abs_diff(low) + 1).cast_signed()
    }

    /// Returns `true` with probability 1 / `times`.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Returns a random entry of a list.
    ///
    /// # Panics
    /// The list is empty.
    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.index(from.len())]
    }

    /// Returns a copy of a random entry of a list.
    ///
    /// # Panics
    /// The list is empty.
    pub fn choose<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())].clone()
    }

    /// Returns the numbers below `count` in a random order.
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..count).collect();
        (1..count).for_each(|at| all.swap(at, self.index(at + 1)));
        all
    }
}
