//! Keeps the meaning of texts, so that a repeated text is read once.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A small table from texts, identified by their place in the source, to their meaning. A new text
/// replaces an old one of the same slot, so the table never grows.
pub(crate) struct TextCache<T> {
    slots: Vec<Option<(u32, u32, T)>>,
    /// The end of the text that was looked for last.
    looked: usize,
}

/// A text with its slot in the table.
pub(crate) struct CachePlace {
    start: usize,
    /// The position after the text.
    pub(crate) end: usize,
    slot: usize,
}

const SLOTS: usize = 1 << 10;

/// Longer texts are not kept.
const LONGEST: usize = 512;

impl<T> Default for TextCache<T> {
    fn default() -> Self {
        TextCache { slots: Vec::new(), looked: 0 }
    }
}

impl<T: Copy> TextCache<T> {
    fn slot(text: &str) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        (hasher.finish() >> 32) as usize % SLOTS
    }

    /// The place of the text from `start` to where the bracket that opens at `open` seems to close. `None` if the text is
    /// long, or inside of one that was looked for before: nested texts are not searched again on each level.
    pub(crate) fn look(
        &mut self,
        source: &str,
        start: usize,
        open: usize,
        end: fn(&[u8]) -> Option<usize>,
    ) -> Option<CachePlace> {
        if start < self.looked {
            return None;
        }
        let near = source.len().min(open + LONGEST);
        self.looked = near;
        let end = open + end(&source.as_bytes()[open..near])?;
        self.looked = end;
        Some(CachePlace { start, end, slot: Self::slot(source.get(start..end)?) })
    }

    /// The meaning of the text of a place; `None` if it is not kept.
    pub(crate) fn get(&self, source: &str, place: &CachePlace) -> Option<T> {
        let (from, to, meaning) = (*self.slots.get(place.slot)?)?;
        (source[from as usize..to as usize] == source[place.start..place.end]).then_some(meaning)
    }

    /// Keeps the meaning of the text of a place, unless it did not end at `end` where it seemed to.
    pub(crate) fn put(&mut self, place: Option<CachePlace>, end: usize, meaning: T) {
        let Some(place) = place.filter(|place| place.end == end) else { return };
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, None);
        }
        self.slots[place.slot] = Some((place.start as u32, place.end as u32, meaning));
    }
}

/// The length of the text in braces that `bytes` begin with, if it ends on its line. Escapes and comments give up.
pub(crate) fn brace_len(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0u32;
    let mut quoted = false;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\\' | b'\n' | b'/' => return None,
            b'"' => quoted = !quoted,
            b'{' if !quoted => depth += 1,
            b'}' if !quoted => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The length of the `<...>` that `bytes` begin with, if it ends on its line. Strings and comments give up.
pub(crate) fn angle_len(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0u32;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' | b'\n' | b'/' => return None,
            _ => {}
        }
    }
    None
}
