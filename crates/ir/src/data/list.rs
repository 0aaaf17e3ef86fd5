//! Immutable lists in attributes and of ops, most of which are short.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// An immutable list. Up to `N` items are stored inline, so that a short list needs no allocation.
#[derive(Clone)]
pub struct ShortList<T, const N: usize>(Stored<T, N>);

#[derive(Clone)]
enum Stored<T, const N: usize> {
    Empty,
    /// The length, and an array whose first items are those of the list. The other items repeat the first.
    Few(u8, [T; N]),
    /// Lists of two to four items are also common; a box of fixed size avoids a second allocation.
    Two(Box<[T; 2]>),
    Three(Box<[T; 3]>),
    Four(Box<[T; 4]>),
    /// The outer box makes the enum smaller.
    Many(Box<Box<[T]>>),
}

impl<T: Copy, const N: usize> From<&[T]> for ShortList<T, N> {
    fn from(items: &[T]) -> Self {
        ShortList(match items {
            [] => Stored::Empty,
            [first, ..] if items.len() <= N.min(u8::MAX.into()) => {
                let mut few = [*first; N];
                few[..items.len()].copy_from_slice(items);
                Stored::Few(items.len() as u8, few)
            }
            &[a, b] => Stored::Two(Box::new([a, b])),
            &[a, b, c] => Stored::Three(Box::new([a, b, c])),
            &[a, b, c, d] => Stored::Four(Box::new([a, b, c, d])),
            _ => Stored::Many(Box::new(items.into())),
        })
    }
}

impl<T: Copy, const N: usize> From<Vec<T>> for ShortList<T, N> {
    fn from(items: Vec<T>) -> Self {
        if items.len() <= N.max(4) {
            return items[..].into();
        }
        ShortList(Stored::Many(Box::new(items.into())))
    }
}

impl<T: Copy, const N: usize, const LEN: usize> From<[T; LEN]> for ShortList<T, N> {
    fn from(items: [T; LEN]) -> Self {
        items[..].into()
    }
}

impl<T: Copy, const N: usize> FromIterator<T> for ShortList<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<T, const N: usize> Default for ShortList<T, N> {
    fn default() -> Self {
        ShortList(Stored::Empty)
    }
}

impl<T, const N: usize> Deref for ShortList<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Stored::Empty => &[],
            Stored::Few(len, few) => &few[..usize::from(*len)],
            Stored::Two(two) => &two[..],
            Stored::Three(three) => &three[..],
            Stored::Four(four) => &four[..],
            Stored::Many(many) => many,
        }
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a ShortList<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for ShortList<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for ShortList<T, N> {}

impl<T: Hash, const N: usize> Hash for ShortList<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for ShortList<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_list_keeps_items_of_any_length() {
        for len in 0..6 {
            let items: Vec<u32> = (0..len).collect();
            let list: ShortList<u32, 1> = items.clone().into();
            assert_eq!(*list, items[..]);
            assert_eq!(list, items[..].into());
            let stored_in_itself: ShortList<u32, 3> = items.clone().into();
            assert_eq!(*stored_in_itself, items[..]);
        }
    }
}
