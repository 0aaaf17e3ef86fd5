//! Writes answers in large blocks, one line for each answer.

use crate::streams::output::Output;
use crate::streams::text::{json_text, quoted};
use ir::layout::{AddressError, Bytes, ElemSize, Elems, LogicalIndex, Owners};
use serde_json::Value;
use std::fmt;
use std::io::{self, ErrorKind, Write};

/// The number of buffered bytes at which answers are written out.
const PIECE: usize = 1 << 16;

/// A buffer of answers before the output.
pub(super) struct Answers<'a, 'o> {
    text: String,
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
        Answers { text: String::new(), out }
    }

    /// Writes one line, a JSON object.
    ///
    /// # Errors
    /// The output fails. A broken pipe means that its reader has closed it.
    pub(super) fn line(&mut self, answer: &Value) -> io::Result<()> {
        self.put(format_args!("{}", json_text(answer)))
    }

    fn put(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        fmt::Write::write_fmt(&mut self.text, line).expect("writing to a string is infallible");
        self.text.push('\n');
        if self.text.len() < PIECE { Ok(()) } else { self.flush() }
    }

    /// Writes the buffered text to the output.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(self.text.as_bytes())?;
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
        let of = quoted(of);
        let at = Components(at);
        let is_valid = place.is_valid;
        let [offset, byte] =
            [place.offset.map(Elems::get), place.byte.map(Bytes::get)].map(Nullable);
        self.put(format_args!(
            "{{\"of\":{of},\"at\":{at},\"offset\":{offset},\"byte\":{byte},\"valid\":{is_valid}}}"
        ))
    }

    /// Answers with the first index whose element is in a slot, and the number of such indices.
    ///
    /// # Errors
    /// The same as those of [`line`](Self::line).
    pub(super) fn owners(&mut self, of: &str, slot: i64, owners: &Owners) -> io::Result<()> {
        let of = quoted(of);
        let at = Nullable(owners.first.as_ref().map(Components));
        let count = owners.count;
        self.put(format_args!("{{\"of\":{of},\"offset\":{slot},\"at\":{at},\"owners\":{count}}}"))
    }
}

/// An index as a JSON array.
struct Components<'a>(&'a LogicalIndex);

impl fmt::Display for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (at, component) in self.0.values().enumerate() {
            write!(f, "{}{component}", if at > 0 { "," } else { "" })?;
        }
        f.write_str("]")
    }
}

/// A JSON value, which is `null` if there is none.
struct Nullable<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for Nullable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("null"),
        }
    }
}
