//! The partitions of the calls of functions into clones.

use super::expansion::Expansion;

/// An iteration over all partitions of the calls of all functions. A partition of the calls of a function is a class for
/// each of its clones: the classes that begin with 0, each at most one greater than all before it.
pub(super) struct Partitions<'a> {
    all: &'a Expansion,
    /// The classes of each function with several clones that are left, the first of which is decided first.
    classes: Option<Vec<Vec<usize>>>,
}

impl<'a> Partitions<'a> {
    pub(super) fn new(all: &'a Expansion) -> Partitions<'a> {
        Partitions { all, classes: Some(Vec::new()) }
    }

    /// Returns the module of the next partition; `None` after the last one.
    pub(super) fn next_expansion(&mut self) -> Option<Expansion> {
        let mut classes = self.classes.take()?;
        let mut at = 0;
        let expansion = self.all.merged(|left| {
            // The number of clones that are left depends on the partitions of the callers.
            if classes.len() == at {
                classes.push(vec![0; left.len()]);
            }
            at += 1;
            classes[at - 1].clone()
        });
        while let Some(last) = classes.last_mut() {
            if next(last) {
                self.classes = Some(classes);
                break;
            }
            classes.pop();
        }
        Some(expansion)
    }
}

/// Changes the classes to the next ones. Returns `false` after the last ones, in which each clone has its own class.
fn next(classes: &mut [usize]) -> bool {
    for at in (1..classes.len()).rev() {
        let most = classes[..at].iter().max().map_or(0, |most| most + 1);
        if classes[at] < most {
            classes[at] += 1;
            classes[at + 1..].fill(0);
            return true;
        }
    }
    false
}

/// Returns an upper bound of the number of partitions of the calls of all functions.
pub(super) fn bound(all: &Expansion) -> u64 {
    all.sizes().map(count).fold(1, u64::saturating_mul)
}

/// Returns the number of partitions of some elements, a Bell number; saturated.
fn count(elements: usize) -> u64 {
    // The row of the Bell triangle: each entry is the sum of its left neighbor and the one above that.
    let mut row = vec![1u64];
    for _ in 1..elements.min(32) {
        let mut next = vec![row.last().copied().unwrap_or(1)];
        for above in &row {
            let left = next.last().copied().unwrap_or(1);
            next.push(left.saturating_add(*above));
        }
        row = next;
    }
    row.last().copied().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bell_numbers_count_the_classes() {
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(count), [1, 1, 2, 5, 15, 52, 203]);
        assert_eq!(count(1000), u64::MAX.min(count(1000)));
        for elements in 1..7 {
            let mut classes = vec![0; elements];
            let mut number = 1;
            while next(&mut classes) {
                number += 1;
            }
            assert_eq!(number, count(elements));
            assert_eq!(classes, (0..elements).collect::<Vec<_>>());
        }
    }
}
