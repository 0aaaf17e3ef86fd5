//! The bytes that a block has loaded, in registers, and the words of the target that are assembled from them.

use super::parts::{ModuleParts, SpirvType};
use rspirv::spirv::{Op, Word};
use std::collections::BTreeMap;

/// The origin of a byte of the target: a byte of the source, relative to the block, or zero.
pub(super) type ByteOrigin = Option<i64>;

/// A part of a buffer in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoadedPiece {
    pub(super) word: Word,
    /// The number of bytes: 1, 2 or 4; 8 for a word of 64 bits.
    pub(super) bytes: i64,
}

/// All pieces of a block by their first bytes, relative to the block.
#[derive(Default)]
pub(super) struct LoadedPieces {
    pieces: BTreeMap<i64, LoadedPiece>,
}

impl LoadedPieces {
    /// Adds neighboring pieces, of which the first begins at `at`.
    pub(super) fn add(&mut self, mut at: i64, pieces: Vec<LoadedPiece>) {
        for piece in pieces {
            self.pieces.insert(at, piece);
            at += piece.bytes;
        }
    }

    /// Returns the word of 64 bits that consists of these bytes; `None` if there is none.
    fn long_of(&self, bytes: &[ByteOrigin]) -> Option<Word> {
        let first = (*bytes.first()?)?;
        let is_row = (first..).zip(bytes).all(|(expected, origin)| *origin == Some(expected));
        let piece = self.pieces.get(&first)?;
        (is_row && piece.bytes == 8).then_some(piece.word)
    }

    /// Returns the piece of at most 4 bytes that contains a byte, and its first byte. A word of 64 bits is split.
    fn piece_at(&mut self, parts: &mut ModuleParts, byte: i64) -> Option<(i64, LoadedPiece)> {
        let (&first, &piece) = self.pieces.range(..=byte).next_back()?;
        if piece.bytes < 8 {
            return Some((first, piece));
        }
        let pair = parts.op(Op::Bitcast, &SpirvType::Vector(2), &[piece.word]);
        let halves = [0, 1].map(|at| parts.member(&SpirvType::U32, pair, at));
        self.add(first, halves.map(|word| LoadedPiece { word, bytes: 4 }).to_vec());
        self.pieces.range(..=byte).next_back().map(|(&first, &piece)| (first, piece))
    }
}

/// Returns a word of 64 bits of these bytes: a loaded one, or two words of 32 bits.
pub(super) fn long(
    parts: &mut ModuleParts,
    pieces: &mut LoadedPieces,
    bytes: &[ByteOrigin],
) -> Word {
    if bytes.iter().all(Option::is_none) {
        return parts.constant(&SpirvType::U64, 0);
    }
    if let Some(word) = pieces.long_of(bytes) {
        return word;
    }
    let halves: Vec<Word> = bytes.chunks(4).map(|half| assembled(parts, pieces, half)).collect();
    let pair = parts.op(Op::CompositeConstruct, &SpirvType::Vector(2), &halves);
    parts.op(Op::Bitcast, &SpirvType::U64, &[pair])
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

/// Returns a word of 32 bits of these bytes.
pub(super) fn assembled(
    parts: &mut ModuleParts,
    pieces: &mut LoadedPieces,
    bytes: &[ByteOrigin],
) -> Word {
    let mut segments: Vec<PieceSegment> = Vec::new();
    for (to, origin) in (0..).zip(bytes) {
        let Some(origin) = *origin else { continue };
        let Some((first, piece)) = pieces.piece_at(parts, origin) else { continue };
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
        let part = extract_segment(parts, &segment);
        word = Some(match word {
            None => part,
            Some(word) => parts.word(Op::BitwiseOr, &[word, part]),
        });
    }
    word.unwrap_or_else(|| parts.number(0))
}

/// Returns a word with the bytes of a segment, and zeros elsewhere.
fn extract_segment(parts: &mut ModuleParts, segment: &PieceSegment) -> Word {
    let &PieceSegment { piece, from, to, bytes } = segment;
    let by = parts.number(8 * from.abs_diff(to));
    let mut word = piece.word;
    if from > to {
        word = parts.word(Op::ShiftRightLogical, &[word, by]);
    } else if from < to {
        word = parts.word(Op::ShiftLeftLogical, &[word, by]);
    }
    // The shifts remove the bytes at the ends of the piece and of the word.
    let is_low = to == 0 || (from == 0 && to >= from);
    let is_high = from + bytes == piece.bytes || (to + bytes == 4 && to >= from);
    if is_low && is_high {
        return word;
    }
    let mask = ((1_u64 << (8 * bytes)) - 1) << (8 * to);
    let mask = parts.number(mask);
    parts.word(Op::BitwiseAnd, &[word, mask])
}
