//! Whether a file is sound as Protocol Buffers, before it is decoded.
//!
//! The decoder trusts lengths: one that leaves its message makes it allocate, seek backwards or overflow. So every
//! length is held against the message around it first, down to the last message that the decoder reads.
//! The wire format is that of <https://protobuf.dev/programming-guides/encoding/>, the numbers of fields are those of
//! <https://github.com/onnx/onnx/blob/main/onnx/onnx.proto>.

/// Graphs in graphs nest no deeper: the decoder takes stack for each message.
const MAX_DEPTH: usize = 64;

/// What a field that has a length holds.
#[derive(Clone, Copy)]
enum FieldContent {
    /// Bytes of any kind.
    Bytes,
    /// Packed elements of so many bytes.
    Fixed(usize),
    /// Packed integers of variable length.
    Varints,
    /// A message.
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
    /// One without messages in it.
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
/// Says what is wrong, and at which byte.
pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
    WireReader { bytes, at: 0, end: bytes.len() }.message(Message::Model, 0)
}

/// A place in the file, and where the message ends that it is in.
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
            wire => Err(format!("a field has the unknown wire type {wire} at byte {start}")),
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
            FieldContent::Fixed(size) if !length.is_multiple_of(size) => {
                Err(format!("{length} bytes at byte {start} are no elements of {size} bytes"))
            }
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
            return Err(format!("{length} bytes should follow at byte {at}, but {left} do"));
        }
        self.at += length;
        Ok(())
    }

    /// An integer of up to ten bytes, least seven bits first; the tenth holds one bit.
    fn varint(&mut self) -> Result<u64, String> {
        let start = self.at;
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            if self.at == self.end {
                return Err(format!("an integer is cut off at byte {start}"));
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
        Err(format!("an integer of more than 64 bits stands at byte {start}"))
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn lengths_stay_inside_their_messages() {
        // A graph of four bytes with a node of two, whose name is empty.
        assert_eq!(check(&[0x3a, 4, 0x0a, 2, 0x1a, 0]), Ok(()));
        let longer = check(&[0x3a, 4, 0x0a, 3, 0x1a, 0]);
        assert_eq!(longer, Err("3 bytes should follow at byte 4, but 2 do".to_owned()));
        assert!(check(&[0x3a, 4, 0x0a]).is_err());
        assert!(check(&[0x3a]).is_err_and(|reason| reason.contains("cut off")));
        assert!(check(&[0x3b]).is_err_and(|reason| reason.contains("wire type 3")));
        // A length of 2^64 - 1, with which the decoder would seek backwards.
        let huge = [&[0x3a][..], &[0xff; 9], &[1]].concat();
        assert!(check(&huge).is_err_and(|reason| reason.contains("bytes should follow")));
        assert!(check(&[[0x08].as_slice(), &[0xff; 10]].concat()).is_err());
    }

    #[test]
    fn packed_elements_are_whole() {
        let tensor = |field: &[u8]| {
            let length = field.len() as u8;
            check(&[&[0x3a, length + 2, 0x2a, length], field].concat())
        };
        assert_eq!(tensor(&[0x22, 4, 0, 0, 0, 0]), Ok(()));
        assert!(tensor(&[0x22, 3, 0, 0, 0]).is_err());
        assert!(tensor(&[0x3a, 2, 0x80, 0x80]).is_err());
    }

    #[test]
    fn nesting_has_a_bound() {
        // Each level is a node with an attribute with a graph.
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
