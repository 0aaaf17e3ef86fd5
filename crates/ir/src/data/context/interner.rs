//! Tables that number distinct items.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

/// Distinct items, numbered from 0 in the order of their insertion. Each item is stored once. It takes four more bytes
/// for its hash, and four in the tables.
#[derive(Clone, Debug)]
pub(super) struct Interner<T> {
    items: Vec<T>,
    hashes: Vec<u32>,
    tables: IndexTables,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: Vec::new(), hashes: Vec::new(), tables: IndexTables::default() }
    }
}

/// Returns the half of a hash that is stored.
fn kept_hash<Q: Hash + ?Sized>(item: &Q) -> u32 {
    (FxBuildHasher.hash_one(item) >> 32) as u32
}

/// Returns the hash for the table, which uses both the high and the low bits.
fn table_hash(kept: u32) -> u64 {
    u64::from(kept) << 32 | u64::from(kept)
}

/// The indices of items by their hashes.
///
/// The capacity of a hash table is a power of two, so a single table would be half empty after it has grown. A second
/// table of half the size, for a third of the hashes, makes the steps of growth smaller.
#[derive(Clone, Debug, Default)]
struct IndexTables {
    main: HashTable<u32>,
    side: Option<HashTable<u32>>,
}

/// Returns `true` if a hash belongs to the side table, provided that there is one.
fn is_at_side(hash: u32) -> bool {
    // The bits that select a bucket in a table must differ from those that select the table.
    hash.wrapping_mul(0x9e37_79b1) < u32::MAX / 3
}

impl IndexTables {
    /// Returns the table of a hash.
    fn of(&self, hash: u32) -> &HashTable<u32> {
        self.side.as_ref().filter(|_| is_at_side(hash)).unwrap_or(&self.main)
    }

    /// Adds the index of a new item; `hashes` are those of all items.
    fn insert(&mut self, index: usize, hashes: &[u32]) {
        let table = self.of(hashes[index]);
        if table.len() == table.capacity() {
            self.grow(&hashes[..index]);
        }
        self.put(index, hashes);
    }

    fn put(&mut self, index: usize, hashes: &[u32]) {
        let hash = hashes[index];
        let side = self.side.as_mut().filter(|_| is_at_side(hash));
        side.unwrap_or(&mut self.main).insert_unique(table_hash(hash), index as u32, |&index| {
            table_hash(hashes[index as usize])
        });
    }

    /// Doubles the capacity, or adds the side table. The old tables are dropped first, as the hashes suffice to fill
    /// the new ones.
    fn grow(&mut self, hashes: &[u32]) {
        let capacity = self.main.capacity();
        let has_side = self.side.is_none() && capacity >= LEAST_WITH_SIDE;
        *self = IndexTables::default();
        self.main = HashTable::with_capacity(if has_side { capacity } else { 2 * capacity });
        self.side = has_side.then(|| HashTable::with_capacity(capacity / 2));
        (0..hashes.len()).for_each(|index| self.put(index, hashes));
    }
}

/// The capacity from which on the main table grows by a side table.
const LEAST_WITH_SIDE: usize = 1 << 12;

impl<T: Eq + Hash> Interner<T> {
    /// Returns the index of an item; `None` if it was never inserted.
    pub(super) fn find<Q: Hash + Eq + ?Sized>(&self, item: &Q) -> Option<usize>
    where
        T: Borrow<Q>,
    {
        self.find_hashed(item, kept_hash(item))
    }

    fn find_hashed<Q: Eq + ?Sized>(&self, item: &Q, hash: u32) -> Option<usize>
    where
        T: Borrow<Q>,
    {
        let is_same = |&index: &u32| {
            self.hashes[index as usize] == hash && self.items[index as usize].borrow() == item
        };
        self.tables.of(hash).find(table_hash(hash), is_same).map(|&index| index as usize)
    }

    /// Returns the index of an item, and `true` if it is new.
    ///
    /// # Panics
    /// There are 2^32 - 1 items.
    pub(super) fn insert(&mut self, item: T) -> (usize, bool) {
        let hash = kept_hash(&item);
        if let Some(index) = self.find_hashed(&item, hash) {
            return (index, false);
        }
        let index = self.items.len();
        assert!(index < u32::MAX as usize, "fewer than 2^32 interned entities fit in memory");
        self.items.push(item);
        self.hashes.push(hash);
        self.tables.insert(index, &self.hashes);
        (index, true)
    }

    pub(super) fn get(&self, index: usize) -> &T {
        &self.items[index]
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interner_keeps_indices_while_tables_grow() {
        let mut numbers: Interner<u64> = Interner::default();
        for number in 0..40_000u64 {
            assert_eq!(numbers.insert(number * 3), (number as usize, true));
        }
        for number in (0..40_000u64).step_by(7) {
            assert_eq!(numbers.insert(number * 3), (number as usize, false));
            assert_eq!(numbers.find(&(number * 3 + 1)), None);
        }
    }
}
