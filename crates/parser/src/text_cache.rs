//! Keeps the meaning of texts, so that a repeated text is read once.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A small table from texts, given by their place in the source, to their meaning. A new text
/// replaces an old one of the same slot, so the table never grows.
pub(crate) struct TextCache<T> {
    slots: Vec<Option<(u32, u32, T)>>,
}

const SLOTS: usize = 1 << 10;

impl<T> Default for TextCache<T> {
    fn default() -> Self {
        TextCache { slots: Vec::new() }
    }
}

impl<T: Copy> TextCache<T> {
    fn slot(text: &str) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        (hasher.finish() >> 32) as usize % SLOTS
    }

    /// The meaning of `source[start..end]`; `None` if it is not kept.
    pub(crate) fn get(&self, source: &str, start: usize, end: usize) -> Option<T> {
        let text = source.get(start..end)?;
        let (from, to, meaning) = (*self.slots.get(Self::slot(text))?)?;
        (&source[from as usize..to as usize] == text).then_some(meaning)
    }

    /// Keeps the meaning of `source[start..end]`, if that is short.
    pub(crate) fn put(&mut self, source: &str, start: usize, end: usize, meaning: T) {
        const LONGEST: usize = 512;
        let Some(text) = source.get(start..end).filter(|text| text.len() <= LONGEST) else {
            return;
        };
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, None);
        }
        self.slots[Self::slot(text)] = Some((start as u32, end as u32, meaning));
    }
}
