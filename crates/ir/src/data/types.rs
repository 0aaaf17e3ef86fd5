//! Builtin types, and those of other dialects as text.
//!
//! A [`crate::Context`] interns a [`TypeKind`] as a [`Type`]. Types that layoutc does not know keep their text.

pub use super::ids::Type;
use super::ids::{Attr, Name};
use super::list::ShortList;
use crate::float::FloatKind;
use std::fmt;

/// How an integer type reads its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// `i8`: ops decide.
    Signless,
    /// `si8`.
    Signed,
    /// `ui8`.
    Unsigned,
}

/// The length of a dim of a builtin shaped type in elements; `None` is `?`.
pub type Extent = Option<u64>;

/// The structure of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `i8`, `si8`, `ui8`; the width is in bits, at most [`MAX_INTEGER_WIDTH`].
    Integer {
        /// Bits.
        width: u32,
        /// How the bits are read.
        sign: Signedness,
    },
    /// `f32` and its kin.
    Float(FloatKind),
    /// `index`.
    Index,
    /// `none`.
    None,
    /// `complex<f32>`.
    Complex(Type),
    /// `tuple<i32, f32>`.
    Tuple(ShortList<Type, 3>),
    /// `vector<4x[8]xf32>`; a scalable dim has `true`.
    Vector {
        /// Lengths, each with whether it is scalable.
        dims: Box<[(u64, bool)]>,
        /// Element type.
        elem: Type,
    },
    /// `tensor<4x?xf32, encoding>`.
    Tensor {
        /// Logical lengths.
        dims: Box<[Extent]>,
        /// Element type.
        elem: Type,
        /// The encoding: for us, the layout.
        encoding: Option<Attr>,
    },
    /// `tensor<*xf32>`.
    UnrankedTensor(Type),
    /// `memref<4x?xf32, layout, space>`; an identity layout is none.
    MemRef {
        /// Logical lengths.
        dims: Box<[Extent]>,
        /// Element type.
        elem: Type,
        /// An affine map, `strided<...>`, or another dialect's attribute.
        layout: Option<Attr>,
        /// Memory space.
        space: Option<Attr>,
    },
    /// `memref<*xf32, space>`.
    UnrankedMemRef {
        /// Element type.
        elem: Type,
        /// Memory space.
        space: Option<Attr>,
    },
    /// `(i32) -> (f32, f32)`.
    Function {
        /// Argument types.
        inputs: ShortList<Type, 3>,
        /// Result types.
        results: ShortList<Type, 3>,
    },
    /// `!layout.dim<6>`, `!layout.memdim<?>`.
    LayoutDim(LayoutDim),
    /// A type of another dialect.
    Dialect(DialectText),
}

/// The type of a dim of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutDim {
    /// A dim of memory (`memdim`), as against one of the logical index.
    pub physical: bool,
    /// How many indices it has, at least one.
    pub length: Extent,
}

impl fmt::Display for LayoutDim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.physical { "!layout.memdim<" } else { "!layout.dim<" })?;
        match self.length {
            Some(length) => write!(f, "{length}>"),
            None => f.write_str("?>"),
        }
    }
}

/// MLIR's bound on the width of integer types, in bits (`IntegerType::kMaxWidth`).
pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

/// A dialect's own type or attribute, carried as text: `!dialect.body` or `!dialect<body>`.
///
/// The body follows the dot; a body that does not begin like a name is between angle brackets. Aliases inside are pieces,
/// so that shared parts stay shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DialectText {
    /// The dialect's name.
    pub dialect: Name,
    /// The text, cut where an alias stood.
    pub body: Box<[Piece]>,
}

/// A part of a dialect's own text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Plain text.
    Text(Box<str>),
    /// An attribute that an alias named.
    Attr(Attr),
    /// A type that an alias named.
    Type(Type),
}
