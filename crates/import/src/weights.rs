//! The elements of a model's weights, which [`import`](crate::import) omits.
//!
//! Only the places of elements in the file of the model are in memory. Elements are read in parts, as they are needed.

use crate::elem::{Elem, TensorType, count};
use crate::graph::OnnxGraph;
use crate::literal::{elements, external_entry, stored, type_of};
use crate::liveness::LiveNodes;
use crate::model;
use crate::model_file::ModelFile;
use crate::model_graph::ModelGraph;
use crate::options::{BoolStorage, ImportOptions};
use crate::wire::{STORED, StoredPart, varints};
use ir::Module;
use ir::diag::Sink;
use ir::print::type_to_string;
use ir::progress::NoProgress;
use rten_onnx::onnx::{DataLocation, TensorProto};
use rustc_hash::{FxHashMap, FxHashSet};

/// The weights of a model: the arguments of its function after its inputs.
pub struct ModelWeights {
    /// The tensors by name, without large elements.
    tensors: FxHashMap<String, TensorProto>,
    bools: BoolStorage,
    inputs: usize,
    names: Vec<String>,
}

/// The elements of a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WeightElements {
    /// The lengths.
    pub lengths: Vec<u64>,
    /// The element type as the IR prints it.
    pub element_type: String,
    /// The elements in row-major order, little-endian. An element of less than 8 bits is stored in one byte.
    pub bytes: Vec<u8>,
}

/// A part of a file with elements of a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExternalData {
    /// The path of the file, relative to that of the model. Empty for the file of the model itself.
    pub location: String,
    /// The position of the first byte.
    pub offset: u64,
    /// The number of bytes.
    pub length: u64,
}

/// A function that reads a part of a file.
pub type OpenData<'a> = dyn FnMut(&ExternalData) -> Result<Vec<u8>, String> + 'a;

/// A weight: its type, and the place of its elements.
pub(crate) struct WeightTensor {
    pub(crate) ty: TensorType,
    pub(crate) lengths: Vec<u64>,
    pub(crate) element_type: String,
    /// The width of an element in the file, in bits.
    pub(crate) bits: u32,
    /// The number of elements.
    count: usize,
    /// The number of bytes of the elements, as raw data.
    size: usize,
    place: WeightPlace,
}

/// The place of elements.
enum WeightPlace {
    /// Elements that are in memory, as raw data.
    Memory(Vec<u8>),
    /// The parts of the file of the model.
    Model(Vec<StoredPart>),
    /// Raw data in a file.
    File(ExternalData),
}

impl ModelWeights {
    /// Reads the weights of a model, without their elements. `None` if an error was reported to the sink.
    ///
    /// The options must be those of the import.
    pub fn read(
        file: &mut dyn ModelFile,
        options: &ImportOptions,
        sink: &mut Sink,
    ) -> Option<ModelWeights> {
        let model = model(file, sink)?;
        let graph = OnnxGraph::read(&model, options, &mut NoProgress, sink);
        if sink.has_errors() {
            return None;
        }
        let names = LiveNodes::new(&graph, None).arguments(&graph);
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let inputs = graph.inputs.len();
        let tensors = tensors(model, &names);
        Some(ModelWeights { tensors, bools: options.bools, inputs, names })
    }

    /// Returns the number of arguments of the function: the inputs and the weights.
    pub fn arguments(&self) -> usize {
        self.names.len()
    }

    /// Returns the name of the weight that is the argument `index`. `None` if the argument is an input.
    pub fn name(&self, index: usize) -> Option<&str> {
        self.names.get(index).filter(|_| index >= self.inputs).map(String::as_str)
    }

    /// Reads the elements of a weight. `open` reads a part of a file.
    ///
    /// # Errors
    /// The model has no elements for the weight, or elements of an unsupported type, or `open` fails.
    pub fn elements(&self, name: &str, open: &mut OpenData<'_>) -> Result<WeightElements, String> {
        let tensor = self.tensor(name)?;
        let bytes = tensor.elements(open)?;
        let WeightTensor { lengths, element_type, .. } = tensor;
        Ok(WeightElements { lengths, element_type, bytes })
    }

    /// Returns a weight.
    ///
    /// # Errors
    /// The model has no elements for the weight, or elements of an unsupported type.
    pub(crate) fn tensor(&self, name: &str) -> Result<WeightTensor, String> {
        let tensor = self.tensors.get(name).ok_or("its elements are not those of a tensor")?;
        let ty = type_of(tensor)?;
        let lengths = ty.lengths().ok_or("its lengths are unknown")?;
        let total = count(&lengths).and_then(|count| usize::try_from(count).ok());
        let count = total.ok_or("it has too many elements")?;
        let element_type = element_text(&ty, self.bools);
        let bits = ty.elem.file_bits().filter(|bits| [2, 4, 8, 16, 32, 64].contains(bits));
        let bits = bits.ok_or_else(|| format!("elements of `{element_type}` are unsupported"))?;
        let size = count.checked_mul(bits as usize).ok_or("it has too many elements")?.div_ceil(8);
        let place = match (tensor.data_location, external_entry(tensor, STORED)) {
            (Some(DataLocation::EXTERNAL), Some(parts)) => {
                let parts = parts.split(',').map(str::parse).collect::<Result<_, ()>>();
                WeightPlace::Model(parts.map_err(|()| "the place of its elements is unknown")?)
            }
            (Some(DataLocation::EXTERNAL), None) => WeightPlace::File(external(tensor, size)?),
            _ => WeightPlace::Memory(inner(tensor, bits).ok_or_else(|| {
                format!("the file has no elements of `{element_type}` that layoutc reads")
            })?),
        };
        let found = WeightTensor { ty, lengths, element_type, bits, count, size, place };
        found.check_size()
    }
}

/// Returns the tensors with these names: initializers and the values of nodes `Constant`, also of nested graphs.
fn tensors(model: ModelGraph, names: &[String]) -> FxHashMap<String, TensorProto> {
    let wanted: FxHashSet<&str> = names.iter().map(String::as_str).collect();
    let mut tensors = FxHashMap::default();
    let mut open = vec![model];
    while let Some(graph) = open.pop() {
        for mut tensor in graph.initializers {
            let name = tensor.name.take().unwrap_or_default();
            if wanted.contains(name.as_str()) {
                tensors.entry(name).or_insert(tensor);
            }
        }
        for node in graph.nodes {
            open.extend(node.bodies.into_iter().map(|body| body.graph));
            let Some(name) = node.proto.output.into_iter().next() else { continue };
            let mut attrs = node.proto.attribute.into_iter();
            let value = attrs.find(|attr| attr.name.as_deref() == Some("value"));
            if let Some(tensor) = value.and_then(|attr| attr.t)
                && wanted.contains(name.as_str())
            {
                tensors.entry(name).or_insert(tensor);
            }
        }
    }
    tensors
}

impl WeightTensor {
    /// Returns a tensor of the elements of a constant, each of a number of bytes.
    pub(crate) fn of_constant(bytes: Vec<u8>, width: usize) -> WeightTensor {
        let size = bytes.len();
        let count = size.checked_div(width).unwrap_or(0);
        WeightTensor {
            ty: TensorType::new(Elem::UI8, [Some(size as u64)]),
            lengths: vec![count as u64],
            element_type: String::new(),
            bits: 8 * width as u32,
            count,
            size,
            place: WeightPlace::Memory(bytes),
        }
    }

    /// Returns `true` if the elements are in a file next to that of the model.
    pub(crate) fn is_external(&self) -> bool {
        matches!(self.place, WeightPlace::File(_))
    }

    /// Checks the number of bytes that the file states.
    fn check_size(self) -> Result<WeightTensor, String> {
        let found = match &self.place {
            WeightPlace::Memory(bytes) => bytes.len() as u64,
            WeightPlace::File(external) => external.length,
            WeightPlace::Model(parts) if parts.iter().any(|part| part.is_varint) => {
                return Ok(self);
            }
            WeightPlace::Model(parts) => {
                parts.iter().fold(0, |sum, part| part.length.saturating_add(sum))
            }
        };
        match found == self.size as u64 {
            true => Ok(self),
            false => Err(format!("it requires {} bytes of elements, found {found}", self.size)),
        }
    }

    /// Returns the raw data of all elements.
    fn whole(&self, open: &mut OpenData<'_>) -> Result<Vec<u8>, String> {
        let bytes = match &self.place {
            WeightPlace::Memory(bytes) => bytes.clone(),
            WeightPlace::File(external) => open(external)?,
            WeightPlace::Model(parts) => {
                let each = self.bits.div_ceil(8) as usize;
                let mut bytes = Vec::new();
                for part in parts {
                    let found = open(&in_model(part.at, part.length))?;
                    match part.is_varint {
                        true => bytes.extend(
                            varints(&found)
                                .flat_map(|int| int.to_le_bytes().into_iter().take(each)),
                        ),
                        false => bytes.extend(found),
                    }
                }
                bytes
            }
        };
        match bytes.len() == self.size {
            true => Ok(bytes),
            false => {
                let found = bytes.len();
                Err(format!("it requires {} bytes of elements, found {found}", self.size))
            }
        }
    }

    /// Returns all elements. An element of less than 8 bits has one byte.
    pub(crate) fn elements(&self, open: &mut OpenData<'_>) -> Result<Vec<u8>, String> {
        let found = self.whole(open)?;
        Ok(match self.bits {
            bits if bits < 8 => {
                let mask = (1 << bits) - 1;
                self.ty.elem.unpacked(found, self.count).iter().map(|byte| byte & mask).collect()
            }
            _ => self.normalized(found),
        })
    }

    /// Returns the bytes of bools as 0 or 1, and others unchanged.
    fn normalized(&self, bytes: Vec<u8>) -> Vec<u8> {
        match self.ty.elem == Elem::BOOL {
            true => bytes.into_iter().map(|byte| u8::from(byte != 0)).collect(),
            false => bytes,
        }
    }

    /// Returns `true` if a part of the elements can be read alone.
    pub(crate) fn has_parts(&self) -> bool {
        match &self.place {
            WeightPlace::Memory(_) | WeightPlace::File(_) => true,
            WeightPlace::Model(parts) => matches!(parts[..], [part] if !part.is_varint),
        }
    }

    /// Returns some bytes of the raw data of elements that have parts.
    pub(crate) fn part(
        &self,
        (at, length): (u64, u64),
        open: &mut OpenData<'_>,
    ) -> Result<Vec<u8>, String> {
        let outside = || format!("it has no {length} bytes of elements at {at}");
        if at.checked_add(length).is_none_or(|end| end > self.size as u64) {
            return Err(outside());
        }
        let found = match &self.place {
            WeightPlace::Memory(bytes) => {
                let end = (at + length) as usize;
                bytes.get(at as usize..end).ok_or_else(outside)?.to_vec()
            }
            WeightPlace::File(external) => {
                let offset = external.offset.checked_add(at).ok_or_else(outside)?;
                open(&ExternalData { location: external.location.clone(), offset, length })?
            }
            WeightPlace::Model(parts) => {
                let part = parts.first().ok_or_else(outside)?;
                open(&in_model(part.at.checked_add(at).ok_or_else(outside)?, length))?
            }
        };
        match found.len() as u64 == length {
            true => Ok(self.normalized(found)),
            false => Err(outside()),
        }
    }
}

/// Returns a part of the file of the model.
fn in_model(offset: u64, length: u64) -> ExternalData {
    ExternalData { location: String::new(), offset, length }
}

/// Returns the elements in the model. `None` if it has none.
fn inner(tensor: &TensorProto, width: u32) -> Option<Vec<u8>> {
    let has_any = stored(tensor) > 0 || tensor.dims.contains(&0);
    has_any.then(|| elements(tensor, width.div_ceil(8) as usize)).flatten()
}

/// Returns the location of the elements of a tensor in another file. `size` is the number of bytes if the tensor does not
/// state it.
fn external(tensor: &TensorProto, size: usize) -> Result<ExternalData, String> {
    fn number(tensor: &TensorProto, key: &str, or: u64) -> Result<u64, String> {
        let Some(text) = external_entry(tensor, key) else { return Ok(or) };
        text.parse().map_err(|_| format!("`{key}` of its external data is `{text}`"))
    }
    let location = external_entry(tensor, "location").filter(|location| !location.is_empty());
    let location = location.ok_or("its external data has no location")?.to_owned();
    let offset = number(tensor, "offset", 0)?;
    let length = number(tensor, "length", size as u64)?;
    Ok(ExternalData { location, offset, length })
}

/// Returns the text of the IR type of the elements.
fn element_text(ty: &TensorType, bools: BoolStorage) -> String {
    let mut module = Module::new();
    let elem = ty.elem.ir_type(bools, &mut module.ctx);
    type_to_string(&module, elem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rten_onnx::onnx::{DataType, StringStringEntryProto};
    use std::cell::RefCell;

    fn weights(tensor: TensorProto) -> ModelWeights {
        let tensors = FxHashMap::from_iter([("w".to_owned(), tensor)]);
        let bools = BoolStorage::Byte;
        ModelWeights { tensors, bools, inputs: 0, names: vec!["w".to_owned()] }
    }

    fn tensor(ty: DataType, dims: &[i64]) -> TensorProto {
        TensorProto { data_type: Some(ty), dims: dims.to_vec(), ..TensorProto::default() }
    }

    fn read(tensor: TensorProto) -> Result<(String, Vec<u8>), String> {
        let found = weights(tensor).elements("w", &mut |_| Err("no file".to_owned()));
        found.map(|found| (found.element_type, found.bytes))
    }

    fn raw(ty: DataType, dims: &[i64], bytes: &[u8]) -> TensorProto {
        TensorProto { raw_data: Some(RefCell::new(bytes.to_vec())), ..tensor(ty, dims) }
    }

    #[test]
    fn reads_elements_of_each_field_and_width() {
        let ok = |ty: &str, bytes: &[u8]| Ok((ty.to_owned(), bytes.to_vec()));
        assert_eq!(read(raw(DataType(16), &[2], &[1, 2, 3, 4])), ok("bf16", &[1, 2, 3, 4]));
        assert_eq!(read(raw(DataType(13), &[1], &[1; 8])), ok("ui64", &[1; 8]));
        assert_eq!(read(raw(DataType(9), &[3], &[0, 2, 1])), ok("i8", &[0, 1, 1]));
        assert_eq!(read(raw(DataType(22), &[3], &[0x21, 0x0f])), ok("i4", &[1, 2, 15]));
        assert_eq!(read(raw(DataType(26), &[5], &[0b1110_0100, 1])), ok("i2", &[0, 1, 2, 3, 1]));
        let nibbles = TensorProto { int32_data: vec![0xa1, 0x0f], ..tensor(DataType(21), &[3]) };
        assert_eq!(read(nibbles), ok("ui4", &[1, 10, 15]));
        let floats = TensorProto { float_data: vec![1.0], ..tensor(DataType(1), &[1]) };
        assert_eq!(read(floats), ok("f32", &1f32.to_le_bytes()));
        let small = TensorProto { int32_data: vec![-1, 7], ..tensor(DataType(3), &[2]) };
        assert_eq!(read(small), ok("i8", &[255, 7]));
        let halves = TensorProto { int32_data: vec![0x3c00], ..tensor(DataType(10), &[1]) };
        assert_eq!(read(halves), ok("f16", &[0, 0x3c]));
        let long = TensorProto { int64_data: vec![-2], ..tensor(DataType(7), &[1]) };
        assert_eq!(read(long), ok("i64", &(-2i64).to_le_bytes()));
        let double = TensorProto { double_data: vec![0.5], ..tensor(DataType(11), &[1]) };
        assert_eq!(read(double), ok("f64", &0.5f64.to_le_bytes()));
    }

    #[test]
    fn refuses_unsupported_and_absent_elements() {
        let refused = |tensor: TensorProto, reason: &str| {
            let found = read(tensor).expect_err("the tensor is refused");
            assert!(found.contains(reason), "{found}");
        };
        refused(tensor(DataType(8), &[1]), "`!onnx.String` are unsupported");
        refused(tensor(DataType(14), &[1]), "`complex<f32>` are unsupported");
        refused(tensor(DataType(1), &[1]), "the file has no elements of `f32`");
        refused(raw(DataType(1), &[2], &[0; 4]), "requires 8 bytes of elements, found 4");
        refused(raw(DataType(1), &[i64::MAX, 8], &[]), "too many elements");
        assert!(weights(tensor(DataType(1), &[1])).elements("x", &mut |_| Ok(Vec::new())).is_err());
    }

    #[test]
    fn reads_external_elements() {
        let entry = |key: &str, value: &str| StringStringEntryProto {
            key: Some(key.to_owned()),
            value: Some(value.to_owned()),
        };
        let of = |entries| TensorProto {
            data_location: Some(DataLocation::EXTERNAL),
            external_data: entries,
            ..tensor(DataType(1), &[2])
        };
        let stated = of(vec![entry("location", "w.bin"), entry("offset", "16")]);
        let mut asked = None;
        let found = weights(stated).elements("w", &mut |external| {
            asked = Some(external.clone());
            Ok(vec![0; 8])
        });
        let expected = ExternalData { location: "w.bin".to_owned(), offset: 16, length: 8 };
        assert_eq!((asked, found.map(|found| found.bytes)), (Some(expected), Ok(vec![0; 8])));
        assert!(read(of(Vec::new())).is_err_and(|reason| reason.contains("no location")));
        let wrong = of(vec![entry("location", "w"), entry("offset", "-1")]);
        assert!(read(wrong).is_err_and(|reason| reason.contains("`offset`")));
    }
}
