//! Remembers what texts were read as, so that what repeats is read once.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A small table from texts, given by their place in the source, to what they mean. A new text
/// takes the place of an old one with the same slot, so the table never grows.
pub(crate) struct KeptTexts<T> {
    slots: Vec<Option<(u32, u32, T)>>,
}

const SLOTS: usize = 1 << 10;

impl<T> Default for KeptTexts<T> {
    fn default() -> Self {
        KeptTexts { slots: Vec::new() }
    }
}

impl<T: Copy> KeptTexts<T> {
    fn slot(text: &str) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        (hasher.finish() >> 32) as usize % SLOTS
    }

    /// What `source[start..end]` was read as.
    pub(crate) fn get(&self, source: &str, start: usize, end: usize) -> Option<T> {
        let text = source.get(start..end)?;
        let (from, to, meaning) = (*self.slots.get(Self::slot(text))?)?;
        (&source[from as usize..to as usize] == text).then_some(meaning)
    }

    /// Remembers what `source[start..end]` was read as, if it is short.
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
