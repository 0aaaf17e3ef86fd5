//! A map from values in the order of insertion, as a side table of the module: a lookup needs no hash.

use ir::Value;
use std::ops::Index;

/// A map from values.
#[derive(Clone, Debug)]
pub(crate) struct ValueMap<T> {
    /// The keys in the order of insertion.
    keys: Vec<Value>,
    /// The values of the keys.
    items: Vec<T>,
    /// By the number of each value: the index of the key plus 1, or 0 if the value is not a key.
    places: Vec<u32>,
}

impl<T> Default for ValueMap<T> {
    fn default() -> Self {
        ValueMap { keys: Vec::new(), items: Vec::new(), places: Vec::new() }
    }
}

impl<T> ValueMap<T> {
    /// Returns the index of a key; `None` if the map lacks it.
    fn place(&self, key: Value) -> Option<usize> {
        let place = *self.places.get(key.number())? as usize;
        place.checked_sub(1)
    }

    /// Returns the item of a key; `None` if the map lacks it.
    pub(crate) fn get(&self, key: &Value) -> Option<&T> {
        self.place(*key).map(|place| &self.items[place])
    }

    /// Sets the item of a key.
    pub(crate) fn insert(&mut self, key: Value, item: T) {
        match self.place(key) {
            Some(place) => self.items[place] = item,
            None => self.push(key, item),
        }
    }

    /// Returns the item of a key, which is inserted if the map lacks it.
    pub(crate) fn get_or_default(&mut self, key: Value) -> &mut T
    where
        T: Default,
    {
        let place = self.place(key).unwrap_or_else(|| {
            self.push(key, T::default());
            self.items.len() - 1
        });
        &mut self.items[place]
    }

    /// Removes a key with its item, if the map has it. The others keep their order.
    pub(crate) fn remove(&mut self, key: Value) {
        let Some(place) = self.place(key) else { return };
        self.keys.remove(place);
        self.items.remove(place);
        self.places[key.number()] = 0;
        self.keys[place..].iter().for_each(|later| self.places[later.number()] -= 1);
    }

    fn push(&mut self, key: Value, item: T) {
        if self.places.len() <= key.number() {
            self.places.resize(key.number() + 1, 0);
        }
        self.keys.push(key);
        self.items.push(item);
        let place = u32::try_from(self.keys.len()).expect("values are numbered in 32 bits");
        self.places[key.number()] = place;
    }

    /// Returns the keys in the order of insertion.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Value> {
        self.keys.iter().copied()
    }

    /// Returns the items in the order of insertion.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }

    /// Returns the keys with their items in the order of insertion.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Value, &T)> {
        self.keys().zip(&self.items)
    }
}

impl<T> Index<&Value> for ValueMap<T> {
    type Output = T;

    fn index(&self, key: &Value) -> &T {
        self.get(key).expect("the map has the key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assign_layouts::tests::parse;
    use indexmap::IndexMap;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn map_equals_hash_map(inserted in prop::collection::vec((0..8usize, 0..100u32), 0..20)) {
            let module = parse("%0:8 = \"t.op\"() : () -> (i1, i1, i1, i1, i1, i1, i1, i1)");
            let op = module.walk().last().unwrap();
            let mut map = ValueMap::default();
            let mut expected = IndexMap::new();
            for (number, item) in inserted {
                let value = module.result(op, number).unwrap();
                if item % 3 == 0 {
                    map.remove(value);
                    expected.shift_remove(&value);
                } else if item % 2 == 0 {
                    map.insert(value, item);
                    expected.insert(value, item);
                } else {
                    *map.get_or_default(value) += item;
                    *expected.entry(value).or_default() += item;
                }
            }
            prop_assert!(map.iter().eq(expected.iter().map(|(&value, item)| (value, item))));
            prop_assert!(map.values().eq(expected.values()));
            for value in module.results(op) {
                prop_assert_eq!(map.get(&value), expected.get(&value));
            }
        }
    }
}
