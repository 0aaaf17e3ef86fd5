//! Lists of plain decimal numbers, read directly into values.
//!
//! Nearly all elements of lists and dense attributes are plain numbers. A text with any other element is left to
//! `dense` and `attrs`, which read every element and report errors.

use ir::types::{Signedness, TypeKind};
use std::ops::RangeInclusive;

/// The values of plain numbers: all integers, or all floats.
pub(super) enum PlainNumbers {
    /// Integers of at most [`MAX_DIGITS`] digits.
    Ints(Vec<i64>),
    /// Floats with a decimal point.
    Floats(Vec<f64>),
}

impl PlainNumbers {
    /// Returns the little-endian elements of a type, each of `size` bytes. `None` if a number does not fit the type.
    pub(super) fn bytes(&self, kind: &TypeKind, size: usize) -> Option<Vec<u8>> {
        match (self, kind) {
            (PlainNumbers::Ints(ints), TypeKind::Index) => Some(int_bytes(ints, size)),
            (PlainNumbers::Ints(ints), &TypeKind::Integer { width: width @ 2..=64, sign }) => {
                let range = int_range(width, sign);
                ints.iter().all(|int| range.contains(int)).then(|| int_bytes(ints, size))
            }
            (PlainNumbers::Floats(floats), TypeKind::Float(kind)) => {
                let mut bytes = Vec::with_capacity(floats.len() * size);
                for &float in floats {
                    bytes.extend_from_slice(&kind.from_f64(float).to_le_bytes()[..size]);
                }
                Some(bytes)
            }
            _ => None,
        }
    }
}

/// Returns the plain numbers that an integer type can represent. A signless type accepts the signed and the unsigned
/// range.
fn int_range(width: u32, sign: Signedness) -> RangeInclusive<i64> {
    let half = 1i128 << (width - 1);
    let (least, greatest) = match sign {
        Signedness::Signless => (-half, 2 * half - 1),
        Signedness::Signed => (-half, half - 1),
        Signedness::Unsigned => (0, 2 * half - 1),
    };
    // No plain number reaches the limits of `i64`.
    fn clamp(bound: i128) -> i64 {
        i64::try_from(bound).unwrap_or(i64::MAX)
    }
    clamp(least)..=clamp(greatest)
}

fn int_bytes(ints: &[i64], size: usize) -> Vec<u8> {
    let mut bytes = vec![0; ints.len() * size];
    let pairs = bytes.chunks_exact_mut(size).zip(ints);
    match size {
        1 => pairs.for_each(|(element, int)| element[0] = *int as u8),
        4 => pairs.for_each(|(element, int)| element.copy_from_slice(&(*int as i32).to_le_bytes())),
        _ => pairs.for_each(|(element, int)| element.copy_from_slice(&int.to_le_bytes()[..size])),
    }
    bytes
}

/// A nested list of plain numbers.
pub(super) struct PlainList {
    /// The lengths, outermost first.
    pub(super) shape: Vec<u64>,
    pub(super) numbers: PlainNumbers,
    /// The position after the list.
    pub(super) end: usize,
}

/// The maximal number of digits. Every such number fits `i64`.
const MAX_DIGITS: usize = crate::limits::PLAIN_DIGITS as usize;

pub(super) const MAX_LEVELS: usize = crate::limits::LEVELS as usize;

/// Reads the list whose bracket opens at `at`. `None` if it has an element that is not a plain number, or lists of
/// different lengths on one level.
pub(super) fn plain_list(text: &str, at: usize) -> Option<PlainList> {
    let mut reader = PlainReader::new(text, at);
    let mut shape = Vec::new();
    reader.list(&mut shape, 0)?;
    Some(PlainList { shape, end: reader.at, numbers: reader.numbers()? })
}

/// Reads comma-separated numbers up to a `>`. Returns them with the position of the `>`.
pub(super) fn plain_row(text: &str, at: usize) -> Option<(PlainNumbers, usize)> {
    let mut reader = PlainReader::new(text, at);
    reader.row()?;
    let end = (reader.peek() == b'>').then_some(reader.at)?;
    Some((reader.numbers()?, end))
}

/// Reads an integer of a list. Returns it with the position of the comma or bracket that follows.
pub(super) fn plain_integer(text: &str, at: usize) -> Option<(i64, usize)> {
    let mut reader = PlainReader::new(text, at);
    let value = reader.integer()?;
    matches!(reader.peek(), b',' | b']').then_some((value, reader.at))
}

struct PlainReader<'a> {
    text: &'a str,
    at: usize,
    ints: Vec<i64>,
    floats: Vec<f64>,
}

impl<'a> PlainReader<'a> {
    fn new(text: &'a str, at: usize) -> PlainReader<'a> {
        PlainReader { text, at, ints: Vec::new(), floats: Vec::new() }
    }

    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Returns the next byte that is not white space.
    fn peek(&mut self) -> u8 {
        while let b' ' | b'\t' | b'\n' | b'\r' = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let hit = self.peek() == byte;
        self.at += usize::from(hit);
        hit
    }

    /// Reads a list at a level of nesting. All lists of one level must have the same length, and contain either lists
    /// or numbers.
    fn list(&mut self, shape: &mut Vec<u64>, level: usize) -> Option<()> {
        if level == MAX_LEVELS || !self.eat(b'[') {
            return None;
        }
        let is_first = shape.len() == level;
        if is_first {
            shape.push(0);
        }
        let is_innermost = self.peek() != b'[';
        if !is_first && is_innermost != (shape.len() == level + 1) {
            return None;
        }
        let count = if is_innermost { self.row()? } else { self.lists(shape, level + 1)? };
        if is_first {
            shape[level] = count;
        }
        (shape[level] == count && self.eat(b']')).then_some(())
    }

    fn lists(&mut self, shape: &mut Vec<u64>, level: usize) -> Option<u64> {
        let mut count = 0;
        loop {
            self.list(shape, level)?;
            count += 1;
            if !self.eat(b',') {
                return Some(count);
            }
        }
    }

    /// Reads comma-separated numbers and returns their count.
    fn row(&mut self) -> Option<u64> {
        let mut count = 0;
        loop {
            self.peek();
            self.number()?;
            count += 1;
            if !self.eat(b',') {
                return Some(count);
            }
        }
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        let integer = self.integer();
        if self.byte() != b'.' {
            self.ints.push(integer?);
            return Some(());
        }
        self.at += 1;
        self.digits();
        if let b'e' | b'E' = self.byte() {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            if self.digits().1 == 0 {
                return None;
            }
        }
        self.floats.push(self.text[start..self.at].parse().ok()?);
        Some(())
    }

    /// Reads digits with an optional sign. `None` if there are none, or too many; the position is then still after
    /// them.
    fn integer(&mut self) -> Option<i64> {
        let is_negative = self.byte() == b'-';
        self.at += usize::from(is_negative);
        let (value, len) = self.digits();
        let value = if is_negative { value.wrapping_neg() } else { value };
        (1..=MAX_DIGITS).contains(&len).then_some(value)
    }

    /// Reads digits. Returns their value, which is valid only for few digits, and their number.
    fn digits(&mut self) -> (i64, usize) {
        let rest = &self.text.as_bytes()[self.at..];
        let mut value = 0i64;
        let mut len = 0;
        while let Some(digit @ b'0'..=b'9') = rest.get(len) {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            len += 1;
        }
        self.at += len;
        (value, len)
    }

    /// Returns the values. `None` if integers and floats are mixed, or there are none.
    fn numbers(self) -> Option<PlainNumbers> {
        match (self.ints.is_empty(), self.floats.is_empty()) {
            (false, true) => Some(PlainNumbers::Ints(self.ints)),
            (true, false) => Some(PlainNumbers::Floats(self.floats)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: Option<(&[u64], &[i64])>) {
        let list = plain_list(text, 0);
        let found = list.as_ref().map(|list| match &list.numbers {
            PlainNumbers::Ints(ints) => (&list.shape[..], ints.clone()),
            PlainNumbers::Floats(floats) => {
                (&list.shape[..], floats.iter().map(|&float| float as i64).collect())
            }
        });
        assert_eq!(found, wanted.map(|(shape, values)| (shape, values.to_vec())));
    }

    #[test]
    fn reads_lists_of_numbers() {
        check("[1, -2,\n 3]>", Some((&[3], &[1, -2, 3])));
        check("[[1, 2], [3, 4], [5, 6]]", Some((&[3, 2], &[1, 2, 3, 4, 5, 6])));
        check("[[[1.5]], [[-2.0e1]]]", Some((&[2, 1, 1], &[1, -20])));
    }

    #[test]
    fn returns_none_for_other_lists() {
        for text in [
            "1",
            "[]",
            "[1",
            "[1,]",
            "[1 2]",
            "[0x10]",
            "[1, 2.0]",
            "[true]",
            "[- 1]",
            "[1.5e]",
            "[[1], 2]",
            "[1, [2]]",
            "[[1], [2, 3]]",
            "[[1], [[2]]]",
            "[[[1]], [2]]",
            "[1 // x\n]",
            "[1234567890123456789]",
            "[[[[[[[[[1]]]]]]]]]",
        ] {
            check(text, None);
        }
    }
}
