//! Validation of Protocol Buffers, before the file is decoded.
//!
//! The decoder trusts lengths. A length that exceeds its message makes the decoder allocate, seek backwards or
//! overflow. This module first checks every length against the enclosing message, down to the innermost message that
//! the decoder reads. The wire format is specified at <https://protobuf.dev/programming-guides/encoding/>; field
//! numbers come from <https://github.com/onnx/onnx/blob/main/onnx/onnx.proto>.

/// The maximal nesting of messages, which bounds the stack of the decoder.
const MAX_DEPTH: usize = 64;

/// The content of a length-delimited field.
#[derive(Clone, Copy)]
enum FieldContent {
    /// Arbitrary bytes.
    Bytes,
    /// Packed elements of this size, in bytes.
    Fixed(usize),
    /// Packed variable-length integers.
    Varints,
    /// A nested message.
    Message(Message),
}

/// The messages that the decoder reads.
#[derive(Clone, Copy)]
enum Message {
    Model,
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
            Attribute, Leaf, Model, Node, OnnxGraph, Sequence, Shape, Tensor, TensorType, Type,
            ValueInfo,
        };
        let inner = match (self, field) {
            (Model, 7) | (Attribute, 6) => OnnxGraph,
            (OnnxGraph, 1) => Node,
            (OnnxGraph, 5) | (Attribute, 5) => Tensor,
            (OnnxGraph, 11..=13) => ValueInfo,
            (Node, 5) => Attribute,
            (ValueInfo, 2) | (Sequence, 1) => Type,
            (Type, 1) => TensorType,
            (Type, 4) => Sequence,
            (TensorType, 2) => Shape,
            (Model, 8 | 14) | (Tensor, 13) | (Shape, 1) => Leaf,
            (Tensor, 4) => return FieldContent::Fixed(4),
            (Tensor, 10) => return FieldContent::Fixed(8),
            (Tensor, 5 | 7) => return FieldContent::Varints,
            _ => return FieldContent::Bytes,
        };
        FieldContent::Message(inner)
    }
}

/// Checks all lengths of a model.
///
/// # Errors
/// The reason, with the byte offset.
pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
    WireReader { bytes, at: 0, end: bytes.len() }.message(Message::Model, 0)
}

/// A position in the file, and the end of the enclosing message.
struct WireReader<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl WireReader<'_> {
    fn message(&mut self, message: Message, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err(format!("messages nest deeper than {MAX_DEPTH} at byte {}", self.at));
        }
        while self.at < self.end {
            self.field(message, depth)?;
        }
        Ok(())
    }

    fn field(&mut self, message: Message, depth: usize) -> Result<(), String> {
        let start = self.at;
        let tag = self.varint()?;
        match tag & 7 {
            0 => self.varint().map(drop),
            1 => self.skip(8),
            5 => self.skip(4),
            2 => {
                let length = self.varint()?;
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                self.content(message.content(tag >> 3), length, depth)
            }
            wire => Err(format!("unknown wire type {wire} at byte {start}")),
        }
    }

    fn content(
        &mut self,
        content: FieldContent,
        length: usize,
        depth: usize,
    ) -> Result<(), String> {
        let start = self.at;
        self.skip(length)?;
        let mut inner = WireReader { bytes: self.bytes, at: start, end: self.at };
        match content {
            FieldContent::Message(message) => inner.message(message, depth + 1),
            FieldContent::Fixed(size) if !length.is_multiple_of(size) => Err(format!(
                "the {length} bytes at byte {start} are not a whole number of {size}-byte elements"
            )),
            FieldContent::Varints => {
                while inner.at < inner.end {
                    inner.varint()?;
                }
                Ok(())
            }
            FieldContent::Bytes | FieldContent::Fixed(_) => Ok(()),
        }
    }

    fn skip(&mut self, length: usize) -> Result<(), String> {
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
            let byte = self.bytes[self.at];
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

#[cfg(test)]
mod tests {
    use super::check;

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
}
