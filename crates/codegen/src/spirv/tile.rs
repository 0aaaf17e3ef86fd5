//! The move of a whole block: loads of whole vectors, a permutation of their bytes in registers, and stores of whole
//! vectors.

use super::block_map::{BlockElement, ElementState};
use super::control;
use super::memory::{Address, BufferViews, Built, LoadedPiece};
use super::parts::{ModuleParts, SpirvType};
use rspirv::spirv::{Op, Word};
use std::collections::BTreeMap;

/// The origin of a byte of the target: a byte of the source, relative to the block, or zero.
type ByteOrigin = Option<i64>;

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
            let fits = |width: &i64| at % width == 0 && at + width <= end;
            let widths = [16, 8, 4, 2].into_iter().filter(|&width| width <= unit);
            let width = widths.filter(|&width| width > 2 || elem % 2 == 0).find(fits);
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
    views: &mut BufferViews,
    elements: &[BlockElement],
    elem: i64,
    (source, target): (Option<Address>, Address),
) -> Built<()> {
    let origins = origins(elements, elem, source.is_some());
    let pieces = match source {
        Some(source) => loaded(parts, views, (&origins, elem), source),
        None => BTreeMap::new(),
    };
    let vectors = vectors(parts, (&origins, elem), &pieces, target.unit);
    stored(parts, views, &vectors, target)
}

/// Writes the move of a block whose elements all have a value under a condition, and are all zero otherwise.
pub(super) fn whole_or_zero(
    parts: &mut ModuleParts,
    views: &mut BufferViews,
    elements: &[BlockElement],
    elem: i64,
    (source, target): (Address, Address),
    valued: Word,
) -> Built<()> {
    let origins = origins(elements, elem, true);
    let mut moved = Vec::new();
    let (before, after) = control::when_labelled(parts, valued, |parts| {
        let pieces = loaded(parts, views, (&origins, elem), source);
        moved = vectors(parts, (&origins, elem), &pieces, target.unit);
        Ok(())
    })?;
    let zero = parts.constant(&SpirvType::U32, 0);
    let ty = parts.ty(&SpirvType::U32);
    for word in moved.iter_mut().flat_map(|vector| &mut vector.words) {
        *word = parts.builder.phi(ty, None, [(zero, before), (*word, after)])?;
    }
    stored(parts, views, &moved, target)
}

/// A vector of the target.
struct StoredVector {
    /// The first byte, from that of the block.
    at: i64,
    width: i64,
    words: Vec<Word>,
}

/// Returns the origin of each byte of the target.
fn origins(elements: &[BlockElement], elem: i64, has_source: bool) -> BTreeMap<i64, ByteOrigin> {
    let mut origins = BTreeMap::new();
    for element in elements.iter().filter(|it| it.state != ElementState::Skip) {
        let is_copied = element.state == ElementState::Copy && has_source;
        for byte in 0..elem {
            origins.insert(element.target + byte, is_copied.then_some(element.source + byte));
        }
    }
    origins
}

/// Writes the loads of all bytes of the source, and returns them by their first bytes.
fn loaded(
    parts: &mut ModuleParts,
    views: &mut BufferViews,
    (origins, elem): (&BTreeMap<i64, ByteOrigin>, i64),
    source: Address,
) -> BTreeMap<i64, LoadedPiece> {
    let mut bytes: Vec<i64> = origins.values().flatten().copied().collect();
    bytes.sort_unstable();
    bytes.dedup();
    let mut pieces = BTreeMap::new();
    for (at, width) in accesses(bytes.into_iter(), source.unit, elem) {
        let mut next = at;
        for piece in views.load(parts, source, at, width) {
            pieces.insert(next, piece);
            next += piece.bytes;
        }
    }
    pieces
}

/// Writes the assembly of the vectors of the target.
fn vectors(
    parts: &mut ModuleParts,
    (origins, elem): (&BTreeMap<i64, ByteOrigin>, i64),
    pieces: &BTreeMap<i64, LoadedPiece>,
    unit: i64,
) -> Vec<StoredVector> {
    let mut found = Vec::new();
    for (at, width) in accesses(origins.keys().copied(), unit, elem) {
        let words = (0..width.max(4) / 4).map(|word| {
            let first = at + 4 * word;
            let bytes = (first..at + width.min(4 * word + 4)).map(|byte| origins[&byte]);
            assembled(parts, pieces, &bytes.collect::<Vec<_>>())
        });
        let words = words.collect();
        found.push(StoredVector { at, width, words });
    }
    found
}

/// Writes the stores of all vectors.
fn stored(
    parts: &mut ModuleParts,
    views: &mut BufferViews,
    vectors: &[StoredVector],
    target: Address,
) -> Built<()> {
    let mut stores = vectors.iter();
    stores.try_for_each(|it| views.store(parts, target, it.at, it.width, &it.words))
}

/// Neighboring bytes of a word that come from neighboring bytes of one piece.
struct PieceSegment {
    piece: LoadedPiece,
    /// The first byte in the piece.
    from: i64,
    /// The first byte in the word.
    to: i64,
    bytes: i64,
}

/// Returns a word of these bytes.
fn assembled(
    parts: &mut ModuleParts,
    pieces: &BTreeMap<i64, LoadedPiece>,
    bytes: &[ByteOrigin],
) -> Word {
    let mut segments: Vec<PieceSegment> = Vec::new();
    for (to, origin) in (0..).zip(bytes) {
        let Some(origin) = *origin else { continue };
        let Some((&first, &piece)) = pieces.range(..=origin).next_back() else { continue };
        let from = origin - first;
        match segments.last_mut() {
            Some(it)
                if it.piece == piece && it.from + it.bytes == from && it.to + it.bytes == to =>
            {
                it.bytes += 1;
            }
            _ => segments.push(PieceSegment { piece, from, to, bytes: 1 }),
        }
    }
    let mut word = None;
    for segment in segments {
        let part = moved(parts, &segment);
        word = Some(match word {
            None => part,
            Some(word) => parts.op(Op::BitwiseOr, &SpirvType::U32, &[word, part]),
        });
    }
    word.unwrap_or_else(|| parts.constant(&SpirvType::U32, 0))
}

/// Returns a word with the bytes of a segment, and zeros elsewhere.
fn moved(parts: &mut ModuleParts, segment: &PieceSegment) -> Word {
    let &PieceSegment { piece, from, to, bytes } = segment;
    let ty = SpirvType::U32;
    let by = parts.constant(&ty, 8 * from.abs_diff(to));
    let mut word = piece.word;
    if from > to {
        word = parts.op(Op::ShiftRightLogical, &ty, &[word, by]);
    } else if from < to {
        word = parts.op(Op::ShiftLeftLogical, &ty, &[word, by]);
    }
    // The shifts remove the bytes at the ends of the piece and of the word.
    let is_low = to == 0 || (from == 0 && to >= from);
    let is_high = from + bytes == piece.bytes || (to + bytes == 4 && to >= from);
    if is_low && is_high {
        return word;
    }
    let mask = ((1_u64 << (8 * bytes)) - 1) << (8 * to);
    let mask = parts.constant(&ty, mask);
    parts.op(Op::BitwiseAnd, &ty, &[word, mask])
}
