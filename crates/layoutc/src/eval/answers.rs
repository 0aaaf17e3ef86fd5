//! Writes answers in large blocks, one line for each answer.

use crate::streams::output::Output;
use crate::streams::text::write_json;
use ir::layout::{AddressError, Bytes, ElemSize, Elems, LogicalIndex, Owners};
use serde::Serialize;
use serde_json::Value;
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
        self.end_line("\n")
    }

    fn end_line(&mut self, end: &str) -> io::Result<()> {
        self.text.extend_from_slice(end.as_bytes());
        if self.text.len() < PIECE { Ok(()) } else { self.flush() }
    }

    /// Appends the start of a member, and its value.
    fn member(&mut self, start: &str, value: &(impl Serialize + ?Sized)) {
        self.text.extend_from_slice(start.as_bytes());
        write_json(value, &mut self.text);
    }

    /// Appends an index, as a JSON array.
    fn index(&mut self, index: &LogicalIndex) {
        self.text.push(b'[');
        for (at, component) in index.values().enumerate() {
            self.member(if at > 0 { "," } else { "" }, component);
        }
        self.text.push(b']');
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
        self.member("{\"of\":", of);
        self.text.extend_from_slice(b",\"at\":");
        self.index(at);
        self.member(",\"offset\":", &place.offset.map(Elems::get));
        self.member(",\"byte\":", &place.byte.map(Bytes::get));
        self.member(",\"valid\":", &place.is_valid);
        self.end_line("}\n")
    }

    /// Answers with the slots of an index.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn slots(&mut self, of: &str, at: &LogicalIndex, slots: &Value) -> io::Result<()> {
        let is_valid = slots.as_array().is_some_and(|slots| !slots.is_empty());
        self.member("{\"of\":", of);
        self.text.extend_from_slice(b",\"at\":");
        self.index(at);
        self.member(",\"slots\":", slots);
        self.member(",\"valid\":", &is_valid);
        self.end_line("}\n")
    }

    /// Answers with the first index in a slot that is given by axis, and the number of its indices.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn slot_owners(
        &mut self,
        of: &str,
        slot: &Value,
        owners: &Owners,
    ) -> io::Result<()> {
        self.member("{\"of\":", of);
        self.member(",\"slot\":", slot);
        self.first_owner(owners)
    }

    /// Answers with the moves of a conversion: the numbers of slots by class from the innermost, the moved bytes, and
    /// the plan if it is asked for.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn moves(
        &mut self,
        (from, to): (&str, &str),
        classes: &[(&str, u128)],
        bytes: Option<u128>,
        plan: Option<&Value>,
    ) -> io::Result<()> {
        self.member("{\"from\":", from);
        self.member(",\"to\":", to);
        let class = classes.last().map_or("none", |(class, _)| *class);
        self.member(",\"class\":", class);
        self.text.extend_from_slice(b",\"slots\":{");
        for (at, (class, count)) in classes.iter().enumerate() {
            self.member(if at > 0 { "," } else { "" }, *class);
            self.member(":", count);
        }
        self.member("},\"bytes\":", &bytes);
        if let Some(plan) = plan {
            self.member(",\"plan\":", plan);
        }
        self.end_line("}\n")
    }

    /// Answers with the first index whose element is in a slot, and the number of such indices.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn owners(&mut self, of: &str, slot: i64, owners: &Owners) -> io::Result<()> {
        self.member("{\"of\":", of);
        self.member(",\"offset\":", &slot);
        self.first_owner(owners)
    }

    fn first_owner(&mut self, owners: &Owners) -> io::Result<()> {
        self.text.extend_from_slice(b",\"at\":");
        match &owners.first {
            Some(at) => self.index(at),
            None => self.text.extend_from_slice(b"null"),
        }
        self.member(",\"owners\":", &owners.count);
        self.end_line("}\n")
    }
}
