//! Builtin types, and types of other dialects as text.
//!
//! A [`crate::Context`] interns a [`TypeKind`] as a [`Type`]. Types that layoutc does not know are kept as text.

pub use super::ids::Type;
use super::ids::{Attr, Name};
use crate::float::FloatKind;
use layout::{checked_product, impl_display};
use std::fmt;

/// The interpretation of the bits of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// `i8`: each op decides on the interpretation.
    Signless,
    /// `si8`.
    Signed,
    /// `ui8`.
    Unsigned,
}

impl Signedness {
    /// Returns the text before the width: `i`, `si` or `ui`.
    pub fn prefix(self) -> &'static str {
        match self {
            Signedness::Signless => "i",
            Signedness::Signed => "si",
            Signedness::Unsigned => "ui",
        }
    }

    /// Splits the name of an integer type such as `si8` into its prefix and its digits; `None` for another name.
    pub fn split(name: &str) -> Option<(Signedness, &str)> {
        let all = [Signedness::Signless, Signedness::Signed, Signedness::Unsigned];
        let split =
            all.into_iter().find_map(|sign| Some((sign, name.strip_prefix(sign.prefix())?)));
        split.filter(|(_, width)| {
            !width.is_empty() && width.bytes().all(|byte| byte.is_ascii_digit())
        })
    }
}

/// The length of a dim of a builtin shaped type, in elements; `None` if it is dynamic (`?`).
pub type Extent = Option<u64>;

/// Returns the number of elements of these lengths. `None` if one is dynamic, or the number does not fit.
pub fn static_count(lengths: &[Extent]) -> Option<u64> {
    let lengths: Option<Vec<u64>> = lengths.iter().copied().collect();
    lengths.and_then(checked_product)
}

/// Returns the lengths as signed integers. `None` if one is dynamic, or does not fit 63 bits.
pub fn static_lengths(lengths: &[Extent]) -> Option<Vec<i64>> {
    lengths.iter().map(|len| i64::try_from((*len)?).ok()).collect()
}

/// The structure of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `i8`, `si8`, `ui8`.
    Integer {
        /// The width in bits, at most [`MAX_INTEGER_WIDTH`].
        width: u32,
        /// The interpretation of the bits.
        sign: Signedness,
    },
    /// A float type, such as `f32`.
    Float(FloatKind),
    /// `index`.
    Index,
    /// `none`.
    None,
    /// `complex<f32>`.
    Complex(Type),
    /// `tuple<i32, f32>`.
    Tuple(Box<[Type]>),
    /// `vector<4x[8]xf32>`.
    Vector {
        /// The lengths, each with `true` if the dim is scalable.
        dims: Box<[(u64, bool)]>,
        /// The element type.
        elem: Type,
    },
    /// `tensor<4x?xf32, encoding>`.
    Tensor {
        /// The logical lengths.
        dims: Box<[Extent]>,
        /// The element type.
        elem: Type,
        /// The encoding, which holds the layout; `None` if the type has none.
        encoding: Option<Attr>,
    },
    /// `tensor<*xf32>`.
    UnrankedTensor(Type),
    /// `memref<4x?xf32, layout, space>`.
    MemRef {
        /// The logical lengths.
        dims: Box<[Extent]>,
        /// The element type.
        elem: Type,
        /// An affine map, `strided<...>`, or another dialect's attribute; `None` for the identity layout.
        layout: Option<Attr>,
        /// The memory space; `None` if the type has none.
        space: Option<Attr>,
    },
    /// `memref<*xf32, space>`.
    UnrankedMemRef {
        /// The element type.
        elem: Type,
        /// The memory space; `None` if the type has none.
        space: Option<Attr>,
    },
    /// `(i32) -> (f32, f32)`.
    Function {
        /// The argument types.
        inputs: Box<[Type]>,
        /// The result types.
        results: Box<[Type]>,
    },
    /// `!layout.dim<6>`, `!layout.memdim<?>`.
    LayoutDim(LayoutDim),
    /// A type of another dialect.
    Dialect(DialectText),
}

impl TypeKind {
    /// `i1`.
    pub const BOOL: TypeKind = TypeKind::signless(1);

    /// Returns the signless integer type of a width, in bits: `i8`.
    pub const fn signless(width: u32) -> TypeKind {
        TypeKind::Integer { width, sign: Signedness::Signless }
    }

    /// Returns the lengths of a ranked tensor; `None` for other types.
    pub fn tensor_dims(&self) -> Option<&[Extent]> {
        match self {
            TypeKind::Tensor { dims, .. } => Some(dims),
            _ => None,
        }
    }
}

/// The names of the types of the layout dialect, `!layout.<name>`.
pub const OWN: &[&str] = &["dim", "memdim"];

/// The type of a dim of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutDim {
    /// `true` for a physical dim (`memdim`), `false` for a logical dim.
    pub physical: bool,
    /// The number of indices, at least 1; `None` if it is dynamic.
    pub length: Extent,
}

/// Returns a length as text, `?` if it is dynamic.
pub fn extent_text(length: Option<impl fmt::Display>) -> String {
    length.map_or("?".to_owned(), |length| length.to_string())
}

impl_display!(LayoutDim {
    Self { physical: true, length } => "!layout.memdim<{}>" (extent_text(*length)),
    Self { physical: false, length } => "!layout.dim<{}>" (extent_text(*length)),
});

/// MLIR's bound on the width of integer types, in bits (`IntegerType::kMaxWidth`).
pub const MAX_INTEGER_WIDTH: u32 = crate::limits::INTEGER_WIDTH as u32;

/// A dialect's own type or attribute, kept as text: `!dialect.body` or `!dialect<body>`.
///
/// The body follows the dot. A body that does not begin like a name is in angle brackets. Aliases in the text are
/// pieces of their own, so that shared parts stay shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DialectText {
    /// The dialect's name.
    pub dialect: Name,
    /// The text, split at each alias.
    pub body: Box<[Piece]>,
}

/// A part of a dialect's own text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Plain text.
    Text(Box<str>),
    /// An attribute to which an alias refers.
    Attr(Attr),
    /// A type to which an alias refers.
    Type(Type),
}

/// A part directly inside a type or attribute.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Attr(Attr),
    Type(Type),
    /// A text of another dialect.
    Text(&'a str),
}

impl TypeKind {
    /// Visits the parts of the type.
    pub(crate) fn parts<'a>(&'a self, visit: &mut impl FnMut(Part<'a>)) {
        use TypeKind as K;
        match self {
            K::Integer { .. } | K::Float(_) | K::Index | K::None | K::LayoutDim(_) => {}
            K::Complex(elem) | K::UnrankedTensor(elem) | K::Vector { elem, .. } => {
                visit(Part::Type(*elem));
            }
            K::Tuple(types) => types.iter().for_each(|&ty| visit(Part::Type(ty))),
            K::Tensor { elem, encoding, .. } => {
                visit(Part::Type(*elem));
                encoding.iter().for_each(|&attr| visit(Part::Attr(attr)));
            }
            K::MemRef { elem, layout, space, .. } => {
                visit(Part::Type(*elem));
                layout.iter().chain(space).for_each(|&attr| visit(Part::Attr(attr)));
            }
            K::UnrankedMemRef { elem, space } => {
                visit(Part::Type(*elem));
                space.iter().for_each(|&attr| visit(Part::Attr(attr)));
            }
            K::Function { inputs, results } => {
                inputs.iter().chain(results).for_each(|&ty| visit(Part::Type(ty)));
            }
            K::Dialect(text) => text.parts(visit),
        }
    }
}

impl DialectText {
    /// Visits the parts of the text.
    pub(crate) fn parts<'a>(&'a self, visit: &mut impl FnMut(Part<'a>)) {
        self.body.iter().for_each(|piece| {
            visit(match piece {
                Piece::Attr(attr) => Part::Attr(*attr),
                Piece::Type(ty) => Part::Type(*ty),
                Piece::Text(text) => Part::Text(text),
            });
        });
    }
}
