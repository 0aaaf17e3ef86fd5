//! Hash tables of the indices of stored values.

use hashbrown::HashTable;

/// The indices of stored values by their hashes, in four bytes each. The owner stores the values, and returns their
/// hashes when the tables grow.
///
/// A hash table has a power of two of slots, so that a single table would be half empty after it has grown. From
/// [`LEAST_SHARED`] on, four to seven tables of equal capacity share the indices, and growth adds one table.
#[derive(Clone, Debug, Default)]
pub(super) struct IndexTables {
    tables: Vec<HashTable<u32>>,
    len: usize,
}

/// The capacity from which on several tables share the indices.
const LEAST_SHARED: usize = 1 << 12;

/// The number of tables below which growth adds one. With more, four of twice the capacity replace them.
const MAX_TABLES: usize = 7;

/// Returns the hash for a table, which uses both ends.
fn table_hash(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// Returns the number of the table of a hash.
fn table_of(hash: u32, tables: usize) -> usize {
    // The bits that choose a slot in a table must not be those that choose the table.
    let mixed = u64::from(hash.wrapping_mul(0x9e37_79b1));
    ((mixed * tables as u64) >> 32) as usize
}

impl IndexTables {
    /// Returns the index with this hash for which `is_same` is true; `None` if no index is.
    pub(super) fn find(&self, hash: u32, is_same: impl Fn(usize) -> bool) -> Option<usize> {
        let table = self.tables.get(table_of(hash, self.tables.len()))?;
        let found = table.find(table_hash(hash), |&index| is_same(index as usize));
        found.map(|&index| index as usize)
    }

    /// Adds the next index; `hash_of` returns the hash of each value up to it.
    ///
    /// # Panics
    /// The index is 2^32 - 1.
    pub(super) fn insert(&mut self, index: usize, hash_of: impl Fn(usize) -> u32) {
        assert!(index < u32::MAX as usize, "fewer than 2^32 interned values fit in memory");
        while !self.has_room(hash_of(index)) {
            self.grow(&hash_of);
        }
        self.put(index, &hash_of);
        self.len = index + 1;
    }

    fn has_room(&self, hash: u32) -> bool {
        let table = self.tables.get(table_of(hash, self.tables.len()));
        table.is_some_and(|table| table.len() < table.capacity())
    }

    fn put(&mut self, index: usize, hash_of: &impl Fn(usize) -> u32) {
        let hash = hash_of(index);
        let number = table_of(hash, self.tables.len());
        self.tables[number].insert_unique(table_hash(hash), index as u32, |&index| {
            table_hash(hash_of(index as usize))
        });
    }

    /// Makes the tables larger. The old ones are dropped first, as the hashes suffice to fill the new ones.
    fn grow(&mut self, hash_of: &impl Fn(usize) -> u32) {
        let capacity = self.tables.first().map_or(0, HashTable::capacity);
        let (tables, capacity) = match self.tables.len() {
            0 | 1 if capacity < LEAST_SHARED => (1, 2 * capacity),
            1 => (5, capacity / 4),
            MAX_TABLES.. => (4, 2 * capacity),
            tables => (tables + 1, capacity),
        };
        self.tables.clear();
        self.tables.resize_with(tables, || HashTable::with_capacity(capacity.max(3)));
        (0..self.len).for_each(|index| self.put(index, hash_of));
    }
}
