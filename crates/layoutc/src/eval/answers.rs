//! Writes answers, one line for each, in large pieces.

use super::json::{Object, list};
use crate::streams::output::Output;
use ir::layout::{AddressError, Bytes, ElemSize, Elems, LogicalIndex, Owners};
use std::io::{self, ErrorKind, Write};

/// Answers are handed on when this many bytes have gathered.
const PIECE: usize = 1 << 16;

/// Answers on their way to the output.
pub(super) struct Answers<'a, 'o> {
    text: String,
    out: &'a mut Output<'o>,
}

/// Where an element is.
#[derive(Clone, Copy)]
pub(super) struct ElementPlace {
    /// Nothing where the index is not valid, or no whole number of elements lie before it.
    offset: Option<Elems>,
    /// Nothing also where the element begins within a byte, or its size is not known.
    byte: Option<Bytes>,
    is_valid: bool,
}

impl ElementPlace {
    /// The place of an element of a size, if it is known.
    ///
    /// # Errors
    /// The address in bits does not fit 64 bits.
    pub(super) fn new(
        offset: Option<Elems>,
        elem: Option<ElemSize>,
    ) -> Result<ElementPlace, AddressError> {
        let is_valid = offset.is_some();
        let (Some(elems), Some(elem)) = (offset, elem) else {
            return Ok(ElementPlace { offset, byte: None, is_valid });
        };
        let bits = elems.to_bits(elem).ok_or(AddressError::Overflow)?;
        Ok(ElementPlace { offset, byte: bits.to_bytes(), is_valid })
    }

    /// The place of an element of so many bytes from its byte.
    pub(super) fn of_byte(byte: Option<i64>, size: i64) -> ElementPlace {
        let whole = byte.filter(|byte| byte % size == 0);
        let offset = whole.map(|byte| Elems::new(byte / size));
        ElementPlace { offset, byte: byte.map(Bytes::new), is_valid: byte.is_some() }
    }
}

impl<'a, 'o> Answers<'a, 'o> {
    /// Answers to an output.
    pub(super) fn new(out: &'a mut Output<'o>) -> Answers<'a, 'o> {
        Answers { text: String::new(), out }
    }

    /// Writes one line, an object that `write` fills.
    ///
    /// # Errors
    /// The output takes no more; a broken pipe: its reader has gone.
    pub(super) fn line(&mut self, write: impl FnOnce(Object<'_>) -> Object<'_>) -> io::Result<()> {
        write(Object::new(&mut self.text)).end();
        self.text.push('\n');
        if self.text.len() < PIECE { Ok(()) } else { self.flush() }
    }

    /// Hands on what has gathered.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(self.text.as_bytes())?;
        self.text.clear();
        if self.out.is_closed() { Err(ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    /// Answers where the element at an index is.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub(super) fn place(
        &mut self,
        of: &str,
        at: &LogicalIndex,
        place: ElementPlace,
    ) -> io::Result<()> {
        self.line(|answer| {
            answer
                .member("of", of)
                .with("at", |out| list(at.values(), out))
                .member("offset", place.offset.map(Elems::get))
                .member("byte", place.byte.map(Bytes::get))
                .member("valid", place.is_valid)
        })
    }

    /// Answers which indices a slot holds.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub(super) fn owners(&mut self, of: &str, slot: i64, owners: &Owners) -> io::Result<()> {
        self.line(|answer| {
            answer
                .member("of", of)
                .member("offset", slot)
                .with("at", |out| match &owners.first {
                    Some(at) => list(at.values(), out),
                    None => out.push_str("null"),
                })
                .member("owners", owners.count)
        })
    }
}
