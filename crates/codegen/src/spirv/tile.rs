//! The move of a whole block: loads of whole vectors, a permutation of their bytes in registers, and stores of whole
//! vectors.

use super::block_map::{BlockElement, ElementState};
use super::control;
use super::memory::{Address, Built};
use super::parts::{ModuleParts, SpirvType};
use super::pieces::{ByteOrigin, LoadedPieces, assembled, long};
use rspirv::spirv::Word;
use std::collections::{BTreeMap, BTreeSet};

/// Returns accesses to a set of bytes, each as its first byte and its width. An access is aligned to its width where
/// addresses are multiples of `unit`, and contains no other bytes. Elements of an odd size need no 16-bit words.
fn accesses(bytes: impl Iterator<Item = i64>, unit: i64, elem: i64) -> Vec<(i64, i64)> {
    let mut spans: Vec<(i64, i64)> = Vec::new();
    for byte in bytes {
        match spans.last_mut() {
            Some((_, end)) if *end == byte => *end += 1,
            _ => spans.push((byte, byte + 1)),
        }
    }
    let mut found = Vec::new();
    for (mut at, end) in spans {
        while at < end {
            let widths = [32, 16, 8, 4, 2].into_iter().filter(|&width| width <= unit);
            let width = widths
                .filter(|&width| width > 2 || elem % 2 == 0)
                .find(|width| at % width == 0 && at + width <= end);
            let width = width.unwrap_or(1);
            found.push((at, width));
            at += width;
        }
    }
    found
}

/// Writes the move of a whole block. Without a source, its slots are set to zero.
pub(super) fn whole(
    parts: &mut ModuleParts,
    elements: &[BlockElement],
    elem: i64,
    (source, target): (Option<Address>, Address),
) -> Built<()> {
    let bytes = BlockBytes::new(elements, elem, source.is_some());
    let mut pieces = match source {
        Some(source) => bytes.loaded(parts, source),
        None => LoadedPieces::default(),
    };
    let vectors = bytes.vectors(parts, &mut pieces, target);
    stored(parts, &vectors, target)
}

/// Writes the move of a block whose elements all have a value under a condition, and are all zero otherwise.
pub(super) fn whole_or_zero(
    parts: &mut ModuleParts,
    elements: &[BlockElement],
    elem: i64,
    (source, target): (Address, Address),
    valued: Word,
) -> Built<()> {
    let bytes = BlockBytes::new(elements, elem, true);
    let mut moved = Vec::new();
    let [before, after] = control::when_labelled(parts, valued, |parts| {
        let mut pieces = bytes.loaded(parts, source);
        moved = bytes.vectors(parts, &mut pieces, target);
        Ok(())
    })?;
    for vector in &mut moved {
        let zero = parts.constant(&vector.word, 0);
        let ty = parts.ty(&vector.word);
        for word in &mut vector.words {
            *word = parts.builder.phi(ty, None, [(zero, before), (*word, after)])?;
        }
    }
    stored(parts, &moved, target)
}

/// A vector of the target.
struct StoredVector {
    /// The first byte, from that of the block.
    at: i64,
    width: i64,
    /// The type of the words: 32 or 64 bits.
    word: SpirvType,
    words: Vec<Word>,
}

/// The bytes that a block moves.
struct BlockBytes {
    /// The origin of each byte of the target.
    origins: BTreeMap<i64, ByteOrigin>,
    /// The size of an element.
    elem: i64,
}

impl BlockBytes {
    fn new(elements: &[BlockElement], elem: i64, has_source: bool) -> BlockBytes {
        let mut origins = BTreeMap::new();
        for element in elements.iter().filter(|it| it.state != ElementState::Skip) {
            let is_copied = element.state == ElementState::Copy && has_source;
            for byte in 0..elem {
                origins.insert(element.target + byte, is_copied.then_some(element.source + byte));
            }
        }
        BlockBytes { origins, elem }
    }

    /// Writes the loads of all bytes of the source.
    fn loaded(&self, parts: &mut ModuleParts, source: Address) -> LoadedPieces {
        let bytes: BTreeSet<i64> = self.origins.values().flatten().copied().collect();
        let mut pieces = LoadedPieces::default();
        for (at, width) in accesses(bytes.into_iter(), source.unit, self.elem) {
            pieces.add(at, parts.load(source, at, width));
        }
        pieces
    }

    /// Writes the assembly of the vectors of the target.
    fn vectors(
        &self,
        parts: &mut ModuleParts,
        pieces: &mut LoadedPieces,
        target: Address,
    ) -> Vec<StoredVector> {
        let mut found = Vec::new();
        for (at, width) in accesses(self.origins.keys().copied(), target.unit, self.elem) {
            let bytes: Vec<ByteOrigin> = (at..at + width).map(|byte| self.origins[&byte]).collect();
            let size = parts.word_bytes(target.memory, width);
            // A word has 4 or 8 bytes.
            let words = bytes.chunks(size as usize).map(|bytes| match size {
                8 => long(parts, pieces, bytes),
                _ => assembled(parts, pieces, bytes),
            });
            let words = words.collect();
            let word = if size == 8 { SpirvType::U64 } else { SpirvType::U32 };
            found.push(StoredVector { at, width, word, words });
        }
        found
    }
}

/// Writes the stores of all vectors.
fn stored(parts: &mut ModuleParts, vectors: &[StoredVector], target: Address) -> Built<()> {
    let mut stores = vectors.iter();
    stores.try_for_each(|it| parts.store(target, it.at, it.width, &it.words))
}
