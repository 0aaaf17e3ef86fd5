//! The bytes of a model around its weights, which are not in memory: the lengths of all messages are known before their
//! contents are written.

use crate::wire::{append_field, append_varint};
use rten_onnx::onnx::{
    DataLocation, DataType, GraphProto, ModelProto, StringStringEntryProto, TensorProto,
};
use rten_onnx::protobuf::{EncodeMessage, ProtobufError, ValueWriter};

/// The maximum size of a Protocol Buffers message, which readers enforce.
pub(super) const MAX_MESSAGE: u64 = i32::MAX as u64;

/// The tags of fields with a length: the graph of a model, the name and an initializer of a graph, and the raw data of a
/// tensor.
const GRAPH: u64 = 7 << 3 | 2;
const GRAPH_NAME: u64 = 2 << 3 | 2;
const INITIALIZER: u64 = 5 << 3 | 2;
const RAW_DATA: u64 = 9 << 3 | 2;

/// A tensor of a model, without its elements.
pub(super) struct TensorHeader {
    pub(super) name: String,
    /// The number of the element type.
    pub(super) elem: i32,
    pub(super) dims: Vec<i64>,
    /// The number of bytes of the elements.
    pub(super) size: u64,
    /// The first byte in the file of external data. `None` if the elements are in the model.
    pub(super) offset: Option<u64>,
}

impl TensorHeader {
    /// Returns the bytes of the field of the tensor up to its elements, which follow if they are in the model. `location`
    /// is the name of the file of external data.
    ///
    /// # Errors
    /// The encoder fails.
    pub(super) fn encoded(&self, location: &str) -> Result<Vec<u8>, ProtobufError> {
        let mut tensor = TensorProto {
            name: Some(self.name.clone()),
            data_type: Some(DataType(self.elem)),
            dims: self.dims.clone(),
            ..TensorProto::default()
        };
        if let Some(offset) = self.offset {
            let entry = |key: &str, value: String| StringStringEntryProto {
                key: Some(key.to_owned()),
                value: Some(value),
            };
            tensor.external_data = vec![
                entry("location", location.to_owned()),
                entry("offset", offset.to_string()),
                entry("length", self.size.to_string()),
            ];
            tensor.data_location = Some(DataLocation::EXTERNAL);
        }
        let mut content = encoded(&tensor)?;
        if self.offset.is_none() {
            append_varint(RAW_DATA, &mut content);
            append_varint(self.size, &mut content);
        }
        let mut field = Vec::new();
        append_varint(INITIALIZER, &mut field);
        append_varint(content.len() as u64 + self.inner_size(), &mut field);
        field.extend(content);
        Ok(field)
    }

    /// Returns the number of bytes of the elements in the model.
    pub(super) fn inner_size(&self) -> u64 {
        if self.offset.is_none() { self.size } else { 0 }
    }
}

/// Returns the bytes of a model up to the initializers of its graph, which have a size in bytes and end the file.
///
/// # Errors
/// The encoder fails.
pub(super) fn head(
    model: &ModelProto,
    graph: &GraphProto,
    name: &str,
    initializers: u64,
) -> Result<Vec<u8>, ProtobufError> {
    let mut out = encoded(model)?;
    let mut content = encoded(graph)?;
    append_field(GRAPH_NAME, name.as_bytes(), &mut content);
    append_varint(GRAPH, &mut out);
    append_varint(content.len() as u64 + initializers, &mut out);
    out.extend(content);
    Ok(out)
}

fn encoded(message: &impl EncodeMessage) -> Result<Vec<u8>, ProtobufError> {
    let mut bytes = Vec::new();
    message.encode(ValueWriter::new(&mut bytes))?;
    Ok(bytes)
}
