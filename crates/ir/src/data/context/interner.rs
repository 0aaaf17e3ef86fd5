//! Tables that number distinct things.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

/// Distinct things, numbered from 0 in the order of their insertion. Each is stored once, beside four bytes of its hash,
/// and the table has four bytes for it.
#[derive(Clone, Debug)]
pub(super) struct Interner<T> {
    items: Vec<T>,
    hashes: Vec<u32>,
    table: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: Vec::new(), hashes: Vec::new(), table: HashTable::new() }
    }
}

/// The half of a hash that is kept.
fn kept_hash<Q: Hash + ?Sized>(item: &Q) -> u32 {
    (FxBuildHasher.hash_one(item) >> 32) as u32
}

/// The hash for the table, which uses both ends.
fn table_hash(kept: u32) -> u64 {
    u64::from(kept) << 32 | u64::from(kept)
}

impl<T: Eq + Hash> Interner<T> {
    /// The index of a thing; `None` if it was never inserted.
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
        self.table.find(table_hash(hash), is_same).map(|&index| index as usize)
    }

    /// The index of a thing, and `true` if it is new.
    ///
    /// # Panics
    /// There are 2^32 - 1 things.
    pub(super) fn insert(&mut self, item: T) -> (usize, bool) {
        let hash = kept_hash(&item);
        if let Some(index) = self.find_hashed(&item, hash) {
            return (index, false);
        }
        let index = self.items.len();
        assert!(index < u32::MAX as usize, "fewer than 2^32 interned entities fit in memory");
        self.items.push(item);
        self.hashes.push(hash);
        let hashes = &self.hashes;
        self.table.insert_unique(table_hash(hash), index as u32, |&index| {
            table_hash(hashes[index as usize])
        });
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
