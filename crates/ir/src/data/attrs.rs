//! Builtin attributes, and attributes of other dialects as text.
//!
//! A [`crate::Context`] interns an [`AttrKind`] as an [`Attr`]. Each attribute has one canonical form: integers by
//! value, floats by bits, dense elements as the bytes that MLIR stores.

pub use super::ids::Attr;
use super::ids::{Name, Type};
use super::types::{DialectText, Part};
use crate::affine::{AffineMap, IntegerSet};
use crate::choice::Choice;
use crate::data::pattern::GroupPattern;
use layout::{FormatUse, StrideReqs};
use num_bigint::BigInt;
use std::fmt;

/// The value of an integer attribute, of any width.
///
/// Signless values are stored as signed values, except `i1`, whose values are 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntValue {
    /// A value that fits 64 bits.
    Small(i64),
    /// A value that does not fit 64 bits.
    Big(WideInt),
}

/// An integer that does not fit 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WideInt(Box<BigInt>);

impl fmt::Display for WideInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl IntValue {
    /// Returns the canonical form of a value.
    pub(crate) fn new(value: BigInt) -> IntValue {
        match i64::try_from(&value) {
            Ok(small) => IntValue::Small(small),
            Err(_) => IntValue::Big(WideInt(Box::new(value))),
        }
    }

    /// Returns the value of bytes in two's complement, the lowest byte first.
    pub fn from_le_bytes(bytes: &[u8]) -> IntValue {
        IntValue::new(BigInt::from_signed_bytes_le(bytes))
    }

    /// Returns the value in two's complement with a number of bytes, the lowest byte first. Higher bytes are lost.
    pub fn to_le_bytes(&self, size: usize) -> Vec<u8> {
        let value = self.to_big();
        let fill = if value < BigInt::from(0) { 0xff } else { 0 };
        let bytes = value.to_signed_bytes_le();
        (0..size).map(|at| bytes.get(at).copied().unwrap_or(fill)).collect()
    }

    /// Returns the value; `None` if it does not fit 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            IntValue::Small(value) => Some(*value),
            IntValue::Big(_) => None,
        }
    }

    /// Returns the value as an unbounded integer.
    pub(crate) fn to_big(&self) -> BigInt {
        match self {
            IntValue::Small(value) => BigInt::from(*value),
            IntValue::Big(WideInt(value)) => (**value).clone(),
        }
    }
}

impl From<i128> for IntValue {
    fn from(value: i128) -> IntValue {
        i64::try_from(value).map_or_else(|_| IntValue::new(value.into()), IntValue::Small)
    }
}

/// The key of the resource that MLIR prints in place of an elided constant, whose values are unknown.
pub const ELIDED: &str = "__elided__";

/// The bits of a float in the format of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatBits([u64; 2]);

impl FloatBits {
    /// Returns the bits, the lowest first.
    pub fn get(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }
}

impl From<u128> for FloatBits {
    fn from(bits: u128) -> FloatBits {
        FloatBits([bits as u64, (bits >> 64) as u64])
    }
}

/// The strides and the offset of a memref, in elements; `None` represents `?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StridedAttr {
    /// The strides, then the offset: one allocation, as a module can have very many.
    numbers: Box<[Option<i64>]>,
}

impl StridedAttr {
    /// Returns the attribute of a stride for each dim and the offset of index 0, in elements.
    pub fn new(strides: &[Option<i64>], offset: Option<i64>) -> StridedAttr {
        StridedAttr { numbers: strides.iter().copied().chain([offset]).collect() }
    }

    /// Returns the stride of each dim, in elements.
    pub fn strides(&self) -> &[Option<i64>] {
        self.numbers.split_last().map_or(&[], |(_, strides)| strides)
    }

    /// Returns the offset of index 0, in elements.
    pub fn offset(&self) -> Option<i64> {
        self.numbers.last().copied().flatten()
    }
}

/// The mark of a kind whose items are stored in tables of the context: most are short, and there are very many. Only
/// the context makes it, so lists are interned by [`Context::array`](super::context::Context::array) and
/// [`Context::dict`](super::context::Context::dict).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InContext(());

impl InContext {
    pub(super) const MARK: InContext = InContext(());
}

/// The structure of an attribute. A context holds many attributes, so rare or large parts are boxed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttrKind {
    /// `unit`.
    Unit,
    /// `5 : i32`, `true`, `7 : index`.
    Integer {
        /// The value.
        value: IntValue,
        /// An integer type or `index`.
        ty: Type,
    },
    /// `1.5 : f32`.
    Float {
        /// The bits in the type's own format.
        bits: FloatBits,
        /// A float type.
        ty: Type,
    },
    /// `"text"`, with a type if the text has one. MLIR's strings are bytes.
    String {
        /// The bytes between the quotes, escapes resolved.
        value: Box<[u8]>,
        /// `"text" : !some.type`.
        ty: Option<Type>,
    },
    /// `@root::@nested`.
    Symbol {
        /// The first name.
        root: Name,
        /// The names after `::`.
        nested: Box<[Name]>,
    },
    /// A type as an attribute, such as `i32`.
    Type(Type),
    /// `[a, b]`; [`Context::as_array`](super::context::Context::as_array) returns the items.
    Array(InContext),
    /// `{a = 1, b}`; [`Context::dict_entries`](super::context::Context::dict_entries) returns the entries, sorted by key,
    /// each key once.
    Dict(InContext),
    /// `array<i64: 1, 2>`; little-endian elements, with `i1` as one byte each.
    DenseArray {
        /// An integer or float type of whole bytes, or of one bit.
        elem: Type,
        /// The elements.
        data: Box<[u8]>,
    },
    /// `dense<...> : type`.
    Dense {
        /// A ranked tensor or vector type of static shape.
        ty: Type,
        /// The elements.
        data: Box<DenseData>,
    },
    /// `dense_resource<key> : type`.
    DenseResource {
        /// The resource's key in the file's `dialect_resources`.
        key: Name,
        /// A shaped type.
        ty: Type,
    },
    /// `sparse<indices, values> : type`.
    Sparse {
        /// The whole tensor's type.
        ty: Type,
        /// Dense `i64` indices.
        indices: Attr,
        /// Dense values.
        values: Attr,
    },
    /// `affine_map<...>`.
    AffineMap(AffineMap),
    /// `affine_set<...>`.
    IntegerSet(IntegerSet),
    /// `strided<[8, 1], offset: 4>`.
    Strided(StridedAttr),
    /// `distinct[0]<attr>`.
    Distinct {
        /// The number in the text.
        id: u64,
        /// The wrapped attribute; `unit` for `<>`.
        inner: Attr,
    },
    /// `loc(...)`.
    Loc(Box<LocKind>),
    /// The layout dialect's own attributes.
    Layout(LayoutAttr),
    /// An attribute of another dialect, with a type if the text has one.
    Dialect {
        /// The dialect's own text.
        text: Box<DialectText>,
        /// `#dialect.name<...> : type`.
        ty: Option<Type>,
    },
}

/// The elements of a dense attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DenseData {
    /// Little-endian elements in row-major order. Each takes whole bytes, except `i1`, of which a byte packs eight,
    /// least bit first. If all elements are equal, one is stored (a splat; `i1` as the byte 0 or 1).
    Raw {
        /// The bytes.
        bytes: Box<[u8]>,
        /// `true` if the bytes are one element, which is the value of all elements.
        splat: bool,
    },
    /// Strings: one for each element, or a single one for all.
    Strings(Box<[Box<[u8]>]>),
}

/// A location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LocKind {
    /// `unknown`.
    Unknown,
    /// `"file":line:col`, or `"file":line:col to line:col`.
    File {
        /// The file's name.
        file: Box<[u8]>,
        /// The line, from 1.
        line: u32,
        /// The column, from 1.
        column: u32,
        /// The line and column of the end of a range; `None` for a position.
        end: Option<(u32, u32)>,
    },
    /// `"name"(child)`.
    Name {
        /// The name.
        name: Box<[u8]>,
        /// The location that the name describes; `None` if the text has none.
        child: Option<Attr>,
    },
    /// `callsite(callee at caller)`.
    CallSite {
        /// The location of the callee.
        callee: Attr,
        /// The location of the call.
        caller: Attr,
    },
    /// `fused<metadata>[a, b]`.
    Fused {
        /// The metadata, any attribute; `None` if the text has none.
        metadata: Option<Attr>,
        /// Two or more locations, or any number with metadata.
        locs: Box<[Attr]>,
    },
}

/// The names of the attributes of the layout dialect, `#layout.<name>`.
pub const OWN: &[&str] = &["choice", "format", "order", "pattern", "reqs"];

/// Attributes of the layout dialect that layoutc interprets. `#layout.order<NHWC>` is stored as the affine map that it
/// names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LayoutAttr {
    /// `#layout.reqs<m1: aligned<64 bytes>>`.
    Reqs(Box<StrideReqs>),
    /// `#layout.format<chw32>`.
    Format(FormatUse),
    /// `#layout.choice<(NHWC, any) -> NHWC>`.
    Choice(Box<Choice>),
    /// `#layout.pattern<(x) {"onnx.Relu"(x)}>`.
    Pattern(Box<GroupPattern>),
}

impl AttrKind {
    /// Visits the parts of the attribute. A context holds those of an array or dictionary.
    pub(crate) fn parts<'a>(&'a self, visit: &mut impl FnMut(Part<'a>)) {
        use AttrKind as K;
        match self {
            K::Integer { ty, .. }
            | K::Float { ty, .. }
            | K::Type(ty)
            | K::Dense { ty, .. }
            | K::DenseResource { ty, .. }
            | K::DenseArray { elem: ty, .. }
            | K::Sparse { ty, .. }
            | K::String { ty: Some(ty), .. } => visit(Part::Type(*ty)),
            K::Distinct { inner, .. } => visit(Part::Attr(*inner)),
            K::Loc(loc) => loc.parts().for_each(|attr| visit(Part::Attr(attr))),
            K::Dialect { text, ty } => {
                text.parts(visit);
                ty.iter().for_each(|&ty| visit(Part::Type(ty)));
            }
            K::Array(_)
            | K::Dict(_)
            | K::Unit
            | K::String { ty: None, .. }
            | K::Symbol { .. }
            | K::AffineMap(_)
            | K::IntegerSet(_)
            | K::Strided { .. }
            | K::Layout(_) => {}
        }
    }
}

impl LocKind {
    /// Returns the attributes directly inside the location.
    fn parts(&self) -> impl Iterator<Item = Attr> {
        let (own, locs): ([Option<Attr>; 2], &[Attr]) = match self {
            LocKind::Unknown | LocKind::File { .. } => ([None; 2], &[]),
            LocKind::Name { child, .. } => ([*child, None], &[]),
            LocKind::CallSite { callee, caller } => ([Some(*callee), Some(*caller)], &[]),
            LocKind::Fused { metadata, locs } => ([*metadata, None], locs),
        };
        own.into_iter().flatten().chain(locs.iter().copied())
    }
}
