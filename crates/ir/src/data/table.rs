//! Tables whose keys are ids: a row for each id, or for some of them.

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

/// A table with a row for each id. Rows are never removed.
#[derive(Clone)]
pub(crate) struct EntityTable<K, V> {
    rows: Vec<V>,
    key: PhantomData<fn() -> K>,
}

impl<K: EntityId, V> EntityTable<K, V> {
    pub(crate) fn new() -> EntityTable<K, V> {
        EntityTable { rows: Vec::new(), key: PhantomData }
    }

    /// Appends a row and returns its id.
    pub(crate) fn push(&mut self, row: V) -> K {
        let id = K::of_number(self.rows.len());
        self.rows.push(row);
        id
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}

impl<K: EntityId, V> Index<K> for EntityTable<K, V> {
    type Output = V;

    fn index(&self, id: K) -> &V {
        &self.rows[id.index()]
    }
}

impl<K: EntityId, V> IndexMut<K> for EntityTable<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        &mut self.rows[id.index()]
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
    rows: Vec<Option<V>>,
    key: PhantomData<fn() -> K>,
}

impl<K: EntityId, V> EntityMap<K, V> {
    pub(crate) fn new() -> EntityMap<K, V> {
        EntityMap { rows: Vec::new(), key: PhantomData }
    }

    /// Sets the row of an id.
    pub(crate) fn insert(&mut self, id: K, row: V) {
        let at = id.index();
        if self.rows.len() <= at {
            self.rows.resize_with(at + 1, || None);
        }
        self.rows[at] = Some(row);
    }

    /// Returns the row of an id; `None` if it has none.
    pub(crate) fn get(&self, id: K) -> Option<&V> {
        self.rows.get(id.index())?.as_ref()
    }
}

impl<K, V: fmt::Debug> fmt::Debug for EntityMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.fmt(f)
    }
}
