//! Tables that number distinct values.

use super::index_tables::IndexTables;
use rustc_hash::FxBuildHasher;
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

/// Distinct values, numbered from 0 in the order of their insertion. Each is stored once, next to four bytes of its
/// hash.
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

/// Returns the half of a hash that the tables use.
pub(super) fn short_hash<Q: Hash + ?Sized>(item: &Q) -> u32 {
    (FxBuildHasher.hash_one(item) >> 32) as u32
}

impl<T: Eq + Hash> Interner<T> {
    /// Returns the index of a value; `None` if it was never inserted.
    pub(super) fn find<Q: Hash + Eq + ?Sized>(&self, item: &Q) -> Option<usize>
    where
        T: Borrow<Q>,
    {
        self.find_hashed(item, short_hash(item))
    }

    fn find_hashed<Q: Eq + ?Sized>(&self, item: &Q, hash: u32) -> Option<usize>
    where
        T: Borrow<Q>,
    {
        self.tables
            .find(hash, |index| self.hashes[index] == hash && self.items[index].borrow() == item)
    }

    /// Returns the index of a value, and `true` if the value is new.
    ///
    /// # Panics
    /// The table has 2^32 - 1 values.
    pub(super) fn insert(&mut self, item: T) -> (usize, bool) {
        let hash = short_hash(&item);
        if let Some(index) = self.find_hashed(&item, hash) {
            return (index, false);
        }
        let index = self.items.len();
        self.items.push(item);
        self.hashes.push(hash);
        self.tables.insert(index, |index| self.hashes[index]);
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

/// Distinct lists, numbered from 0 in the order of their insertion. The items of all lists are in one vector, so that a
/// list takes four bytes besides its items and its entry in the tables. Hashes are not stored but computed again.
#[derive(Clone, Debug)]
pub(super) struct ListInterner<T> {
    items: Vec<T>,
    /// The end of each list in `items`; a list begins where the one before it ends.
    ends: Vec<u32>,
    tables: IndexTables,
}

impl<T> Default for ListInterner<T> {
    fn default() -> Self {
        ListInterner { items: Vec::new(), ends: Vec::new(), tables: IndexTables::default() }
    }
}

impl<T: Copy + Eq + Hash> ListInterner<T> {
    /// Returns the index of a list, and `true` if the list is new.
    ///
    /// # Panics
    /// All lists together have 2^32 items, or there are 2^32 - 1 lists.
    pub(super) fn insert(&mut self, list: &[T]) -> (usize, bool) {
        let hash = short_hash(list);
        if let Some(index) = self.tables.find(hash, |index| self.get(index) == list) {
            return (index, false);
        }
        let index = self.ends.len();
        self.items.extend_from_slice(list);
        let end = u32::try_from(self.items.len());
        self.ends.push(end.expect("fewer than 2^32 items of lists fit in memory"));
        let items = &self.items;
        let ends = &self.ends;
        self.tables.insert(index, |index| short_hash(list_at(items, ends, index)));
        (index, true)
    }

    pub(super) fn get(&self, index: usize) -> &[T] {
        list_at(&self.items, &self.ends, index)
    }
}

fn list_at<'a, T>(items: &'a [T], ends: &[u32], index: usize) -> &'a [T] {
    let start = index.checked_sub(1).map_or(0, |before| ends[before]);
    &items[start as usize..ends[index] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interner_keeps_numbers_while_the_tables_grow() {
        let mut numbers: Interner<u64> = Interner::default();
        for number in 0..40_000u64 {
            assert_eq!(numbers.insert(number * 3), (number as usize, true));
        }
        for number in (0..40_000u64).step_by(7) {
            assert_eq!(numbers.insert(number * 3), (number as usize, false));
            assert_eq!(numbers.find(&(number * 3 + 1)), None);
        }
    }

    #[test]
    fn list_interner_keeps_lists_of_all_lengths_while_the_tables_grow() {
        let mut lists: ListInterner<u32> = ListInterner::default();
        let list = |number: u32| -> Vec<u32> { (0..number % 5).map(|at| number + at).collect() };
        let mut numbers = Vec::new();
        for number in 0..40_000 {
            numbers.push(lists.insert(&list(number)).0);
        }
        for number in (0..40_000).step_by(7) {
            let index = numbers[number as usize];
            assert_eq!(lists.insert(&list(number)), (index, false));
            assert_eq!(lists.get(index), list(number));
        }
        // Every fifth list is empty, and all empty lists are one.
        assert_eq!(lists.ends.len(), 32_001);
    }
}
