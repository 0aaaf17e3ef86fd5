//! A cache from texts to their parsed values, so that a repeated text is parsed once.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A bounded table from texts to parsed values. An entry stores the range of its text in the source. A new text
/// replaces the old one in the same slot, so the table never grows.
pub(crate) struct TextCache<T> {
    slots: Vec<Option<(u32, u32, T)>>,
    /// The end of the text of the last lookup.
    lookup_end: usize,
}

/// A text and its slot in the table.
pub(crate) struct CacheSlot {
    start: usize,
    /// The position after the text.
    pub(crate) end: usize,
    slot: usize,
}

const SLOTS: usize = 1 << 10;

/// The maximal length of a cached text, in bytes.
const LONGEST: usize = 512;

impl<T> Default for TextCache<T> {
    fn default() -> Self {
        TextCache { slots: Vec::new(), lookup_end: 0 }
    }
}

impl<T: Copy> TextCache<T> {
    fn slot(text: &str) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        (hasher.finish() >> 32) as usize % SLOTS
    }

    /// Returns the entry for the text from `start` to the presumed partner of the bracket at `open`. `None` if the text
    /// is long, or if it is inside the text of an earlier lookup: this avoids a quadratic scan of nested texts.
    pub(crate) fn find_slot(
        &mut self,
        source: &str,
        start: usize,
        open: usize,
        end: fn(&[u8]) -> Option<usize>,
    ) -> Option<CacheSlot> {
        if start < self.lookup_end {
            return None;
        }
        let near = source.len().min(open + LONGEST);
        self.lookup_end = near;
        let end = open + end(&source.as_bytes()[open..near])?;
        self.lookup_end = end;
        Some(CacheSlot { start, end, slot: Self::slot(source.get(start..end)?) })
    }

    /// Returns the cached value of a text. `None` if there is none.
    pub(crate) fn get(&self, source: &str, place: &CacheSlot) -> Option<T> {
        let (from, to, meaning) = (*self.slots.get(place.slot)?)?;
        (source[from as usize..to as usize] == source[place.start..place.end]).then_some(meaning)
    }

    /// Caches the value of a text, unless the parse ended before or after the presumed end.
    pub(crate) fn put(&mut self, place: Option<CacheSlot>, end: usize, meaning: T) {
        let Some(place) = place.filter(|place| place.end == end) else { return };
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, None);
        }
        self.slots[place.slot] = Some((place.start as u32, place.end as u32, meaning));
    }
}

/// Returns the length of the `{...}` at the start of `bytes`. `None` if it does not end on its line, or has an escape
/// or a comment.
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

/// Returns the length of the `<...>` at the start of `bytes`. `None` if it does not end on its line, or has a string or
/// a comment.
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
