//! Tensors with known elements: stored in the file, or computed from shapes.
//!
//! A [`TensorLiteral`] stores its elements as bytes and becomes an `onnx.Constant`. [`ElementValues`] are the operands
//! of shape computations. Single elements of them may be unknown, such as the length of a symbolic batch dim.

use crate::elem::{Elem, MAX_RANK, TensorType, count, shown};
use crate::options::BoolStorage;
use ir::attrs::{AttrKind, DenseData};
use ir::dense::packed;
use ir::{Attr, Context};
use rten_onnx::onnx::{DataLocation, TensorProto};

/// The maximal number of elements of a literal. Larger tensors are weights: layouts do not depend on their elements,
/// and the elements would dominate the printed module.
const MAX_ELEMENTS: u64 = crate::limits::FOLDED_INTEGERS;
const MAX_FLOATS: u64 = crate::limits::FOLDED_FLOATS;

/// A tensor with known elements.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TensorLiteral {
    /// The type, whose lengths are all known.
    pub(crate) ty: TensorType,
    /// The elements in row-major order, little-endian, a bool and an integer of less than 8 bits in one byte. A splat
    /// stores one element.
    bytes: Vec<u8>,
    is_splat: bool,
}

/// Returns the type of a tensor in the file.
///
/// # Errors
/// The type is invalid, with the reason.
pub(crate) fn type_of(tensor: &TensorProto) -> Result<TensorType, String> {
    let elem = Elem::from_data_type(tensor.data_type).ok_or_else(|| match tensor.data_type {
        Some(number) => format!("unknown element type {}", number.0),
        None => "missing element type".to_owned(),
    })?;
    if tensor.dims.len() > MAX_RANK {
        return Err(format!("rank must be at most {MAX_RANK}, but is {}", tensor.dims.len()));
    }
    let dims = tensor
        .dims
        .iter()
        .map(|&len| {
            let length =
                u64::try_from(len).map_err(|_| format!("length must be at least 0, but is {len}"));
            length.map(Some)
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(TensorType { elem, dims })
}

impl TensorLiteral {
    /// Reads the elements of a tensor in the file. `None` if the tensor is large, or its elements are not in the file.
    ///
    /// # Errors
    /// The tensor is invalid, with the reason.
    pub(crate) fn from_proto(tensor: &TensorProto) -> Result<Option<TensorLiteral>, String> {
        let ty = type_of(tensor)?;
        let Some(bits) = ty.elem.file_bits() else { return Ok(None) };
        let Some(lengths) = ty.lengths() else { return Ok(None) };
        let count = count(&lengths)
            .ok_or_else(|| format!("shape {} has 2^64 elements or more", shown(&ty.dims)))?;
        let wanted = (u128::from(count) * u128::from(bits)).div_ceil(8);
        if tensor.data_location == Some(DataLocation::EXTERNAL) {
            return match external_size(tensor).filter(|&found| u128::from(found) != wanted) {
                Some(found) => Err(wrong_size(&ty, wanted, found.into())),
                None => Ok(None),
            };
        }
        let found = stored(tensor);
        if found == 0 && wanted > 0 {
            // Files reduced for tests lack the data of their weights.
            return Ok(None);
        }
        let elements = elements(tensor, bits.div_ceil(8) as usize);
        let held = elements.as_ref().map_or(found, Vec::len) as u128;
        if held != wanted {
            return Err(wrong_size(&ty, wanted, held));
        }
        let few = if ty.elem.is_int() { MAX_ELEMENTS } else { MAX_FLOATS };
        if ty.elem.bytes().is_none() || count > few {
            return Ok(None);
        }
        let bytes = elements.map(|bytes| ty.elem.unpacked(bytes, count as usize));
        Ok(bytes.map(|bytes| TensorLiteral { ty, bytes, is_splat: false }))
    }

    /// Returns a tensor whose elements are all equal.
    pub(crate) fn splat(ty: TensorType, element: Vec<u8>) -> TensorLiteral {
        TensorLiteral { ty, bytes: element, is_splat: true }
    }

    /// Returns the bytes of the only stored element. `None` if several are stored.
    pub(crate) fn single(&self) -> Option<&[u8]> {
        (self.ty.elem.bytes() == Some(self.bytes.len())).then_some(&self.bytes)
    }

    /// Converts computed elements. `None` if one is unknown, or the type is neither an integer type nor `f32`.
    pub(crate) fn of_numbers(ty: &TensorType, numbers: &ElementValues) -> Option<TensorLiteral> {
        let size = ty.elem.bytes().filter(|_| ty.elem.is_int() || ty.elem == Elem::F32)?;
        let bytes: Option<Vec<[u8; 8]>> = match numbers {
            ElementValues::Ints(ints) => {
                ints.iter().map(|int| Some(int.as_ref()?.to_le_bytes())).collect()
            }
            ElementValues::Floats(floats) => {
                floats.iter().map(|float| Some(widened((*float)?))).collect()
            }
        };
        let bytes = bytes?.iter().flat_map(|element| element[..size].to_vec()).collect();
        Some(TensorLiteral { ty: ty.clone(), bytes, is_splat: false })
    }

    /// Converts the floats of an attribute. `None` if the type is not `f32`, or the list is long.
    pub(crate) fn of_floats(ty: &TensorType, floats: &[f32]) -> Option<TensorLiteral> {
        if ty.elem != Elem::F32 || floats.len() as u64 > MAX_FLOATS {
            return None;
        }
        let bytes = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
        Some(TensorLiteral { ty: ty.clone(), bytes, is_splat: false })
    }

    /// Returns the elements for shape computations. `None` if the type is neither an integer type nor `f32`, or the
    /// tensor is large.
    pub(crate) fn numbers(&self) -> Option<ElementValues> {
        let size = self.ty.elem.bytes()?;
        let count = usize::try_from(count(&self.ty.lengths()?)?).ok()?;
        if count as u64 > MAX_ELEMENTS {
            return None;
        }
        let all = match self.is_splat {
            true => self.bytes.repeat(count),
            false => self.bytes.clone(),
        };
        let elements = all.chunks_exact(size);
        if self.ty.elem == Elem::F32 {
            return Some(ElementValues::Floats(
                elements.map(|bytes| bytes.try_into().ok().map(f32::from_le_bytes)).collect(),
            ));
        }
        let signed = self.ty.elem.is_signed()?;
        Some(ElementValues::Ints(elements.map(|bytes| int(bytes, signed)).collect()))
    }

    /// Returns `dense<...> : tensor<...>`.
    pub(crate) fn attr(&self, bools: BoolStorage, ctx: &mut Context) -> Attr {
        let size = self.ty.elem.bytes().expect("elements of literals are whole bytes");
        let mut elements = self.bytes.chunks_exact(size);
        let first = elements.next();
        let splat =
            self.is_splat || first.is_some_and(|first| elements.all(|other| other == first));
        let stored = if splat { &self.bytes[..size] } else { &self.bytes };
        let bits = self.ty.elem.file_bits().unwrap_or(8);
        let bytes = match (self.ty.elem == Elem::BOOL, bools) {
            (true, BoolStorage::Bit) => packed(stored),
            (true, BoolStorage::Byte) => stored.iter().map(|&byte| u8::from(byte != 0)).collect(),
            // MLIR stores an element of less than 8 bits without its sign.
            (false, _) if bits < 8 => stored.iter().map(|byte| byte & ((1 << bits) - 1)).collect(),
            (false, _) => stored.into(),
        };
        let ty = self.ty.ir_type(bools, ctx);
        ctx.attr(AttrKind::Dense { ty, data: Box::new(DenseData::Raw { bytes, splat }) })
    }
}

fn wrong_size(ty: &TensorType, wanted: u128, found: u128) -> String {
    let shape = shown(&ty.dims);
    format!("shape {shape} requires {wanted} bytes of elements, found {found}")
}

/// Returns the size of the elements of a tensor with external data, in bytes. `None` if the file does not state it.
fn external_size(tensor: &TensorProto) -> Option<u64> {
    external_entry(tensor, "length")?.parse().ok()
}

/// Returns an entry of the external data of a tensor.
pub(crate) fn external_entry<'a>(tensor: &'a TensorProto, key: &str) -> Option<&'a str> {
    let found = tensor.external_data.iter().rfind(|entry| entry.key.as_deref() == Some(key))?;
    found.value.as_deref()
}

fn widened(float: f32) -> [u8; 8] {
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&float.to_le_bytes());
    bytes
}

/// Converts an element of up to eight bytes. `None` if it does not fit `i64`.
fn int(bytes: &[u8], signed: bool) -> Option<i64> {
    let negative = signed && bytes.last().is_some_and(|last| last & 0x80 != 0);
    let mut whole = [if negative { 0xff } else { 0 }; 8];
    whole.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let value = i64::from_le_bytes(whole);
    (signed || value >= 0).then_some(value)
}

/// Returns the number of bytes or elements that a tensor in the file stores, over all of its fields.
pub(crate) fn stored(tensor: &TensorProto) -> usize {
    let raw = tensor.raw_data.as_ref().map_or(0, |raw| raw.borrow().len());
    let numbers = [
        tensor.float_data.len(),
        tensor.int32_data.len(),
        tensor.int64_data.len(),
        tensor.double_data.len(),
    ];
    raw + numbers.iter().sum::<usize>()
}

/// Returns the stored elements as bytes. A number of `int32_data` is an element of `size` bytes, or a byte of packed
/// elements.
pub(crate) fn elements(tensor: &TensorProto, size: usize) -> Option<Vec<u8>> {
    if let Some(raw) = &tensor.raw_data {
        let raw = raw.borrow();
        return Some(raw.clone());
    }
    if !tensor.int32_data.is_empty() {
        return Some(
            tensor
                .int32_data
                .iter()
                .flat_map(|int| i64::from(*int).to_le_bytes()[..size].to_vec())
                .collect(),
        );
    }
    let floats = tensor.float_data.iter().flat_map(|float| float.to_le_bytes());
    let ints = tensor.int64_data.iter().flat_map(|int| int.to_le_bytes());
    let doubles = tensor.double_data.iter().flat_map(|double| double.to_le_bytes());
    Some(floats.chain(ints).chain(doubles).collect())
}

/// Elements for shape computations, in row-major order. `None` for an unknown element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ElementValues {
    /// Lengths, axes, indices; 0 or 1 for bools.
    Ints(Vec<Option<i64>>),
    /// Scales.
    Floats(Vec<Option<f32>>),
}

impl ElementValues {
    /// Returns the number of elements.
    pub(crate) fn len(&self) -> usize {
        match self {
            ElementValues::Ints(ints) => ints.len(),
            ElementValues::Floats(floats) => floats.len(),
        }
    }

    /// Returns `true` if a count exceeds the number of elements that shape computations need.
    pub(crate) fn ints(&self) -> Option<&[Option<i64>]> {
        if let ElementValues::Ints(ints) = self { Some(ints) } else { None }
    }

    pub(crate) fn floats(&self) -> Option<&[Option<f32>]> {
        if let ElementValues::Floats(floats) = self { Some(floats) } else { None }
    }

    pub(crate) fn is_large(count: u64) -> bool {
        count > MAX_ELEMENTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rten_onnx::onnx::DataType;
    use std::cell::RefCell;

    fn tensor(ty: DataType, dims: &[i64]) -> TensorProto {
        TensorProto { data_type: Some(ty), dims: dims.to_vec(), ..TensorProto::default() }
    }

    #[test]
    fn reads_elements_from_each_field() {
        let ints =
            |ints: &[i64]| Some(ElementValues::Ints(ints.iter().copied().map(Some).collect()));
        let mut raw = tensor(DataType::INT32, &[2]);
        raw.raw_data = Some(RefCell::new(vec![1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]));
        let mut small = tensor(DataType::INT8, &[2]);
        small.int32_data = vec![1, -2];
        let mut long = tensor(DataType::INT64, &[1, 2]);
        long.int64_data = vec![1, -2];
        for tensor in [raw, small, long] {
            let literal = TensorLiteral::from_proto(&tensor)
                .expect("the tensor is valid")
                .expect("the tensor is small");
            assert_eq!(literal.numbers(), ints(&[1, -2]), "{tensor:?}");
            let again = TensorLiteral::of_numbers(
                &literal.ty,
                &literal.numbers().expect("the literal has integers"),
            );
            assert_eq!(again, Some(literal));
        }
        let mut unsigned = tensor(DataType::UINT8, &[1]);
        unsigned.int32_data = vec![200];
        let literal = TensorLiteral::from_proto(&unsigned)
            .expect("the tensor is valid")
            .expect("the tensor is small");
        assert_eq!(literal.numbers(), ints(&[200]));
    }

    #[test]
    fn omits_weights_and_external_data() {
        let mut weights = tensor(DataType::FLOAT, &[9]);
        weights.float_data = vec![1.0; 9];
        assert_eq!(TensorLiteral::from_proto(&weights), Ok(None));
        let mut external = tensor(DataType::INT64, &[2]);
        external.data_location = Some(DataLocation::EXTERNAL);
        assert_eq!(TensorLiteral::from_proto(&external), Ok(None));
        assert_eq!(TensorLiteral::from_proto(&tensor(DataType::FLOAT, &[4])), Ok(None));
    }

    #[test]
    fn rejects_invalid_tensors() {
        let mut short = tensor(DataType::FLOAT, &[1 << 40]);
        short.float_data = vec![1.0];
        assert!(TensorLiteral::from_proto(&short).is_err_and(|reason| reason.contains("found 4")));
        assert!(TensorLiteral::from_proto(&tensor(DataType::FLOAT, &[-1])).is_err());
        assert!(TensorLiteral::from_proto(&tensor(DataType(99), &[])).is_err());
        assert!(TensorLiteral::from_proto(&tensor(DataType::FLOAT, &[i64::MAX, 4])).is_err());
    }

    #[test]
    fn packs_bools_least_bit_first() {
        assert_eq!(*packed(&[1, 0, 0, 1, 0, 0, 0, 0, 1]), [0b1001, 1]);
    }
}
