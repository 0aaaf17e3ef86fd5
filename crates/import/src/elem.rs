//! The element types of ONNX and their types in the IR.

use crate::options::BoolStorage;
use ir::attrs::AttrKind;
use ir::float::FloatKind;
use ir::layout::checked_product;
use ir::types::{DialectText, Extent, Piece, Signedness, Type, TypeKind};
use ir::vulkan::BOOL_FORMAT;
use ir::{Attr, Context};
use rten_onnx::onnx::DataType;

/// A known element type, as its number in ONNX's `TensorProto.DataType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Elem(i32);

/// The dialect and the name of the type of strings.
const DIALECT: &str = "onnx";
const STRING: &str = "String";

/// The greatest number of an element type.
const LAST: i32 = 26;

#[derive(Clone, Copy, PartialEq, Eq)]
enum OnnxKind {
    Int(u32, Signedness),
    Float(FloatKind),
    Complex(FloatKind),
    Text,
}

impl Elem {
    pub(crate) const F32: Elem = Elem(DataType::FLOAT.0);
    pub(crate) const UI8: Elem = Elem(DataType::UINT8.0);
    pub(crate) const I32: Elem = Elem(DataType::INT32.0);
    pub(crate) const I64: Elem = Elem(DataType::INT64.0);
    pub(crate) const TEXT: Elem = Elem(DataType::STRING.0);
    pub(crate) const BOOL: Elem = Elem(DataType::BOOL.0);

    /// Returns the element type with this number. `None` if ONNX does not define it.
    pub(crate) fn new(number: i64) -> Option<Elem> {
        let elem = Elem(i32::try_from(number).ok()?);
        elem.kind().map(|_| elem)
    }

    /// Returns the element type of a decoded tensor or value type.
    pub(crate) fn from_data_type(ty: Option<DataType>) -> Option<Elem> {
        Elem::new(ty?.0.into())
    }

    /// Returns the element type whose IR type this is. `is_bool` is `true` for a byte that is a bool. `None` if ONNX has no
    /// such type.
    pub(crate) fn of_ir_type(ctx: &Context, ty: Type, is_bool: bool) -> Option<Elem> {
        let kind = match ctx.kind(ty) {
            TypeKind::Integer { width: 1, .. } => return Some(Elem::BOOL),
            TypeKind::Integer { width: 8, .. } if is_bool => return Some(Elem::BOOL),
            TypeKind::Integer { width, sign: Signedness::Unsigned } => {
                OnnxKind::Int(*width, Signedness::Unsigned)
            }
            TypeKind::Integer { width, .. } => OnnxKind::Int(*width, Signedness::Signless),
            TypeKind::Float(kind) => OnnxKind::Float(*kind),
            TypeKind::Complex(part) => match ctx.kind(*part) {
                TypeKind::Float(kind) => OnnxKind::Complex(*kind),
                _ => return None,
            },
            TypeKind::Dialect(text) if is_string(ctx, text) => OnnxKind::Text,
            _ => return None,
        };
        (1..=LAST).map(Elem).find(|elem| elem.kind() == Some(kind))
    }

    /// Returns ONNX's number of the type.
    pub(crate) fn number(self) -> i32 {
        self.0
    }

    fn kind(self) -> Option<OnnxKind> {
        use OnnxKind::{Complex, Float, Int};
        use Signedness::{Signless, Unsigned};
        Some(match self.0 {
            1 => Float(FloatKind::F32),
            2 => Int(8, Unsigned),
            3 => Int(8, Signless),
            4 => Int(16, Unsigned),
            5 => Int(16, Signless),
            6 => Int(32, Signless),
            7 => Int(64, Signless),
            8 => OnnxKind::Text,
            9 => Int(1, Signless),
            10 => Float(FloatKind::F16),
            11 => Float(FloatKind::F64),
            12 => Int(32, Unsigned),
            13 => Int(64, Unsigned),
            14 => Complex(FloatKind::F32),
            15 => Complex(FloatKind::F64),
            16 => Float(FloatKind::BF16),
            17 => Float(FloatKind::F8E4M3FN),
            18 => Float(FloatKind::F8E4M3FNUZ),
            19 => Float(FloatKind::F8E5M2),
            20 => Float(FloatKind::F8E5M2FNUZ),
            21 => Int(4, Unsigned),
            22 => Int(4, Signless),
            23 => Float(FloatKind::F4E2M1FN),
            24 => Float(FloatKind::F8E8M0FNU),
            25 => Int(2, Unsigned),
            26 => Int(2, Signless),
            _ => return None,
        })
    }

    /// Returns `true` if the type is an integer or bool, which a length or an axis may have.
    pub(crate) fn is_int(self) -> bool {
        matches!(self.kind(), Some(OnnxKind::Int(..)))
    }

    /// Returns `true` if an integer type is signed. `None` if the type is not an integer or bool.
    pub(crate) fn is_signed(self) -> Option<bool> {
        match self.kind()? {
            OnnxKind::Int(width, sign) => Some(sign == Signedness::Signless && width > 1),
            _ => None,
        }
    }

    /// Returns `true` if an integer type can represent a value.
    pub(crate) fn holds(self, value: i64) -> bool {
        match self.kind() {
            Some(OnnxKind::Int(1, _)) => matches!(value, 0 | 1),
            Some(OnnxKind::Int(64, Signedness::Unsigned)) => value >= 0,
            Some(OnnxKind::Int(64, _)) => true,
            Some(OnnxKind::Int(width, Signedness::Unsigned)) => (0..1 << width).contains(&value),
            Some(OnnxKind::Int(width, _)) => {
                let half = 1 << (width - 1);
                (-half..half).contains(&value)
            }
            _ => false,
        }
    }

    /// Returns the Vulkan format of elements that the IR type does not determine. `None` if the type determines it.
    pub(crate) fn vk_format(self, bools: BoolStorage) -> Option<&'static str> {
        let is_byte = self.kind().is_some_and(|kind| matches!(kind, OnnxKind::Int(1, _)));
        (is_byte && bools == BoolStorage::Byte).then_some(BOOL_FORMAT)
    }

    /// Returns the IR type, spelled as in onnx-mlir.
    pub(crate) fn ir_type(self, bools: BoolStorage, ctx: &mut Context) -> Type {
        let kind = match self.kind().expect("the constructors accept only known numbers") {
            OnnxKind::Int(1, sign) if bools == BoolStorage::Byte => {
                TypeKind::Integer { width: 8, sign }
            }
            OnnxKind::Int(width, sign) => TypeKind::Integer { width, sign },
            OnnxKind::Float(kind) => TypeKind::Float(kind),
            OnnxKind::Complex(kind) => TypeKind::Complex(ctx.ty(TypeKind::Float(kind))),
            OnnxKind::Text => {
                let dialect = ctx.name(DIALECT);
                let body = [Piece::Text(STRING.into())].into();
                TypeKind::Dialect(DialectText { dialect, body })
            }
        };
        ctx.ty(kind)
    }

    /// Returns the width of an element in the file, in bits. `None` for strings and complex numbers.
    pub(crate) fn file_bits(self) -> Option<u32> {
        match self.kind()? {
            OnnxKind::Int(1, _) => Some(8),
            OnnxKind::Int(width, _) => Some(width),
            OnnxKind::Float(kind) => Some(kind.width()),
            OnnxKind::Complex(_) | OnnxKind::Text => None,
        }
    }

    /// Returns the size of an element of a literal, in bytes. An integer smaller than a byte has one byte, though a byte
    /// of a file packs several. `None` for strings, complex numbers and floats smaller than a byte.
    pub(crate) fn bytes(self) -> Option<usize> {
        let bits = self.file_bits()?;
        (bits % 8 == 0 || self.is_int()).then_some(bits.div_ceil(8) as usize)
    }

    /// Returns the bytes of a file with elements, one in each byte: several elements are in a byte if they are smaller, the
    /// first in the lowest bits.
    pub(crate) fn packed(self, bytes: Vec<u8>) -> Vec<u8> {
        let Some(bits) = self.file_bits().filter(|&bits| bits < 8) else { return bytes };
        let mask = (1 << bits) - 1;
        let groups = bytes.chunks(8 / bits as usize);
        let packed = groups.map(|group| {
            let shifted = group.iter().zip((0..8).step_by(bits as usize));
            shifted.fold(0, |byte, (element, shift)| byte | (element & mask) << shift)
        });
        packed.collect()
    }

    /// Returns the elements that the bytes of a file pack, one in each byte and the first in the lowest bits, with their
    /// sign. The bytes are returned unchanged if each element has whole bytes.
    pub(crate) fn unpacked(self, bytes: Vec<u8>, count: usize) -> Vec<u8> {
        let Some(bits) = self.file_bits().filter(|&bits| bits < 8) else { return bytes };
        let each = 8 / bits as usize;
        let unused = 8 - bits;
        let elements = (0..count).map_while(|at| {
            let shifted = bytes.get(at / each)? << (unused - bits * (at % each) as u32);
            let is_signed = self.is_signed() == Some(true);
            Some(if is_signed {
                (shifted.cast_signed() >> unused).cast_unsigned()
            } else {
                shifted >> unused
            })
        });
        elements.collect()
    }
}

/// Returns `true` if a type is `!onnx.String`.
fn is_string(ctx: &Context, text: &DialectText) -> bool {
    let is_name = matches!(&text.body[..], [Piece::Text(body)] if &**body == STRING);
    ctx.text(text.dialect) == DIALECT && is_name
}

/// The type of a value. Lengths are in elements, `None` if unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TensorType {
    pub(crate) elem: Elem,
    pub(crate) dims: Vec<Extent>,
}

impl TensorType {
    pub(crate) fn new(elem: Elem, dims: impl Into<Vec<Extent>>) -> TensorType {
        TensorType { elem, dims: dims.into() }
    }

    /// Returns the IR type, without a layout.
    pub(crate) fn ir_type(&self, bools: BoolStorage, ctx: &mut Context) -> Type {
        let elem = self.elem.ir_type(bools, ctx);
        ctx.tensor_type(&self.dims, elem, None)
    }

    /// Returns the lengths. `None` if any of them is unknown.
    pub(crate) fn lengths(&self) -> Option<Vec<u64>> {
        self.dims.iter().copied().collect()
    }

    /// Returns the lengths of a tensor that is in memory.
    pub(crate) fn sizes(&self) -> Option<Vec<usize>> {
        self.dims.iter().map(|len| len.map(|len| len as usize)).collect()
    }
}

/// The maximal rank of a tensor. Rules visit every dim for each entry of a list, so the rank bounds their time.
pub(crate) const MAX_RANK: usize = crate::limits::RANK as usize;

/// Returns the number of elements. `None` if it overflows 64 bits.
pub(crate) fn count(lengths: &[u64]) -> Option<u64> {
    checked_product(lengths.iter().copied())
}

/// Formats lengths for a message: `1x3x?`, or `no dims`.
pub(crate) fn shown(dims: &[Extent]) -> String {
    let dims: Vec<String> =
        dims.iter().map(|dim| dim.map_or("?".to_owned(), |len| len.to_string())).collect();
    if dims.is_empty() { "no dims".to_owned() } else { dims.join("x") }
}

/// Returns `5 : si64`, the form in which onnx-mlir writes integer attributes.
pub(crate) fn si64(ctx: &mut Context, value: i64) -> Attr {
    let ty = ctx.ty(TypeKind::Integer { width: 64, sign: Signedness::Signed });
    ctx.attr(AttrKind::Integer { value: ir::attrs::IntValue::Small(value), ty })
}

/// Returns `0.5 : f32`.
pub(crate) fn f32_attr(ctx: &mut Context, value: f32) -> Attr {
    let ty = ctx.ty(TypeKind::Float(FloatKind::F32));
    ctx.attr(AttrKind::Float { bits: u128::from(value.to_bits()).into(), ty })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_types_are_those_of_their_ir_types() {
        for number in (1..=LAST).map(i64::from) {
            let elem = Elem::new(number).expect("the number is in the table");
            let mut ctx = ir::Module::new().ctx;
            for bools in [BoolStorage::Bit, BoolStorage::Byte] {
                let ty = elem.ir_type(bools, &mut ctx);
                let found = Elem::of_ir_type(&ctx, ty, elem == Elem::BOOL);
                assert_eq!(found, Some(elem));
            }
        }
        assert!(Elem::new(i64::from(LAST) + 1).is_none());
    }

    #[test]
    fn packed_elements_unpack_to_themselves() {
        for (number, elements) in
            [(21, vec![1, 15, 7]), (25, vec![3, 0, 1, 2, 3]), (2, vec![200, 1])]
        {
            let elem = Elem::new(number).expect("the number is in the table");
            let packed = elem.packed(elements.clone());
            let bits = elem.file_bits().expect("the type has a width") as usize;
            assert_eq!(packed.len(), (elements.len() * bits).div_ceil(8));
            assert_eq!(elem.unpacked(packed, elements.len()), elements);
        }
    }
}
