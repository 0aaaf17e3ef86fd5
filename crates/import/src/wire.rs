//! Validation and reduction of Protocol Buffers, before the file is decoded.
//!
//! The decoder trusts lengths: one that exceeds its message makes the decoder allocate, seek backwards or overflow. It
//! also copies every field, and most of a file is weights, whose elements are not imported. This module checks every
//! length against the enclosing message, down to the innermost message that the decoder reads, and copies the file
//! without large elements and without the fields that the decoder ignores. A tensor without its elements is stored as a
//! tensor with external data, with their size in bytes and their place in the file. Fields that the decoder lacks are stored in others: a reference to
//! an attribute of a function is an attribute of type [`REFERENCE`] whose string is the name, an overload is a part of the
//! op type, and every type other than that of a tensor is that of a sequence. The wire format is specified at
//! <https://protobuf.dev/programming-guides/encoding/>; field numbers come from
//! <https://github.com/onnx/onnx/blob/main/onnx/onnx.proto>.

use crate::elem::Elem;
use crate::model_file::{FileWindow, ModelFile};
use rten_onnx::onnx::{AttributeType, DataLocation};
use std::cell::RefCell;
use std::fmt;
use std::str::FromStr;

/// The type of an attribute that refers to an attribute of the enclosing function.
pub(crate) const REFERENCE: AttributeType = AttributeType(100);
/// The separator of an op type and its overload.
pub(crate) const OVERLOAD: char = ':';

/// The maximal nesting of messages, which bounds the stack of the decoder.
const MAX_DEPTH: usize = crate::limits::NESTING as usize;
/// The maximal size of the elements that are copied, in bytes: 1024 integers of up to ten bytes each. The elements of
/// larger tensors are not imported.
const MAX_INT_BYTES: u64 = crate::limits::COPIED_INTEGER_BYTES;
const MAX_FLOAT_BYTES: u64 = crate::limits::COPIED_FLOAT_BYTES;

/// The content of a length-delimited field.
#[derive(Clone, Copy)]
enum FieldContent {
    /// Bytes that the decoder ignores.
    Ignored,
    /// Arbitrary bytes.
    Bytes,
    /// Packed elements of this size, in bytes.
    Fixed(usize),
    /// Packed variable-length integers.
    Varints,
    /// A nested message.
    Message(Message),
    /// The op type of a node.
    OpType,
    /// The overload of the function that a node calls.
    Overload,
    /// The name of the attribute of a function that an attribute refers to.
    Reference,
    /// The type of a value other than a tensor.
    OtherType,
}

/// The messages that the decoder reads.
#[derive(Clone, Copy)]
enum Message {
    Model,
    Function,
    OnnxGraph,
    Node,
    Attribute,
    Tensor,
    ValueInfo,
    Type,
    TensorType,
    Sequence,
    Shape,
    /// A message without nested messages.
    Leaf,
}

impl Message {
    fn content(self, field: u64) -> FieldContent {
        use Message::{
            Attribute, Function, Leaf, Model, Node, OnnxGraph, Sequence, Shape, Tensor, TensorType,
            Type, ValueInfo,
        };
        let inner = match (self, field) {
            (Model, 7) | (Attribute, 6) => OnnxGraph,
            (Model, 25) => Function,
            (OnnxGraph, 1) | (Function, 7) => Node,
            (OnnxGraph, 5) | (Attribute, 5) => Tensor,
            (OnnxGraph, 11..=13) | (Function, 12) => ValueInfo,
            (Node, 5) | (Function, 11) => Attribute,
            (ValueInfo, 2) | (Sequence, 1) => Type,
            (Type, 1) => TensorType,
            (Type, 4) => Sequence,
            (TensorType, 2) => Shape,
            (Model, 8) | (Function, 9) | (Tensor, 13) | (Shape, 1) => Leaf,
            (Node, 4) => return FieldContent::OpType,
            (Node, 8) => return FieldContent::Overload,
            (Attribute, 21) => return FieldContent::Reference,
            (Type, 5 | 7 | 8 | 9) => return FieldContent::OtherType,
            (Tensor, 4) => return FieldContent::Fixed(4),
            (Tensor, 10) => return FieldContent::Fixed(8),
            (Tensor, 5 | 7) => return FieldContent::Varints,
            // Doc strings, metadata, and strings as elements.
            (Model | Node, 6 | 14) | (OnnxGraph, 10 | 16) | (Tensor, 6 | 12 | 16) => {
                return FieldContent::Ignored;
            }
            (Attribute, 13) | (ValueInfo, 3 | 4) | (Node, 9) | (Function, 8 | 14) => {
                return FieldContent::Ignored;
            }
            _ => return FieldContent::Bytes,
        };
        FieldContent::Message(inner)
    }
}

/// Checks all lengths of a model, and returns the model without the elements of large tensors.
///
/// # Errors
/// The reason, with the byte offset.
pub(crate) fn reduced(file: &mut dyn ModelFile) -> Result<Vec<u8>, String> {
    let window = RefCell::new(FileWindow::new(file)?);
    let end = window.borrow().len();
    let mut out = Vec::new();
    WireReader { file: &window, at: 0, end }.message(Message::Model, 0, &mut out)?;
    Ok(out)
}

/// A field of a message.
struct WireField<'a, 'f> {
    /// The number and the kind of the field.
    tag: u64,
    /// The content. `None` for a field without a length.
    body: Option<WireReader<'a, 'f>>,
}

/// A position in the file, and the end of the enclosing message.
#[derive(Clone, Copy)]
struct WireReader<'a, 'f> {
    file: &'a RefCell<FileWindow<'f>>,
    at: u64,
    end: u64,
}

impl<'a, 'f> WireReader<'a, 'f> {
    /// Checks a message and appends its reduced content to `out`.
    fn message(&mut self, message: Message, depth: usize, out: &mut Vec<u8>) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err(format!("messages nest deeper than {MAX_DEPTH} at byte {}", self.at));
        }
        let large = match message {
            Message::Tensor => self.large_elements()?,
            _ => None,
        };
        let mut moved = MovedFields::default();
        while self.at < self.end {
            let start = self.at;
            let WireField { tag, body } = self.field()?;
            let number = tag >> 3;
            let content = message.content(number);
            if let Some(body) = body {
                moved.note(content, body)?;
            }
            match (content, body) {
                (FieldContent::Ignored | FieldContent::OtherType, _) => {}
                (FieldContent::Message(inner), Some(mut body)) => {
                    let mut reduced = Vec::new();
                    body.message(inner, depth + 1, &mut reduced)?;
                    append_field(tag, &reduced, out);
                }
                (content, body) => {
                    if let Some(body) = body {
                        body.check_elements(content)?;
                    }
                    if large.is_none() || !is_elements(number) {
                        WireReader { at: start, end: self.at, ..*self }.copy(out)?;
                    }
                }
            }
        }
        if let Some(elements) = large {
            append_external(&elements, out);
        }
        moved.append(out);
        Ok(())
    }

    /// Appends the bytes up to the end.
    fn copy(self, out: &mut Vec<u8>) -> Result<(), String> {
        self.parts(|part| out.extend_from_slice(part))
    }

    /// Calls `visit` with the bytes up to the end, part by part.
    fn parts(self, mut visit: impl FnMut(&[u8])) -> Result<(), String> {
        let mut at = self.at;
        while at < self.end {
            let mut window = self.file.borrow_mut();
            let part = window.part(at, self.end)?;
            visit(part);
            at += part.len() as u64;
        }
        Ok(())
    }

    fn field(&mut self) -> Result<WireField<'a, 'f>, String> {
        let start = self.at;
        let tag = self.varint()?;
        let mut body = None;
        match tag & 7 {
            0 => self.varint().map(drop)?,
            1 => self.skip(8)?,
            5 => self.skip(4)?,
            2 => {
                let length = self.varint()?;
                let at = self.at;
                self.skip(length)?;
                body = Some(WireReader { file: self.file, at, end: self.at });
            }
            wire => return Err(format!("unknown wire type {wire} at byte {start}")),
        }
        Ok(WireField { tag, body })
    }

    /// Checks that packed elements fill their field.
    fn check_elements(mut self, content: FieldContent) -> Result<(), String> {
        let start = self.at;
        let length = self.end - self.at;
        match content {
            FieldContent::Fixed(size) if !length.is_multiple_of(size as u64) => Err(format!(
                "the {length} bytes at byte {start} are not a whole number of {size}-byte elements"
            )),
            FieldContent::Varints => {
                while self.at < self.end {
                    self.varint()?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Returns the place and the size of a tensor's elements. `None` if they are few enough to be copied.
    fn large_elements(mut self) -> Result<Option<StoredElements>, String> {
        let mut parts = Vec::new();
        let mut elem = None;
        let mut stored = 0;
        let mut size = 0;
        let mut small = 0;
        while self.at < self.end {
            let start = self.at;
            let WireField { tag, body } = self.field()?;
            let number = tag >> 3;
            if (tag, body.is_none()) == (2 << 3, true) {
                elem = WireReader { at: start + 1, ..self }.varint().ok();
            }
            if !is_elements(number) {
                continue;
            }
            stored += self.at - start;
            // A field without a length holds one element.
            let bytes = body.map_or(1, |body| body.end - body.at);
            let is_varint = matches!(number, 5 | 7);
            let count = match body {
                Some(body) if is_varint => body.varints()?,
                _ => 1,
            };
            let whole = match (number, body) {
                (_, Some(body)) => body,
                // The tag of a field has one byte.
                _ => WireReader { at: start + 1, end: self.at, ..self },
            };
            parts.push(StoredPart { at: whole.at, length: whole.end - whole.at, is_varint });
            match (number, body.is_some()) {
                (5, _) => small += count,
                (7, _) => size += 8 * count,
                (4, false) => size += 4,
                (10, false) => size += 8,
                _ => size += bytes,
            }
        }
        let elem = elem.and_then(|number| Elem::new(i64::try_from(number).ok()?));
        let limit = if elem.is_some_and(Elem::is_int) { MAX_INT_BYTES } else { MAX_FLOAT_BYTES };
        // An integer has an element, or a byte of packed elements.
        let each = elem.and_then(Elem::file_bits).unwrap_or(32).div_ceil(8);
        let size = size + small * u64::from(each);
        Ok((stored > limit).then_some(StoredElements { size, parts }))
    }

    /// Returns the number of integers in a packed field: the number of bytes that end one.
    fn varints(self) -> Result<u64, String> {
        let mut count = 0;
        self.parts(|part| count += part.iter().filter(|&&byte| byte < 0x80).count() as u64)?;
        Ok(count)
    }

    fn skip(&mut self, length: u64) -> Result<(), String> {
        let left = self.end - self.at;
        if length > left {
            let at = self.at;
            return Err(format!("expected {length} bytes at byte {at}, found {left}"));
        }
        self.at += length;
        Ok(())
    }

    /// Reads an integer of up to ten bytes, least significant 7 bits first. The tenth byte holds one bit.
    fn varint(&mut self) -> Result<u64, String> {
        let start = self.at;
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            if self.at == self.end {
                return Err(format!("truncated integer at byte {start}"));
            }
            let byte = self.file.borrow_mut().byte(self.at)?;
            self.at += 1;
            if shift == 63 && byte > 1 {
                break;
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(format!("integer of more than 64 bits at byte {start}"))
    }
}

/// The fields of a message that the decoder lacks, which are appended to the message as others.
#[derive(Default)]
struct MovedFields {
    op_type: Vec<u8>,
    overload: Vec<u8>,
    reference: Vec<u8>,
    has_other_type: bool,
}

impl MovedFields {
    fn note(&mut self, content: FieldContent, body: WireReader<'_, '_>) -> Result<(), String> {
        let text = match content {
            FieldContent::OpType => &mut self.op_type,
            FieldContent::Overload => &mut self.overload,
            FieldContent::Reference => &mut self.reference,
            FieldContent::OtherType => {
                self.has_other_type = true;
                return Ok(());
            }
            _ => return Ok(()),
        };
        text.clear();
        body.copy(text)
    }

    /// Appends the fields. The last one of a number is the one that counts.
    fn append(&self, out: &mut Vec<u8>) {
        if !self.overload.is_empty() {
            let separator = OVERLOAD.to_string();
            let name = [&self.op_type, separator.as_bytes(), &self.overload].concat();
            append_field(4 << 3 | 2, &name, out);
        }
        if !self.reference.is_empty() {
            append_field(4 << 3 | 2, &self.reference, out);
            append_varint(20 << 3, out);
            append_varint(REFERENCE.0 as u64, out);
        }
        if self.has_other_type {
            append_field(4 << 3 | 2, &[], out);
        }
    }
}

/// Returns `true` for the fields of a tensor that hold its elements.
fn is_elements(field: u64) -> bool {
    matches!(field, 4 | 5 | 7 | 9 | 10)
}

pub(crate) fn append_varint(mut value: u64, out: &mut Vec<u8>) {
    while value > 0x7f {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a field with a length.
pub(crate) fn append_field(tag: u64, content: &[u8], out: &mut Vec<u8>) {
    append_varint(tag, out);
    append_varint(content.len() as u64, out);
    out.extend_from_slice(content);
}

/// Elements that are not copied.
struct StoredElements {
    /// The size in bytes, as raw data.
    size: u64,
    parts: Vec<StoredPart>,
}

/// A part of the elements of a tensor: the content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredPart {
    /// The position of the first byte in the file of the model.
    pub(crate) at: u64,
    /// The number of bytes.
    pub(crate) length: u64,
    /// `true` if the elements are integers of variable length, and `false` if they are raw data.
    pub(crate) is_varint: bool,
}

impl fmt::Display for StoredPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.at, self.length, u8::from(self.is_varint))
    }
}

impl FromStr for StoredPart {
    type Err = ();

    fn from_str(text: &str) -> Result<StoredPart, ()> {
        let mut numbers = text.split(':').map(|number| number.parse::<u64>().map_err(drop));
        let [Some(at), Some(length), Some(kind), None] = [(); 4].map(|()| numbers.next()) else {
            return Err(());
        };
        Ok(StoredPart { at: at?, length: length?, is_varint: kind? == 1 })
    }
}

/// Returns the integers of variable length in some bytes, whose lengths are checked.
pub(crate) fn varints(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte < 0x80).map(|(at, _)| at + 1);
    let mut start = 0;
    ends.map(move |end| {
        let digits = &bytes[std::mem::replace(&mut start, end)..end];
        let digits = digits.iter().take(10).zip((0..64).step_by(7));
        digits.fold(0, |value, (byte, shift)| value | u64::from(byte & 0x7f) << shift)
    })
}

/// The entry of external data that lists the parts of elements in the file of the model.
pub(crate) const STORED: &str = "layoutc.stored";

/// Appends the fields of a tensor that state the size and the place of its elements.
fn append_external(elements: &StoredElements, out: &mut Vec<u8>) {
    let parts: Vec<String> = elements.parts.iter().map(ToString::to_string).collect();
    for (key, value) in [("length", elements.size.to_string()), (STORED, parts.join(","))] {
        let mut entry = Vec::new();
        append_field(1 << 3 | 2, key.as_bytes(), &mut entry);
        append_field(2 << 3 | 2, value.as_bytes(), &mut entry);
        append_field(13 << 3 | 2, &entry, out);
    }
    append_varint(14 << 3, out);
    append_varint(DataLocation::EXTERNAL.0 as u64, out);
}

#[cfg(test)]
mod tests {
    use super::{StoredElements, StoredPart, append_external, append_field, varints};
    use std::io::Cursor;

    fn reduced(bytes: &[u8]) -> Result<Vec<u8>, String> {
        super::reduced(&mut Cursor::new(bytes))
    }

    fn check(bytes: &[u8]) -> Result<(), String> {
        reduced(bytes).map(drop)
    }

    #[test]
    fn varints_have_up_to_ten_bytes() {
        let bytes = [&[5, 0xac, 2][..], &[0xff; 9], &[1]].concat();
        assert_eq!(varints(&bytes).collect::<Vec<_>>(), [5, 300, u64::MAX]);
        let part = StoredPart { at: 7, length: 1 << 40, is_varint: true };
        assert_eq!(part.to_string().parse(), Ok(part));
        assert!(
            ["", "1:2", "1:2:3:4", "a:1:0"].iter().all(|text| text.parse::<StoredPart>().is_err())
        );
    }

    #[test]
    fn rejects_lengths_beyond_the_message() {
        // A graph of four bytes with a node of two bytes, whose name is empty.
        assert_eq!(check(&[0x3a, 4, 0x0a, 2, 0x1a, 0]), Ok(()));
        let longer = check(&[0x3a, 4, 0x0a, 3, 0x1a, 0]);
        assert_eq!(longer, Err("expected 3 bytes at byte 4, found 2".to_owned()));
        assert!(check(&[0x3a, 4, 0x0a]).is_err());
        assert!(check(&[0x3a]).is_err_and(|reason| reason.contains("truncated")));
        assert!(check(&[0x3b]).is_err_and(|reason| reason.contains("wire type 3")));
        // A length of 2^64 - 1, which would make the decoder seek backwards.
        let huge = [&[0x3a][..], &[0xff; 9], &[1]].concat();
        assert!(check(&huge).is_err_and(|reason| reason.contains("expected")));
        assert!(check(&[[0x08].as_slice(), &[0xff; 10]].concat()).is_err());
    }

    #[test]
    fn rejects_partial_packed_elements() {
        let tensor = |field: &[u8]| {
            let length = field.len() as u8;
            check(&[&[0x3a, length + 2, 0x2a, length], field].concat())
        };
        assert_eq!(tensor(&[0x22, 4, 0, 0, 0, 0]), Ok(()));
        assert!(tensor(&[0x22, 3, 0, 0, 0]).is_err());
        assert!(tensor(&[0x3a, 2, 0x80, 0x80]).is_err());
    }

    #[test]
    fn rejects_deep_nesting() {
        // Each level is a node that has an attribute that holds a graph.
        let mut graph = Vec::new();
        for _ in 0..40 {
            for tag in [0x32, 0x2a, 0x0a] {
                let mut length = graph.len();
                let mut head = vec![tag];
                while length > 0x7f {
                    head.push((length & 0x7f | 0x80) as u8);
                    length >>= 7;
                }
                head.push(length as u8);
                graph.splice(0..0, head);
            }
        }
        let head = [0x3a, (graph.len() & 0x7f | 0x80) as u8, (graph.len() >> 7) as u8];
        let reason = check(&[head.as_slice(), &graph].concat());
        assert!(reason.is_err_and(|reason| reason.contains("nest deeper")));
    }

    #[test]
    fn omits_large_elements_and_ignored_fields() {
        let field = |number: u64, content: &[u8]| {
            let mut out = Vec::new();
            append_field(number << 3 | 2, content, &mut out);
            out
        };
        let model = |tensor: &[u8]| field(7, &field(5, tensor));
        let f32s = [&[0x10, 1][..], &field(9, &[7; 400])].concat();
        let external = |elem, size, at, length, is_varint| {
            let mut external = vec![0x10, elem];
            let parts = vec![StoredPart { at, length, is_varint }];
            append_external(&StoredElements { size, parts }, &mut external);
            model(&external)
        };
        assert_eq!(reduced(&model(&f32s)), Ok(external(1, 400, 11, 400, false)));
        // 5000 integers of one byte each, in the field for small integers.
        let i8s = [&field(5, &[1; 5000]), &[0x10, 3][..]].concat();
        assert_eq!(reduced(&model(&i8s)), Ok(model(&i8s)));
        let i16s = [&field(5, &[1; 20_000]), &[0x10, 5][..]].concat();
        assert_eq!(reduced(&model(&i16s)), Ok(external(5, 40_000, 12, 20_000, true)));
        let documented = [field(6, b"doc"), field(8, &[0x10, 9])].concat();
        assert_eq!(reduced(&documented), Ok(field(8, &[0x10, 9])));
    }
}
