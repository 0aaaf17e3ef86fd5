//! The elements of a model's weights, which [`import`](crate::import) omits.

use crate::elem::{Elem, TensorType, count};
use crate::graph::OnnxGraph;
use crate::literal::{elements, external_entry, stored, type_of};
use crate::liveness::LiveNodes;
use crate::model_graph::ModelGraph;
use crate::options::{BoolStorage, ImportOptions};
use crate::{model, whole_model};
use ir::Module;
use ir::diag::Sink;
use ir::print::type_to_string;
use ir::progress::NoProgress;
use rten_onnx::onnx::{DataLocation, TensorProto};

/// The weights of a model: the arguments of its function after its inputs.
pub struct ModelWeights {
    model: ModelGraph,
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

/// A part of another file with the elements of a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExternalData {
    /// The path of the file, relative to that of the model.
    pub location: String,
    /// The position of the first byte.
    pub offset: u64,
    /// The number of bytes.
    pub length: u64,
}

impl ModelWeights {
    /// Reads the weights of a model from the bytes of its file. `None` if an error was reported to the sink.
    ///
    /// The options must be those of the import. The model is decoded as a whole, so the memory is about twice the size
    /// of the file.
    pub fn read(bytes: &[u8], options: &ImportOptions, sink: &mut Sink) -> Option<ModelWeights> {
        // The reduction checks all lengths of the file, which the decoder trusts.
        let reduced = model(bytes, sink)?;
        let graph = OnnxGraph::read(&reduced, options, &mut NoProgress, sink);
        if sink.has_errors() {
            return None;
        }
        let names = LiveNodes::new(&graph, None).arguments(&graph);
        let names = names.into_iter().map(str::to_owned).collect();
        let inputs = graph.inputs.len();
        let model = whole_model(bytes, sink)?;
        Some(ModelWeights { model, bools: options.bools, inputs, names })
    }

    /// Returns the number of arguments of the function: the inputs and the weights.
    pub fn arguments(&self) -> usize {
        self.names.len()
    }

    /// Returns the name of the weight that is the argument `index`. `None` if the argument is an input.
    pub fn name(&self, index: usize) -> Option<&str> {
        self.names.get(index).filter(|_| index >= self.inputs).map(String::as_str)
    }

    /// Reads the elements of a weight. `open` reads a part of another file.
    ///
    /// # Errors
    /// The model has no elements for the weight, or elements of an unsupported type, or `open` fails.
    pub fn elements(
        &self,
        name: &str,
        open: &mut dyn FnMut(&ExternalData) -> Result<Vec<u8>, String>,
    ) -> Result<WeightElements, String> {
        let tensor = self.model.tensor(name).ok_or("its elements are not those of a tensor")?;
        let ty = type_of(tensor)?;
        let lengths = ty.lengths().ok_or("its lengths are unknown")?;
        let total = count(&lengths).and_then(|count| usize::try_from(count).ok());
        let total = total.ok_or("it has too many elements")?;
        let element_type = element_text(&ty, self.bools);
        let width = ty.elem.file_bits().filter(|bits| [2, 4, 8, 16, 32, 64].contains(bits));
        let width = width.ok_or_else(|| format!("elements of `{element_type}` are unsupported"))?;
        let size = total.checked_mul(width as usize).ok_or("it has too many elements")?.div_ceil(8);
        let found = match tensor.data_location {
            Some(DataLocation::EXTERNAL) => open(&external(tensor, size)?)?,
            _ => inner(tensor, width).ok_or_else(|| {
                format!("the file has no elements of `{element_type}` that layoutc reads")
            })?,
        };
        if found.len() != size {
            return Err(format!("it requires {size} bytes of elements, found {}", found.len()));
        }
        let bytes = match width {
            _ if width < 8 => {
                let mask = (1 << width) - 1;
                ty.elem.unpacked(found, total).iter().map(|element| element & mask).collect()
            }
            _ if ty.elem == Elem::BOOL => found.iter().map(|&byte| u8::from(byte != 0)).collect(),
            _ => found,
        };
        Ok(WeightElements { lengths, element_type, bytes })
    }
}

/// Returns the elements in the file of the model. `None` if it has none.
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
    let location = external_entry(tensor, "location");
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
        let tensor = TensorProto { name: Some("w".to_owned()), ..tensor };
        let model = ModelGraph { initializers: vec![tensor], ..ModelGraph::default() };
        let bools = BoolStorage::Byte;
        ModelWeights { model, bools, inputs: 0, names: vec!["w".to_owned()] }
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
