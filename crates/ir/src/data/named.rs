//! A map by name in the order of insertion.

use indexmap::IndexMap;

/// A map by name that keeps the order in which the names were added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMap<V> {
    entries: IndexMap<String, V>,
}

impl<V> Default for NamedMap<V> {
    fn default() -> Self {
        NamedMap { entries: IndexMap::new() }
    }
}

impl<V> NamedMap<V> {
    /// Returns an empty map.
    pub fn new() -> NamedMap<V> {
        NamedMap::default()
    }

    /// Adds an entry at the end. Replaces the value of a name that the map has, in its position.
    pub fn insert(&mut self, name: impl Into<String>, value: V) {
        self.entries.insert(name.into(), value);
    }

    /// Returns the value of a name; `None` if the map lacks it.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.entries.get(name)
    }

    /// Returns the position of a name, from 0; `None` if the map lacks it.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.entries.get_index_of(name)
    }

    /// Returns `true` if the map has a name.
    pub fn contains(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// Returns `true` if the map has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &V)> + ExactSizeIterator {
        self.entries.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the names in order.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.entries.keys().map(String::as_str)
    }

    /// Returns the values in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.entries.values()
    }

    /// Returns the values in order, for changes.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.values_mut()
    }
}

impl<V: Default> NamedMap<V> {
    /// Returns the value of a name for changes. Adds the default value if the map lacks the name.
    pub fn entry(&mut self, name: impl Into<String>) -> &mut V {
        self.entries.entry(name.into()).or_default()
    }
}

impl<V> Extend<(String, V)> for NamedMap<V> {
    fn extend<I: IntoIterator<Item = (String, V)>>(&mut self, entries: I) {
        self.entries.extend(entries);
    }
}

impl<V> IntoIterator for NamedMap<V> {
    type Item = (String, V);
    type IntoIter = std::vec::IntoIter<(String, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter().collect::<Vec<_>>().into_iter()
    }
}
