//! Writes answers in large blocks, one line for each answer.

use crate::streams::output::Output;
use crate::streams::text::write_json;
use ir::layout::{AddressError, Bytes, ElemSize, Elems, LogicalIndex, Owners};
use serde::{Serialize, Serializer};
use std::io::{self, ErrorKind, Write};

/// The number of buffered bytes at which answers are written out.
const PIECE: usize = 1 << 16;

/// A buffer of answers before the output.
pub(super) struct Answers<'a, 'o> {
    text: Vec<u8>,
    out: &'a mut Output<'o>,
}

/// The offset and the byte of an element.
#[derive(Clone, Copy)]
pub(super) struct ElementPosition {
    /// `None` if the index is invalid, or if the preceding bytes are not a whole number of elements.
    offset: Option<Elems>,
    /// `None` also if the element starts within a byte, or its size is unknown.
    byte: Option<Bytes>,
    is_valid: bool,
}

impl ElementPosition {
    /// Returns the position of an element at an offset, with its byte if the element size is known.
    ///
    /// # Errors
    /// The address in bits overflows 64 bits.
    pub(super) fn new(
        offset: Option<Elems>,
        elem: Option<ElemSize>,
    ) -> Result<ElementPosition, AddressError> {
        let is_valid = offset.is_some();
        let (Some(elems), Some(elem)) = (offset, elem) else {
            return Ok(ElementPosition { offset, byte: None, is_valid });
        };
        let bits = elems.to_bits(elem).ok_or(AddressError::Overflow)?;
        Ok(ElementPosition { offset, byte: bits.to_bytes(), is_valid })
    }

    /// Returns the position of an element of `size` bytes that starts at a byte.
    pub(super) fn of_byte(byte: Option<i64>, size: i64) -> ElementPosition {
        let whole = byte.filter(|byte| byte % size == 0);
        let offset = whole.map(|byte| Elems::new(byte / size));
        ElementPosition { offset, byte: byte.map(Bytes::new), is_valid: byte.is_some() }
    }
}

impl<'a, 'o> Answers<'a, 'o> {
    /// Creates an empty buffer before an output.
    pub(super) fn new(out: &'a mut Output<'o>) -> Answers<'a, 'o> {
        Answers { text: Vec::new(), out }
    }

    /// Writes one line, a JSON object.
    ///
    /// # Errors
    /// The output fails. A broken pipe means that its reader has closed it.
    pub(super) fn line(&mut self, answer: &impl Serialize) -> io::Result<()> {
        write_json(answer, &mut self.text);
        self.text.push(b'\n');
        if self.text.len() < PIECE { Ok(()) } else { self.flush() }
    }

    /// Writes the buffered text to the output.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.text)?;
        self.text.clear();
        if self.out.is_closed() { Err(ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    /// Answers with the position of the element at an index.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn element_position(
        &mut self,
        of: &str,
        at: &LogicalIndex,
        place: ElementPosition,
    ) -> io::Result<()> {
        self.line(&PositionAnswer {
            of,
            at: Components(at),
            offset: place.offset.map(Elems::get),
            byte: place.byte.map(Bytes::get),
            valid: place.is_valid,
        })
    }

    /// Answers with the first index whose element is in a slot, and the number of such indices.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn owners(&mut self, of: &str, slot: i64, owners: &Owners) -> io::Result<()> {
        let at = owners.first.as_ref().map(Components);
        self.line(&OwnersAnswer { of, offset: slot, at, owners: owners.count })
    }
}

/// The answer about the element at an index.
#[derive(Serialize)]
struct PositionAnswer<'a> {
    of: &'a str,
    at: Components<'a>,
    offset: Option<i64>,
    byte: Option<i64>,
    valid: bool,
}

/// The answer about a slot.
#[derive(Serialize)]
struct OwnersAnswer<'a> {
    of: &'a str,
    offset: i64,
    at: Option<Components<'a>>,
    owners: u64,
}

/// An index as a JSON array.
struct Components<'a>(&'a LogicalIndex);

impl Serialize for Components<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.values())
    }
}
