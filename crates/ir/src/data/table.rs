//! Tables whose keys are ids: a row for each id, or for some of them. They are the arenas of `la-arena`, whose own ids
//! stay inside this file: the ids of the crate are public.

use la_arena::{Arena, ArenaMap, Idx, RawIdx};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An id that numbers the rows of a table from 0.
pub(crate) trait EntityId: Copy {
    /// Returns the id of a number.
    fn of_number(number: usize) -> Self;

    /// Returns the number.
    fn index(self) -> usize;
}

/// Returns the row of an id.
fn row_of<K: EntityId, V>(id: K) -> Idx<V> {
    Idx::from_raw(RawIdx::from_u32(id.index() as u32))
}

/// A table with a row for each id. Rows are never removed.
#[derive(Clone)]
pub(crate) struct EntityTable<K, V> {
    rows: Arena<V>,
    key: PhantomData<fn() -> K>,
}

impl<K: EntityId, V> EntityTable<K, V> {
    pub(crate) fn new() -> EntityTable<K, V> {
        EntityTable { rows: Arena::new(), key: PhantomData }
    }

    /// Appends a row and returns its id.
    pub(crate) fn push(&mut self, row: V) -> K {
        K::of_number(self.rows.alloc(row).into_raw().into_u32() as usize)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}

impl<K: EntityId, V> Index<K> for EntityTable<K, V> {
    type Output = V;

    fn index(&self, id: K) -> &V {
        &self.rows[row_of(id)]
    }
}

impl<K: EntityId, V> IndexMut<K> for EntityTable<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        &mut self.rows[row_of(id)]
    }
}

impl<K, V: fmt::Debug> fmt::Debug for EntityTable<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.fmt(f)
    }
}

/// A table with a row for some ids.
#[derive(Clone)]
pub(crate) struct EntityMap<K, V> {
    rows: ArenaMap<Idx<V>, V>,
    key: PhantomData<fn() -> K>,
}

impl<K: EntityId, V> EntityMap<K, V> {
    pub(crate) fn new() -> EntityMap<K, V> {
        EntityMap { rows: ArenaMap::new(), key: PhantomData }
    }

    /// Sets the row of an id.
    pub(crate) fn insert(&mut self, id: K, row: V) {
        self.rows.insert(row_of(id), row);
    }

    /// Returns the row of an id; `None` if it has none.
    pub(crate) fn get(&self, id: K) -> Option<&V> {
        self.rows.get(row_of(id))
    }
}

impl<K, V: fmt::Debug> fmt::Debug for EntityMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.iter().map(|(row, value)| (row.into_raw().into_u32(), value));
        f.debug_map().entries(rows).finish()
    }
}
